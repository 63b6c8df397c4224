--- A seat whose tile extends the feature with its helper has another turn after this one. That turn does not earn a
--- further one. A tile that finishes the feature extends it too.
--- @param figure figure_kind  Helper figure.
--- @param rank integer = 0  Rank among turns that follow the same turn; lower ranks come first.
--- @source Common in expansions: a second tile for a player who extends an existing feature.

local REASON = "double_turn"

local function extends(tile, seat)
    for _, helper in figures_on_board(seat, param.figure) do
        if helper:segment():lies_on(tile) then return true end
    end
    return false
end

on("placed", { seat_has = param.figure }, function(ev)
    if part_reason() ~= REASON and extends(ev.tile, ev.seat) then
        schedule(ev.seat, {}, "after", { reason = REASON, rank = param.rank })
    end
end)
