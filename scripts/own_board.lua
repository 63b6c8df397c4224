--- Every seat has a board of its own: when all are full the game ends, and a full one may bring points.
--- @param plane plane  The board that every seat has.
--- @param step text = "end"  The step that looks, after each turn.
--- @param bonus integer = 0  Points for a board without a free cell, at the end.
--- @param book book?  What those points are booked under.
--- @param finish text = "full"  The step at the end that gives them.
--- @source Common where everybody fills a board of their own.

step(param.step, function()
    for seat = 0, seat_count() - 1 do
        if #free_cells(param.plane, seat) > 0 then return end
    end
    end_game()
end)

if param.book then
    step(param.finish, function(seat)
        if #free_cells(param.plane, seat) == 0 then award(seat, param.bonus, param.book) end
    end)
end
