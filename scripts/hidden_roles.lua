--- Every seat draws a role in secret; at the end all roles are turned up. Other modules ask who has a role.
--- @param cards bag  The roles, one of which each seat draws; if there are more of them than seats, nobody knows which are left.
--- @param dealt bag  Where the cards go that were drawn: a closed one, so that nobody sees them.
--- @param roles counter[]  The roles: secret counters of seats, each 1 for those who have it.
--- @param marks tag[]  On cards: for each role the tag of those that bring it.
--- @param figure figure_kind?  At the end this figure of each seat goes to the zone of its role, for all to see.
--- @param zones zone[] = []  For each role this zone; without any the roles stay hidden.
--- @param deal text = "deal_roles"  The step of the setup that deals them.
--- @param show text = "show_roles"  The step at the end that turns them up.
--- @source Common in games of hidden roles.

-- Who has a role. Only rules may know it of others.
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
