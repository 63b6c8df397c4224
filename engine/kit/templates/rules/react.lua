--- Whoever places a tile earns points for every side of it that meets something.
--- @param book book  What the points are counted under.
--- @param points integer = 1  Points for each side.
--- @source Invented here.

on("placed", function(ev)
    award(ev.seat, ev.tile:cell():known_sides() * param.points, param.book)
end)
