use std::sync::Arc;

use expect_test::{Expect, expect};
use tilewright_core::catalog::footing::PlacementPermissions;
use tilewright_core::catalog::id::{EdgeTypeId, Name, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Lattice, MAX_SIDES, Side, Turn};
use tilewright_core::catalog::look::Look;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::tile::{EdgeType, Port, Segment, Tag, Terrain, TileCell, TileKind};
use tilewright_core::catalog::{BoardSpec, Catalog, Extent, Token};
use tilewright_core::state::Game;
use tilewright_core::state::effect::{Effect, Place};
use tilewright_core::state::event::Listeners;
use tilewright_wording::words::Words;

use super::{BoardText, tile_turns, tile_with_marks};

/// Draws a board with the words of its packs.
fn draw_board(board: &BoardText, game: &Game) -> String {
    board.draw(game, Words::new(game.catalog(), "en", &|seat| format!("seat {seat}")))
}

/// Returns a catalog with grass, walls, tracks and a well, and with the tiles `turnpike` (a wall, a track round the
/// corner), `straight` (a track), `well` (in the grass) and, on squares, `long` with two cells.
fn catalog(lattice: Lattice) -> Arc<Catalog> {
    let mut catalog = Catalog { lattice, seats: (2, 4), ..Catalog::default() };
    let name = |local: &str| Name::new("demo", local);
    let ground = Terrain { ground: true, ..Terrain::default() };
    let grass = catalog.terrains.add(name("grass"), ground).unwrap();
    let walled = Terrain {
        look: Look { letter: Some('#'), fill: Some("#805030".into()), ..Look::default() },
        ..Terrain::default()
    };
    let wall = catalog.terrains.add(name("wall"), walled).unwrap();
    let track = catalog.terrains.add(name("track"), Terrain::default()).unwrap();
    let well = catalog.terrains.add(name("well"), Terrain::default()).unwrap();
    let edge = |ports: &[TerrainId]| EdgeType { ports: ports.to_vec(), ..EdgeType::default() };
    let open = catalog.edges.add(name("open"), edge(&[grass])).unwrap();
    let walled = catalog.edges.add(name("walled"), edge(&[wall])).unwrap();
    let way = catalog.edges.add(name("way"), edge(&[grass, track, grass])).unwrap();
    let sides = lattice.side_count();
    let cell = |offset, shown: &[(usize, EdgeTypeId)]| {
        let mut edges = [open; MAX_SIDES];
        for &(side, edge) in shown {
            edges[side] = edge;
        }
        TileCell { offset, edges }
    };
    let part = |terrain, cell, ports: &[(usize, usize)]| Segment {
        terrain,
        cell,
        ports: ports.iter().map(|&(side, index)| Port { side: Side(side as u8), index: index as u8 }).collect(),
        ..Segment::default()
    };
    let (south, west) = (sides / 2, sides - 1);
    let all: Vec<(usize, usize)> = (0..sides).map(|s| (s, 0)).collect();
    let outer: Vec<(usize, usize)> =
        (1..south).map(|s| (s, 0)).chain([(south, 0), (west, 2)]).chain((south + 1..west).map(|s| (s, 0))).collect();
    let east: Vec<(usize, usize)> =
        [(0, 2)].into_iter().chain((1..south).map(|s| (s, 0))).chain([(south, 0)]).collect();
    let other: Vec<(usize, usize)> =
        [(south, 2)].into_iter().chain((south + 1..sides).map(|s| (s, 0))).chain([(0, 0)]).collect();
    let mut add = |local: &str, cells: Vec<TileCell>, segments: Vec<Segment>| {
        catalog.kinds.add(name(local), TileKind { cells, segments, ..TileKind::default() }).unwrap()
    };
    add(
        "turnpike",
        vec![cell((0, 0), &[(0, walled), (south, way), (west, way)])],
        vec![
            part(wall, 0, &[(0, 0)]),
            part(track, 0, &[(south, 1), (west, 1)]),
            part(grass, 0, &outer),
            part(grass, 0, &[(south, 2), (west, 0)]),
        ],
    );
    add(
        "straight",
        vec![cell((0, 0), &[(0, way), (south, way)])],
        vec![part(track, 0, &[(0, 1), (south, 1)]), part(grass, 0, &east), part(grass, 0, &other)],
    );
    add("well", vec![cell((0, 0), &[])], vec![part(grass, 0, &all), part(well, 0, &[])]);
    if lattice == Lattice::Square {
        add(
            "long",
            vec![cell((0, 0), &[(3, walled), (1, walled)]), cell((1, 0), &[(3, walled), (1, walled)])],
            vec![
                part(wall, 0, &[(3, 0), (1, 0)]),
                part(wall, 1, &[(3, 0), (1, 0)]),
                part(grass, 0, &[(0, 0)]),
                part(grass, 0, &[(2, 0)]),
                part(grass, 1, &[(0, 0)]),
                part(grass, 1, &[(2, 0)]),
            ],
        );
    }
    let figure = tilewright_core::catalog::FigureKind { supply: 5, weight: 1, ..Default::default() };
    catalog.figures.add(name("walker"), figure).unwrap();
    catalog.finish();
    Arc::new(catalog)
}

