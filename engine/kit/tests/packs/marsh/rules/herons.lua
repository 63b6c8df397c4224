--- A path with the tag counts more for each tile while herons are about.
--- @param on terrain  The terrain of the path.
--- @param tag tag  The tag.
--- @param by integer = 1  What each tile counts more.
--- @source Invented for this pack.

amend(param.on, { stage = "raise" }, function(sheet, path)
    if path:segments_with(param.tag) > 0 then
        sheet:raise("tile", param.by, "heron")
    end
end)
