--- A feature with a token on it scores a fraction of its usual points, rounded up.
--- @param on terrain[]  Terrains of the features.
--- @param token token  Token with this effect.
--- @param numerator integer = 1  Numerator of the fraction.
--- @param denominator integer = 2  Denominator of the fraction.
--- @param last boolean = false  True if the sum includes points that nothing else changes.
--- @source An expansion with two figures that change what roads and cities are worth.

if param.last then stage("last", { after = "flat" }) end

for _, terrain in param.on do
    amend(terrain, { stage = if param.last then "last" else "scale", with_token = param.token }, function(sheet)
        sheet:scale(param.numerator, param.denominator, param.token)
    end)
end
