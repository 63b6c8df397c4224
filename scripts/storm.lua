--- A discovery immediately ends a loop of the turn.
--- @param event text  Event that reports a discovery.
--- @param tag tag  Tag of tiles with a storm.
--- @param leaves text  Name of the loop.
--- @source A storm ends a voyage, and the payment for it is lost.

on("raised", { reason = param.event, tag = param.tag }, function()
    leave(param.leaves)
end)
