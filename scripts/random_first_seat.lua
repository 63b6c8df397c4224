--- Chance says which seat begins.
--- @source The common rule.

step("first_player", function()
    begin_with(chance("first_player", seat_count()))
end)
