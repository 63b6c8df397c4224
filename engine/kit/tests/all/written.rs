//! Tests numbers that are written on figures, tokens and tiles.

use tilewright_core::catalog::id::{FigureId, TileId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_pack::World;
use tilewright_wording::log::lines;
use tilewright_wording::narration::{Narration, NumberBearer};
use tilewright_wording::words::Words;

use crate::pond::errors;

const PLATES: &str = r#"Pack(
    id: "plates", version: "1.0.0", format: 1, title: "Plates", authors: ["A"], licence: "MIT", seats: (2, 2),
    terrains: [(id: grass, ground: true)], edges: [(id: grass, ports: [grass])], bags: [tiles],
    tiles: [(id: "G", count: 3, number: growth, edges: (n: grass, e: grass, s: grass, w: grass), parts: [])],
    figures: [
        (id: flag, supply: 3, on: [grass], look: (picture: flag, number: aim)),
        (id: cart, supply: 1, on: [grass], look: (number: load)), (id: plain, supply: 1, on: [grass]),
    ],
    tokens: [(id: fire, look: (number: heat))],
    zones: [(id: row, slots: 3, number: price), (id: heap)],
    counters: [
        (id: aim, scope: keyed), (id: load, scope: seat), (id: heat, scope: game), (id: growth, scope: keyed),
        (id: seen, scope: keyed), (id: price, scope: keyed), (id: secret, scope: keyed, secret: true),
    ],
    board: (extent: bounded((-3, -3), (3, 3)), presets: [(tile: "G", at: (0, 0), from: tiles), (tile: "G", at: (1, 0), from: tiles)]),
    flow: (turn: [script(name: "act")]), rules: [(use: "act")],
)"#;

const ACT: &str = r#"--- Writes on things.
step("act", function(seat)
    local here = cell(0, 0):tile():segments()[1]
    set_counter("aim", 5, deploy("flag", 0, here))
    deploy("flag", 0, here)
    deploy("cart", 1, here)
    deploy("plain", 1, here)
    set_counter("load", 3, 1)
    set_counter("heat", -2)
    move_token("fire", here)
    count("growth", 4, cell(1, 0):tile())
    count("seen", 1, 1)
    count("price", 4, 2)
    set_counter("aim", 1, deploy("flag", 1, "row", 3))
    set_counter("aim", 7, 1)
    take_home(figures_on_board(0, "flag")[2])
    set_counter("aim", 0, 1)
    ask(seat, "wait", { "a", "b" })
end)
"#;

fn plates(change: (&str, &str)) -> Loaded {
    let mut world = World::default();
    world.add_file("plates", "pack.ron", &PLATES.replace(change.0, change.1));
    world.add_file("plates", "rules/act.lua", ACT);
    load_from(&world, &Request { lints: false, ..Request::new(["plates"]) })
}

#[test]
fn numbers_are_written_on_figures_tokens_and_tiles() {
    let loaded = plates(("", ""));
    assert!(loaded.is_playable(), "{:?}", errors(&loaded));
    let mut session = Session::new(loaded.machine().unwrap(), 2, 1).unwrap();
    session.start().unwrap();
    let game = session.game();
    assert_eq!([0, 1, 2, 3].map(|n| game.number_on_figure(FigureId(n))), [Some(5), None, Some(3), None]);
    assert_eq!([0, 1, 2].map(|n| game.number_on_tile(TileId(n))), [None, Some(4), None]);
    assert_eq!(game.number_on_token(game.catalog().tokens.find("fire").unwrap()), Some(-2));
    // Numbers that are written on things are not listed next to the board.
    let words = Words::new(game.catalog(), "en", &|seat: Seat| seat.to_string());
    let listed = |name: &str| words.keyed_numbers(game.view(None), game.catalog().counters.find(name).unwrap());
    assert_eq!((listed("aim"), listed("growth"), listed("seen")), (None, None, Some("1 = 1".into())));
    // Next to the board, a zone shows the numbers of its places and of their figures, including 1.
    let public = game.view(None).public();
    let (row, heap) = (game.catalog().zones.find("row").unwrap(), game.catalog().zones.find("heap").unwrap());
    assert_eq!([1, 2, 3].map(|slot| game.number_on_slot(row, slot)), [None, Some(4), None]);
    assert_eq!((words.slots(public, row).as_str(), words.slots(public, heap).as_str()), ("2: price 4", ""));
    assert_eq!(words.numbered_figure(public, FigureId(4)), "flag 1");
    let on_figures = |name: &str| words.on_figures(game, game.catalog().counters.find(name).unwrap());
    assert_eq!(on_figures("aim").as_deref(), Some("flag, 1: grass 0,0 = 5; flag, 2: row 3 = 1"));
    assert_eq!([on_figures("load"), on_figures("price")], [None, None]);
}

#[test]
fn a_changed_number_is_narrated_with_what_it_is_written_on() {
    let loaded = plates(("", ""));
    let mut session = Session::new(loaded.machine().unwrap(), 2, 1).unwrap();
    session.start().unwrap();
    let told: Vec<String> = lines(session.game(), "en")
        .into_iter()
        .filter_map(|line| match line.told {
            Narration::Counted { on, counter, amount, .. } => {
                let on = match on {
                    None => String::new(),
                    Some(NumberBearer::Figure { seat, figure }) => format!(" of {} {seat}", figure.name),
                    Some(NumberBearer::Tile { tile, cell }) => format!(" of {} {cell}", tile.name),
                    Some(NumberBearer::Slot(slot)) => format!(" of {}", slot.name()),
                };
                Some(format!("{}{on} {amount:+}", counter.name))
            }
            _ => None,
        })
        .collect();
    let wanted = [
        "aim of flag 1 +5",
        "load +3",
        "heat -2",
        "growth of G 1,0 +4",
        "seen +1",
        "price of row 2 +4",
        "aim of flag 2 +1",
        "aim of flag 1 +7",
    ];
    assert_eq!(told, wanted, "the number of a figure that has gone home is not narrated");
}

#[test]
fn a_number_is_one_that_a_thing_of_its_sort_can_have() {
    for (change, told) in [
        (("number: heat", "number: aim"), "its scope is `game`"),
        (("number: aim", "number: heat"), "its scope is `keyed` or `seat`"),
        (("number: growth", "number: load"), "its scope is `keyed`"),
        (("number: price", "number: load"), "its scope is `keyed`"),
        (("number: aim", "number: secret"), "use a counter that is not"),
        (("(id: grass, ground: true)", "(id: grass, ground: true, look: (number: heat))"), "in their look"),
    ] {
        let loaded = plates(change);
        let found: Vec<String> =
            loaded.diagnostics.iter().map(|found| format!("{} {:?}", found.code, found.hint)).collect();
        assert!(found.iter().any(|one| one.starts_with("P0105") && one.contains(told)), "{change:?}: {found:?}");
    }
}
