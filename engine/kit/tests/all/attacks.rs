//! Tests rules that try to hang, exhaust or crash the program. In every position that a rule can have, each ends within
//! two seconds in a fault or a finding that names the file and the line.
//!
//! `TILEWRIGHT_ATTACKS=FOLDER` writes each of them as a separate pack, to be tried with the command.

use std::time::Duration;

use cpu_time::ThreadTime;
use tilewright_core::session::{Refusal, Session};
use tilewright_core::state::chance::Generator;
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_pack::World;

/// Small game with something of every kind.
const DEN: &str = include_str!("../den.ron");

/// Positions that a rule can have: a name, and a module around its lines, which can use `seat`.
const PLACES: [(&str, &str); 9] = [
    ("load", "step(\"think\", function() end)\nlocal seat = 0\n{}"),
    (
        "score",
        "step(\"think\", function() end)\nscore(\"path\", { among = \"all\", book = \"bonus\" }, function(sheet, feature)\nlocal seat = 0\n{}\nend)",
    ),
    ("amend", "step(\"think\", function() end)\namend(\"path\", function(sheet, feature)\nlocal seat = 0\n{}\nend)"),
    ("offer", "step(\"think\", function() end)\noffer(\"place\", function(options, seat)\n{}\nend)"),
    ("step", "step(\"think\", function(seat)\n{}\nend)"),
    ("on", "step(\"think\", function() end)\non(\"placed\", function(ev)\nlocal seat = ev.seat\n{}\nend)"),
    (
        "on_asks",
        "step(\"think\", function() end)\non(\"placed\", { asks = true }, function(ev)\nlocal seat = ev.seat\n{}\nend)",
    ),
    (
        "replace",
        "step(\"think\", function(seat) count(\"total\", 1) end)\nreplace(\"count\", function(ev)\nlocal seat = 0\n{}\nreturn false\nend)",
    ),
    (
        "chosen",
        "step(\"think\", function() end)\noffer(\"place\", function(options)\noptions:add(\"do\", \"do\")\nend)\nchosen(\"do\", function(seat)\n{}\nend)",
    ),
];

/// Lines that need no game: a name, the text, and the codes that may result.
const ANYWHERE: &[(&str, &str, &[&str])] = &[
    ("loop", "while true do end", &["S0402"]),
    ("count_up", "for i = 1, 1e18 do end", &["S0402"]),
    ("recursion", "local function f() return 1 + f() end f()", &["S0401"]),
    ("double", "local s = \"x\" while true do s = s .. s end", &["S0403"]),
    ("grow", "local t = {} while true do t[#t + 1] = { 1, 2 } end", &["S0403", "S0402"]),
    ("closures", "local t = {} while true do t[#t + 1] = function() return t end end", &["S0403", "S0402"]),
    (
        "plain_find",
        "local s = string.rep(\"a\", 65536) local p = string.rep(\"a\", 200) .. \"b\" while true do s:find(p, 1, true) end",
        &["S0402"],
    ),
    (
        "find",
        "local s = string.rep(\"a\", 65536) local p = string.rep(\"a\", 200) .. \"b\" while true do s:find(p) end",
        &["S0402"],
    ),
    ("long_find", "local s = string.rep(\"a\", 65536) .. \"a\" return s:find(\"b\")", &["S0401"]),
    ("long_pattern", "return (\"x\"):find(string.rep(\"a\", 300), 1, true)", &["S0401"]),
    (
        "class",
        "local s = string.rep(\"a\", 65536) while true do s:match(\"[\" .. string.rep(\"1\", 200) .. \"a]*$\") end",
        &["S0402"],
    ),
    (
        "backtrack",
        "local s = string.rep(\"a\", 60000) return s:find(string.rep(\"a*\", 30) .. \"b\")",
        &["S0402", "S0401"],
    ),
    (
        "split",
        "local s = string.rep(\"a\", 65536) local p = string.rep(\"a\", 200) .. \"b\" while true do s:split(p) end",
        &["S0402"],
    ),
    ("long_split", "local s = string.rep(\"a\", 65536) .. \"b\" return s:split(s)", &["S0401"]),
    ("gsub", "local s = string.rep(\"a\", 65536) return s:gsub(\"a\", s)", &["S0403", "S0402"]),
    (
        "gsub_function",
        "local s = string.rep(\"a\", 65536) return s:gsub(\"a\", function() while true do end end)",
        &["S0402"],
    ),
    ("gmatch", "for _ in string.rep(\"x\", 60000):gmatch(\".-.-.-.-y\") do end", &["S0402"]),
    ("rep", "return string.rep(\"x\", 1e9)", &["S0401"]),
    (
        "concat",
        "local t = table.create(60000, string.rep(\"x\", 60)) local s while true do s = table.concat(t) end",
        &["S0402", "S0403"],
    ),
    ("create", "return table.create(1e8, 0)", &["S0401", "S0403"]),
    ("insert", "local t = {} for i = 1, 400000 do table.insert(t, 1, i) end", &["S0402", "S0403"]),
    ("unpack", "return select(\"#\", table.unpack({}, 1, 1e7))", &["S0401"]),
    (
        "sort_texts",
        "local a, b = string.rep(\"x\", 60000) .. \"a\", string.rep(\"x\", 60000) .. \"b\" local t = {} for i = 1, 50000 do t[i] = if i % 2 == 0 then a else b end while true do table.sort(t) end",
        &["S0402"],
    ),
    (
        "sort_numbers",
        "local t = {} for i = 1, 100000 do t[i] = i * 7 % 1000 end while true do table.sort(t) end",
        &["S0402"],
    ),
    ("sort_function", "table.sort({ 3, 2, 1 }, function() while true do end end)", &["S0402"]),
    ("format", "local s while true do s = string.format(\"%99d%99d%99d\", 1, 2, 3) end", &["S0402"]),
    ("upper", "local s = string.rep(\"x\", 65536) while true do s = (s:upper()):lower() end", &["S0402"]),
    ("error_table", "error({})", &["S0401"]),
    ("error_escape", "error(\"\\27[2J\\7wipe\")", &["S0401"]),
    ("error_empty", "error(\"\")", &["S0401"]),
    ("error_nil", "error(nil)", &["S0401"]),
];

