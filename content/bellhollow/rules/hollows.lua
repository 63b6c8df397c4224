--- Hollows are face down, and one of them holds the bell. A tunnel that reaches a hollow turns it up. If the bell is found, it rings and the ringers win; otherwise the sleepers win.
--- @param from bag  Bag with the hollows.
--- @param at any  Places of the hollows: lists of a column and a row.
--- @param tunnel terrain  Terrain of the tunnels.
--- @param bell tag  Tag of the hollow with the bell.
--- @param ringer counter  Counter of seats that want to hear the bell.
--- @param sleeper counter  Counter of seats that do not want to hear it.
--- @param book book  Book for the points at the end: sleepers get one for each tile that was missing on the way to the bell, and ringers for each that was not.
--- @param far integer  Maximum number of these tiles.
--- @param bury text = "bury"  Step of the setup that places the hollows.
--- @param step text = "arrive"  Step after placing.
--- @param finish text = "silence"  Step at the end.
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

-- Returns the number of tiles that were missing on the way to the bell; 0 once it is found.
local function missing()
    for _, tile in hidden() do
        if holds_bell(tile) then return math.min(ways.missing(tile:cell()) or param.far, param.far) end
    end
    return 0
end

score(param.tunnel, { when = "final", among = "all", book = param.book }, function(sheet, tunnel)
    -- One sheet is enough, so only that of the first tunnel gets these points.
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

-- Returns the hollows whose content a seat does not know.
local function unknown(seat)
    local found = {}
    for _, tile in hidden() do
        if not tile:known_by(seat) then table.insert(found, tile) end
    end
    return found
end

return { unknown = unknown }
