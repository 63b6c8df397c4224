--- Once in a game, when the drawn tile fits nowhere, the seat may let the board grow at one side: the options are
--- `east`, `west`, `north`, `south` and `no`.
--- @param size text  How far, as the last two numbers of a form such as `extendable(9,9,2,1)`: to the sides, and up or
--- down.
--- @param ask text = "extend"  The name of the decision.
--- @param used counter  A counter of the game: 1 once the board has grown.
--- @source A variant with a table that has a leaf to pull out.

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
