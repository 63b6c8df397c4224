--- The first seat pays a fine and receives a wage, in a separate round.
--- @param fine integer  Amount of the fine.
--- @param book book  Book for the fine and the wage.
--- @param found counter  Counter: 1 if one of its figures reached an even space without figures of other seats.

local tracks = require("two_tracks")

step("work", function(seat)
    if seat > 0 then return end
    award(seat, -param.fine, param.book)
    award(seat, param.fine, param.book)
    if tracks.arrived(seat) then count(param.found, 1) end
    tracks.rest()
end)
