--- A seat whose tile finishes an area takes the goods in it, even if no seat scores the area.
--- @param on terrain  Terrain of the area.
--- @param goods tag[]  Tags of the goods.
--- @param counters counter[]  Counters of each seat for the goods, in the same order.
--- @source Common in games with trading towns: the player who finishes a town receives its goods.

on("completed", { terrain = param.on }, function(ev)
    for i, tag in param.goods do
        local found = ev.feature:sum(tag)
        if found > 0 then count(param.counters[i], found, ev.seat) end
    end
end)
