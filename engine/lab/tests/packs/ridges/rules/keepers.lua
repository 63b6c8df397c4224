--- Whoever holds a finished feature alone receives two points.
--- @param on terrain  The terrain.
--- @param book book  What the points are booked under.

on("completed", { terrain = param.on }, function(ev)
    local holders = ev.feature:holders()
    if #holders == 1 then
        assert(ev.feature:holds(holders[1]) and ev.feature:claim_of(holders[1]) > 0)
        award(holders[1], 2, param.book, ev.feature, "keeper")
    end
end)
