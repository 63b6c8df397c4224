//! Draws the scene of a board with all pieces on it.

use std::collections::BTreeMap;

use tilewright_core::board::Board;
use tilewright_core::catalog::art::BoardFit;
use tilewright_core::catalog::id::{FigureId, FigureKindId, TileKindId, TokenId};
use tilewright_core::catalog::lattice::{Cell, Lattice, Turn};
use tilewright_core::catalog::look::{Look, Picture};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, Extent, MAX_SEATS, RimCell};
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;

use crate::geometry::{Path, Point};
use crate::outline::{cell_size, center, corners_of, place};
use crate::picture::{self, CREAM, INK, Stamp};
use crate::scene::{Color, Pen, Scene};
use crate::sheet::table;
use crate::spread::Spread;
use crate::tile::{Artist, Style, bounds};
use crate::{heights, lettering, look};

/// Colours of the seats, distinguishable by colour-blind players: the colours of Okabe and Ito, and four that differ
/// from them and from each other more than two of those colours do.
pub const SEATS: [Color; MAX_SEATS] = [
    Color::hex(0xd55e00),
    Color::hex(0x0072b2),
    Color::hex(0xf0e442),
    Color::hex(0x222222),
    Color::hex(0xcc79a7),
    Color::hex(0x56b4e9),
    Color::hex(0x009e73),
    Color::hex(0xfafafa),
    Color::hex(0x773311),
    Color::hex(0xaa55ff),
    Color::hex(0xaaff88),
    Color::hex(0x1100bb),
];
/// First seat whose figures have a dot, so that twelve seats do not depend on colour alone.
const DOTTED: usize = 8;

/// Margin around the tiles, in cells.
const MARGIN: f32 = 0.25;
/// Distance from the content of a plane to its frame, in cells.
const FRAME: Point = Point::new(0.12, 0.12);
/// Space for coordinates, in cells.
const LABELS: f32 = 0.25;

/// Reason to mark a cell. Each has a colour and a second visual cue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A tile may be placed on the cell: green, dashed, with a plus.
    Legal,
    /// The pointer is over the cell: blue, a thin double line.
    Hover,
    /// The cell is selected: orange, a thick line with strong corners.
    Selected,
}

impl Mark {
    /// Returns the colour of the mark, from the palette of Okabe and Ito.
    pub const fn color(self) -> Color {
        Color::hex(match self {
            Mark::Legal => 0x009e73,
            Mark::Hover => 0x56b4e9,
            Mark::Selected => 0xe69f00,
        })
    }
}

/// Optional additions to the picture of a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// True if the coordinates of columns and rows are shown along the rim.
    pub coordinates: bool,
    /// Cells to mark, each with its mark.
    pub marks: Vec<(Cell, Mark)>,
    /// Tile that is shown faintly as a preview: its kind, its turn, the cell of its first part.
    pub ghost: Option<(TileKindId, Turn, Cell)>,
    /// For each seat the index of its colour in [`SEATS`]; `None` for the default order.
    pub colours: Option<[u8; SEATS.len()]>,
}

impl Extras {
    /// Returns the seat that has this seat's colour in the default order.
    fn colour_of(&self, seat: Seat) -> Seat {
        self.colours.map_or(seat, |colours| Seat(colours[seat.index() % colours.len()]))
    }
}

