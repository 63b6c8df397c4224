--- Free cells of a bounded board are filled when all their sides are known, or when no way leads to them from the rim,
--- over free cells and segments of a terrain. Unknown sides then become a wall. The module finds all cells to fill,
--- then fills them in reading order, and repeats this until there are none. It acts in turns in which a tile was
--- placed. Tiles come from the module `stock_by_pattern`, which must be listed before this one.
--- @param step text = "fill"  Step of the turn in which cells are filled.
--- @param over terrain  Terrain of the segments of a way.
--- @param wall text  Edge type that unknown sides become.
--- @source Boards that are always covered in the end.

local stock = require("stock_by_pattern")

-- Returns all sides, each with its opposite side.
local function all_sides()
    local count, sides = side_count(), {}
    for side = 0, count - 1 do
        table.insert(sides, { side = side, back = (side + count // 2) % count })
    end
    return sides
end

-- Returns the edges that a free cell must match, by side, without sides that have no neighbour yet.
local function demands(cell, all)
    local known = {}
    for _, each in all do
        known[each.side] = cell:beside(each.side):edge(each.back)
    end
    return known
end

-- Returns the pattern and the turn that match the known sides and have a wall on all others.
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
