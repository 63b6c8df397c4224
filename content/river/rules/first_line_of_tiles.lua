--- Before all other tiles a line of tiles is laid, from its source to its mouth.
--- Each tile goes where the line is open. The tiles come out of a bag at random, the mouth comes last.
--- The line must not turn back at once, nor end at a tile or at the edge of the board before the mouth is laid: a tile
--- that can only be laid so goes out of the game, and another one is drawn.
--- A step is needed, the first one of a loop that goes once through whatever draws or chooses other tiles.
--- @param on terrain  The terrain of the line: one segment with one or two sides on each tile.
--- @param edge text  The type of edge that the line shows.
--- @param first bag  The tile of the source, if it does not lie there at the start.
--- @param from bag  The tiles of the line.
--- @param last bag  The tile of the mouth.
--- @param out bag  Where tiles go that fit nowhere.
--- @param step text  The first step of the loop: it leaves the loop with a tile of the line.
--- @param loop text  The loop.
--- @param turns_back boolean = false  The line may turn back at once.
--- @source Common in expansions that begin with a river.

local function opposite(side)
    return (side + side_count() // 2) % side_count()
end

-- Where the line is open: a table with the cell to go on to, the side that leads there, and the side by which the line
-- comes in, if there is one; nothing where it is closed. Before there is a line: an empty table.
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

-- Whether a tile laid there is where the line is open, and leaves it a cell to go on to unless it is the mouth. That
-- this cell is free follows from fitting: no tile but one of the line shows its edge.
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
