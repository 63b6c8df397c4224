//! Tests whole packs whose rules try to hang, exhaust, escape or cheat: each soon ends in a finding or a fault with
//! pack and line, and the game continues.

use std::time::{Duration, Instant};

use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::{Machine, Stop};
use tilewright_core::session::{Refusal, Session};

use crate::pond::{errors, load_bad, session};

/// Time limit for a hostile rule.
const SOON: Duration = Duration::from_secs(2);

/// Runs a task that must end soon. On a busy machine, one slow run proves nothing, but three do.
fn soon<T>(what: &str, mut run: impl FnMut() -> T) -> T {
    let mut least = Duration::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        let result = run();
        least = least.min(start.elapsed());
        if least < SOON {
            return result;
        }
    }
    panic!("{what} took {least:?}");
}

/// Tricks of scripts, and the codes that may result while the game runs.
const TRICKS: [(&str, &[&str]); 16] = [
    ("while true do end", &["S0402"]),
    ("repeat until false", &["S0402"]),
    ("for i = 1, 1e15 do end", &["S0402"]),
    ("local t = {} for i = 1, 1000 do t[i] = i % 7 end table.sort(t, function() while true do end end)", &["S0402"]),
    ("local s = ('a'):rep(5000) local x = s:find(('a*'):rep(30) .. 'b')", &["S0402"]),
    ("for w in (('x'):rep(60000)):gmatch('.-.-.-.-y') do end", &["S0402"]),
    ("local s = ('a'):rep(60000) s:gsub('.', function() while true do end end)", &["S0402"]),
    ("local s = 'x' while true do s = s .. s end", &["S0403"]),
    ("local t = {} while true do t[#t + 1] = { 1, 2, 3 } end", &["S0403", "S0402"]),
    ("local s = ('x'):rep(60000) s = s:gsub('x', s)", &["S0403"]),
    ("local t = table.create(100000000, 0)", &["S0401", "S0403", "S0201"]),
    ("local function f(n) return 1 + f(n + 1) end f(1)", &["S0401", "S0201"]),
    ("local function f(s) return (s:gsub('.', f)) end f('x')", &["S0401", "S0201"]),
    ("error('no')", &["S0401", "S0201"]),
    ("local t = nil local x = t.y", &["S0401", "S0201"]),
    ("local x = string.rep('x', 1e9)", &["S0401", "S0201"]),
];

#[test]
fn tricks_while_loading_are_findings_with_their_line() {
    for (trick, codes) in TRICKS {
        let loaded = soon(trick, || load_bad(&format!("-- a module\nlocal before = 1\n{trick}\n"), false));
        let errors = errors(&loaded);
        let named = errors.iter().any(|e| {
            codes.iter().any(|c| e.contains(c))
                && (e.starts_with("bad/rules/bad.lua:3:")
                    || e.contains(" S0403 ") && e.starts_with("bad/rules/bad.lua:"))
        });
        assert!(!loaded.is_playable() && named, "{trick}: {errors:?}");
    }
}

/// Places a tile and deploys a duck, which triggers the trick; then checks the fault and continues without it.
fn check_fault(what: &str, session: &mut Session, codes: &[&str], line: &str) {
    while session.decision().unwrap().ask.as_ref() != "deploy" {
        let first = session.decision().unwrap().options.get(session.game(), 0).unwrap();
        session.answer(first).unwrap();
    }
    let before = (session.game().fingerprint(), session.log().to_vec());
    let keys: Vec<String> = keys(session);
    let duck = keys.iter().find(|k| *k != "pass").unwrap();
    let fault: Box<Fault> = soon(what, || match session.answer_key(duck) {
        Err(Refusal::Fault(fault)) => fault,
        other => panic!("{what}: {other:?}"),
    });
    assert!(codes.contains(&fault.code), "{what}: {fault}");
    assert_eq!(&*fault.pack, "bad", "{what}: {fault}");
    assert!(fault.place.contains("rules/bad.lua:") && fault.place.ends_with(line), "{what}: {fault}");
    assert!(!fault.hook.is_empty() && !fault.message.is_empty(), "{what}: {fault}");
    assert_eq!((session.game().fingerprint(), session.log().to_vec()), before, "{what}: the state is as before");
    assert_eq!(self::keys(session), keys, "{what}: the same options as before");
    // The same answer fails in the same way; another answer is accepted, and the game continues.
    assert!(matches!(session.answer_key(duck), Err(Refusal::Fault(again)) if again == fault), "{what}");
    session.answer_key("pass").unwrap();
    for _ in 0..4 {
        let decision = session.decision().unwrap();
        let last = decision.options.count() - 1;
        let pick = decision.options.get(session.game(), last).unwrap();
        assert_eq!(session.answer(pick).unwrap(), Stop::Decision, "{what}");
    }
    assert!(session.undo(), "{what}");
}

