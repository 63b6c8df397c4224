--- A tile with a tag on a feature counts as several tiles for this feature.
--- @param on terrain  Terrain of the features.
--- @param tag tag  Tag of such tiles, once for each tile.
--- @param tiles integer = 2  Number of tiles that such a tile counts as.
--- @param unit text = "tile"  Unit that is counted.
--- @param per_tile integer = 1  Points for each unit.
--- @source Tiles of double size that count as two.

amend(param.on, { tag = param.tag, stage = "base" }, function(sheet, feature)
    sheet:per(param.unit, (param.tiles - 1) * feature:tiles_with(param.tag), param.per_tile)
end)
