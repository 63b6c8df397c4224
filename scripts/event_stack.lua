--- Draws the top event of a stack, which is carried out or exchanged for points, and goes back under the stack. Its
--- points are a separate scoring round. Another module decides when to draw and how each event acts.
--- @param bag bag  Bag with the stack.
--- @param ask text  Question that offers to carry the event out (`do`) or to take points (`two`, or the text of `otherwise`).
--- @param otherwise text = "two"  Option for points instead.
--- @param points integer = 2  Number of these points.
--- @param book book  Book for these points.
--- @param stays_out kind[] = []  Events that begin a part of the turn with their name as its reason; they go under the stack when that part is over.
--- @source Message cards: carry out the message, or take two points.

local stack = {}

--- Draws an event for a seat. `events` has `can(seat)` and `run(seat)` for each kind, and possibly `worth(seat)`: the
--- points that it brings now, for the text `worth` of the question.
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
