--- Before play some tiles leave a bag at random, so that everybody has as many turns. Records draw them from `removed`.
--- @param step text = "take_out"  The step of the setup.
--- @param bag bag  The bag.
--- @param by_seats integer[]  How many tiles with one seat, with two, and so on.
--- @source An option in several rulebooks.

step(param.step, function()
    for _ = 1, param.by_seats[seat_count()] or 0 do
        draw(param.bag, { as = "removed" })
    end
end)
