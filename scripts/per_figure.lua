--- A finished feature with a tag brings additional points for every figure on it, whatever its owner. Nothing else
--- changes these points.
--- @param on terrain  Terrain of the feature.
--- @param tag tag  Tag of the feature.
--- @param points integer = 2  Points for each figure with a weight.
--- @source An expansion with a labyrinth on the roads.

amend(param.on, { tag = param.tag, stage = "flat", when = "finished" }, function(sheet, feature)
    sheet:per("figure", feature:count_figures(), param.points)
end)
