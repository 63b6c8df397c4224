--- The first seat goes to the rim from the places of its figures, and pays for it.
--- @param figure figure_kind  Figures at which ways start.

local routes = require("cheapest_routes")

step("work", function(seat)
    if seat > 0 then return end
    local survey = routes.survey(seat)
    for _, figure in figures_on_board(seat, param.figure) do
        local way = ask(seat, "ferry", routes.from(figure:segment(), survey, 0), { none = "stay" })
        if way then routes.pay(seat, way) end
    end
end)
