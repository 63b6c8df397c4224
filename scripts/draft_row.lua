--- A row of tiles lies beside the board; whose turn it is takes one of them, which is then played, and the row is filled again.
--- @param row zone  The zone in whose slots the tiles lie.
--- @param from bag  What the row is filled from.
--- @param step text = "draft"  The step in which a tile is taken.
--- @param fill text = "fill_row"  The step that fills the row, at the start and in `closing`, which also comes after a turn that ended early because a tile fitted nowhere.
--- @param fitting boolean = true  Whether only tiles that fit somewhere can be taken, as long as there are any.
--- @source Common in games of drafting.

-- Either way up, where its pack says so.
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
        -- Else nobody could ever take one again.
        if fill_slots(param.row, param.from) == 0 then leave() return end
        lie = slots(param.row, "filled")
    end
    local taken = ask(seat, param.step, lie)
    in_play(from_slot(param.row, taken:number()))
end)
