--- Who is on turn digs with a tile of the hand, uses a card of it, or puts one away; whoever lacks a tool cannot dig.
--- @param tools counter[]  What everybody needs to dig: 1 for whole, 0 for broken.
--- @param breaks tag[]  On cards: for each tool what breaks it.
--- @param mends tag[]  On cards: for each tool what mends it.
--- @param falls tag  On cards: one that takes up a tile.
--- @param listens tag  On cards: one that tells what a hollow holds.
--- @param fixed tag[]  On tiles or parts of them: what no rock falls on.
--- @param spent bag  Where used cards go, and tiles that are taken up.
--- @param dropped bag  Where goes what is put away unseen.
--- @param step text = "act"  The step before placing.
--- @source Invented for this pack.

local hollows, ways = require("hollows"), require("reached_from")

local function can_dig(seat)
    for _, tool in param.tools do
        if counter(tool, seat) == 0 then return false end
    end
    return true
end

-- The tools of other seats that a card breaks, or of any that it mends.
local function tools_for(card, seat)
    local found = {}
    for number, tool in param.tools do
        for _, other in seats() do
            local whole = counter(tool, other) > 0
            if whole and other ~= seat and kind(card):tag(param.breaks[number]) > 0
                or not whole and kind(card):tag(param.mends[number]) > 0 then
                table.insert(found, { key = tool .. ":seat" .. other, tool = tool, seat = other, amount = if whole then -1 else 1 })
            end
        end
    end
    return found
end

local function is_fixed(tile)
    for _, tag in param.fixed do
        if tile:tag(tag) > 0 then return true end
        for _, segment in tile:segments() do
            if segment:tag(tag) > 0 then return true end
        end
    end
    return false
end

local function tiles_to_fall()
    local found = {}
    for _, tile in tiles_on_board() do
        if not is_fixed(tile) then table.insert(found, tile) end
    end
    return found
end

-- What a card can be used on, by the name of the question.
local function targets(card, seat)
    if kind(card):tag(param.falls) > 0 then return tiles_to_fall(), "fall" end
    if kind(card):tag(param.listens) > 0 then return hollows.unknown(seat), "listen" end
    return tools_for(card, seat), "tool"
end

local function use(card, seat)
    local things, name = targets(card, seat)
    local target = ask(seat, name, things)
    if name == "fall" then
        take_up(target, { bag = param.spent, reason = "rockfall" })
    elseif name == "listen" then
        look_under(seat, target)
    else
        count(target.tool, target.amount, target.seat)
    end
end

-- The kinds of tiles and cards in a hand, each once.
local function different(held)
    local kinds = {}
    for _, each in held do
        if not table.find(kinds, each) then table.insert(kinds, each) end
    end
    return kinds
end

step(param.step, function(seat)
    local options, held = {}, different(hand(seat))
    for _, each in held do
        local is_card = #kind(each):cells(0) == 0
        if is_card and #targets(each, seat) > 0 then
            table.insert(options, { key = "use:" .. each, kind = each, does = "use" })
        elseif not is_card and can_dig(seat) and ways.goes_on(each) then
            table.insert(options, { key = "dig:" .. each, kind = each, does = "dig" })
        end
    end
    for _, each in held do table.insert(options, { key = "drop:" .. each, kind = each, does = "drop" }) end
    if #options == 0 then return end
    local chosen = ask(seat, "act", options, { secret = true })
    from_hand(seat, chosen.kind)
    if chosen.does == "dig" then
        in_play(chosen.kind)
    elseif chosen.does == "drop" then
        put_back(param.dropped, chosen.kind)
    else
        put_back(param.spent, chosen.kind)
        use(chosen.kind, seat)
    end
end)
