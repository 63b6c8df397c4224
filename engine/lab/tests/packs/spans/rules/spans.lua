--- A bridge carries a road over the tile that was placed, or over a tile beside it when the drawn tile fits nowhere.
--- @param pier figure_kind  A bridge in the supply.
--- @param of terrain  What a bridge carries.

step("span", function(seat)
    local tile = placed_tile()
    if tile == nil or supply(param.pier, seat) == 0 then return end
    local options, places = {}, {}
    for _, sides in part_places(tile, param.of) do
        local key = sides[1] .. "_" .. sides[2]
        table.insert(options, key)
        places[key] = sides
    end
    if #options == 0 then return end
    local chosen = ask(seat, "span", options, { none = "no" })
    if chosen == nil then return end
    local kind, edges = tile:kind(), #kind(tile:kind()):edges(0)
    local part = add_part(tile, param.of, places[chosen], { seat = seat, reason = "span" })
    assert(part:tile() == tile and part:tag("span") == 1 and tile:kind() == kind and edges == 4)
    deploy(param.pier, seat, tile:cell())
end)

on("part_added", function(ev)
    assert(ev.tile:kind() == ev.kind and ev.segment:cell() == ev.cell)
end)
