--- A player who places a well may call the traveller to it, and scores points for the company.
--- @param well tag  The tag of tiles with a well.
--- @param traveller token  The token of the traveller.
--- @param book book  The book for the points.
--- @param points integer = 1  Number of points.
--- @source Invented here.

-- The flow in pack.ron says when this step takes place. It runs in every turn, so it first checks whether there is
-- anything to do.
step("@NAME@", function(seat)
    local tile = placed_tile()
    if tile == nil or tile:tag(param.well) == 0 then return end
    -- A question: its options are texts, numbers, things of the game, or tables with a `key`. `none` adds the option
    -- to choose nothing, for which nil is returned.
    local answer = ask(seat, "traveller", { "call" }, { none = "stay" })
    if answer == nil then return end
    -- `note` is for you: failing tests show it, and `tilewright play` does.
    note("seat", seat, "calls the traveller to", tile:cell())
    move_token(param.traveller, tile:cell())
    award(seat, param.points, param.book)
end)
