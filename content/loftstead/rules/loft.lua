--- Points at the end for what is seen of one's hill from above: houses of the best quarter by their height, gardens in the sun, what towers look down on.
--- @param house terrain  What makes up quarters.
--- @param garden terrain  What wants sun.
--- @param tower terrain  What looks down on what is built beside it.
--- @param sun integer = 2  Points for a garden beside which nothing is higher.
--- @param view integer = 1  Points for each built cell beside a tower that is lower.
--- @source Invented for this pack.

-- The heights of the cells around a place.
local function around(place)
    local heights = {}
    for side = 0, side_count() - 1 do table.insert(heights, place:beside(side):height()) end
    return heights
end

local function each_cell(seat, terrain, run)
    for _, feature in features(terrain) do
        if feature:cell():owner() == seat then
            for _, segment in feature:segments() do run(segment:cell()) end
        end
    end
end

step("houses", function(seat)
    local best = 0
    for _, quarter in features(param.house) do
        if quarter:cell():owner() == seat then
            local worth = 0
            for _, segment in quarter:segments() do worth = worth + segment:cell():height() end
            best = math.max(best, worth)
        end
    end
    if best > 0 then award(seat, best, "houses") end
end)

step("gardens", function(seat)
    local sunny = 0
    each_cell(seat, param.garden, function(place)
        if math.max(table.unpack(around(place))) <= place:height() then sunny = sunny + 1 end
    end)
    if sunny > 0 then award(seat, sunny * param.sun, "gardens") end
end)

step("towers", function(seat)
    local seen = 0
    each_cell(seat, param.tower, function(place)
        for _, height in around(place) do
            if height > 0 and height < place:height() then seen = seen + 1 end
        end
    end)
    if seen > 0 then award(seat, seen * param.view, "towers") end
end)
