--- Ways over connected segments to the rim, and what they cost: a fee at the rim, and a toll to everybody else whose
--- collectors stand on a tile of the way. Of all prices those count that give nobody more and somebody less than
--- another. For modules that come after this one.
--- @param over terrain  What the way leads over.
--- @param fee tag  The tag of rim cells that says what ending there costs.
--- @param counter counter  What is paid with: a counter of each seat.
--- @param toll integer = 2  What each collector on the way takes.
--- @param collectors figure_kind[]  The figures that take a toll of other seats.
--- @source Games with harbours and roads that belong to somebody.

local routes = {}

-- What passing the tiles of collectors costs a seat, as pairs of receiver and amount, by segment.
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

-- What a seat needs to know to price its ways.
function routes.survey(seat)
    return { settings = { terrains = { param.over }, price = tolls(seat) }, budget = counter(param.counter, seat) }
end

-- Those of some segments from which a seat can pay a way and keep some.
function routes.starts(segments, survey, kept)
    return affordable(segments, survey.budget - kept, param.fee, survey.settings)
end

-- The ways from a segment that a seat can pay and keep some, cheapest first; fit to be asked.
function routes.from(segment, survey, kept)
    local found = {}
    for _, way in segment:routes(param.fee, survey.settings) do
        if way.total + kept <= survey.budget then table.insert(found, way) end
    end
    return found
end

-- Pays a way.
function routes.pay(seat, way)
    if way.bank > 0 then pay(param.counter, seat, nil, way.bank) end
    for other, amount in way.seats do
        if amount > 0 then pay(param.counter, seat, other - 1, amount) end
    end
end

return routes
