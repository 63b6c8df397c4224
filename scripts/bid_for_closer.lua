--- The seat that draws or holds a tile that alone can finish an open feature may have to sell it. The tile is for sale
--- if it can finish the feature now, and if no other tile in the bag or in any hand can. Each other seat bids once, in
--- turn order, and must exceed the highest bid: `bid:n` with at most its score, `bid:NAME:n` with something counted
--- that it has, or `no`. The highest bidder pays the bid to the seat with the tile, and takes the remainder of the
--- turn.
--- @param step text = "bid"  Step between drawing and placing.
--- @param on terrain[]  Terrains of the features.
--- @param from bag  Bag from which other tiles could come.
--- @param book book  Book for the payments.
--- @param goods counter[] = []  Counters of seats that can be bid instead of points, one of them at a time.
--- @param good_worth integer = 2  Worth of one of those when bids are compared; a point is worth 1.
--- @source A variant in which a lucky draw is shared: points are money.

-- Returns the kinds of tile that are still to be played, each once.
local function other_kinds()
    local found = bag_kinds(param.from)
    for _, seat in seats() do
        for _, held in hand(seat) do
            if not table.find(found, held) then table.insert(found, held) end
        end
    end
    return found
end

local function only_closer(name)
    local others = other_kinds()
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

-- Returns the bids of a seat that exceed a given worth.
local function bids_above(highest, seat)
    local bids = {}
    for bid = highest + 1, points(seat) do
        table.insert(bids, { key = "bid:" .. bid, worth = bid })
    end
    for _, good in param.goods do
        local name = string.match(good, "[^:]+$")
        for number = highest // param.good_worth + 1, counter(good, seat) do
            local key = "bid:" .. name .. ":" .. number
            table.insert(bids, { key = key, worth = number * param.good_worth, good = good, number = number })
        end
    end
    return bids
end

step(param.step, function(seat)
    local name = kind_in_play()
    if not name or not only_closer(name) then return end
    local highest, buyer = nil, nil
    for _, other in seats(seat) do
        local bids = if other == seat then {} else bids_above(if highest then highest.worth else 0, other)
        local bid = if #bids > 0 then ask(other, param.step, bids, { none = "no" }) else nil
        if bid then
            highest, buyer = bid, other
        end
    end
    if not buyer then return end
    if highest.good then
        pay(highest.good, buyer, seat, highest.number)
    else
        pay_sheet(nil, { book = param.book }, function(sheet)
            sheet:for_seat(buyer, "bid", highest.worth, -1, true)
            sheet:for_seat(seat, "bid", highest.worth, 1, true)
        end)
    end
    hand_over(buyer)
end)
