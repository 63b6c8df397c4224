//! Tests tiles that are face down: in random games of an invented pack, in the views of seats, in positions that a bot
//! imagines, and in tests of packs.

use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::pose::Pose;
use tilewright_core::catalog::seat::{Seat, SeatSet};
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::effect::Rejected;
use tilewright_core::state::happening::Happening;
use tilewright_core::verify;
use tilewright_kit::files::write_with_folders;
use tilewright_kit::games::replay::replay_by;
use tilewright_kit::games::save::record_of;
use tilewright_kit::games::transcript::transcript;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_kit::suite::run_tests;
use tilewright_pack::World;

use crate::pond::errors;

/// Pack with three chests under stones; a seat that places a tile next to one may look under it or turn it up.
const PACK: &str = r#"Pack(
    id: "crypt", version: "1.0.0", format: 1, title: "Crypt", authors: ["A"], licence: "MIT", seats: (2, 4),
    terrains: [(id: rock, ground: true), (id: path, complete: closed)],
    edges: [(id: rock, ports: [rock], meets: [path]), (id: path, ports: [path])],
    bags: [tiles, chests], books: [gold],
    tiles: [
        (id: "Stone", bag: none, edges: (n: rock, e: rock, s: rock, w: rock)),
        (id: "Gold", bag: chests, count: 1, back: "Stone", edges: (n: path, e: rock, s: rock, w: rock), parts: [path(at: [N])]),
        (id: "Dust", bag: chests, count: 3, back: "Stone", edges: (n: rock, e: rock, s: rock, w: rock)),
        (id: "Way", count: 12, edges: (n: path, e: rock, s: path, w: rock), parts: [path(at: [N, S])]),
        (id: "Bend", count: 12, edges: (n: path, e: path, s: rock, w: rock), parts: [path(at: [N, E])]),
    ],
    board: (extent: bounded((-4, -4), (4, 4)), presets: [(tile: "Way", from: tiles)]),
    flow: (
        setup: [script(name: "bury")],
        turn: [draw(from: tiles), place, script(name: "dig")], finish: [score_rest], ends_with: [tiles],
    ),
    rules: [(use: "digging")],
)"#;

const DIGGING: &str = r#"--- What lies buried, and what is done beside it.

step("bury", function(seat)
    for _, at in { cell(3, 0), cell(0, 3), cell(-3, 0) } do
        place_tile(draw("chests", { unseen = true }), at, 0, { free = true, face_down = true })
        assert(at:tile():face_down() and at:tile():kind() == "Stone" and not at:tile():known_by(0))
    end
end)

