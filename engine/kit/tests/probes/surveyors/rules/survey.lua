--- Surveyors go on corners of the new tile and walk along seams, fences go on seams, and landslides take up tiles.

-- Returns the number of different terrains that reach a corner or a seam.
local function terrains(joint)
    local seen, count = {}, 0
    for _, segment in joint:segments_there() do
        local name = segment:feature():terrain()
        if not seen[name] then
            seen[name] = true
            count = count + 1
        end
    end
    return count
end

-- Returns the corners that a surveyor can walk to: along a seam without a fence, to a corner without a figure.
local function walks(figure)
    local found = {}
    for _, seam in figure:stands_at():adjoining() do
        for _, corner in seam:adjoining() do
            if #seam:figures_there() == 0 and #corner:figures_there() == 0 and corner:exists() then
                table.insert(found, corner)
            end
        end
    end
    return found
end

step("survey", function(seat)
    local tile, options = placed_tile(), { { key = "none" } }
    if not tile then return end
    if supply("surveyor", seat) > 0 then
        for _, corner in tile:cell():corners() do
            if #corner:figures_there() == 0 then
                table.insert(options, { key = { "stand@", corner }, target = corner, kind = "surveyor" })
            end
        end
    end
    if supply("fence", seat) > 0 then
        for _, seam in tile:cell():seams() do
            if #seam:tiles_there() == 2 and #seam:figures_there() == 0 then
                table.insert(options, { key = { "fence@", seam }, target = seam, kind = "fence" })
            end
        end
    end
    for _, figure in figures_on_board(seat, "surveyor") do
        for _, corner in walks(figure) do
            local key = { "walk@", figure, ">", corner }
            table.insert(options, { key = key, target = corner, figure = figure })
        end
    end
    local chosen = ask(seat, "survey", options)
    if chosen.figure then
        move(chosen.figure, chosen.target)
        move_token("cairn", chosen.target)
    elseif chosen.kind then
        deploy(chosen.kind, seat, chosen.target)
    end
end)

-- Every third turn the oldest tile except the first is taken up; figures at places without any tile return home.
step("slide", function()
    local tiles = tiles_on_board()
    if turn_number() % 3 == 0 and #tiles > 2 then take_up(tiles[2], { reason = "slide" }) end
end)

-- A surveyor that reaches a corner of four tiles earns a point.
on("deployed", function(ev)
    if ev.from and ev.joint and #ev.joint:tiles_there() == 4 then award(ev.seat, 1, "corners") end
end)

step("count", function()
    for _, figure in figures_on_board() do
        local joint = figure:stands_at()
        local book = if joint:is_corner() then "corners" else "fences"
        award(figure:owner(), terrains(joint), book)
    end
end)
