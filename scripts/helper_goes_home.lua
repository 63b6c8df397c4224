--- A helper goes home as soon as no figure of its owner remains in its feature, for any reason.
--- @param figures figure_kind[]  Helpers, which are figures without a weight.
--- @source Belongs to every figure that may only join another figure of its owner.

for _, kind in param.figures do
    local function look(ev)
        for _, helper in figures_on_board(ev.seat, kind) do
            if helper:segment():claim_of(ev.seat) == 0 then take_home(helper) end
        end
    end

    on("took_home", { seat_has = kind }, look)
    on("deployed", { seat_has = kind, moved = true }, look)
end
