--- Pieces are placed or moved, the swarm never splits, and a player whose queen is surrounded has lost.
local bags = { [0] = "mine", [1] = "yours" }

-- Returns the owner of a piece.
local function owner(tile)
    return 1 - tile:tag("first")
end

-- True if the cells with pieces, except one, form a single swarm.
local function is_one(without)
    local all, seen, next = 0, {}, {}
    for _, tile in tiles_on_board() do
        local here = tile:cell()
        if here ~= without or here:height() > 1 then
            if seen[here:key()] == nil then
                seen[here:key()] = false
                all = all + 1
                if #next == 0 then
                    table.insert(next, here)
                    seen[here:key()] = true
                end
            end
        end
    end
    local reached = 0
    while #next > 0 do
        local here = table.remove(next)
        reached = reached + 1
        for side = 0, 5 do
            local key = here:beside(side):key()
            if seen[key] == false then
                seen[key] = true
                table.insert(next, here:beside(side))
            end
        end
    end
    return reached == all
end

-- Returns the cells that a piece may move to: one cell on, next to another piece; for a climber also on top of one.
local function goals(tile)
    local found, here = {}, tile:cell()
    for side = 0, 5 do
        local there = here:beside(side)
        local climbs = tile:tag("climber") > 0
        if there:tile() == nil then
            for around = 0, 5 do
                local other = there:beside(around)
                if other:tile() and (other ~= here or here:height() > 1) then
                    table.insert(found, there)
                    break
                end
            end
        elseif climbs then
            table.insert(found, there)
        end
    end
    return found
end

step("act", function(seat)
    local options, placed = {}, tiles_on_board()
    for _, kind in bag_kinds(bags[seat]) do
        if #placed == 0 then
            table.insert(options, { key = "lay:" .. kind .. ":0,0", target = cell(0, 0), kind = kind, cell = cell(0, 0) })
        end
        for _, at in placements(kind) do
            table.insert(options, { key = "lay:" .. kind .. ":" .. at.cell:key(), target = at.cell, kind = kind, cell = at.cell })
        end
    end
    for _, tile in placed do
        if owner(tile) == seat and not tile:covered() and is_one(tile:cell()) then
            for _, there in goals(tile) do
                local key = "move:" .. tile:cell():key() .. ">" .. there:key()
                table.insert(options, { key = key, target = there, tile = tile, cell = there })
            end
        end
    end
    if #options == 0 then return end
    local chosen = ask(seat, "act", options)
    if chosen.tile then
        move_tile(chosen.tile, chosen.cell, 0, { free = true, over = true })
    else
        take_out(bags[seat], chosen.kind)
        place_tile(chosen.kind, chosen.cell, 0, { free = true })
    end
    for _, tile in tiles_on_board() do
        if tile:tag("queen") > 0 then
            local around = 0
            for side = 0, 5 do
                if tile:cell():beside(side):tile() then around = around + 1 end
            end
            if around == 6 then end_game({ winners = { 1 - owner(tile) } }) end
        end
    end
    if turn_number() >= 60 then end_game({ winners = {} }) end
end)
