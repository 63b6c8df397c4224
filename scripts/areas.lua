--- An area scores for each of its tiles and for each tag of one kind in it; a finished area scores more.
--- @param on terrain  Terrain of the area.
--- @param per_tile integer = 2  Points for each tile of a finished area.
--- @param unfinished_per_tile integer = 1  Points for each tile of an unfinished area at the end.
--- @param tag tag?  Tag whose numbers are counted too, such as a pennant.
--- @param per_tag integer = 2  Points for each tag in a finished area.
--- @param unfinished_per_tag integer = 1  Points for each tag in an unfinished area at the end.
--- @source The common rule for towns and castles: finishing doubles the value.

score(param.on, function(sheet, area)
    local finished = area:finished()
    sheet:per("tile", area:tiles(), if finished then param.per_tile else param.unfinished_per_tile)
    if param.tag then
        sheet:per(param.tag, area:sum(param.tag), if finished then param.per_tag else param.unfinished_per_tag)
    end
end)
