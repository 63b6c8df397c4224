--- Reads and counts everything, so that a wrong value changes the game.
--- @source Invented for this pack.

local function sides(at)
    local sum = 0
    for side = 0, 3 do
        local there = at:beside(side)
        if there:exists() then sum = sum + 1 + there:x() % 3 + there:y() % 2 end
        if there:tile() ~= nil then sum = sum + 1 + #there:key() end
    end
    return sum
end

local function ways(segment)
    local goals = {}
    for _, tile in tiles_on_board() do
        for _, part in tile:segments("path") do table.insert(goals, part) end
    end
    local sum = #segment:reach({ terrains = { "path" }, without = { "inn" } }) + #segment:reach({ touching = true })
    local price, way = segment:cheapest(goals, function(step) return 1 + step:tag("inn") end, { touching = true })
    if price ~= nil then sum = sum + price + #way end
    sum = sum + #affordable(open_segments("path"), 2, goals, { price = function(step) return step:tag("inn") == 0 end })
    return sum
end

step("look", function(seat)
    local noise = #hand(seat) + #set_aside() + points(seat) + points(seat, "gift") + #counter_keys("seen")
    local tile = placed_tile()
    if tile ~= nil then
        noise = noise + tile:turn() + sides(tile:cell()) + #tile:kind() + tile:cell():known_sides()
        local kind = kind(tile:kind())
        if kind:mirror() ~= nil then noise = noise + #kind:mirror() end
        if kind:is_mirrored() then noise = noise + 1 end
        noise = noise + #free_cells() + #reached_cells("grass") + #enclosed_cells("path") + #tile:cell():ways("path")
        noise = noise + #claiming_figures(seat) + #tile:cell():row(1, 4)
        if tile:cell():side_to(cell(0, 0)) then noise = noise + 1 end
        noise = noise + #deployable(tile, seat) + #deployable(tile, seat, { "giant" })
        for _, segment in tile:segments() do
            noise = noise + #segment:deployable(seat)
            local feature = segment:feature()
            noise = noise + ways(segment) + value(feature) + share_of(feature, seat, true) + #segment:key()
            noise = noise + feature:claim_of(seat) + feature:count_figures(seat) + #feature:tile_list()
            noise = noise + feature:count_beside("town", true) + counter("wear", feature) + #feature:key()
            if feature:holds(seat) and feature:finished() then noise = noise + 1 end
            if feature:same(feature:first():feature()) and feature:terrain() == "path" then noise = noise + 1 end
            if not feature:lies_on(tile) then noise = noise + 1000 end
            for _, open in feature:open_ends() do noise = noise + open.side + sides(open.cell) end
            if #segment:touching() > 1000 or first_seat() > 9 then noise = noise + 1 end
            for _, side in segment:sides() do
                if #segment:across(side) > 1000 then noise = noise + 1 end
            end
            if segment:tile() == tile and segment:cell():tile() == tile then noise = noise + 1 end
            for _, figure in feature:figures(nil, "walker") do
                noise = noise + figure:owner() + #figure:kind() + sides(figure:cell())
                if figure:tile() == tile then noise = noise + 2 end
            end
        end
    end
    if kind_in_play() ~= nil then noise = noise + count_placements(kind_in_play()) end
    for _, name in bag_kinds("tiles") do
        local would = if_placed(name, cell(0, 1), 0)
        if would ~= nil then noise = noise + #would.features + #would.opens + #would.surrounds end
        noise = noise + #kind(name):kind()
    end
    if token("ghost") ~= nil then noise = noise + 1 end
    if option("bonus") > 0 and seats(seat)[1] == seat then noise = noise + 1 end
    count("noise", noise)
end)

step("last", function(seat)
    wait()
    if finishing() and ask(seat, "farewell", { "bow", "wave" }) == "wave" then count("noise", 1) end
end)
