-- Walks through everything that can be reached from what modules keep, without recursion: modules nest as they like.
local held_by, most = ...
local type, freeze, isfrozen, remove = type, table.freeze, table.isfrozen, table.remove
local seen, cells = {}, {}

local function freeze_all(root)
    local open, levels = { root }, { 1 }
    while #open > 0 do
        local value, level = remove(open), remove(levels)
        if type(value) == "table" then
            seen[value] = true
            if level > most then
                error(`what modules keep has at most {most} tables within each other`, 0)
            end
            if not isfrozen(value) then freeze(value) end
            for _, inner in value do
                local kind = type(inner)
                if (kind == "table" or kind == "function") and not seen[inner] then
                    open[#open + 1], levels[#levels + 1] = inner, level + 1
                end
            end
        elseif type(value) == "function" then
            seen[value] = true
            local number = 1
            local there, held = held_by(value, number)
            while there do
                local kind = type(held)
                if kind == "table" or kind == "function" then
                    if not seen[held] then open[#open + 1], levels[#levels + 1] = held, level end
                end
                cells[#cells + 1] = { value, number, held }
                number += 1
                there, held = held_by(value, number)
            end
        end
    end
end

local function changed(all)
    for _, cell in all do
        local _, now = held_by(cell[1], cell[2])
        local before = cell[3]
        if now ~= before and (now == now or before == before) then return cell[1] end
    end
    return nil
end

return freeze_all, changed, cells
