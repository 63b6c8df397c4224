--- Each seat draws a tile, and the seat whose tile has the most sides of a terrain begins. Tied seats draw again, and
--- in the end all tiles go back.
--- @param step text = "first_by_draw"  Step of the setup that draws.
--- @param from bag  Bag from which the tiles are drawn.
--- @param as text  Name of the bag in records.
--- @param terrain terrain  Terrain that is counted on the sides.
--- @source A way to find the first player, described in one rulebook.

step(param.step, function()
    local left, drawn = seats(), {}
    while #left > 1 and bag_size(param.from) >= #left do
        local most, best = 0, {}
        for _, seat in left do
            local name = draw(param.from, { seat = seat, as = param.as })
            table.insert(drawn, name)
            local sides = kind(name):sides_with(param.terrain)
            if sides > most then
                most, best = sides, { seat }
            elseif sides == most then
                table.insert(best, seat)
            end
        end
        left = best
    end
    for _, name in drawn do
        put_back(param.from, name)
    end
    begin_with(left[1])
end)
