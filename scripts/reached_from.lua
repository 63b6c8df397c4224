--- Finds the features and cells that are reached along ways from their starts, and allows tiles only where such a way continues. Other modules can query the features that are reached, and the distance of other cells.
--- @param on terrain[]  Terrains of the ways.
--- @param from tag  Tag of tiles or their parts where ways begin.
--- @param touching boolean = false  True if a way continues where ways touch on a tile, as at a crossing or from one terrain to another.
--- @param place boolean = true  True if a tile may be placed only where one of its ways joins a way that is reached.
--- @source Common in games of tunnels, roads and pipes.

local function is_way(terrain)
    return table.find(param.on, terrain) ~= nil
end

local function begins(segment)
    return segment:tag(param.from) > 0 or segment:tile():tag(param.from) > 0
end

-- True if ways lead to a feature. Ways have no direction, so the search starts at the feature.
local function is_reached(feature)
    if not param.touching then return feature:tiles_with(param.from) > 0 end
    for _, segment in feature:first():reach({ terrains = param.on, touching = true }) do
        if begins(segment) then return true end
    end
    return false
end

-- Returns all features that are reached.
local function reached()
    local found = {}
    for _, terrain in param.on do
        for _, feature in features(terrain) do
            if is_reached(feature) then table.insert(found, feature) end
        end
    end
    return found
end

-- Returns the free cells into which ways lead, each once.
local function cells()
    local found, seen = {}, {}
    for _, feature in reached() do
        for _, open in feature:open_ends() do
            local key = open.cell:key()
            if not seen[key] then
                seen[key] = true
                table.insert(found, open.cell)
            end
        end
    end
    return found
end

-- True if a way leads into a cell, free or not, from an adjacent cell.
local function enters(cell)
    for side = 0, side_count() - 1 do
        local beside = cell:beside(side)
        local tile, back = beside:tile(), (side + side_count() // 2) % side_count()
        for _, segment in if tile then tile:segments() else {} do
            if segment:cell() == beside and is_way(segment:terrain()) and table.find(segment:sides(), back)
                and is_reached(segment:feature()) then
                return true
            end
        end
    end
    return false
end

-- Returns the minimum number of tiles missing on the way to a cell: 0 if a way leads into it, nil if none can.
local function missing(cell)
    if enters(cell) then return 0 end
    local seen, now, count = {}, cells(), 1
    for _, at in now do seen[at:key()] = true end
    while #now > 0 do
        local after = {}
        for _, at in now do
            for _, beside in at:neighbours() do
                if beside == cell then return count end
                if beside:tile() == nil and not seen[beside:key()] then
                    seen[beside:key()] = true
                    table.insert(after, beside)
                end
            end
        end
        now, count = after, count + 1
    end
    return nil
end

if param.place then
    restrict("place", function(kind, cell, turn)
        for _, feature in if_placed(kind, cell, turn).features do
            for _, joined in if is_way(feature.terrain) then feature.joins else {} do
                if is_reached(joined) then return true end
            end
        end
        return false, "not_reached"
    end)
end

-- True if a tile can be placed somewhere so that it continues a way.
local function goes_on(kind)
    for _, cell in cells() do
        if #fits(kind, cell) > 0 then return true end
    end
    return false
end

return { is_reached = is_reached, reached = reached, cells = cells, enters = enters, missing = missing, goes_on = goes_on }
