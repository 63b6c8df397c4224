--- The first seat pays a fine and receives a wage, in a round of its own.
--- @param fine integer  How much.
--- @param book book  What it is booked under.
--- @param found counter  Whether one of its figures came to an even space where nobody else's is.

local tracks = require("two_tracks")

step("work", function(seat)
    if seat > 0 then return end
    award(seat, -param.fine, param.book)
    award(seat, param.fine, param.book)
    if tracks.arrived(seat, 2, true) then count(param.found, 1) end
    tracks.rest()
end)
