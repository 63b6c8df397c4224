//! Draws the board as text: every tile as a small grid of terrain letters, figures as the numbers of their seats, and
//! coordinates along the rim. The drawing depends on lattices, terrains and looks, but on no particular game. Colours
//! only repeat what the letters show.

mod canvas;
mod palette;
mod picture;
mod shape;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::joint::Joint;
use tilewright_core::catalog::lattice::{Cell, Lattice, Plane, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, Extent};
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;
use tilewright_wording::words::Words;

use canvas::{Canvas, Glyph};
pub(crate) use palette::seat_style;
use palette::{Palette, seat as seat_glyph};
use picture::CellPicture;
use shape::CellShape;

/// Width of the rim on the left, in columns.
const RIM: i32 = 5;

/// Maximum number of cells of a board that is drawn whole; larger boards end at the neighbours of the outermost tiles.
const WHOLE: usize = 64;

/// Maximum number of cells in the area that the tiles reach; in larger areas, only cells next to tiles are shown as
/// free.
const MOST_FREE: usize = 10_000;

/// Mark of an empty cell on a board with limits.
const FREE: char = '·';

/// Width of the margin before tiles that are drawn without a board, in columns.
const INDENT: i32 = 2;

/// Kind of tile and its rotation.
pub(crate) type Turned = (TileKindId, Turn);
/// Texts on segments of a tile, each with the number of its segment on the tile.
pub(crate) type SegmentMarks = Vec<(usize, String)>;

/// Settings for drawing a board.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoardText {
    /// Available columns and rows; `None` for unlimited space.
    pub(crate) room: (Option<usize>, Option<usize>),
    /// Cell to keep in sight if the board does not fit; `None` for the tile that was placed last.
    pub(crate) focus: Option<Cell>,
    /// Texts on cells and segments, such as the numbers of options.
    pub(crate) marks: Vec<(Place, String)>,
    /// Names of the planes; empty if the board has only one.
    pub(crate) planes: Vec<String>,
    /// True if the terminal shows any colour, not only the 216 common ones.
    pub(crate) exact: bool,
}

/// Rectangle of characters, including both ends.
#[derive(Clone, Copy, Debug)]
struct TextRect {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl BoardText {
    /// Draws the board of a game plane by plane, with a legend in the words of the packs.
    pub(crate) fn draw(&self, game: &Game, words: Words<'_>) -> String {
        let palette = Palette::new(game.catalog());
        let (mut text, mut legend) = (String::new(), false);
        for plane in game.board().planes() {
            let cells = self.cells(game, plane);
            if let Some(name) = self.planes.get(plane.index()) {
                text.push_str(&format!("{name}:\n"));
            }
            match cells.is_empty() {
                true if game.board().planes().len() > 1 => text.push_str("(empty)\n"),
                true => text.push_str("(the board is empty)\n"),
                false => text.push_str(&self.draw_plane(game, plane, &palette, &cells)),
            }
            legend |= !cells.is_empty();
        }
        for line in list_joint_pieces(&palette, game) {
            text.push_str(&format!("{line}\n"));
        }
        if legend {
            text.push_str(&self::legend(&palette, words, game, self.room.0.unwrap_or(100), self.exact));
        }
        text
    }

    fn draw_plane(&self, game: &Game, plane: Plane, palette: &Palette, cells: &[Cell]) -> String {
        let lattice = game.catalog().lattice;
        let wide = |shape: CellShape| bounds(shape, cells);
        let columns = self.room.0.map_or(i32::MAX, |c| (c as i32 - RIM).max(16));
        let large = wide(CellShape::large(lattice));
        let shape =
            if large.right - large.left < columns { CellShape::large(lattice) } else { CellShape::small(lattice) };
        let whole = wide(shape);
        let window = self.window(game, plane, shape, whole);
        let mut canvas =
            Canvas::new((window.right - window.left + 1 + RIM) as usize, (window.bottom - window.top + 2) as usize);
        let mut painter = Painter { game, plane, palette, shape, window, canvas: &mut canvas };
        painter.rim(cells);
        painter.free(cells);
        painter.tiles();
        painter.heights();
        painter.numbers();
        painter.figures();
        painter.tokens();
        for (place, mark) in &self.marks {
            match place {
                Place::Cell(cell) => painter.mark(*cell, mark),
                place => painter.mark_at(*place, mark),
            }
        }
        let mut text = canvas.text(self.exact);
        if let Some(hint) = offscreen_note(whole, window) {
            text.push_str(&hint);
        }
        text
    }

