--- Counts the seats that can deploy a figure.
--- @param found counter  Counter for the number of these seats.

local reserve = require("reserve")

step("work", function(seat)
    if reserve.any(seat) then count(param.found, 1) end
end)
