//! Provides the games for these tests: boards of every kind, with the simple or the elaborate rules of the fixture.

use tilewright_core::catalog::added::AddedPart;
use tilewright_core::catalog::footing::PlacementPermissions;
use tilewright_core::catalog::id::{BagId, PlaneId};
use tilewright_core::catalog::lattice::{Cell, Lattice, Plane, Side, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{BoardPlane, Catalog, Extent, MAX_SEATS, PlacedBy, Preset, RimCell};
use tilewright_core::fixture::drawing::{Drawing, drawings, kind_of, name};
use tilewright_core::fixture::samples::{PATH, SQUARES, draw_sample, fair, heath, hexes, triangles};
use tilewright_core::fixture::{Sample, play};
use tilewright_core::state::Game;

/// Tiles with several cells.
const LONG: &str = "
ferry*4     hook*3
..........  ..r..wwwww
..........  ..r...www.
rrh....rrr  ..r.......
..........  ..r.......
..........  ..r.......
            ..r..
            ..r..
            rrr..
            .....
            .....
";

/// Tiles with a ford, a wildcard edge that meets every other edge.
const FORDS: &str = "
ford*5  bank*5  strait*3
rrrrr   .....   rrrrr
rrrrr   .....   .rrr.
rrrrr   ..r..   ..r..
rrrrr   rrrrr   .rrr.
rrrrr   rrrrr   rrrrr
";

/// Returns the number of seats for a seed: 2 to 4, or the maximum.
pub(crate) fn players(seed: u64) -> u8 {
    [2, 3, 4, MAX_SEATS as u8][(seed % 4) as usize]
}

/// Plays a game of a sample to its end and calls `look` whenever a tile was placed.
pub(crate) fn at_each_tile(sample: &Sample, seed: u64, mut look: impl FnMut(&Game)) {
    let mut session = sample.session(2, seed);
    let mut tiles = 0;
    play(&mut session, seed, |session| {
        let game = session.game();
        if std::mem::replace(&mut tiles, game.board().tiles().len()) != tiles {
            look(game);
        }
    });
}

/// Returns the drawings of all tiles on these boards.
pub(crate) fn drawn_tiles() -> Vec<Drawing> {
    drawings(&[SQUARES, LONG].concat())
}

/// A sample game with its name.
pub(crate) type NamedSample = (&'static str, Sample);

/// Returns boards that are drawn on squares and whose features are exactly the groups of connected letters.
pub(crate) fn lettered_boards() -> Vec<NamedSample> {
    let long = format!("{SQUARES}{LONG}");
    let fenced = heath().with(|catalog| {
        catalog.board.extent = Extent::Bounded { min: Cell::new(-3, -2), max: Cell::new(3, 3) };
        catalog.board.rim_closes = true;
        let rim = |x, y, edge: &str| {
            let edge = catalog.edges.find(edge).unwrap();
            RimCell { cell: Cell::new(x, y), edge, name: edge.0.to_string().into(), tags: Vec::new() }
        };
        catalog.board.rim = vec![rim(4, 0, "path"), rim(-4, 1, "wall"), rim(0, -3, "heath"), rim(0, 4, "path")];
    });
    let sliding = heath().with(|catalog| catalog.board.extent = Extent::Sliding { width: 7, height: 6 });
    let planes = heath().with(|catalog| {
        let plane = |of, seat, extent, placed_by| {
            let (of, footing) = (PlaneId(of), PlacementPermissions::default());
            BoardPlane { of, seat, extent, placed_by, footing }
        };
        let small = Extent::Bounded { min: Cell::new(-2, -2), max: Cell::new(2, 2) };
        let mut planes = vec![plane(0, None, Extent::Unbounded, PlacedBy::Anybody)];
        for seat in (0..2).map(Seat) {
            // Each seat has a plane for its own tiles, and one on which no step places tiles.
            planes.push(plane(1, Some(seat), small.with_plane(Plane(planes.len() as u8)), PlacedBy::Owner));
            planes.push(plane(2, Some(seat), Extent::Sliding { width: 3, height: 3 }, PlacedBy::Rules));
        }
        catalog.board.planes = planes;
        let first = catalog.board.presets[0];
        let others = (1..5).map(|n| Preset { cell: first.cell.with_plane(Plane(n)), from: None, ..first });
        catalog.board.presets.extend(others);
    });
    vec![
        ("heath", heath()),
        ("planes", planes),
        ("long", draw_sample(Lattice::Square, &long)),
        ("fenced", fenced),
        ("sliding", sliding),
        ("fair", fair()),
    ]
}

/// Returns squares on which path parts can be added over the heath, straight across and around a corner, to tiles of
/// one and of several cells.
pub(crate) fn bridge_sample() -> Sample {
    draw_sample(Lattice::Square, &format!("{SQUARES}{LONG}")).with(|catalog| {
        add_path(catalog, "bridge", &[0, 2]);
        add_path(catalog, "ramp", &[0, 1]);
        catalog.derive_kinds().unwrap();
    })
}

/// Returns triangles on which path parts can be added that end in the middle of the tile.
fn pier_sample() -> Sample {
    triangles().with(|catalog| {
        add_path(catalog, "pier", &[0]);
        catalog.derive_kinds().unwrap();
    })
}

/// Declares an added path over sides that show heath.
fn add_path(catalog: &mut Catalog, id: &str, sides: &[u8]) {
    let edge = |name| catalog.edges.find(name).unwrap();
    let part = AddedPart {
        terrain: PATH,
        sides: sides.iter().map(|&side| Side(side)).collect(),
        edges: vec![(edge("heath"), edge("path"))],
        tags: Vec::new(),
    };
    catalog.added_parts.add(name(id), part).unwrap();
}

/// Returns all boards with their names.
pub(crate) fn all() -> Vec<NamedSample> {
    let fords = draw_sample(Lattice::Square, &format!("{SQUARES}{FORDS}")).with(|catalog| {
        // Its edges are all path. A path with heath next to it does not join such an edge, but is closed by it.
        let ford = catalog.edges.find("r").unwrap();
        catalog.edges.get_mut(ford).unwrap().wildcard = true;
    });
    let joined = heath().with(|catalog| {
        let [gate, keep] = ["gate", "keep"].map(|kind| kind_of(catalog, kind));
        let preset = |kind, x, turn| Preset { kind, cell: Cell::new(x, 0), turn, from: None };
        // The two walls of the gate are one feature, together with those of the keep at a distance.
        catalog.board.presets = vec![preset(gate, 0, Turn::NONE), preset(keep, 4, Turn(1))];
        catalog.board.joins = vec![((0, 0), (0, 1)), ((0, 1), (1, 0))];
    });
    // Tiles of one and more cells, placed anywhere and on top of each other.
    let piled = draw_sample(Lattice::Square, &format!("{SQUARES}{LONG}")).with(|catalog| {
        catalog.board.extent = Extent::Bounded { min: Cell::new(-2, -2), max: Cell::new(2, 2) };
        catalog.board.footing = PlacementPermissions { free: true, over: true };
    });
    let strewn = hexes().with(|catalog| {
        catalog.board.extent = Extent::Bounded { min: Cell::new(-2, -2), max: Cell::new(2, 2) };
        catalog.board.footing = PlacementPermissions::FREE;
    });
    let shards = triangles().with(|catalog| {
        catalog.board.extent = Extent::Bounded { min: Cell::new(-3, -3), max: Cell::new(3, 3) };
        catalog.board.footing = PlacementPermissions { free: true, over: true };
    });
    let stacked = heath().with(|catalog| catalog.board.footing = PlacementPermissions { free: false, over: true });
    let own_bags = heath().with(|catalog| {
        let bag = BagId(0);
        catalog.bags.get_mut(bag).unwrap().contents.iter_mut().for_each(|(_, count)| *count = 1);
        catalog.give_each_seat(bag);
        catalog.flow.ends_with = catalog.bags_of(bag).collect();
        // The presets do not come from a bag.
        catalog.board.presets[0].from = None;
    });
    // The first tile leaves only half of the cells next to it within the strip.
    let strip = heath().with(|catalog| catalog.board.extent = Extent::Sliding { width: 12, height: 1 });
    let mut all = lettered_boards();
    all.extend([
        ("hexes", hexes()),
        ("triangles", triangles()),
        ("shards", shards),
        ("fords", fords),
        ("joined", joined),
    ]);
    all.extend([("own bags", own_bags), ("strip", strip), ("bridged", bridge_sample()), ("spanned", pier_sample())]);
    all.extend([("piled", piled), ("strewn", strewn), ("stacked", stacked)]);
    all
}
