//! Tests the texts for options, tiles and figures in packs that have more texts than names.

use tilewright_core::catalog::id::FigureId;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::question::Target;
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_pack::World;
use tilewright_wording::log::lines;
use tilewright_wording::narration::Narration;
use tilewright_wording::words::Words;

use crate::pond::errors;

const FAIR: &str = r#"Pack(
    id: "fair", version: "1.0.0", format: 1, title: "Fair", authors: ["A"], licence: "MIT", seats: (2, 2),
    terrains: [(id: grass, ground: true), (id: road)], edges: [(id: grass, ports: [grass])], bags: [tiles, cards],
    tags: [storm, (id: mark), fee],
    tiles: [
        (id: "G", count: 3, tags: {"fee": 1}, edges: (n: grass, e: grass, s: grass, w: grass), parts: []),
        (id: "H", count: 1, tags: {"storm": 1}, edges: (n: grass, e: grass, s: grass, w: grass), parts: []),
        (id: "5", count: 1, tags: {"fee": 2}, edges: (n: grass, e: grass, s: grass, w: grass), parts: []),
    ],
    chips: [(id: "C", count: 1, bag: cards, tags: {"storm": 1}), (id: "D", bag: none, tags: {"mark": 1})],
    figures: [(id: walker, supply: 3, on: [grass])],
    board: (extent: bounded((-3, -3), (3, 3)), presets: [(tile: "G", at: (0, 0), from: tiles)]),
    flow: (setup: [script(name: "first")], turn: [script(name: "act")]), rules: [(use: "fair")],
)"#;

const RULES: &str = r#"--- Asks in words of its own.
step("first", function() begin_with(1) end)
step("act", function(seat)
    draw("cards", { seat = seat })
    local here = cell(0, 0):tile():segments()[1]
    local walker = deploy("walker", seat, here)
    ask(seat, "walk", {
        { key = "to:2,-1", target = cell(2, -1), text = "cell", args = { cell(2, -1), "walker", "seat0", 3 } },
        { key = "home", text = "home", args = { walker } },
        { key = "left", text = "unwritten" },
        { key = "card", target = kind("C") },
        { key = "mark", target = kind("D") },
    })
    place_tile("H", cell(1, 0), 0, { seat = seat })
    ask(seat, "rest", { "a", "stack:5", "bank:G", { key = "tile:5", target = kind("5") }, 5, { key = "x", text = "n", args = { 5, "5" } } })
end)
"#;

const TEXTS: &str = r#"Texts("en", {
    "terrain.grass": "Grass", "terrain.road": "Road", "bag.tiles": "Tiles", "bag.cards": "Cards", "figure.walker": "Walker",
    "figure.walker.on.grass": "Shepherd", "tag.fee": "Fee", "tag.storm": "Storm", "tag.storm.help": "The fair is over.",
    "tile.G": "Green", "tile.5": "Token of 5 points", "tile.H": "Stormy green", "tile.C": "Storm card", "tile.D": "Card", "tile.D.help": "Nothing.",
    "ask.walk": "Where to?", "ask.walk.cell": "{2} of {3} to {1}{5}, {4} steps", "ask.walk.home": "Home: {1}",
    "ask.walk.left": "Left", "ask.walk.card": "The card", "ask.walk.mark": "The mark",
    "ask.rest": "Rest?", "ask.rest.a": "A", "ask.rest.stack": "Draw from stack {1}", "ask.rest.bank": "Buy {1}",
    "ask.rest.tile": "Take number {1}", "ask.rest.n": "{1} of {2}",
    "step.act": "Act", "step.first": "First",
})"#;

fn fair(texts: &str, lints: bool) -> Loaded {
    let mut world = World::default();
    world.add_file("fair", "pack.ron", FAIR);
    world.add_file("fair", "rules/fair.lua", RULES);
    world.add_file("fair", "texts/en.ron", texts);
    load_from(&world, &Request { lints, ..Request::new(["fair"]) })
}

fn start_session() -> Session {
    let loaded = fair(TEXTS, false);
    assert!(loaded.is_playable(), "{:?}", errors(&loaded));
    let mut session = Session::new(loaded.machine().unwrap(), 2, 1).unwrap();
    session.start().unwrap();
    session
}

