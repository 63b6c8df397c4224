--- Before play, one copy of a tile leaves a bag.
--- @param step text  Step of the setup that removes the tile.
--- @param from bag  Bag with the tile.
--- @param tile kind  Kind of the tile that is removed.
--- @source Common in games where other tiles replace a start tile.

step(param.step, function()
    take_out(param.from, param.tile)
end)
