--- At the end, fields score for the finished areas that they touch. The three ways of counting give
--- different winners. `field`: every field scores for each finished area at it, so an area may count
--- for several fields. `area`: every finished area scores once, for the seat with the most followers in
--- all fields at it. `area_once`: every finished area scores once for each seat that holds a field at
--- it.
--- @param on terrain  Terrain of the field.
--- @param beside terrain  Terrain of the areas.
--- @param by field|area|area_once = "field"  Way of counting.
--- @param points_by_field integer = 3  Points for each area, for `field`.
--- @param points_by_area integer = 4  Points for each area, for `area`.
--- @param points_by_area_once integer = 3  Points for each area, for `area_once`.
--- @source Three editions of one rule. Fields that touch an area only at a corner of a tile do not count.

if param.by == "field" then
    score(param.on, { when = "final" }, function(sheet, field)
        sheet:per(param.beside, field:count_beside(param.beside, true), param.points_by_field)
    end)
elseif param.by == "area" then
    score(param.beside, { when = "final", among = "finished", book = param.on, claims = "none" }, function(sheet, area)
        for _, field in area:neighbours(param.on) do
            sheet:claim(field)
        end
        sheet:per(param.beside, 1, param.points_by_area)
    end)
else
    local options = { when = "final", among = "finished", book = param.on, claims = "none", share = "each" }
    score(param.beside, options, function(sheet, area)
        for _, field in area:neighbours(param.on) do
            for _, seat in field:holders() do
                sheet:claim_seat(seat)
            end
        end
        sheet:per(param.beside, 1, param.points_by_area_once)
    end)
end
