--- The game ends after a turn in which the last free cell of a bounded board is filled.
--- @param step text = "end"  Step after each turn that checks the board.
--- @source Common on boards of a fixed size.

step(param.step, function()
    if #free_cells() == 0 then end_game() end
end)
