--- Every seat has its own board. The game ends when all boards are full, and a full board may bring points.
--- @param plane plane  Plane that every seat has.
--- @param step text = "end"  Step after each turn that checks the boards.
--- @param bonus integer = 0  Points for a board without a free cell at the end.
--- @param book book?  Book for these points.
--- @param finish text = "full"  Step at the end that gives these points.
--- @source Common in games in which each player fills a separate board.

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
