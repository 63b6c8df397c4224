--- What can be reached along ways from where these begin, and that tiles are placed only where such a way goes on. Other modules ask what is reached, and how far it is from there.
--- @param on terrain[]  What the ways are of.
--- @param from tag  On tiles or parts of them: here ways begin.
--- @param touching boolean = false  Whether one goes on where ways touch on a tile, as at a crossing or from one terrain to another.
--- @param place boolean = true  Whether a tile may be placed only where a way of its own joins one that is reached.
--- @source Common in games of tunnels, roads and pipes.

local function is_way(terrain)
    return table.find(param.on, terrain) ~= nil
end

local function begins(segment)
    return segment:tag(param.from) > 0 or segment:tile():tag(param.from) > 0
end

-- Whether ways lead to a feature. Ways lead to and fro, so it is asked where one comes to from there.
local function is_reached(feature)
    if not param.touching then return feature:tiles_with(param.from) > 0 end
    for _, segment in feature:first():reach({ terrains = param.on, touching = true }) do
        if begins(segment) then return true end
    end
    return false
end

-- All features that are reached.
local function reached()
    local found = {}
    for _, terrain in param.on do
        for _, feature in features(terrain) do
            if is_reached(feature) then table.insert(found, feature) end
        end
    end
    return found
end

-- The free cells into which ways lead, each once.
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

-- Whether a way leads into a cell, free or not, from one beside it.
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

-- How many tiles are missing at least on the way to a cell: 0 where one leads into it already, nil where none can.
local function missing(cell)
    if enters(cell) then return 0 end
    local seen, now, count = {}, cells(), 1
    for _, at in now do seen[at:key()] = true end
    while #now > 0 do
        local after = {}
        for _, at in now do
            for side = 0, side_count() - 1 do
                local beside = at:beside(side)
                if beside == cell then return count end
                if beside:exists() and beside:tile() == nil and not seen[beside:key()] then
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

-- Whether a tile can be placed somewhere so that it goes on a way.
local function goes_on(kind)
    for _, cell in cells() do
        if #fits(kind, cell) > 0 then return true end
    end
    return false
end

return { is_reached = is_reached, reached = reached, cells = cells, enters = enters, missing = missing, goes_on = goes_on }
