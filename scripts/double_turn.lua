--- A seat whose tile extends the feature in which its helper stands has another turn after this one.
--- The other turn earns no further one. A tile that finishes the feature extends it too.
--- @param figure figure_kind  The helper.
--- @param rank integer = 0  Among turns that follow the same one those of lower rank come first.
--- @source Common in expansions: a second tile for whoever builds on what is begun.

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