fn keys(session: &Session) -> Vec<String> {
    let options = &session.decision().unwrap().options;
    options.iter(session.game()).map(|p| options.key(session.game(), p)).collect()
}

/// Positions of the trick: modules whose third line is the trick.
const PLACES: [(&str, &str, bool); 6] = [
    ("score", "amend(\"lamp\", { stage = \"raise\" }, function(sheet, lamp)\n    local before = 1\nTRICK\nend)", false),
    ("on", "on(\"deployed\", function(ev)\n    count(\"laps\", 1, ev.seat)\nTRICK\nend)", false),
    ("asks", "on(\"deployed\", { asks = true }, function(ev)\n    count(\"laps\", 1, ev.seat)\nTRICK\nend)", false),
    ("replace", "replace(\"deploy\", function(ev)\n    count(\"laps\", 1, ev.seat)\nTRICK\nend)", false),
    (
        "replace award",
        "replace(\"award\", { asks = true }, function(ev)\n    count(\"laps\", 1, ev.seat)\nTRICK\nend)",
        false,
    ),
    (
        "step",
        "step(\"think\", function(seat) if #figures_on_board(seat) > 0 then\n    count(\"laps\", 1, seat)\nTRICK\nend end)",
        true,
    ),
];

#[test]
fn tricks_while_playing_are_faults_with_pack_and_line_and_the_game_goes_on() {
    for (place, module, thinks) in PLACES {
        for (trick, codes) in TRICKS {
            let what = format!("{place}: {trick}");
            let mut session = session(&load_bad(&module.replace("TRICK", trick), thinks));
            // A function that uses too much memory is not always stopped on its own line.
            let line = if codes.contains(&"S0403") { "" } else { ":3" };
            check_fault(&what, &mut session, codes, line);
        }
    }
    // The time is spent in native code, where only the clock can limit it.
    let slow = "local t = {} for i = 1, 300000 do table.insert(t, 1, i) end";
    check_fault(slow, &mut session(&load_bad(&PLACES[1].1.replace("TRICK", slow), false)), &["S0402"], ":3");
}

#[test]
fn an_effect_that_happened_before_the_error_is_as_if_it_had_not() {
    let effects = "award(ev.seat, 5, \"bonus\", nil, \"half\") count(\"laps\", 3, ev.seat) chance(\"lot\", 6)\n\
                   take_home(ev.figure) deploy(\"duck\", 1, ev.segment) put_back(\"tiles\", \"Lamp\")";
    for asks in ["", "{ asks = true }, "] {
        let module = format!("on(\"deployed\", {asks}function(ev) {effects}\nerror(\"half-way\")\nend)\n");
        check_fault(&module, &mut session(&load_bad(&module, false)), &["S0401"], ":3");
    }
    // After a question or a wait, the answer that leads to the trick is refused.
    let module = "on(\"deployed\", { asks = true }, function(ev)\n\
                  award(ev.seat, 5, \"bonus\") wait() if ask(ev.seat, \"what\", { \"good\", \"bad\" }) == \"bad\" then\n\
                  award(ev.seat, 7, \"bonus\") error(\"half-way\") end\nend)\n";
    let mut session = session(&load_bad(module, false));
    while session.decision().unwrap().ask.as_ref() != "what" {
        let first = session.decision().unwrap().options.get(session.game(), 0).unwrap();
        session.answer(first).unwrap();
    }
    let before = session.game().fingerprint();
    assert!(matches!(session.answer_key("bad"), Err(Refusal::Fault(fault)) if fault.place.ends_with(":3")));
    assert_eq!((session.game().fingerprint(), keys(&session)), (before, vec!["good".into(), "bad".into()]));
    session.answer_key("good").unwrap();
    assert_eq!(session.game().scores()[0], 6, "five for the deployment and one for the lamp");
}

