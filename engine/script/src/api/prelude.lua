-- Host functions that yield. A function of the host cannot yield, so they are written in Lua.
local host = ...
local written = {}

function written.ask(seat, name, options, settings)
    local alone, several, again = host.prepare(seat, name, options, settings)
    -- A question that was answered before has its answer already.
    local number, feature = if alone then 1 else again, nil
    if not number then number, feature = host.yield() end
    if not several then return options[number] end
    -- Each option is a set of `several` features.
    if several ~= true then
        local item = options[(number - 1) // several + 1]
        return item, feature or host.feature_at(item.each, (number - 1) % several)
    end
    for _, item in options do
        local each = if type(item) == "table" then item.each else nil
        local is_set = each ~= nil and each.of ~= nil
        local count = if is_set then host.count_features(each) elseif each then #each else 1
        if number <= count then
            return item, if is_set then host.feature_at(each, number - 1) elseif each then each[number] else nil
        end
        number -= count
    end
    return nil
end

function written.ask_all(name, options, settings)
    local each, seats = {}, nil
    for key, value in settings or {} do
        if key == "seats" then seats = value else each[key] = value end
    end
    -- No seat may see the choices of the seats before it.
    each.secret = true
    local chosen = {}
    for _, seat in seats or host.seats_in_turn() do
        local own = if type(options) == "function" then options(seat) else options
        chosen[seat] = written.ask(seat, name, own, each)
    end
    return chosen
end

function written.ask_place(seat, kind, cells, name, settings)
    if type(name) == "table" then name, settings = nil, name end
    local options = {}
    for _, cell in cells do
        for _, placement in host.placements_for(kind, cell, seat, settings) do
            options[#options + 1] = placement
        end
    end
    if #options == 0 then return nil end
    return written.ask(seat, name or "place", options)
end

function written.wait()
    host.may_wait()
    host.yield()
end

-- If a rule replaces an effect, its caller waits until the effect or the rule's replacement is finished.
local function done(...)
    if host.holds() then host.yield() end
    return ...
end

function written.until_done(call)
    return function(...)
        return done(call(...))
    end
end

function written.deploy_until_done(call)
    return function(...)
        local figure = call(...)
        if not host.holds() then return figure end
        host.yield()
        return host.last_deployed()
    end
end

return written
