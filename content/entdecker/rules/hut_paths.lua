--- Figures walk along paths off the board, each to a hut that may hold a token. A figure takes the free slot nearest
--- the hut. On a dot, its owner draws a token, looks at it and puts it into the empty hut; on an eye, its owner looks
--- at the token there. At the end the seat with the most figures on a path gets its token; among tied seats, the
--- nearest figure decides. Needs the module `reserve` before it. For modules after this one; its step is for the end.
--- Questions: `jungle`, with `path:1` and so on.
--- @param step text = "jungle"  Step at the end.
--- @param figure figure_kind  Figure that walks along paths.
--- @param zones zone[]  Paths in the order of their numbers; slot 1 is nearest the hut.
--- @param dot tag  Tag of slots where the owner draws a token.
--- @param eye tag  Tag of slots where the owner looks at the token.
--- @param tokens bag  Bag with the tokens.
--- @param points tag  Tag of tokens; its number is the worth of the token.
--- @param hut counter  Secret keyed counter for the worth of the token in a hut, by path.
--- @param filled counter  Keyed counter, by path: 1 if a hut holds a token.
--- @param seen counter  Secret counter for the token that a seat saw in a hut, by seat and path.
--- @param looked counter  Counter by seat and path: 1 if the seat has looked into the hut.
--- @param numbered boolean = false  True if some figures count double.
--- @param number counter?  Keyed counter for the number of a figure, by figure.
--- @param top counter?  Secret counter by seat and number: 1 if the number counts double.
--- @param book book  Book for the points.
--- @source Side tracks on which scored figures continue to count.

local reserve = require("reserve")
local paths = {}

-- Returns the free slot of a path that is nearest the hut.
local function free(path)
    for slot = 1, zone_slots(param.zones[path]) do
        if #zone_figures(param.zones[path], slot) == 0 then return slot end
    end
    return nil
end

local function look(seat, path)
    set_counter(param.seen, counter(param.hut, path), { seat, path })
    set_counter(param.looked, 1, { seat, path })
end

-- Applies the effect of a slot that a seat's figure has reached.
local function arrive(seat, path, slot)
    local zone = param.zones[path]
    if zone_tag(zone, slot, param.dot) > 0 and counter(param.filled, path) == 0 then
        local token = draw(param.tokens, { seat = seat, secret = true })
        if token then
            set_counter(param.hut, kind(token):tag(param.points), path)
            set_counter(param.filled, 1, path)
            look(seat, path)
        end
    end
    if zone_tag(zone, slot, param.eye) > 0 and counter(param.filled, path) > 0 then look(seat, path) end
end

-- Asks a seat to choose a path; returns nil if all are full, or if the choice is optional and the seat declines.
function paths.choose(seat, optional)
    local open = {}
    for path in param.zones do
        if free(path) then table.insert(open, { key = "path:" .. path, path = path }) end
    end
    if #open == 0 then return nil end
    local chosen = ask(seat, "jungle", open, { none = optional })
    return chosen and chosen.path
end

-- Sends a figure from the supply.
function paths.send(seat, path)
    reserve.ready(seat)
    local slot = free(path)
    reserve.put(seat, param.zones[path], slot)
    arrive(seat, path, slot)
end

-- Sends one of several figures that are elsewhere.
function paths.move(seat, path, figures)
    local figure = reserve.pick(seat, figures)
    local slot = free(path)
    move(figure, param.zones[path], slot)
    arrive(seat, path, slot)
    return figure
end

local function weight(figure)
    local double = param.numbered and counter(param.top, { figure:owner(), counter(param.number, figure) }) > 0
    return if double then 2 else 1
end

step(param.step, function()
    for path, zone in param.zones do
        local most, nearest, winner = 0, 0, nil
        for _, seat in seats() do
            local sum, first = 0, zone_slots(zone) + 1
            for _, figure in zone_figures(zone, nil, seat) do
                sum = sum + weight(figure)
                first = math.min(first, figure:slot())
            end
            if sum > most or sum == most and sum > 0 and first < nearest then
                most, nearest, winner = sum, first, seat
            end
        end
        local worth = counter(param.hut, path)
        if winner and worth > 0 then
            pay_sheet(nil, { book = param.book, share = "each" }, function(sheet)
                sheet:claim_seat(winner)
                sheet:per("token", 1, worth)
            end)
        end
    end
end)

return paths
