--- Before the first turn, the tiles of a bag are dealt evenly to stacks; the first stacks get the remainder.
--- @param step text = "deal"  Step of the setup.
--- @param from bag  Bag with the tiles.
--- @param to bag[]  Stacks that receive the tiles.
--- @source A common setup: several stacks on the table, so that no player knows which tiles remain in a stack.

step(param.step, function()
    local left = bag_size(param.from)
    local sizes = {}
    for i, stack in param.to do
        local size = (left + #param.to - i) // (#param.to - i + 1)
        sizes[stack] = size
        left = left - size
    end
    deal(param.from, sizes)
end)
