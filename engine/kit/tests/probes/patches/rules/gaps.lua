--- Every gap in a quilt costs two points at the end.
step("gaps", function(seat)
    award(seat, -2 * #free_cells("quilt", seat), "gaps")
end)