/// Lines that read a game, for positions in which no change is allowed.
const LOOKING: &[(&str, &str, &[&str])] = &[
    ("placements", "while true do placements(\"P2\") end", &["S0402"]),
    ("bounds", "while true do board_bounds() end", &["S0402"]),
    ("features", "while true do features(\"path\") end", &["S0402"]),
    ("tiles", "while true do for _, tile in tiles_on_board() do tile:cell():key() end end", &["S0402"]),
    ("keys", "for i = 1, 1e9 do local k = cell(0, 0):key() .. i end", &["S0402", "S0403"]),
    ("far_cell", "return cell(32767, 0)", &["S0401"]),
    (
        "far_beside",
        "local c = cell(2047, 2047) for i = 1, 40000 do c = c:beside(1) end return c:known_sides(), error(\"end\")",
        &["S0401", "S0402"],
    ),
    ("notes", "while true do note(\"x\") end", &["S0402"]),
];

/// Lines that change a game.
const CHANGING: &[(&str, &str, &[&str])] = &[
    ("awards", "for i = 1, 1e9 do award(seat, 1, \"bonus\") end", &["S0403"]),
    ("great_award", "award(seat, 2147483647, \"bonus\")", &["S0401"]),
    ("great_count", "count(\"total\", 2147483647)", &["S0401"]),
    ("great_pay", "pay(\"gold\", nil, seat, 2147483647)", &["S0401"]),
    ("keys", "for i = 1, 1e9 do count(\"seen\", 1, -i) end", &["S0403", "S0401"]),
    ("names", "for i = 1, 1e9 do award(seat, 1, \"bonus\", nil, \"r\" .. i) end", &["S0403", "S0401"]),
    ("raises", "for i = 1, 1e9 do raise(\"x\") end", &["S0403"]),
    ("schedules", "for i = 1, 1e9 do schedule(seat, { \"think\" }, \"now\") end", &["S0401", "S0403"]),
    (
        "schedules_after",
        "for i = 1, 1e9 do schedule(seat, { \"think\" }, \"after\", { rank = i % 200 }) end",
        &["S0401", "S0403"],
    ),
    ("long_part", "local t = {} for i = 1, 5000 do t[i] = \"think\" end schedule(seat, t, \"now\")", &["S0401"]),
    ("put_back", "for i = 1, 1e9 do put_back(\"tiles\", \"P1\") end", &["S0403"]),
    ("to_hand", "for i = 1, 1e9 do to_hand(seat, \"P1\") end", &["S0403"]),
    ("chances", "while true do chance(\"n\", 10) end", &["S0403", "S0402"]),
    ("rolls", "while true do roll(\"die\") end", &["S0403", "S0402"]),
    (
        "far_tile",
        "place_tile(\"P1\", cell(2047, 2047), 0, { free = true }) place_tile(\"P1\", cell(-2047, -2047), 0, { free = true })",
        &["S0401"],
    ),
    (
        "line_of_tiles",
        "for x = 3, 2047 do for y = 3, 2047 do place_tile(\"P1\", cell(x, y), 0, { free = true }) end end",
        &["S0401", "S0402", "S0403"],
    ),
    ("tokens", "while true do move_token(\"ghost\", cell(1, 1)) end", &["S0403"]),
];

