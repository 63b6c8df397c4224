--- Writes down how far the cell 5,8 is from what is reached, and into how many cells ways lead.
--- @param found counter  How far: 99 where no way can lead there.
--- @param drawn counter  How many cells.
--- @source Only for tests.

local ways = require("reached_from")

on("placed", function()
    set_counter(param.found, ways.missing(cell(5, 8)) or 99)
    set_counter(param.drawn, #ways.cells())
end)
