--- Every seat secretly draws a role, and the roles are revealed at the end. Other modules can query the roles.
--- @param cards bag  Bag with the roles, one for each seat; if there are more roles than seats, no player knows which remain.
--- @param dealt bag  Closed bag for the drawn cards, so that no player sees them.
--- @param roles counter[]  Roles: secret counters of seats, 1 for each seat with the role.
--- @param marks tag[]  For each role, the tag of the cards that bring it.
--- @param figure figure_kind?  Figure of each seat that goes to the zone of its role at the end, visible to all.
--- @param zones zone[] = []  Zone of each role; without zones the roles stay hidden.
--- @param deal text = "deal_roles"  Step of the setup that deals the roles.
--- @param show text = "show_roles"  Step at the end that reveals them.
--- @source Common in games with hidden roles.

-- Returns the seats with a role. Only rules may know the roles of other seats.
local function with(role)
    local found = {}
    for _, seat in seats() do
        if counter(role, seat) > 0 then table.insert(found, seat) end
    end
    return found
end

step(param.deal, function()
    for _, seat in seats(first_seat()) do
        local card = assert(draw(param.cards, { seat = seat, secret = true }), "there are fewer roles than seats")
        for number, mark in param.marks do
            if kind(card):tag(mark) > 0 then set_counter(param.roles[number], 1, seat) end
        end
        put_back(param.dealt, card)
    end
end)

step(param.show, function()
    for number, zone in param.zones do
        for _, seat in with(param.roles[number]) do deploy(param.figure, seat, zone) end
    end
end)

return { with = with }
