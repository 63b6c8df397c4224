--- What is discovered gives the discoverer something from the bank.
--- @param event text  The event that tells of a discovery.
--- @param tag tag  The tag of tiles that give something.
--- @param counter counter  What is given: a counter of each seat.
--- @param amount integer  How much.
--- @source Gold found on the way.

on("raised", { reason = param.event, tag = param.tag }, function(ev)
    pay(param.counter, nil, ev.seat, param.amount)
end)
