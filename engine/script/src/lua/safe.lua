-- Replacements of library functions: the same, but bounded, and without addresses in their results.
local tostring0, format0, rep0, type, select, error0 = ...

local function plain(value, level)
    local kind = type(value)
    if kind == "table" or kind == "function" or kind == "thread" then
        error0("a " .. kind .. " has no text", level + 1)
    end
end

local function tostring(value)
    plain(value, 2)
    return tostring0(value)
end

local function format(pattern, ...)
    for i = 1, select("#", ...) do
        plain(select(i, ...), 2)
    end
    return format0(pattern, ...)
end

local function rep(text, count, separator)
    if type(text) == "string" and type(count) == "number" then
        local size = #text
        if type(separator) == "string" then size = size + #separator end
        if size * count > 65536 then error0("string.rep makes at most 65536 bytes", 2) end
    end
    return rep0(text, count, separator)
end

local function error(value, level)
    plain(value, 2)
    if type(level) ~= "number" then level = 1 end
    error0(value, if level > 0 then level + 1 else 0)
end

return tostring, format, rep, error
