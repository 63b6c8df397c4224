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

replace("award", { asks = true }, function(ev)
    local points = ev.points
    if points > 0 and not finishing() then
        local options = {}
        for number, name in ipairs(param.figures) do
            table.insert(options, { key = name, number = number })
        end
        move(ask(ev.seat, param.ask, options).number, points, ev.seat)
    elseif points >= 0 then
        move(1, points, ev.seat)
    else
        for number, track in ipairs(param.tracks) do
            local back = -points
            if number < #param.tracks then back = math.min(back, math.max(counter(track, ev.seat), 0)) end
            if back > 0 then move(number, -back, ev.seat) end
            points += back
        end
    end
    return false
end)

on("ending", function()
    for _, seat in seats() do
        for number = 2, #param.tracks do
            local track = param.tracks[number]
            local stands = counter(track, seat)
            if stands ~= 0 then
                count(track, -stands, seat)
                count(param.tracks[1], stands, seat)
            end
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

--- The round is over: nobody has moved yet in the next one.
function tracks.rest()
    for _, seat in seats() do
        for _, moved in ipairs(param.moved) do
            local steps = counter(moved, seat)
            if steps ~= 0 then count(moved, -steps, seat) end
        end
    end
end

return tracks
