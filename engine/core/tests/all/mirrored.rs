//! Tests tiles that may be placed either way up: a board and its mirror image, and games in which faces are chosen.

use tilewright_core::catalog::footing::PlacementPermissions;
use tilewright_core::catalog::id::{BagId, SegmentId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Lattice, Planes, Turn};
use tilewright_core::catalog::pose::Pose;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::fixture::drawing::kind_of;
use tilewright_core::fixture::samples::{fair, heath, hexes, triangles};
use tilewright_core::fixture::{Sample, play};
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::{FACE, Options, Pick};
use tilewright_core::state::effect::{Effect, TileDestination};
use tilewright_core::verify;

/// Returns a sample in which all tiles that have a mirror image may be placed either way up.
fn add_mirrors(sample: &Sample) -> Sample {
    sample.with(|catalog| {
        let with_cells = catalog.kinds.iter().filter(|(_, kind)| !kind.cells.is_empty()).map(|(id, _)| id);
        for kind in with_cells.collect::<Vec<_>>() {
            catalog.add_mirror(kind).unwrap();
        }
    })
}

fn across(lattice: Lattice, cell: Cell, turn: Turn) -> (Cell, Turn) {
    let (x, y) = lattice.mirrored_offset((cell.x, cell.y));
    let sides = lattice.side_count();
    (Cell::new(x, y), Turn(((sides - turn.index()) % sides) as u8))
}

fn placements(game: &Game, kind: TileKindId) -> Vec<(Cell, Turn)> {
    let mut found = game.board().list_placements(kind, Planes::ALL);
    found.sort_unstable();
    found
}

#[test]
fn a_board_of_mirror_images_is_the_mirror_image_of_the_board() {
    for sample in [add_mirrors(&heath()), add_mirrors(&hexes()), add_mirrors(&triangles())] {
        let sample = sample.with(|catalog| catalog.board.presets.clear());
        for seed in 0..8 {
            let mut chance = Generator::new(seed);
            let (mut own, mut other) = (sample.game(2), sample.game(2));
            let catalog = std::sync::Arc::clone(own.catalog());
            let first = kind_of(&catalog, "well");
            let mirror = |kind: TileKindId| catalog.kinds[kind].mirror.unwrap();
            own.arrange_tile(first, Pose::default(), false).unwrap();
            other.arrange_tile(mirror(first), Pose::default(), false).unwrap();
            for _ in 0..14 {
                let kind = TileKindId(chance.below(catalog.kinds.len() as u32) as u16);
                let here = placements(&own, kind);
                let mut there: Vec<_> = here.iter().map(|&(cell, turn)| across(catalog.lattice, cell, turn)).collect();
                there.sort_unstable();
                assert_eq!(placements(&other, mirror(kind)), there, "{}", catalog.kinds.key(kind));
                verify::placements(&other, mirror(kind)).unwrap();
                if here.is_empty() {
                    continue;
                }
                let (cell, turn) = here[chance.below(here.len() as u32) as usize];
                // The bag may not have enough tiles of the kind.
                if own.arrange_tile(kind, Pose { cell, turn }, false).is_err() {
                    continue;
                }
                let (cell, turn) = across(catalog.lattice, cell, turn);
                other.arrange_tile(mirror(kind), Pose { cell, turn }, false).unwrap();
            }
            // Segments have the same numbers on both boards, so their features must correspond.
            let count: usize = own.board().tiles().map(|tile| catalog.kinds[tile.kind].segments.len()).sum();
            assert!(count > 14);
            for segment in (0..count).map(|number| SegmentId(number as u32)) {
                let of = |game: &Game| {
                    let (board, features) = (game.board(), game.board().features());
                    let whole = (features.open_sides(segment), features.tiles(segment), features.size(segment));
                    (board.terrain(segment), whole, board.is_complete(segment))
                };
                assert_eq!(of(&own), of(&other));
            }
        }
    }
}

/// Checks a question about the face; returns false if the decision is about something else.
fn check_face_question(session: &Session) -> bool {
    let game = session.game();
    let Some(decision) = game.decision() else { return false };
    let Options::Faces([front, mirror]) = decision.options else { return false };
    assert_eq!(&*decision.ask, FACE);
    let kinds = &game.catalog().kinds;
    assert_eq!((kinds[front].mirror, kinds[mirror].mirror), (Some(mirror), Some(front)));
    for face in [front, mirror] {
        assert!(!placements(game, face).is_empty(), "{} has no place", kinds.key(face));
        assert_eq!(decision.options.find(game, &kinds.key(face)), Some(Pick::Face(face)));
    }
    true
}

