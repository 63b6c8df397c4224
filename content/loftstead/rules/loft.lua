--- Gives points at the end for the view of a hill from above: houses of a quarter by their height, gardens in the sun, and cells below towers.
--- @param house terrain  Terrain of the houses that form quarters.
--- @param quarter integer = 3  Number of houses that a quarter needs to count.
--- @param garden terrain  Terrain of the gardens.
--- @param sun integer = 2  Points for a garden without a higher neighbour.
--- @param tower terrain  Terrain of the towers.
--- @param view integer = 1  Points for each built cell next to a tower that is lower; with 0, towers are worth nothing.
--- @source Invented for this pack.

-- Returns the heights of the cells next to a place.
local function beside(place)
    local heights = {}
    for _, cell in place:neighbours() do table.insert(heights, cell:height()) end
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
        if math.max(table.unpack(beside(place))) <= place:height() then sunny = sunny + 1 end
    end
    sheet:per("sunny_garden", sunny, param.sun)
end)

if param.view > 0 then
    score(param.tower, { share = "owner", when = "final" }, function(sheet, towers)
        local seen = 0
        for _, segment in towers:segments() do
            local place = segment:cell()
            for _, height in beside(place) do
                if height > 0 and height < place:height() then seen = seen + 1 end
            end
        end
        sheet:per("lower_cell", seen, param.view)
    end)
end
