--- A feature with a token on it scores additional points for each of its tiles; a tile counts once.
--- @param on terrain[]  Terrains of the features.
--- @param token token  Token with this effect.
--- @param per_tile integer = 1  Points for each tile.
--- @source An expansion with two figures that change what roads and cities are worth.

for _, terrain in param.on do
    amend(terrain, { stage = "add", with_token = param.token }, function(sheet, feature)
        sheet:per(param.token, feature:tiles(), param.per_tile)
    end)
end
