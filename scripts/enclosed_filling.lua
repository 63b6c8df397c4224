--- Free cells of a bounded board are filled when all their sides are known, or when no way leads to them: not from the
--- rim, over free cells and over segments of a terrain. Sides that are not known then become a wall. All cells to be
--- filled are found first, then filled in reading order; and again, until there are none. It happens in turns in which a
--- tile was placed. Tiles come from the module `stock_by_pattern`, which has to be switched on before this one.
--- @param over terrain  What ways lead over.
--- @param wall text  What unknown sides become: a type of edge.
--- @source Boards that are covered in the end, whoever goes where.

local stock = require("stock_by_pattern")

-- All sides, each with the one that lies against it.
local function all_sides()
    local count, sides = side_count(), {}
    for side = 0, count - 1 do
        table.insert(sides, { side = side, back = (side + count // 2) % count })
    end
    return sides
end

-- The free cells that some way from the rim leads to.
local function reached(all)
    local cells, segments, queue = {}, {}, {}
    local function enter(cell, back)
        local tile = cell:tile()
        if not tile then
            if cell:exists() and not cells[cell] then
                cells[cell] = true
                table.insert(queue, { cell = cell })
            end
            return
        end
        for _, segment in tile:parts(param.over) do
            if not segments[segment] and table.find(segment:sides(), back) then
                segments[segment] = true
                table.insert(queue, { cell = cell, sides = segment:sides() })
            end
        end
    end
    for _, place in rim() do
        for _, each in all do
            enter(place.cell:beside(each.side), each.back)
        end
    end
    local at = 1
    while at <= #queue do
        local one = queue[at]
        for _, each in all do
            if not one.sides or table.find(one.sides, each.side) then
                enter(one.cell:beside(each.side), each.back)
            end
        end
        at = at + 1
    end
    return cells
end

-- The edges that a free cell has to meet, by side; those that nothing shows yet are left out.
local function demands(cell, all)
    local known, count = {}, 0
    for _, each in all do
        local edge = cell:beside(each.side):edge(each.back)
        known[each.side] = edge
        if edge then count = count + 1 end
    end
    return known, count == #all
end

-- The pattern, and the turn, that meets what is known and has a wall on the other sides.
local function closing(cell, all)
    local known = demands(cell, all)
    for pattern, name in stock.kinds do
        for _, turn in fits(name, cell) do
            local edges, right = kind(name):edges(turn), true
            for _, each in all do
                right = right and (known[each.side] ~= nil or edges[each.side + 1] == param.wall)
            end
            if right then return pattern, turn end
        end
    end
    return nil
end

local function to_fill(all)
    local board, cells, found = extent(), reached(all), {}
    for y = board.north, board.south do
        for x = board.west, board.east do
            local cell = cell(x, y)
            if not cell:tile() then
                local _, complete = demands(cell, all)
                if complete or not cells[cell] then table.insert(found, cell) end
            end
        end
    end
    return found
end

step("fill", function()
    if not placed_tile() then return end
    local all = all_sides()
    local found = to_fill(all)
    while #found > 0 do
        for _, cell in found do
            local pattern, turn = closing(cell, all)
            place_tile(stock.take(pattern), cell, turn, { free = true })
        end
        found = to_fill(all)
    end
end)
