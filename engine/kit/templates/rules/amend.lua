--- Every feature of a terrain is worth some points more, whatever else it scores.
--- @param on terrain  The terrain.
--- @param points integer = 1  How many more.
--- @source Invented here.

amend(param.on, { stage = "flat" }, function(sheet, feature)
    sheet:flat("@NAME@", param.points)
end)
