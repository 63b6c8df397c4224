--- Of those whose claims are equal, whoever has a figure on a hill is ahead.
--- @param on terrain  The terrain that is claimed.
--- @param hill tag  The mark of hills.

amend_claims(param.on, function(feature, claims)
    local holders = feature:holders()
    if #holders < 2 then return end
    for _, seat in holders do
        for _, figure in feature:figures(seat) do
            if figure:weight() > 0 and figure:tile():tag(param.hill) > 0 then
                claims[seat] += 1
                break
            end
        end
    end
end)
