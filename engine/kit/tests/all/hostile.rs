//! Whole packs whose rules try to hang, exhaust, escape or cheat: each ends in a finding or a fault with pack and line,
//! soon, and the game goes on.

use std::time::{Duration, Instant};

use tilewright_core::machine::Stop;
use tilewright_core::rules::Fault;
use tilewright_core::session::{Refusal, Session};

use crate::pond::{errors, load_bad, session};

/// What a hostile rule may take.
const SOON: Duration = Duration::from_secs(2);

/// Runs something that has to be over soon. On a busy machine one slow run proves nothing, three do.
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

/// What scripts may try, and the codes that it may end in while the game runs.
const TRICKS: [(&str, &[&str]); 17] = [
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
    ("local t = {} for i = 1, 300000 do table.insert(t, 1, i) end", &["S0402"]),
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
                && (e.starts_with("bad/rules/bad.lua:3:") || e.contains(" S0403 ") && e.starts_with("bad/rules/bad.lua:"))
        });
        assert!(!loaded.is_playable() && named, "{trick}: {errors:?}");
    }
}

/// Places a tile and sends a duck, which is where the trick is played; then checks the fault and plays on without.
fn refused(what: &str, session: &mut Session, codes: &[&str], line: &str) {
    while session.decision().unwrap().ask.as_ref() != "deploy" {
        let first = session.decision().unwrap().options.get(session.game(), 0).unwrap();
        session.answer(first).unwrap();
    }
    let before = (session.game().fingerprint(), session.log().to_vec());
    let keys: Vec<String> = keys(session);
    let duck = keys.iter().find(|k| *k != "pass").unwrap();
    let fault: Box<Fault> = match session.answer_key(duck) {
        Err(Refusal::Fault(fault)) => fault,
        other => panic!("{what}: {other:?}"),
    };
    assert!(codes.contains(&fault.code), "{what}: {fault}");
    assert_eq!(&*fault.pack, "bad", "{what}: {fault}");
    assert!(fault.place.contains("rules/bad.lua:") && fault.place.ends_with(line), "{what}: {fault}");
    assert!(!fault.hook.is_empty() && !fault.message.is_empty(), "{what}: {fault}");
    assert_eq!((session.game().fingerprint(), session.log().to_vec()), before, "{what}: the state is as before");
    assert_eq!(self::keys(session), keys, "{what}: the same options as before");
    // The same answer fails in the same way; another one is taken, and so is everything after it.
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

/// Where a trick is played: a module whose third line is the trick.
const PLACES: [(&str, &str, bool); 6] = [
    ("score", "amend(\"lamp\", { stage = \"raise\" }, function(sheet, lamp)\n    local before = 1\nTRICK\nend)", false),
    ("on", "on(\"deployed\", function(ev)\n    count(\"laps\", 1, ev.seat)\nTRICK\nend)", false),
    ("asks", "on(\"deployed\", { asks = true }, function(ev)\n    count(\"laps\", 1, ev.seat)\nTRICK\nend)", false),
    ("replace", "replace(\"deploy\", function(ev)\n    count(\"laps\", 1, ev.seat)\nTRICK\nend)", false),
    ("replace award", "replace(\"award\", { asks = true }, function(ev)\n    count(\"laps\", 1, ev.seat)\nTRICK\nend)", false),
    ("step", "step(\"think\", function(seat) if #figures_on_board(seat) > 0 then\n    count(\"laps\", 1, seat)\nTRICK\nend end)", true),
];

#[test]
fn tricks_while_playing_are_faults_with_pack_and_line_and_the_game_goes_on() {
    for (place, module, thinks) in PLACES {
        for (trick, codes) in TRICKS {
            let what = format!("{place}: {trick}");
            let mut session = session(&load_bad(&module.replace("TRICK", trick), thinks));
            // A function that holds too much memory is not always caught on its line.
            let line = if codes.contains(&"S0403") { "" } else { ":3" };
            soon(&what, || refused(&what, &mut session, codes, line));
        }
    }
}
