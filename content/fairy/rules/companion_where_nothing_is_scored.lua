--- At the end, a companion of a figure on a terrain brings points if features of that terrain are not scored
--- themselves.
--- @param token token  Token that accompanies a figure.
--- @param with counter  Counter of each seat: 1 while the token accompanies one of its figures.
--- @param on terrain  Terrain without its own scoring.
--- @param step text  Step at the end.
--- @param book book  Book for the points.
--- @param points integer = 3  Points for the owner of the figure.
--- @source Belongs to the module `companion`.

step(param.step, function()
    for _, seat in seats() do
        local feature = counter(param.with, seat) == 1 and token(param.token):feature()
        if feature and feature:terrain() == param.on then award(seat, param.points, param.book, feature, "scored") end
    end
end)
