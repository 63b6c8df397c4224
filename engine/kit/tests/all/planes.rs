//! Tests boards of several planes: a shared one, and one for each seat.

use std::collections::BTreeSet;

use tilewright_core::catalog::lattice::Plane;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::verify;
use tilewright_kit::files::write_with_folders;
use tilewright_kit::games::replay::replay_by;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::suite::run_tests;

const PACK: &str = r#"Pack(
    id: "camp", version: "1.0.0", format: 1, title: "Camp", authors: ["A"], licence: "MIT", seats: (1, 3),
    terrains: [(id: grass, ground: true), (id: path, complete: closed)],
    edges: [(id: grass, ports: [grass]), (id: path, ports: [path])],
    bags: [tiles],
    planes: [
        (id: common, placed_by: rules),
        (id: yard, each_seat: true, extent: bounded((-1, -1), (1, 1))),
    ],
    tiles: [
        (id: "Tent", bag: none, edges: (n: path, e: path, s: path, w: path), parts: [path(at: [N, E, S, W])]),
        (id: "Bend", count: 12, edges: (n: path, e: path, s: grass, w: grass), parts: [path(at: [N, E])]),
        (id: "Way", count: 12, edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S])]),
    ],
    books: [room],
    board: (
        presets: [(tile: "Tent", plane: yard), (tile: "Tent", at: (0, 0), plane: common)],
        rim: [(at: (3, 0), edge: path, name: "gate", plane: common)],
    ),
    flow: (
        turn: [draw(from: tiles), place, score, script(name: "look")],
        finish: [score_rest],
        ends_with: [tiles],
    ),
    rules: [(use: "yards")],
)"#;

const YARDS: &str = r#"--- Points for what lies in one's yard, and for filling it.

score("path", { share = "owner", among = "finished" }, function(sheet, path)
    sheet:per("tile", path:tiles(), 1)
end)

step("look", function(seat)
    local own = cell(0, 0, "yard")
    assert(own == cell(0, 0, "yard", seat) and own:owner() == seat and own:plane() == "yard")
    assert(own:x() == 0 and own:tile():kind() == "Tent" and own:beside(1):owner() == seat)
    assert(cell(0, 0):plane() == "common" and cell(0, 0):owner() == nil and cell(0, 0) ~= own)
    assert(extent("yard").height == 3 and extent().shape == "unbounded" and extent("yard", 0).west == -1)
    assert(board_bounds("yard", seat).west >= -1)
    assert(#free_cells("yard", seat) + #tiles_on_board("yard", seat) == 3 * extent("yard").width)
    for _, at in placements("Way") do
        assert(at.cell:owner() == seat)
    end
    assert(count_placements("Way", "common") == #placements("Way", "common"))
    if #free_cells("yard") == 0 then
        award(seat, 10, "room")
        place_tile("Way", placements("Way", "common")[1].cell, 0)
        grow_board("east", 1, "yard")
        assert(extent("yard").width >= 4)
    end
end)
"#;

const TESTS: &str = r#"Tests([
    (
        name: "each plays at home", seats: 2, board: ["Way@1/0,1/0", "Bend@2/1,0/2", "Way@0,1"],
        steps: ["draw Way", "place 1/0,-1,0", "draw Way", "place 2/0,-1,0"],
        expect: (scores: [0, 0]),
    ),
    (
        name: "nobody plays elsewhere", seats: 2,
        steps: ["draw Way", (ask: "place", has: ["1/0,-1,0"], lacks: ["2/0,-1,0", "0,-1,0"])],
    ),
])"#;

/// Writes the pack into a folder, and loads it.
fn camp(name: &str, pack: &str) -> (Finder, Loaded) {
    let folder = std::env::temp_dir().join(format!("tilewright-planes-{}-{name}", std::process::id()));
    let write = |file: &str, text: &str| write_with_folders(&folder.join("camp").join(file), text.as_bytes()).unwrap();
    write("pack.ron", pack);
    write("rules/yards.lua", YARDS);
    write("tests/it.ron", TESTS);
    let finder = Finder::nowhere().with_folder(&folder);
    let loaded = load(&finder, &Request { lints: false, ..Request::new(["camp"]) }).unwrap();
    (finder, loaded)
}

