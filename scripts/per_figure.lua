--- A finished feature with a tag brings a number of points more for every figure on it, whoever owns it. Nothing else
--- changes these points.
--- @param on terrain  The terrain of the feature.
--- @param tag tag  The tag.
--- @param points integer = 2  Points for each figure that has a weight.
--- @source An expansion with a labyrinth on the roads.

amend(param.on, { tag = param.tag, stage = "flat", when = "finished" }, function(sheet, feature)
    sheet:per("figure", feature:count_figures(), param.points)
end)
