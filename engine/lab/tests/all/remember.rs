//! Tests packs that try to keep state from one game to the next: their games are the same on any number of threads and
//! in any order, or the difference is reported.

use std::collections::BTreeMap;

use tilewright_core::session::record::Record;
use tilewright_core::session::{Refusal, Session};
use tilewright_kit::games::replay::replay_by;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::records::json::write_record;
use tilewright_lab::bot::{Bot, Random};
use tilewright_lab::seeds::of_next_choice;
use tilewright_lab::simulate::{GamePlan, record_game, simulate, simulate_kept};
use tilewright_lab::verify::{GameRange, verify};

use crate::FaultyPackFolder;

/// A small game with many kinds of pieces.
const DEN: &str = r#"Pack(
    id: "NAME", version: "1.0.0", format: 1, title: "Den", authors: ["A"], licence: "MIT", seats: (2, 2),
    terrains: [(id: grass, ground: true), (id: path, complete: closed)],
    edges: [(id: grass, ports: [grass, grass]), (id: path, ports: [grass, path, grass])],
    figures: [(id: walker, supply: 3, on: [path])],
    counters: [(id: total, scope: game), (id: seen, scope: keyed)],
    dice: [(id: die, faces: [1, 2, 3])],
    tokens: [ghost],
    zones: [(id: hut)],
    bags: [tiles],
    tiles: [
        (id: "P1", count: 3, edges: (n: grass, e: path, s: grass, w: path), parts: [path(at: [E, W])]),
        (id: "P2", count: 2, edges: (n: path, e: path, s: path, w: grass),
            parts: [path(at: [N], into: crossing), path(at: [E], into: crossing), path(at: [S], into: crossing)]),
    ],
    board: (presets: [(tile: "P1")]),
    books: [bonus],
    flow: (turn: [script(name: "think"), draw(from: tiles), place, deploy, score], finish: [score_rest], ends_with: [tiles]),
    rules: [(use: "paths", on: path, per_tile: 1), (use: "bad", list: [1, 2])],
)"#;

/// Head of all modules.
const HEAD: &str = "--- Tries to remember.\n--- @param list integer[]  Some numbers.\n";