/// Draws a mark as the outline of a cell whose box has its corner at the origin.
pub fn mark_scene(lattice: Lattice, cell: Cell, mark: Mark) -> Scene {
    let (width, height) = cell_size(lattice);
    let mut scene = Scene::new(width, height);
    let (middle, color) = (center(lattice), mark.color());
    let inset = |by: f32| -> Vec<Point> {
        corners_of(lattice, cell).iter().map(|&c| middle + (c - middle) * (1.0 - by)).collect()
    };
    match mark {
        Mark::Legal => {
            scene.fill(Path::polygon(&inset(0.1)), color.alpha(0.14));
            scene.line(Path::polygon(&inset(0.1)), Pen::dashed(color, 0.03, 0.07, 0.05));
            let arm = 0.1;
            let mut plus = Path::from(middle - Point::new(arm, 0.0)).to(middle + Point::new(arm, 0.0));
            plus.0.extend(Path::from(middle - Point::new(0.0, arm)).to(middle + Point::new(0.0, arm)).0);
            scene.line(plus, Pen::solid(color, 0.04).with_round_ends());
        }
        Mark::Hover => {
            scene.line(Path::polygon(&inset(0.05)), Pen::solid(color, 0.024));
            scene.line(Path::polygon(&inset(0.13)), Pen::solid(color, 0.014));
        }
        Mark::Selected => {
            scene.line(Path::polygon(&inset(0.03)), Pen::solid(INK, 0.07));
            scene.line(Path::polygon(&inset(0.03)), Pen::solid(color, 0.05));
            let points = inset(0.03);
            for (i, &corner) in points.iter().enumerate() {
                let (before, after) = (points[(i + points.len() - 1) % points.len()], points[(i + 1) % points.len()]);
                let part = 0.22;
                let path = Path::from(corner.lerp(before, part)).to(corner).to(corner.lerp(after, part));
                scene.line(path, Pen::solid(color, 0.11));
            }
        }
    }
    scene
}

/// Draws an empty cell of the board whose box has its corner at the origin.
pub fn empty_scene(lattice: Lattice, cell: Cell) -> Scene {
    let (width, height) = cell_size(lattice);
    let mut scene = Scene::new(width, height);
    draw_empty(&mut scene, lattice, cell, Point::new(0.0, 0.0), true);
    scene
}

/// Draws a rim cell of the board, without own art, whose box has its corner at the origin.
pub fn rim_scene(catalog: &Catalog, rim: &RimCell) -> Scene {
    Artist::new(catalog, Style::default()).rim_cell(rim)
}

/// Draws an empty cell whose box has its corner at a point; without ground, only its outline.
pub(crate) fn draw_empty(scene: &mut Scene, lattice: Lattice, cell: Cell, at: Point, has_ground: bool) {
    let outline = Path::polygon(&corners_of(lattice, cell)).translate(at);
    if has_ground {
        scene.fill(outline.clone(), Color::hex(0xf3efe4));
    }
    scene.line(outline, Pen::solid(INK.alpha(0.28), 0.008));
}