/// Whole modules, each with a name and the codes that may result.
const MODULES: &[(&str, &str, &[&str])] = &[
    (
        "deep_table",
        "step(\"think\", function() end) local t = {} for i = 1, 60000 do t = { t } end return t",
        &["S0201"],
    ),
    (
        "deep_kept",
        "local t = {} for i = 1, 60000 do t = { t } end step(\"think\", function() return t end)",
        &["S0201"],
    ),
    (
        "many_tables",
        "local t = {} for i = 1, 20000 do t[i] = {} end step(\"think\", function() return t end) return t",
        &[],
    ),
    ("ask_again", "step(\"think\", function(seat) while true do ask(seat, \"letter\", { \"a\" }) end end)", &["S0405"]),
    ("wait_again", "step(\"think\", function(seat) while true do wait() end end)", &["S0405"]),
    ("wait_and_count", "step(\"think\", function(seat) while true do count(\"total\", 1) wait() end end)", &["S0405"]),
    (
        "wait_in_reaction",
        "step(\"think\", function() end) on(\"placed\", { asks = true }, function() while true do wait() end end)",
        &["S0405"],
    ),
    (
        "wait_in_replacement",
        "step(\"think\", function() count(\"total\", 1) end) replace(\"count\", { asks = true }, function() while true do wait() end end)",
        &["S0405"],
    ),
    ("part_in_part", "step(\"think\", function(seat) schedule(seat, { \"think\" }, \"now\") end)", &["S0405", "S0401"]),
    (
        "two_parts",
        "step(\"think\", function(seat) schedule(seat, { \"think\" }, \"now\") schedule(seat, { \"think\" }, \"now\") end)",
        &["S0405", "S0401"],
    ),
    (
        "raised_raises",
        "step(\"think\", function() raise(\"x\") end) on(\"raised\", function() raise(\"x\") end)",
        &["S0405"],
    ),
    (
        "raised_doubles",
        "step(\"think\", function() raise(\"x\") end) on(\"raised\", function() raise(\"x\") raise(\"x\") end)",
        &["S0405", "S0403"],
    ),
    (
        "counted_counts",
        "step(\"think\", function() count(\"total\", 1) end) on(\"counted\", function() count(\"total\", 1) end)",
        &["S0405"],
    ),
    (
        "placed_places",
        "step(\"think\", function() end) on(\"placed\", function(ev) for _ = 1, 2 do local at = placements(\"P2\")[1] place_tile(\"P2\", at.cell, at.turn) end end)",
        &["S0405", "S0401", "S0402"],
    ),
    (
        "placed_places_replaced",
        "step(\"think\", function() end) replace(\"place\", function() return false end) on(\"placed\", function(ev) for _ = 1, 2 do local at = placements(\"P2\")[1] place_tile(\"P2\", at.cell, at.turn) end end)",
        &["S0405", "S0401", "S0402"],
    ),
    (
        "replaced_again",
        "step(\"think\", function() count(\"total\", 1) end) replace(\"count\", function() raise(\"x\") end) on(\"raised\", function() count(\"total\", 1) end)",
        &["S0405"],
    ),
    (
        "slow_calls",
        "step(\"think\", function(seat) for i = 1, 1900000 do end schedule(seat, { \"think\" }, \"now\") end)",
        &["S0402"],
    ),
    (
        "slow_reactions",
        "step(\"think\", function() for i = 1, 60 do raise(\"x\") end end) on(\"raised\", function() for i = 1, 1900000 do end end)",
        &["S0402"],
    ),
    (
        "many_changes",
        "step(\"think\", function(seat) for i = 1, 9000 do count(\"total\", 0) end schedule(seat, { \"think\" }, \"now\") end)",
        &["S0403"],
    ),
    (
        "many_options",
        "step(\"think\", function(seat) local t = {} for i = 1, 60000 do t[i] = \"o\" .. i end ask(seat, \"letter\", t) end)",
        &["S0401"],
    ),
    (
        "many_offers",
        "step(\"think\", function() end) offer(\"place\", function(options) for i = 1, 60000 do options:add(\"o\" .. i, \"g\") end end) chosen(\"g\", function() end)",
        &["S0401", "S0402"],
    ),
    (
        "long_key",
        "step(\"think\", function(seat) ask(seat, \"letter\", { string.rep(\"a\", 60000), \"b\" }) end)",
        &["S0401"],
    ),
    (
        "many_lines",
        "step(\"think\", function() end) score(\"path\", { among = \"all\", book = \"bonus\" }, function(sheet) for i = 1, 1e9 do sheet:per(\"tile\", 1, 1) end end)",
        &["S0401", "S0402"],
    ),
    (
        "great_scale",
        "step(\"think\", function() end) score(\"path\", { among = \"all\", book = \"bonus\" }, function(sheet) sheet:per(\"tile\", 2, 1) sheet:scale(2147483647, 2, \"x\") end)",
        &["S0401"],
    ),
    (
        "great_claim",
        "step(\"think\", function() end) score(\"path\", { among = \"all\", book = \"bonus\" }, function(sheet) sheet:claim_seat(0, 2147483647) sheet:per(\"tile\", 1, 1) end)",
        &["S0401"],
    ),
    (
        "value_of_value",
        "step(\"think\", function() end) score(\"path\", { among = \"all\" }, function(sheet, feature) sheet:per(\"tile\", value(feature), 1) end)",
        &["S0401", "S0402"],
    ),
    (
        "kept_table",
        "local kept = {} local function keep(t) t[1] = 1 end step(\"think\", function() keep(kept) end)",
        &["S0410"],
    ),
    ("kept_alias", "local kept = { {} } step(\"think\", function() for _, b in kept do b[1] = 1 end end)", &["S0410"]),
    (
        "kept_deeper",
        "local function box() local t = {} return { add = function(v) t[#t + 1] = v end } end local b = box() step(\"think\", function() b.add(1) end)",
        &["S0410"],
    ),
];

