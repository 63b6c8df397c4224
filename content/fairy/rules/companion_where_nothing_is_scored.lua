--- A companion that is with a figure on a terrain brings points at the end where features of that terrain are not
--- scored themselves.
--- @param token token  The companion.
--- @param with counter  A counter of each seat: 1 while the token is with one of its figures.
--- @param on terrain  The terrain.
--- @param step text  The step at the end.
--- @param book book  What the points are booked under.
--- @param points integer = 3  The points.
--- @source Goes with the module `companion`.

step(param.step, function()
    for _, seat in seats() do
        local feature = counter(param.with, seat) == 1 and token(param.token):feature()
        if feature and feature:terrain() == param.on then award(seat, param.points, param.book, feature, "scored") end
    end
end)