/// Draws the board with its tiles, figures and tokens, the empty cells of bounded planes, and the rim.
pub fn board_scene(game: &Game, artist: &Artist<'_>, extras: &Extras) -> Scene {
    let catalog = game.catalog();
    let lattice = catalog.lattice;
    let (tiles, empty) = (visible_tile_parts(game), open_cells(game));
    let mut all: Vec<Cell> = tiles.iter().map(|t| t.2).chain(empty.iter().copied()).collect();
    all.extend(catalog.board.rim.iter().map(|r| r.cell));
    all.extend(extras.marks.iter().map(|m| m.0));
    if all.is_empty() {
        all.push(Cell::ORIGIN);
    }
    let spread = Spread::from_game(game, &all);
    let (width, height) = cell_size(lattice);
    let frames: Vec<_> = spread.frames(game).collect();
    let mut places: Vec<Point> = all.iter().map(|&c| spread.place(c)).collect();
    places.extend(frames.iter().flat_map(|&(.., from, to)| [from - FRAME, to + FRAME - Point::new(width, height)]));
    let (corner, size) = bounds(&places, cell_size(lattice));
    let labels = if extras.coordinates { LABELS } else { 0.0 };
    let corner = corner - Point::new(MARGIN + labels, MARGIN + labels);
    let mut scene = table(size.x + 2.0 * MARGIN + labels, size.y + 2.0 * MARGIN + labels);
    let at = |cell: Cell| spread.place(cell) - corner;
    for plane in game.board().planes() {
        let Some(look) = artist.background_of(plane) else { continue };
        let own = tiles.iter().map(|t| t.2).chain(empty.iter().copied()).filter(|cell| cell.plane() == plane);
        let places: Vec<Point> = own.map(|cell| spread.place(cell)).collect();
        let frame = frames.iter().find(|frame| frame.0 == plane);
        let area = match (look.fit, frame) {
            (BoardFit::Repeat { .. }, None) => [Point::default(), Point::new(scene.size.0, scene.size.1)],
            (BoardFit::Repeat { .. }, Some(&(.., from, to))) => [from - corner, to - corner],
            (BoardFit::Stretch, _) if places.is_empty() => continue,
            (BoardFit::Stretch, _) => {
                let (from, size) = bounds(&places, cell_size(lattice));
                [from - corner, from - corner + size]
            }
        };
        let origin = Cell::new_on(plane, 0, 0).map_or(Point::default(), at);
        artist.draw_background(&mut scene, look, area, origin);
    }
    for (_, seat, from, to) in frames {
        draw_frame(&mut scene, seat.map(|seat| extras.colour_of(seat)), (from - corner, to - corner));
    }
    for rim in &catalog.board.rim {
        artist.draw_rim_cell(&mut scene, rim, at(rim.cell));
    }
    for &cell in &empty {
        artist.draw_empty_cell(&mut scene, cell, at(cell));
    }
    // Each combination of kind and turn is drawn only once, and textures in each of their positions.
    let mut drawn: BTreeMap<(TileKindId, Turn, usize, Cell), Scene> = BTreeMap::new();
    for &((kind, turn), part, cell) in &tiles {
        let phase = artist.phase(cell);
        let tile = drawn.entry((kind, turn, part, phase)).or_insert_with(|| artist.cell_at(kind, part, turn, phase));
        scene.add(tile, at(cell));
    }
    for (cell, raised) in heights::raised_cells(game.board()) {
        heights::draw_raised(&mut scene, lattice, &raised, at(cell));
    }
    if let Some((kind, turn, cell)) = extras.ghost {
        for (part, face) in catalog.faces(kind, turn).iter().enumerate() {
            let covered = cell.plus(face.offset.0, face.offset.1);
            let corner = at(covered);
            scene.add(&artist.cell_at(kind, part, turn, artist.phase(covered)), corner);
            scene
                .fill(Path::polygon(&corners_of(lattice, covered)).translate(corner), Color::hex(0xffffff).alpha(0.45));
        }
    }
    draw_tile_numbers(&mut scene, game, &spread, corner);
    draw_figures(&mut scene, game, artist, &spread, corner, extras);
    for &(cell, mark) in &extras.marks {
        scene.add(&mark_scene(lattice, cell, mark), at(cell));
    }
    if extras.coordinates {
        match game.board().planes().len() {
            1 => draw_labels(&mut scene, lattice, &all, corner),
            _ => draw_plane_labels(&mut scene, game, &spread, &all, corner),
        }
    }
    scene
}

/// Lists kind and turn, part and cell of every tile cell that is visible from above.
fn visible_tile_parts(game: &Game) -> Vec<((TileKindId, Turn), usize, Cell)> {
    game.board().seen_cells().map(|(tile, part, cell)| ((tile.kind, tile.turn), part, cell)).collect()
}

/// Lists the empty cells of bounded planes.
pub fn open_cells(game: &Game) -> Vec<Cell> {
    let board = game.board();
    let bounded = board.planes().filter_map(|plane| match board.extent(plane) {
        Extent::Bounded { min, max } => Some((min, max)),
        Extent::Unbounded | Extent::Sliding { .. } => None,
    });
    let cells =
        bounded.flat_map(|(min, max)| (min.y..=max.y).flat_map(move |y| (min.x..=max.x).map(move |x| Cell { x, y })));
    cells.filter(|&c| board.tile_at(c).is_none() && game.catalog().lattice.has_cell(c)).collect()
}

/// Draws the ground of a rim cell whose box has its corner at a point: its terrain in a paler shade.
pub(crate) fn draw_rim_ground(scene: &mut Scene, catalog: &Catalog, rim: &RimCell, at: Point) {
    let Some(&terrain) = catalog.edges[rim.edge].ports.first() else { return };
    let paint = look::paint(catalog, terrain);
    let outline = Path::polygon(&corners_of(catalog.lattice, rim.cell)).translate(at);
    scene.fill(outline.clone(), paint.fill.mix(crate::sheet::TABLE, 0.45));
    scene.line(outline, Pen::solid(paint.ink.alpha(0.5), 0.008));
}

