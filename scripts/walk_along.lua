--- The figure of each seat walks along its way to the end. A seat is out if its figure is led off the board, into a dead end or into another figure. The last seat in the game wins.
--- @param figure figure_kind  Figure that walks; every seat has one.
--- @param on terrain  Terrain along which figures walk. Its segments have one port or two.
--- @param start kind  Kind of the tiles on which figures begin, one for each seat in the order of placement, each with one segment that leads away.
--- @param ahead counter  Counter of each seat for the port of its segment through which its figure continues; it need not be shown.
--- @param enter text = "enter"  Step at the start that deploys the figures.
--- @param place text = "place"  Step that places tiles, only directly ahead of the seat's own figure.
--- @param walk text = "walk"  Step in which all figures walk.
--- @param book book?  Book for points for each tile on the way; without it there are none.
--- @source Common in games of ribbons and tracks.

-- Returns the figure of a seat, and the side and the number of the port through which it continues.
local function standing(seat)
    local figure = figures_on_board(seat, param.figure)[1]
    local ahead = counter(param.ahead, seat)
    return figure, ahead // 10, ahead % 10
end

local function head_for(seat, side, number)
    set_counter(param.ahead, side * 10 + number, seat)
end

-- Returns the cell directly ahead of a seat's figure.
local function cell_ahead(seat)
    local figure, side = standing(seat)
    return figure and figure:cell():beside(side)
end

step(param.enter, function(seat)
    local starts = {}
    for _, tile in tiles_on_board() do
        if tile:kind() == param.start then table.insert(starts, tile) end
    end
    local segment = starts[seat + 1]:segments(param.on)[1]
    deploy(param.figure, seat, segment)
    local port = segment:ports()[1]
    head_for(seat, port.side, port.number)
end)

offer(param.place, function(options, seat)
    local here = cell_ahead(seat)
    if here then options:only_at({ here }) end
end)

-- True if a figure can stay at its place: the cell ahead of it is still empty.
local function goes_on(seat)
    local here = cell_ahead(seat)
    return here ~= nil and here:exists() and here:tile() == nil
end

-- Returns the figure of another seat on a segment, if there is one.
local function met(segment, seat)
    for other = 0, seat_count() - 1 do
        local figure = other ~= seat and in_game(other) and figures_on_board(other, param.figure)[1]
        if figure and figure:segment() == segment then return other end
    end
    return nil
end

step(param.walk, function()
    local out = {}
    local function leaves(seat, reason)
        if out[seat] == nil then out[seat] = reason end
    end
    for seat = 0, seat_count() - 1 do
        local figure, side, number = standing(seat)
        if figure and in_game(seat) and out[seat] == nil then
            local way = figure:segment():way(side, number)
            for _, step in way do
                if param.book then award(seat, 1, param.book) end
                local other = met(step.segment, seat)
                move(figure, step.segment)
                if step.side then head_for(seat, step.side, step.number) end
                if other then
                    leaves(seat, "met")
                    leaves(other, "met")
                    break
                end
                if step.side == nil then leaves(seat, "led_off") end
            end
            if out[seat] == nil and #way > 0 and not goes_on(seat) then leaves(seat, "led_off") end
        end
    end
    -- The seats that were in the game before this step.
    local before, left = {}, {}
    for seat = 0, seat_count() - 1 do
        if in_game(seat) then
            table.insert(before, seat)
            if out[seat] == nil then table.insert(left, seat) end
        end
    end
    if #left <= 1 and #before > 1 or #left == 0 then
        -- Seats that are out together at the very end have won together.
        end_game({ winners = if #left > 0 then left else before, reason = "last" })
    end
    for _, seat in before do
        if out[seat] ~= nil then
            for _, figure in figures_on_board(seat, param.figure) do take_home(figure, { reason = out[seat] }) end
            retire(seat, out[seat])
        end
    end
end)
