--- A finished area with few tiles counts less for each tile and for each mark.
--- @param on terrain  Terrain of the area.
--- @param tiles integer = 2  Number of different tiles in a small area.
--- @param by integer = -1  Additional points for each tile and each mark; may be negative.
--- @param tag tag?  Tag whose numbers the area counts too.
--- @param except tag?  Tag of areas that are never small.
--- @source An option in several rulebooks: a finished area of two tiles counts like an unfinished one.

amend(param.on, { stage = "raise", when = "finished" }, function(sheet, area)
    if area:tiles() ~= param.tiles then return end
    if param.except and area:segments_with(param.except) > 0 then return end
    sheet:raise("tile", param.by, "small")
    if param.tag then sheet:raise(param.tag, param.by, "small") end
end)
