--- Every feature of a terrain is worth additional points, whatever else it scores.
--- @param on terrain  The terrain.
--- @param points integer = 1  Additional points.
--- @source Invented here.

amend(param.on, { stage = "flat" }, function(sheet, feature)
    sheet:flat("@NAME@", param.points)
end)
