--- Hollows lie face down, and one of them holds the bell: a tunnel that comes to one turns it up. When the bell is found it rings, and the ringers win; if it is not, the sleepers do.
--- @param from bag  The hollows.
--- @param at any  Where they lie: lists of a column and a row.
--- @param tunnel terrain  The terrain that is dug.
--- @param bell tag  On the hollow with the bell.
--- @param ringer counter  Who wants to hear it.
--- @param sleeper counter  Who does not.
--- @param book book  At the end sleepers get a point for each tile that was missing on the way to the bell, and ringers for each that was not.
--- @param far integer  How many tiles that is at most.
--- @param bury text = "bury"  The step of the setup that lays them.
--- @param step text = "arrive"  The step after placing.
--- @param finish text = "silence"  The step at the end.
--- @source Invented for this pack.

local roles, ways = require("hidden_roles"), require("reached_from")

step(param.bury, function()
    for _, at in param.at do
        place_tile(draw(param.from, { unseen = true }), cell(at[1], at[2]), 0, { free = true, face_down = true })
    end
end)

local function hidden()
    local found = {}
    for _, tile in tiles_on_board() do
        if tile:face_down() then table.insert(found, tile) end
    end
    return found
end

local function holds_bell(tile)
    return kind(tile:hidden_kind()):tag(param.bell) > 0
end

step(param.step, function()
    for _, tile in hidden() do
        if ways.enters(tile:cell()) then
            if holds_bell(tile) then
                end_game({ winners = roles.with(param.ringer), result = "rings", reason = "found" })
            end
            turn_up(tile, 0)
        end
    end
end)

-- How many tiles were missing on the way to the bell, none once it is found.
local function missing()
    for _, tile in hidden() do
        if holds_bell(tile) then return math.min(ways.missing(tile:cell()) or param.far, param.far) end
    end
    return 0
end

score(param.tunnel, { when = "final", among = "all", book = param.book }, function(sheet, tunnel)
    -- One sheet is enough, that of the first tunnel.
    if not ways.reached()[1]:same(tunnel) then return end
    local tiles = missing()
    for _, seat in roles.with(param.ringer) do sheet:for_seat(seat, "dug", param.far - tiles, 1, true) end
    for _, seat in roles.with(param.sleeper) do sheet:for_seat(seat, "missing", tiles, 1, true) end
end)

step(param.finish, function()
    for _, tile in hidden() do
        if holds_bell(tile) then
            end_game({ winners = roles.with(param.sleeper), result = "silence", reason = "never_found" })
        end
        turn_up(tile, 0)
    end
end)

-- The hollows of which a seat does not know what they hold.
local function unknown(seat)
    local found = {}
    for _, tile in hidden() do
        if not tile:known_by(seat) then table.insert(found, tile) end
    end
    return found
end

return { unknown = unknown }
