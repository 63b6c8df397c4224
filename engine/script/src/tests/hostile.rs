//! Tests scripts that try to hang, exhaust or escape: each causes a clear fault, and the machine stays usable.

use cpu_time::ThreadTime;
use expect_test::{Expect, expect};
use tilewright_core::limits;

use crate::vm::{Vm, budget, compiler};

fn run(vm: &Vm, source: &str) -> String {
    let code = match compiler().compile(source) {
        Ok(code) => code,
        Err(e) => return format!("{:?}", crate::vm::trouble::ScriptError::from_error(&e)),
    };
    let result = vm
        .environment(&[])
        .map_err(|e| vm.trouble(&e))
        .and_then(|env| vm.function("pack/rules/bad.lua", &code, env))
        .and_then(|f| vm.call::<Option<i64>>(&f, (), limits::CALL_STEPS));
    match result {
        Ok(value) => format!("ok {value:?}"),
        Err(t) => {
            let place = t.place.map_or("?".to_owned(), |(path, line)| format!("{path}:{line}"));
            format!("{place} [{}] {}", t.kind.code(), t.message)
        }
    }
}

fn check(source: &str, expect: Expect) {
    let mut vm = Vm::new().unwrap();
    vm.seal().unwrap();
    let start = ThreadTime::now();
    budget::begin_run(limits::RUN_STEPS, true);
    let got = run(&vm, source);
    assert!(start.elapsed().as_millis() < 2000, "{source}: {:?}", start.elapsed());
    expect.assert_eq(&got);
    budget::begin_run(limits::RUN_STEPS, true);
    assert_eq!(run(&vm, "local n = 0 for i = 1, 10 do n = n + i end return n"), "ok Some(55)", "{source}");
}

#[test]
fn endless_loops_end() {
    check(
        "local n = 0\nwhile true do end",
        expect!["pack/rules/bad.lua:2 [S0402] the script takes too long: it has used up its 2000000 steps"],
    );
    check(
        "for i = 1, 1e18 do end",
        expect!["pack/rules/bad.lua:1 [S0402] the script takes too long: it has used up its 2000000 steps"],
    );
    check(
        "repeat until false",
        expect!["pack/rules/bad.lua:1 [S0402] the script takes too long: it has used up its 2000000 steps"],
    );
    check("local function f() return f() end\nreturn f()", expect!["pack/rules/bad.lua:1 [S0401] stack overflow"]);
    check(
        "local t = {}\nfor i = 1, 1000 do t[i] = i % 7 end\ntable.sort(t, function() while true do end end)",
        expect!["pack/rules/bad.lua:3 [S0402] the script takes too long: it has used up its 2000000 steps"],
    );
}

#[test]
fn pattern_backtracking_ends() {
    check(
        "local s = ('a'):rep(5000)\nreturn s:find(('a*'):rep(30) .. 'b')",
        expect!["pack/rules/bad.lua:2 [S0402] the script takes too long: it has used up its 2000000 steps"],
    );
    check(
        "for w in (('x'):rep(60000)):gmatch('.-.-.-.-y') do end",
        expect!["pack/rules/bad.lua:1 [S0402] the script takes too long: it has used up its 2000000 steps"],
    );
    check(
        "local s = ('a'):rep(60000)\nreturn #s:gsub('.', function() while true do end end)",
        expect!["pack/rules/bad.lua:2 [S0402] the script takes too long: it has used up its 2000000 steps"],
    );
}

#[test]
fn memory_bombs_end() {
    check("local s = 'x'\nwhile true do s = s .. s end", expect!["? [S0403] the script needs too much memory"]);
    check(
        "local t = {}\nwhile true do t[#t + 1] = {1, 2, 3} end",
        expect!["pack/rules/bad.lua:2 [S0403] the script needs too much memory"],
    );
    check("return #('x'):rep(1e9)", expect!["pack/rules/bad.lua:1 [S0401] string.rep makes at most 65536 bytes"]);
    check(
        "return #string.rep('', 1e15, 'xx')",
        expect!["pack/rules/bad.lua:1 [S0401] string.rep makes at most 65536 bytes"],
    );
    check("local t = table.create(1e8, 0)", expect!["pack/rules/bad.lua:1 [S0401] table overflow"]);
    check(
        "local t = {}\nfor i = 1, 200 do t[i] = ('x'):rep(60000) end\nreturn #table.concat(t)",
        expect!["? [S0403] the script needs too much memory"],
    );
    check(
        "local s = ('x'):rep(60000)\nreturn #s:gsub('x', s)",
        expect!["pack/rules/bad.lua:2 [S0403] the script needs too much memory"],
    );
    check(
        "local t = {}\nfor i = 1, 300000 do table.insert(t, 1, i) end",
        expect!["pack/rules/bad.lua:2 [S0402] the script takes too long: it has used up its 2000000 steps"],
    );
    check(
        "return select('#', table.unpack({}, 1, 1e7))",
        expect!["pack/rules/bad.lua:1 [S0401] table.unpack gives at most 1000 values"],
    );
    check(
        "return string.format('%99999d', 1)",
        expect!["pack/rules/bad.lua:1 [S0401] invalid format (width or precision too long)"],
    );
}

