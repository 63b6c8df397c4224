--- Some tiles have an aim: a flag with a number on one of their features, which must reach this number of tiles. An aim that is reached brings points and possibly new tiles. An aim is missed if its feature is finished too small or, for an exact aim, grows too large.
--- @param tag tag  Tag of parts of tiles whose feature must reach the number of tiles or more.
--- @param figure figure_kind  Flag of such an aim. Its look may show the counter on it.
--- @param exact_tag tag?  Tag of parts of tiles whose feature must reach exactly the number of tiles.
--- @param exact_figure figure_kind?  Flag of an exact aim.
--- @param number counter  Keyed counter for the numbers on flags.
--- @param more die  Die for the difference between an aim and the size of its feature when it is set; its faces are numbers.
--- @param book book  Book for the points of an aim, which equal its number.
--- @param spare bag?  Bag from which new tiles are drawn at random.
--- @param into bag?  Bag into which new tiles go.
--- @param new integer = 2  Number of new tiles for an aim that is reached.
--- @param step text = "aims"  Step after placing that sets aims and checks existing ones.
--- @source Common in cooperative games.

local sorts = { { tag = param.tag, figure = param.figure } }
if param.exact_tag then table.insert(sorts, { tag = param.exact_tag, figure = param.exact_figure }) end

local function set_aims(seat, tile)
    for _, sort in sorts do
        for _, segment in tile:segments() do
            if segment:tag(sort.tag) > 0 and supply(sort.figure, seat) > 0 then
                local flag = deploy(sort.figure, seat, segment)
                if flag then
                    set_counter(param.number, segment:feature():tiles() + tonumber(roll(param.more)), flag)
                end
            end
        end
    end
end

local function leaves(flag, reason)
    set_counter(param.number, 0, flag)
    take_home(flag, { reason = reason })
end

local function reached(seat, flag, aim)
    award(seat, aim, param.book)
    leaves(flag, "reached")
    if param.spare and param.into then
        deal(param.spare, { [param.into] = math.min(param.new, bag_size(param.spare)) })
    end
end

step(param.step, function(seat)
    local tile = placed_tile()
    if tile then set_aims(seat, tile) end
    for _, flag in figures_on_board() do
        if flag:kind() == param.figure or flag:kind() == param.exact_figure then
            local feature, aim = flag:segment():feature(), counter(param.number, flag)
            local tiles, exact = feature:tiles(), flag:kind() == param.exact_figure
            if tiles == aim or tiles > aim and not exact then
                reached(seat, flag, aim)
            elseif tiles > aim or feature:finished() then
                leaves(flag, "missed")
            end
        end
    end
end)
