--- At the end, a figure on a field makes each finished area at the field count more for the figure's owner, but only if
--- the owner shares in the points. A second such figure on the same field has no effect.
--- @param figure figure_kind  Figure with this bonus.
--- @param on terrain  Terrain of the field.
--- @param beside terrain  Terrain of the areas.
--- @param points integer = 1  Additional points for each area.
--- @param by field|area|area_once = "field"  Way of counting fields, as for `fields_beside_areas`.
--- @source Common in expansions of games with fields.

local function owners(field)
    local list = {}
    for _, figure in field:figures(nil, param.figure) do
        if not table.find(list, figure:owner()) then table.insert(list, figure:owner()) end
    end
    return list
end

if param.by == "field" then
    amend(param.on, { when = "final", stage = "after" }, function(sheet, field)
        for _, seat in owners(field) do
            sheet:for_seat(seat, param.figure, field:count_beside(param.beside, true), param.points)
        end
    end)
else
    amend(param.beside, { when = "final", stage = "after", book = param.on }, function(sheet, area)
        local paid = {}
        for _, field in area:neighbours(param.on) do
            for _, seat in owners(field) do
                local counts = param.by == "area" or field:holds(seat)
                if counts and not table.find(paid, seat) then
                    table.insert(paid, seat)
                    sheet:for_seat(seat, param.figure, 1, param.points)
                end
            end
        end
    end)
end
