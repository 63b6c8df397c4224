--- Before play, tiles leave a bag at random, so that seats have equally many turns. Records draw them from `removed`.
--- @param step text = "take_out"  Step of the setup.
--- @param bag bag  Bag that loses tiles.
--- @param out bag?  Bag that receives these tiles; without it they leave the game unseen.
--- @param by_seats integer[]  Number of tiles with one seat, with two, and so on.
--- @source An option in several rulebooks.

step(param.step, function()
    for _ = 1, param.by_seats[seat_count()] or 0 do
        local kind = draw(param.bag, { as = "removed" })
        if kind and param.out then put_back(param.out, kind) end
    end
end)
