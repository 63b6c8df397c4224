--- A step that gives points to the seat with the most of each of several counted things. Tied seats each receive all
--- points. Things that no seat has bring no points.
--- @param step text = "most_of_each"  Step, usually at the end of the game.
--- @param of counter[]  Counters of the seats, one for each thing.
--- @param points integer = 10  Points for the most of each thing.
--- @param book book  Book for the points.
--- @source Common at the end of games in which players collect goods.

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
