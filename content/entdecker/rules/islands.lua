--- At the end of a turn every complete island is scored, in an order that the active seat chooses. Its forts and
--- settlements go home; its scouts go to the jungle, one at a time in turn order. Questions: `island`, with the place
--- of its first part.
--- @source The rules of the game.

local paths = require("hut_paths")
local reserve = require("reserve")

-- The complete islands with units, each with its place as the option.
local function complete()
    local found = {}
    for _, island in features("land", "claimed") do
        if island:finished() then
            table.insert(found, { key = island:key(), target = island, island = island })
        end
    end
    return found
end

local function to_jungle(active, scouts)
    local left = #scouts
    local own = {}
    for _, seat in seats() do
        own[seat] = {}
    end
    for _, scout in scouts do
        table.insert(own[scout:owner()], scout)
    end
    while left > 0 do
        for _, seat in seats(active) do
            if #own[seat] > 0 then
                local path = paths.choose(seat, false)
                local gone = own[seat][1]
                if path then gone = paths.move(seat, path, own[seat]) else reserve.take_home(gone) end
                table.remove(own[seat], table.find(own[seat], gone))
                left = left - 1
            end
        end
    end
end

step("islands", function(active)
    local islands = complete()
    while #islands > 0 do
        local chosen = ask(active, "island", islands, { auto = true })
        pay_sheet(chosen.island, { book = "island" })
        local scouts = {}
        for _, figure in chosen.island:figures() do
            if figure:kind() == "scout" then table.insert(scouts, figure) else take_home(figure) end
        end
        to_jungle(active, scouts)
        islands = complete()
    end
end)
