--- Looks at no option when a tile is placed.
--- @source Invented here.

offer("place", function(options, seat) end)
