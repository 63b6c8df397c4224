--- Changes beyond figures: sheets that rules pay, hands, seats, the board, dealt piles.
--- @source Invented for this pack.

local function count_all(list)
    local sum = 0
    for _, one in list do sum = sum + #one end
    return sum
end

-- Figures are at joints for a while, and the tiles and segments there are read.
local function between(seat, at)
    local sum, here = 0, at:corner(turn_number() % 4)
    for _, joint in { here, at:seam(turn_number() % 4) } do
        sum = sum + #joint:cells_there() + #joint:tiles_there() + #joint:segments_there("path") + #joint:key()
        for _, other in joint:adjoining() do
            sum = sum + #other:figures_there() + if other:exists() then 1 else 0
        end
    end
    if not here:is_corner() or #at:corners() ~= #at:seams() then sum = sum + 1000 end
    for _, figure in figures_on_board(seat) do
        local joint = figure:stands_at()
        if joint ~= nil and joint:is_corner() then
            for _, seam in joint:adjoining() do
                if seam:exists() then
                    move(figure, seam)
                    break
                end
            end
        elseif joint ~= nil then
            take_home(figure, { reason = "walked" })
        end
    end
    if supply("walker", seat) > 3 then deploy("walker", seat, here) end
    return sum
end

step("more", function(seat)
    local noise = side_count() + #completed_features() + #rim() + #rim("open") + count_all(ranking())
    for _, place in rim() do noise = noise + place.cell:y() % 2 + #place.name + #place.edge end
    local bounds, size = board_bounds(), extent()
    noise = noise + bounds.east - bounds.west + size.width + zone_slots("huts") + zone_tag("huts", 1, "inn")
    if part_reason() == "again" then noise = noise + 1 end
    local tile = placed_tile()
    if tile ~= nil then
        noise = noise + between(seat, tile:cell())
        -- A path is placed over the new tile, if there is room.
        local places = part_places(tile, "path")
        noise = noise + #places + #fits_if_replaced(tile, tile:kind()) + #tile:cell():around() + #tile:cell():neighbours()
        noise = noise + #(kind(tile:kind()):with_part("path", { 0, 2 }) or "")
        if turn_number() % 3 == 1 and #places > 0 and tile:kind() ~= "wall" then
            local plank = add_part(tile, "path", places[1], { part = "plank", reason = "wind" })
            noise = noise + plank:tag("inn")
        end
        noise = noise + kind(tile:kind()):sides_with("path") + #kind(tile:kind()):edges(0) + #(tile:cell():edge(0) or "")
        for turn in kind(tile:kind()):turns() do
            noise = noise + #kind(tile:kind()):cells(turn - 1) + #kind(tile:kind()):segments(turn - 1)
        end
        for _, segment in tile:segments("path") do
            noise = noise + #segment:name() + #segment:sides()
            for _, port in segment:ports() do
                local met, way = segment:meets(port.side, port.number), segment:way(port.side, port.number)
                if met ~= nil then noise = noise + #met:ports() + #way end
            end
            local ways = segment:routes(tile:segments("path"), {
                touching = true,
                price = function(other)
                    if other:feature():claimed() then return other:feature():holders()[1] or "bank", 1 end
                    return nil
                end,
            })
            for _, way in ways do noise = noise + way.total + #way.key end
            if #bag_kinds("tiles") > 0 and could_complete(bag_kinds("tiles")[1], segment:feature()) then noise = noise + 1 end
        end
    end
    for _, name in bag_kinds("tiles") do
        noise = noise + #placements(name) + #placements_at(name, cell(0, 1))
    end
    -- A separate board for each seat, and a shelf with tiles to choose from.
    noise = noise + #slots("stall", "filled") + #zone_of("stall", seat) + #slots(zone_of("stall", 0))
    local yard = cell(0, 0, "yard", seat)
    noise = noise + #yard:plane() + yard:owner() + #free_cells("yard")
    if turn_number() % 3 == 0 then noise = noise + fill_slots("shelf", "tiles") end
    for _, place in slots("shelf", "filled") do
        noise = noise + place:number() + #place:zone() + #place:key() + #place:kind()
    end
    if slot("shelf", 1):kind() ~= nil and turn_number() % 4 == 0 then
        local taken = ask(seat, "shelf", slots("shelf", "filled"))
        local kind = from_slot("shelf", taken:number())
        if turn_number() % 8 == 0 then put_back("tiles", kind) else to_slot("shelf", taken:number(), kind) end
    end
    count("noise", noise)
    count("met", 1, { seat, turn_number() % 3 })
end)

