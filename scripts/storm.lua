--- What is discovered ends a loop of the turn at once.
--- @param event text  The event that tells of a discovery.
--- @param tag tag  The tag of tiles with a storm.
--- @param leaves text  The name of the loop.
--- @source A storm ends a voyage, and what was paid for it is lost.

on("raised", { reason = param.event, tag = param.tag }, function()
    leave(param.leaves)
end)
