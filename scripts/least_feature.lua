--- For other modules: a seat scores its least valuable feature among those of some terrains with one of its figures.
--- The value is that at the end of the game, whoever has the most figures there, without bonuses of single seats. The
--- figures stay. Among equal features the seat chooses.
--- @source Events such as "the shortest road scores".

local least = {}

--- Returns the first figure of a seat in each of its features of some terrains, in the order of the board.
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

--- Returns the value of the least valuable feature; nil if the seat has no figure on any.
function least.worth(seat, terrains)
    local lowest = nil
    for _, one in ipairs(least.own(seat, terrains)) do
        local worth = value(one.feature, true)
        lowest = if lowest then math.min(lowest, worth) else worth
    end
    return lowest
end

--- Scores the least valuable feature for the seat, under a book; `question` asks if several are equal.
function least.score(seat, terrains, question, book)
    local lowest, equal = least.worth(seat, terrains), {}
    for _, one in ipairs(least.own(seat, terrains)) do
        if value(one.feature, true) == lowest then table.insert(equal, one) end
    end
    local one = ask(seat, question, equal, { auto = true })
    pay_sheet(one.feature, { seat = seat, final = true, book = book, share = "each", bonuses = false })
end

return least
