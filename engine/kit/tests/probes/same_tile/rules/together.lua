--- A tile is drawn, and each player places one like it on their own board; at the end each path from rim to rim scores.
step("together", function()
    local kind = draw("tiles")
    if kind == nil then return end
    for number, seat in seats() do
        -- There is a tile of the kind for every seat.
        if number > 1 then take_out("tiles", kind) end
        local at = ask_place(seat, kind, free_cells("own", seat))
        if at then place_tile(kind, at.cell, at.turn, { seat = seat }) end
    end
end)

step("rows", function(seat)
    local points = 0
    for number, terrain in { "low", "mid", "high" } do
        for _, way in features(terrain) do
            if way:cell():owner() == seat and way:tiles() == 5 then points = points + 5 * number end
        end
    end
    if points > 0 then award(seat, points, "rows") end
end)