/// Returns a game with tiles that are written as `kind x y turn`.
fn game(lattice: Lattice, tiles: &[(&str, i16, i16, u8)]) -> Game {
    let catalog = catalog(lattice);
    let mut game = Game::new(Arc::clone(&catalog), 2, 1, Listeners::default()).unwrap();
    for &(kind, x, y, turn) in tiles {
        let (seat, kind) = (Seat(0), catalog.kinds.find(kind).unwrap());
        let place = Effect::PlaceTile {
            seat,
            kind,
            cell: Cell::new(x, y),
            turn: Turn(turn),
            footing: PlacementPermissions::FREE,
            reason: None,
        };
        game.effect(place).unwrap();
    }
    game
}

fn deploy(game: &mut Game, seat: u8, cell: Cell, segment: &str) {
    let catalog = Arc::clone(game.catalog());
    let segment = game.board().find_segment(cell, segment).unwrap();
    let figure = catalog.figures.find("walker").unwrap();
    game.effect(Effect::Deploy { seat: Seat(seat), figure, place: Place::Segment(segment) }).unwrap();
}

/// Compares text without styles. A bar before each line preserves the blanks there.
fn check(text: &str, expected: Expect) {
    let plain = anstream::adapter::strip_str(text).to_string();
    expected.assert_eq(&plain.lines().map(|line| format!("|{line}\n")).collect::<String>());
}

