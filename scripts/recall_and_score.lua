--- For other modules: a seat takes one of its figures home and scores its feature, as at the end. Only that seat
--- scores, and only if it has or shares the majority there, unless `always` is set.
--- @param always boolean = false  True if the seat scores even if others have more figures there.
--- @source Events such as "score one of your followers now".

local recall = {}

--- Returns the figures that a seat may choose: all that count for a majority, one for each place and kind.
function recall.own(seat)
    local found = {}
    for _, figure in claiming_figures(seat) do
        local key, twin = figure:key(), false
        for _, other in ipairs(found) do
            if other.key == key then
                twin = twin or other.target:kind() == figure:kind()
                key = key .. ":" .. figure:kind()
            end
        end
        if not twin then table.insert(found, { key = key, target = figure }) end
    end
    return found
end

--- Asks which figure to take if there are several, scores its feature, and takes it home.
function recall.score(seat, question, book)
    local figure = ask(seat, question, recall.own(seat), { auto = true }).target
    local share = if param.always then "each" else nil
    pay_sheet(figure:segment():feature(), { seat = seat, final = true, book = book, share = share })
    wait()
    take_home(figure)
end

return recall
