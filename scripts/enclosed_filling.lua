--- Free cells of a bounded board are filled when all their sides are known, or when no way leads to them: not from the
--- rim, over free cells and over segments of a terrain. Sides that are not known then become a wall. All cells to be
--- filled are found first, then filled in reading order; and again, until there are none. It happens in turns in which a
--- tile was placed. Tiles come from the module `stock_by_pattern`, which has to be switched on before this one.
--- @param step text = "fill"  The step of the turn in which cells are filled.
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

-- The edges that a free cell has to meet, by side; those that nothing shows yet are left out.
local function demands(cell, all)
    local known = {}
    for _, each in all do
        known[each.side] = cell:beside(each.side):edge(each.back)
    end
    return known
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

step(param.step, function()
    if not placed_tile() then return end
    local found = enclosed_cells(param.over)
    while #found > 0 do
        local all = all_sides()
        for _, cell in found do
            local pattern, turn = closing(cell, all)
            place_tile(stock.take(pattern), cell, turn, { free = true })
        end
        found = enclosed_cells(param.over)
    end
end)
