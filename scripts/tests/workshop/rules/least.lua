--- The first seat scores the least of its features.
--- @param on terrain[]  The terrains.
--- @param book book  What the points are booked under.

local least = require("least_feature")

step("work", function(seat)
    if seat == 0 then least.score(seat, param.on, "least", param.book) end
end)
