//! Tests pictures of boards with pieces.

use tilewright_art::board::{Extras, Mark, PieceSubject, SEATS, board_scene, draw_figure_of, mark_scene, standing};
use tilewright_art::geometry::Point;
use tilewright_art::outline::{self, place};
use tilewright_art::raster::png;
use tilewright_art::scene::Scene;
use tilewright_art::spread::Spread;
use tilewright_core::catalog::id::FigureKindId;
use tilewright_core::catalog::joint::{Corner, JointAt};
use tilewright_core::catalog::lattice::{Cell, Lattice, Side, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::Stop;
use tilewright_core::state::Game;
use tilewright_core::state::effect::{Effect, Place};
use tilewright_kit::packs::load::Loaded;

use crate::{artist, colors, count, pack, packs};

/// Plays a game for some decisions, always with the first option.
fn play_first_options(loaded: &Loaded, decisions: usize) -> Box<Game> {
    let mut machine = loaded.machine().unwrap();
    let seats = loaded.catalog().unwrap().seats.0.max(1);
    let mut game = machine.new_game(seats, 3).unwrap();
    for _ in 0..decisions {
        if machine.run(&mut game).unwrap() == Stop::Over {
            break;
        }
        let pick = game.decision().and_then(|d| d.options.get(&game, 0)).unwrap();
        machine.answer(&mut game, pick).unwrap();
    }
    game
}

#[test]
fn every_pack_has_a_board() {
    for loaded in packs().iter().filter(|l| l.is_playable()) {
        let game = play_first_options(loaded, 14);
        let scene = board_scene(&game, &artist(loaded.catalog().unwrap()), &Extras::default());
        assert!(scene.size.0 >= 1.0 && scene.size.1 >= 0.8);
        assert!(png(&scene, 16.0).is_ok());
    }
}

#[test]
fn figures_stand_in_the_colours_of_their_seats() {
    let loaded = pack("carcassonne");
    let game = play_first_options(&loaded, 14);
    let artist = artist(loaded.catalog().unwrap());
    let scene = board_scene(&game, &artist, &Extras::default());
    let standing: Vec<_> = game.figures().filter(|(_, f)| f.place.is_some()).collect();
    assert!(!standing.is_empty());
    for (_, figure) in standing {
        assert!(colors(&scene).contains(&SEATS[figure.seat.index()].rgb));
    }
}

#[test]
fn figures_stand_at_corners_and_on_seams() {
    let loaded = pack("carcassonne");
    let mut game = play_first_options(&loaded, 0);
    let (seat, cell) = (Seat(0), Cell::ORIGIN);
    let (lattice, spread) = (Lattice::Square, Spread::from_game(&game, &[]));
    for (at, point) in [
        (JointAt::Corner(Corner(1)), Point::new(1.0, 1.0)),
        (JointAt::Corner(Corner(3)), Point::new(0.0, 0.0)),
        (JointAt::Seam(Side(3)), Point::new(0.0, 0.5)),
    ] {
        let place = Place::Joint(lattice.joint(cell, at).unwrap());
        game.effect(Effect::Deploy { seat, figure: FigureKindId(0), place }).unwrap();
        let stands = standing(&game, &artist(loaded.catalog().unwrap()), &spread);
        assert!(stands.iter().any(|one| (one.at - point).length() < 0.001 && !one.lies), "{at:?}");
    }
}

#[test]
fn a_joint_lies_at_one_point_from_all_its_cells() {
    for (lattice, cell) in Lattice::ALL.into_iter().flat_map(|l| [Cell::new(2, -4), Cell::new(2, -2)].map(|c| (l, c))) {
        let corners = lattice.corners_of(cell).map(JointAt::Corner);
        for at in corners.chain(lattice.sides_of(cell).map(JointAt::Seam)) {
            let joint = lattice.joint(cell, at).unwrap();
            let points = lattice
                .cells_at(joint)
                .into_iter()
                .map(|(cell, at)| place(lattice, cell) + outline::joint(lattice, at));
            let points: Vec<Point> = points.collect();
            assert!(points.iter().all(|&point| (point - points[0]).length() < 0.001), "{lattice:?} {at:?} {points:?}");
        }
    }
}

#[test]
fn figures_lie_on_ground_and_stand_elsewhere() {
    let loaded = pack("carcassonne");
    let catalog = loaded.catalog().unwrap();
    let (mut lying, mut upright) = (0, 0);
    for decisions in [6, 14, 22] {
        let game = play_first_options(&loaded, decisions);
        for one in standing(&game, &artist(catalog), &Spread::from_game(&game, &[])) {
            let PieceSubject::Figure(number) = one.what else { continue };
            let Some(Place::Segment(on)) = game.figure(number).unwrap().place else { panic!("{number}") };
            assert_eq!(one.lies, catalog.terrains[game.board().terrain(on)].ground);
            let counted = if one.lies { &mut lying } else { &mut upright };
            *counted += 1;
        }
    }
    assert!(lying > 0 && upright > 0, "{lying} {upright}");
    let drawn = |lies: bool| {
        let mut scene = Scene::new(1.0, 1.0);
        draw_figure_of(&mut scene, catalog, FigureKindId(0), Seat(0), Point::new(0.5, 0.5), lies);
        png(&scene, 64.0).unwrap()
    };
    assert_ne!(drawn(true), drawn(false));
}

#[test]
fn a_board_with_bounds_shows_its_cells_and_its_rim() {
    let loaded = pack("entdecker");
    let game = play_first_options(&loaded, 0);
    let scene = board_scene(&game, &artist(loaded.catalog().unwrap()), &Extras::default());
    // The board has 12 by 8 cells, a rim of one cell around it, and the margin.
    assert!((scene.size.0 - 14.5).abs() < 1e-3 && (scene.size.1 - 10.5).abs() < 1e-3, "{:?}", scene.size);
}

#[test]
fn extras_are_drawn_and_make_room() {
    let loaded = pack("carcassonne");
    let game = play_first_options(&loaded, 4);
    let artist = artist(loaded.catalog().unwrap());
    let draw = |extras: &Extras| board_scene(&game, &artist, extras);
    let plain = draw(&Extras::default());
    let far = Cell::new(20, 0);
    let marked = draw(&Extras { marks: vec![(far, Mark::Legal)], ..Extras::default() });
    assert!(marked.size.0 > plain.size.0 && colors(&marked).contains(&Mark::Legal.color().rgb));
    let numbered = draw(&Extras { coordinates: true, ..Extras::default() });
    assert!(numbered.size.0 > plain.size.0 && count(&numbered.shapes) > count(&plain.shapes));
    let ghost = Some((game.catalog().kinds.find("X").unwrap(), Turn(1), Cell::ORIGIN));
    assert!(count(&draw(&Extras { ghost, ..Extras::default() }).shapes) > count(&plain.shapes) + 20);
}

#[test]
fn marks_differ_in_more_than_their_colour() {
    for lattice in Lattice::ALL {
        let scene = |mark| mark_scene(lattice, Cell::ORIGIN, mark);
        let counts = [Mark::Legal, Mark::Hover, Mark::Selected].map(|m| count(&scene(m).shapes));
        assert!(counts[0] != counts[1] && counts[1] != counts[2] && counts[0] != counts[2], "{counts:?}");
    }
}
