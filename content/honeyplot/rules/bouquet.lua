--- At the end, a seat gets points for the number of different flowers directly next to the hive of its garden.
--- @param plane plane  Plane that every seat has; the hive is on its cell 0,0.
--- @param flowers terrain[]  Terrains of the flowers that count.
--- @param points integer[]  Points for one flower, for two, and so on.
--- @param book book  Book for the points.
--- @param step text = "bouquet"  Step at the end.
--- @source Invented for this pack.

local function grows(hive, flower)
    for _, cell in hive:neighbours() do
        local tile = cell:tile()
        if tile and #tile:segments(flower) > 0 then return true end
    end
    return false
end

step(param.step, function(seat)
    local hive, different = cell(0, 0, param.plane, seat), 0
    for _, flower in param.flowers do
        if grows(hive, flower) then different = different + 1 end
    end
    local worth = param.points[different]
    if worth and worth > 0 then award(seat, worth, param.book) end
end)
