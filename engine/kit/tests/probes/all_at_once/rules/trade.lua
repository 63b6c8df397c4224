--- Players bid secretly for the order in which they take a tile for their own board; then all bids are shown.
score("reef", { share = "owner", among = "finished" }, function(sheet, reef)
    sheet:per("tile", reef:tiles(), 2)
end)

step("stock", function()
    fill_slots("market", "tiles")
end)

step("trade", function(seat)
    local bids = ask_all("bid", function(who)
        local sums = {}
        for sum = 0, math.min(3, counter("coins", who)) do table.insert(sums, sum) end
        return sums
    end)
    local order = {}
    for number = 0, seat_count() - 1 do
        local who = (seat + number) % seat_count()
        set_counter("bid", bids[who], who)
        count("coins", -bids[who], who)
        local at = #order + 1
        while at > 1 and bids[order[at - 1]] < bids[who] do at = at - 1 end
        table.insert(order, at, who)
    end
    for _, who in order do
        local lie = slots("market", "filled")
        if #lie == 0 then return end
        local kind = from_slot("market", ask(who, "take", lie):number())
        local cells = free_cells("bay", who)
        local at = ask_place(who, kind, cells)
        if at then place_tile(kind, at.cell, at.turn, { seat = who }) else put_back("tiles", kind) end
        if not at then end_game() end
    end
end)
