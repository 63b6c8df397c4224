--- Counts the tiles that are missing on the way to cell 5,8, and the cells into which ways lead.
--- @param found counter  Counter for the missing tiles; 99 if no way can lead there.
--- @param drawn counter  Counter for the cells.
--- @source Only for tests.

local ways = require("reached_from")

on("placed", function()
    set_counter(param.found, ways.missing(cell(5, 8)) or 99)
    set_counter(param.drawn, #ways.cells())
end)
