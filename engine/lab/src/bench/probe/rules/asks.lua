--- Asks for a number, and does nothing with it.
--- @param name text  The step and the question.
--- @param most integer  The greatest number.
--- @source Invented here.

step(param.name, function(seat)
    local numbers = {}
    for number = 1, param.most do numbers[number] = number end
    ask(seat, param.name, numbers)
end)
