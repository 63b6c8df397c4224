--- Goals are face down, can be looked at, and are turned up by the player who reaches them.
step("hide", function()
    for y = -2, 2, 2 do
        place_tile(draw("goals", { unseen = true }), cell(4, y), 0, { face_down = true, free = true })
    end
end)

step("look", function(seat)
    if counter("looks", seat) == 0 then return end
    local choices = { "none" }
    for _, tile in tiles_on_board() do
        if tile:face_down() and not tile:known_by(seat) then table.insert(choices, tile:cell()) end
    end
    local choice = ask(seat, "look", choices)
    if choice == "none" then return end
    count("looks", -1, seat)
    look_under(seat, choice:tile())
end)

on("placed", function(ev)
    for side = 0, 3 do
        local at = ev.cell:beside(side)
        local goal = at:tile()
        if ev.cell:edge(side) == "way" and goal and goal:face_down() then
            turn_up(goal, fits_if_turned_up(goal)[1] or goal:turn(), { reason = "reached" })
        end
    end
end)

on("turned_up", { kind = "Gold" }, function(ev)
    award(ev.seat, 5, "gold")
end)