#[test]
fn squares_show_terrains_figures_marks_and_the_last_tile() {
    let mut game = game(Lattice::Square, &[("turnpike", 0, 0, 0), ("straight", 0, 1, 0), ("well", 1, 0, 0)]);
    deploy(&mut game, 1, Cell::new(0, 1), "track:N.S");
    deploy(&mut game, 0, Cell::new(1, 0), "well");
    let board = BoardText { marks: vec![(Place::Cell(Cell::new(1, 1)), "[3]".into())], ..BoardText::default() };
    check(
        &draw_board(&board, &game),
        expect![[r#"
            |         0       1
            |      ..####. .......
            |   0  tttt...>...1...<
            |      ...t... .......
            |      ...t...
            |   1  ...2...   [3]
            |      ...t...
            |     . grass   # wall   t track   w well   1 to 2: seats
        "#]],
    );
    // On a segment, the mark is next to the figures that are there.
    let on = |cell, segment| Place::Segment(game.board().find_segment(cell, segment).unwrap());
    let marks = vec![(on(Cell::new(1, 0), "well"), "[2]".into()), (on(Cell::new(0, 1), "track:N.S"), "[4]".into())];
    let text = draw_board(&BoardText { marks, ..BoardText::default() }, &game);
    let plain = anstream::adapter::strip_str(&text).to_string();
    assert!(plain.contains("...1[2]<") && plain.contains("...2[4]"), "{plain}");
}

#[test]
fn a_board_with_limits_shows_its_free_cells_and_a_tile_its_own_tags() {
    let mut catalog = (*catalog(Lattice::Square)).clone();
    let look = |letter| Some(Look { letter: Some(letter), ..Look::default() });
    let tag =
        |catalog: &mut Catalog, name: &str, look| catalog.tags.add(Name::new("demo", name), Tag { look }).unwrap();
    let tags =
        [tag(&mut catalog, "sun", look('S')), tag(&mut catalog, "noted", None), tag(&mut catalog, "ten", look('X'))];
    let well = catalog.kinds.find("well").unwrap();
    catalog.kinds.get_mut(well).unwrap().tags = tags.map(|tag| (tag, 1)).to_vec();
    let laid = |catalog: &Catalog, (from, to)| {
        let extent = Extent::Bounded { min: Cell::new(0, from), max: Cell::new(to, to) };
        let catalog = Catalog { board: BoardSpec { extent, ..BoardSpec::default() }, ..catalog.clone() };
        let mut game = Game::new(Arc::new(catalog), 2, 1, Listeners::default()).unwrap();
        let (cell, turn) = (Cell::new(1, 1), Turn::NONE);
        game.effect(Effect::PlaceTile {
            seat: Seat(0),
            kind: well,
            cell,
            turn,
            footing: PlacementPermissions::FREE,
            reason: None,
        })
        .unwrap();
        draw_board(&BoardText::default(), &game)
    };
    check(
        &laid(&catalog, (0, 2)),
        expect![[r#"
            |         0       1       2
            |
            |   0     ·       ·       ·
            |
            |              .....SX
            |   1     ·    ...w...    ·
            |              .......
            |
            |   2     ·       ·       ·
            |
            |     . grass   # wall   t track   w well   S sun   X ten   · free cell   1 to 2: seats
        "#]],
    );
    // Of a large board, only cells near tiles are shown; here the rim of the board is near on one side.
    check(
        &laid(&catalog, (1, 30)),
        expect![[r#"
            |         0       1       2
            |              .....SX
            |   1     ·    ...w...    ·
            |              .......
            |
            |   2     ·       ·       ·
            |
            |     . grass   # wall   t track   w well   S sun   X ten   · free cell   1 to 2: seats
        "#]],
    );
}

#[test]
fn tags_and_tokens_can_be_distinguished() {
    let mut catalog = (*catalog(Lattice::Square)).clone();
    let tag = |catalog: &mut Catalog, name: &str, look: Option<Option<char>>| {
        let look = look.map(|letter| Look { letter, ..Look::default() });
        catalog.tags.add(Name::new("demo", name), Tag { look }).unwrap()
    };
    // A look without a letter gets a letter that nothing else has; a tag without a look keeps the common sign.
    let ship = tag(&mut catalog, "ship", Some(None));
    let sheep = tag(&mut catalog, "sheep", Some(None));
    let worker = tag(&mut catalog, "worker", Some(Some('W')));
    let noted = tag(&mut catalog, "noted", None);
    let straight = catalog.kinds.find("straight").unwrap();
    let segments = &mut catalog.kinds.get_mut(straight).unwrap().segments;
    segments[0].tags = vec![(noted, 1)];
    segments[1].tags = vec![(noted, 1), (worker, 3)];
    segments[2].tags = vec![(sheep, 1), (ship, 1)];
    let well = catalog.kinds.find("well").unwrap();
    catalog.kinds.get_mut(well).unwrap().tags = vec![(worker, 1), (ship, 2)];
    let token = |catalog: &mut Catalog, name: &str, letter| {
        let look = Look { letter, ..Look::default() };
        catalog.tokens.add(Name::new("demo", name), Token { look }).unwrap()
    };
    let tokens = [("fire", Some('F')), ("fox1", None), ("fox2", None), ("wolf", None)]
        .map(|(name, letter)| token(&mut catalog, name, letter));
    let mut game = Game::new(Arc::new(catalog), 2, 1, Listeners::default()).unwrap();
    for (kind, x) in [(straight, 0), (well, 1), (well, 2), (well, 3), (well, 4)] {
        let (seat, cell, turn) = (Seat(0), Cell::new(x, 0), Turn::NONE);
        game.effect(Effect::PlaceTile { seat, kind, cell, turn, footing: PlacementPermissions::FREE, reason: None })
            .unwrap();
    }
    for (x, token) in (1..).zip(tokens) {
        let place = Some(Place::Cell(Cell::new(x, 0)));
        game.effect(Effect::MoveToken { token, place }).unwrap();
    }
    check(
        &draw_board(&BoardText::default(), &game),
        expect![[r#"
        |         0       1       2       3       4
        |      ...t... ....WS2 ....WS2 ....WS2 ....WS2
        |   0  .HS*.W3 ..(F).. .(fo1). .(fo2).>.(wol).<
        |      ...t... ....... ....... ....... .......
        |     . grass   # wall   t track   w well   S ship and its number, if not 1   H sheep
        |     W worker and its number, if not 1   * noted   F in brackets: fire   1 to 2: seats
    "#]],
    );
}

#[test]
fn what_stands_between_tiles_is_told_below_them() {
    let mut game = game(Lattice::Square, &[("straight", 0, 0, 0)]);
    let figure = game.catalog().figures.find("walker").unwrap();
    for (seat, name) in [(1, "0,0.NW"), (0, "0,0.E"), (0, "-1,-1.SE")] {
        let place = Place::Joint(Lattice::Square.read_joint(name).unwrap());
        game.effect(Effect::Deploy { seat: Seat(seat), figure, place }).unwrap();
    }
    check(
        &draw_board(&BoardText::default(), &game),
        expect![[r#"
            |         0
            |      ...t...
            |   0  ...t...
            |      ...t...
            |at -1,-1.SE: 2 1
            |at 0,0.E: 1
            |     . grass   # wall   t track   w well   1 to 2: seats
        "#]],
    );
}

#[test]
fn hexes_are_sunk_by_half_a_cell_for_each_column() {
    let game =
        game(Lattice::Hex, &[("turnpike", 0, 0, 0), ("straight", 0, 1, 0), ("well", 1, 0, 0), ("well", -1, 1, 0)]);
    let board = BoardText { marks: vec![(Place::Cell(Cell::new(1, -1)), "[1]".into())], ..BoardText::default() };
    check(
        &draw_board(&board, &game),
        expect![[r#"
            |        -1      0      1
            |
            |                      [1]
            |              .###.
            |             tt.#...
            |       ..... ..tt... .....
            |   1 >.......<..t.. .......
            |      ...w... ..t.. ...w...
            |       ..... ...t... .....
            |             ...t...
            |              ..t..
            |     . grass   # wall   t track   w well   1 to 2: seats
        "#]],
    );
}

#[test]
fn a_tile_is_shown_at_each_turn() {
    let catalog = catalog(Lattice::Square);
    let turns = |kind: &str, turns: &[Turn]| {
        let kind: TileKindId = catalog.kinds.find(kind).unwrap();
        tile_turns(&catalog, kind, turns, 40, false)
    };
    check(
        &turns("turnpike", &[Turn::NONE, Turn(1), Turn(2), Turn(3)]),
        expect![[r#"
            |  ..####.   ...t...   ...t...   ##.....
            |  tttt...   tttt###   ...tttt   ###tttt
            |  ...t...   .....##   .####..   ...t...
            |  turn 0    turn 1    turn 2    turn 3
        "#]],
    );
    check(
        &turns("long", &[Turn::NONE, Turn(1)]),
        expect![[r#"
            |  ##...## ##...##   .#####.
            |  ####### #######   ..###..
            |  ##...## ##...##   .#####.
            |                    .#####.
            |                    ..###..
            |                    .#####.
            |  turn 0            turn 1
        "#]],
    );
}

#[test]
fn parts_of_a_large_tile_are_numbered() {
    for (lattice, expected) in [
        (
            Lattice::Square,
            expect![[r#"
        |  ...###########.
        |  ....###1#####..
        |  .....######....
        |  ttttttt23......
        |  .......t.......
        |  .......t.......
        |  .4.....t.......
    "#]],
        ),
        (
            Lattice::Hex,
            expect![[r#"
        |     ..#######
        |    ...##1###..
        |   tt..#####....
        |  ...ttt.........
        |  ...4..t23......
        |   ......t......
        |    .....t.....
        |     ....t....
    "#]],
        ),
    ] {
        let catalog = catalog(lattice);
        let kind = catalog.kinds.find("turnpike").unwrap();
        let marks: Vec<(usize, String)> = (0..4).map(|n| (n, (n + 1).to_string())).collect();
        check(&tile_with_marks(&catalog, (kind, Turn::NONE), &marks, false), expected);
    }
}

#[test]
fn a_narrow_terminal_sees_the_part_around_the_last_tile() {
    let tiles: Vec<(&str, i16, i16, u8)> = (0..20).map(|x| ("well", x, 0, 0)).collect();
    let game = game(Lattice::Square, &tiles);
    let narrow = BoardText { room: (Some(40), Some(20)), ..BoardText::default() };
    check(
        &draw_board(&narrow, &game),
        expect![[r#"
            |       15    16    17    18    19
            |      ..... ..... ..... ..... .....
            |   0  ..w.. ..w.. ..w.. ..w..>..w..<
            |      ..... ..... ..... ..... .....
            |     … continues west: `board x,y` shows another part
            |     . grass   # wall   t track
            |     w well   1 to 2: seats
        "#]],
    );
    let middle = BoardText { focus: Some(Cell::new(9, 0)), ..narrow };
    check(
        &draw_board(&middle, &game),
        expect![[r#"
            |        7     8     9    10    11
            |      ..... ..... ..... ..... .....
            |   0  ..w.. ..w.. ..w.. ..w.. ..w..
            |      ..... ..... ..... ..... .....
            |     … continues east, west: `board x,y` shows another part
            |     . grass   # wall   t track
            |     w well   1 to 2: seats
        "#]],
    );
}

#[test]
fn colours_follow_the_looks() {
    let game = game(Lattice::Square, &[("long", 0, 0, 0)]);
    let text = draw_board(&BoardText { exact: true, ..BoardText::default() }, &game);
    assert!(text.contains("48;2;128;80;48"), "{text:?}");
    let text = draw_board(&BoardText::default(), &game);
    assert!(text.contains("48;5;"), "{text:?}");
}