fn planes_with_tiles(game: &Game) -> BTreeSet<Plane> {
    game.board().tiles().map(|tile| tile.cell.plane()).collect()
}

#[test]
fn each_seat_plays_on_its_own_plane() {
    let (finder, loaded) = camp("own", PACK);
    assert_eq!(loaded.diagnostics, []);
    let (mut filled, mut finished) = (0, 0);
    for seed in 0..30 {
        let seats = 1 + (seed % 3) as u8;
        let mut session = Session::new(loaded.machine_for(seats).unwrap(), seats, seed).unwrap();
        session.start().unwrap();
        assert_eq!(planes_with_tiles(session.game()).len(), 1 + usize::from(seats), "a common one and one each");
        let mut chance = Generator::new(seed);
        while let Some(decision) = session.decision() {
            let own = Plane(1 + decision.seat.0);
            for key in (0..decision.options.count()).map(|n| decision.options.get(session.game(), n).unwrap()) {
                let (cell, _) = decision.options.placement(key).unwrap();
                assert_eq!(cell.plane(), own, "{cell}");
            }
            let pick = decision.options.get(session.game(), chance.below(decision.options.count())).unwrap();
            session.answer(pick).unwrap();
            verify::position(session.game()).unwrap();
        }
        let game = session.game();
        filled += game.scores().iter().filter(|&&points| points >= 10).count();
        finished += game.scores().iter().sum::<i32>();
        let record = record_of(&session, "own");
        let again = replay_by(&loaded, &record).unwrap();
        assert_eq!(again.game().fingerprint(), session.game().fingerprint());
        let (before, line) = (session.game().fingerprint(), session.timeline());
        while session.undo() {}
        assert_eq!(planes_with_tiles(session.game()).len(), 1 + usize::from(seats));
        session.jump_to(&line, line.log().len()).unwrap();
        assert_eq!(session.game().fingerprint(), before);
    }
    assert!(filled > 0 && finished > 0, "{filled} {finished}");
    let failures = run_tests(&finder, "camp", "").unwrap();
    let failures: Vec<String> = failures.iter().filter_map(|r| r.failure.as_ref()).map(ToString::to_string).collect();
    assert_eq!(failures, Vec::<String>::new());
    assert_eq!(loaded.catalog().unwrap().board.owner(Plane(3)), Some(Seat(2)));
}

#[test]
fn nothing_is_placed_by_steps_where_only_rules_place() {
    let pack = r#"Pack(
        id: "camp", version: "1.0.0", format: 1, title: "Camp", authors: ["A"], licence: "MIT", seats: (2, 2),
        terrains: [(id: grass, ground: true)], edges: [(id: grass, ports: [grass])], bags: [tiles],
        planes: [(id: common, placed_by: rules)],
        tiles: [(id: "Lawn", count: 4, edges: (n: grass, e: grass, s: grass, w: grass))],
        board: (presets: [(tile: "Lawn", from: tiles)]),
        flow: (turn: [draw(from: tiles), place], finish: [], ends_with: [tiles]),
    )"#;
    let (_, loaded) = camp("rules", pack);
    assert_eq!(loaded.diagnostics, []);
    let mut session = Session::new(loaded.machine_for(2).unwrap(), 2, 1).unwrap();
    session.start().unwrap();
    assert!(session.decision().is_none(), "the only plane is not open to steps");
    assert_eq!((session.game().board().tiles().len(), session.game().set_aside().len()), (1, 3));
    // If seats have their own planes, the tile is on the shared one.
    let pack = pack.replace("planes: [", "planes: [(id: yard, each_seat: true), ");
    let (_, loaded) = camp("bare", &pack.replace("(tile: \"Lawn\",", "(tile: \"Lawn\", plane: common,"));
    let found: Vec<String> = loaded.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
    let told =
        "S0211 no tile can ever be placed on the plane `yard`: tiles need neighbours, and there is no first tile";
    assert_eq!(found, [told]);
}

