--- Tokens of nobody stand on unfinished features. Whoever places a tile with a mark moves one of them, and so does
--- whoever joins the features of two; it goes to a feature where none of them is. Without such a feature one goes off
--- the board. A finished feature sends its token away once it has been scored.
--- The questions are `NAME.move`, with `TOKEN@PLACE`, and `NAME.remove`, with the tokens.
--- @param tokens token[]  The tokens.
--- @param on terrain[]  The terrains of the features.
--- @param tag tag  The tag of the tiles.
--- @param name text  What the questions and the step are called.
--- @param leaves finished|scored = "finished"  Whether a finished feature that nobody scored sends its token away too.
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

-- The features where tokens are, and whether one of them holds two.
local function taken(names)
    local features, twice = {}, false
    for _, name in names do
        local feature = token(name):feature()
        if table.find(features, feature) then twice = true else table.insert(features, feature) end
    end
    return features, twice
end

-- The question asks for each token with each feature.
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
