--- Sheets in every stage and with every share.
--- @param by integer = 1  Points for each mark.
--- @source Invented for this pack.

stage("quarter", { after = "scale" })

score("path", { among = "all" }, function(sheet, path, last)
    sheet:per("tile", path:tiles(), 1)
    if path:tiles_with("inn") > 3 then sheet:share("each") end
end)

score("town", { share = "majority", among = "finished", when = "in_play" }, function(sheet, town)
    sheet:per("tile", town:size(), 2)
    sheet:per("banner", town:sum("banner"), param.by)
    for _, other in town:neighbours("grass") do sheet:claim(other) end
end)

score("town", { share = "per_claim", when = "final", book = "extra", claims = "own" }, function(sheet, town)
    sheet:per("tile", town:tiles(), 1)
end)

score("shrine", { share = "ranks" }, function(sheet, shrine)
    sheet:per("cell", shrine:around(), 1)
    for _, seat in seats() do
        if supply("giant", seat) == 0 then sheet:claim_seat(seat, 1) end
    end
end)

amend("path", { tag = "inn", stage = "raise" }, function(sheet, path)
    sheet:raise("tile", path:segments_with("inn") // 2, "inn")
end)
amend("path", { stage = "void", when = "unfinished" }, function(sheet, path)
    if path:open_sides() > 2 then sheet:void("open") end
end)
amend("path", { stage = "scale", when = "final" }, function(sheet) sheet:scale(1, 2, "late") end)
amend("path", { stage = "quarter", when = "finished" }, function(sheet)
    if sheet:total() > 9 then sheet:flat("long", 1) end
end)
amend("town", { stage = "flat", when = "in_play" }, function(sheet, town)
    for _, seat in town:holders() do
        if sheet:has_share(seat) then sheet:for_seat(seat, "weight", sheet:weight(seat), 1) end
    end
    sheet:for_seat(active_seat(), "host", 1, 1, true)
    sheet:apart(active_seat(), "mason", town:tiles(), 1)
end)

-- Banners strengthen the claims of the seats that hold a town.
amend_claims("town", function(town, claims)
    for _, seat in town:holders() do claims[seat] += town:sum("banner") end
end)
