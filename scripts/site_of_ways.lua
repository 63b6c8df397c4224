--- A site scores for each way that ends at it, by its tiles. Every segment of a way on the tile of such a site counts
--- separately.
--- @param on terrain  Terrain of the site.
--- @param ways terrain  Terrain of the ways.
--- @param tag tag  Tag of segments that end at such a site.
--- @param per_unit integer = 1  Points for each unit.
--- @param raised_by tag?  Tag of ways that count 1 more for each unit if finished, and nothing if not.
--- @param final all|finished|none = "all"  Ways that count for an unfinished site at the end.
--- @source An expansion with large churches where roads begin.

local function each(way)
    if not param.raised_by or way:segments_with(param.raised_by) == 0 then return param.per_unit end
    return if way:finished() then param.per_unit + 1 else 0
end

score(param.on, function(sheet, site, last)
    local counts = if last and not site:finished() then param.final else "all"
    if counts == "none" then return end
    for _, way in site:neighbours(param.ways) do
        if counts == "all" or way:finished() then
            local units = way:tiles() + way:segments_with(param.tag) - way:tiles_with(param.tag)
            sheet:per("tile", units, each(way))
        end
    end
end)