/// Checks that the work of library functions is counted, so that the clock need not end it. Calls with values of usual
/// size cost few steps.
#[test]
fn slow_functions_are_counted() {
    let text = "local s = ('x'):rep(60000)\n";
    let list = "local t = table.create(100000, 7)\n";
    for (before, again) in [
        (text, "s:upper()"),
        (text, "s:lower()"),
        (text, "s:reverse()"),
        (text, "s:sub(2)"),
        (text, "s:byte(-2, -1)  s:sub(1, 59999)"),
        (text, "s:rep(1)"),
        ("local s = ('x'):rep(3000)\n", "s:split('')"),
        (text, "s:split('y')"),
        (text, "s:gsub('y', 'z')"),
        (text, "s:find('y', 1, true)"),
        (text, "('%s'):format(s)"),
        (text, "string.format(s)"),
        (text, "table.concat({ s, s })"),
        (list, "table.insert(t, 1, 1)  table.remove(t)"),
        (list, "table.remove(t, 1)  table.insert(t, 7)"),
        (list, "table.concat(t)"),
        ("local t = table.create(2000, 7)\n", "table.clone(t)"),
        ("\n", "table.create(5000)"),
        (list, "table.find(t, 8)"),
        (list, "table.sort(t)"),
        ("local t = table.create(1000, 7)\n", "table.unpack(t)"),
        ("local t = {}\n", "for i = 1, 20 do t[i] = i end  table.clear(t)"),
    ] {
        let again = again.split("  ").map(|call| match call.starts_with("for") {
            true => format!("{call} "),
            false => format!("_ = {call} "),
        });
        let source = format!("{before}local _\nwhile true do {} end", again.collect::<String>());
        let mut vm = Vm::new().unwrap();
        vm.seal().unwrap();
        budget::begin_run(limits::RUN_STEPS, false);
        let start = ThreadTime::now();
        let came = run(&vm, &source);
        assert!(came.contains(":3 [S0402]") && came.ends_with("its 2000000 steps"), "{source}: {came}");
        assert!(start.elapsed().as_millis() < 2000, "{source}: {:?}", start.elapsed());
    }
    let used = |source: &str| {
        let vm = Vm::new().unwrap();
        budget::begin_run(limits::RUN_STEPS, false);
        assert!(run(&vm, source).starts_with("ok"), "{source}");
        limits::RUN_STEPS - budget::left()
    };
    let usual = "local t = {} for i = 1, 40 do table.insert(t, 1, i) end local s = table.concat(t, ',') \
                 s = s:upper():sub(2) .. ('x'):rep(20) return #table.clone(t) + #s + select('#', table.unpack(t))";
    assert!(used(usual) < 400, "{}", used(usual));
}

#[test]
fn what_nobody_holds_any_more_does_not_count() {
    // The loops allocate far more than the limit in total, first in small parts, then up to the limit repeatedly.
    check(
        "local n = 0 for i = 1, 3000 do local t = table.create(5000, i) n = n + #t end return n",
        expect!["ok Some(15000000)"],
    );
    check(
        "local n = 0\nfor i = 1, 20 do local t = {} for k = 1, 90 do t[k] = table.create(5000, i) end n = n + #t end\nreturn n",
        expect!["ok Some(1800)"],
    );
    check(
        "local t = {}\nfor k = 1, 900 do t[k] = table.create(5000, k) end\nreturn #t",
        expect!["pack/rules/bad.lua:2 [S0403] the script needs too much memory"],
    );
}

