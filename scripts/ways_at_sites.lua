--- A way that ends at a site counts every one of its segments on the tile of such a site apart, and when it is finished
--- each unit counts more. Several sites do not add up.
--- @param on terrain  The terrain of the ways.
--- @param tag tag  The tag of segments that end at such a site.
--- @param by integer = 1  What each unit of a finished way counts more.
--- @source An expansion with large churches where roads begin.

stage("apart", { after = "base" })

amend(param.on, { tag = param.tag, stage = "apart" }, function(sheet, way)
    sheet:per("tile", way:segments_with(param.tag) - way:tiles_with(param.tag), 1)
end)

amend(param.on, { tag = param.tag, stage = "raise", when = "finished" }, function(sheet)
    sheet:raise("tile", param.by, param.tag)
end)
