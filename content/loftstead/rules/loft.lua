--- Points at the end for what is seen of one's hill from above: houses of a quarter by their height, gardens in the sun, what towers look down on.
--- @param house terrain  What makes up quarters.
--- @param quarter integer = 3  Houses that a quarter needs to count.
--- @param garden terrain  What wants sun.
--- @param sun integer = 2  Points for a garden beside which nothing is higher.
--- @param tower terrain  What looks down on what is built beside it.
--- @param view integer = 1  Points for each built cell beside a tower that is lower; with 0 towers are worth nothing.
--- @source Invented for this pack.

-- The heights of the cells around a place.
local function around(place)
    local heights = {}
    for side = 0, side_count() - 1 do table.insert(heights, place:beside(side):height()) end
    return heights
end

score(param.house, { share = "owner", when = "final" }, function(sheet, houses)
    local segments, floors = houses:segments(), 0
    if #segments < param.quarter then return end
    for _, segment in segments do floors = floors + segment:cell():height() end
    sheet:per("floor", floors, 1)
end)

score(param.garden, { share = "owner", when = "final" }, function(sheet, gardens)
    local sunny = 0
    for _, segment in gardens:segments() do
        local place = segment:cell()
        if math.max(table.unpack(around(place))) <= place:height() then sunny = sunny + 1 end
    end
    sheet:per("sunny_garden", sunny, param.sun)
end)

if param.view > 0 then
    score(param.tower, { share = "owner", when = "final" }, function(sheet, towers)
        local seen = 0
        for _, segment in towers:segments() do
            local place = segment:cell()
            for _, height in around(place) do
                if height > 0 and height < place:height() then seen = seen + 1 end
            end
        end
        sheet:per("lower_cell", seen, param.view)
    end)
end
