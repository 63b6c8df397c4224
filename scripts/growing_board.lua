--- Once in a game, when the drawn tile fits nowhere, the seat may extend the board at one side. The options are `east`,
--- `west`, `north`, `south` and `no`.
--- @param size text  Size of the extension, as the last two numbers of a form such as `extendable(9,9,2,1)`: to the
--- sides, and up or down.
--- @param ask text = "extend"  Name of the decision.
--- @param used counter  Counter of the game: 1 once the board has been extended.
--- @source A variant for a table with a leaf to pull out.

local dx, dy = string.match(param.size, "(%d+),%s*(%d+)%)$")
local by = { east = dx, west = dx, north = dy, south = dy }

on("unplayable", { asks = true }, function(ev)
    if counter(param.used) > 0 then return end
    local side = ask(ev.seat, param.ask, { "east", "west", "north", "south" }, { none = "no" })
    if side then
        grow_board(side, tonumber(by[side]))
        set_counter(param.used, 1)
    end
end)
