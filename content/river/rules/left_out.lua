--- Before play one copy of a tile leaves a bag.
--- @param step text  The step of the setup in which it does.
--- @param from bag  The bag.
--- @param tile kind  The tile.
--- @source Common where other tiles take the place of a start tile.

step(param.step, function()
    take_out(param.from, param.tile)
end)
