--- A tile is worth its numbers, and 50 more for each hexagon that it closes.
--- @param pips tag  The sum of the numbers of a tile.
--- @param book book  The book for the numbers.
--- @param hexagon book  The book for hexagons.
--- @source A well-known game of numbers on triangles.

on("placed", function(ev)
    award(ev.seat, ev.tile:tag(param.pips), param.book)
end)

on("completed", function(ev)
    -- A closed feature of six tiles surrounds a corner.
    if ev.feature:tiles() == 6 then award(ev.seat, 50, param.hexagon) end
end)
