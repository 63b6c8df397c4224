-- The host functions that yield; only Lua can.
local host = ...
local written = {}

function written.ask(seat, name, options, settings)
    local answers, alone = host.prepare(seat, name, options, settings)
    if alone then return answers[1] end
    return answers[host.yield()]
end

function written.wait()
    host.may_wait()
    host.yield()
end

return written
