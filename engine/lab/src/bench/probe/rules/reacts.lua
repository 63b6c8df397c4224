--- Does nothing when a tile is placed.
--- @source Invented here.

on("placed", function(ev) end)