/// Code that must be refused before the game is played, with the code of the finding.
const FORBIDDEN: [(&str, &str); 24] = [
    ("laps = 1", "S0132"),
    ("function helper() end", "S0132"),
    ("math.max = nil", "S0"),
    ("string.rep = function() end", "S0"),
    ("param.x = 1", "S0"),
    ("os.execute('true')", "S0120"),
    ("local f = io.open('pack.ron')", "S0120"),
    ("local f = loadstring('return 1')", "S0120"),
    ("local f = load('return 1')", "S0120"),
    ("dofile('pack.ron')", "S0120"),
    ("local m = require('os')", "S0"),
    ("local m = require('../pond/rules/lamps')", "S0"),
    ("debug.traceback()", "S0120"),
    ("local e = getfenv(0)", "S0120"),
    ("setmetatable(string, {})", "S0120"),
    ("local t = rawget(param, 'x')", "S0120"),
    ("local c = coroutine.create(function() end)", "S0120"),
    ("pcall(error)", "S0120"),
    ("local r = math.random(6)", "S0120"),
    ("local d = string.dump(function() end)", "S0120"),
    ("_G.x = 1", "S0120"),
    ("collectgarbage('stop')", "S0120"),
    ("award(0, 100, 'bonus')", "S0"),
    ("local x = = 1", "S0101"),
];

#[test]
fn what_scripts_must_not_do_is_found_with_its_line() {
    for (text, code) in FORBIDDEN {
        let loaded = soon(text, || load_bad(&format!("-- a module\n\n{text}\n"), false));
        let errors = errors(&loaded);
        let named = errors.iter().any(|e| e.starts_with("bad/rules/bad.lua:3:") && e.contains(&format!(" {code}")));
        assert!(!loaded.is_playable() && named, "{text}: {errors:?}");
    }
    for (text, code) in [
        ("\u{1b}Lua\u{4}bytecode".to_owned(), "S0101"),
        (format!("local x = {}1{}", "(".repeat(5000), ")".repeat(5000)), "S0101"),
        (format!("local x = {}", "{".repeat(60_000)), "S0101"),
        ("local a = 1\n".repeat(2 << 16), ""),
        ("-- two megabytes\n".repeat(128 * 1024), ""),
        ("x".repeat(2 << 20), ""),
        (format!("return \"{}\"", "\\u{10FFFF}".repeat(200_000)), ""),
    ] {
        let what = &text[..text.len().min(20)];
        let loaded = soon(what, || load_bad(&text, false));
        let errors = errors(&loaded);
        let named = errors.iter().any(|e| e.contains("bad/") && e.contains(code));
        assert!(!loaded.is_playable() && named, "{what}: {errors:?}");
    }
}

#[test]
fn state_in_upvalues_is_found_by_a_lint_or_by_loading_anew() {
    let seen = "local n = 0\non(\"deployed\", function(ev)\n    n = n + 1\n    award(ev.seat, n, \"bonus\")\nend)\n";
    assert!(errors(&load_bad(seen, false))[0].starts_with("bad/rules/bad.lua:3:5 S0131"));
    let played = |source: &str, paranoid: bool| {
        let (catalog, mut script) = load_bad(source, false).script().unwrap();
        script.paranoid(paranoid);
        let mut session = Session::new(Machine::new(catalog, Box::new(script)), 2, 7).unwrap();
        session.start().unwrap();
        while let Some(decision) = session.decision() {
            let pick = decision.options.get(session.game(), 0).unwrap();
            if let Err(refusal) = session.answer(pick) {
                return (session, Some(refusal.to_string()));
            }
        }
        (session, None)
    };
    // Behind a function, only the changed value is noticed and reported.
    let behind = "local function keeper()\n    local n = 0\n    return function() n = n + 1 return n end\nend\n\
                  local keep = keeper()\non(\"deployed\", function(ev) award(ev.seat, keep(), \"bonus\") end)\n";
    let scores = |paranoid: bool| played(behind, paranoid).0.game().scores().to_vec();
    assert_ne!(scores(false), scores(true));
    assert_eq!(scores(true), scores(true));
    let fault = played(behind, false).0.remembers().unwrap();
    assert_eq!((fault.code, &*fault.pack, &*fault.place), ("S0412", "bad", "bad/rules/bad.lua:3"));
    // Inside the function, the table has another name: no data that a module keeps can be written.
    let kept = "local box = { n = 0 }\nlocal function bump(t) t.n = t.n + 1 return t.n end\n\
                on(\"deployed\", function(ev) award(ev.seat, bump(box), \"bonus\") end)\n";
    let (session, refusal) = played(kept, false);
    assert!(refusal.is_some_and(|told| told.starts_with("bad/rules/bad.lua:2 [S0410] this table is read-only")));
    assert!(session.remembers().is_none());
}
