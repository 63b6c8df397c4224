//! Tests zones that each seat has: rules use that of the acting seat, can name another seat's, and tests and players
//! can distinguish them.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_core::verify;
use tilewright_kit::files::write_with_folders;
use tilewright_kit::games::replay::replay_by;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::suite::run_tests;
use tilewright_wording::words::Words;

const PACK: &str = r#"Pack(
    id: "fairground", version: "1.0.0", format: 1, title: "Fairground", authors: ["A"], licence: "MIT", seats: (2, 3),
    terrains: [(id: grass, ground: true), (id: path, complete: closed)],
    edges: [(id: grass, ports: [grass]), (id: path, ports: [path])],
    tags: [shade], figures: [(id: guest, supply: 2, on: [path])],
    bags: [tiles], zones: [(id: stall, slots: 2, holds: tiles, each_seat: true, tags: {2: [shade]}), (id: queue)],
    tiles: [
        (id: "Bend", count: 9, edges: (n: path, e: path, s: grass, w: grass), parts: [path(at: [N, E])]),
        (id: "Way", count: 9, edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S])]),
    ],
    board: (presets: [(tile: "Way", from: tiles)]),
    flow: (turn: [script(name: "stock"), draw(from: tiles), place], finish: [], ends_with: [tiles]),
    rules: [(use: "stalls")],
)"#;

const STALLS: &str = r#"--- A seat whose first place in the stall is free puts a tile and a guest there.

step("stock", function(seat)
    local free = slots("stall", "free")[1]
    assert(zone_slots("stall") == 2 and zone_tag("stall", 2, "shade") == 1)
    assert(slot("stall", 1):zone() == zone_of("stall", seat) and #slots(zone_of("stall", 1)) == 2)
    if free == nil or free:number() > 1 then return end
    local kind = draw("tiles")
    if kind == nil then return end
    to_slot("stall", free:number(), kind)
    local guest = deploy("guest", seat, "stall", free:number())
    assert(#zone_figures("stall") == #zone_figures(zone_of("stall", seat)) and guest:slot() == free:number())
end)
"#;

const TESTS: &str = r#"Tests([
    Test(
        name: "each seat stocks its own stall",
        rows: {"stall:1": "- Way"},
        steps: ["draw Bend", "draw Way", "place 0,-1,0", "draw Bend", "draw Way", "place 0,-2,0"],
        expect: (
            rows: {"stall:0": "Bend -", "stall:1": "Bend Way"}, figures: ["0 guest@stall:0/1", "1 guest@stall:1/1"],
        ),
    ),
    Test(
        name: "a guest may be there at first",
        figures: ["1 guest@stall:1/2"],
        steps: ["draw Bend", "draw Way"],
        expect: (figures: ["0 guest@stall:0/1", "1 guest@stall:1/2"]),
    ),
])"#;

#[test]
fn each_seat_has_a_zone_of_its_own() {
    let folder = std::env::temp_dir().join(format!("tilewright-own-zones-{}", std::process::id()));
    for (file, text) in [("pack.ron", PACK), ("rules/stalls.lua", STALLS), ("tests/it.ron", TESTS)] {
        write_with_folders(&folder.join("fairground").join(file), text.as_bytes()).unwrap();
    }
    let finder = Finder::nowhere().with_folder(&folder);
    let loaded = load(&finder, &Request { lints: false, ..Request::new(["fairground"]) }).unwrap();
    assert_eq!(loaded.diagnostics, []);
    let results = run_tests(&finder, "fairground", "").unwrap();
    let failures: Vec<String> = results.iter().filter_map(|r| r.failure.as_ref()).map(ToString::to_string).collect();
    assert_eq!((failures, results.len()), (Vec::new(), 2));
    for seats in [2, 3] {
        let mut session = Session::new(loaded.machine_for(seats).unwrap(), seats, 7).unwrap();
        session.start().unwrap();
        let mut chance = Generator::new(7);
        while let Some(decision) = session.decision() {
            let pick = decision.options.get(session.game(), chance.below(decision.options.count())).unwrap();
            session.answer(pick).unwrap();
            verify::position(session.game()).unwrap();
        }
        let game = session.game();
        let catalog = game.catalog();
        let keys: Vec<String> = game.zones().map(|zone| catalog.zones.key(zone)).collect();
        let wanted = ["queue", "stall:0", "stall:1", "stall:2"];
        assert_eq!(keys, wanted[..1 + usize::from(seats)]);
        let filled = |seat| game.slot_tiles(catalog.zone_of(catalog.zones.find("stall").unwrap(), Seat(seat))).count();
        assert!((0..seats).all(|seat| filled(seat) == 1));
        let player = |seat: Seat| format!("player {}", seat.0 + 1);
        let words = Words::new(catalog, "en", &player);
        assert_eq!(words.zone(catalog.zones.find("stall:1").unwrap()).name, "stall (player 2)");
        let again = replay_by(&loaded, &record_of(&session, "own")).unwrap();
        assert_eq!(again.game().fingerprint(), game.fingerprint());
    }
}
