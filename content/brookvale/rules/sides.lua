--- Gives a point for each side of a placed tile that matches its neighbour, except meadow.
--- @param book book  Book for the points.
--- @param plain text = "meadow"  Edge type that is worth nothing.
--- @param step text = "sides"  Step after placing.
--- @source Common in cooperative games.

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