struct Attack {
    name: String,
    source: String,
    codes: &'static [&'static str],
}

fn attacks() -> Vec<Attack> {
    let mut all = Vec::new();
    let changing = ["step", "on", "on_asks", "replace", "chosen"];
    for (place, around) in PLACES {
        let own = ANYWHERE.iter().chain(if place == "load" { &[] } else { LOOKING });
        let more = if changing.contains(&place) { CHANGING } else { &[] };
        for (name, lines, codes) in own.chain(more) {
            // Code must be able to follow the lines, but a `return` ends its block.
            let lines = format!("do {lines} end");
            all.push(Attack { name: format!("{name}_{place}"), source: around.replace("{}", &lines), codes });
        }
    }
    all.extend(MODULES.iter().map(|(name, source, codes)| Attack {
        name: (*name).to_owned(),
        source: (*source).to_owned(),
        codes,
    }));
    all
}

/// Loads the game with a module.
fn den(source: &str) -> Loaded {
    let mut world = World::default();
    for (name, text) in tilewright_script::library() {
        world.add_module(name, text);
    }
    world.add_file("den", "pack.ron", DEN);
    world.add_file("den", "rules/bad.lua", source);
    load_from(&world, &Request::new(["den"]))
}

/// Returns code, place and message of the finding or fault that a module causes.
fn outcome(source: &str) -> Option<(&'static str, String, String)> {
    let loaded = den(source);
    if let Some(finding) = loaded.errors().next() {
        let place = finding.span.map_or_else(String::new, |span| loaded.sources.place(span));
        return Some((finding.code, place, finding.message.clone()));
    }
    for seed in 0..4 {
        let mut session = Session::new(loaded.machine().unwrap(), 2, seed).unwrap();
        let mut random = Generator::new(seed);
        let mut fault = session.start().err();
        while let (None, Some(decision)) = (&fault, session.decision()) {
            let pick = decision.options.get(session.game(), random.below(decision.options.count())).unwrap();
            fault = match session.answer(pick) {
                Err(Refusal::Fault(fault)) => Some(fault),
                other => other.map(|_| None).unwrap(),
            };
        }
        if let Some(fault) = fault {
            return Some((
                fault.code,
                fault.place.clone(),
                format!("{} ({}, {})", fault.message, fault.pack, fault.hook),
            ));
        }
    }
    None
}

