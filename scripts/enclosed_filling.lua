--- Free cells are filled when all their sides are known, or when no way leads to them: not from the rim, over free
--- cells and over segments of a terrain. Sides that are not known then become a wall. All cells to be filled are found
--- first, then filled in reading order; and again, until there are none. Tiles come from the module `stock_by_pattern`,
--- which has to be switched on before this one.
--- @param over terrain  What ways lead over.
--- @param wall terrain  What unknown sides become: the terrain of whole edges.
--- @source Boards that are covered in the end, whoever goes where.

local stock = require("stock_by_pattern")

local function opposite(side)
    return (side + side_count() // 2) % side_count()
end

-- The free cells that some way from the rim leads to, by their keys.
local function reached()
    local cells, segments, queue = {}, {}, {}
    -- What lies across a side, if a way leads there.
    local function enter(cell, side)
        local tile = cell:tile()
        if not tile then
            if cell:exists() and not cells[cell:key()] then
                cells[cell:key()] = true
                table.insert(queue, { cell = cell })
            end
            return
        end
        for _, segment in tile:parts(param.over) do
            if not segments[segment] and table.find(segment:sides(), side) then
                segments[segment] = true
                table.insert(queue, { cell = segment:cell(), sides = segment:sides() })
            end
        end
    end
    local all = {}
    for side = 0, side_count() - 1 do
        table.insert(all, side)
    end
    for _, place in rim() do
        for _, side in all do
            enter(place:beside(side), opposite(side))
        end
    end
    local at = 1
    while at <= #queue do
        for _, side in queue[at].sides or all do
            enter(queue[at].cell:beside(side), opposite(side))
        end
        at = at + 1
    end
    return cells
end

-- What lies across a side of a free cell shows, or nothing if that is free too.
local function shown(cell, side)
    return cell:beside(side):edge(opposite(side))
end

local function known(cell)
    for side = 0, side_count() - 1 do
        if not shown(cell, side) then return false end
    end
    return true
end

-- The pattern, and the turn, that meets all known sides of a cell and has a wall on the others.
local function closing(cell)
    for pattern, name in stock.kinds do
        for _, turn in fits(name, cell) do
            local edges, right = kind(name):edges(turn), true
            for side = 0, side_count() - 1 do
                if not shown(cell, side) and edges[side + 1] ~= param.wall then right = false end
            end
            if right then return pattern, turn end
        end
    end
    return nil
end

local function fill()
    local cells, found = reached(), {}
    for _, cell in free_cells() do
        if not cells[cell:key()] or known(cell) then table.insert(found, cell) end
    end
    for _, cell in found do
        local pattern, turn = closing(cell)
        if pattern then place_tile(stock.take(pattern), cell, turn, true) end
    end
    return #found > 0
end

step("fill", function()
    while fill() do end
end)
