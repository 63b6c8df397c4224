-- Composes a score rule and the changes to it into one function. `applies` has a bit for every change.
local enter = ...

return function(base, changes, numbers)
    local count = #changes
    return function(sheet, feature, last, applies)
        base(sheet, feature, last)
        for i = 1, count do
            if applies % 2 == 1 then
                enter(numbers[i])
                changes[i](sheet, feature, last)
            end
            applies = applies // 2
        end
    end
end