#[test]
fn faces_are_chosen_first_and_tiles_stay_what_they_are() {
    for sample in [add_mirrors(&heath()), add_mirrors(&hexes()), add_mirrors(&triangles())] {
        let (mut asked, mut laid) = (0, 0);
        for seed in 0..6 {
            let mut session = sample.session(2, seed);
            play(&mut session, seed, |session| {
                asked += u32::from(check_face_question(session));
                verify::position(session.game()).unwrap();
            });
            let game = session.game();
            let catalog = std::sync::Arc::clone(game.catalog());
            laid += game.board().tiles().filter(|tile| catalog.kinds[tile.kind].is_mirrored).count();
            assert!(game.set_aside().iter().all(|&kind| catalog.front(kind) == kind));
            verify::tiles_are_conserved(game).unwrap();
            // Undo leads back to the question, and the same answers lead to the same position.
            let end = game.fingerprint();
            let (line, length) = (session.timeline(), session.log().len());
            assert!(session.undo_to(session.answers() / 2));
            session.jump_to(&line, length).unwrap();
            assert_eq!(session.game().fingerprint(), end);
        }
        assert!(asked > 20 && laid > 20, "asked {asked} times, {laid} mirror images laid");
    }
}

#[test]
fn other_seats_are_imagined_with_tiles_and_not_with_faces() {
    let sample = add_mirrors(&fair());
    let (mut looked, mut laid) = (0, 0);
    for seed in 0..6 {
        let mut generator = Generator::new(seed);
        let mut session = sample.session(3, seed);
        play(&mut session, seed, |session| {
            let game = session.game();
            let catalog = game.catalog();
            verify::position(game).unwrap();
            laid += game.board().tiles().filter(|tile| catalog.kinds[tile.kind].is_mirrored).count();
            for seat in game.seats_from(Seat(0)) {
                let imagined = game.imagine(seat, &mut generator);
                let hands = game.seats_from(Seat(0)).flat_map(|holder| imagined.hand(holder));
                let bags = catalog.bags.ids().flat_map(|bag| imagined.bag(bag).kinds());
                assert!(hands.chain(bags).all(|kind| catalog.front(kind) == kind));
                verify::tiles_are_conserved(&imagined).unwrap();
                looked += 1;
            }
        });
    }
    assert!(looked > 300 && laid > 300, "{looked} positions imagined, {laid} mirror images in them");
}

#[test]
fn bags_hands_and_rows_take_a_tile_whichever_face_is_named() {
    let sample = add_mirrors(&heath());
    let mut game = sample.game(2);
    let catalog = std::sync::Arc::clone(game.catalog());
    let front = kind_of(&catalog, "bend");
    let mirror = catalog.kinds[front].mirror.unwrap();
    let (bag, seat) = (BagId(0), Seat(1));
    let all = game.bag(bag).count(front);
    game.effect(Effect::Remove { bag, kind: mirror }).unwrap();
    assert_eq!((game.bag(bag).count(front), game.bag(bag).count(mirror)), (all - 1, 0));
    game.effect(Effect::ToHand { seat, kind: mirror }).unwrap();
    assert_eq!(game.hand(seat).collect::<Vec<_>>(), [front]);
    game.effect(Effect::FromHand { seat, kind: mirror }).unwrap();
    game.effect(Effect::PutBack { bag, kind: mirror }).unwrap();
    assert_eq!((game.bag(bag).count(front), game.bag(bag).count(mirror)), (all, 0));
    // A tile with its other face up is the same tile once it is taken up.
    game.effect(Effect::Remove { bag, kind: front }).unwrap();
    let (cell, turn) = (Cell::new(5, 5), Turn::NONE);
    let footing = PlacementPermissions { free: true, over: false };
    game.effect(Effect::PlaceTile { seat, kind: mirror, cell, turn, footing, reason: None }).unwrap();
    let (tile, _) = game.board().tile_at(cell).unwrap();
    assert_eq!(game.board().tile(tile).unwrap().kind, mirror);
    game.effect(Effect::TakeUp { seat, tile, to: TileDestination::Bag(bag), reason: None }).unwrap();
    assert_eq!((game.bag(bag).count(front), game.bag(bag).count(mirror)), (all, 0));
}
