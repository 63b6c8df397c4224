--- Everybody's figure walks along the way on which it stands, as far as that leads: whoever is led off the board, into a dead end or into somebody else is out, and the last one left wins.
--- @param figure figure_kind  Who walks; every seat has one.
--- @param on terrain  What they walk along. Its segments have one port or two.
--- @param start kind  The tiles on which they begin, one for each seat in the order of placement, each with one segment that leads away.
--- @param ahead counter  One of seats, in which the module keeps by which port of its segment a figure goes on; it need not be shown.
--- @param enter text = "enter"  The step at the start that puts the figures there.
--- @param place text = "place"  The step that places tiles: only right ahead of one's own figure.
--- @param walk text = "walk"  The step in which all of them walk.
--- @param book book?  Points for each tile on the way, if they are booked under anything.
--- @source Common in games of ribbons and tracks.

-- Where the figure of a seat is, and the side and the number of the port by which it goes on.
local function standing(seat)
    local figure = figures_on_board(seat, param.figure)[1]
    local ahead = counter(param.ahead, seat)
    return figure, ahead // 10, ahead % 10
end

local function head_for(seat, side, number)
    set_counter(param.ahead, side * 10 + number, seat)
end

-- The cell right ahead of a seat's figure.
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

-- Whether a figure can stand where it has come to: ahead of it lies a cell that is still empty.
local function goes_on(seat)
    local here = cell_ahead(seat)
    return here ~= nil and here:exists() and here:tile() == nil
end

-- The figure that stands on a segment, if any.
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
    -- The seats that were in the game before.
    local before, left = {}, {}
    for seat = 0, seat_count() - 1 do
        if in_game(seat) then
            table.insert(before, seat)
            if out[seat] == nil then table.insert(left, seat) end
        end
    end
    if #left <= 1 and #before > 1 or #left == 0 then
        -- Those who leave together at the very end have won together.
        end_game({ winners = if #left > 0 then left else before, reason = "last" })
    end
    for _, seat in before do
        if out[seat] ~= nil then
            for _, figure in figures_on_board(seat, param.figure) do take_home(figure, { reason = out[seat] }) end
            retire(seat, out[seat])
        end
    end
end)
