--- Where a tile of a wanted pattern comes from: its open bag, else the discards, else the stacks, else the bank, which
--- never runs out. Of the discards the one that has lain longest is taken, of the stacks any one; those with the tag
--- `last` only if there are no others. After a search of the stacks the rest is mixed and dealt out again.
--- For modules that come after this one.
--- @param pattern tag  The tag that numbers the patterns, from 1.
--- @param last tag  The tag of tiles that are taken last.
--- @param open bag[]  The open bags, by pattern.
--- @param kinds kind[]  What lies in the open bags, by pattern.
--- @param bank kind[] = []  What the bank supplies when all else is used up, by pattern: kinds in no bag, alike; else `kinds`.
--- @param discards bag  The discards, a stack with the oldest on top.
--- @param stacks bag[]  The stacks.
--- @param mixed bag  A bag, empty in between, in which the stacks are mixed.
--- @source Fillers for a board that has to be covered whatever the stocks are.

local stock = { kinds = param.kinds, open = param.open, stacks = param.stacks, discards = param.discards }

-- The kinds of a pattern in a bag, only those that are not left for last if there are any.
local function of_pattern(bag, pattern)
    local all = bag_kinds(bag, param.pattern, pattern)
    local found = {}
    for _, name in all do
        if kind(name):tag(param.last) == 0 then table.insert(found, name) end
    end
    return if #found > 0 then found else all
end

function stock.in_discards(pattern)
    return #bag_kinds(param.discards, param.pattern, pattern) > 0
end

function stock.in_stacks(pattern)
    for _, stack in param.stacks do
        if #bag_kinds(stack, param.pattern, pattern) > 0 then return true end
    end
    return false
end

-- Number of tiles in the stacks.
function stock.hidden()
    local sum = 0
    for _, stack in param.stacks do
        sum = sum + bag_size(stack)
    end
    return sum
end

-- Deals the discards out to two stacks when all stacks are empty.
function stock.reshuffle()
    local size = bag_size(param.discards)
    if stock.hidden() > 0 or size == 0 then return end
    deal(param.discards, { [param.stacks[1]] = (size + 1) // 2, [param.stacks[2]] = size // 2 })
end

local function from_discards(pattern)
    local wanted = of_pattern(param.discards, pattern)
    local order = bag_order(param.discards)
    for i = #order, 1, -1 do
        if table.find(wanted, order[i]) then
            take_out(param.discards, order[i])
            return order[i]
        end
    end
    return nil
end

local function from_stacks(pattern)
    local first
    local held = {}
    for i, pile in param.stacks do
        held[i] = bag_size(pile)
        for _, name in of_pattern(pile, pattern) do
            if not first or kind(first):tag(param.last) > kind(name):tag(param.last) then first = name end
        end
    end
    -- Only tiles that are as good as the first one found take part in the draw.
    for _, pile in param.stacks do
        local wanted = {}
        for _, name in of_pattern(pile, pattern) do
            if kind(name):tag(param.last) == kind(first):tag(param.last) then table.insert(wanted, name) end
        end
        pour(pile, param.mixed, wanted)
    end
    local found = draw(param.mixed)
    local total, holders = bag_size(param.mixed), 0
    for i, pile in param.stacks do
        if held[i] > 0 then holders = holders + 1 end
        total = total + pour(pile, param.mixed)
    end
    local sizes = {}
    for i, pile in param.stacks do
        if held[i] > 0 then
            local size = (total + holders - 1) // holders
            sizes[pile] = size
            total, holders = total - size, holders - 1
        end
    end
    deal(param.mixed, sizes)
    return found
end

-- Takes a tile of a pattern and returns its kind.
function stock.take(pattern)
    local kind = param.kinds[pattern]
    if bag_size(param.open[pattern]) > 0 then
        take_out(param.open[pattern], kind)
        return kind
    end
    if stock.in_discards(pattern) then return from_discards(pattern) end
    if stock.in_stacks(pattern) then return from_stacks(pattern) end
    return param.bank[pattern] or kind
end

return stock
