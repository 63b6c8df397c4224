--- The first seat calls a figure back. Points for it are reacted to before it goes.
--- @param book book  What the points are booked under.
--- @param found counter  How many of its figures stood on the board when the points came.

local recall = require("recall_and_score")

step("work", function(seat)
    if seat == 0 then recall.score(seat, "call", param.book) end
end)

on("awarded", function(ev) set_counter(param.found, #figures_on_board(ev.seat)) end)
