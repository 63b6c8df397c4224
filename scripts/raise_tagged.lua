--- A finished feature with a tag counts more for each of its units; an unfinished one counts for nothing.
--- It makes no difference how often the tag is there.
--- @param on terrain  The terrain of the feature.
--- @param tag tag  What makes the difference, such as an inn or a cathedral.
--- @param by integer = 1  How much more each unit counts.
--- @param units text[]  The units: `tile`, and the names of the tags that the feature counts.
--- @source Common in expansions: a risk that doubles the value of a path, or makes half more of that of an area.

amend(param.on, { tag = param.tag, stage = "raise", when = "finished" }, function(sheet)
    for _, unit in param.units do
        sheet:raise(unit, param.by, param.tag)
    end
end)

amend(param.on, { tag = param.tag, stage = "void", when = "unfinished" }, function(sheet)
    sheet:void(param.tag)
end)