/// Draws the numbers that rules write on tiles.
fn draw_tile_numbers(scene: &mut Scene, game: &Game, spread: &Spread, corner: Point) {
    let lattice = game.catalog().lattice;
    if game.catalog().kinds.iter().all(|(_, kind)| kind.number.is_none()) {
        return;
    }
    let top = |id, cell| game.board().tile_at(cell).is_some_and(|(top, _)| top == id);
    for (id, tile) in game.board().numbered_tiles().filter(|&(id, tile)| top(id, tile.cell)) {
        if let Some(number) = game.number_on_tile(id) {
            draw_number(scene, number, spread.place(tile.cell) + number_place(lattice) - corner, TILE_NUMBER);
        }
    }
}

/// Height of the numbers on tiles in cells, and on figures and tokens (`OWN_NUMBER`) relative to their size.
pub const TILE_NUMBER: f32 = 0.13;
const OWN_NUMBER: f32 = 0.42;

/// Returns the position of a tile's number in the box of its first cell, which does not depend on the turn.
pub fn number_place(lattice: Lattice) -> Point {
    center(lattice) + Point::new(0.28, -0.26)
}

/// Returns the position of the number on a piece of a width, relative to its centre, and the height of the number.
pub fn number_beside(size: f32) -> (Point, f32) {
    (Point::new(size * 0.44, -size * 0.42), (size * OWN_NUMBER).max(0.08))
}

/// Draws a number centred on a point, on a plate that makes it legible on any background.
pub fn draw_number(scene: &mut Scene, number: i32, at: Point, height: f32) {
    let text = number.to_string();
    let (half, round) = (lettering::width(&text) * height / 2.0 + height * 0.18, height * 0.85);
    let (left, right) = (at - Point::new(half, 0.0), at + Point::new(half, 0.0));
    let plate = Path::from(left).to(right);
    scene.line(plate.clone(), Pen::solid(INK, round * 2.0).with_round_ends());
    scene.line(plate, Pen::solid(CREAM, round * 2.0 - height * 0.28).with_round_ends());
    lettering::draw_centered(scene, &text, at, height, INK);
}

/// Subject of a piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceSubject {
    /// Figure, by its number in the game.
    Figure(FigureId),
    /// Token, by its id in the catalog.
    Token(TokenId),
}

/// A figure or token with its position on the board.
#[derive(Clone, Copy, Debug)]
pub struct BoardPiece {
    /// Figure or token that is shown.
    pub what: PieceSubject,
    /// Position of the centre; the box of cell 0,0 has its corner at the origin.
    pub at: Point,
    /// Width of the piece in cells.
    pub size: f32,
    /// True if the piece is lying down instead of upright.
    pub lies: bool,
    /// Number that is written on the piece, if any.
    pub number: Option<i32>,
}

/// True if a figure at a place lies flat, as figures on ground do on a real table.
pub fn lies(board: &Board, at: Place) -> bool {
    match at {
        Place::Segment(segment) => board.catalog().terrains[board.terrain(segment)].ground,
        Place::Cell(_) | Place::Joint(_) | Place::Zone(..) => false,
    }
}

/// Returns the position of a place on the board; `None` for a place off the board.
pub fn on_board(board: &Board, artist: &Artist<'_>, spread: &Spread, place: Place) -> Option<Point> {
    match place {
        Place::Segment(segment) => {
            let tile = board.tile_under(segment);
            let local = board.features().local_of(segment);
            Some(spread.place(board.cell_of(segment)) + artist.figure_place(tile.kind, local, tile.turn))
        }
        Place::Cell(cell) => Some(spread.place(cell) + center(board.catalog().lattice)),
        Place::Joint(joint) => Some(spread.joint(joint)),
        Place::Zone(..) => None,
    }
}

