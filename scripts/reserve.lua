--- A seat without figures in its supply takes one from the board or from a zone when it needs one, and only then.
--- Figures may have numbers; then the owner chooses which one to deploy. For modules after this one. Questions:
--- `take_back`, with `tile:x,y` or `path:p,i`; `scout`, with the numbers.
--- @param figure figure_kind  Figure that comes back.
--- @param zones zone[]  Zones from which figures may be taken back, in the order of their numbers.
--- @param numbered boolean = false  True if the figures have numbers.
--- @param number counter?  Keyed counter for the numbers, by figure.
--- @source Supplies that run out late in a game, when figures in useless places may still move.

local reserve = {}

-- Returns all figures of a seat outside the supply, each with the key for taking it back.
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

-- True if a seat can deploy a figure, possibly one that it takes back.
function reserve.any(seat)
    return supply(param.figure, seat) > 0 or #out(seat) > 0
end

-- Takes a figure home and clears its number, since the engine may reuse its id for another figure.
function reserve.take_home(figure)
    take_home(figure)
    if param.numbered then set_counter(param.number, 0, figure) end
end

-- Takes a figure back if a seat has none in its supply.
function reserve.ready(seat)
    if supply(param.figure, seat) > 0 then return end
    reserve.take_home(ask(seat, "take_back", out(seat)).figure)
end

local function by_number(seat, numbers)
    table.sort(numbers)
    if #numbers == 1 then return numbers[1] end
    return ask(seat, "scout", numbers)
end

-- Returns one of several figures of a seat; asks only if they have numbers.
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

-- Deploys a figure from the supply.
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
