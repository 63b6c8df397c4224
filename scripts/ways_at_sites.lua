--- A way that ends at a site counts each of its segments on the tile of such a site separately, and each unit counts
--- more when the way is finished. Further sites have no effect.
--- @param on terrain  Terrain of the ways.
--- @param tag tag  Tag of segments that end at such a site.
--- @param by integer = 1  Additional points for each unit of a finished way.
--- @source An expansion with large churches where roads begin.

stage("apart", { after = "base" })

amend(param.on, { tag = param.tag, stage = "apart" }, function(sheet, way)
    sheet:per("tile", way:segments_with(param.tag) - way:tiles_with(param.tag), 1)
end)

amend(param.on, { tag = param.tag, stage = "raise", when = "finished" }, function(sheet)
    sheet:raise("tile", param.by, param.tag)
end)
