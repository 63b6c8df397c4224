--- A light without an owner is on a tile. A seat that places a tile next to it may lure it there, and it becomes
--- brighter. A feature that is finished on the light's tile scores its brightness in addition; then the light is dim
--- again. The rule needs a step `kindle` before the game, which puts the light at 0,0.
--- @param light token  The light.
--- @param brightness counter  Counter of the game for the brightness.
--- @param on terrain[]  Terrains of features that score the brightness.
--- @param lure tag?  Tag of tiles that can lure the light; without it all tiles can.
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
