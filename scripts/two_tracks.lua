--- Every seat has several figures on the score track: whoever receives points chooses which figure they move.
--- Points of one source move one figure. Points that are paid move figures back, the first one first.
--- When the last turn is over, all stand together as the first figure, and nothing is asked any more.
--- @param tracks counter[]  A counter of every seat for each figure: where it stands.
--- @param moved counter[]  For each figure another counter of every seat: how far it came in this round.
--- @param figures text[]  The names of the figures, as options of the question.
--- @param ask text  The question that is asked.
--- @param lap integer = 50  Number of spaces of the track.
--- @source Two scoring figures instead of one.

local tracks = {}

local function move(number, points, seat)
    count(param.tracks[number], points, seat)
    if points > 0 then count(param.moved[number], points, seat) end
end

local figures = {}
for number, name in param.figures do
    figures[number] = { key = name, number = number }
end

-- Which figure moves forward: the first one when nobody is asked any more.
local function chosen_figure(seat)
    if finishing() then return 1 end
    return ask(seat, param.ask, figures).number
end

-- Each figure goes back to the beginning at most, the last one as far as there is to pay.
local function move_back(seat, points)
    for number, track in ipairs(param.tracks) do
        local back = if number == #param.tracks then points else math.min(points, counter(track, seat))
        move(number, -back, seat)
        points -= back
    end
end

replace("award", { asks = true }, function(ev)
    if ev.points > 0 then
        move(chosen_figure(ev.seat), ev.points, ev.seat)
    else
        move_back(ev.seat, -ev.points)
    end
    return false
end)

on("ending", function()
    for _, seat in seats() do
        for _, track in ipairs(param.tracks) do
            local stands = counter(track, seat)
            count(track, -stands, seat)
            count(param.tracks[1], stands, seat)
        end
    end
end)

local function is_alone(seat, space)
    for _, other in seats() do
        for _, track in ipairs(param.tracks) do
            if other ~= seat and counter(track, other) % param.lap == space % param.lap then return false end
        end
    end
    return true
end

--- Whether a figure of a seat came forward in this round and stands on every so manieth space; `alone`: without a
--- figure of another seat there.
function tracks.arrived(seat, every, alone)
    for number, track in ipairs(param.tracks) do
        local stands = counter(track, seat)
        if counter(param.moved[number], seat) > 0 and stands % every == 0 and (not alone or is_alone(seat, stands)) then
            return true
        end
    end
    return false
end

--- The counters of how far figures came in this round: rules that only look at those do not look while all are 0.
tracks.moved = param.moved

--- The round is over: nobody has moved yet in the next one.
function tracks.rest()
    for seat = 0, seat_count() - 1 do
        for _, moved in param.moved do
            if counter(moved, seat) > 0 then set_counter(moved, 0, seat) end
        end
    end
end

return tracks
