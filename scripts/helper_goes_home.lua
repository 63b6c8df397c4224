--- A helper goes home as soon as no figure of its owner is left in its feature, by whatever means.
--- @param figures figure_kind[]  The helpers, figures without a weight.
--- @source Goes with every figure that may only join one of its own.

local function look(seat)
    for _, kind in param.figures do
        for _, helper in figures_on_board(seat, kind) do
            if helper:segment():feature():claim_of(seat) == 0 then take_home(helper) end
        end
    end
end

on("took_home", function(ev) look(ev.seat) end)
on("deployed", function(ev)
    if ev.from then look(ev.seat) end
end)
