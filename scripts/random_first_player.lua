--- Chooses the first player at random.
--- @param step text = "first_player"  Step of the setup.
--- @param die die?  Die whose faces are the seats, so that records show the choice as a roll.
--- @source Common.

step(param.step, function()
    begin_with(if param.die then roll(param.die) else chance("first_player", seat_count()))
end)
