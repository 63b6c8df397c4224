--- Asks for a deployment before there is a tile.
step("early", function(seat) ask(seat, "deploy", { "nowhere", "elsewhere" }) end)
