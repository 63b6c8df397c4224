--- Finds ways over connected segments to the rim and their costs: a fee at the rim, and a toll to each other seat with
--- collectors on the tiles of the way. A way is left out if another way costs no seat more and some seat less. For
--- modules that are listed after this one.
--- @param over terrain  Terrain of the segments of a way.
--- @param fee tag  Tag of rim cells; its number is the fee for ending there.
--- @param counter counter  Counter of each seat from which it pays.
--- @param toll integer = 2  Toll for each collector on the way.
--- @param collectors figure_kind[]  Figures that collect a toll from other seats.
--- @source Games with harbours and roads that belong to players.

local routes = {}

-- Returns the costs of passing the tiles of collectors for a seat, as pairs of receiver and amount, by segment.
local function tolls(seat)
    local found = {}
    for _, kind in param.collectors do
        for _, figure in figures_on_board(nil, kind) do
            local tile = if figure:owner() ~= seat then figure:tile() else nil
            for _, segment in if tile then tile:segments(param.over) else {} do
                found[segment] = found[segment] or {}
                table.insert(found[segment], figure:owner())
                table.insert(found[segment], param.toll)
            end
        end
    end
    return found
end

-- Returns the data that a seat needs to price its ways.
function routes.survey(seat)
    return { settings = { terrains = { param.over }, price = tolls(seat) }, budget = counter(param.counter, seat) }
end

-- Returns the segments from which a seat can pay for a way and keep a given amount.
function routes.starts(segments, survey, kept)
    return affordable(segments, survey.budget - kept, param.fee, survey.settings)
end

-- Returns the ways from a segment that a seat can pay for while keeping a given amount, cheapest first, as options.
function routes.from(segment, survey, kept)
    local found = {}
    for _, way in segment:routes(param.fee, survey.settings) do
        if way.total + kept <= survey.budget then table.insert(found, way) end
    end
    return found
end

-- Pays for a way.
function routes.pay(seat, way)
    if way.bank > 0 then pay(param.counter, seat, nil, way.bank) end
    for other, amount in way.seats do
        if amount > 0 then pay(param.counter, seat, other - 1, amount) end
    end
end

return routes
