--- Tokens without an owner are on unfinished features. A seat that places a tile with a mark, or joins the features of
--- two tokens, moves one of them to a feature without any of them. If there is no such feature, one token leaves the
--- board. A finished feature sends its token away after it has been scored. The questions are `NAME.move`, with
--- `TOKEN@PLACE`, and `NAME.remove`, with the tokens.
--- @param tokens token[]  Tokens that move between features.
--- @param on terrain[]  Terrains of the features.
--- @param tag tag  Tag of tiles with the mark.
--- @param name text  Name of the questions and the step.
--- @param leaves finished|scored = "finished"  Features that send their token away: all finished ones, or only those that a seat has scored.
--- @source An expansion with two figures that change what roads and cities are worth.

local function out()
    local found = {}
    for _, name in param.tokens do
        if token(name) then table.insert(found, name) end
    end
    return found
end

local function are_out()
    for _, name in param.tokens do
        if not token(name) then return false end
    end
    return true
end

-- Returns the features with tokens, and true if one of them has two.
local function taken(names)
    local features, twice = {}, false
    for _, name in names do
        local feature = token(name):feature()
        if table.find(features, feature) then twice = true else table.insert(features, feature) end
    end
    return features, twice
end

-- The question offers each token with each feature.
local question, moves = param.name .. ".move", {}
for i, name in param.tokens do
    moves[i] = name .. "@"
end

step(param.name, { any = { { tag = param.tag }, { together = param.tokens } } }, function(seat)
    local tile = placed_tile()
    if not tile then return end
    local has_tag = tile:tag(param.tag) > 0
    if not has_tag and not are_out() then return end
    local names = out()
    local held, joined = taken(names)
    if not has_tag and not joined then return end
    local free = { of = param.on, which = "unfinished", except = held }
    if count_features(free, 1) > 0 then
        local options = {}
        for i, name in param.tokens do
            options[i] = { key = moves[i], each = free, token = name }
        end
        local move, feature = ask(seat, question, options)
        move_token(move.token, feature)
    elseif #names > 0 then
        move_token(ask(seat, param.name .. ".remove", names, { auto = true }), nil)
    end
end)

if param.leaves == "finished" then
    on("round_ended", { on_finished = param.tokens }, function()
        for _, name in param.tokens do
            local at = token(name)
            if at and at:finished() then move_token(name, nil) end
        end
    end)
else
    for _, terrain in param.on do
        on("scored", { terrain = terrain }, function(ev)
            for _, name in if finishing() then {} else out() do
                if ev.feature:same(token(name)) then move_token(name, nil) end
            end
        end)
    end
end