#[test]
fn every_attack_ends_in_time_with_its_place() {
    let all = attacks();
    assert!(all.len() > 200, "{}", all.len());
    if let Some(folder) = std::env::var_os("TILEWRIGHT_ATTACKS") {
        for attack in &all {
            let folder = std::path::Path::new(&folder).join(&attack.name);
            std::fs::create_dir_all(folder.join("rules")).unwrap();
            let den = DEN.replace("\"den\"", &format!("{:?}", attack.name));
            std::fs::write(folder.join("pack.ron"), den).unwrap();
            std::fs::write(folder.join("rules/bad.lua"), &attack.source).unwrap();
        }
    }
    let try_all = |attacks: &[&Attack]| {
        let mut wrong = Vec::new();
        let mut slowest = (Duration::ZERO, String::new());
        for Attack { name, source, codes } in attacks {
            let start = ThreadTime::now();
            let came = outcome(source);
            let took = start.elapsed();
            slowest = slowest.max((took, name.clone()));
            if took > Duration::from_secs(2) {
                wrong.push(format!("{name}: took {took:?}: {came:?}"));
            }
            // An error while a module loads has a separate code.
            let expected = |code: &str| codes.contains(&code) || code == "S0201" && codes.contains(&"S0401");
            match &came {
                None if codes.is_empty() => {}
                Some((code, place, message)) if expected(code) => {
                    if !place.contains("bad.lua:") || message.trim().is_empty() {
                        wrong.push(format!("{name}: [{code}] at `{place}`: {message}"));
                    }
                }
                other => wrong.push(format!("{name}: {other:?} instead of {codes:?}")),
            }
        }
        (wrong, slowest)
    };
    // Two threads share the work, since some attacks use all the time they are allowed.
    // By day, every third attack is tried.
    let half = |rest: usize| all.iter().step_by(crate::amount(3, 1)).skip(rest).step_by(2).collect::<Vec<_>>();
    let (even, odd) = (half(0), half(1));
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| try_all(&odd));
        (try_all(&even), second.join().unwrap())
    });
    let slowest = first.1.max(second.1);
    let wrong: Vec<String> = first.0.into_iter().chain(second.0).collect();
    println!("{} attacks, the slowest is {} with {:?}", all.len(), slowest.1, slowest.0);
    assert!(wrong.is_empty(), "{} of {} went wrong:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

/// Data files beyond any reasonable size are read in time, and their mistakes are reported with a place.
#[test]
fn attacks_by_data_end_in_time_with_their_place() {
    let chain = (0..12_000).map(|n| format!("(since: \"0.0.{n}\", kind: tile, from: \"A{n}\", to: \"A{}\"),", n + 1));
    let chain = format!("renamed: [{}], ", chain.collect::<String>());
    let option = "options: [(id: \"wide\", type: int(0, 2147483647), default: 7)], ";
    let with = |more: &str| DEN.replacen("format: 1,", &format!("format: 1, {more}"), 1);
    let text = |text: &str| format!("Texts(\"en\", {{\"pack.about\": \"{text}\"}})");
    for (name, head, more, code) in [
        ("a wide option", with(option), String::new(), None),
        ("a chain of names", with(&chain), String::new(), Some("P0102")),
        ("unseen letters", with(""), text(&"\u{200b}".repeat(300_000)), Some("P0113")),
        ("marks on a letter", with(""), text(&"a\u{301}".repeat(300_000)), Some("P0102")),
        ("commas", with(""), ",".repeat(1 << 20), Some("P0101")),
        ("tiny values", with(""), format!("Tags([{}])", "1,".repeat(520_000)), Some("P0102")),
        ("tiny names", with(""), format!("Tags([{}])", "abc,".repeat(249_000)), Some("P0110")),
    ] {
        let start = ThreadTime::now();
        let mut world = World::default();
        for (name, text) in tilewright_script::library() {
            world.add_module(name, text);
        }
        world.add_file("den", "pack.ron", &head);
        world.add_file("den", "rules/bad.lua", "step(\"think\", function() end)");
        if !more.is_empty() {
            world.add_file("den", "more.ron", &more);
        }
        let loaded = load_from(&world, &Request::new(["den"]));
        let took = start.elapsed();
        assert!(took < Duration::from_secs(2), "{name}: {took:?}");
        let found: Vec<_> = loaded.errors().map(|d| (d.code, d.span.map(|span| loaded.sources.place(span)))).collect();
        match code {
            None => assert_eq!(found, []),
            Some(code) => {
                let is_told = |(own, place): &(&str, Option<String>)| *own == code && place.is_some();
                assert!(found.iter().any(is_told), "{name}: {:?}", &found[..found.len().min(3)]);
                assert!(found.len() <= 501, "{name}: {} findings", found.len());
            }
        }
    }
}