    /// Returns the cells of a plane that have a tile or a mark or are shown as free, each once.
    fn cells(&self, game: &Game, plane: Plane) -> Vec<Cell> {
        let catalog = game.catalog();
        let on_cell = |place: &Place| if let Place::Cell(cell) = place { Some(*cell) } else { None };
        let mut cells: Vec<Cell> = self.marks.iter().filter_map(|(place, _)| on_cell(place)).collect();
        for tile in game.board().tiles() {
            let faces = catalog.faces(tile.kind, tile.turn).iter();
            cells.extend(faces.map(|f| tile.cell.plus(f.offset.0, f.offset.1)));
        }
        cells.retain(|cell| cell.plane() == plane);
        cells.extend(free_cells(game, plane));
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns the part of the board that fits, around the focus.
    fn window(&self, game: &Game, plane: Plane, shape: CellShape, whole: TextRect) -> TextRect {
        let last = game.board().tiles().rev().map(|tile| tile.cell).find(|cell| cell.plane() == plane);
        let focus = self.focus.filter(|cell| cell.plane() == plane).or(last).unwrap_or(Cell::ORIGIN);
        let (x, y) = shape.corner(focus);
        let (left, right) = part((whole.left, whole.right), x + shape.width / 2, self.room.0, RIM, shape.pitch());
        let (top, bottom) = part((whole.top, whole.bottom), y + shape.height / 2, self.room.1, 6, shape.height);
        TextRect { left, top, right, bottom }
    }
}

/// Returns the free cells of a plane with limits: all of a small plane, else those among the tiles and their
/// neighbours.
fn free_cells(game: &Game, plane: Plane) -> Vec<Cell> {
    let board = game.board();
    let area = |(min, max): (Cell, Cell)| {
        let along = |from: i16, to: i16| (i32::from(to) - i32::from(from) + 1) as usize;
        along(min.x, max.x) * along(min.y, max.y)
    };
    let whole = match board.extent(plane) {
        Extent::Unbounded => return Vec::new(),
        Extent::Bounded { min, max } => Some((min, max)),
        Extent::Sliding { .. } => None,
    };
    let beside: Vec<Cell> = board.frontier(plane).iter().flat_map(|all| all.cells().map(|(cell, _)| cell)).collect();
    let reached = || {
        let first = *beside.first()?;
        Some(beside.iter().fold((first, first), |(min, max), cell| {
            let (x, y) = (min.x.min(cell.x), min.y.min(cell.y));
            (Cell { x, y }, Cell { x: max.x.max(cell.x), y: max.y.max(cell.y) })
        }))
    };
    match whole.filter(|&whole| area(whole) <= WHOLE).or_else(reached) {
        Some((min, max)) if area((min, max)) <= MOST_FREE => {
            let all = (min.y..=max.y).flat_map(|y| (min.x..=max.x).map(move |x| Cell { x, y }));
            all.filter(|&cell| board.is_free(cell)).collect()
        }
        _ => beside,
    }
}

/// Lists the figures and tokens at corners and seams in order, such as `at 0,0.SE: 1s`.
fn list_joint_pieces(palette: &Palette, game: &Game) -> Vec<String> {
    let at_joint = |place: Option<Place>| if let Some(Place::Joint(joint)) = place { Some(joint) } else { None };
    let mut places: BTreeMap<Joint, Vec<String>> = BTreeMap::new();
    for (number, figure) in game.figures() {
        if let Some(joint) = at_joint(figure.place) {
            let written = game.number_on_figure(number).map(|number| format!(":{number}")).unwrap_or_default();
            places.entry(joint).or_default().push(palette.figure(figure.kind, figure.seat) + &written);
        }
    }
    for (token, spec) in game.catalog().tokens.ids().map(|token| (token, game.catalog().tokens.name(token))) {
        if let Some(joint) = at_joint(game.token(token)) {
            places.entry(joint).or_default().push(format!("({})", spec.local));
        }
    }
    let line = |(joint, there): (Joint, Vec<String>)| {
        format!("at {}: {}", game.catalog().lattice.joint_key(joint), there.join(" "))
    };
    places.into_iter().map(line).collect()
}

/// Draws tiles next to each other, each at its turn and with a label below, in as many rows as the width requires.
pub(crate) fn tiles(catalog: &Catalog, shown: &[(TileKindId, Turn, String)], columns: usize, exact: bool) -> String {
    let (shape, palette) = (CellShape::large(catalog.lattice), Palette::new(catalog));
    let mut text = String::new();
    let mut rest = shown;
    while !rest.is_empty() {
        // Each row holds at least one tile, even if that is too wide.
        let (mut from, mut count) = (INDENT, 0);
        let mut placed = Vec::new();
        for (kind, turn, label) in rest {
            let faces = catalog.faces(*kind, *turn);
            let corners: Vec<(i32, i32)> =
                faces.iter().map(|f| shape.corner(Cell::new(f.offset.0, f.offset.1))).collect();
            let (left, right) = corners.iter().fold((0, 0), |(a, b), c| (c.0.min(a), c.0.max(b)));
            let top = corners.iter().map(|c| c.1).min().unwrap_or(0);
            let wide = (right - left + shape.width).max(label.chars().count() as i32);
            if count > 0 && from + wide > columns as i32 {
                break;
            }
            let at = corners.iter().map(|&(x, y)| (from + x - left, y - top)).collect::<Vec<_>>();
            placed.push((*kind, *turn, label, from, at));
            from += wide + 3;
            count += 1;
        }
        let bottoms = placed.iter().flat_map(|(.., at)| at.iter().map(|&(_, y)| y + shape.height));
        let height = bottoms.max().unwrap_or(0);
        let mut canvas = Canvas::new(from as usize, height as usize + 1);
        for (kind, turn, label, x, at) in placed {
            for (part, corner) in at.into_iter().enumerate() {
                let picture = CellPicture::new(catalog, kind, part, turn, shape);
                paint_cell(&mut canvas, &palette, catalog, kind, part, &picture, corner);
            }
            canvas.write(x, height, label, Glyph::BLANK);
        }
        text.push_str(&canvas.text(exact));
        rest = &rest[count..];
    }
    text
}

/// Draws the first cell of a tile large, with texts on some of its segments.
pub(crate) fn tile_with_marks(catalog: &Catalog, (kind, turn): Turned, marks: &SegmentMarks, exact: bool) -> String {
    let (shape, palette) = (CellShape::huge(catalog.lattice), Palette::new(catalog));
    let mut canvas = Canvas::new((INDENT + shape.width) as usize, shape.height as usize);
    let picture = CellPicture::new(catalog, kind, 0, turn, shape);
    paint_cell(&mut canvas, &palette, catalog, kind, 0, &picture, (INDENT, 0));
    for (segment, mark) in marks {
        if let Some((x, y)) = picture.middle(*segment) {
            // A mark on a segment along the right side moves inwards, so that it is not cut off.
            let x = x.min(shape.width - mark.len() as i32);
            canvas.write(INDENT + x, y, mark, Glyph { bold: true, ..Glyph::BLANK });
        }
    }
    canvas.text(exact)
}

/// Draws a kind of tile at several turns, with a label below each.
pub(crate) fn tile_turns(catalog: &Catalog, kind: TileKindId, turns: &[Turn], columns: usize, exact: bool) -> String {
    let shown: Vec<_> = turns.iter().map(|&turn| (kind, turn, format!("turn {turn}"))).collect();
    tiles(catalog, &shown, columns, exact)
}

/// Drawing of one plane on a canvas; positions on the board are shifted by the window and the rim.
struct Painter<'a> {
    game: &'a Game,
    palette: &'a Palette,
    plane: Plane,
    shape: CellShape,
    window: TextRect,
    canvas: &'a mut Canvas,
}

impl Painter<'_> {
    fn corner(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.shape.corner(cell);
        (x - self.window.left + RIM, y - self.window.top + 1)
    }

