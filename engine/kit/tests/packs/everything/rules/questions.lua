--- Questions of every kind: in steps, reactions, replacements, choices; loops, extra parts, chance.
--- @source Invented for this pack.

local names = require("tables")

step("lots", function(seat)
    note("lots of seat", seat)
    set_counter("gold", 5 + chance("purse", 4), seat)
    if ask(seat, "side", { "light", "dark" }, { secret = true }) == "dark" then pay("gold", seat, nil, 1) end
end)

-- A flight is a separate turn part: the step without the loop around it.
local function end_journey()
    if part_reason() == "flight" then leave() else leave("journey") end
end

-- Several questions in one step of a loop that a reaction leaves.
step("go_on", function(seat)
    local way = ask(seat, "way", names.ways, { none = names.wait })
    if way == nil or way == names.wait then
        end_journey()
        return
    end
    local far = ask(seat, "far", { 1, 2, 3 }, { auto = true })
    count("laps", far, seat)
    wait()
    local other = (seat + 1) % seat_count()
    if way == "west" and other ~= seat then
        local answer = ask(other, "toll", { { key = "waive" }, { key = "ask" } })
        if answer.key == "ask" and counter("gold", seat) > 0 then pay("gold", seat, other, 1) end
    end
    if way == "south" then
        count("noise", roll("luck", seat) == "wheel" and 3 or 1)
        award(seat, 1, "journey", nil, "south")
    end
end)

on("counted", function(ev)
    if ev.counter == "laps" and counter("laps", ev.seat) >= 5 then
        set_counter("laps", 0, ev.seat)
        end_journey()
    end
end)

-- Amends a question of a script: one way is removed, one is added, and choosing that asks another question.
offer("way", function(options, seat)
    if counter("lane", seat) % 2 == 1 and options:has("east") then options:remove("east") end
    if counter("gold", seat) > 2 and options:count() < 5 then options:add("fly", "fly", cell(0, 0)) end
end)
chosen("fly", function(seat)
    pay("gold", seat, nil, 2)
    local height = ask(seat, "height", { "low", "high" })
    if height == "high" then schedule(seat, { "go_on" }, "now", { reason = "flight" }) end
    end_journey()
end)

-- Adds options with targets on the board to a built-in step.
offer("deploy", function(options, seat)
    local walkers = {}
    for _, figure in figures_on_board(seat, "walker") do
        if figure:on_board() and figure:zone() == nil and not options:has({ "recall:", figure }) then
            table.insert(walkers, figure)
        end
    end
    options:add_each("recall:", "recall", walkers)
    options:add_figures("fetch:", "recall", seat, "giant")
    options:add_claiming_figures("free:", "recall", seat, "path", walkers[1])
    if #options:keys() > 9 then options:remove("pass") end
end)
chosen("recall", function(seat, figure)
    local segment = figure:segment()
    take_home(figure)
    wait()
    local where = ask(seat, "instead", { "hut", "field", "nowhere" })
    if where == "hut" and #zone_figures("huts", nil, seat) < 2 and supply("walker", seat) > 0 then
        deploy("walker", seat, "huts", 1 + chance("hut", 3))
    elseif where == "field" and segment ~= nil and supply("giant", seat) > 0 and not segment:feature():claimed() then
        deploy("giant", seat, segment)
    end
end)

-- A replacement that asks, declines some awards, and gives the others in another way.
replace("award", { asks = true }, function(ev)
    if ev.book ~= "journey" then return false end
    local lane = ask(ev.seat, "lane", { "left", "right", "take" })
    if lane == "take" then return false end
    count("lane", lane == "left" and 1 or 2, ev.seat)
    award(ev.seat, ev.points + 1, "gift")
end)
replace("count", function(ev)
    if ev.counter == "noise" and counter("noise") > 900000 then return true end
    return false
end)

-- An extra part in the middle of scoring, once in a turn, and a question when it is over.
on("scored", function(ev)
    if not finishing() and counter("seen", turn_number()) == 0 and bag_size("tiles") > 2 then
        set_counter("seen", 1, turn_number())
        schedule(active_seat(), "extra", "now", { reason = "extra" })
    end
end)
on("part_ended", { reason = "extra", asks = true }, function(ev)
    if ask(ev.seat, "thanks", { "yes", "no" }) == "yes" then award(ev.seat, 1, "extra") end
    wait()
    if ask(ev.seat, "again", { "more", "less" }) == "more" then
        schedule(ev.seat, { "look" }, "after", { reason = "again", rank = 3 })
        schedule(ev.seat, { "more" }, "after", { reason = "again", rank = 1 })
    end
end)
on("completed", { terrain = "town", asks = true }, function(ev)
    local seat = active_seat()
    -- A tile that has been covered or taken up in the meantime has no feature.
    if ev.feature == nil then return end
    local _, goal = ask(seat, "haunt", { { key = "at:", each = ev.feature:segments() } }, { none = true })
    if goal ~= nil then move_token("ghost", goal) else move_token("ghost", nil) end
    set_counter("wear", ev.feature:tiles(), ev.feature)
end)
-- Removes one of many placements.
restrict("place", { beside_same = true }, function(kind, cell, turn, seat)
    if cell:y() == 2 and turn == 1 then return false, "second_row" end
end)

offer("place", { terrain = "path" }, function(options)
    local places = options:placements()
    if #places > 20 then options:remove(places[#places]) end
    if #places > 40 then options:only_at({ places[1].cell, places[2].cell }) end
end)
on("placed", { tag = "post" }, function(ev) count("gold", 1, ev.seat) end)
on("placed", { seat_has = "walker", counters = { "gold" } }, function() count("noise", 1) end)
on("deployed", { moved = true }, function() count("noise", 1) end)

-- Letters: drawn, read, put back; some place a tile or end the game early.
step("post", function(seat)
    if placed_tile() == nil or placed_tile():tag("post") == 0 then return end
    local letter = draw("letters", { seat = seat, as = "post", secret = true })
    if letter == nil then return end
    count("noise", kind(letter):tag("post"))
    if ask(seat, "reply", { "write", "keep" }, { secret = true }) == "write" then
        put_back("letters", letter)
        if bag_size("letters", "short") > 0 then take_out("letters", "short") end
        shuffle("letters")
    elseif letter == "sealed" and count_features({ of = { "path" }, which = "unfinished" }) > 0 and bag_size("tiles", "cap") > 0 then
        for _, at in features("path", "unfinished") do
            local spot = at:cell():beside(0)
            local turns = if spot:exists() and spot:tile() == nil then fits("cap", spot) else {}
            if #turns > 0 then
                take_out("tiles", "cap")
                place_tile("cap", spot, turns[1])
                break
            end
        end
    end
    for _, figure in zone_figures("huts", 1, seat) do
        if figure:slot() == 1 then move(figure, "huts", 2) end
    end
    if counter("noise") > 60 and #bag_kinds("tiles") < 3 then end_game({ result = "calm", reason = "noise" }) end
    if in_game(3 % seat_count()) and turn_number() > 30 and seat_count() == 4 then retire(3, "tired") end
end)
