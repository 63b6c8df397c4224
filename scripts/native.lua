--- Who discovers a tile with a native may at once send a figure to a path.
--- Needs the module `hut_paths` before it.
--- @param event text  The event that tells of a discovery.
--- @param tag tag  The tag of tiles with a native.
--- @source Friendly natives show the way into the jungle.

local paths = require("hut_paths")

on("raised", { reason = param.event, tag = param.tag, asks = true }, function(ev)
    local path = paths.choose(ev.seat, true)
    if path then paths.send(ev.seat, path) end
end)
