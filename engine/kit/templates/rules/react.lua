--- A player who places a tile earns points for each of its sides that meets something.
--- @param book book  The book for the points.
--- @param points integer = 1  Points for each side.
--- @source Invented here.

on("placed", function(ev)
    award(ev.seat, ev.tile:cell():known_sides() * param.points, param.book)
end)
