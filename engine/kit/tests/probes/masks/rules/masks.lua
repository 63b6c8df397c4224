--- Masks are drawn, or hung face down; the next seat guesses the hidden mask, and at the end all masks are turned up.
local guesses = { "grin", "frown" }

step("act", function(seat)
    local options, seen = {}, {}
    if bag_size("masks") > 0 then table.insert(options, "draw") end
    for _, held in hand(seat) do
        if not seen[held] then table.insert(options, { key = "hang:" .. held, kind = held, secret = true }) end
        seen[held] = true
    end
    if #options == 0 then return end
    local chosen = ask(seat, "act", options)
    if chosen == "draw" then
        to_hand(seat, assert(draw("masks", { seat = seat, secret = true })))
        return
    end
    from_hand(seat, chosen.kind)
    local at = free_cells()[1]
    place_tile(chosen.kind, at, 0, { seat = seat, free = true, face_down = true, known_to = { seat } })
    local guess = ask((seat + 1) % seat_count(), "guess", guesses)
    set_counter("guess", table.find(guesses, guess), at)
end)

step("unmask", function()
    for _, mask in tiles_on_board() do
        local at, owner = mask:cell(), 0
        for _, seat in seats() do
            if mask:known_by(seat) then owner = seat end
        end
        turn_up(mask, 0)
        local is_grin = at:tile():kind() == "Grin"
        award(owner, if is_grin then 1 else 0, "hung")
        if is_grin == (counter("guess", at) == 1) then award((owner + 1) % seat_count(), 2, "guessed") end
    end
end)
