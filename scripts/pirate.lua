--- What is discovered costs the discoverer a share of what it has.
--- @param event text  The event that tells of a discovery.
--- @param tag tag  The tag of tiles with a pirate.
--- @param counter counter  What is lost: a counter of each seat.
--- @param numerator integer = 1  The share that is lost: its numerator.
--- @param denominator integer = 2  Its denominator.
--- @param rounds_up boolean = false  Whether a share that is not whole is rounded up; else it is rounded down.
--- @source A pirate takes half, and half a coin is left alone.

on("raised", { reason = param.event, tag = param.tag }, function(ev)
    local share = counter(param.counter, ev.seat) * param.numerator
    if param.rounds_up then share += param.denominator - 1 end
    pay(param.counter, ev.seat, nil, share // param.denominator)
end)
