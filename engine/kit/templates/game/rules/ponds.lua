--- A finished pond scores for its tiles and its lilies; an unfinished one scores half at the end of the game.
--- @param on terrain  The terrain of the pond.
--- @param per_tile integer = 2  Points for each tile.
--- @param lily tag  The tag that counts as a lily.
--- @param per_lily integer = 1  Points for each lily.
--- @source Invented here.

score(param.on, function(sheet, pond)
    sheet:per("tile", pond:tiles(), param.per_tile)
    sheet:per("lily", pond:sum(param.lily), param.per_lily)
    if not pond:finished() then sheet:scale(1, 2, "unfinished") end
end)
