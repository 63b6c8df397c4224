--- The first seat picks one of its figures by number, and an offer shows the order of the numbers.
--- @param figure figure_kind  Figures to pick from.

local reserve = require("reserve")

step("work", function(seat)
    if seat == 0 then reserve.take_home(reserve.pick(seat, figures_on_board(seat, param.figure))) end
end)

offer("scout", function(options)
    options:add("in_order:" .. table.concat(options:keys(), "_"), "in_order")
end)

chosen("in_order", function() end)
