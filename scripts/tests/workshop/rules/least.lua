--- The first seat scores its least valuable feature.
--- @param on terrain[]  Terrains of the features.
--- @param book book  Book for the points.

local least = require("least_feature")

step("work", function(seat)
    if seat == 0 then least.score(seat, param.on, "least", param.book) end
end)