    /// True if the whole cell is inside the window.
    fn sees(&self, cell: Cell) -> bool {
        let (x, y) = self.shape.corner(cell);
        let (right, bottom) = (x + self.shape.width - 1, y + self.shape.height - 1);
        cell.plane() == self.plane
            && x >= self.window.left
            && right <= self.window.right
            && y >= self.window.top
            && bottom <= self.window.bottom
    }

    /// Writes the coordinates: x above each column and y to the left of each row. Except on squares, rows slant, so y
    /// is that of the cells in the leftmost column.
    fn rim(&mut self, cells: &[Cell]) {
        let seen: Vec<Cell> = cells.iter().copied().filter(|&c| self.sees(c)).collect();
        let slants = self.game.catalog().lattice != Lattice::Square;
        let leftmost = seen.iter().map(|c| c.coordinates().0).min();
        for cell in &seen {
            let (x, y) = self.corner(*cell);
            let label = cell.coordinates().0.to_string();
            self.canvas.write(x + (self.shape.width - label.len() as i32) / 2, 0, &label, Glyph::BLANK);
            if !slants || Some(cell.coordinates().0) == leftmost {
                self.canvas.write(
                    0,
                    y + self.shape.for_cell(*cell).middle_row(),
                    &format!("{:>4}", cell.y),
                    Glyph::BLANK,
                );
            }
        }
    }

