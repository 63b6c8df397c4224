--- A seat that fills a cell with tiles on all sides takes another turn. That turn follows the current one and may fill
--- a hole too; without tiles left, it is lost.
--- @param rank integer = 50  Rank among the turns that follow; lower ranks come first.
--- @param except tag?  Tiles with this tag earn nothing.
--- @source A house rule in several rulebooks: holes are annoying, so filling them is rewarded.

on("placed", function(ev)
    if param.except and ev.tile:tag(param.except) ~= 0 then return end
    local here = ev.tile:cell()
    for _, side in here:sides() do
        if not here:beside(side):tile() then return end
    end
    schedule(ev.seat, {}, "after", { reason = "hole", rank = param.rank })
end)
