--- A seat may replace a decision by taking back one of its figures, and receives the current worth of the feature that
--- this figure was on. The option is `recall:` and the place of the figure.
--- @param ask text = "deploy"  Decision that gets this option.
--- @param figure figure_kind  Figures that can be taken back.
--- @source A family of games in which players take back figures when they think it pays.

local group = param.ask .. " recall"

offer(param.ask, function(options, seat)
    options:add_figures("recall:", group, seat, param.figure)
end)

chosen(group, function(seat, figure)
    pay_sheet(figure:segment():feature(), { seat = seat })
    take_home(figure)
end)