    /// Marks the free cells of a plane with limits; an unbounded plane has free cells everywhere.
    fn free(&mut self, cells: &[Cell]) {
        if self.game.board().extent(self.plane) == Extent::Unbounded {
            return;
        }
        for &cell in cells.iter().filter(|&&cell| self.game.board().is_free(cell)) {
            self.mark(cell, &FREE.to_string());
        }
    }

    fn tiles(&mut self) {
        let (catalog, board) = (self.game.catalog(), self.game.board());
        let last = board.numbered_tiles().next_back().filter(|_| board.tiles().len() > 1).map(|(_, tile)| *tile);
        for (tile, part, cell) in board.seen_cells() {
            if !self.sees(cell) {
                continue;
            }
            let at = self.corner(cell);
            let picture = CellPicture::new(catalog, tile.kind, part, tile.turn, self.shape);
            paint_cell(self.canvas, self.palette, catalog, tile.kind, part, &picture, at);
            if Some(*tile) == last {
                let row = at.1 + self.shape.for_cell(cell).middle_row();
                let glyph = |letter| Glyph { letter, bold: true, ..Glyph::BLANK };
                self.canvas.put(at.0 - 1, row, glyph('>'));
                self.canvas.put(at.0 + self.shape.width, row, glyph('<'));
            }
        }
    }

    /// Writes the number of tiles of each pile into the corner of its cell.
    fn heights(&mut self) {
        let board = self.game.board();
        for (.., cell) in board.seen_cells().filter(|_| board.has_levels()) {
            let height = board.height(cell);
            if height > 1 && self.sees(cell) {
                let (x, y) = self.corner(cell);
                self.canvas.write(x, y, &format!("^{height}"), Glyph { bold: true, ..Glyph::BLANK });
            }
        }
    }

    /// Writes the numbers of tiles below the middle of their first cells.
    fn numbers(&mut self) {
        for (number, tile) in self.game.board().numbered_tiles() {
            let is_seen =
                self.sees(tile.cell) && self.game.board().tile_at(tile.cell).is_some_and(|top| top.0 == number);
            let Some(written) = self.game.number_on_tile(number).filter(|_| is_seen) else { continue };
            let (text, (x, y)) = (written.to_string(), self.corner(tile.cell));
            let at = x + (self.shape.width - text.len() as i32 + 1) / 2;
            self.canvas.write(
                at,
                y + self.shape.for_cell(tile.cell).low_row(),
                &text,
                Glyph { bold: true, ..Glyph::BLANK },
            );
        }
    }

    /// Returns the number of columns between figures on one place. With ten or more seats, figures of seats 1 and 1
    /// could be read as seat 11, so one column separates them.
    fn gap(&self) -> i32 {
        i32::from(self.game.seat_count() > 9)
    }

