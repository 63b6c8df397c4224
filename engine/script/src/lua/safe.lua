-- Replacements of library functions: the same, but bounded, and without addresses in their results.
local charge, limits, tostring0, string0, sort0, type, select, error0 = ...
local format0, rep0, find0, match0, gmatch0, gsub0, split0 =
    string0.format, string0.rep, string0.find, string0.match, string0.gmatch, string0.gsub, string0.split
local searched, pattern_bytes = limits.searched, limits.pattern

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

local function error(value, level)
    plain(value, 2)
    if type(level) ~= "number" then level = 1 end
    error0(value, if level > 0 then level + 1 else 0)
end

local string = {}

function string.format(pattern, ...)
    for i = 1, select("#", ...) do
        plain(select(i, ...), 2)
    end
    return format0(pattern, ...)
end

function string.rep(text, count, separator)
    if type(text) == "string" and type(count) == "number" then
        local size = #text
        if type(separator) == "string" then size = size + #separator end
        if size * count > searched then error0(`string.rep makes at most {searched} bytes`, 2) end
    end
    return rep0(text, count, separator)
end

-- What is searched, and for what. A search for plain text has no steps of its own: it is paid for by what it may compare.
local function bounded(text, pattern)
    local kind = type(text)
    local size = if kind == "string" then #text else 0
    local long = if type(pattern) == "string" then #pattern else 0
    if size > searched then error0(`a text that is searched has at most {searched} bytes`, 3) end
    if long > pattern_bytes then error0(`what is searched for has at most {pattern_bytes} bytes`, 3) end
    if size * long > 4096 then charge(size * long // 256) end
end

function string.find(text, pattern, init, whole)
    bounded(text, pattern)
    return find0(text, pattern, init, whole)
end

function string.match(text, pattern, init)
    bounded(text, pattern)
    return match0(text, pattern, init)
end

function string.gmatch(text, pattern)
    bounded(text, pattern)
    return gmatch0(text, pattern)
end

function string.gsub(text, pattern, by, most)
    bounded(text, pattern)
    return gsub0(text, pattern, by, most)
end

function string.split(text, separator)
    bounded(text, separator)
    if separator == nil then return split0(text) end
    return split0(text, separator)
end

-- To compare two long texts takes long, and sorting cannot be interrupted while it does; a function that compares can.
local function before(a, b)
    return a < b
end

local function sort(list, compare)
    if compare == nil and type(list) == "table" then
        for _, value in list do
            if type(value) ~= "number" and (type(value) ~= "string" or #value > 256) then
                compare = before
                break
            end
        end
        if #list > 10000 then compare = before end
    end
    if compare == nil then return sort0(list) end
    return sort0(list, compare)
end

return tostring, error, string, sort
