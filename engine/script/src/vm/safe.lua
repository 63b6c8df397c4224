-- Replacements of library functions, which limit their work and return no addresses.
local charge, limits, base0, string0, table0 = ...
local tostring0, error0 = base0.tostring, base0.error
local format0, rep0, find0, match0, gmatch0, gsub0, split0 =
    string0.format, string0.rep, string0.find, string0.match, string0.gmatch, string0.gsub, string0.split
local byte0, sub0, upper0, lower0, reverse0 = string0.byte, string0.sub, string0.upper, string0.lower, string0.reverse
local insert0, remove0, concat0, create0, find_in0, unpack0, sort0 =
    table0.insert, table0.remove, table0.concat, table0.create, table0.find, table0.unpack, table0.sort
local searched, pattern_bytes, most_values = limits.searched, limits.pattern, limits.values

-- `type` and `select` keep their names, so that the compiler needs no call for them.
-- Host functions take no steps of the script. With short texts and lists, only their call is charged. For longer ones,
-- each step pays for `bytes_a_step` bytes that are read or copied, or for `values_a_step` values that are moved.
-- `tonumber` is unchanged: rules often read keys with it, and it copies nothing.
local short_text, short_list = 4096, 256
local bytes_a_step, values_a_step = 16, 8

local function charge_text(text)
    if type(text) == "string" and #text > short_text then charge(#text // bytes_a_step) end
end

local function charge_values(count)
    if count > short_list then charge(count // values_a_step) end
end

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
    charge_text(pattern)
    local text = format0(pattern, ...)
    charge_text(text)
    return text
end

function string.rep(text, count, separator)
    if type(text) == "string" and type(count) == "number" then
        local size = #text
        if type(separator) == "string" then size = size + #separator end
        if size * count > searched then error0(`string.rep makes at most {searched} bytes`, 2) end
        if size * count > short_text then charge(size * count // bytes_a_step) end
    end
    return rep0(text, count, separator)
end

-- Limits and charges a search for `pattern` in `text`. A search for plain text is charged for its comparisons.
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
    local result, count = gsub0(text, pattern, by, most)
    charge_text(result)
    return result, count
end

function string.split(text, separator)
    -- Rules often split keys, and a short text has few pieces with any separator.
    if type(text) == "string" and #text <= short_list then return split0(text, separator) end
    bounded(text, separator)
    local pieces = split0(text, separator)
    -- Each piece is a separate text.
    if #pieces > short_list then charge(#pieces) end
    charge_text(text)
    return pieces
end

function string.sub(text, ...)
    charge_text(text)
    return sub0(text, ...)
end

function string.upper(text)
    charge_text(text)
    return upper0(text)
end

function string.lower(text)
    charge_text(text)
    return lower0(text)
end

function string.reverse(text)
    charge_text(text)
    return reverse0(text)
end

-- Limits the number of values that a call returns at once.
local function few(from, to, what)
    if type(from) ~= "number" or type(to) ~= "number" then return end
    if to - from >= most_values then error0(`{what} gives at most {most_values} values`, 3) end
    charge_values(to - from)
end

function string.byte(text, from, to)
    if to == nil then return byte0(text, from) end
    if type(text) == "string" and type(from) == "number" and type(to) == "number" then
        local size = #text
        local first = if from < 0 then size + from + 1 else from
        few(first, if to < 0 then size + to + 1 elseif to < size then to else size, "string.byte")
    end
    return byte0(text, from, to)
end

local table = {}

function table.insert(list, ...)
    if select("#", ...) == 2 and type(list) == "table" and #list > short_list then
        local at = ...
        if type(at) == "number" then charge_values(#list - at) end
    end
    return insert0(list, ...)
end

function table.remove(list, at)
    if type(at) == "number" and type(list) == "table" and #list > short_list then charge_values(#list - at) end
    if at == nil then return remove0(list) end
    return remove0(list, at)
end

function table.concat(list, separator, from, to)
    if type(list) == "table" then
        local first, last = if type(from) == "number" then from else 1, if type(to) == "number" then to else #list
        -- Each entry is read and copied.
        if last - first > short_list then charge((last - first) // 2) end
    end
    local text = concat0(list, separator, from, to)
    charge_text(text)
    return text
end

function table.create(count, ...)
    local list = create0(count, ...)
    charge_values(count)
    return list
end

function table.find(list, ...)
    if type(list) == "table" then charge_values(#list) end
    return find_in0(list, ...)
end

function table.unpack(list, from, to)
    if type(list) == "table" then
        few(if from == nil then 1 else from, if to == nil then #list else to, "table.unpack")
    end
    return unpack0(list, from, to)
end

-- What names stand for is not counted by `#`: these go through all, step by step.
function table.clone(list)
    if type(list) ~= "table" then error0("table.clone wants a table", 2) end
    local copy = {}
    for key, value in list do
        copy[key] = value
    end
    return copy
end

function table.clear(list)
    if type(list) ~= "table" then error0("table.clear wants a table", 2) end
    for key in list do
        list[key] = nil
    end
end

-- To compare two long texts takes long, and sorting cannot be interrupted while it does; a function that compares can.
local function before(a, b)
    return a < b
end

function table.sort(list, compare)
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

return { tostring = tostring, error = error }, string, table
