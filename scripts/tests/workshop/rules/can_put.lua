--- Counts the seats that can put a figure down.
--- @param found counter  How many there are.

local reserve = require("reserve")

step("work", function(seat)
    if reserve.any(seat) then count(param.found, 1) end
end)
