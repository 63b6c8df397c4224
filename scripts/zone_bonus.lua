--- A seat with a figure in a zone receives more for features that are scored. The bonus is a separate source of points.
--- @param zone zone  Zone of the figure.
--- @param on terrain  Terrain of the features.
--- @param book book?  Book of the points that bring a bonus, if that is not the terrain itself.
--- @param scored in_play|final = "in_play"  Time of scoring: features completed during play, or features scored at the end.
--- @param need majority|presence = "majority"  Condition for the bonus: the seat shares in the points, or has a figure on the feature.
--- @param count tiles|tags|features|beside  Things that are counted: tiles, tags, the feature itself, or finished features next to it.
--- @param tag tag?  Tag whose numbers are counted.
--- @param beside terrain?  Terrain of the adjacent features that are counted.
--- @param each integer  Points for each.
--- @param unit text  Name of the bonus on the sheet.
--- @param long tag?  Tag of tiles on the feature that count as several tiles.
--- @param long_tiles integer = 2  Number of tiles that such a tile counts as.
--- @source Market quarters and guilds: a player there earns more for the same feature.

local function number_of(feature)
    if param.count == "tiles" then
        local tiles = feature:tiles()
        if param.long then tiles += (param.long_tiles - 1) * feature:tiles_with(param.long) end
        return tiles
    elseif param.count == "tags" then
        return feature:sum(param.tag)
    elseif param.count == "beside" then
        return feature:count_beside(param.beside, true)
    end
    return 1
end

local options = { stage = "after", when = param.scored, book = param.book }

amend(param.on, options, function(sheet, feature)
    local number
    for _, figure in zone_figures(param.zone) do
        local seat = figure:owner()
        local entitled = if param.need == "presence" then feature:claim_of(seat) > 0 else sheet:has_share(seat)
        if entitled then
            number = number or number_of(feature)
            sheet:apart(seat, param.unit, number, param.each)
        end
    end
end)
