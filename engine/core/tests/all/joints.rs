//! Tests corners and seams: the tiles and figures there, and the figures after tiles leave.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_core::catalog::footing::PlacementPermissions;
use tilewright_core::catalog::id::{FigureKindId, SegmentId, TerrainId};
use tilewright_core::catalog::joint::{Corner, Joint, JointAt};
use tilewright_core::catalog::lattice::{Cell, Lattice, Side, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::fixture::drawing::kind_of;
use tilewright_core::fixture::samples::{GHOST, HEATH, PATH, fair, hexes, triangles};
use tilewright_core::fixture::{Sample, lay, play};
use tilewright_core::state::Game;
use tilewright_core::state::effect::{Effect, Place, TileDestination};
use tilewright_core::state::key::OptionKey;
use tilewright_core::state::question::Target;
use tilewright_core::verify;

use crate::boards::all;

const ME: Seat = Seat(0);
const WALKER: FigureKindId = FigureKindId(0);

fn corner(lattice: Lattice, x: i16, y: i16, number: u8) -> Joint {
    lattice.joint(Cell::new(x, y), JointAt::Corner(Corner(number))).unwrap()
}

fn seam(lattice: Lattice, x: i16, y: i16, side: u8) -> Joint {
    lattice.joint(Cell::new(x, y), JointAt::Seam(Side(side))).unwrap()
}

fn stand(game: &mut Game, joint: Joint) {
    game.effect(Effect::Deploy { seat: ME, figure: WALKER, place: Place::Joint(joint) }).unwrap();
}

/// Returns the keys of the joints with figures.
fn standing(game: &Game) -> Vec<String> {
    let key = |place| {
        if let Some(Place::Joint(joint)) = place { Some(game.catalog().lattice.joint_key(joint)) } else { None }
    };
    game.figures().filter_map(|(_, figure)| key(figure.place)).collect()
}

fn tile_at(game: &Game, x: i16, y: i16) -> tilewright_core::catalog::id::TileId {
    game.board().tile_at(Cell::new(x, y)).unwrap().0
}

fn take_up(game: &mut Game, x: i16, y: i16) {
    let tile = tile_at(game, x, y);
    game.effect(Effect::TakeUp { seat: ME, tile, to: TileDestination::Aside, reason: None }).unwrap();
    verify::position(game).unwrap();
}

fn move_tile(game: &mut Game, from: (i16, i16), to: (i16, i16), turn: u8) {
    let (tile, cell) = (tile_at(game, from.0, from.1), Cell::new(to.0, to.1));
    let footing = PlacementPermissions::FREE;
    game.effect(Effect::MoveTile { seat: ME, tile, cell, turn: Turn(turn), footing, reason: None }).unwrap();
    verify::position(game).unwrap();
}

/// Places two straight paths side by side, far from the preset.
fn two(sample: &Sample) -> Game {
    let mut game = Game::new(sample.catalog.clone(), 2, 1, Default::default()).unwrap();
    game.keep_journal(true);
    lay(&mut game, &[("straight", 4, 5, 0), ("straight", 5, 5, 0)]);
    game
}

#[test]
fn a_figure_stays_at_a_corner_until_the_last_tile_leaves_it() {
    let mut game = two(&fair());
    let between = corner(Lattice::Square, 4, 5, 0);
    stand(&mut game, between);
    game.effect(Effect::MoveToken { token: GHOST, place: Some(Place::Joint(between)) }).unwrap();
    take_up(&mut game, 4, 5);
    assert_eq!((standing(&game), game.token(GHOST)), (vec!["4,4.SE".to_owned()], Some(Place::Joint(between))));
    let since = game.journal().unwrap().events.len();
    take_up(&mut game, 5, 5);
    assert_eq!((standing(&game).len(), game.token(GHOST)), (0, None));
    let told: Vec<&str> = game.journal().unwrap().events[since..].iter().map(|event| event.kind().name()).collect();
    assert_eq!(told[..3], ["took_home", "token_moved", "taken_up"], "before the tile leaves");
    let refused = game.effect(Effect::Deploy { seat: ME, figure: WALKER, place: Place::Joint(between) }).unwrap_err();
    assert_eq!(refused.code, "place_is_gone", "a joint without tiles holds no figure");
}

#[test]
fn a_tile_that_is_moved_leaves_what_stands_around_it() {
    let mut game = two(&fair());
    let east = seam(Lattice::Square, 5, 5, 1);
    for joint in [east, corner(Lattice::Square, 5, 5, 0), seam(Lattice::Square, 5, 5, 3)] {
        stand(&mut game, joint);
    }
    move_tile(&mut game, (5, 5), (5, 5), 2);
    assert_eq!(standing(&game), ["5,5.E", "5,4.SE", "4,5.E"], "turned in place");
    move_tile(&mut game, (5, 5), (6, 5), 0);
    assert_eq!(standing(&game), ["5,5.E", "5,4.SE", "4,5.E"], "both joints still touch a tile");
    move_tile(&mut game, (6, 5), (9, 9), 0);
    assert_eq!(standing(&game), ["4,5.E"]);
    assert!(!game.board().has_joint(east));
}

#[test]
fn what_lies_under_a_tile_or_comes_in_its_place_keeps_the_corner() {
    let mut game = two(&fair());
    let far = corner(Lattice::Square, 5, 5, 1);
    stand(&mut game, far);
    let straight = kind_of(game.catalog(), "straight");
    let (cell, footing) = (Cell::new(5, 5), PlacementPermissions { free: true, over: true });
    let over = Effect::PlaceTile { seat: ME, kind: straight, cell, turn: Turn(0), footing, reason: None };
    game.effect(over).unwrap();
    assert_eq!(game.board().height(cell), 2);
    take_up(&mut game, 5, 5);
    assert_eq!(standing(&game), ["5,5.SE"], "the tile below remains");
    let tile = tile_at(&game, 5, 5);
    let by =
        Effect::ReplaceTile { seat: ME, tile, kind: straight, turn: Turn(2), to: TileDestination::Aside, reason: None };
    game.effect(by).unwrap();
    assert_eq!(standing(&game), ["5,5.SE"]);
    take_up(&mut game, 5, 5);
    assert!(standing(&game).is_empty());
}

#[test]
fn a_joint_tells_the_tiles_and_segments_that_reach_it() {
    let game = two(&fair());
    let board = game.board();
    let terrains = |joint| board.segments_at_joint(joint).iter().map(|&s| board.terrain(s)).collect::<Vec<TerrainId>>();
    let cells = |joint| {
        board.segments_at_joint(joint).iter().map(|&s| board.cell_of(s).coordinates()).collect::<Vec<(i16, i16)>>()
    };
    let between = seam(Lattice::Square, 4, 5, 1);
    assert_eq!(board.tiles_at_joint(between).as_slice(), [tile_at(&game, 4, 5), tile_at(&game, 5, 5)]);
    assert_eq!(terrains(between).iter().filter(|&&terrain| terrain == PATH).count(), 2, "from either side");
    let north = corner(Lattice::Square, 4, 5, 0);
    assert_eq!((terrains(north), cells(north)), (vec![HEATH; 2], vec![(5, 5), (4, 5)]), "clockwise");
    let (south, far) = (corner(Lattice::Square, 4, 5, 1), corner(Lattice::Square, 4, 5, 3));
    assert_eq!((terrains(south), terrains(far)), (vec![HEATH; 2], vec![HEATH]));
    assert_ne!(board.segments_at_joint(north), board.segments_at_joint(south), "the path parts them");
    assert!(board.tiles_at_joint(seam(Lattice::Square, 9, 9, 0)).is_empty());
}

#[test]
fn at_the_corner_of_three_hexes_each_tile_is_told_once() {
    let sample = hexes();
    let mut game = Game::new(sample.catalog.clone(), 2, 1, Default::default()).unwrap();
    lay(&mut game, &[("moor", 4, 5, 0)]);
    let joint = corner(Lattice::Hex, 4, 5, 1);
    stand(&mut game, joint);
    assert_eq!((standing(&game), game.board().tiles_at_joint(joint).len()), (vec!["5,4.SSW".to_owned()], 1));
    assert_eq!(game.board().segments_at_joint(joint).len(), 1, "two sides of one segment end there");
    take_up(&mut game, 4, 5);
    assert!(standing(&game).is_empty());
}

#[test]
fn at_the_corner_of_six_triangles_each_tile_is_told_once() {
    let sample = triangles();
    let mut game = Game::new(sample.catalog.clone(), 2, 1, Default::default()).unwrap();
    // A triangle that points down, and the triangle to the south-east of it.
    lay(&mut game, &[("moor", 6, 6, 0), ("lane", 7, 6, 3)]);
    let joint = corner(Lattice::Triangle, 6, 6, 0);
    assert_eq!(game.catalog().lattice.cells_at(joint).len(), 6);
    stand(&mut game, joint);
    assert_eq!((standing(&game), game.board().tiles_at_joint(joint).len()), (vec!["7,4.S".to_owned()], 2));
    assert_eq!(
        game.board().segments_at_joint(joint).len(),
        3,
        "the moor, the segment below it, and the other tile's heath"
    );
    take_up(&mut game, 6, 6);
    assert_eq!(standing(&game).len(), 1, "another tile touches the joint");
    take_up(&mut game, 7, 6);
    assert!(standing(&game).is_empty());
}

#[test]
fn the_key_of_an_option_is_that_of_its_joint() {
    let mut game = two(&fair());
    let (joint, cell) = (corner(Lattice::Square, 4, 5, 0), Cell::new(4, 4));
    stand(&mut game, joint);
    let figure = game.figures().next().unwrap().0;
    for thing in [Target::Joint(joint), Target::Figure(figure)] {
        assert_eq!(OptionKey::Thing(None, thing).text(&game), "4,4.SE");
        assert_eq!(thing.place(&game), Some(Place::Joint(joint)));
    }
    let keys = [Target::Joint(joint), Target::Cell(cell), Target::Joint(seam(Lattice::Square, 4, 4, 1))];
    let keys: Vec<OptionKey> = keys.into_iter().map(|thing| OptionKey::Thing(None, thing)).collect();
    assert_eq!(tilewright_core::state::key::twice(keys.iter(), &game), None);
    let again = [keys, vec![OptionKey::Thing(None, Target::Figure(figure))]].concat();
    let twice = tilewright_core::state::key::twice(again.iter(), &game).map(|key| key.text(&game).into_owned());
    assert_eq!(twice.as_deref(), Some("4,4.SE"));
}

/// A point of a plane: the number of the plane, and six times the coordinates.
type PlanePoint = (usize, i32, i32);

/// Returns the steps from a cell across its sides, clockwise, with the numbers of the sides.
fn steps(lattice: Lattice, (x, y): (i16, i16)) -> Vec<(u8, (i32, i32))> {
    let square = [(0, -1), (1, 0), (0, 1), (-1, 0)];
    let hex = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
    let place = i32::from(x) - i32::from(y);
    match lattice {
        Lattice::Square => (0..).zip(square).collect(),
        Lattice::Hex => (0..).zip(hex).collect(),
        // Every third place of the hexes is a corner, so there is no cell across.
        Lattice::Triangle => (0..).zip(hex).filter(|&(_, (dx, dy))| (place + dx - dy).rem_euclid(3) != 2).collect(),
    }
}

/// Returns the segments at each corner and seam, and the joints there, found by their coordinates: the middle of a side
/// is halfway to the cell across, and a corner is the centre of the cells that meet there.
fn by_geometry(game: &Game) -> BTreeMap<PlanePoint, (BTreeSet<SegmentId>, BTreeSet<u32>)> {
    let (board, catalog) = (game.board(), game.catalog());
    let lattice = catalog.lattice;
    let mut found: BTreeMap<PlanePoint, (BTreeSet<SegmentId>, BTreeSet<u32>)> = BTreeMap::new();
    for placed in board.tiles() {
        let faces = catalog.faces(placed.kind, placed.turn);
        for (part, face) in faces.iter().enumerate() {
            let cell = placed.cell.plus(face.offset.0, face.offset.1);
            if board.tile_at(cell).is_none_or(|(tile, _)| board.tile(tile) != Some(placed)) {
                continue;
            }
            let (x, y) = cell.coordinates();
            let sides = steps(lattice, (x, y));
            let at = |(dx, dy): (i32, i32)| (cell.plane().index(), 6 * i32::from(x) + dx, 6 * i32::from(y) + dy);
            let kind = &catalog.kinds[placed.kind];
            let reaching = |side: u8, wanted: &dyn Fn(usize, usize) -> bool| {
                let count = catalog.edges[face.edge(Side(side))].ports.len();
                let own = (0..kind.segments.len()).filter(|&local| usize::from(kind.segments[local].cell) == part);
                let there = own.filter(|&local| {
                    let mut ports = catalog.ports(placed.kind, placed.turn, local).into_iter();
                    ports.any(|(on, port)| on == Side(side) && wanted(usize::from(port), count))
                });
                there.map(|local| placed.first_segment.plus(local as u32)).collect::<Vec<_>>()
            };
            for (number, &(side, (dx, dy))) in sides.iter().enumerate() {
                let seam = found.entry(at((3 * dx, 3 * dy))).or_default();
                seam.0.extend(reaching(side, &|_, _| true));
                seam.1.extend(lattice.joint(cell, JointAt::Seam(Side(side))).map(Joint::number));
                let (next, (nx, ny)) = sides[(number + 1) % sides.len()];
                // Four squares or three hexes meet at the corner; with triangles, the place in the middle is the corner
                // itself.
                let scale = match lattice {
                    Lattice::Square => 3,
                    Lattice::Hex => 2,
                    Lattice::Triangle => 6,
                };
                let corner = found.entry(at((scale * (dx + nx), scale * (dy + ny)))).or_default();
                corner.0.extend(reaching(side, &|port, count| port + 1 == count));
                corner.0.extend(reaching(next, &|port, _| port == 0));
                corner.1.extend(lattice.joint(cell, JointAt::Corner(Corner(side))).map(Joint::number));
            }
        }
    }
    found
}

#[test]
fn what_reaches_a_joint_is_what_reaches_its_place_in_the_plane() {
    let (mut looks, mut joints) = (0, 0);
    for (name, sample) in all() {
        let mut session = sample.session(2, 3);
        let mut answers = 0;
        play(&mut session, 3, |session| {
            answers += 1;
            if answers % 9 != 0 {
                return;
            }
            let (game, mut seen) = (session.game(), BTreeSet::new());
            for (point, (segments, numbers)) in by_geometry(game) {
                let [number] = numbers.iter().copied().collect::<Vec<_>>()[..] else {
                    panic!("{name}: {point:?} {numbers:?}")
                };
                assert!(seen.insert(number), "{name}: one joint at two places, {point:?}");
                let told = game.board().segments_at_joint(Joint::of_number(number));
                assert_eq!(told.len(), told.iter().collect::<BTreeSet<_>>().len(), "{name}: each once");
                assert_eq!(told.iter().copied().collect::<BTreeSet<_>>(), segments, "{name}: {point:?}");
                joints += 1;
            }
            looks += 1;
        });
    }
    assert!(looks > 50 && joints > 5_000, "{looks} looks, {joints} joints");
}
