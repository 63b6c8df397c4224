//! Tests printed figures, tokens, boards and cards, the shift of backs, and backs with visible tags.

use tilewright_art::bare_board::bare_boards;
use tilewright_art::geometry::Point;
use tilewright_art::print::card::{CardLine, CardSection, TextCard};
use tilewright_art::print::single::single_part_pages;
use tilewright_art::print::{
    CardCopies, Paper, PrintError, PrintLayout, PrintParts, Sheets, counts, figure_counts, part_sheets, sheets,
};
use tilewright_art::raster::pixels;
use tilewright_art::scene::{Color, Scene};
use tilewright_core::catalog::Catalog;
use tilewright_pack::{LoadOptions, World};

use crate::prints::ink_bounds;
use crate::{artist, pack};

/// Returns everything that a game has for a number of seats.
fn everything(catalog: &Catalog, seats: u8) -> PrintParts {
    PrintParts {
        tiles: counts(catalog),
        figures: figure_counts(catalog, seats),
        tokens: catalog.tokens.ids().collect(),
        boards: bare_boards(catalog, seats).into_iter().filter(|board| !board.cells.is_empty()).collect(),
        cards: vec![CardCopies { card: card(4), count: seats.into() }],
    }
}

/// Returns a card with this number of sections, whose lines are long.
fn card(sections: usize) -> TextCard {
    let line = |number: &str, text: &str| CardLine { number: number.into(), text: text.into() };
    let section = |number: usize| CardSection {
        heading: format!("Causeways and beacons {number}"),
        colors: vec![Color::hex(0x8a7f6d), Color::hex(0x4a7f9c)],
        lines: vec![
            line("", "A causeway scores for each of its tiles, and a finished one scores more."),
            line("12", "Points for each tile of a finished causeway between two beacons that see each other."),
            line("1", &"unbroken".repeat(20)),
        ],
    };
    TextCard { title: "A reference card".into(), sections: (1..=sections).map(section).collect() }
}

/// Returns the pixels of all pictures on a page, which is drawn with pixels of half a millimetre.
fn drawn(sheets: &Sheets, number: usize) -> Vec<[u8; 4]> {
    let page = &sheets.pages[number];
    let mut scene = Scene::new(page.marks.size.0, page.marks.size.1);
    page.placed.iter().for_each(|&(picture, at)| scene.add(&sheets.pictures[picture], at));
    pixels(&scene, 2.0).unwrap().rgba.chunks_exact(4).map(|pixel| pixel.try_into().unwrap()).collect()
}

#[test]
fn everything_that_a_game_needs_is_printed_within_the_margin() {
    // Games with figures and tokens, with one board, and with a board for each seat.
    for (id, seats, figures, tokens, boards) in
        [("glowmoor", 4, 20, 1, 0), ("ribbonfair", 6, 6, 0, 1), ("bellhollow", 8, 8, 0, 1), ("honeyplot", 3, 0, 0, 3)]
    {
        let loaded = pack(id);
        let catalog = loaded.catalog().unwrap();
        let parts = everything(catalog, seats);
        let copies: usize = parts.figures.iter().map(|figures| usize::from(figures.count)).sum();
        assert_eq!((copies, parts.tokens.len(), parts.boards.len()), (figures, tokens, boards), "{id}");
        for paper in [Paper::A4, Paper::LETTER, Paper { width: 330.0, height: 483.0 }] {
            let layout = PrintLayout { paper, offset: Point::new(-1.5, 0.75), ..PrintLayout::default() };
            let sheets = part_sheets(&artist(catalog), &parts, &layout).unwrap();
            assert_eq!(sheets.others, figures + tokens + boards + usize::from(seats), "{id}");
            assert_eq!(sheets.pages.len() % 2, 0, "{id}: each front has a back");
            for page in &sheets.pages {
                let (least, most) = ink_bounds(page, &sheets.pictures);
                let far = Point::new(paper.width - layout.margin, paper.height - layout.margin);
                let is_within = least.x.min(least.y) >= layout.margin - 1e-3 && most.x <= far.x && most.y <= far.y;
                assert!(is_within, "{id} on {paper:?}: {least:?} to {most:?}");
            }
        }
    }
}

