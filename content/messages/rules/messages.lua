--- The eight messages: the time when one is drawn, and the effect of each.
--- @param roads terrain[]  Terrains among which the shortest road is chosen.
--- @param cities terrain[]  Terrains among which the smallest city is chosen.
--- @param cloisters terrain[]  Terrains among which the smallest cloister is chosen; packs with similar features may add them.
--- @param town terrain  Terrain of knights and pennants.
--- @param land terrain  Terrain of farmers.
--- @param tag tag  Tag of the pennant.
--- @param per_tag integer = 2  Points for each pennant.
--- @param per_knight integer = 2  Points for each knight.
--- @param per_farmer integer = 2  Points for each farmer.
--- @param tiles bag  Bag of the extra tile.
--- @param part text  Part of the flow that plays it.
--- @param book book  Book for points of messages.
--- @source The Messages, eight tiles; see the README of the pack.

local tracks = require("two_tracks")
local stack = require("event_stack")
local least = require("least_feature")
local recall = require("recall_and_score")

local target = "messages.target"

local function least_of(terrains)
    return {
        can = function(seat) return #least.own(seat, terrains) > 0 end,
        run = function(seat) least.score(seat, terrains, target, param.book) end,
        worth = function(seat) return least.worth(seat, terrains) end,
    }
end

local function per(unit, each, count_for)
    return {
        can = function(seat) return count_for(seat) > 0 end,
        worth = function(seat) return each * count_for(seat) end,
        run = function(seat)
            local units = count_for(seat)
            pay_sheet(nil, { seat = seat, book = param.book }, function(sheet)
                sheet:claim_seat(seat)
                sheet:per(unit, units, each)
            end)
        end,
    }
end

local function sum_over(terrain, of)
    return function(seat)
        local sum = 0
        for _, feature in features(terrain, "claimed") do
            if feature:claim_of(seat) > 0 then sum += of(feature, seat) end
        end
        return sum
    end
end

local function figures(feature, seat) return feature:count_figures(seat) end
local function marks(feature) return feature:sum(param.tag) end

local events = {
    M1 = least_of(param.roads),
    M2 = least_of(param.cities),
    M3 = least_of(param.cloisters),
    M4 = {
        can = function() return bag_size(param.tiles) > 0 end,
        run = function(seat) schedule(seat, param.part, "now", { reason = "M4" }) end,
    },
    M5 = per(param.tag, param.per_tag, sum_over(param.town, marks)),
    M6 = per("knight", param.per_knight, sum_over(param.town, figures)),
    M7 = per("farmer", param.per_farmer, sum_over(param.land, figures)),
    M8 = {
        can = function(seat) return #recall.own(seat) > 0 end,
        run = function(seat) recall.score(seat, target, param.book) end,
    },
}

on("round_ended", { counters = tracks.moved, asks = true }, function(ev)
    local drawn = not finishing() and tracks.arrived(ev.seat)
    tracks.rest()
    if drawn then stack.draw(ev.seat, events) end
end)
