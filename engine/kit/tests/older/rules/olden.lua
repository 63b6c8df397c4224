--- Uses every word of the interface that has another name now.
--- @param on terrain  The terrain.
--- @source Invented here.

-- put, parts, last: in remarks they stay as they are.
score(param.on, { when = "completed", among = "complete", book = "bonus" }, function(sheet, pond)
    sheet:per("tile", pond:tiles(), 1)
end)

amend(param.on, { when = 'completed', book = "bonus" }, function(sheet) sheet:flat("old", 1) end)

on("placed", function(ev)
    local parts, put_down = ev.tile:parts("stream"), 0 -- names of its own stay
    for _, segment in ev.tile:parts() do
        if segment:feature():finished() then put_down += 1 end
    end
    if #parts + put_down > 0 and supply("heron", ev.seat) > 2 then
        put("heron", ev.seat, "nest")
        award(ev.seat, 1, "journey")
    end
end)

on("completed", { terrain = param.on }, function(ev)
    local earned = pay_sheet(ev.feature, { seat = ev.seat,   last = true, book = "bonus" })
    if earned > 3 then award(ev.seat, 1, "feather") end
end)
