--- The first seat draws a card. Reactions to its points run before the card goes back.
--- @param bag bag  Bag with the cards.
--- @param found counter  Counter for the number of cards in the bag when the points were awarded.

local stack = require("event_stack")

step("work", function(seat)
    if seat > 0 then return end
    stack.draw(seat, { Card = { can = function() return false end, run = function() end } })
end)

on("awarded", function() set_counter(param.found, bag_size(param.bag)) end)
