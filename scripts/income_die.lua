--- Who has little at the start of a turn rolls for income: the roller gets what the die shows, everybody else more.
--- Questions: `income.wheel` when the roller may choose.
--- @param step text = "income"  The step at the start of a turn.
--- @param die die  The die; its faces are numbers, but for the wheel.
--- @param counter counter  What is earned: a counter of each seat.
--- @param below integer = 4  A seat rolls when it has less than this.
--- @param others_more integer = 1  How much more everybody else gets.
--- @param wheel text = "wheel"  The face that lets the roller choose.
--- @param least integer = 2  The least to choose.
--- @param most integer = 6  The most to choose.
--- @param stuck counter?  A counter of the game: turns in a row in which nobody could do anything. After a round of
---   them the next seat rolls, however much it has.
--- @source An old remedy for empty purses: who is poor decides when all are paid, and pays for it with a little less.

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
