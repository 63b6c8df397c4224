--- A token without an owner accompanies a figure. A seat that deploys no figure may send it to one of its figures with
--- a weight, on any segment; the option is `NAME:` and the place of the figure. At the beginning of each ordinary turn
--- it brings points to the owner of the figure, as a separate scoring, and more when the feature of the figure is
--- scored. If the figure leaves, the token stays there, but does not accompany figures that come later.
--- @param token token  Token that accompanies figures; it gives the options their names.
--- @param with counter  Counter of each seat: 1 while the token accompanies one of its figures.
--- @param ask text = "deploy"  Decision that the token can replace.
--- @param step text  Step at the beginning of the turn.
--- @param on terrain[]  Terrains whose features bring points for the token when they are scored.
--- @param book book  Book for the points at the beginning of the turn.
--- @param each_turn integer = 1  Points at the beginning of the turn.
--- @param scored integer = 3  Points when the feature is scored.
--- @param final boolean = true  True if these points are given in the final scoring, too.
--- @source A neutral figure that rewards and shelters, known from several expansions.

local before = param.token .. ":"

local function company()
    for seat = 0, seat_count() - 1 do
        if counter(param.with, seat) == 1 then return seat end
    end
    return nil
end

-- Clears the counter if the seat has lost the figure that the token accompanied.
local function look(ev)
    local there = token(param.token)
    for _, figure in claiming_figures(ev.seat) do
        if figure:segment() == there then return end
    end
    set_counter(param.with, 0, ev.seat)
end

on("took_home", { seat_counts = { param.with } }, look)
on("deployed", { seat_counts = { param.with }, moved = true }, look)

offer(param.ask, function(options, seat)
    local there = if counter(param.with, seat) == 1 then token(param.token) else nil
    options:add_claiming_figures(before, "companion", seat, nil, there)
end)

chosen("companion", function(seat, figure)
    local before = company()
    if before then set_counter(param.with, 0, before) end
    move_token(param.token, figure:segment())
    set_counter(param.with, 1, seat)
end)

step(param.step, { seat_counts = { param.with } }, function(seat)
    if part_reason() then return end
    award(seat, param.each_turn, param.book, nil, "turn")
    end_round(seat)
end)

for _, terrain in param.on do
    amend(terrain, { stage = "flat", with_token = param.token }, function(sheet)
        if finishing() and not param.final then return end
        local seat = company()
        if seat then sheet:apart(seat, param.token, 1, param.scored) end
    end)
end
