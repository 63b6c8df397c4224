//! Tests that two games which differ only in facts hidden from a seat look the same to it, whatever a rule does with
//! them: every function that changes a game, every step, every event.

use std::collections::BTreeSet;

use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::event::EventKind;
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_pack::World;
use tilewright_pack::schema::STEPS;
use tilewright_script::{Allowed, EFFECTS};

use crate::pond::errors;
use crate::secrets::compare;

/// Pack in which tiles of two kinds that look alike are drawn and held in secret. `TITLE`, `FLOW` and `PRESETS` are
/// replaced.
const VEIL: &str = r#"Pack(
    id: "veil", version: "1.0.0", format: 1, title: "TITLE", authors: ["A"], licence: "MIT", seats: (2, 2),
    terrains: [(id: grass, ground: true), (id: lamp, complete: closed), (id: path, complete: closed)],
    edges: [(id: grass, ports: [grass]), (id: path, ports: [grass, path, grass]), (id: wall, ports: [grass])],
    figures: [(id: duck, supply: 5, weight: 1, on: [lamp, path])],
    counters: [
        (id: open, scope: seat), (id: purse, scope: seat, start: 50, secret: true), (id: fund, scope: game, secret: true),
        (id: hut, scope: keyed, secret: true), (id: known, scope: seat_keyed, secret: true),
    ],
    zones: [(id: shelf, slots: 9, holds: tiles), (id: nook, slots: 1, holds: tiles)], books: [bonus], tokens: [ghost], dice: [(id: luck, faces: [a, b])],
    bags: [tiles, veiled, (id: pile, stacked: true)],
    added_parts: [(id: dam, terrain: path, sides: [N, S], edges: {grass: path})],
    board: (extent: bounded((-20, -20), (20, 20)), presets: [PRESETS]),
    flow: (FLOW, finish: [score_rest], parts: {"pause": [script(name: "rest")]}, ends_with: [tiles]),
    rules: [(use: "act")],
    tiles: [
        (id: "P", count: 6, edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S])]),
        (id: "Cover", bag: none, edges: (n: grass, e: grass, s: grass, w: grass)),
        (id: "L", count: 3, back: "Cover", edges: (n: grass, e: grass, s: grass, w: grass), parts: [lamp]),
        (id: "W", count: 2, edges: (n: wall, e: wall, s: wall, w: wall)),
        (id: "A", count: 40, bag: veiled, back: "Cover", edges: (n: grass, e: grass, s: grass, w: grass), parts: [lamp]),
        (id: "B", count: 40, bag: veiled, back: "Cover", edges: (n: grass, e: grass, s: grass, w: grass), parts: [lamp]),
    ],
)"#;

/// Flow that is used by default.
const FLOW: &str = "setup: [script(name: \"first\"), refill(from: veiled, size: 2, each_seat: true)], \
    turn: [script(name: \"act\"), draw(from: tiles), place, deploy, score]";

/// Rule that acts in the turns of seat 0 and uses facts that seat 0 must not know: tiles and numbers.
const ACT: &str = r#"--- Does something with what is hidden.
local function hidden()
    return draw("veiled", { seat = 1, secret = true })
end
local function number()
    if hidden() == "A" then return 1 end
    return 2
end
local function spot()
    return cell(0, 0):tile():segments()[1]
end
step("rest", function() end)
step("first", function() begin_with(0) end)
step("stop", function() leave("again") end)
score("path", function(sheet, path) sheet:per("tile", path:tiles(), 1) end)
score("lamp", function(sheet, lamp) sheet:per("tile", lamp:tiles(), 1) end)
step("act", function(seat)
    -- Seats that hold tiles go on without end.
    if turn_number() > 8 then end_game() end
    if seat ~= 0 then return end
    BODY
end)
"#;

