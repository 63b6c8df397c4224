--- A stack of events: the top one is drawn, then carried out or turned into points, and goes back under the stack.
--- Its points are a scoring round of their own. Another module says when to draw and what each event does.
--- @param bag bag  The stack.
--- @param ask text  The question whether to carry it out (`do`) or to take points (`two`, or as `otherwise` says).
--- @param otherwise text = "two"  The option for points instead.
--- @param points integer = 2  How many points those are.
--- @param book book  What they are booked under.
--- @param stays_out kind[] = []  Events that begin a part of the turn with their name as its reason: they go under the stack when it is over.
--- @source Message cards: carry out what it says, or take two points.

local stack = {}

--- A seat draws one. `events` has for each kind `can(seat)` and `run(seat)`, and perhaps `worth(seat)`: the points that it
--- brings now, for the text `worth` of the question.
function stack.draw(seat, events)
    local drawn = draw(param.bag, { seat = seat })
    if not drawn then return end
    local event, shown = events[drawn], kind(drawn)
    local options = {}
    if event.can(seat) then
        local worth = if event.worth then event.worth(seat) else nil
        local option = { key = "do", target = shown }
        if worth then
            option.text, option.args = "worth", { worth }
        end
        table.insert(options, option)
    end
    table.insert(options, { key = param.otherwise })
    if ask(seat, param.ask, options, { auto = true }).key == "do" then
        event.run(seat)
        if table.find(param.stays_out, drawn) then return end
    else
        pay_sheet(nil, { seat = seat, book = param.book }, function(sheet)
            sheet:claim_seat(seat)
            sheet:flat(param.otherwise, param.points)
        end)
    end
    wait()
    put_back(param.bag, drawn)
    end_round(seat)
end

for _, kind in ipairs(param.stays_out) do
    on("part_ended", { reason = kind }, function()
        put_back(param.bag, kind)
    end)
end

return stack
