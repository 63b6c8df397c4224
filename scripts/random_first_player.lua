--- Chance says who begins.
--- @source Common.

step("first_player", function()
    begin_with(chance("first_player", seat_count()))
end)
