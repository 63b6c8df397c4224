--- A step that does nothing.
--- @source Invented here.

step("pause", function(seat) end)