-- A sheet that scores a feature for its holders as at the end, and a free sheet; a separate round.
on("round_ended", { asks = true }, function(ev)
    if part_reason() ~= nil or finishing() then return end
    local mine = {}
    for _, road in features("path", "claimed") do
        if road:holds(ev.seat) then table.insert(mine, road) end
    end
    if #mine > 1 and ask(ev.seat, "show", { "one", "none" }) == "one" then
        pay_sheet(mine[1], { seat = ev.seat, final = true, book = "sum", bonuses = false })
        pay_sheet(nil, { book = "sum", share = "each" }, function(sheet)
            sheet:claim_seat(ev.seat)
            sheet:per("road", #mine, 1)
        end)
        wait()
        raise("shown", { seat = ev.seat, feature = mine[1], amount = #mine })
    end
end)
on("raised", { reason = "shown" }, function(ev) count("noise", ev.amount + 1) end)

-- Once per game: piles are dealt, one is looked through; a tile from a hand is placed where a seat chooses.
step("shut", function(seat)
    -- A wall is turned, moved away, replaced, put back, or covered by fog and seen again.
    for _, tile in tiles_on_board() do
        if tile:face_down() then
            local at, kind = tile:cell(), tile:hidden_kind()
            if not tile:known_by(seat) then count("noise", #look_under(seat, tile)) end
            local turns = fits_if_turned_up(tile)
            if #turns > 0 then
                turn_up(tile, turns[1], { reason = "wind" })
                count("noise", if at:tile():kind() == kind then 1 else 0)
            else
                take_up(tile, { bag = "tiles" })
            end
        end
    end
    local wall = nil
    for _, tile in tiles_on_board() do
        if tile:kind() == "wall" then wall = tile end
    end
    if wall ~= nil then
        for _, turn in fits_if_moved(wall, wall:cell()) do
            if turn ~= wall:turn() then move_tile(wall, wall:cell(), turn, { reason = "wind" }) end
        end
        if turn_number() % 4 == 0 then
            turn_down(wall, { known_to = { seat }, reason = "wind" })
        elseif turn_number() % 4 == 1 then
            replace_tile(wall, "wall", wall:turn(), { hand = seat })
            from_hand(seat, "wall")
        elseif turn_number() % 4 == 3 then
            take_up(wall, { bag = "tiles", seat = seat, reason = "wind" })
        end
        count("noise", wall:on_board() and 1 or 2)
        if wall:on_board() then
            local below = wall:cell()
            place_tile("wall", below, wall:turn(), { over = true, reason = "wind" })
            local above = below:tile()
            count("noise", above:level() + below:height() + #below:pile() + #above:tiles_under())
            if wall:covered() then take_up(above) end
        end
    end
    if turn_number() % 9 == 8 then
        local shouts = ask_all("shout", { 1, 2 }, { seats = { seat } })
        count("noise", shouts[seat])
    end
    if bag_size("read") > 5 then deal("read", { left = 3, right = 2 }) end
    if turn_number() % 6 == 5 then count("noise", pour("right", "left", { "note" })) end
    if turn_number() % 4 == 3 then
        local note = draw("pouch")
        if note then put_back(bag_of("pouch", (seat + 1) % seat_count()), note) end
    end
    count("noise", #bag_order("left"))
    if turn_number() % 5 == 2 and bag_size("tiles", "cap") > 0 then
        take_out("tiles", "cap")
        to_hand(seat, "cap")
        if hand(seat)[1] ~= nil then
            from_hand(seat, "cap")
            local cells = {}
            for _, place in placements("cap") do
                if not table.find(cells, place.cell) then table.insert(cells, place.cell) end
            end
            local at = ask_place(seat, "cap", cells, "plant")
            if at ~= nil then
                in_play("cap")
                begin_round(seat)
                place_tile("cap", at.cell, at.turn, { reason = "plant" })
                in_play(nil)
                end_round(seat)
            end
        end
    end
    if turn_number() == 3 then grow_board("east", 2) end
    if turn_number() == 4 then resize(cell(-9, -9), cell(11, 10)) end
    if turn_number() % 7 == 6 then
        local other = tonumber(roll("who"))
        if ask(seat, "pass_on", { "hand", "keep" }) == "hand" then hand_over(other) end
        begin_with(other)
    end
end)

on("placed", { reason = "plant" }, function(ev) count("noise", if ev.reason == "plant" and ev.tile then 1 else 0) end)
