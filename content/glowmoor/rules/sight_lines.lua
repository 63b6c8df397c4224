--- A site scores for the tiles that it sees in straight rows, one row for each of its sides. A row ends at the first
--- gap, after a tile that blocks the view, or at its maximum length.
--- @param on terrain  Terrain of the site.
--- @param blocked_by tag?  Tag of tiles that block the view: they are seen, but nothing behind them.
--- @param reach integer = 3  How many tiles a row has at most.
--- @param per_tile integer = 1  Points for each tile that is seen.
--- @param per_site integer = 2  Points for each tile with such a site that is seen, if this one is finished.
--- @source Made for this pack.

local function look(from, side)
    local tiles, sites = 0, 0
    for _, tile in from:row(side, param.reach) do
        tiles += 1
        if #tile:segments(param.on) > 0 then sites += 1 end
        if param.blocked_by and tile:tag(param.blocked_by) > 0 then break end
    end
    return tiles, sites
end

score(param.on, function(sheet, site)
    local tiles, sites = 0, 0
    for side = 0, side_count() - 1 do
        local t, s = look(site:cell(), side)
        tiles += t
        sites += s
    end
    sheet:per("tile", tiles, param.per_tile)
    if site:finished() then sheet:per("site", sites, param.per_site) end
end)
