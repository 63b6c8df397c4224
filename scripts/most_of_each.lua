--- A step: for each of some things that are counted, whoever has most of it receives points.
--- Seats with equally many receive all points each; nobody does for what nobody has.
--- @param step text = "most_of_each"  The step, mostly at the end of the game.
--- @param of counter[]  The counters of the seats, one for each thing.
--- @param points integer = 10  Points for the most of each.
--- @param book book  What they are booked under.
--- @source Common at the end of games in which goods are collected.

step(param.step, function()
    for _, thing in param.of do
        pay_sheet(nil, { book = param.book, share = "majority" }, function(sheet)
            for _, seat in seats() do
                sheet:claim_seat(seat, counter(thing, seat))
            end
            sheet:per(thing, 1, param.points)
        end)
    end
end)
