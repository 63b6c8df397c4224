--- What the other modules share: a small table of names.
--- @source Invented for this pack.

return { ways = { "east", "west", "south" }, wait = "stay" }
