--- Whoever's tile finishes an area takes the goods marked in it, whether or not anybody scores the area.
--- @param on terrain  The terrain of the area.
--- @param goods tag[]  The marks.
--- @param counters counter[]  What each seat has of them, in the same order.
--- @source Common where towns trade: the builder of the last piece is paid in goods.

on("completed", { terrain = param.on }, function(ev)
    for i, tag in param.goods do
        local found = ev.feature:sum(tag)
        if found > 0 then count(param.counters[i], found, ev.seat) end
    end
end)
