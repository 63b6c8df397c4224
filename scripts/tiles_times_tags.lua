--- At the end, an area is worth its tiles times the marks in it, for the seat whose board it is on.
--- @param on terrain  Terrain of the area.
--- @param tag tag  Tag of the marks.
--- @param most integer = 99  Maximum number of marks of an area that count.
--- @source Common in games with separate boards: the size of a region times the crowns in it.

score(param.on, { share = "owner", when = "final" }, function(sheet, area)
    local marks = math.min(area:sum(param.tag), param.most)
    if marks > 0 then sheet:per(param.tag, marks, area:tiles()) end
end)
