--- Restricts the placement of tiles, and scores the lines that a turn makes longer.

-- Returns the tiles of the line through a cell from north to south (0) or west to east (1), without the cell's own.
local function line(cell, axis)
    local tiles = cell:row(axis, 3)
    for _, tile in cell:row(axis + 2, 3) do table.insert(tiles, tile) end
    return tiles
end

restrict("place", function(name, cell)
    local own = kind(name)
    for axis = 0, 1 do
        local tiles = line(cell, axis)
        for number, tile in tiles do
            if (tile:tag("colour") == own:tag("colour")) == (tile:tag("shape") == own:tag("shape")) then
                return false, "A tile of the line has neither or both in common with it"
            end
            if (tile:tag("colour") == own:tag("colour")) ~= (tiles[1]:tag("colour") == own:tag("colour")) then
                return false, "The tiles of the line have something else in common"
            end
        end
    end
    return true
end)

-- True if all cells are in one line without a gap.
local function is_in_line(cells, there)
    for axis = 0, 1 do
        local found = 0
        for _, tile in line(there, axis) do
            for _, cell in cells do
                if tile:cell() == cell then found = found + 1 end
            end
        end
        if found == #cells then return true end
    end
    return #cells == 0
end

step("lay_line", function(seat)
    local cells = {}
    while true do
        local options, looked = {}, {}
        for _, kind in hand(seat) do
            for _, at in if looked[kind] then {} else placements(kind) do
                looked[kind] = true
                if is_in_line(cells, at.cell) then
                    table.insert(options, { key = kind .. ":" .. at.cell:key(), target = at.cell, kind = kind, cell = at.cell })
                end
            end
        end
        if #options == 0 then break end
        if #cells > 0 then table.insert(options, { key = "enough" }) end
        local chosen = ask(seat, "lay", options)
        if chosen.key == "enough" then break end
        from_hand(seat, chosen.kind)
        place_tile(chosen.kind, chosen.cell, 0)
        table.insert(cells, chosen.cell)
    end
    local counted = {}
    for _, cell in cells do
        for axis = 0, 1 do
            local tiles, first = line(cell, axis), cell
            for _, tile in tiles do
                if tile:cell():y() < first:y() or tile:cell():x() < first:x() then first = tile:cell() end
            end
            local key = axis .. " " .. first:key()
            if #tiles > 0 and not counted[key] then
                counted[key] = true
                award(seat, #tiles + 1, "lines")
            end
        end
    end
end)
