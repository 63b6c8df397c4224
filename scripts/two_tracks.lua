--- Every seat has several figures on the score track. A seat that receives points chooses which figure they move.
--- Points of one source move one figure. Payments move figures back, the first one first. When the last turn is over,
--- all figures of a seat join its first one, and no further questions are asked.
--- @param tracks counter[]  Counters of every seat for the places of its figures, one for each figure.
--- @param moved counter[]  Further counters of every seat, one for each figure: the distance that it has moved in this round.
--- @param figures text[]  Names of the figures, as options of the question.
--- @param ask text  Question for the figure to move. Its text `FIGURE.moves` words an option, with {1} for the points, {2} for their book, {3} for the present space and {4} for the new one; `FIGURE.arrives` words it if the new space is one of `every` in the seat's own turn.
--- @param lap integer = 50  Number of spaces on the track.
--- @param every integer = 0  Spaces whose number is divisible by it have an effect, which another module causes; 0 if none has.
--- @param alone boolean = false  True if such a space has no effect while a figure of another seat is on it.
--- @source Two scoring figures instead of one.

local tracks = {}

local function move(number, points, seat)
    count(param.tracks[number], points, seat)
    if points > 0 then count(param.moved[number], points, seat) end
end

local function is_alone(seat, space)
    for _, other in seats() do
        for _, track in ipairs(param.tracks) do
            if other ~= seat and counter(track, other) % param.lap == space % param.lap then return false end
        end
    end
    return true
end

-- True if a space has an effect for a seat. No number is divisible by 0.
local function has_effect(seat, space)
    return space % param.every == 0 and (not param.alone or is_alone(seat, space))
end

-- Returns an option for each figure, worded with the move.
local function figures(seat, points, book)
    local options = {}
    for number, name in param.figures do
        local from = counter(param.tracks[number], seat)
        local to = from + points
        local arrives = seat == active_seat() and has_effect(seat, to)
        options[number] = {
            key = name, number = number,
            text = name .. if arrives then ".arrives" else ".moves", args = { points, book, from, to },
        }
    end
    return options
end

-- Returns the number of the figure that moves forward: the first one once no further questions are asked.
local function chosen_figure(seat, points, book)
    if finishing() then return 1 end
    return ask(seat, param.ask, figures(seat, points, book)).number
end

-- Moves figures back, each at most to the beginning. The last figure moves by the whole remaining payment.
local function move_back(seat, points)
    for number, track in ipairs(param.tracks) do
        local back = if number == #param.tracks then points else math.min(points, counter(track, seat))
        move(number, -back, seat)
        points -= back
    end
end

replace("award", { asks = true }, function(ev)
    if ev.points > 0 then
        move(chosen_figure(ev.seat, ev.points, ev.book), ev.points, ev.seat)
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

--- True if a figure of a seat moved forward in this round and is on a space that has an effect.
function tracks.arrived(seat)
    for number, track in ipairs(param.tracks) do
        if counter(param.moved[number], seat) > 0 and has_effect(seat, counter(track, seat)) then return true end
    end
    return false
end

--- Counters of the distances in this round. Rules that depend only on them are skipped while all are 0.
tracks.moved = param.moved

--- Ends the round: clears the distances.
function tracks.rest()
    for seat = 0, seat_count() - 1 do
        for _, moved in param.moved do
            if counter(moved, seat) > 0 then set_counter(moved, 0, seat) end
        end
    end
end

return tracks
