--- The first seat draws a card. Points for it are reacted to before the card goes back.
--- @param bag bag  The cards.
--- @param found counter  How many cards lay there when the points came.

local stack = require("event_stack")

step("work", function(seat)
    if seat > 0 then return end
    stack.draw(seat, { Card = { can = function() return false end, run = function() end } })
end)

on("awarded", function() set_counter(param.found, bag_size(param.bag)) end)
