--- A voyage: its start and price, announced tiles, sailing, placing and units. Questions: `start` with `edge:N0` or
--- `tile:x,y`; `route` with `free` or the payments to other seats; `announce` with `hidden:n` or `open:n`; `sail` with
--- `stack:n`, `open:n`, `unit:FIGURE:SEGMENT`, `stop`; `place` with `x,y,turn`. Events: `discovered` for every tile
--- that the ship reaches.
--- @param price_hidden integer = 1  Price of a hidden tile.
--- @param price_open integer = 4  Price of an open tile.
--- @param price_scout integer = 1  Price of a scout.
--- @param price_fort integer = 3  Price of a fort.
--- @param price_settlement integer = 6  Price of a settlement.
--- @source The heart of the game.

local routes = require("cheapest_routes")
local stock = require("stock_by_pattern")
local reserve = require("reserve")

local UNITS = { "scout", "fort", "settlement" }
local PRICES = { scout = param.price_scout, fort = param.price_fort, settlement = param.price_settlement }

-- True if a kind of tile fits next to the ship.
local function fits_somewhere(kind, cells)
    for _, cell in cells do
        if #fits(kind, cell) > 0 then return true end
    end
    return false
end

step("start", function(seat)
    local gold, starts = counter("gold", seat), {}
    for _, place in rim("open") do
        local fee = place.tags.fee or 0
        if gold >= fee + param.price_hidden then
            table.insert(starts, {
                key = "edge:" .. place.name, target = place.cell, cell = place.cell, fee = fee,
                text = "edge.price", args = { place.name, fee },
            })
        end
    end
    local survey = routes.survey(seat)
    local cells, seas = {}, {}
    for _, sea in routes.starts(open_segments("sea"), survey, param.price_hidden) do
        local cell = sea:cell()
        table.insert(cells, cell)
        seas[cell] = sea
    end
    if #cells > 0 then table.insert(starts, { key = "tile:", each = cells }) end
    if #starts == 0 then
        count("stuck", 1)
        leave()
        return
    end
    set_counter("stuck", 0)
    local start, cell = ask(seat, "start", starts)
    if cell then
        routes.pay(seat, ask(seat, "route", routes.from(seas[cell], survey, param.price_hidden), { auto = true }))
    else
        pay("gold", seat, nil, start.fee)
    end
    move_token("ship", cell or start.cell)
end)

local function announcement(what, number, openly, price)
    return {
        key = what .. ":" .. number, number = number, openly = openly, price = price,
        text = what .. if number == 1 then ".one" else ".several", args = { number, price },
    }
end

step("announce", function(seat)
    local gold = counter("gold", seat)
    local open = 0
    for _, bag in stock.open do
        open = open + bag_size(bag)
    end
    local options = {}
    for n = 1, math.min(gold // param.price_hidden, stock.hidden() + bag_size("discards")) do
        table.insert(options, announcement("hidden", n, 0, n * param.price_hidden))
    end
    for n = 1, math.min(gold // param.price_open, open) do
        table.insert(options, announcement("open", n, 1, n * param.price_open))
    end
    if #options == 0 then
        leave()
        return
    end
    local chosen = ask(seat, "announce", options)
    pay("gold", seat, nil, chosen.price)
    set_counter("announced", chosen.number)
    set_counter("openly", chosen.openly)
    set_counter("drawn", 0)
end)

-- Returns the patterns of open tiles that may be taken: those that fit, from the first place that has any of them.
local function open_patterns(cells)
    local fitting = {}
    for pattern, kind in stock.kinds do
        if fits_somewhere(kind, cells) then table.insert(fitting, pattern) end
    end
    local sources = {
        function(pattern) return bag_size(stock.open[pattern]) > 0 end,
        stock.in_discards,
        stock.in_stacks,
    }
    for _, has in sources do
        local found = {}
        for _, pattern in fitting do
            if has(pattern) then table.insert(found, pattern) end
        end
        if #found > 0 then return found end
    end
    return fitting
end

local function sail_options(seat, cells)
    local options = {}
    if counter("announced") > 0 then
        if counter("openly") == 0 then
            stock.reshuffle()
            for n, bag in stock.stacks do
                if bag_size(bag) > 0 then table.insert(options, { key = "stack:" .. n, target = bag, bag = bag }) end
            end
        else
            for _, pattern in open_patterns(cells) do
                local shown = kind(stock.kinds[pattern])
                table.insert(options, { key = "open:" .. pattern, target = shown, pattern = pattern })
            end
        end
    end
    local last = placed_tile()
    if last then
        for _, unit in UNITS do
            local left = if unit == "scout" then reserve.any(seat) else supply(unit, seat) > 0
            if left and counter("gold", seat) >= PRICES[unit] then
                for _, land in last:segments("land") do
                    local key = "unit:" .. unit .. ":" .. land:name()
                    table.insert(options, {
                        key = key, target = land, unit = unit, segment = land,
                        text = "unit.price", args = { unit, PRICES[unit] },
                    })
                end
            end
        end
    end
    if counter("drawn") > 0 then table.insert(options, { key = "stop" }) end
    return options
end

local function found_unit(seat, unit, segment)
    pay("gold", seat, nil, PRICES[unit])
    if unit == "scout" then
        reserve.ready(seat)
        reserve.put(seat, segment)
    else
        deploy(unit, seat, segment)
    end
end

-- Cancels announced tiles that were not drawn.
local function lapse()
    set_counter("announced", 0)
end

step("sail", function(seat)
    local cells = token("ship"):ways("sea")
    -- A unit may still be deployed in a dead end.
    if #cells == 0 then lapse() end
    local options = sail_options(seat, cells)
    if #options == 0 or #options == 1 and options[1].key == "stop" then
        leave("voyage")
        return
    end
    local chosen = ask(seat, "sail", options)
    if chosen.unit then found_unit(seat, chosen.unit, chosen.segment) end
    if not chosen.bag and not chosen.pattern then
        leave("voyage")
        return
    end
    count("announced", -1)
    count("drawn", 1)
    local kind = if chosen.bag then draw(chosen.bag) else stock.take(chosen.pattern)
    in_play(kind)
    local place = ask_place(seat, kind, cells)
    in_play(nil)
    if not place then
        put_back("discards", kind)
        return
    end
    place_tile(kind, place.cell, place.turn)
    move_token("ship", place.cell)
    raise("discovered", { seat = seat, tile = placed_tile() })
end)

-- Several rules end a voyage, including that of a storm, so this is a step.
step("lapse", lapse)
