--- Unfinished features of some terrains are worth nothing at the end.
--- @param on terrain[]  The terrains.
--- @source An option in several rulebooks.

for _, terrain in param.on do
    amend(terrain, { stage = "void", when = "unfinished" }, function(sheet)
        sheet:void("unfinished")
    end)
end
