--- Chance says who begins.
--- @param die die?  A die whose faces are the seats, so that records keep it as a roll.
--- @source Common.

step("first_player", function()
    begin_with(if param.die then roll(param.die) else chance("first_player", seat_count()))
end)
