--- An area is worth its tiles and marks. The seats on it are ranked by their figures there. The first rank gets the
--- value, each next rank half of the rank before, rounded up; tied seats share a rank. The weights of the figures
--- determine the ranking: one figure of a higher kind weighs more than all of the lower kinds.
--- @param on terrain  Terrain of the area.
--- @param per_tile integer = 1  Points for each tile.
--- @param tag tag?  Tag whose numbers are added.
--- @param book book  Book for the points.
--- @source Area games in which the second player also scores.

score(param.on, { share = "ranks", book = param.book }, function(sheet, area)
    sheet:per("tile", area:tiles(), param.per_tile)
    if param.tag then sheet:per(param.tag, area:sum(param.tag), 1) end
end)
