--- Chance says who begins.
--- @param step text = "first_player"  The step of the setup.
--- @param die die?  A die whose faces are the seats, so that records keep it as a roll.
--- @source Common.

step(param.step, function()
    begin_with(if param.die then roll(param.die) else chance("first_player", seat_count()))
end)
