--- Before the first turn, the tiles of a bag are dealt out to stacks as evenly as possible; the first ones get the rest.
--- @param step text = "deal"  The step of the setup.
--- @param from bag  The bag.
--- @param to bag[]  The stacks.
--- @source A common way to begin: several stacks on the table, so that nobody knows what is left in one.

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
