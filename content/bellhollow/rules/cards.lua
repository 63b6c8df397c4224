--- In its turn, a seat digs with a tile from its hand, uses a card, or puts one away. Without a tool it cannot dig.
--- @param tools counter[]  Counters for the tools that each seat needs to dig: 1 if whole, 0 if broken.
--- @param breaks tag[]  For each tool, the tag of cards that break it.
--- @param mends tag[]  For each tool, the tag of cards that mend it.
--- @param falls tag  Tag of cards that take up a tile.
--- @param listens tag  Tag of cards that reveal a hollow to their seat.
--- @param fixed tag[]  Tag of tiles or their parts that are safe from falling rocks.
--- @param spent bag  Bag for used cards and for tiles that are taken up.
--- @param dropped bag  Bag for cards and tiles that are put away unseen.
--- @param step text = "act"  Step before placing.
--- @source Invented for this pack.

local hollows, ways = require("hollows"), require("reached_from")

local function can_dig(seat)
    for _, tool in param.tools do
        if counter(tool, seat) == 0 then return false end
    end
    return true
end

-- Returns the tools of other seats that a card breaks, or the tools of any seat that it mends.
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

-- Returns the possible targets of a card, and the name of the question.
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

-- Returns the kinds of tiles and cards in a hand, each once.
local function different(held)
    local kinds = {}
    for _, each in held do
        if not table.find(kinds, each) then table.insert(kinds, each) end
    end
    return kinds
end

local function action(does, held)
    return { key = does .. ":" .. held, target = kind(held), kind = held, does = does }
end

step(param.step, function(seat)
    local options, held = {}, different(hand(seat))
    for _, each in held do
        local is_card = #kind(each):cells(0) == 0
        if is_card and #targets(each, seat) > 0 then
            table.insert(options, action("use", each))
        elseif not is_card and can_dig(seat) and ways.goes_on(each) then
            table.insert(options, action("dig", each))
        end
    end
    for _, each in held do table.insert(options, action("drop", each)) end
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
