--- A player who has placed a tile may put the top tile of their stack under the stack of the next player.

step("hand_on", function(seat)
    local to = bag_of("stack", (seat + 1) % seat_count())
    if bag_size("stack") == 0 or ask(seat, "hand_on", { "keep", "give" }) == "keep" then return end
    local kind = draw("stack", { secret = true })
    if kind then put_back(to, kind) end
end)
