--- The game ends after a turn that leaves no cell of a bounded board free.
--- @param step text = "end"  The step that looks, after each turn.
--- @source Common on boards of a fixed size.

step(param.step, function()
    if #free_cells() == 0 then end_game() end
end)
