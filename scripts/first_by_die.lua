--- A die with a face for each seat tells who begins.
--- @param step text = "first_by_die"  The step of the setup that rolls.
--- @param die die  The die.
--- @source The common way to find a first player.

step(param.step, function()
    begin_with(roll(param.die))
end)