    fn figures(&mut self) {
        let mut places: BTreeMap<Place, Vec<(String, Glyph)>> = BTreeMap::new();
        for (number, figure) in self.game.figures() {
            if let Some(place) = figure.place {
                let written = self.game.number_on_figure(number).map(|number| format!(":{number}")).unwrap_or_default();
                let mark = self.palette.figure(figure.kind, figure.seat) + &written;
                places.entry(place).or_default().push((mark, seat_glyph(figure.seat)));
            }
        }
        for (place, marks) in places {
            if let Some((x, y)) = self.spot(place) {
                let gap = self.gap();
                let wide: i32 = marks.iter().map(|(m, _)| m.len() as i32 + gap).sum::<i32>() - gap;
                let mut x = x - wide / 2;
                for (mark, style) in marks {
                    self.canvas.write(x, y, &mark, style);
                    x += mark.len() as i32 + gap;
                }
            }
        }
    }

    fn tokens(&mut self) {
        for id in self.game.catalog().tokens.ids() {
            if let Some((x, y)) = self.game.token(id).and_then(|place| self.spot(place)) {
                let mark = self.palette.token(id);
                let written = self.game.number_on_token(id).map(|number| format!(":{number}")).unwrap_or_default();
                let from = x - (mark.chars().count() as i32 + 1) / 2;
                self.canvas.write(from, y, &format!("({mark}{written})"), Glyph { bold: true, ..Glyph::BLANK });
            }
        }
    }

    /// Returns the character for a place on the board; `None` if the place is outside of the window or not in a cell.
    fn spot(&self, place: Place) -> Option<(i32, i32)> {
        let (board, catalog) = (self.game.board(), self.game.catalog());
        let (cell, within) = match place {
            Place::Cell(cell) => (cell, None),
            Place::Segment(segment) => {
                let tile = board.tile_under(segment);
                let part = board.segment(segment).cell;
                let picture = CellPicture::new(catalog, tile.kind, part.into(), tile.turn, self.shape);
                (board.cell_of(segment), picture.middle(board.features().local_of(segment)))
            }
            // These figures are listed below the board, since adjacent tiles leave no space between their letters.
            Place::Joint(_) | Place::Zone(..) => return None,
        };
        let (x, y) = self.corner(cell);
        let (dx, dy) = within.unwrap_or((self.shape.width / 2, self.shape.for_cell(cell).middle_row()));
        self.sees(cell).then_some((x + dx, y + dy))
    }

    /// Writes a text on a segment, next to the figures there.
    fn mark_at(&mut self, place: Place, mark: &str) {
        let Some((x, y)) = self.spot(place) else { return };
        let standing: i32 = (self.game.figures().filter(|(_, f)| f.place == Some(place)))
            .map(|(_, f)| self.palette.figure(f.kind, f.seat).len() as i32 + self.gap())
            .sum();
        let from = if standing > 0 { x - standing / 2 + standing } else { x - mark.len() as i32 / 2 };
        self.canvas.write(from, y, mark, Glyph { bold: true, ..Glyph::BLANK });
    }

    /// Writes a text in the middle of an empty cell.
    fn mark(&mut self, cell: Cell, mark: &str) {
        if self.sees(cell) {
            let (x, y) = self.corner(cell);
            let wide = mark.chars().count() as i32;
            let row = y + self.shape.for_cell(cell).middle_row();
            self.canvas.write(x + (self.shape.width - wide) / 2, row, mark, Glyph { bold: true, ..Glyph::BLANK });
        }
    }
}

