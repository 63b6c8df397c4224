--- Ways over connected segments to the rim, and what they cost: a fee at the rim, and a toll to everybody else whose
--- collectors stand on a tile of the way. Of all prices those stay that no other undercuts: none that pays every
--- receiver as much or more, and one of them more. For modules that come after this one.
--- @param over terrain  What the way leads over.
--- @param fee tag  The tag of rim cells that says what ending there costs.
--- @param counter counter  What is paid with: a counter of each seat.
--- @param toll integer = 2  What each collector on the way takes.
--- @param collectors figure_kind[]  The figures that take a toll of other seats.
--- @source Games with harbours and roads that belong to somebody.

local routes = {}

local function opposite(side)
    return (side + side_count() // 2) % side_count()
end

-- A price is a list: what the bank gets, then what each seat gets.
local function total(price)
    local sum = 0
    for _, amount in price do
        sum = sum + amount
    end
    return sum
end

local function undercuts(a, b)
    for i, amount in a do
        if amount > b[i] then return false end
    end
    return true
end

-- Adds a price to those that are not undercut; tells whether it stays.
local function keep(prices, price)
    for _, other in prices do
        if undercuts(other, price) then return false end
    end
    for i = #prices, 1, -1 do
        if undercuts(price, prices[i]) then table.remove(prices, i) end
    end
    table.insert(prices, price)
    return true
end

-- What passing each tile costs a seat, by the key of its cell.
local function tolls(seat)
    local found = {}
    for _, kind in param.collectors do
        for _, figure in figures_on_board(nil, kind) do
            local owner = figure:owner()
            if owner ~= seat then
                local key = figure:cell():key()
                found[key] = found[key] or {}
                table.insert(found[key], owner)
            end
        end
    end
    return found
end

local function plus(price, owners)
    local sum = table.clone(price)
    for _, owner in owners or {} do
        sum[owner + 2] = sum[owner + 2] + param.toll
    end
    return sum
end

-- The prices of all ways of a seat: for each segment of the terrain the list of those that are not undercut.
function routes.prices(seat)
    local toll, prices, queue = tolls(seat), {}, {}
    local function reach(segment, price)
        price = plus(price, toll[segment:cell():key()])
        prices[segment] = prices[segment] or {}
        if keep(prices[segment], price) then table.insert(queue, { segment = segment, price = price }) end
    end
    local function part(cell, side)
        local tile = cell:tile()
        for _, segment in if tile then tile:parts(param.over) else {} do
            if table.find(segment:sides(), side) then return segment end
        end
        return nil
    end
    for _, place in rim() do
        local price = { place:tag(param.fee) }
        for _ in seats() do
            table.insert(price, 0)
        end
        for side = 0, side_count() - 1 do
            local segment = part(place:beside(side), opposite(side))
            if segment then reach(segment, price) end
        end
    end
    local at = 1
    while at <= #queue do
        local one = queue[at]
        at = at + 1
        for _, side in one.segment:sides() do
            local segment = part(one.segment:cell():beside(side), opposite(side))
            if segment then reach(segment, one.price) end
        end
    end
    return prices
end

-- Those of some prices that a seat can pay and keep some, cheapest first, with their keys.
function routes.payable(seat, prices, kept)
    local found = {}
    for _, price in prices or {} do
        local sum = total(price)
        if sum + kept <= counter(param.counter, seat) then
            local words = {}
            for i, amount in price do
                local name = if i == 1 then "bank" else "seat" .. (i - 2)
                if amount > 0 then table.insert(words, name .. "=" .. amount) end
            end
            local key = if #words == 0 then "free" else table.concat(words, ",")
            table.insert(found, { key = key, price = price, total = sum })
        end
    end
    table.sort(found, function(a, b)
        return if a.total == b.total then a.key < b.key else a.total < b.total
    end)
    return found
end

function routes.pay(seat, price)
    for i, amount in price do
        if amount > 0 then pay(param.counter, seat, if i == 1 then nil else i - 2, amount) end
    end
end

return routes
