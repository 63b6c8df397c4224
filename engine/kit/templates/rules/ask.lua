--- The active player may take points or decline them.
--- @param book book  The book for the points.
--- @param points integer = 1  Number of points.
--- @source Invented here.

-- The flow says when this step takes place: add `script(name: "@NAME@")` to a list of steps there.
step("@NAME@", function(seat)
    local answer = ask(seat, "@NAME@", { "take" }, { none = "leave" })
    if answer == nil then return end
    award(seat, param.points, param.book)
end)
