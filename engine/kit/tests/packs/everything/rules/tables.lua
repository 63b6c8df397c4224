--- A small table of names that the other modules share.
--- @source Invented for this pack.

return { ways = { "east", "west", "south" }, wait = "stay" }
