--- Each seat draws a tile; the one with most sides of a terrain begins. Who is tied draws again, and in the end all
--- tiles go back.
--- @param step text = "first_by_draw"  The step of the setup that draws.
--- @param from bag  Where the tiles are drawn from.
--- @param as text  What records call the place they are drawn from.
--- @param terrain terrain  What is looked for on the sides.
--- @source A way to find a first player, told in one rulebook.

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
