--- A feature where a token stands scores a fraction of what it would, rounded up.
--- @param on terrain[]  The terrains of the features.
--- @param token token  The token.
--- @param numerator integer = 1  The fraction's upper number.
--- @param denominator integer = 2  The fraction's lower number.
--- @param last boolean = false  Whether points that nothing else changes are part of the sum.
--- @source An expansion with two figures that change what roads and cities are worth.

if param.last then stage("last", { after = "flat" }) end

for _, terrain in param.on do
    amend(terrain, { stage = if param.last then "last" else "scale", with_token = param.token }, function(sheet)
        sheet:scale(param.numerator, param.denominator, param.token)
    end)
end
