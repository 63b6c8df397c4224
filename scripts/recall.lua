--- Instead of what a decision is about, a seat may take back one of its figures and gets what the feature that it
--- stands on is worth just then. The option is `recall:` and the place of the figure.
--- @param ask text = "deploy"  The decision.
--- @param figure figure_kind  The figures that can be taken back.
--- @source A family of games in which figures are taken back when their owner thinks it pays.

local group = param.ask .. " recall"

offer(param.ask, function(options, seat)
    options:add_figures("recall:", group, seat, param.figure)
end)

chosen(group, function(seat, figure)
    pay_sheet(figure:segment():feature(), { seat = seat })
    take_home(figure)
end)
