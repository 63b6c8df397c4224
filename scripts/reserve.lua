--- Figures that come back: who has none left takes one from the board or from a zone, and only then.
--- They may bear numbers: then the owner says which one it puts down. For modules that come after this one.
--- Questions: `take_back`, with `tile:x,y` or `path:p,i`; `scout`, with the numbers.
--- @param figure figure_kind  The figure.
--- @param zones zone[]  Zones from which they may be taken back, in the order of their numbers.
--- @param numbered boolean = false  Whether they bear numbers.
--- @param number counter?  Where the numbers are kept: a keyed counter, by figure.
--- @source Supplies that run out late in a game, when those who stand where they are no use may still move.

local reserve = {}

-- All figures of a seat outside the supply, with the keys under which they are taken back.
local function out(seat)
    local found = {}
    for _, figure in figures_on_board(seat, param.figure) do
        table.insert(found, { key = "tile:" .. figure:cell():key(), target = figure, figure = figure })
    end
    for path, zone in param.zones do
        for _, figure in zone_figures(zone, nil, seat) do
            if figure:kind() == param.figure then
                local key = "path:" .. path .. "," .. figure:slot()
                table.insert(found, { key = key, target = figure, figure = figure })
            end
        end
    end
    return found
end

-- Whether a seat can put one down, perhaps one that it takes back.
function reserve.any(seat)
    return supply(param.figure, seat) > 0 or #out(seat) > 0
end

-- Takes a figure home. It bears no number there: the engine may give its place to another figure.
function reserve.take_home(figure)
    take_home(figure)
    if param.numbered then set_counter(param.number, 0, figure) end
end

-- Makes sure that a seat has one.
function reserve.ready(seat)
    if supply(param.figure, seat) > 0 then return end
    reserve.take_home(ask(seat, "take_back", out(seat)).figure)
end

local function by_number(seat, numbers)
    table.sort(numbers)
    if #numbers == 1 then return numbers[1] end
    return ask(seat, "scout", numbers)
end

-- Which of some figures of a seat: asked only if they bear numbers.
function reserve.pick(seat, figures)
    if not param.numbered then return figures[1] end
    local numbers, bearers = {}, {}
    for _, figure in figures do
        local number = counter(param.number, figure)
        table.insert(numbers, number)
        bearers[number] = bearers[number] or figure
    end
    return bearers[by_number(seat, numbers)]
end

-- Puts one down, out of the supply.
function reserve.put(seat, place, slot)
    if not param.numbered then return deploy(param.figure, seat, place, slot) end
    local away, numbers = {}, {}
    for _, other in out(seat) do
        away[counter(param.number, other.figure)] = true
    end
    for n = 1, supply(param.figure, seat) + #out(seat) do
        if not away[n] then table.insert(numbers, n) end
    end
    local number = by_number(seat, numbers)
    local figure = deploy(param.figure, seat, place, slot)
    set_counter(param.number, number, figure)
    return figure
end

return reserve