#[test]
fn the_parts_of_a_board_fit_together() {
    let loaded = pack("ribbonfair");
    let catalog = loaded.catalog().unwrap();
    let boards = everything(catalog, 4).boards;
    let layout = PrintLayout { bleed: 0.0, backs: None, ..PrintLayout::default() };
    let artist = artist(catalog);
    let whole = artist.bare_board(&boards[0], 0.0).size;
    let sheets = part_sheets(&artist, &PrintParts { boards, ..PrintParts::default() }, &layout).unwrap();
    assert!(sheets.pages.len() > 1, "the board is larger than a sheet");
    let part = sheets.pictures[0].size;
    assert!(sheets.pictures.iter().all(|picture| picture.size == part));
    let area = part.0 * part.1 * sheets.pages.len() as f32;
    let expected = whole.0 * whole.1 * layout.cell * layout.cell;
    assert!((area / expected - 1.0).abs() < 1e-3, "{area} and {expected}");
    assert!(drawn(&sheets, 0) != drawn(&sheets, 1));
}

#[test]
fn long_cards_continue_on_the_back_and_on_further_cards() {
    let loaded = pack("glowmoor");
    let artist = artist(loaded.catalog().unwrap());
    let printed = |sections: usize, backs: bool| {
        let cards = vec![CardCopies { card: card(sections), count: 2 }];
        let parts = PrintParts { cards, ..PrintParts::default() };
        let layout = PrintLayout::default();
        let layout = PrintLayout { backs: layout.backs.filter(|_| backs), ..layout };
        single_part_pages(&artist, &parts, &layout).unwrap()
    };
    let short = printed(1, true);
    assert_eq!((short.others, short.pictures.len(), short.pages.len()), (2, 1, 4), "the same text on both sides");
    let long = printed(4, true);
    assert_eq!((long.others, long.pictures.len(), long.pages.len()), (2, 2, 4));
    assert_eq!(printed(4, false).others, 4, "without backs, each side is a card");
    assert!(printed(20, true).others > 2);
    // No letter is cut off: the ink keeps a distance from the cut.
    for number in 0..long.pages.len() {
        let page = &long.pages[number];
        let (picture, at) = page.placed[0];
        let whole = &long.pictures[picture];
        let ink = Scene { size: whole.size, shapes: whole.shapes[1..].to_vec() };
        let mut marks = Scene::new(page.marks.size.0, page.marks.size.1);
        marks.add(&ink, at);
        let bare = tilewright_art::print::Page { placed: Vec::new(), marks, boxes: None };
        let (least, most) = ink_bounds(&bare, &[]);
        let [from, to] = page.boxes.unwrap().trim;
        let room = (least - from, to - most);
        assert!(room.0.x > 3.0 && room.0.y > 3.0 && room.1.x > 3.0 && room.1.y > 3.0, "{number}: {room:?}");
    }
}

#[test]
fn boards_for_print_shops_have_one_page_with_boxes() {
    let loaded = pack("ribbonfair");
    let catalog = loaded.catalog().unwrap();
    let artist = artist(catalog);
    let parts = PrintParts { boards: everything(catalog, 4).boards, ..PrintParts::default() };
    let layout = PrintLayout { bleed: 3.0, ..PrintLayout::default() };
    let sheets = single_part_pages(&artist, &parts, &layout).unwrap();
    assert_eq!((sheets.pages.len(), sheets.others), (1, 1));
    let [from, to] = sheets.pages[0].boxes.unwrap().trim;
    let whole = artist.bare_board(&parts.boards[0], 0.0).size;
    let difference = (to - from) - Point::new(whole.0, whole.1) * layout.cell;
    assert!(difference.length() < 0.01, "{difference:?}");
    // No page of a PDF file can be as large as this board.
    let layout = PrintLayout { cell: 1500.0, ..layout };
    assert!(matches!(single_part_pages(&artist, &parts, &layout), Err(PrintError::TooLarge(name)) if name == "board"));
}