step("dig", function(seat)
    local beside = {}
    for side = 0, 3 do
        local tile = cell(placed_tile():cell():x(), placed_tile():cell():y()):beside(side):tile()
        if tile and tile:face_down() then table.insert(beside, tile) end
    end
    for _, tile in beside do
        local way = ask(seat, "dig", { "look", "open", "steal", "leave" })
        if way == "look" then
            assert(look_under(seat, tile) == tile:hidden_kind() and tile:known_by(seat))
        elseif way == "open" then
            local kind, turns = tile:hidden_kind(), fits_if_turned_up(tile)
            turn_up(tile, turns[#turns], { reason = "dug" })
            assert(not tile:on_board())
            wait()
            if kind == "Gold" then award(seat, 5, "gold") end
        elseif way == "steal" then
            take_up(tile, { hand = seat })
            put_back("chests", hand(seat)[1])
            from_hand(seat, hand(seat)[1])
        end
    end
end)
on("turned_up", function(ev)
    assert(ev.reason == "dug" and ev.tile:kind() == ev.kind and not ev.tile:face_down() and ev.tile:cell() == ev.cell)
end)
on("looked", function(ev)
    assert(ev.tile:hidden_kind() == ev.kind and ev.tile:known_by(ev.seat))
end)
"#;

fn crypt() -> Loaded {
    let mut world = World::default();
    world.add_file("crypt", "pack.ron", PACK);
    world.add_file("crypt", "rules/digging.lua", DIGGING);
    let loaded = load_from(&world, &Request { lints: false, ..Request::new(["crypt"]) });
    assert!(loaded.is_playable(), "{:?}", errors(&loaded));
    loaded
}

#[test]
fn games_with_tiles_face_down_hold_what_must() {
    let loaded = crypt();
    let (mut looked, mut opened, mut gold) = (0, 0, 0);
    for seed in 0..60 {
        let mut session = Session::new(loaded.machine_for(3).unwrap(), 3, seed).unwrap();
        session.start().unwrap();
        let mut chance = Generator::new(seed);
        let mut marks = vec![session.game().fingerprint()];
        while let Some(decision) = session.decision() {
            let pick = decision.options.get(session.game(), chance.below(decision.options.count())).unwrap();
            session.answer(pick).unwrap();
            verify::position(session.game()).unwrap();
            marks.push(session.game().fingerprint());
        }
        let events = &session.game().journal().unwrap().events;
        looked += events.iter().filter(|e| matches!(e.what, Happening::Looked { .. })).count();
        opened += events.iter().filter(|e| matches!(e.what, Happening::TurnedUp { .. })).count();
        gold += usize::from(session.game().scores().iter().any(|&points| points > 0));
        let record = record_of(&session, "crypt");
        let again = replay_by(&loaded, &record).unwrap();
        assert_eq!(again.game().fingerprint(), *marks.last().unwrap(), "seed {seed}");
        for mark in marks.iter().rev().skip(1) {
            assert!(session.undo());
            assert_eq!(session.game().fingerprint(), *mark, "seed {seed}");
        }
    }
    assert!(looked > 20 && opened > 20 && gold > 3, "{looked} {opened} {gold}");
}

/// Transcripts list each look, and reveal the hidden tile only to the seat that looked.
#[test]
fn a_transcript_has_what_its_seat_has_looked_at() {
    let loaded = crypt();
    let mut known = 0;
    for seed in 0..20 {
        let mut session = Session::new(loaded.machine_for(2).unwrap(), 2, seed).unwrap();
        session.start().unwrap();
        let mut chance = Generator::new(seed);
        while let Some(decision) = session.decision() {
            let number = chance.below(decision.options.count());
            let random = decision.options.get(session.game(), number).unwrap();
            let pick = decision.options.find(session.game(), "look").unwrap_or(random);
            session.answer(pick).unwrap();
        }
        let game = session.game();
        let looks = |reader: Option<Seat>| -> Vec<serde_json::Value> {
            let events = game.journal().unwrap().events.iter();
            let looks = events.filter_map(|event| match event.what {
                Happening::Looked { seat, tile, kind } => Some((seat, tile, kind.unwrap())),
                _ => None,
            });
            looks
                .map(|(seat, tile, kind)| {
                    let at = game.board().laid_tile(tile).unwrap().cell.to_string();
                    let tile = (reader == Some(seat)).then(|| game.catalog().kinds.key(kind));
                    serde_json::json!({"seat": seat.0, "at": at, "tile": tile})
                })
                .collect()
        };
        for reader in [None, Some(Seat(0)), Some(Seat(1))] {
            let text = transcript(&session, reader);
            let told: serde_json::Value = serde_json::from_str(&text).unwrap();
            let wanted = looks(reader);
            // In some games no seat looked.
            assert_eq!(told.get("looked").map_or(&[][..], |all| all.as_array().unwrap()), wanted, "{seed}: {text}");
            known += wanted.iter().filter(|look| !look["tile"].is_null()).count();
            assert!(reader.is_some() || wanted.iter().all(|look| look["tile"].is_null()));
        }
    }
    assert!(known > 10, "{known}");
}

/// Returns a game before its first turn with a tile that is face down and that seat 1 has seen.
fn arrange_session(loaded: &Loaded, kinds: [&str; 2]) -> Session {
    let mut session = Session::new(loaded.machine_for(2).unwrap(), 2, 5).unwrap();
    let arranged = session.arrange(|game| {
        let catalog = game.catalog().clone();
        for (kind, (at, known_by)) in kinds
            .into_iter()
            .zip([(Cell::new(2, 2), SeatSet::default().with(Seat(1))), (Cell::new(-2, 2), SeatSet::default())])
        {
            game.arrange_face_down(catalog.kinds.find(kind).unwrap(), Pose::new(at, Turn::NONE), false, known_by)?;
        }
        game.arrange_play();
        Ok::<(), Rejected>(())
    });
    arranged.unwrap();
    session.start().unwrap();
    session
}

fn inspected_kinds(game: &Game, seat: Option<Seat>) -> Vec<String> {
    game.view(seat).known_hidden_tiles().map(|(_, kind)| game.catalog().kinds.key(kind)).collect()
}

#[test]
fn who_has_not_looked_knows_and_imagines_nothing() {
    let loaded = crypt();
    let [one, other] = [["Gold", "Dust"], ["Dust", "Gold"]].map(|kinds| arrange_session(&loaded, kinds));
    assert_eq!((inspected_kinds(one.game(), Some(Seat(0))), inspected_kinds(one.game(), None)), (vec![], vec![]));
    assert_eq!(inspected_kinds(one.game(), Some(Seat(1))), ["Gold"]);
    assert_eq!(inspected_kinds(other.game(), Some(Seat(1))), ["Dust"]);
    let everything = one.game().view_of_everything();
    assert_eq!(everything.known_hidden_tiles().count(), 2);
    let mut found = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let imagined = |session: &Session, seat| session.game().imagine(seat, &mut Generator::new(seed));
        // The difference is hidden from seat 0, so it imagines the same in both games.
        let (a, b) = (imagined(&one, Seat(0)), imagined(&other, Seat(0)));
        assert_eq!(a.all_face_down(), b.all_face_down());
        found.insert(a.all_face_down().iter().map(|hidden| hidden.kind).collect::<Vec<_>>());
        let knows = imagined(&one, Seat(1));
        assert_eq!(knows.all_face_down()[0].kind, one.game().all_face_down()[0].kind);
        verify::position(&knows).unwrap();
        // The only Gold is where the seat saw it.
        assert_ne!(knows.all_face_down()[1].kind, one.game().all_face_down()[0].kind);
    }
    assert!(found.len() >= 3, "{found:?}");
}

const TESTS: &str = r#"Tests([
    (
        name: "what lies face down is turned up", seats: 2, turn: 1, board: "Gold@1,1:down Dust@-1,1/2:down+1",
        steps: [
            (face_down: "Dust@-1,1 Gold@1,1"), "draw Bend", "place 0,1,1", "dig look", "dig open",
            (face_down: ["Gold@1,1"]),
        ],
        expect: (scores: [0, 0], face_down: "Gold@1,1"),
    ),
    (name: "no more than there are", seats: 2, board: "Gold@1,1:down Gold@2,2:down", unplayable: "X"),
    (name: "no back", seats: 2, board: "Way@2,2:down", expect: (face_down: "")),
])"#;

