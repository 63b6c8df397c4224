--- At the start of its turn, a seat with little rolls for income: it gets the number on the die, and each other seat
--- gets more. Questions: `income.wheel` when the seat that rolls may choose.
--- @param step text = "income"  Step at the start of a turn.
--- @param die die  Die whose faces are numbers, except the wheel.
--- @param counter counter  Counter of each seat for the income.
--- @param below integer = 4  Amount below which a seat rolls.
--- @param others_more integer = 1  Additional income of each other seat.
--- @param wheel text = "wheel"  Face that lets the seat that rolls choose.
--- @param least integer = 2  Minimum that it can choose.
--- @param most integer = 6  Maximum that it can choose.
--- @param stuck counter?  Counter of the game for consecutive turns in which no seat could act. After a round of such
---   turns the next seat rolls, whatever it has.
--- @source An old remedy for empty purses: a poor player decides when all are paid, and gets a little less.

step(param.step, function(seat)
    local stuck = param.stuck and counter(param.stuck) >= seat_count()
    if counter(param.counter, seat) >= param.below and not stuck then return end
    local face = roll(param.die, seat)
    local amount = tonumber(face)
    if face == param.wheel then
        local choices = {}
        for n = param.least, param.most do
            table.insert(choices, n)
        end
        amount = ask(seat, "income.wheel", choices)
    end
    for _, other in seats(seat) do
        count(param.counter, if other == seat then amount else amount + param.others_more, other)
    end
end)
