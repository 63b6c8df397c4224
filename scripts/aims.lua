--- Some tiles bring an aim: a flag with a number on one of their features, that this is to have so many tiles. An aim that is reached brings points and perhaps new tiles; one whose feature is finished too small, or grows too large, is missed.
--- @param tag tag  On parts of tiles: the feature is to have at least so many tiles.
--- @param figure figure_kind  The flag of such an aim. Its look may write the counter on it.
--- @param exact_tag tag?  The same for exactly so many.
--- @param exact_figure figure_kind?  The flag of those.
--- @param number counter  One with keys, for the numbers of flags.
--- @param more die  By how much an aim is larger than the feature is when it is set; its faces are numbers.
--- @param book book  What the points are booked under: as many as the aim says.
--- @param spare bag?  From here come new tiles, at random.
--- @param into bag?  Where they go.
--- @param new integer = 2  How many new tiles an aim brings that is reached.
--- @param step text = "aims"  The step after placing that sets aims and looks whether they are reached.
--- @source Common in games that are played together.

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
