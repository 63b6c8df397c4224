//! Tests own art of places: backs, empty cells, rim cells, zones, backgrounds and chips.

use std::sync::Arc;

use expect_test::{Expect, expect};
use tilewright_art::board::{Extras, board_scene};
use tilewright_art::geometry::Point;
use tilewright_art::scene::Scene;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::{ArtLook, BoardFit, BoardLook, Layering};
use tilewright_core::catalog::lattice::{Cell, Lattice, Turn};
use tilewright_core::state::Game;
use tilewright_core::state::event::Listeners;

use crate::own::{Art, artist, catalog, kind, look_of, quarters, row_of};
use crate::sides::load_bare_catalog;

fn check(actual: &str, expected: &Expect) {
    expected.assert_eq(actual);
}

/// Returns a pack with a fixed board, its rim, a zone and a chip, on squares.
fn board_catalog() -> Catalog {
    let text = r#"Pack(id: "demo", version: "1.0.0", format: 1, title: "Demo", authors: ["Ann Example"], licence: "MIT",
        lattice: square, terrains: [(id: lawn, ground: true)], edges: [(id: lawn, ports: [lawn])], bags: [tiles, chips],
        zones: [quay], board: (extent: fixed(2, 2), rim: [(side: N, edge: lawn, name: "N")]),
        flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
        tiles: [(id: "One", edges: (n: lawn, e: lawn, s: lawn, w: lawn))], chips: [(id: "Chip", count: 2, bag: chips)],
    )"#;
    load_bare_catalog(text).unwrap()
}

/// Draws an empty board of two by two cells without the pixels around its rim.
fn board_rows(catalog: &Catalog, art: &Art, look: &ArtLook) -> String {
    let game = Game::new(Arc::new(catalog.clone()), catalog.seats.0.max(1), 1, Listeners::default()).unwrap();
    let own = art.own(look);
    let board = board_scene(&game, &artist(catalog, &own), &Extras::default());
    let mut inner = Scene::new(board.size.0 - 0.5, board.size.1 - 0.5);
    inner.add(&board, Point::new(-0.25, -0.25));
    row_of(&[inner], 6.0)
}