#[test]
fn tests_of_packs_lay_tiles_face_down() {
    let folder = std::env::temp_dir().join(format!("tilewright-face-down-{}", std::process::id()));
    let write = |file: &str, text: &str| write_with_folders(&folder.join("crypt").join(file), text.as_bytes()).unwrap();
    write("pack.ron", PACK);
    write("rules/digging.lua", DIGGING);
    write("tests/it.ron", &TESTS.replace(", unplayable: \"X\"", ""));
    let finder = Finder::nowhere().with_folder(&folder);
    let told: Vec<String> = run_tests(&finder, "crypt", "")
        .unwrap()
        .iter()
        .map(|result| result.failure.as_ref().map_or("passed".to_owned(), |failure| failure.expected.clone()))
        .collect();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(
        told,
        ["passed", "no bag has another Gold", "`Way` has no back: its field `back` names the tile that replaces it"]
    );
}

#[test]
fn a_back_that_could_not_lie_there_is_a_finding() {
    let found = |from: &str, to: &str| {
        let mut world = World::default();
        assert!(PACK.contains(from));
        world.add_file("crypt", "pack.ron", &PACK.replacen(from, to, 1));
        world.add_file("crypt", "rules/digging.lua", DIGGING);
        let loaded = load_from(&world, &Request { lints: false, ..Request::new(["crypt"]) });
        errors(&loaded).join("; ")
    };
    assert!(found("\"Stone\", bag: none", "\"Stone\", bag: chests, count: 2").contains("P0320"));
    assert!(found("count: 1, back: \"Stone\"", "count: 1, back: \"Dust\"").contains("P0320"));
    assert!(found("count: 1, back: \"Stone\"", "count: 1, back: \"Boulder\"").contains("P0301"));
}

/// Loads a game of the same tiles in which a step acts before the first tile is drawn.
fn acting(act: &str) -> Loaded {
    let mut world = World::default();
    let pack = PACK.replace("turn: [draw", "turn: [script(name: \"act\"), draw");
    let pack = pack.replace("books: [gold],", "books: [gold], counters: [(id: rained, scope: seat)],");
    world.add_file("crypt", "pack.ron", &pack);
    let source = format!("{DIGGING}\n{act}");
    world.add_file("crypt", "rules/digging.lua", &source);
    let loaded = load_from(&world, &Request { lints: false, ..Request::new(["crypt"]) });
    assert!(loaded.is_playable(), "{:?}", errors(&loaded));
    loaded
}