/// Lists the figures and tokens on the board, from back to front.
pub fn standing(game: &Game, artist: &Artist<'_>, spread: &Spread) -> Vec<BoardPiece> {
    let catalog = game.catalog();
    let board = game.board();
    let on_board = |place: Place| on_board(board, artist, spread, place);
    let mut standing: Vec<BoardPiece> = Vec::new();
    for (number, figure) in game.figures() {
        let Some((on, at)) = figure.place.and_then(|on| Some((on, on_board(on)?))) else { continue };
        let size = artist.figure_width(figure.kind);
        let written = game.number_on_figure(number);
        standing.push(BoardPiece {
            what: PieceSubject::Figure(number),
            at,
            size,
            lies: lies(board, on),
            number: written,
        });
    }
    for token in catalog.tokens.ids() {
        let Some(at) = game.token(token).and_then(on_board) else { continue };
        let size = artist.token_width(token);
        let written = game.number_on_token(token);
        standing.push(BoardPiece { what: PieceSubject::Token(token), at, size, lies: false, number: written });
    }
    // Pieces on the same place are moved next to each other.
    for number in 1..standing.len() {
        let (before, rest) = standing.split_at_mut(number);
        let own = &mut rest[0];
        while let Some(other) = before.iter().find(|o| (o.at - own.at).length() < (o.size + own.size) * 0.36) {
            own.at.x = other.at.x + (other.size + own.size) * 0.45;
        }
    }
    standing.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
    standing
}

pub(crate) fn figure_size(look: &Look) -> f32 {
    f32::from(look.size.unwrap_or(19)) / 100.0
}

pub(crate) fn token_size(look: &Look) -> f32 {
    f32::from(look.size.unwrap_or(26)) / 100.0
}

fn draw_figures(scene: &mut Scene, game: &Game, artist: &Artist<'_>, spread: &Spread, corner: Point, extras: &Extras) {
    for BoardPiece { what, at, lies, size, number } in standing(game, artist, spread) {
        match what {
            PieceSubject::Figure(number) => {
                if let Some(figure) = game.figure(number) {
                    let seat = extras.colour_of(figure.seat);
                    artist.draw_figure(scene, figure.kind, seat, at - corner, lies);
                }
            }
            PieceSubject::Token(token) => artist.draw_token(scene, token, at - corner),
        }
        if let Some(number) = number {
            let (beside, height) = number_beside(size);
            draw_number(scene, number, at - corner + beside, height);
        }
    }
}

/// Draws a figure of a seat as it appears on a board, upright or lying flat.
pub fn draw_figure_of(scene: &mut Scene, catalog: &Catalog, kind: FigureKindId, seat: Seat, at: Point, lies: bool) {
    let look = &catalog.figures[kind].look;
    draw_figure_as(scene, look, seat, at, figure_size(look), lies);
}

/// Draws a figure with a given look in the colour of a seat, with its centre and width.
pub fn draw_figure_as(scene: &mut Scene, look: &Look, seat: Seat, at: Point, size: f32, lies: bool) {
    let angle = if lies { LYING } else { 0.0 };
    let own = seat_color(seat);
    draw_figure(scene, look, "person", Stamp { own, angle, ..Stamp::new(at, size) });
    draw_seat_dot(scene, seat, at, size);
}

/// Draws a dot on a figure of a width if its seat is one whose figures do not depend on colour alone.
pub(crate) fn draw_seat_dot(scene: &mut Scene, seat: Seat, at: Point, size: f32) {
    if seat.index() % SEATS.len() >= DOTTED {
        let dot = Path::circle(at, size * 0.13);
        scene.line(dot.clone(), Pen::solid(Color::hex(0x241c14), size * 0.08));
        scene.fill(dot, CREAM);
    }
}

/// Draws a token as it appears on a board.
pub fn draw_token(scene: &mut Scene, catalog: &Catalog, token: TokenId, at: Point) {
    let look = &catalog.tokens[token].look;
    draw_token_in(scene, look, at, token_size(look));
}

/// Draws a token with a given look and width.
pub(crate) fn draw_token_in(scene: &mut Scene, look: &Look, at: Point, width: f32) {
    let fill = look.fill.as_deref().and_then(Color::parse).unwrap_or(Color::hex(0xfafafa));
    draw_figure(scene, look, "disc", Stamp { own: fill, ..Stamp::new(at, width) });
}

/// Returns the default colour of a seat.
pub fn seat_color(seat: Seat) -> Color {
    SEATS[seat.index() % SEATS.len()]
}

/// Angle of a figure that lies flat, in radians.
pub(crate) const LYING: f32 = std::f32::consts::FRAC_PI_2;

