--- Counts events that a test cannot see otherwise: counters changed by 0, drawn tiles, and reasons of turns.
on("counted", function(ev)
    if ev.amount == 0 then count("idle", 1) end
end)

on("drawn", function() count("drawn", 1) end)

on("part_began", { reason = "hole" }, function() set_counter("follows", 1) end)
on("part_began", { reason = "double_turn" }, function() set_counter("follows", 2) end)
