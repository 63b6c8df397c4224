--- A seat that discovers a tile with a native may immediately send a figure to a path. Needs the module `hut_paths`
--- before it.
--- @param event text  Event that reports a discovery.
--- @param tag tag  Tag of tiles with a native.
--- @source Friendly natives show the way into the jungle.

local paths = require("hut_paths")

on("raised", { reason = param.event, tag = param.tag, asks = true }, function(ev)
    local path = paths.choose(ev.seat, true)
    if path then paths.send(ev.seat, path) end
end)
