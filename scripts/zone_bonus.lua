--- A seat with a figure in a zone receives more for features that are scored. The bonus is a source of its own.
--- @param zone zone  The zone.
--- @param on terrain  The terrain of the features.
--- @param book book?  Only what is booked here, if that is not the terrain itself.
--- @param scored in_play|final = "in_play"  Whether it is for features completed during play, or for those scored at the end.
--- @param need majority|presence = "majority"  Whether the seat has to share in the points, or only to have a figure there.
--- @param count tiles|tags|features|beside  What is counted: tiles, tags, the feature itself, or finished features beside it.
--- @param tag tag?  The tag whose numbers are counted.
--- @param beside terrain?  The terrain of the features beside it that are counted.
--- @param each integer  Points for each.
--- @param unit text  What the bonus is called.
--- @param long tag?  Tiles with this tag on the feature count as several tiles.
--- @param long_tiles integer = 2  As how many.
--- @source Market quarters, guilds: whoever is there earns more for the same thing.

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
