--- Before play some tiles leave a bag at random, so that everybody has as many turns. Records draw them from `removed`.
--- @param step text = "take_out"  The step of the setup.
--- @param bag bag  The bag.
--- @param out bag?  The bag that they go into; without it they leave the game unseen.
--- @param by_seats integer[]  How many tiles with one seat, with two, and so on.
--- @source An option in several rulebooks.

step(param.step, function()
    for _ = 1, param.by_seats[seat_count()] or 0 do
        local kind = draw(param.bag, { as = "removed" })
        if kind and param.out then put_back(param.out, kind) end
    end
end)
