--- A point for each side at which a placed tile meets the same as it shows, meadow aside.
--- @param book book  What the points are booked under.
--- @param plain text = "meadow"  The edge that is worth nothing.
--- @param step text = "sides"  The step after placing.
--- @source Common in games that are played together.

step(param.step, function(seat)
    local tile = placed_tile()
    if tile == nil then return end
    local here, alike = tile:cell(), 0
    for side = 0, side_count() - 1 do
        local own, beyond = here:edge(side), here:beside(side):edge((side + 3) % 6)
        if own == beyond and own ~= param.plain then alike = alike + 1 end
    end
    if alike > 0 then award(seat, alike, param.book) end
end)