#[test]
fn empty_cells_turn_with_triangles() {
    let (size, catalog) = ((15, 13), catalog(Lattice::Triangle));
    let mut art = Art::default();
    let picture = art.add(quarters("abcd", size.0, size.1));
    let look = ArtLook { empty: Some(picture), ..ArtLook::default() };
    let rows = |art: &Art| {
        let own = art.own(&look);
        let artist = artist(&catalog, &own);
        row_of(&[Cell::ORIGIN, Cell::new(0, -1)].map(|cell| artist.empty_cell(cell)), 10.0)
    };
    check(
        &rows(&art),
        &expect![[r#"
        ...............  .......a.......
        ...............  .......a.......
        ...............  ......aaa......
        ...............  .....aaaaa.....
        aaaaaaabbbbbbbb  .....aaaaa.....
        .aaaaaabbbbbbb.  ....aaaaaaa....
        .aaaaaabbbbbbb.  ....2aaaaab....
        ..aaaaabbbbbb..  ...ccaaaobbb...
        ..aaaaabbbbbb..  ...cc2obbbbb...
        ...aaaabbbbb...  ..cccdbbbbbbb..
        ...ccccddddd...  .ccddddbbbbbbb.
        ....cccdddd....  .cdddddbbbbbbb.
        .....ccddd.....  ddddddddbbbbbbb
        .....ccddd.....  ...............
        ......cdd......  ...............
        ......cdd......  ...............
        .......d.......  ...............
        ...............  ...............
    "#]],
    );
    // A picture that was painted half a turn off is turned before.
    art.plan.pictures[0].turn = Turn(3);
    check(
        &rows(&art),
        &expect![[r#"
        ...............  .......d.......
        ...............  .......d.......
        ...............  ......ddd......
        ...............  .....ddddd.....
        ddddddddccccccc  .....ddddd.....
        .dddddddcccccc.  ....ddddddd....
        .dddddddcccccc.  ....ddddddd....
        ..ddddddccccc..  ...bddddddbc...
        ..ddddddccccc..  ...bdddddccc...
        ...dddddcccc...  ..bbbddcccccc..
        ...dddddcccc...  .bbbb2cccccccc.
        ....bbbbaaa....  .bb1aacccccccc.
        .....bbbaa.....  bbaaaa2cccccccc
        .....bbbaa.....  ...............
        ......bba......  ...............
        ......bba......  ...............
        .......b.......  ...............
        ...............  ...............
    "#]],
    );
}

#[test]
fn empty_cells_and_rim_cells_fill_their_outlines() {
    let catalog = board_catalog();
    let mut art = Art::default();
    let (empty, rim) = (art.add(quarters("abcd", 6, 6)), art.add(quarters("wwkk", 6, 6)));
    let name = |number: usize| catalog.board.rim[number].name.clone();
    let look = ArtLook { empty: Some(empty), rim: [(name(0), rim)].into(), ..ArtLook::default() };
    check(
        &board_rows(&catalog, &art, &look),
        &expect![[r#"
        wwwwwwbbbbbb
        wwwwwwbbbbbb
        wwwwwwbbbbbb
        kkkkkkbbbbbb
        kkkkkkbbbbbb
        kkkkkkbbbbbb
        aaabbbaaabbb
        aaabbbaaabbb
        aaabbbaaabbb
        cccdddcccddd
        cccdddcccddd
        cccdddcccddd
        aaabbbaaabbb
        aaabbbaaabbb
        aaabbbaaabbb
        cccdddcccddd
        cccdddcccddd
        cccdddcccddd
    "#]],
    );
}

#[test]
fn backgrounds_are_stretched_or_repeat_from_the_origin() {
    let catalog = board_catalog();
    let mut art = Art::default();
    let picture = art.add(quarters("abcd", 12, 12));
    for (fit, expected) in [
        (
            BoardFit::Stretch,
            expect![[r#"
        bbbbbbbbbbbb
        bbbbbbbbbbbb
        bbbbbbbbbbbb
        bbbbbbbbbbbb
        bbbbbbbbbbbb
        bbbbbbbbbbbb
        aaaaaabbbbbb
        aaaaaabbbbbb
        aaaaaabbbbbb
        aaaaaabbbbbb
        aaaaaabbbbbb
        aaaaaabbbbbb
        ccccccdddddd
        ccccccdddddd
        ccccccdddddd
        ccccccdddddd
        ccccccdddddd
        ccccccdddddd
    "#]],
        ),
        (
            BoardFit::Repeat { cells: 1 },
            expect![[r#"
        bbbbbbbbbbbb
        bbbbbbbbbbbb
        bbbbbbbbbbbb
        bbbbbbbbbbbb
        bbbbbbbbbbbb
        bbbbbbbbbbbb
        aaabbbaaabbb
        aaabbbaaabbb
        aaabbbaaabbb
        cccdddcccddd
        cccdddcccddd
        cccdddcccddd
        aaabbbaaabbb
        aaabbbaaabbb
        aaabbbaaabbb
        cccdddcccddd
        cccdddcccddd
        cccdddcccddd
    "#]],
        ),
    ] {
        let look = ArtLook { board: Some(BoardLook { picture, fit }), ..ArtLook::default() };
        check(&board_rows(&catalog, &art, &look), &expected);
    }
}

#[test]
fn zones_and_chips_show_their_pictures() {
    let catalog = board_catalog();
    let mut art = Art::default();
    let picture = art.add(quarters("abcd", 8, 8));
    let (chip, quay) = (kind(&catalog, "Chip"), catalog.zones.ids().next().unwrap());
    let tiles = [(chip, look_of(picture, Layering::Instead))].into();
    let own = art.own(&ArtLook { tiles, zones: [(quay, picture)].into(), ..ArtLook::default() });
    let artist = artist(&catalog, &own);
    let scenes = [artist.tile(chip, Turn::NONE), artist.zone(quay, (2.0, 1.0)).unwrap()];
    check(
        &row_of(&scenes, 8.0),
        &expect![[r#"
        ...ab...  aaaaaaaobbbbbbbb
        .aaabbb.  aaaaaaaobbbbbbbb
        .aaabbb.  aaaaaaaobbbbbbbb
        aaaabbbb  aaaaaaaobbbbbbbb
        ccccdddd  ccccccccdddddddd
        .cccddd.  ccccccccdddddddd
        .cccddd.  ccccccccdddddddd
        ...cd...  ccccccccdddddddd
    "#]],
    );
    let plain = Art::default().own(&ArtLook::default());
    assert_eq!(crate::own::artist(&catalog, &plain).zone(quay, (2.0, 1.0)), None);
}

#[test]
fn backs_fill_the_outline_of_the_tile() {
    for (lattice, (width, height), expected) in [
        (
            Lattice::Square,
            (12, 6),
            expect![[r#"
            aaaaaabbbbbb  ddddddcccccc
            aaaaaabbbbbb  ddddddcccccc
            aaaaaabbbbbb  ddddddcccccc
            ccccccdddddd  bbbbbbaaaaaa
            ccccccdddddd  bbbbbbaaaaaa
            ccccccdddddd  bbbbbbaaaaaa
        "#]],
        ),
        (
            Lattice::Hex,
            (35, 26),
            expect![[r#"
            .aaao......  .dddd......
            .aaao......  .dddd......
            aaaaob.....  dddddd.....
            22222bbbbb.  ddddddcccc.
            .ccccddddd.  .bbbbbaaaa.
            .....ddddd.  .....1aaaa.
            .....ddddd.  .....1aaaa.
            ......ddd..  ......aaa..
        "#]],
        ),
        (
            Lattice::Triangle,
            (15, 26),
            expect![[r#"
            .........  .........
            ....b....  ....d....
            ...obb...  ...ddc...
            ..aobbb..  ..dddcc..
            ..aobbb..  ..dddcc..
            .aaobbbb.  .ddddccc.
            .aaobbbb.  .ddddccc.
            2222bbbbb  ddddd2ccc
            ccccddddd  bbbbb2aaa
            .cccdddd.  .bbbboaa.
            ..ccddd..  ..bbboa..
            ..ccddd..  ..bbboa..
            ...cdd...  ...bbo...
            ...cdd...  ...bbo...
            ....d....  ....b....
            .........  .........
        "#]],
        ),
    ] {
        let catalog = catalog(lattice);
        let mut art = Art::default();
        let picture = art.add(quarters("abcd", width, height));
        let bag = catalog.bags.ids().next().unwrap();
        let look = ArtLook { bags: [(bag, picture)].into(), ..ArtLook::default() };
        let back = |art: &Art| {
            let own = art.own(&look);
            artist(&catalog, &own).own_back(kind(&catalog, "Two"), bag, 0.0).unwrap()
        };
        let unturned = back(&art);
        // A picture that was painted half a turn off is turned about the first cell.
        art.plan.pictures[0].turn = Turn(lattice.side_count() as u8 / 2);
        check(&row_of(&[unturned, back(&art)], 6.0), &expected);
    }
}
