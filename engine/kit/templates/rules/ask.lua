--- The player whose turn it is may take points, or leave them.
--- @param book book  What the points are counted under.
--- @param points integer = 1  How many.
--- @source Invented here.

-- The flow says when this step takes place: add `script(name: "@NAME@")` to a list of steps there.
step("@NAME@", function(seat)
    local answer = ask(seat, "@NAME@", { "take" }, { none = "leave" })
    if answer == nil then return end
    award(seat, param.points, param.book)
end)
