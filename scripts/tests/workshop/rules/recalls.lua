--- The first seat takes a figure back. Reactions to its points run before it leaves.
--- @param book book  Book for the points.
--- @param found counter  Counter for the number of its figures on the board when the points were awarded.

local recall = require("recall_and_score")

step("work", function(seat)
    if seat == 0 then recall.score(seat, "call", param.book) end
end)

on("awarded", function(ev) set_counter(param.found, #figures_on_board(ev.seat)) end)
