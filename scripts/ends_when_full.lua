--- The game ends after a turn that leaves no cell of a bounded board free.
--- @source Common on boards of a fixed size.

local function full()
    local board = extent()
    for y = board.north, board.south do
        for x = board.west, board.east do
            if not cell(x, y):tile() then return false end
        end
    end
    return true
end

step("end", function()
    if full() then end_game() end
end)