/// Draws a figure with a dark outline and a light one around it, which set it off from any background.
pub fn draw_figure(scene: &mut Scene, look: &Look, default: &str, stamp: Stamp) {
    let named = Picture::Named(default.to_owned());
    let shown = look.picture.as_ref().unwrap_or(&named);
    let size = stamp.size;
    let shadow = Point::new(size * 0.07, size * 0.09);
    if let Some(path) = picture::silhouette(shown, stamp) {
        scene.fill(path.translate(shadow), INK.alpha(0.3));
        scene.line(path.clone(), Pen::solid(Color::hex(0xffffff).alpha(0.9), size * 0.2).with_round_ends());
        scene.line(path, Pen::solid(Color::hex(0x241c14), size * 0.11).with_round_ends());
    }
    picture::draw(scene, shown, stamp);
}

/// Draws the frame of a plane in the colour of its owner.
fn draw_frame(scene: &mut Scene, seat: Option<Seat>, (from, to): (Point, Point)) {
    let (from, to) = (from - FRAME, to + FRAME);
    let outline = Path::polygon(&[from, Point::new(to.x, from.y), to, Point::new(from.x, to.y)]);
    scene.line(outline.clone(), Pen::solid(INK, 0.09).with_round_ends());
    scene.line(outline, Pen::solid(seat.map_or(CREAM, seat_color), 0.06).with_round_ends());
}

/// Draws the numbers of columns and rows at each of several planes; on hexes and triangles each cell shows its own.
fn draw_plane_labels(scene: &mut Scene, game: &Game, spread: &Spread, cells: &[Cell], corner: Point) {
    let (lattice, height) = (game.catalog().lattice, 0.12);
    let middle = center(lattice);
    if lattice != Lattice::Square {
        return cells.iter().for_each(|&cell| draw_cell_label(scene, spread.place(cell) + middle - corner, cell));
    }
    for (plane, _, from, _) in spread.frames(game) {
        let (columns, rows) = spread.ranges(plane);
        let (left, top) = (*columns.start(), *rows.start());
        let at = |x, y| Cell::new_on(plane, x, y).map_or(from, |cell| spread.place(cell) + middle) - corner;
        for x in columns {
            let at = Point::new(at(x, top).x, from.y - corner.y - 0.26);
            lettering::draw_centered(scene, &x.to_string(), at, height, INK);
        }
        for y in rows {
            let at = Point::new(from.x - corner.x - 0.26, at(left, y).y);
            lettering::draw_centered(scene, &y.to_string(), at, height, INK);
        }
    }
}

/// Labels a hex or triangle with its coordinates, below the centre.
fn draw_cell_label(scene: &mut Scene, middle: Point, cell: Cell) {
    let (at, text) = (middle + Point::new(0.0, 0.33), cell.to_string());
    let corner = at - Point::new(lettering::width(&text) / 2.0, 0.5) * 0.08;
    scene.line(lettering::outline(&text, corner, 0.08), Pen::solid(CREAM.alpha(0.8), 0.034).with_round_ends());
    lettering::draw_centered(scene, &text, at, 0.08, INK);
}

/// Draws the numbers of columns above and of rows to the left of the board. Other lattices than squares label each
/// cell.
fn draw_labels(scene: &mut Scene, lattice: Lattice, cells: &[Cell], corner: Point) {
    let range =
        |axis: fn(&Cell) -> i16| (cells.iter().map(axis).min().unwrap_or(0), cells.iter().map(axis).max().unwrap_or(0));
    let (middle, height) = (center(lattice), 0.12);
    let (left, right) = range(|c| c.x);
    for x in left..=right {
        let at = place(lattice, Cell::new(x, 0)) + middle - corner;
        lettering::draw_centered(scene, &x.to_string(), Point::new(at.x, (MARGIN + LABELS) * 0.55), height, INK);
    }
    if lattice == Lattice::Square {
        let (top, bottom) = range(|c| c.y);
        for y in top..=bottom {
            let at = place(lattice, Cell::new(0, y)) + middle - corner;
            lettering::draw_centered(scene, &y.to_string(), Point::new((MARGIN + LABELS) * 0.55, at.y), height, INK);
        }
        return;
    }
    // Rows of hexes slant, so each cell shows its own coordinates.
    for &cell in cells {
        draw_cell_label(scene, place(lattice, cell) + middle - corner, cell);
    }
}
