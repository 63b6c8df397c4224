--- A tile on which a feature has a tag counts as several tiles for it.
--- @param on terrain  The terrain of the features.
--- @param tag tag  The tag; one of it for each such tile.
--- @param tiles integer = 2  As how many tiles it counts.
--- @param unit text = "tile"  The unit that is counted.
--- @param per_tile integer = 1  Points for each.
--- @source Tiles of double size that count as two.

amend(param.on, { tag = param.tag, stage = "base" }, function(sheet, feature)
    sheet:per(param.unit, (param.tiles - 1) * feature:tiles_with(param.tag), param.per_tile)
end)
