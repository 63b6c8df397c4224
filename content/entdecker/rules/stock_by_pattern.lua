--- Finds a tile of a given pattern: in its open bag, else among the discards, else in the stacks, else in the bank,
--- which never runs out. The oldest discard is taken, and any tile of the stacks, but tiles with the tag `last` only if
--- there are no others. After a search of the stacks, their remaining tiles are mixed and dealt again. For modules
--- after this one.
--- @param pattern tag  Tag that numbers the patterns, from 1.
--- @param last tag  Tag of tiles that are taken last.
--- @param open bag[]  Open bags, by pattern.
--- @param kinds kind[]  Kinds of tile in the open bags, by pattern.
--- @param bank kind[] = []  Kinds that the bank supplies when everything else is used up, by pattern: equal kinds that are in no bag; otherwise `kinds`.
--- @param discards bag  Bag with the discards, a stack with the oldest on top.
--- @param stacks bag[]  Bags with the stacks.
--- @param mixed bag  Bag for mixing the stacks, empty at other times.
--- @source Fillers for a board that must be covered, whatever tiles remain.

local stock = { kinds = param.kinds, open = param.open, stacks = param.stacks, discards = param.discards }

-- Returns the kinds of a pattern in a bag; kinds that are taken last only if there are no others.
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

-- Returns the number of tiles in the stacks.
function stock.hidden()
    local sum = 0
    for _, stack in param.stacks do
        sum = sum + bag_size(stack)
    end
    return sum
end

-- Deals the discards to two stacks if all stacks are empty.
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
    -- Tiles with the tag `last` take part in the draw only if no others were found.
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
