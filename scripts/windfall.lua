--- A discovery gives the discovering seat something from the bank.
--- @param event text  Event that reports a discovery.
--- @param tag tag  Tag of tiles with this effect.
--- @param counter counter  Counter of each seat that is increased.
--- @param amount integer  Amount that the seat receives.
--- @source Gold found on the way.

on("raised", { reason = param.event, tag = param.tag }, function(ev)
    pay(param.counter, nil, ev.seat, param.amount)
end)
