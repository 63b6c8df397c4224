--- Rows slide, tiles fall out and come in again; a player who walks to a goal has found it.
--- @param goals integer  Number of goals that a player must find.
step("fill", function()
    for y = -2, 2 do
        for x = -2, 2 do
            local kind = draw("tiles")
            place_tile(kind, cell(x, y), (x + 2 * y) % 4, { free = true })
        end
    end
end)

step("enter", function(seat)
    local corner = cell(if seat % 2 == 0 then -2 else 2, if seat < 2 then -2 else 2)
    deploy("seeker", seat, corner:tile():segments("way")[1])
end)

-- Returns the cells of a row or a column, starting at the pushed end.
local function line(push)
    local cells = {}
    for step = -2, 2 do
        local along = if push.forward then step else -step
        table.insert(cells, if push.row then cell(along, push.at) else cell(push.at, along))
    end
    return cells
end

step("push", function(seat)
    local pushes = {}
    for at = -1, 1, 2 do
        for _, row in { true, false } do
            for _, forward in { true, false } do
                local key = (if row then "row" else "column") .. at .. (if forward then ":on" else ":back")
                table.insert(pushes, { key = key, at = at, row = row, forward = forward })
            end
        end
    end
    local cells = line(ask(seat, "push", pushes))
    local last = cells[5]:tile()
    local kind, riders = last:kind(), {}
    for _, figure in figures_on_board() do
        if figure:tile() == last then table.insert(riders, { seat = figure:owner() }) end
    end
    take_up(last, { bag = "tiles", reason = "pushed" })
    for number = 4, 1, -1 do move_tile(cells[number]:tile(), cells[number + 1], cells[number]:tile():turn(), { free = true }) end
    local fresh = draw("tiles")
    place_tile(fresh, cells[1], 0, { free = true })
    -- A figure that was pushed out returns on the new tile.
    for _, rider in riders do deploy("seeker", rider.seat, cells[1]:tile():segments("way")[1]) end
end)

step("walk", function(seat)
    local figure = figures_on_board(seat, "seeker")[1]
    local choices = {}
    for _, segment in figure:segment():feature():segments() do table.insert(choices, segment) end
    local there = ask(seat, "walk", choices)
    move(figure, there)
    if there:tag("goal") > 0 then
        count("found", 1, seat)
        if counter("found", seat) >= param.goals then end_game({ winners = { seat } }) end
    end
    if turn_number() >= 200 then end_game() end
end)