#[test]
fn options_have_texts_of_their_own_and_records_their_keys() {
    let mut session = start_session();
    let (game, decision) = (session.game(), session.decision().unwrap());
    let seat = |seat: Seat| format!("player {}", seat.index() + 1);
    let words = Words::new(game.catalog(), "en", &seat);
    let picks: Vec<_> = decision.options.iter(game).collect();
    let said: Vec<_> = picks.iter().map(|&pick| words.option(game, decision, pick).unwrap()).collect();
    let place = words.place(game, game.figure(FigureId(0)).unwrap().place.unwrap());
    let home = format!("Home: Shepherd, player 2: {place}");
    let wanted = ["Walker of player 1 to 2,-1, 3 steps", home.as_str(), "Left", "The card", "The mark"];
    assert_eq!(said, wanted, "a text that the pack lacks leaves the words of the key");
    let full = words.in_full(game, decision, picks[0], |target: Target, said| words.target(game, target, said));
    assert_eq!(full, "Walker of player 1 to 2,-1, 3 steps", "the cell is not said twice");
    let help: Vec<_> = picks.iter().map(|&pick| words.option_help(game, decision, pick)).collect();
    let told = |text: &str| Some(text.to_owned());
    assert_eq!(help, [None, None, None, told("The fair is over."), told("Nothing.")]);
    // A record contains only the key.
    session.answer_key("to:2,-1").unwrap();
    assert_eq!(session.decision().unwrap().ask.as_ref(), "rest");
}

#[test]
fn a_number_in_a_key_stays_a_number_though_a_tile_is_called_so() {
    let mut session = start_session();
    session.answer_key("left").unwrap();
    let (game, decision) = (session.game(), session.decision().unwrap());
    let seat = |seat: Seat| format!("player {}", seat.index() + 1);
    let words = Words::new(game.catalog(), "en", &seat);
    let said: Vec<_> = decision.options.iter(game).map(|pick| words.option(game, decision, pick)).collect();
    let said: Vec<_> = said.iter().map(Option::as_deref).collect();
    let wanted = ["A", "Draw from stack 5", "Buy Green", "Take number 5"].map(Some);
    assert_eq!(said[..4], wanted);
    assert_eq!(said[4..], [None, Some("5 of 5")], "a bare number has no name");
}

#[test]
fn an_amount_of_1_has_its_number_and_a_mark_has_none() {
    let session = start_session();
    let catalog = session.game().catalog();
    let words = Words::new(catalog, "en", &|seat| seat.to_string());
    let said = |kind: &str| words.tags(catalog.kinds[catalog.kinds.find(kind).unwrap()].tags.iter().copied());
    assert_eq!(["G", "5", "H"].map(said), ["Fee 1", "Fee 2", "Storm"]);
}

#[test]
fn the_log_has_the_first_seat_the_role_of_a_figure_and_what_a_tile_does() {
    let mut session = start_session();
    session.answer_key("left").unwrap();
    let lines: Vec<Narration> = lines(session.game(), "en").into_iter().map(|line| line.told).collect();
    assert_eq!(lines[0], Narration::Begins { seat: Seat(1) });
    let helps: Vec<(&str, Option<&str>)> = lines
        .iter()
        .filter_map(|told| match told {
            Narration::Drawn { tile, help, .. } | Narration::Placed { tile, help, .. } => {
                Some((&*tile.name, help.as_deref()))
            }
            _ => None,
        })
        .collect();
    let over = Some("The fair is over.");
    assert_eq!(helps, [("Storm card", over), ("Stormy green", over)]);
    assert!(lines.iter().any(|told| matches!(told, Narration::Deployed { figure, .. } if figure.name == "Shepherd")));
}

#[test]
fn the_further_words_are_known_and_names_of_tiles_are_complete() {
    let found = |texts: &str| {
        let loaded = fair(texts, true);
        let told = |found: &tilewright_core::diag::Diagnostic| format!("{} {}", found.code, found.message);
        let of_texts = |told: &String| told.starts_with("P050") || told.starts_with("S0145");
        loaded.diagnostics.iter().map(told).filter(of_texts).collect::<Vec<_>>()
    };
    let lacks = "S0145 the text `unwritten` of an option of `walk` is missing in the language `en`";
    assert_eq!(found(TEXTS), [lacks]);
    let nameless = found(&TEXTS.replace("\"tile.H\": \"Stormy green\", ", ""));
    assert_eq!(nameless, ["P0502 the text `tile.H` is missing in the language `en`", lacks]);
    let wrong = TEXTS.replace("on.grass", "on.glass").replace("tile.D.help", "tile.E.help");
    let wrong = found(&wrong);
    assert!(wrong.iter().any(|told| told.contains("figure.walker.on.glass")), "{wrong:?}");
    assert!(wrong.iter().any(|told| told.contains("tile.E.help")), "{wrong:?}");
}
