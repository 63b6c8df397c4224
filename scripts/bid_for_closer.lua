--- A tile that alone can finish an open feature may be bought off the seat that has drawn it.
--- It is for sale when it can finish the feature at some place now, and no tile left in the bag can. Each other seat
--- bids once, in turn order: `bid:n`, above the highest bid and at most its score, or `no`. The highest pays its bid
--- to the seat that drew the tile, and takes the rest of the turn.
--- @param step text = "bid"  The step between drawing and placing.
--- @param on terrain[]  The terrains of the features.
--- @param from bag  The bag that other tiles could come from.
--- @param book book  What the payments are booked under.
--- @source A variant in which a lucky draw is shared: points are money.

local function only_closer(name)
    local others = bag_kinds(param.from)
    for _, terrain in param.on do
        for _, feature in features(terrain, "unfinished") do
            if could_complete(name, feature) then
                local rival = false
                for _, other in others do
                    rival = rival or could_complete(other, feature)
                end
                if not rival then return true end
            end
        end
    end
    return false
end

step(param.step, function(seat)
    local name = kind_in_play()
    if not name or not only_closer(name) then return end
    local highest, buyer = 0, nil
    for _, other in seats(seat) do
        if other ~= seat and points(other) > highest then
            local bids = {}
            for bid = highest + 1, points(other) do
                table.insert(bids, { key = "bid:" .. bid, amount = bid })
            end
            local chosen_bid = ask(other, param.step, bids, { none = "no" })
            if chosen_bid then
                highest, buyer = chosen_bid.amount, other
            end
        end
    end
    if buyer then
        pay_sheet(nil, { book = param.book }, function(sheet)
            sheet:for_seat(buyer, "bid", highest, -1, true)
            sheet:for_seat(seat, "bid", highest, 1, true)
        end)
        hand_over(buyer)
    end
end)
