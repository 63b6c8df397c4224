--- When a finished feature is connected with a place of a kind, each seat that would score it may send one of its
--- figures from there to a zone before it is scored. A seat has at most one figure in each zone; they stay. Connected
--- means over features of the same terrain, finished or not, that touch each other on their tiles.
--- @param on terrain  Terrain of the features.
--- @param from tag  Tag of the places to be connected with.
--- @param zones zone[]  Zones that receive the figures.
--- @param names text[]  Names of the zones in the options, such as `x,y:segment>name`.
--- @param step text  Step of the turn, before scoring, that asks the seats.
--- @param ask text  Question for each seat.
--- @param sent counter  Counter of features for the weight that each seat has sent, one digit for each seat.
--- @param majority after_sending|before_sending = "after_sending"  Figures that decide the majority. With `before_sending`, a seat scores if it had the most before sending and still has a figure there.
--- @param forfeits boolean = false  True if a seat that sends a figure scores nothing for that feature.
--- @source Followers that leave a finished road for a town, a market or a castle.

-- Base of the counter's digits: eight digits must fit into one counter.
local digit = 14

--- Returns the weight that a seat has sent from a feature: the counter has a digit for each seat.
local function sent_by(feature, seat)
    local rest = counter(param.sent, feature)
    for _ = 1, seat do rest = rest // digit end
    return rest % digit
end

local function is_connected(feature)
    for _, segment in feature:first():reach({ terrains = { param.on }, touching = true }) do
        if segment:tag(param.from) > 0 then return true end
    end
    return false
end

local function ways(seat, feature)
    local options, kinds = { "no" }, {}
    for _, figure in feature:figures(seat) do
        local from, kind = figure:key(), figure:kind()
        if kinds[from] and kinds[from] ~= kind then from = from .. ":" .. kind end
        if figure:weight() > 0 and not kinds[from] then
            kinds[from] = kind
            for number, zone in ipairs(param.zones) do
                if #zone_figures(zone, nil, seat) == 0 then
                    table.insert(options, {
                        key = from .. ">" .. param.names[number], target = figure, figure = figure, zone = zone,
                    })
                end
            end
        end
    end
    return options
end

step(param.step, function(seat)
    for _, feature in completed_features() do
        if feature:terrain() == param.on and feature:claimed() and is_connected(feature) then
            local holders = feature:holders()
            for _, other in seats(seat) do
                if table.find(holders, other) then
                    local way = ask(other, param.ask, ways(other, feature), { auto = true })
                    if way ~= "no" then
                        local unit = math.min(way.figure:weight(), digit - 1)
                        for _ = 1, other do unit *= digit end
                        move(way.figure, way.zone)
                        wait()
                        count(param.sent, unit, feature)
                    end
                end
            end
        end
    end
end)

if param.majority == "before_sending" then
    amend(param.on, { stage = "base", when = "in_play" }, function(sheet, feature)
        if counter(param.sent, feature) == 0 then return end
        local best = 0
        for _, seat in seats() do
            best = math.max(best, sheet:weight(seat) + sent_by(feature, seat))
        end
        for _, seat in seats() do
            local left = sheet:weight(seat)
            if left + sent_by(feature, seat) < best then
                sheet:claim_seat(seat, -left)
            elseif left > 0 then
                sheet:claim_seat(seat, best - left)
            end
        end
    end)
end

if param.forfeits then
    stage("forfeited", { after = "flat" })
    amend(param.on, { stage = "forfeited", when = "in_play" }, function(sheet, feature)
        for _, seat in seats() do
            if sent_by(feature, seat) > 0 then sheet:for_seat(seat, "sent", 1, -sheet:total()) end
        end
    end)
end
