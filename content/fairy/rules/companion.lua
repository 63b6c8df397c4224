--- A token of nobody keeps a figure company. Whoever puts down no figure may send it to one of its own figures with a
--- weight, on any segment; the option is `NAME:` and the place of the figure. At the beginning of each ordinary turn it
--- brings points to the seat whose figure it is with, as a scoring of its own, and more when the feature of that figure
--- is scored. A figure that goes away leaves it alone where it is: whoever comes there later is not with it.
--- @param token token  The token. The options are named after it.
--- @param with counter  A counter of each seat: 1 while the token is with one of its figures.
--- @param ask text = "deploy"  The decision whose place it takes.
--- @param step text  The step at the beginning of the turn.
--- @param on terrain[]  The terrains whose features pay for it when they are scored.
--- @param book book  What the points at the beginning of the turn are booked under.
--- @param each_turn integer = 1  Points at the beginning of the turn.
--- @param scored integer = 3  Points when the feature is scored.
--- @param final boolean = true  Those points are there in the last scoring, too.
--- @source A neutral figure that rewards and shelters, known from several expansions.

local function stands_with(figure)
    return counter(param.with, figure:owner()) == 1 and figure:segment() == token(param.token)
end

local function company()
    for _, seat in seats() do
        if counter(param.with, seat) == 1 then return seat end
    end
    return nil
end

-- The seat whose figure it was with may have lost that figure.
local function look()
    local seat = company()
    if not seat then return end
    for _, figure in figures_on_board(seat) do
        if figure:weight() > 0 and stands_with(figure) then return end
    end
    set_counter(param.with, 0, seat)
end

on("took_home", look)
on("deployed", look)

offer(param.ask, function(options, seat)
    for _, figure in figures_on_board(seat) do
        local key = param.token .. ":" .. figure:key()
        if figure:segment() and figure:weight() > 0 and not stands_with(figure) and not options:has(key) then
            options:add(key, "companion", figure)
        end
    end
end)

chosen("companion", function(seat, figure)
    local before = company()
    if before then set_counter(param.with, 0, before) end
    move_token(param.token, figure:segment())
    set_counter(param.with, 1, seat)
end)

step(param.step, function(seat)
    if part_reason() or counter(param.with, seat) == 0 then return end
    award(seat, param.each_turn, param.book, nil, "turn")
    end_round(seat)
end)

for _, terrain in param.on do
    amend(terrain, { stage = "flat" }, function(sheet, feature)
        local seat = company()
        if not seat or (finishing() and not param.final) then return end
        if feature:same(token(param.token):feature()) then sheet:apart(seat, param.token, 1, param.scored) end
    end)
end
