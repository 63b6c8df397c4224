--- Before the first turn, every seat secretly names some of its numbered figures. Questions: `top_scout`, with the
--- numbers.
--- @param step text = "top_scout"  Step of the setup, once for each seat.
--- @param figure figure_kind  Figure with numbers.
--- @param top counter  Secret counter for the named figures, by seat and number.
--- @param names integer = 2  Number of figures that each seat names.
--- @source A variant for two: neither player knows which figures of the other count double.

step(param.step, function(seat)
    for _ = 1, param.names do
        local numbers = {}
        for n = 1, supply(param.figure, seat) do
            if counter(param.top, { seat, n }) == 0 then table.insert(numbers, n) end
        end
        local chosen = ask(seat, "top_scout", numbers, { secret = true })
        set_counter(param.top, 1, { seat, chosen })
    end
end)
