--- One half of a tile must be next to the keep or next to its own terrain. An empty row is filled again.
restrict("place", function(kind, cell, turn)
    local would = if_placed(kind, cell, turn)
    for _, feature in would.features do
        if #feature.joins > 0 then return true end
    end
    return #would.closes > 0, "Neither half lies beside its like"
end)

step("refill", function()
    if #slots("row", "filled") == 0 then fill_slots("row", "tiles") end
end)
