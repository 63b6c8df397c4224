--- A seat whose tile extends the feature in which its helper stands has another turn after this one.
--- The other turn earns no further one. A tile that finishes the feature extends it too.
--- @param figure figure_kind  The helper.
--- @param during counter  A counter of the game that the rule needs: 1 while such a turn takes place.
--- @source Common in expansions: a second tile for whoever builds on what is begun.

local REASON = "double_turn"

local function extends(tile, seat)
    for _, helper in figures_on_board(seat, param.figure) do
        local feature = helper:segment():feature()
        for _, part in tile:parts(feature:terrain()) do
            if feature:same(part:feature()) then return true end
        end
    end
    return false
end

on("part_began", function(ev)
    set_counter(param.during, if ev.reason == REASON then 1 else 0)
end)

on("placed", function(ev)
    if ev.seat and counter(param.during) == 0 and extends(ev.tile, ev.seat) then
        schedule(ev.seat, {}, "after", REASON)
    end
end)
