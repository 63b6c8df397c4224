--- A choice gives points at once, or when the last tile is placed. A die gives further points.
--- @param by soil|piece|mark|pair|answer|offer  The difference between the choices.
--- @param now integer  Points at once.
--- @param late integer  Points for each choice of the other kind, when the last tile is placed.
--- @param even integer = 0  1 if each choice gives a throw of a die with the same faces instead.

local function gain(seat, is_late)
    if param.even == 1 then
        award(seat, tonumber(roll(if is_late then "chance" else "lot", seat)), "gift")
    elseif is_late then
        count("saved", 1, seat)
    else
        award(seat, param.now, "gift")
    end
end

on("placed", function(ev)
    if turn_number() == 0 then return end
    local luck = tonumber(roll("die", ev.seat))
    if luck > 0 then award(ev.seat, luck, "gift") end
    if bag_size("tiles") > 0 then return end
    for _, seat in seats() do
        local points = param.late * counter("saved", seat)
        if points > 0 then award(seat, points, "gift") end
    end
end)

step("choose", function(seat)
    if param.by ~= "answer" then return end
    gain(seat, ask(seat, "plan", { "take", "save" }) == "save")
end)

on("deployed", function(ev)
    local segment = ev.figure:segment()
    local is_hole, is_herald = segment:terrain() == "hole", ev.figure_kind == "herald"
    if param.by == "soil" then gain(ev.seat, is_hole)
    elseif param.by == "piece" then gain(ev.seat, is_herald)
    elseif param.by == "mark" then gain(ev.seat, segment:tag("deep") > 0)
    elseif param.by == "offer" then gain(ev.seat, false)
    elseif param.by == "pair" then
        -- A figure that differs in one respect only costs points.
        if is_hole and is_herald then gain(ev.seat, true)
        elseif is_hole or is_herald then award(ev.seat, 1, "gift")
        else gain(ev.seat, false) end
    end
end)

if param.by == "offer" then
    offer("deploy", function(options) options:add("sow", "sowing") end)
    chosen("sowing", function(seat) gain(seat, true) end)
end
