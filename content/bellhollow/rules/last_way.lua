--- The last way must stay open: while only one way leads on, a tile may be placed there only if it continues the way or reaches a hollow.
--- @param tunnel terrain  Terrain of the tunnels.
--- @source Invented for this pack.

local ways = require("reached_from")

local function is_beside_hollow(cell)
    for _, beside in cell:neighbours() do
        local tile = beside:tile()
        if tile and tile:face_down() then return true end
    end
    return false
end

restrict("place", function(kind, cell, turn)
    for _, open in ways.cells() do
        if open ~= cell then return true end
    end
    if is_beside_hollow(cell) then return true end
    for _, feature in if_placed(kind, cell, turn).features do
        if feature.terrain == param.tunnel and feature.open_sides > 0 then
            for _, joined in feature.joins do
                if ways.is_reached(joined) then return true end
            end
        end
    end
    return false, "last_way"
end)
