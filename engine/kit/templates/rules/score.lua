--- A feature of a terrain scores points for each tile: in full when it is finished, half at the end of the game.
--- @param on terrain  The terrain.
--- @param points integer = 1  Points for each tile.
--- @source Invented here.

score(param.on, function(sheet, feature)
    sheet:per("tile", feature:tiles(), param.points)
    if not feature:finished() then sheet:scale(1, 2, "unfinished") end
end)