#[test]
fn tiles_lie_anywhere_and_on_others_where_the_pack_says_so() {
    let pack = |board: &str| {
        format!(
            r#"Pack(
        id: "camp", version: "1.0.0", format: 1, title: "Camp", authors: ["A"], licence: "MIT", seats: (1, 2),
        terrains: [(id: grass, ground: true)], edges: [(id: grass, ports: [grass])], bags: [tiles],
        tiles: [
            (id: "Lawn", count: 8, turns: distinct, edges: (n: grass, e: grass, s: grass, w: grass)),
            (id: "Mat", count: 4, cells: [
                (at: (0, 0), edges: (n: grass, e: grass, s: grass, w: grass)),
                (at: (1, 0), edges: (n: grass, e: grass, s: grass, w: grass)),
            ]),
        ],
        board: ({board}),
        flow: (turn: [draw(from: tiles), place], finish: [], ends_with: [tiles]),
    )"#
        )
    };
    let counts = |name: &str, board: &str| {
        let (_, loaded) = camp(name, &pack(board));
        let codes: Vec<&str> = loaded.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, if board.contains("free") { vec![] } else { vec!["S0211"] }, "no first tile");
        let mut session = Session::new(loaded.machine_for(2).unwrap(), 2, 1).unwrap();
        session.start().unwrap();
        let mut most = 0;
        while let Some(decision) = session.decision() {
            let last = decision.options.count() - 1;
            let pick = decision.options.get(session.game(), last).unwrap();
            session.answer(pick).unwrap();
            verify::position(session.game()).unwrap();
            let board = session.game().board();
            most = most.max(board.seen_cells().map(|(.., cell)| board.height(cell)).max().unwrap_or(0));
        }
        (session.game().board().tiles().len(), session.game().set_aside().len(), most)
    };
    let nine = "extent: fixed(3, 3)";
    assert_eq!(counts("nowhere", nine), (0, 12, 0), "no tile is placed");
    let (laid, aside, most) = counts("free", &format!("{nine}, free: true"));
    assert!(laid >= 5 && laid + aside == 12 && most == 1, "{laid} laid, {aside} set aside, {most} high");
    let (laid, aside, most) = counts("over", &format!("{nine}, free: true, over: true"));
    assert!((laid, aside) == (12, 0) && most > 2, "{laid} laid, {aside} set aside, {most} high");
}

#[test]
fn wrong_planes_are_findings() {
    let found = |from: &str, to: &str| {
        let (_, loaded) = camp("wrong", &PACK.replace(from, to));
        loaded.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect::<Vec<_>>()
    };
    assert_eq!(
        found("placed_by: rules", "placed_by: owner"),
        ["P0410 this plane belongs to no seat, so no seat could place tiles there"]
    );
    assert_eq!(found("plane: yard)", "plane: yrad)"), ["P0301 there is no plane `yrad`"]);
    let many: Vec<String> = (0..6).map(|n| format!("(id: p{n}, each_seat: true)")).collect();
    assert_eq!(
        found("(id: common,", &format!("{}, (id: common,", many.join(", "))),
        ["P0102 with 3 seats there are 22 planes; a board has at most 16"]
    );
    assert_eq!(
        found("(id: common, placed_by: rules)", "(id: common, free: true)"),
        ["P0410 tiles may be placed anywhere on this plane, which has no fixed size"]
    );
    assert_eq!(found("tile: \"Tent\", plane: yard", "tile: \"Tent\", at: (2, 0), plane: yard").len(), 3, "on each");
}