#[test]
fn squares_of_players_differ_and_look_the_same_on_both_sides() {
    let loaded = pack("ribbonfair");
    let catalog = loaded.catalog().unwrap();
    let parts = PrintParts { figures: figure_counts(catalog, 6), ..PrintParts::default() };
    let sheets = part_sheets(&artist(catalog), &parts, &PrintLayout::default()).unwrap();
    assert_eq!((sheets.pages.len(), sheets.others, sheets.tiles), (2, 6, 0));
    let pictures: Vec<usize> = sheets.pages[0].placed.iter().map(|placed| placed.0).collect();
    assert_eq!(pictures, [0, 1, 2, 3, 4, 5]);
    let mut colors: Vec<[u8; 4]> =
        (0..6).map(|number| pixels(&sheets.pictures[number], 2.0).unwrap().rgba[..4].try_into().unwrap()).collect();
    colors.sort_unstable();
    colors.dedup();
    assert_eq!(colors.len(), 6, "the frame has the colour of the player");
    let back: Vec<usize> = sheets.pages[1].placed.iter().map(|placed| placed.0).collect();
    assert_eq!(back, pictures);
    // Squares are large enough to be grasped.
    assert!(sheets.pictures.iter().all(|picture| picture.size.0 >= 16.0 + 4.0));
    let single = single_part_pages(&artist(catalog), &parts, &PrintLayout::default()).unwrap();
    assert_eq!((single.pages.len(), single.others), (12, 6));
    let [from, to] = single.pages[0].boxes.unwrap().trim;
    assert!((to.x - from.x - (sheets.pictures[0].size.0 - 4.0)).abs() < 1e-3);
}

#[test]
fn the_offset_moves_backs_only() {
    let loaded = pack("glowmoor");
    let catalog = loaded.catalog().unwrap();
    let of = |offset: Point| {
        let layout = PrintLayout { offset, cell: 30.0, ..PrintLayout::default() };
        sheets(&artist(catalog), &counts(catalog), &layout).unwrap()
    };
    let (straight, shifted) = (of(Point::default()), of(Point::new(0.5, -0.25)));
    assert_eq!(straight.pages.len(), shifted.pages.len());
    for (number, (one, two)) in straight.pages.iter().zip(&shifted.pages).enumerate() {
        let by = if number % 2 == 1 { Point::new(0.5, -0.25) } else { Point::default() };
        for (&(_, from), &(_, to)) in one.placed.iter().zip(&two.placed) {
            assert!((to - from - by).length() < 1e-3, "page {number}: {from:?} to {to:?}");
        }
    }
}

#[test]
fn backs_show_the_visible_tag_of_their_own_tile() {
    let mut world = World::default();
    let text = r#"Pack(
            id: "demo", version: "1.0.0", format: 1, title: "Demo", authors: ["A. Author"], licence: "MIT",
            lattice: square, terrains: [(id: lawn, ground: true)], edges: [(id: lawn, ports: [lawn])],
            tags: [(id: mark, look: (picture: star))], bags: [(id: tiles, stacked: true, back: mark)],
            flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
            tiles: [
                (id: "A", edges: (n: lawn, e: lawn, s: lawn, w: lawn)),
                (id: "B", edges: (n: lawn, e: lawn, s: lawn, w: lawn), tags: [mark]),
                (id: "C", edges: (n: lawn, e: lawn, s: lawn, w: lawn)),
            ],
        )"#;
    world.add_file("demo", "pack.ron", text);
    let loaded = tilewright_pack::load(&world, &["demo"], &LoadOptions { lints: false, ..LoadOptions::default() });
    let catalog = loaded.catalog.unwrap();
    let sheets = sheets(&artist(&catalog), &counts(&catalog), &PrintLayout::default()).unwrap();
    let backs: Vec<usize> = sheets.pages[1].placed.iter().map(|placed| placed.0).collect();
    assert!(backs[0] == backs[2] && backs[0] != backs[1], "{backs:?}");
    assert!(format!("{:?}", sheets.pictures[backs[0]]) != format!("{:?}", sheets.pictures[backs[1]]));
}
