--- A finished feature with a tag counts more for each of its units; an unfinished one counts for nothing. Further
--- copies of the tag have no effect.
--- @param on terrain  Terrain of the feature.
--- @param tag tag  Tag with this effect, such as an inn or a cathedral.
--- @param by integer = 1  Additional points for each unit.
--- @param units text[]  Units: `tile`, and the names of the tags that the feature counts.
--- @source Common in expansions: a risk that doubles the value of a path, or raises that of an area by half.

amend(param.on, { tag = param.tag, stage = "raise", when = "finished" }, function(sheet)
    for _, unit in param.units do
        sheet:raise(unit, param.by, param.tag)
    end
end)

amend(param.on, { tag = param.tag, stage = "void", when = "unfinished" }, function(sheet)
    sheet:void(param.tag)
end)
