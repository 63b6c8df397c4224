--- A site scores for its own tile and for every tile around it, whether finished or not.
--- @param on terrain  Terrain of the site.
--- @param per_tile integer = 1  Points for each of these tiles.
--- @source The common rule for cloisters and shrines: nine with all eight neighbours.

score(param.on, function(sheet, site)
    sheet:per("tile", 1 + site:around(), param.per_tile)
end)
