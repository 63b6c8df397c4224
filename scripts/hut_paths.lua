--- Figures walk along paths off the board, each to a hut that may hold a token. A figure takes the free space nearest
--- the hut. On a dot its owner draws a token, looks at it and puts it into the empty hut; on an eye it looks at what
--- lies there. At the end whoever has most figures on a path gets its token; of those who are level, the nearest.
--- Needs the module `reserve` before it. For modules that come after this one; its step is for the end.
--- Questions: `jungle`, with `path:1` and so on.
--- @param step text = "jungle"  The step of the end.
--- @param figure figure_kind  The figure.
--- @param zones zone[]  The paths, in the order of their numbers; slot 1 is nearest the hut.
--- @param dot tag  The tag of slots where a token is drawn.
--- @param eye tag  The tag of slots where one looks.
--- @param tokens bag  The tokens.
--- @param points tag  The tag that says what a token is worth.
--- @param hut counter  What the token in a hut is worth: a secret keyed counter, by path.
--- @param filled counter  Whether a hut holds a token: a keyed counter, by path.
--- @param seen counter  What a seat saw in a hut: a secret counter, by seat and path.
--- @param looked counter  Whether a seat has looked into a hut: a counter by seat and path.
--- @param numbered boolean = false  Whether some figures count double.
--- @param number counter?  The number of a figure: a keyed counter, by figure.
--- @param top counter?  Whether a number counts double: a secret counter, by seat and number.
--- @param book book  What the points are booked under.
--- @source Side tracks on which those who have been scored go on counting.

local reserve = require("reserve")
local paths = {}

-- The free space of a path that is nearest the hut.
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

-- What follows when a seat's figure has come to a space.
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

-- Lets a seat choose a path; nothing when it may decline and does, or when all are full.
function paths.choose(seat, optional)
    local open = {}
    for path in param.zones do
        if free(path) then table.insert(open, { key = "path:" .. path, path = path }) end
    end
    if #open == 0 then return nil end
    local chosen = ask(seat, "jungle", open, { none = optional })
    return chosen and chosen.path
end

-- Sends one out of the supply.
function paths.send(seat, path)
    reserve.ready(seat)
    local slot = free(path)
    reserve.put(seat, param.zones[path], slot)
    arrive(seat, path, slot)
end

-- Sends one of some figures that stand elsewhere.
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