fn start_session(loaded: &Loaded, seed: u64) -> Session {
    let mut session = Session::new(loaded.machine_for(2).unwrap(), 2, seed).unwrap();
    session.start().unwrap();
    session
}

#[test]
fn a_rule_that_acts_instead_of_placing_does_not_come_between_a_tile_and_its_back() {
    let loaded = acting(
        r#"replace("place", function(ev) return false end)
        step("act", function(seat)
            place_tile(draw("chests", { unseen = true }), cell(3, 3), 0, { free = true, face_down = true, known_to = { 1 } })
            local tile = cell(3, 3):tile()
            assert(tile:face_down() and tile:known_by(1) and not tile:known_by(0))
            ask(seat, "act", { "a", "b" })
        end)"#,
    );
    let session = start_session(&loaded, 3);
    assert_eq!(session.game().all_face_down().len(), 4);
    verify::position(session.game()).unwrap();
}

#[test]
fn what_a_seat_has_looked_at_in_the_middle_of_a_step_it_does_not_imagine_otherwise() {
    let loaded = acting(
        r#"step("act", function(seat)
            look_under(seat, cell(3, 0):tile())
            if ask(seat, "act", { "up", "leave" }) == "up" then
                local tile = cell(0, 3):tile()
                turn_up(tile, fits_if_turned_up(tile)[1], { reason = "dug" })
                ask(seat, "then", { "a", "b" })
            end
        end)"#,
    );
    let (mut machine, mut reached, mut others) = (loaded.machine_for(2).unwrap(), [0; 2], 0);
    for seed in 0..20 {
        let mut session = start_session(&loaded, seed);
        for count in &mut reached {
            let game = session.game();
            let seat = game.decision().unwrap().seat;
            for number in 0..10 {
                let imagined =
                    session.resting(&mut machine).imagine(seat, &mut Generator::new(number)).reach(&mut machine);
                let Some(imagined) = imagined else { continue };
                *count += 1;
                let (known, made_up) = (game.view(Some(seat)), imagined.view(Some(seat)));
                assert_eq!(
                    known.known_hidden_tiles().collect::<Vec<_>>(),
                    made_up.known_hidden_tiles().collect::<Vec<_>>()
                );
                assert!(game.board().tiles().eq(imagined.board().tiles()));
                others += usize::from(game.all_face_down() != imagined.all_face_down());
            }
            session.answer_key("up").ok();
        }
    }
    // The stones were placed after the last position that steps are repeated from. The new draw matches what the seat
    // has seen only by chance; otherwise another attempt is needed.
    assert!(reached.iter().all(|&count| count > 40) && others > 40, "{reached:?} of 200 each, {others} otherwise");
}

#[test]
fn what_is_turned_over_need_not_meet_what_lies_around() {
    let loaded = acting(
        r#"step("act", function(seat)
            -- A path between two stones, and under one of them a path that looks elsewhere.
            local at = cell(-2, -2)
            place_tile("Way", at, 1, { free = true })
            for _, side in { 1, 3 } do
                place_tile("Gold", at:beside(side), 2, { free = true, face_down = true })
            end
            local gold = at:beside(1)
            local turns = fits_if_turned_up(gold:tile())
            assert(#turns == 4)
            take_up(at:tile())
            place_tile("Stone", at, 0)
            turn_up(gold:tile(), 3, { reason = "dug" })
            wait()
            assert(gold:tile():kind() == "Gold" and gold:tile():turn() == 3)
            turn_down(gold:tile(), { known_to = { seat }, reason = "rain" })
            wait()
            local back = gold:tile()
            assert(back:kind() == "Stone" and back:hidden_kind() == "Gold")
            assert(back:known_by(seat) and not back:known_by(1 - seat) and counter("rained", seat) == 1)
            ask(seat, "act", { "a", "b" })
        end)
        on("turned_down", { kind = "Gold", reason = "rain" }, function(ev)
            assert(ev.tile:face_down() and ev.cell == ev.tile:cell())
            count("rained", 1, ev.seat)
        end)"#,
    );
    let session = start_session(&loaded, 1);
    verify::position(session.game()).unwrap();
    assert_eq!(inspected_kinds(session.game(), Some(Seat(0))), ["Gold"]);
}
