--- At the end an area is worth its tiles times the marks in it, to the seat on whose board it lies.
--- @param on terrain  The terrain of the area.
--- @param tag tag  The mark.
--- @param most integer = 99  Most marks of an area that count.
--- @source Common where one's own land is scored: the size of a region times the crowns in it.

score(param.on, { share = "owner", when = "final" }, function(sheet, area)
    local marks = math.min(area:sum(param.tag), param.most)
    if marks > 0 then sheet:per(param.tag, marks, area:tiles()) end
end)
