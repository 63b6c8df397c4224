--- A path scores for each of its tiles, finished or not.
--- A tile counts once, however often the path crosses it.
--- @param on terrain  Terrain of the path.
--- @param per_tile integer = 1  Points for each tile of a finished path.
--- @param unfinished_per_tile integer = 1  Points for each tile of an unfinished path at the end.
--- @source The common rule for roads and canals: length counts, and the player with the most followers scores.

score(param.on, function(sheet, path)
    local each = if path:finished() then param.per_tile else param.unfinished_per_tile
    sheet:per("tile", path:tiles(), each)
end)
