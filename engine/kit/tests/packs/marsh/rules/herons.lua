--- A path with the tag scores more for each tile while herons are in play.
--- @param on terrain  The terrain of the path.
--- @param tag tag  The tag.
--- @param by integer = 1  Additional points for each tile.
--- @source Invented for this pack.

amend(param.on, { stage = "raise" }, function(sheet, path)
    if path:segments_with(param.tag) > 0 then
        sheet:raise("tile", param.by, "heron")
    end
end)