#[test]
fn values_at_once_are_few() {
    check(
        "return select('#', ('x'):rep(2000):byte(1, -1))",
        expect!["pack/rules/bad.lua:1 [S0401] string.byte gives at most 1000 values"],
    );
    check("return select('#', ('x'):rep(2000):byte(-1000, 9000))", expect!["ok Some(1000)"]);
    check("return select('#', table.unpack(table.create(1000, 1)))", expect!["ok Some(1000)"]);
    check("return select('#', table.unpack({ 1, 2, 3 }, 2))", expect!["ok Some(2)"]);
}

#[test]
fn library_functions_are_what_they_were() {
    check(
        "local t = { 1, 2, 3 } table.insert(t, 1, 0) table.insert(t, 4) local last, first = table.remove(t), table.remove(t, 1)\n\
         return last * 1000 + first * 100 + #t * 10 + table.find(t, 3, 2)",
        expect!["ok Some(4033)"],
    );
    check(
        "local t = { 5, a = 6, 7 } local c = table.clone(t) table.clear(t)\n\
         return c[1] * 100 + c.a * 10 + c[2] + #t + (if t.a == nil then 0 else 1)",
        expect!["ok Some(567)"],
    );
    check("return tonumber('12') + tonumber('ff', 16) + (if tonumber('x') then 1 else 0)", expect!["ok Some(267)"]);
    check(
        "return #table.concat({ 'a', 'b', 'c' }, ', ') * 10 + #table.concat({ 'a', 'b', 'c' }, '', 2, 3)",
        expect!["ok Some(72)"],
    );
    check(
        "table.insert(nil, 1)",
        expect!["pack/rules/bad.lua:1 [S0401] invalid argument #1 to 'insert' (table expected, got nil)"],
    );
    check("table.insert({}, 1, 2, 3)", expect!["pack/rules/bad.lua:1 [S0401] wrong number of arguments to 'insert'"]);
    check("return ('x'):sub()", expect!["pack/rules/bad.lua:1 [S0401] missing argument #2 to 'sub' (number expected)"]);
}

#[test]
fn deep_recursion_ends() {
    check(
        "local function f(n) return 1 + f(n + 1) end\nreturn f(1)",
        expect!["pack/rules/bad.lua:1 [S0401] stack overflow"],
    );
    check(
        "local function f(s) return (s:gsub('.', f)) end\nreturn f('x')",
        expect!["pack/rules/bad.lua:1 [S0401] C stack overflow"],
    );
}

#[test]
fn nothing_of_the_machine_can_be_reached() {
    for name in [
        "os",
        "io",
        "debug",
        "package",
        "require",
        "loadstring",
        "load",
        "dofile",
        "collectgarbage",
        "gcinfo",
        "newproxy",
        "getfenv",
        "setfenv",
        "rawset",
        "rawget",
        "rawequal",
        "rawlen",
        "getmetatable",
        "setmetatable",
        "pcall",
        "xpcall",
        "coroutine",
        "print",
        "pairs",
        "next",
        "_G",
        "_VERSION",
        "typeof",
        "buffer",
        "vector",
        "utf8",
        "math.random",
        "math.randomseed",
        "math.sin",
        "math.huge",
        "math.pi",
        "math.noise",
        "table.move",
        "table.foreach",
        "string.pack",
        "string.dump",
    ] {
        let (library, entry) = name.split_once('.').unwrap_or(("", name));
        let source = if library.is_empty() {
            format!("return {entry} == nil and 1")
        } else {
            format!("return {name} == nil and 1")
        };
        check(&source, expect![["ok Some(1)"]]);
    }
    check("return ('').dump == nil and ('').pack == nil and 1", expect![["ok Some(1)"]]);
}

#[test]
fn nothing_outside_can_be_changed() {
    check(
        "x = 1",
        expect![
            "pack/rules/bad.lua:1 [S0410] this table is read-only: scripts keep nothing outside of the game's state"
        ],
    );
    check(
        "function helper() end",
        expect![
            "pack/rules/bad.lua:1 [S0410] this table is read-only: scripts keep nothing outside of the game's state"
        ],
    );
    check(
        "string.rep = nil",
        expect![
            "pack/rules/bad.lua:1 [S0410] this table is read-only: scripts keep nothing outside of the game's state"
        ],
    );
    check(
        "math.max = function() return 1 end",
        expect![
            "pack/rules/bad.lua:1 [S0410] this table is read-only: scripts keep nothing outside of the game's state"
        ],
    );
    check(
        "table.insert(string, 1)",
        expect![
            "pack/rules/bad.lua:1 [S0410] this table is read-only: scripts keep nothing outside of the game's state"
        ],
    );
    check(
        "table.clear(math)",
        expect![
            "pack/rules/bad.lua:1 [S0410] this table is read-only: scripts keep nothing outside of the game's state"
        ],
    );
    check("local s = ('')\ns.x = 1", expect!["pack/rules/bad.lua:2 [S0401] attempt to index string with 'x'"]);
}

