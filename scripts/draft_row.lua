--- A row of tiles is next to the board. The active seat takes one of them, which it then plays, and the row is refilled.
--- @param row zone  Zone with slots for the tiles of the row.
--- @param from bag  Bag from which the row is filled.
--- @param step text = "draft"  Step in which a seat takes a tile.
--- @param fill text = "fill_row"  Step that fills the row, at the start and in `closing`, which also follows a turn that ended early because no tile fitted.
--- @param fitting boolean = true  True if only tiles that fit somewhere can be taken, while there are any.
--- @source Common in drafting games.

-- Checks both sides of a tile if its pack declares a mirrored kind.
local function lies_somewhere(name)
    local mirror = kind(name):mirror()
    return count_placements(name) > 0 or mirror ~= nil and count_placements(mirror) > 0
end

step(param.fill, function()
    fill_slots(param.row, param.from)
end)

step(param.step, function(seat)
    local lie = slots(param.row, "filled")
    local fitting = {}
    for _, place in lie do
        if lies_somewhere(place:kind()) then table.insert(fitting, place) end
    end
    if param.fitting and #fitting > 0 then lie = fitting end
    if #lie == 0 then
        -- Without a new tile no seat could ever take one again, so the loop ends.
        if fill_slots(param.row, param.from) == 0 then leave() return end
        lie = slots(param.row, "filled")
    end
    local taken = ask(seat, param.step, lie)
    in_play(from_slot(param.row, taken:number()))
end)
