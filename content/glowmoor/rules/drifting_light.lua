--- A light that nobody owns stands on a tile. Whoever lays a tile beside it may lure it there, and it grows brighter.
--- A feature that is finished on the light's tile scores as much more as the light is bright; then it is dim again.
--- The rule needs a step `kindle` before the game, which lights it at 0,0.
--- @param light token  The light.
--- @param brightness counter  A counter of the game: how bright it is.
--- @param on terrain[]  The terrains of features that it pays for.
--- @param lure tag?  Only tiles with this tag lure it.
--- @source Made for this pack.

step("kindle", function()
    move_token(param.light, cell(0, 0))
end)

on("placed", { tag = param.lure, beside = param.light, asks = true }, function(ev)
    if ask(ev.seat, "lure", { "lure" }, { none = "leave" }) == "lure" then
        move_token(param.light, ev.cell)
        count(param.brightness, 1)
    end
end)

for _, terrain in param.on do
    amend(terrain, { stage = "flat", when = "finished", with_token = param.light }, function(sheet)
        sheet:flat("light", counter(param.brightness))
    end)
end

on("awarded", { with_token = param.light }, function()
    if not finishing() then set_counter(param.brightness, 0) end
end)
