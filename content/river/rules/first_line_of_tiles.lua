--- Before all other tiles, a line of tiles is placed, from its source to its mouth. Each tile continues the open end of
--- the line. The tiles are drawn at random from a bag, and the mouth comes last. The line must not turn back at once,
--- nor end at a tile or at the edge of the board before the mouth is placed. A tile that would break this leaves the
--- game, and another one is drawn. The rule needs a step, the first one of a loop that runs once through whatever draws
--- or chooses other tiles.
--- @param on terrain  Terrain of the line: one segment with one or two sides on each tile.
--- @param edge text  Edge type of the line.
--- @param first bag  Bag with the source tile, if it is not on the board at the start.
--- @param from bag  Bag with the tiles of the line.
--- @param last bag  Bag with the mouth tile.
--- @param out bag  Bag for tiles that fit nowhere.
--- @param step text  First step of the loop: it leaves the loop with a tile of the line.
--- @param loop text  Name of the loop.
--- @param turns_back boolean = false  True if the line may turn back at once.
--- @source Common in expansions that begin with a river.

local function opposite(side)
    return (side + side_count() // 2) % side_count()
end

-- Returns the open end of the line: a table with the cell to continue on, the side that leads there, and the side by
-- which the line comes in, if there is one. Returns nil if the line is closed, and an empty table if there is no line.
local function open_end()
    for _, line in features(param.on, "open") do
        local open = line:open_ends()[1]
        if open then
            local sides = open.segment:sides()
            return { cell = open.cell, side = open.side, came = if sides[1] == open.side then sides[2] else sides[1] }
        end
    end
    return if #features(param.on) == 0 then {} else nil
end

-- True if a tile at a place continues the open end of the line and, unless it is the mouth, leaves an existing cell to
-- continue on. The cell is free because the tile fits: only tiles of the line show its edge.
local function goes_on(open, name, at, turn)
    if not open or open.cell and open.cell ~= at then return false end
    for i, shown in kind(name):edges(turn) do
        local out = i - 1
        if shown ~= param.edge or open.side and out == opposite(open.side) then continue end
        if out == open.came and not param.turns_back then return false end
        if not at:beside(out):exists() then return false end
    end
    return true
end

local function fits_somewhere(name)
    local open = open_end()
    if not open then return false end
    if open.cell then
        for _, turn in fits(name, open.cell) do
            if goes_on(open, name, open.cell, turn) then return true end
        end
        return false
    end
    for _, at in placements(name) do
        if goes_on(open, name, at.cell, at.turn) then return true end
    end
    return false
end

local function next_tile()
    for _, bag in { param.first, param.from, param.last } do
        while bag_size(bag) > 0 do
            local name = draw(bag)
            if fits_somewhere(name) then return name end
            put_back(param.out, name)
        end
    end
    return nil
end

step(param.step, { bags = { param.first, param.from, param.last } }, function()
    local name = next_tile()
    if not name then return end
    in_play(name)
    leave(param.loop)
end)

offer("place", { terrain = param.on }, function(options)
    local name = kind_in_play()
    if not name or kind(name):sides_with(param.on) == 0 then return end
    local open = open_end()
    if open and open.cell then options:only_at({ open.cell }) end
    for _, at in options:placements() do
        if not goes_on(open, name, at.cell, at.turn) then options:remove(at) end
    end
end)
