--- Unfinished features of some terrains are worth nothing at the end, whatever else has added to them. Points that a
--- seat receives separately from the feature remain.
--- @param on terrain[]  Terrains of these features.
--- @source An option in several rulebooks.

stage("worthless", { after = "flat" })

for _, terrain in param.on do
    amend(terrain, { stage = "worthless", when = "unfinished" }, function(sheet)
        sheet:void("unfinished")
    end)
end