#[test]
fn what_differs_between_machines_cannot_be_seen() {
    check("return tostring({})", expect!["pack/rules/bad.lua:1 [S0401] a table has no text"]);
    check("return string.format('%s', function() end)", expect!["pack/rules/bad.lua:1 [S0401] a function has no text"]);
    check("return ('%*'):format({})", expect!["pack/rules/bad.lua:1 [S0401] a table has no text"]);
}

#[test]
fn broken_texts_are_no_lua() {
    check(
        "local x = = 1",
        expect![[
            r#"ScriptError { kind: Syntax, message: "1: Expected identifier when parsing expression, got '='", place: None, traceback: [] }"#
        ]],
    );
    check(
        &format!("local x = {}1{}", "(".repeat(5000), ")".repeat(5000)),
        expect![[
            r#"ScriptError { kind: Syntax, message: "1: Exceeded allowed recursion depth; simplify your expression to make the code compile", place: None, traceback: [] }"#
        ]],
    );
    check(
        &format!("local x = {}", "{".repeat(5000)),
        expect![[
            r#"ScriptError { kind: Syntax, message: "1: Exceeded allowed recursion depth; simplify your expression to make the code compile", place: None, traceback: [] }"#
        ]],
    );
    check(
        &format!("return {}1", "- ".repeat(100000)),
        expect![[
            r#"ScriptError { kind: Syntax, message: "1: Exceeded allowed recursion depth; simplify your expression to make the code compile", place: None, traceback: [] }"#
        ]],
    );
    check(
        "\u{1b}Lua",
        expect![[
            r#"ScriptError { kind: Syntax, message: "1: Expected identifier when parsing expression, got '\\u{1b}'", place: None, traceback: [] }"#
        ]],
    );
}

#[test]
fn errors_carry_their_line() {
    check("local t\nreturn t.x", expect!["pack/rules/bad.lua:2 [S0401] attempt to index nil with 'x'"]);
    check("local function f()\n  error('no')\nend\nf()", expect!["pack/rules/bad.lua:2 [S0401] no"]);
    // The stack decides which module is at fault, not the message of a rule.
    check(
        "local x\nerror('other/rules/x.lua:3: not mine', 0)",
        expect!["pack/rules/bad.lua:2 [S0401] other/rules/x.lua:3: not mine"],
    );
    check(
        "error('x\\nstack traceback:\\nother/rules/x.lua:3 function f', 0)",
        expect!["pack/rules/bad.lua:1 [S0401] x"],
    );
    check("local function f()\n  error('not here', 2)\nend\nf()", expect!["pack/rules/bad.lua:4 [S0401] not here"]);
    check("error({ code = 1 })", expect!["pack/rules/bad.lua:1 [S0401] a table has no text"]);
    check("assert(false, 'must hold')", expect!["pack/rules/bad.lua:1 [S0401] must hold"]);
    check("return nothing()", expect!["pack/rules/bad.lua:1 [S0401] attempt to call a nil value"]);
}

#[test]
fn errors_are_told_so_that_they_can_be_shown() {
    check(r"error('\27]52;c;eA==\7')", expect![r"pack/rules/bad.lua:1 [S0401] \u{1b}]52;c;eA==\u{7}"]);
    check(r"error('\n\27[2J\u{202e}why')", expect![r"pack/rules/bad.lua:1 [S0401] \u{1b}[2J\u{202e}why"]);
    check("error('')", expect!["pack/rules/bad.lua:1 [S0401] the rule calls `error` without a message"]);
    check("error('  \\n ')", expect!["pack/rules/bad.lua:1 [S0401] the rule calls `error` without a message"]);
    // A place that is not in a file is part of the text.
    check(r"error('x.\27lua:7: why', 0)", expect![r"pack/rules/bad.lua:1 [S0401] x.\u{1b}lua:7: why"]);
    let mut vm = Vm::new().unwrap();
    vm.seal().unwrap();
    let long = run(&vm, "error(('x'):rep(60000))");
    assert!(long.ends_with("xxx…") && long.len() < 700, "{} bytes", long.len());
}
