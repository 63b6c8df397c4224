--- A finished area of few tiles counts less for each tile and for each mark.
--- @param on terrain  The terrain of the area.
--- @param tiles integer = 2  How many different tiles a small one has.
--- @param by integer = -1  What each tile and each mark counts more, or less.
--- @param tag tag?  The tag whose numbers the area counts too.
--- @param except tag?  Areas with this tag are never small.
--- @source An option in several rulebooks: a finished area of two tiles counts like an unfinished one.

amend(param.on, { stage = "raise", when = "finished" }, function(sheet, area)
    if area:tiles() ~= param.tiles then return end
    if param.except and area:segments_with(param.except) > 0 then return end
    sheet:raise("tile", param.by, "small")
    if param.tag then sheet:raise(param.tag, param.by, "small") end
end)
