--- An area scores for each of its tiles, and for each mark of a kind in it; more when it is finished.
--- @param on terrain  The terrain of the area.
--- @param per_tile integer = 2  Points for each tile of a finished area.
--- @param unfinished_per_tile integer = 1  Points for each tile of an unfinished one, at the end.
--- @param mark tag?  The tag whose numbers are counted too, such as a pennant.
--- @param per_mark integer = 2  Points for each mark in a finished area.
--- @param unfinished_per_mark integer = 1  Points for each mark in an unfinished one.
--- @source The common rule for towns and castles: finishing doubles the value.

score(param.on, function(sheet, area)
    local finished = area:finished()
    sheet:per("tile", area:tiles(), if finished then param.per_tile else param.unfinished_per_tile)
    if param.mark then
        sheet:per(param.mark, area:sum(param.mark), if finished then param.per_mark else param.unfinished_per_mark)
    end
end)