/// Paints one cell of a tile: the terrains of its segments, and the marks of its tags.
fn paint_cell(
    canvas: &mut Canvas,
    palette: &Palette,
    catalog: &Catalog,
    kind: TileKindId,
    part: usize,
    picture: &CellPicture,
    (x, y): (i32, i32),
) {
    let shape = picture.shape;
    let segments = &catalog.kinds[kind].segments;
    for row in 0..shape.height {
        for column in 0..shape.width {
            if let Some(segment) = picture.segment(column, row).and_then(|s| segments.get(s)) {
                canvas.put(x + column, y + row, palette.terrain(segment.terrain));
            }
        }
    }
    for (number, segment) in segments.iter().enumerate().filter(|(_, s)| usize::from(s.cell) == part) {
        let mark = palette.tags_of_segment(catalog, segment);
        if let (Some(mark), Some((column, row))) = (mark, picture.middle(number)) {
            // A mark on a segment along the right side moves inwards, so that it is not cut off.
            let from = column.min(shape.width - mark.chars().count() as i32).max(0);
            canvas.write(x + from, y + row, &mark, Glyph { bold: true, ..palette.terrain(segment.terrain) });
        }
    }
    if part == 0 {
        let mark = palette.tags_of_tile(catalog, kind);
        for (column, letter) in picture.columns_from_right().zip(mark.chars().rev()) {
            canvas.put(x + column, y, Glyph { letter, bold: true, ..Glyph::BLANK });
        }
    }
}

/// Returns the smallest rectangle around cells, with one more column on both sides for the marks of the last tile.
fn bounds(shape: CellShape, cells: &[Cell]) -> TextRect {
    let corners = || cells.iter().map(|&c| shape.corner(c));
    let least = |of: fn((i32, i32)) -> i32| corners().map(of).min().unwrap_or(0);
    let most = |of: fn((i32, i32)) -> i32| corners().map(of).max().unwrap_or(0);
    TextRect {
        left: least(|c| c.0) - 1,
        top: least(|c| c.1),
        right: most(|c| c.0) + shape.width,
        bottom: most(|c| c.1) + shape.height - 1,
    }
}

/// Returns as much of the range `from` to `to` as fits into `room`, around a position in it. The start is a multiple of
/// `step` from `from`, so that no cell is cut.
fn part((from, to): (i32, i32), around: i32, room: Option<usize>, rim: i32, step: i32) -> (i32, i32) {
    let room = room.map_or(i32::MAX, |r| (r as i32 - rim).max(2 * step + 2));
    let whole = to - from + 1;
    if whole <= room {
        return (from, to);
    }
    let length = (room - 2) / step * step + 2;
    let ideal = (around - length / 2 - from).clamp(0, whole - length);
    let start = from + (ideal + step / 2) / step * step;
    (start, start + length - 1)
}

/// Returns a line with the directions in which the board continues outside of the window; `None` if it fits.
fn offscreen_note(whole: TextRect, window: TextRect) -> Option<String> {
    let sides = [
        (whole.top < window.top, "north"),
        (whole.right > window.right, "east"),
        (whole.bottom > window.bottom, "south"),
        (whole.left < window.left, "west"),
    ];
    let sides: Vec<&str> = sides.iter().filter(|(more, _)| *more).map(|(_, name)| *name).collect();
    (!sides.is_empty()).then(|| format!("     … continues {}: `board x,y` shows another part\n", sides.join(", ")))
}

fn legend(palette: &Palette, words: Words<'_>, game: &Game, columns: usize, exact: bool) -> String {
    let mut entries = palette.legend(game.catalog(), words);
    if game.board().has_levels() {
        entries.push((Glyph { letter: '^', bold: true, ..Glyph::BLANK }, "stacked tiles".to_owned()));
    }
    if game.board().planes().any(|plane| game.board().extent(plane) != Extent::Unbounded) {
        entries.push((Glyph { letter: FREE, ..Glyph::BLANK }, "free cell".to_owned()));
    }
    entries.push((Glyph { letter: '1', ..seat_glyph(Seat(0)) }, format!("to {}: seats", game.seat_count())));
    let (mut text, mut at) = (String::new(), RIM as usize);
    let mut canvas = Canvas::new(columns, 1);
    for (glyph, name) in entries {
        let wide = name.chars().count() + 5;
        if at + wide > columns && at > RIM as usize {
            text.push_str(&canvas.text(exact));
            (canvas, at) = (Canvas::new(columns, 1), RIM as usize);
        }
        canvas.put(at as i32, 0, glyph);
        canvas.write(at as i32 + 2, 0, &name, Glyph::BLANK);
        at += wide;
    }
    text.push_str(&canvas.text(exact));
    text
}
