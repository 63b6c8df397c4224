--- A discovery costs the discovering seat a share of its goods.
--- @param event text  Event that reports a discovery.
--- @param tag tag  Tag of tiles with a pirate.
--- @param counter counter  Counter of each seat for the goods.
--- @param numerator integer = 1  Numerator of the share that is lost.
--- @param denominator integer = 2  Denominator of the share that is lost.
--- @param rounds_up boolean = false  True if a fractional share is rounded up; otherwise it is rounded down.
--- @source A pirate takes half, and half a coin is left.

on("raised", { reason = param.event, tag = param.tag }, function(ev)
    local share = counter(param.counter, ev.seat) * param.numerator
    if param.rounds_up then share += param.denominator - 1 end
    pay(param.counter, ev.seat, nil, share // param.denominator)
end)
