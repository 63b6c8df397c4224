--- A region scores for its tiles, and for the sites that touch it or touch regions next to it. It scores more when
--- finished, but at the end of the game all regions count as unfinished. During play every seat on it gets the whole
--- value; at the end, every figure brings the whole value.
--- @param on terrain  Terrain of the region.
--- @param per_tile integer = 0  Points for each tile of an unfinished region.
--- @param finished_per_tile integer = 0  Points for each tile of a finished region.
--- @param sites terrain?  Terrain of the sites that count.
--- @param per_site integer = 0  Points for each site of an unfinished region.
--- @param finished_per_site integer = 0  Points for each site of a finished region.
--- @param lent_by terrain[] = []  Terrains whose regions lend all their sites to a region that they touch.
--- @param small integer = 2  Number of different tiles with which a finished region counts as unfinished.
--- @source A family of games in which players take back figures when they think it pays.

local function sites_of(region)
    local count = region:count_beside(param.sites)
    for _, terrain in param.lent_by do
        for _, lender in region:neighbours(terrain) do
            count += lender:count_beside(param.sites)
        end
    end
    return count
end

local function fill(sheet, region, last)
    local tiles = region:tiles()
    local full = not last and region:finished() and tiles ~= param.small
    if param.sites then
        sheet:per(param.sites, sites_of(region), if full then param.finished_per_site else param.per_site)
    end
    local each = if full then param.finished_per_tile else param.per_tile
    if each ~= 0 then sheet:per("tile", tiles, each) end
end

score(param.on, { when = "in_play", share = "each" }, fill)
score(param.on, { when = "final", share = "per_claim" }, fill)
