--- A figure on a field makes each finished area at it count more for its owner, at the end.
--- It does so only where the owner has a share in the points; a second one on the same field changes nothing.
--- @param figure figure_kind  The figure.
--- @param on terrain  The terrain of the field.
--- @param beside terrain  The terrain of the areas.
--- @param points integer = 1  How much more each area counts.
--- @param by field|area|area_once = "field"  How fields are counted, as for `fields_beside_areas`.
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
