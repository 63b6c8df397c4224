--- A hub joins the ways that meet on it into one network. A seat that places a hub may deploy on it even if the network
--- is occupied. A seat that places a tile that continues an arm, which is the part of a way from an exit of a hub
--- outward, may deploy on this arm if no figure is on the arm itself.
--- @param on terrain  Terrain of the ways.
--- @param hub tag  Tag of the hubs.
--- @param figures figure_kind[]  Figures that may be deployed in this way and that occupy an arm.
--- @param ask text = "deploy"  Decision that gets these options.
--- @param arms anywhere|at_exit = "anywhere"  Place of the tile: anywhere along the arm, or only at its exit.
--- @source An expansion with a labyrinth on the roads.

local group = param.hub .. " arms "
local within_arm = { terrains = { param.on }, without = { param.hub } }
local within_network = { terrains = { param.on } }

local function one()
    return 1
end

local function is_free(arm)
    local on_arm = {}
    for _, segment in arm do
        on_arm[segment] = true
    end
    for _, kind in param.figures do
        for _, figure in arm[1]:feature():figures(nil, kind) do
            if on_arm[figure:segment()] then return false end
        end
    end
    return true
end

local function is_at_exit(segment)
    for _, side in segment:sides() do
        local tile = segment:cell():beside(side):tile()
        for _, other in if tile then tile:segments(param.on) else {} do
            if other:tag(param.hub) > 0 and segment:cheapest({ other }, one, within_network) == 1 then return true end
        end
    end
    return false
end

local function is_open(segment)
    if segment:tag(param.hub) > 0 then return true end
    if param.arms == "at_exit" and not is_at_exit(segment) then return false end
    return is_free(segment:reach(within_arm))
end

offer(param.ask, function(options, seat)
    local tile = placed_tile()
    if not tile then return end
    for _, segment in tile:segments(param.on) do
        local network = segment:feature()
        if network:claimed() and network:segments_with(param.hub) > 0 and is_open(segment) then
            for _, kind in param.figures do
                local key = kind .. ":" .. segment:name()
                if supply(kind, seat) > 0 and not options:has(key) then
                    options:add(key, group .. kind, segment)
                end
            end
        end
    end
end)

for _, kind in param.figures do
    chosen(group .. kind, function(seat, segment)
        deploy(kind, seat, segment)
    end)
end
