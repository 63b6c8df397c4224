//! Tests rules that restrict placements, and steps that allow tiles without neighbours, in random games of an invented
//! pack: compared with each rule's verdict on every cell and turn, and with the messages for players.

use std::collections::BTreeSet;

use tilewright_core::catalog::lattice::{Cell, Plane, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Options;
use tilewright_core::state::happening::Happening;
use tilewright_kit::games::replay::replay_by;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_pack::World;
use tilewright_wording::why_not::{Fit, PlacementObstacle, fit};

use crate::pond::errors;

/// Bounded meadow on which trees are planted. `PLACE` is replaced by a step.
const ORCHARD: &str = r#"Pack(
    id: "orchard", version: "1.0.0", format: 1, title: "Orchard", authors: ["A"], licence: "MIT", seats: (1, 3),
    terrains: [(id: grass, ground: true), (id: path, complete: closed)],
    edges: [(id: grass, ports: [grass]), (id: path, ports: [path])],
    bags: [tiles], tags: [fruit], counters: [(id: season, scope: game)],
    tiles: [
        (id: "Plum", count: 6, edges: (n: path, e: grass, s: grass, w: grass), parts: [path(at: [N])], tags: [fruit]),
        (id: "Pear", count: 6, edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S])], tags: [fruit]),
        (id: "Lawn", count: 6, edges: (n: grass, e: grass, s: grass, w: grass)),
        (id: "Hedge", count: 4, cells: [
            (at: (0, 0), edges: (n: grass, e: grass, s: path, w: grass), parts: [path(at: [S])]),
            (at: (1, 0), edges: (n: grass, e: grass, s: grass, w: grass)),
        ]),
    ],
    board: (extent: bounded((-2, -2), (3, 2)), presets: [(tile: "Lawn", from: tiles)]),
    flow: (turn: [draw(from: tiles), PLACE, script(name: "look")], finish: [], ends_with: [tiles]),
    rules: [(use: "planting")],
)"#;

