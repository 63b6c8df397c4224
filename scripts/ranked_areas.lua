--- An area is worth its tiles and marks. Those on it are ranked by what they have there: the first rank gets the value,
--- each next half of the rank before, rounded up; who is level shares a rank.
--- What counts first is said by the weights of the figures: one of the higher sort more than all of the lower sorts.
--- @param on terrain  The terrain of the area.
--- @param per_tile integer = 1  Points for each tile.
--- @param tag tag?  A tag whose numbers are added.
--- @param book book  What the points are booked under.
--- @source Area games in which the second still gets something.

score(param.on, { share = "ranks", book = param.book }, function(sheet, area)
    sheet:per("tile", area:tiles(), param.per_tile)
    if param.tag then sheet:per(param.tag, area:sum(param.tag), 1) end
end)