/// Uses of each function that changes a game or asks, where possible with facts hidden from seat 0.
const FUNCTIONS: &[(&str, &str)] = &[
    (
        "add_part",
        r#"hidden() place_tile("L", cell(9, turn_number()), 0, { free = true })
        add_part(cell(9, turn_number()):tile(), "path", { 1, 3 })"#,
    ),
    (
        "ask",
        r#"local way = ask(1, "way", { "a", "b" }, { secret = true })
        if way == "a" then count("purse", 1, 1) else count("purse", 2, 1) end"#,
    ),
    (
        "ask",
        r#"local way = ask(1, "way", { "c", { key = "a", secret = true }, { key = number(), secret = true } })
        if way ~= "c" then count("purse", if way.key == "a" then 1 else 2, 1) end"#,
    ),
    (
        "ask_all",
        r#"local ways = ask_all("way", { "a", "b" }, { seats = { 1 } })
        if ways[1] == "a" then count("purse", 1, 1) else count("purse", 2, 1) end"#,
    ),
    (
        "ask_place",
        r#"hidden()
        if not cell(1, 0):tile() and not cell(-1, 0):tile() then ask_place(0, "A", { cell(1, 0), cell(-1, 0) }) end"#,
    ),
    ("award", r#"hidden() award(0, 1, "bonus")"#),
    ("begin_round", "hidden() begin_round(0) end_round(0)"),
    ("begin_with", "hidden() begin_with(1)"),
    ("chance", r#"put_back("veiled", hidden()) chance("n", 3)"#),
    (
        "count",
        r#"count("purse", number(), 1) count("fund", number()) count("hut", number(), number())
        count("known", number(), { 1, number() }) count("open", 1, 1)"#,
    ),
    ("deal", r#"deal("veiled", { pile = 2 })"#),
    ("draw", r#"hidden() draw("pile", { seat = 1, secret = true })"#),
    ("end_game", "hidden() if turn_number() > 2 then end_game() end"),
    ("end_round", "begin_round(0) hidden() end_round(0)"),
    ("fill_slots", r#"hidden() fill_slots("nook", "tiles")"#),
    ("from_slot", r#"hidden() to_slot("shelf", 1, "W") from_slot("shelf", 1)"#),
    ("from_hand", r#"local kind = hidden() to_hand(1, kind) from_hand(1, kind) put_back("veiled", kind)"#),
    ("grow_board", r#"hidden() grow_board("east", 1)"#),
    ("hand_over", "hidden() hand_over(1) hand_over(0)"),
    ("in_play", "hidden() in_play(nil)"),
    ("leave", "hidden() leave()"),
    (
        "look_under",
        r#"place_tile(hidden(), cell(9, turn_number()), 0, { free = true, face_down = true, known_to = { 1 } })
        place_tile(draw("veiled", { unseen = true }), cell(12, turn_number()), 0, { free = true, face_down = true })
        look_under(1, cell(12, turn_number()):tile())"#,
    ),
    ("move", r#"hidden() local duck = deploy("duck", 0, spot()) move(duck, spot()) take_home(duck)"#),
    (
        "move_tile",
        r#"hidden() place_tile("L", cell(9, turn_number()), 0, { free = true })
        move_tile(cell(9, turn_number()):tile(), cell(15, turn_number()), 1, { free = true })"#,
    ),
    (
        "place_tile",
        r#"hidden() for _ = 1, 2 do place_tile("L", cell(9, turn_number()), 0, { free = true, over = true }) end
        take_up(cell(9, turn_number()):tile(), { bag = "veiled" })"#,
    ),
    ("move_token", r#"hidden() move_token("ghost", spot())"#),
    ("pay", r#"pay("purse", 1, nil, number())"#),
    ("pay_sheet", "hidden() pay_sheet(spot(), { final = true })"),
    ("place_tile", r#"hidden() place_tile("L", cell(9, turn_number()), 0, { free = true })"#),
    ("pour", r#"put_back("pile", hidden()) put_back("pile", hidden()) pour("pile", "veiled")"#),
    ("deploy", r#"hidden() take_home(deploy("duck", 0, spot()))"#),
    ("put_back", r#"put_back("veiled", hidden()) put_back("pile", hidden())"#),
    ("raise", r#"hidden() raise("looked", { seat = 1, amount = 1 })"#),
    (
        "replace_tile",
        r#"hidden() place_tile("L", cell(9, turn_number()), 0, { free = true })
        replace_tile(cell(9, turn_number()):tile(), "L", 1, { hand = 0 })"#,
    ),
    ("resize", "hidden() resize(cell(-20, -20), cell(20, 20 + turn_number()))"),
    ("retire", "hidden() if turn_number() > 4 then retire(1, \"tired\") end"),
    ("roll", r#"hidden() roll("luck")"#),
    ("schedule", r#"hidden() schedule(1, "pause", "now", { reason = "rest" })"#),
    ("set_counter", r#"set_counter("purse", number(), 1) set_counter("hut", number(), number())"#),
    ("shuffle", r#"put_back("pile", hidden()) put_back("pile", hidden()) shuffle("pile")"#),
    ("take_home", r#"hidden() take_home(deploy("duck", 0, spot()), { reason = "late" })"#),
    ("take_out", r#"local kind = hidden() put_back("veiled", kind) take_out("veiled", kind)"#),
    (
        "take_up",
        r#"hidden() local row = 2 * turn_number()
        for column = 9, 11 do place_tile("L", cell(column, row), 0, { free = true }) end
        take_up(cell(10, row):tile(), { bag = "veiled" })"#,
    ),
    ("to_hand", "to_hand(1, hidden())"),
    ("to_slot", r#"hidden() to_slot("shelf", turn_number(), "W")"#),
    (
        "turn_down",
        r#"for number, kind in { "L", hidden() } do
            place_tile(kind, cell(6 + 3 * number, turn_number()), 0, { free = true, face_down = true })
        end
        turn_up(cell(9, turn_number()):tile(), 2)
        turn_down(cell(9, turn_number()):tile(), { known_to = { 1 } })"#,
    ),
    (
        "turn_up",
        r#"for number, kind in { "L", hidden(), draw("veiled", { unseen = true }) } do
            place_tile(kind, cell(6 + 3 * number, turn_number()), 0, { free = true, face_down = true })
        end
        turn_up(cell(9, turn_number()):tile(), 1)
        take_up(cell(12, turn_number()):tile(), { hand = 1 })
        take_up(cell(15, turn_number()):tile(), { bag = "veiled" })"#,
    ),
    ("wait", r#"put_back("veiled", hidden()) wait()"#),
];

/// Flows with each step, in a game with hidden tiles.
const FLOWS: &[(&str, &str)] = &[
    ("draw", FLOW),
    (
        "refill",
        "turn: [script(name: \"act\"), refill(from: veiled, size: 3, each_seat: true), draw(from: tiles), place]",
    ),
    (
        "choose",
        "setup: [refill(from: veiled, size: 2, each_seat: true)], turn: [script(name: \"act\"), choose(name: \"tile\", from: veiled), place, \
         draw(from: tiles)], closing: [refill(from: veiled, size: 2)]",
    ),
    ("lay", "setup: [lay(from: tiles)], turn: [script(name: \"act\"), draw(from: tiles), place]"),
    ("place", FLOW),
    ("deploy", FLOW),
    ("score", FLOW),
    ("score_rest", FLOW),
    ("script", FLOW),
    (
        "repeat",
        "turn: [repeat(name: \"again\", steps: [script(name: \"act\"), draw(from: tiles), place, script(name: \"stop\")])]",
    ),
];

fn veil(title: &str, flow: &str, act: &str) -> Loaded {
    let mut world = World::default();
    // A step that places a tile uses the cell of the preset, so the preset is left out.
    let presets = if flow.contains("lay(") { "" } else { "(tile: \"P\", at: (0, 0), from: tiles)" };
    world.add_file("veil", "pack.ron", &VEIL.replace("TITLE", title).replace("FLOW", flow).replace("PRESETS", presets));
    world.add_file("veil", "rules/act.lua", &ACT.replace("BODY", act));
    let loaded = load_from(&world, &Request { lints: false, ..Request::new(["veil"]) });
    assert!(loaded.is_playable(), "{act}: {:?}", errors(&loaded));
    loaded
}

#[test]
fn nothing_that_a_rule_does_tells_a_seat_what_is_hidden_from_it() {
    let functions = tilewright_script::entries().filter(|e| matches!(e.allowed, Allowed::Effects | Allowed::Ask));
    let functions: BTreeSet<&str> = functions.map(tilewright_script::HostFunction::name).collect();
    assert_eq!(functions, FUNCTIONS.iter().map(|(name, _)| *name).collect(), "each function has its case");
    assert!(
        STEPS.iter().map(|step| step.word.text()).eq(FLOWS.iter().map(|(name, _)| *name)),
        "each step has its case"
    );
    let mut happened: BTreeSet<EventKind> = BTreeSet::new();
    let (mut told, mut hid) = (String::new(), 0);
    for (name, act) in FUNCTIONS {
        let compared = compare(&veil(name, FLOW, act), 2, 3, Seat(0));
        assert!(!compared.parted && compared.decisions > 2, "{name}: {compared:?}");
        // Functions that deal a bag unseen, or that ask, hide nothing from seat 0.
        if compared.differences == 0 {
            told.push_str(name);
            told.push(' ');
        }
        hid += usize::from(compared.differences > 0);
        happened.extend(compared.happened);
    }
    assert!(hid + 1 >= FUNCTIONS.len(), "in these games nothing was hidden: {told}");
    for (name, flow) in FLOWS {
        let compared = compare(&veil(name, flow, "put_back(\"veiled\", hidden())"), 2, 3, Seat(0));
        assert!(compared.decisions > 2 && compared.differences > 0, "{name}: {compared:?}");
        happened.extend(compared.happened);
    }
    let missing: Vec<&str> = EventKind::all().filter(|kind| !happened.contains(kind)).map(EventKind::name).collect();
    assert_eq!(missing, Vec::<&str>::new(), "each event happens in some case");
    assert!(EFFECTS.iter().all(|effect| happened.contains(&effect.event)), "and so does each effect");
}
