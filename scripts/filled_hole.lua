--- Whoever fills a cell that lies between tiles on all sides takes one more turn.
--- The turn follows the running one, may fill a hole itself, and comes to nothing when no tile is left.
--- @param rank integer = 50  Among the turns that follow, those of lower rank come first.
--- @param except tag?  Tiles with this tag earn nothing.
--- @source A house rule in several rulebooks: holes are annoying, so filling them is rewarded.

on("placed", function(ev)
    if param.except and ev.tile:tag(param.except) ~= 0 then return end
    for side = 0, side_count() - 1 do
        if not ev.tile:cell():beside(side):tile() then return end
    end
    schedule(ev.seat, {}, "after", { reason = "hole", rank = param.rank })
end)
