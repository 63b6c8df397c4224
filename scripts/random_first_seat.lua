--- A die says which seat begins.
--- @param die die  The die; its faces are the seats.
--- @source The common rule.

step("first_player", function()
    begin_with(roll(param.die))
end)
