--- Asks where to deploy before there is a tile.
step("early", function(seat) ask(seat, "deploy", { "nowhere", "elsewhere" }) end)