/// Expected result of a pack.
#[derive(Clone, Copy, Debug)]
enum Expected {
    /// All games are the same regardless of earlier games, and end.
    Same,
    /// A simulation, the verification and a replay report that a function keeps state.
    Told,
    /// All games are the same, but undoing answers leaves a different state, which the verification reports.
    ToldByVerify,
    /// The packs are refused with this diagnostic code.
    Refused(&'static str),
    /// Every game ends with this fault, at the same point.
    Fails(&'static str),
    /// Some games end with this fault: always the same games, regardless of earlier games.
    Some(&'static str),
}
use Expected::{Fails, Refused, Same, Told, ToldByVerify};

/// Name, module and expected result. Where lints would see the state at once, the module hides it behind a function.
const PACKS: &[(&str, &str, Expected)] = &[
    // These keep numbers, texts and functions in closures.
    ("number", "local n = 0 step(\"think\", function(seat) n = n + 1 award(seat, n, \"bonus\") end)", Refused("S0131")),
    (
        "number_in_a_closure",
        "local function keeper() local n = 0 return function() n = n + 1 return n end end local keep = keeper() \
         step(\"think\", function(seat) award(seat, keep(), \"bonus\") end)",
        Told,
    ),
    (
        "text_in_a_closure",
        "local function keeper() local s = \"\" return function() s = s .. \"x\" return #s end end local keep = keeper() \
         step(\"think\", function(seat) award(seat, keep(), \"bonus\") end)",
        Told,
    ),
    (
        "function_in_a_closure",
        "local function keeper() local f = function() return 0 end \
         return function() local g = f f = function() return g() + 1 end return f() end end local keep = keeper() \
         step(\"think\", function(seat) award(seat, keep(), \"bonus\") end)",
        Told,
    ),
    (
        "table_in_a_closure",
        "local function keeper() local t = { 0 } return function() t = { t[1] + 1 } return t[1] end end \
         local keep = keeper() step(\"think\", function(seat) award(seat, keep(), \"bonus\") end)",
        Told,
    ),
    (
        "sign_of_zero",
        "local function keeper() local n = 0 return function() local was = 1 / n n = -0 * 1 return if was > 0 then 1 else 2 end \
         end local keep = keeper() step(\"think\", function(seat) award(seat, keep(), \"bonus\") end)",
        Told,
    ),
    (
        "sign_of_no_number",
        "local function keeper() local n = math.abs(0 / 0) return function() local was = string.format(\"%f\", n) n = -math.abs(n) return #was end end \
         local keep = keeper() step(\"think\", function(seat) award(seat, keep(), \"bonus\") end)",
        Told,
    ),
    (
        "feature_kept",
        "local function keeper() local last return function(new) local was = last last = new return was end end \
         local keep = keeper() step(\"think\", function(seat) award(seat, if keep(cell(0, 0)) then 1 else 2, \"bonus\") end)",
        Told,
    ),
    (
        "event_kept",
        "local function keeper() local last return function(new) local was = last last = new return was end end \
         local keep = keeper() step(\"think\", function() end) \
         on(\"placed\", function(ev) local was = keep(ev) award(ev.seat, if was then #was.kind else 1, \"bonus\") end)",
        Told,
    ),
    (
        "sheet_kept",
        "local function keeper() local last return function(new) local was = last last = new return was end end \
         local keep = keeper() step(\"think\", function() end) \
         amend(\"path\", function(sheet) sheet:per(\"tile\", if keep(sheet) then 1 else 2, 1) end)",
        Told,
    ),
    (
        "closure_of_an_offer",
        "local function keeper() local n = 0 return function() n = n + 1 return n end end local keep = keeper() \
         step(\"think\", function() end) offer(\"place\", function(options) if keep() % 2 == 0 then options:add(\"do\", \"do\") end end) \
         chosen(\"do\", function(seat) award(seat, 1, \"bonus\") end)",
        Told,
    ),
    (
        "closure_that_asks",
        "local function keeper() local n = 0 return function() n = n + 1 return n end end local keep = keeper() \
         step(\"think\", function(seat) local a = ask(seat, \"letter\", { \"a\", \"b\" }) if a == \"a\" then award(seat, keep(), \"bonus\") end end)",
        Told,
    ),
    (
        "number_set_back_at_the_end",
        "local function keeper() local n = 0 return function(by) n = if by then n + by else 0 return n end end \
         local keep = keeper() step(\"think\", function(seat) award(seat, keep(1), \"bonus\") end) \
         on(\"over\", function() keep() end)",
        ToldByVerify,
    ),
    // Iterators have a hidden position.
    (
        "iterator_kept",
        "local next_letter = string.gmatch(\"abcdefghijklmnopqrstuvwxyz\", \".\") \
         step(\"think\", function(seat) award(seat, string.byte(next_letter() or \"z\") - 96, \"bonus\") end)",
        Told,
    ),
    (
        "iterator_in_a_table",
        "local kept = { next = (\"abcdefghijklmnopqrstuvwxyz\"):gmatch(\"()\") } \
         step(\"think\", function(seat) award(seat, kept.next() or 30, \"bonus\") end)",
        Told,
    ),
    (
        "iterator_of_a_list",
        "local next_of, list, at = ipairs({ 1, 2, 3 }) \
         step(\"think\", function(seat) local number = next_of(list, at) award(seat, number, \"bonus\") end)",
        Same,
    ),
    // These keep tables in modules.
    (
        "memo",
        "local known = {} local function memo(k) known[k] = (known[k] or 0) + 1 return known[k] end \
         step(\"think\", function(seat) award(seat, memo(seat), \"bonus\") end)",
        Refused("S0131"),
    ),
    (
        "table_by_another_name",
        "local kept = { 0 } local function bump(t) t[1] = t[1] + 1 return t[1] end \
         step(\"think\", function(seat) award(seat, bump(kept), \"bonus\") end)",
        Fails("S0410"),
    ),
    (
        "list_that_grows",
        "local kept = { 0 } local function bump(t) table.insert(t, 1) return #t end \
         step(\"think\", function(seat) award(seat, bump(kept), \"bonus\") end)",
        Fails("S0410"),
    ),
    (
        "list_that_grows_in_front",
        "local kept = { 0 } local function bump(t) table.insert(t, 1, 1) return #t end \
         step(\"think\", function(seat) award(seat, bump(kept), \"bonus\") end)",
        Fails("S0410"),
    ),
    (
        "list_that_shrinks",
        "local kept = { 1, 2, 3, 4 } local function bump(t) return table.remove(t) or 0 end \
         step(\"think\", function(seat) award(seat, bump(kept), \"bonus\") end)",
        Fails("S0410"),
    ),
    (
        "list_that_is_sorted",
        "local kept = { 3, 2, 1 } local function bump(t) local first = t[1] table.sort(t) return first end \
         step(\"think\", function(seat) award(seat, bump(kept), \"bonus\") end)",
        Fails("S0410"),
    ),
    (
        "list_that_is_cleared",
        "local kept = { 3, 2, 1 } local function bump(t) local n = #t table.clear(t) return n end \
         step(\"think\", function(seat) award(seat, bump(kept), \"bonus\") end)",
        Fails("S0410"),
    ),
    (
        "table_behind_a_metatable",
        "local kept = setmetatable({}, { __mode = \"k\" }) step(\"think\", function(seat) kept[seat] = 1 end)",
        Refused("S0120"),
    ),
    (
        "list_of_a_parameter",
        "local function bump(t) t[1] = t[1] + 1 return t[1] end \
         step(\"think\", function(seat) award(seat, bump(param.list), \"bonus\") end)",
        Fails("S0410"),
    ),
    (
        "arguments_kept",
        "local function hold(...) local all = { ... } return function(t) all[1] = all[1] + 1 return all[1] end end \
         local keep = hold(1) step(\"think\", function(seat) award(seat, keep(), \"bonus\") end)",
        Fails("S0410"),
    ),
    (
        "table_of_another_module",
        "local other = require(\"other\") local function bump(t) t.n = t.n + 1 return t.n end \
         step(\"think\", function(seat) award(seat, bump(other.kept), \"bonus\") end)",
        Fails("S0410"),
    ),
    (
        "function_of_another_module",
        "local other = require(\"other\") step(\"think\", function(seat) award(seat, other.keep(), \"bonus\") end)",
        Told,
    ),
    (
        "iterator_of_another_module",
        "local other = require(\"other\") \
         step(\"think\", function(seat) award(seat, string.byte(other.letters() or \"z\") - 96, \"bonus\") end)",
        Told,
    ),
    // These change objects that all modules share.
    (
        "global",
        "step(\"think\", function(seat) total = (total or 0) + 1 award(seat, total, \"bonus\") end)",
        Refused("S0132"),
    ),
    (
        "globals",
        "step(\"think\", function(seat) _G.n = (_G.n or 0) + 1 award(seat, _G.n, \"bonus\") end)",
        Refused("S0120"),
    ),
    ("environment", "step(\"think\", function(seat) local g = getfenv() g.n = (g.n or 0) + 1 end)", Refused("S0120")),
    (
        "library_of_texts",
        "local function bump(t) t.n = (t.n or 0) + 1 return t.n end \
         step(\"think\", function(seat) award(seat, bump(string), \"bonus\") end)",
        Fails("S0410"),
    ),
    (
        "library_of_tables",
        "local function bump(t) t.n = (t.n or 0) + 1 return t.n end \
         step(\"think\", function(seat) award(seat, bump(table), \"bonus\") end)",
        Fails("S0410"),
    ),
    (
        "methods_of_texts",
        "step(\"think\", function(seat) local meta = getmetatable(\"\") meta.n = (meta.n or 0) + 1 end)",
        Refused("S0120"),
    ),
    (
        "list_of_the_host",
        "local function spoil(list) local n = #list list[1] = nil list.n = 1 return n end \
         step(\"think\", function(seat) award(seat, spoil(seats()) + spoil(tiles_on_board()) * 10, \"bonus\") end)",
        Same,
    ),
    (
        "event_that_is_written",
        "step(\"think\", function() end) local function spoil(ev) local n = ev.amount ev.amount = 7 return n end \
         on(\"counted\", function(ev) local n = spoil(ev) award(0, n, \"bonus\") end) \
         on(\"placed\", function() count(\"total\", 1) end)",
        Fails("S0410"),
    ),
    (
        "function_given_in_a_game",
        "local function late(f) f(\"placed\", function(ev) award(ev.seat, 1, \"bonus\") end) end \
         step(\"think\", function() late(on) end)",
        Fails("S0410"),
    ),
    (
        "coroutine",
        "local kept = coroutine.wrap(function() local n = 0 while true do n = n + 1 coroutine.yield(n) end end) \
         step(\"think\", function(seat) award(seat, kept(), \"bonus\") end)",
        Refused("S0120"),
    ),
    // State in the game belongs to the game.
    (
        "counter",
        "step(\"think\", function(seat) count(\"total\", 1) count(\"seen\", 1, seat) \
         award(seat, counter(\"total\") + counter(\"seen\", seat), \"bonus\") end)",
        Same,
    ),
    (
        "names",
        "step(\"think\", function(seat) for i = 1, 900 do note(\"n\") award(seat, 1, \"bonus\", nil, `r{chance(\"n\", 1000000)}`) end end)",
        Same,
    ),
    // These expose addresses.
    ("text_of_a_table", "step(\"think\", function(seat) award(seat, #tostring({}), \"bonus\") end)", Fails("S0401")),
    (
        "text_of_a_function",
        "step(\"think\", function(seat) award(seat, #tostring(award), \"bonus\") end)",
        Fails("S0401"),
    ),
    ("table_in_a_format", "step(\"think\", function(seat) note(string.format(\"%s\", {})) end)", Fails("S0401")),
    ("table_in_an_open_format", "step(\"think\", function(seat) note(string.format(\"%*\", {})) end)", Fails("S0401")),
    ("table_in_a_text", "step(\"think\", function(seat) note(`{seats()}`) end)", Fails("S0401")),
    ("table_as_an_error", "step(\"think\", function() error({}) end)", Fails("S0401")),
    ("table_as_a_failure", "step(\"think\", function() assert(false, {}) end)", Fails("S0401")),
    (
        "texts_of_things",
        "step(\"think\", function(seat) local sum = 0 for _, tile in tiles_on_board() do local s = tostring(tile) \
         for i = 1, #s do sum = (sum * 31 + s:byte(i)) % 1000 end end award(seat, sum, \"bonus\") end)",
        Same,
    ),
    (
        "order_of_tables",
        "step(\"think\", function(seat) local list = { {}, {}, {} } table.sort(list) award(seat, 1, \"bonus\") end)",
        Fails("S0401"),
    ),
    (
        "tables_as_keys",
        "local function set(t, k, v) t[k] = v end step(\"think\", function(seat) local t = {} \
         for i = 1, 12 do set(t, {}, i) end local sum = 0 for _, v in t do sum = (sum * 13 + v) % 100000 end award(seat, sum, \"bonus\") end)",
        Fails("S0401"),
    ),
    (
        "functions_as_keys",
        "local function set(t, k, v) t[k] = v end step(\"think\", function(seat) local t = {} \
         for i = 1, 12 do set(t, function() return i end, i) end local sum = 0 for _, v in t do sum = (sum * 13 + v) % 100000 end \
         award(seat, sum, \"bonus\") end)",
        Fails("S0401"),
    ),
    (
        "things_as_keys",
        "local function set(t, k, v) t[k] = v end step(\"think\", function(seat) local t = {} \
         for i = 1, 12 do set(t, cell(i * i, 1), i) end local sum = 0 for _, v in t do sum = (sum * 13 + v) % 100000 end \
         award(seat, sum, \"bonus\") end)",
        Same,
    ),
    (
        "texts_as_keys",
        "local function set(t, k, v) t[k] = v end step(\"think\", function(seat) local t = {} \
         for i = 1, 40 do set(t, `k{i * 7 % 41}{chance(\"n\", 50)}`, i) end local sum = 0 \
         for _, v in t do sum = (sum * 13 + v) % 100000 end award(seat, sum, \"bonus\") end)",
        Same,
    ),
    // These read clocks, chance and memory use.
    ("clock", "step(\"think\", function(seat) award(seat, os.clock() % 7, \"bonus\") end)", Refused("S0120")),
    ("time", "step(\"think\", function(seat) award(seat, tick() % 7, \"bonus\") end)", Refused("S0120")),
    ("chance", "step(\"think\", function(seat) award(seat, math.random(9), \"bonus\") end)", Refused("S0120")),
    (
        "room",
        "step(\"think\", function(seat) award(seat, collectgarbage(\"count\") % 7, \"bonus\") end)",
        Refused("S0120"),
    ),
    ("more_room", "step(\"think\", function(seat) award(seat, gcinfo() % 7, \"bonus\") end)", Refused("S0120")),
    (
        "much_room",
        "step(\"think\", function(seat) local t = {} for i = 1, 3000 do t[i] = { i, tostring(i) } end award(seat, #t, \"bonus\") end)",
        Same,
    ),
    (
        "nearly_too_long",
        "step(\"think\", function(seat) for i = 1, 60000 do end award(seat, 1, \"bonus\") end) \
         step(\"never\", function() end)",
        Same,
    ),
    // A game that fails must leave nothing behind.
    (
        "fails_now_and_then",
        "step(\"think\", function(seat) local a = ask(seat, \"letter\", { \"a\", \"b\" }) \
         if chance(\"n\", 30) == 7 then error(\"seven\") end award(seat, if a == \"a\" then 1 else 2, \"bonus\") end)",
        Expected::Some("S0401"),
    ),
    (
        "fails_on_a_sheet",
        "step(\"think\", function() end) amend(\"path\", { stage = \"add\" }, function(sheet, path) \
         sheet:per(\"tile\", 2, 1) if path:tiles() == 3 then error(\"three\") end sheet:scale(2, 1, \"twice\") end)",
        Expected::Some("S0401"),
    ),
    (
        "fails_among_effects",
        "step(\"think\", function(seat) count(\"total\", 1) end) \
         replace(\"count\", { asks = true }, function(ev) local a = ask(0, \"letter\", { \"a\", \"b\" }) \
         if chance(\"n\", 20) == 7 then local none = nil none.x = 1 end return a == \"a\" end) \
         on(\"counted\", function(ev) award(0, 1, \"bonus\") end)",
        Expected::Some("S0401"),
    ),
];

/// A module that other modules use.
const OTHER: &str = "--- Keeps things.\nlocal function keeper() local n = 0 return function() n = n + 1 return n end end\n\
    return { kept = { n = 0 }, keep = keeper(), letters = string.gmatch(\"abcdefghijklmnopqrstuvwxyz\", \".\") }\n";

const SEED: u64 = 11;
const GAMES: u64 = 16;

fn plan(threads: usize) -> GamePlan {
    GamePlan { games: GAMES, seats: 2, seed: SEED, threads }
}

/// Data of a played game: its record, its last fingerprint, and its fault.
type RememberedGame = (String, u64, Option<String>);

/// Plays games in the given order, each with the machine of the one before it.
fn in_order(
    loaded: &Loaded,
    order: impl Iterator<Item = u64>,
) -> (BTreeMap<u64, RememberedGame>, Option<&'static str>) {
    let mut machine = Some(loaded.machine().unwrap());
    let (mut played, mut told) = (BTreeMap::new(), None);
    for game in order {
        let seed = plan(1).seed_of(game);
        let mut session = Session::new(machine.take().unwrap(), 2, seed).unwrap();
        let mut fault = session.start().err();
        while let (None, Some(decision)) = (&fault, session.decision()) {
            let number = Random.choose_in(&session, &mut of_next_choice(&session)).unwrap();
            let pick = decision.options.get(session.game(), number).unwrap();
            fault = match session.answer(pick) {
                Err(Refusal::Fault(fault)) => Some(fault),
                other => other.map(|_| None).unwrap(),
            };
        }
        let record = write_record(&record_of(&session, "game"));
        played.insert(game, (record, session.game().fingerprint(), fault.map(|fault| fault.to_string())));
        told = told.or(session.remembers().map(|fault| fault.code));
        machine = Some(session.into_machine());
    }
    (played, told)
}

/// Returns the differences between the games of a pack, and the reported faults.
fn games(loaded: &Loaded) -> (Vec<String>, Vec<&'static str>, usize) {
    let (mut differs, mut told) = (Vec::new(), Vec::new());
    // These games each have a separate machine.
    let mut alone = BTreeMap::new();
    for game in 0..GAMES {
        alone.extend(in_order(loaded, [game].into_iter()).0);
    }
    let mixed = (0..GAMES).map(|game| game * 7 % GAMES);
    for (how, (played, found)) in [
        ("one after another", in_order(loaded, 0..GAMES)),
        ("backwards", in_order(loaded, (0..GAMES).rev())),
        ("mixed", in_order(loaded, mixed)),
        ("each twice", in_order(loaded, (0..GAMES * 2).map(|game| game / 2))),
    ] {
        let first = alone.iter().find(|(game, own)| played[game] != **own);
        differs.extend(first.map(|(game, own)| format!("{how}: game {game}: {:?} instead of {own:?}", played[game])));
        told.extend(found);
    }
    let seeds = (0..GAMES).map(|game| plan(1).seed_of(game));
    let records: Vec<String> =
        seeds.map(|seed| write_record(&record_game(loaded.machine().unwrap(), 2, seed).unwrap().0)).collect();
    let mut of_one: Option<String> = None;
    for threads in 1..=4 {
        let mut kept = Vec::new();
        let mut keep = |_: u64, record: &Record| {
            kept.push(write_record(record));
            Ok(())
        };
        let in_sessions = simulate_kept(loaded, &plan(threads), &[], &|_| {}, &mut keep).unwrap();
        let numbers = simulate(loaded, &plan(threads), &[], &|_| {}).unwrap();
        for summary in [&in_sessions, &numbers] {
            told.extend(summary.faults.iter().map(|faulty| faulty.fault.code).filter(|code| *code == "S0412"));
        }
        let (in_sessions, numbers) = (format!("{in_sessions:?}"), format!("{numbers:?}"));
        if in_sessions != numbers {
            differs.push(format!("{threads} threads: other numbers with records: {in_sessions} and {numbers}"));
        }
        let first = (0..kept.len()).find(|&game| kept[game] != records[game]);
        differs.extend(
            first.map(|game| format!("{threads} threads: game {game}: {} instead of {}", kept[game], records[game])),
        );
        match &of_one {
            None => of_one = Some(numbers),
            Some(first) if *first != numbers => {
                differs.push(format!("{threads} threads: {numbers} instead of {first}"))
            }
            Some(_) => {}
        }
    }
    let faults = alone.values().filter(|(_, _, fault)| fault.is_some()).count();
    (differs, told, faults)
}

/// Returns the deviation of a pack from its expected result, if any.
fn wrong(finder: &Finder, name: &str, expected: Expected) -> Option<String> {
    let loaded = load(finder, &Request::new([name])).unwrap();
    let found: Vec<_> = loaded.errors().map(|d| format!("{}: {}", d.code, d.message)).collect();
    if let Refused(code) = expected {
        let refused = !loaded.is_playable() && loaded.errors().any(|d| d.code == code);
        return (!refused).then(|| format!("not refused: {found:?}"));
    }
    if !loaded.is_playable() {
        return Some(format!("not to be played: {found:?}"));
    }
    let (differs, told, faults) = games(&loaded);
    let games = GameRange { plan: GamePlan { games: 4, ..plan(1) }, first: 0, seats: (2, 2) };
    let verified = verify(&loaded, &games, &|_| {}).unwrap();
    let told_by_verify = verified.told.iter().any(|broken| broken.what.contains("[S0412]"));
    if let Told = expected {
        let (record, _) = record_game(loaded.machine().unwrap(), 2, plan(1).seed_of(0)).unwrap();
        let replayed = replay_by(&loaded, &record).err().map_or("nothing", |failure| failure.code());
        let all = told.len() >= 12 && told_by_verify && replayed == "remembers";
        return (!all).then(|| format!("told {told:?}, by verify {:?}, by replay {replayed:?}", verified.told));
    }
    if !differs.is_empty() || !told.is_empty() || told_by_verify != matches!(expected, ToldByVerify) {
        return Some(format!("{differs:?} {told:?} {:?}", verified.told));
    }
    let fault = simulate(&loaded, &plan(1), &[], &|_| {}).unwrap().faults.first().map(|faulty| faulty.fault.clone());
    let code = fault.as_ref().map(|fault| fault.code);
    let fits = match expected {
        Same => faults == 0 && code.is_none() && verified.broken == 0,
        Fails(expected) => faults as u64 == GAMES && code == Some(expected),
        Expected::Some(expected) => faults > 0 && (faults as u64) < GAMES && code == Some(expected),
        ToldByVerify => faults == 0 && code.is_none(),
        Told | Refused(_) => true,
    };
    (!fits).then(|| format!("{faults} faults, {fault:?}, {:?}", verified.told))
}

#[test]
fn games_do_not_depend_on_those_before_them() {
    let folder = FaultyPackFolder(std::env::temp_dir().join(format!("tilewright-remember-{}", std::process::id())));
    for (name, source, _) in PACKS {
        let pack = folder.0.join(name);
        std::fs::create_dir_all(pack.join("rules")).unwrap();
        let mut den = DEN.replace("NAME", name);
        if source.contains("require") {
            den = den.replace("(use: \"bad\"", "(use: \"other\"), (use: \"bad\"");
        }
        std::fs::write(pack.join("pack.ron"), den).unwrap();
        std::fs::write(pack.join("rules/bad.lua"), format!("{HEAD}{source}\n")).unwrap();
        std::fs::write(pack.join("rules/other.lua"), OTHER).unwrap();
    }
    let finder = Finder::nowhere().with_folder(&folder.0);
    let wrong: Vec<String> = PACKS
        .iter()
        .filter_map(|(name, _, expected)| {
            wrong(&finder, name, *expected).map(|what| format!("{name}: {expected:?}: {what}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), PACKS.len(), wrong.join("\n"));
}