/// Rules: no tree next to its own kind; no fruit in the west for seat 1; after the first turn, hedges follow the rows.
const PLANTING: &str = r#"--- Where trees are planted.
restrict("place", { beside_same = true }, function(kind, cell, turn, seat)
    return false, "alike"
end)
restrict("place", { tag = "fruit" }, function(kind, cell, turn, seat)
    if seat == 1 and cell:x() < 0 then return false, "The west belongs to the others" end
end)
restrict("place", { kind = "Hedge", counters = { "season" } }, function(kind, cell, turn, seat)
    assert(kind == "Hedge" and seat == active_seat())
    return turn % 2 == 0
end)
step("look", function(seat)
    count("season", 1)
    for _, kind in { "Plum", "Pear", "Lawn", "Hedge" } do
        local all, free = placements(kind), placements(kind, { free = true })
        assert(#all == count_placements(kind) and #free == count_placements(kind, nil, nil, { free = true }))
        assert(#free >= #all)
        for _, at in all do
            local turns = fits(kind, at.cell)
            assert(#turns == #placements_at(kind, at.cell))
            local listed = false
            for _, turn in turns do listed = listed or turn == at.turn end
            assert(listed)
        end
        local seen = 0
        for _, cell in free_cells() do
            seen += #fits(kind, cell, { free = true })
        end
        assert(seen == #free)
    end
end)
"#;

const TEXTS: &str = r#"Texts("en", {"refusal.alike": "Like may not touch like"})"#;
const DUTCH: &str = r#"Texts("nl", {"refusal.alike": "Gelijk mag niet naast gelijk liggen"})"#;

fn orchard(place: &str, rules: &str) -> Loaded {
    let pack = ORCHARD.replace("PLACE", place);
    let mut world = World::default();
    for (path, text) in
        [("pack.ron", &*pack), ("rules/planting.lua", rules), ("texts/en.ron", TEXTS), ("texts/nl.ron", DUTCH)]
    {
        world.add_file("orchard", path, text);
    }
    load_from(&world, &Request { lints: false, ..Request::new(["orchard"]) })
}

fn session(loaded: &Loaded, seats: u8, seed: u64) -> Session {
    assert_eq!(errors(loaded), [""; 0]);
    let mut session = Session::new(loaded.machine_for(seats).unwrap(), seats, seed).unwrap();
    session.put_single_options(true);
    session.start().unwrap();
    session
}

/// Returns the verdict of `PLANTING` and of edges and bounds on a placement, cell by cell.
fn is_allowed(game: &Game, free: bool, cell: Cell, turn: Turn) -> bool {
    let (board, catalog) = (game.board(), game.catalog());
    let Some(Options::Placements { kind, .. }) = game.decision().map(|d| &d.options) else { return false };
    let name = catalog.kinds.key(*kind);
    let (mut touches, mut alike) = (false, false);
    for face in catalog.faces(*kind, turn) {
        let here = cell.plus(face.offset.0, face.offset.1);
        if !(-2..=3).contains(&here.x) || !(-2..=2).contains(&here.y) || board.tile_at(here).is_some() {
            return false;
        }
        for side in catalog.lattice.sides() {
            let across = catalog.lattice.neighbour(here, side);
            let Some((tile, _)) = board.tile_at(across) else { continue };
            let met = board.edge_towards(across, catalog.lattice.opposite(side)).unwrap();
            if met != face.edge(side) {
                return false;
            }
            touches = true;
            alike |= board.tile(tile).unwrap().kind == *kind;
        }
    }
    let fruit = name == "Plum" || name == "Pear";
    let away = fruit && game.active_seat() == Seat(1) && cell.x < 0;
    let upright = name == "Hedge" && turn.0 % 2 == 1 && game.board().tiles().len() > 1;
    (touches || free) && !alike && !away && !upright
}

/// Plays a game at random and compares the options. Counts the placements that rules have refused, the options, and the
/// options without a neighbour.
fn play_and_compare(loaded: &Loaded, free: bool, seats: u8, seed: u64) -> (Session, [usize; 3]) {
    let mut session = session(loaded, seats, seed);
    let (mut chance, mut met) = (Generator::new(seed), [0; 3]);
    while let Some(decision) = session.decision() {
        let game = session.game();
        let Options::Placements { kind, .. } = decision.options else { panic!("placings stay placings") };
        let actual: BTreeSet<_> =
            decision.options.iter(game).map(|pick| decision.options.placement(pick).unwrap()).collect();
        let cells = (-4..=5).flat_map(|y| (-4..=5).map(move |x| Cell::new(x, y)));
        let places = cells.flat_map(|cell| game.catalog().lattice.turns().map(move |turn| (cell, turn)));
        let wanted: BTreeSet<_> = places.filter(|&(cell, turn)| is_allowed(game, free, cell, turn)).collect();
        assert_eq!(actual, wanted, "{} after {} tiles", game.catalog().kinds.key(kind), game.board().tiles().len());
        assert_eq!(
            (decision.options.count(), decision.options.count_placements()),
            (actual.len() as u32, actual.len() as u32)
        );
        for pick in decision.options.iter(game) {
            let (cell, turn) = decision.options.placement(pick).unwrap();
            let key = decision.options.key(game, pick);
            assert_eq!((key.as_str(), decision.options.find(game, &key)), (&*format!("{cell},{turn}"), Some(pick)));
            met[2] += usize::from(!game.board().turns_at(kind, cell).contains(turn));
        }
        met[1] += actual.len();
        let before = game.fingerprint();
        let placing = session.placing().unwrap().unwrap();
        let game = session.game();
        assert_eq!((placing.kind, placing.free, game.fingerprint()), (kind, free, before));
        met[0] += placing.withheld.len();
        for cell in (-3..=4).flat_map(|y| (-3..=4).map(move |x| Cell::new(x, y))) {
            for (turn, why) in game.catalog().lattice.turns().zip(placing.why_not(game, cell)) {
                assert_eq!(why.is_empty(), wanted.contains(&(cell, turn)), "{cell},{turn}: {why:?}");
            }
        }
        session.verify_placing().unwrap();
        let decision = session.decision().unwrap();
        let pick = decision.options.get(session.game(), chance.below(decision.options.count())).unwrap();
        session.answer(pick).unwrap();
        session.game().verify_position().unwrap();
    }
    (session, met)
}

#[test]
fn what_rules_allow_is_what_can_be_chosen() {
    let (_, others) = PLANTING.split_once("end)\n").unwrap();
    let declared = format!("--- It.\nrestrict(\"place\", {{ beside_same = true, reason = \"alike\" }})\n{others}");
    for (place, free, rules) in [
        ("place", false, PLANTING),
        ("place", false, &declared),
        ("place(free: true)", true, PLANTING),
        ("place(free: true)", true, &declared),
    ] {
        let loaded = orchard(place, rules);
        let (mut met, mut aside) = ([0; 3], 0);
        for seed in 0..12 {
            let (mut session, more) = play_and_compare(&loaded, free, 1 + (seed % 3) as u8, seed);
            met = std::array::from_fn(|n| met[n] + more[n]);
            aside += session.game().set_aside().len();
            let end = session.game().fingerprint();
            let again = replay_by(&loaded, &record_of(&session, "orchard")).unwrap();
            assert_eq!(again.game().fingerprint(), end);
            let line = session.timeline();
            while session.undo() {}
            session.jump_to(&line, line.log().len()).unwrap();
            assert_eq!(session.game().fingerprint(), end);
        }
        let [refused, options, alone] = met;
        assert!(refused > 100 && options > 100 && aside > 0, "{place}: {met:?} {aside}");
        assert_eq!(alone > 0, free, "{place}: {met:?}");
    }
}

#[test]
fn a_tile_that_rules_let_lie_nowhere_is_set_aside() {
    let rules = "--- Nothing but lawns.\nrestrict(\"place\", { tag = \"fruit\" }, function() return false end)\n\
                 step(\"look\", function() end)\n";
    let (session, _) = {
        let loaded = orchard("place", rules);
        let mut session = session(&loaded, 2, 3);
        while let Some(decision) = session.decision() {
            let pick = decision.options.get(session.game(), 0).unwrap();
            session.answer(pick).unwrap();
        }
        (session, loaded)
    };
    let (game, catalog) = (session.game(), session.game().catalog());
    let named = |kind| catalog.kinds.key(kind);
    assert!(game.board().tiles().all(|tile| ["Lawn", "Hedge"].contains(&&*named(tile.kind))));
    assert_eq!(game.set_aside().iter().filter(|&&kind| ["Plum", "Pear"].contains(&&*named(kind))).count(), 12);
    let told = game.journal().unwrap().events.iter();
    let aside = told.filter(|event| matches!(event.what, Happening::SetAside { bag: Some(_), .. })).count();
    assert_eq!(aside, game.set_aside().len());
}

/// Describes the obstacles of a cell near the lawn in the middle, with a plum in play.
fn describe_obstacles(language: &str, rules: &str, cell: Cell) -> String {
    let loaded = orchard("place", rules);
    let mut found = (0..40).map(|seed| session(&loaded, 2, seed));
    let mut session = found
        .find(|session| {
            let Some(Options::Placements { kind, .. }) = session.decision().map(|d| &d.options) else { return false };
            session.game().catalog().kinds.key(*kind) == "Plum"
        })
        .unwrap();
    let placing = session.placing().unwrap().unwrap();
    let word = |why: &PlacementObstacle| match why {
        PlacementObstacle::Rule { rule, reason } => {
            let rule = rule.as_ref().unwrap();
            format!("{} ({}:{})", reason.as_deref().unwrap_or("-"), rule.path, rule.line)
        }
        other => format!("{other:?}"),
    };
    match fit(session.game(), language, &placing, cell) {
        Fit::Never(why) => word(&why),
        Fit::Turns(turns) => {
            turns.iter().map(|why| why.iter().map(word).collect::<Vec<_>>().join("+")).collect::<Vec<_>>().join(" | ")
        }
    }
}

#[test]
fn a_refusal_is_told_in_the_words_of_the_rule() {
    let all = |rest: &str| {
        format!(
            "--- It.\nrestrict(\"place\", function(kind, cell, turn)\n    if cell:x() ~= 1 then return true end\n    {rest}\nend)\nstep(\"look\", function() end)\n"
        )
    };
    let east = Cell::new(1, 0);
    assert_eq!(Plane::FIRST, east.plane());
    let upper = all("if turn == 0 then return false, \"alike\" end\n    return false");
    // At turn 3, a plum shows its path to the lawn in the west.
    assert_eq!(
        describe_obstacles("en", &upper, east).split(" | ").take(3).collect::<Vec<_>>(),
        [
            "Like may not touch like (orchard/rules/planting.lua:2)",
            "- (orchard/rules/planting.lua:2)",
            "- (orchard/rules/planting.lua:2)"
        ]
    );
    assert!(describe_obstacles("nl", &upper, east).starts_with("Gelijk mag niet naast gelijk liggen (orchard/"));
    let plain = all("if turn < 3 then return false, \"Only on Sundays\" end");
    assert!(describe_obstacles("nl", &plain, east).starts_with("Only on Sundays (orchard/rules/planting.lua:2) | "));
    assert_eq!(describe_obstacles("en", &all("return true"), Cell::new(2, 2)), "Alone");
}

/// Returns the code and message of the fault with which a restriction ends a game.
fn fault(judge: &str, look: &str) -> String {
    let rules = format!(
        "--- It.\nrestrict(\"place\", function(kind, cell, turn)\n{judge}\nend)\n\
         step(\"look\", function(seat) {look} end)\n"
    );
    let loaded = orchard("place", &rules);
    assert_eq!(errors(&loaded), [""; 0]);
    let mut session = Session::new(loaded.machine().unwrap(), 2, 1).unwrap();
    let fault = session.start().err().or_else(|| {
        let pick = session.decision().unwrap().options.get(session.game(), 0).unwrap();
        match session.answer(pick) {
            Err(tilewright_core::session::Refusal::Fault(fault)) => Some(fault),
            other => panic!("{other:?}"),
        }
    });
    let fault = fault.unwrap();
    format!("{} {} {}: {}", fault.code, fault.place, fault.hook, fault.message)
}

#[test]
fn a_restriction_only_looks() {
    assert_eq!(
        fault("({ award })[1](0, 1, \"path\")", ""),
        "S0410 orchard/rules/planting.lua:3 restrict place: a rule of this kind may only read the game, not change it"
    );
    assert!(
        fault("({ ask })[1](0, \"it\", { \"a\", \"b\" })", "")
            .starts_with("S0410 orchard/rules/planting.lua:3 restrict place")
    );
    assert!(fault("return count_placements(kind) > 3", "").contains("it cannot query that"));
    assert!(fault("while true do end", "").starts_with("S0402 orchard/rules/planting.lua:3 restrict place"));
    assert_eq!(
        fault("return 1", ""),
        "S0401 orchard/rules/planting.lua:2 restrict place: the restriction at orchard/rules/planting.lua:2 must \
            return true, or false with an optional text as the reason, not the number 1"
    );
    assert!(fault("return false, {}", "").contains("a text as the reason, or nothing, not"));
    let own = "if cell:y() > 0 then return false, \"too far\" end";
    assert_eq!(
        fault(own, "for _, kind in { \"Lawn\" } do place_tile(kind, cell(0, 1), 0) end"),
        "S0401 orchard/rules/planting.lua:5 step look: Lawn may not be placed at 0,1,0: the restriction at \
         orchard/rules/planting.lua:2 does not allow it: too far"
    );
}

#[test]
fn what_cannot_be_is_a_finding() {
    let found = |place: &str, board: &str, rules: &str| {
        let pack = ORCHARD.replace("PLACE", place).replace("extent: bounded((-2, -2), (3, 2))", board);
        let mut world = World::default();
        world.add_file("orchard", "pack.ron", &pack);
        world.add_file("orchard", "rules/planting.lua", rules);
        errors(&load_from(&world, &Request { lints: false, ..Request::new(["orchard"]) }))
    };
    let look = "step(\"look\", function() end)";
    let free = "place(free: true)";
    assert_eq!(found(free, "extent: bounded((-2, -2), (3, 2))", look), [""; 0]);
    let wrong = |board| found(free, board, look).join("");
    assert!(
        wrong("extent: unbounded")
            .contains("P0414 the step `place` lets tiles be placed anywhere, but the board has no bounds")
    );
    assert!(wrong("extent: sliding(5, 5)").contains("P0414"));
    assert!(wrong("extent: bounded((0, 0), (70, 70))").contains("P0414"));
    let rule = format!("restrict(\"award\", function() end)\n{look}");
    assert!(found("place", "extent: unbounded", &rule).join("").contains("only the effect `place` can be restricted"));
    let rule = format!("restrict(\"place\", {{ beside_tag = \"nut\" }}, function() end)\n{look}");
    assert!(found("place", "extent: unbounded", &rule).join("").contains("there is no tag `nut`"));
}
