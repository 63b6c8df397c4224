--- Writes down what a test cannot see otherwise: changes of counters by nothing, tiles drawn, why a turn takes place.
on("counted", function(ev)
    if ev.amount == 0 then count("idle", 1) end
end)

on("drawn", function() count("drawn", 1) end)

on("part_began", { reason = "hole" }, function() set_counter("follows", 1) end)
on("part_began", { reason = "double_turn" }, function() set_counter("follows", 2) end)
