--- For other modules: of the features of some terrains on which a seat has a figure, it scores the one worth least.
--- It is worth what it would be worth at the end, whoever has most figures there, without bonuses of single seats.
--- The figures stay. Among equal ones the seat chooses.
--- @source Events such as "the shortest road scores".

local least = {}

--- The first figure of a seat in each of its features of some terrains, in the order of the board.
function least.own(seat, terrains)
    local found = {}
    for _, figure in claiming_figures(seat) do
        local feature = figure:segment():feature()
        if table.find(terrains, feature:terrain()) then
            local known = false
            for _, other in ipairs(found) do
                known = known or other.feature:same(feature)
            end
            if not known then table.insert(found, { key = figure:key(), target = figure, feature = feature }) end
        end
    end
    return found
end

--- What the one worth least is worth; nothing where the seat has a figure on none.
function least.worth(seat, terrains)
    local lowest = nil
    for _, one in ipairs(least.own(seat, terrains)) do
        local worth = value(one.feature, true)
        lowest = if lowest then math.min(lowest, worth) else worth
    end
    return lowest
end

--- The seat scores it, booked under a name; `question` is asked where several are worth least.
function least.score(seat, terrains, question, book)
    local lowest, equal = least.worth(seat, terrains), {}
    for _, one in ipairs(least.own(seat, terrains)) do
        if value(one.feature, true) == lowest then table.insert(equal, one) end
    end
    local one = ask(seat, question, equal, { auto = true })
    pay_sheet(one.feature, { seat = seat, final = true, book = book, share = "each", bonuses = false })
end

return least
