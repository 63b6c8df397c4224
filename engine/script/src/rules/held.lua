-- Visits every value that modules keep, also indirectly. It uses no recursion, since tables may be nested to any depth.
local held_by, is_written, text_of, most = ...
local type, freeze, isfrozen, remove = type, table.freeze, table.isfrozen, table.remove
local seen, cells = {}, {}

-- Freezes the values that a module keeps. A value of a host function is attributed to the function that has it.
local function freeze_all(root, module)
    local open, levels, owners = { root }, { 1 }, { module }
    while #open > 0 do
        local value, level, owner = remove(open), remove(levels), remove(owners)
        if type(value) == "table" then
            seen[value] = true
            if level > most then
                error(`what modules keep has at most {most} tables within each other`, 0)
            end
            if not isfrozen(value) then freeze(value) end
            for _, inner in value do
                local kind = type(inner)
                if (kind == "table" or kind == "function") and not seen[inner] then
                    open[#open + 1], levels[#levels + 1], owners[#owners + 1] = inner, level + 1, owner
                end
            end
        elseif type(value) == "function" then
            seen[value] = true
            if is_written(value) then owner = value end
            local number = 1
            local there, held = held_by(value, number)
            while there do
                local kind = type(held)
                if kind == "table" or kind == "function" then
                    if not seen[held] then
                        open[#open + 1], levels[#levels + 1], owners[#owners + 1] = held, level, owner
                    end
                end
                cells[#cells + 1] = { value, number, held, owner }
                number += 1
                there, held = held_by(value, number)
            end
        end
    end
end

-- Equal numbers may still differ: 0 and NaN have a sign.
local function differ(now, before)
    if type(now) ~= "number" or type(before) ~= "number" then return now ~= before end
    if now ~= now or before ~= before then return text_of("%f", now) ~= text_of("%f", before) end
    return now ~= before or 1 / now ~= 1 / before
end

local function changed(all)
    for _, cell in all do
        local _, now = held_by(cell[1], cell[2])
        if differ(now, cell[3]) then return cell[4] end
    end
    return nil
end

return freeze_all, changed, cells
