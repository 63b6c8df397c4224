--- The game ends after a turn that leaves no cell of a bounded board free.
--- @source Common on boards of a fixed size.

step("end", function()
    if #free_cells() == 0 then end_game() end
end)
