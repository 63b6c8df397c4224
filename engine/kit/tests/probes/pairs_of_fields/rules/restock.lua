--- When the row is empty it is filled again.
step("refill", function()
    if #slots("row", "filled") == 0 then fill_slots("row", "tiles") end
end)
