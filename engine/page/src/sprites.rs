//! The drawings of a page: each is defined once and used by its number.

use std::collections::BTreeMap;

use tilewright_art::board::{draw_figure_of, draw_number, draw_token, empty_scene, rim_scene};
use tilewright_art::geometry::{Path, Point};
use tilewright_art::heights::{Raised, draw_raised};
use tilewright_art::lettering;
use tilewright_art::outline::{cell_size, place};
use tilewright_art::picture::{self, Stamp};
use tilewright_art::scene::{Color, Pen, Scene};
use tilewright_art::short::{UNITS, Writer};
use tilewright_art::tile::{Artist, Drawn, Style};
use tilewright_core::catalog::id::{FigureKindId, TileKindId, TokenId};
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, RimCell};

/// What a drawing shows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum What {
    /// Something that many tiles show, by its elements.
    Shared(String),
    Tile(TileKindId, Turn),
    Figure(FigureKindId, Option<Seat>, bool),
    Token(TokenId),
    /// A number that is written on something, with its height in hundredths of a cell.
    Number(i32, u32),
    /// How high tiles lie on a cell, and where it is lower beside it.
    Raised(Raised),
    /// Whether it is a triangle that points up.
    Empty(bool),
    Rim(Cell),
}

/// The drawings of a page.
pub(crate) struct Sprites<'c> {
    artist: Artist<'c>,
    writer: Writer,
    known: BTreeMap<What, usize>,
    drawn: Vec<String>,
}

impl<'c> Sprites<'c> {
    /// Without drawings.
    pub(crate) fn new(catalog: &'c Catalog) -> Sprites<'c> {
        let artist = Artist::new(catalog, Style::default());
        Sprites { artist, writer: Writer::default(), known: BTreeMap::new(), drawn: Vec::new() }
    }

    /// The artist of the tiles.
    pub(crate) fn artist(&self) -> &Artist<'c> {
        &self.artist
    }

    /// A tile as it lies after a turn; the box of its first cell has its corner at the origin.
    pub(crate) fn tile(&mut self, kind: TileKindId, turn: Turn) -> usize {
        let what = What::Tile(kind, turn);
        if let Some(&known) = self.known.get(&what) {
            return known;
        }
        let catalog = self.artist.catalog();
        let mut markup = String::new();
        if catalog.kinds[kind].cells.is_empty() {
            markup = self.writer.shapes(&self.artist.tile(kind, turn).shapes);
        }
        for (cell, face) in catalog.faces(kind, turn).iter().enumerate() {
            let at = place(catalog.lattice, Cell::new(face.offset.0, face.offset.1));
            let drawn = self.artist.drawn(kind, cell, turn);
            let inner: String = drawn.into_iter().map(|drawn| self.element(drawn)).collect();
            match units(at) {
                (0, 0) => markup.push_str(&inner),
                (x, y) => markup.push_str(&format!("<g transform=\"translate({x} {y})\">{inner}</g>")),
            }
        }
        self.keep(what, markup)
    }

    /// A figure of a seat with its number beside it, so that it is not told by its colour alone; or as it is in the box.
    pub(crate) fn figure(&mut self, kind: FigureKindId, seat: Option<Seat>, lies: bool) -> usize {
        let what = What::Figure(kind, seat, lies);
        if let Some(&known) = self.known.get(&what) {
            return known;
        }
        let catalog = self.artist.catalog();
        let mut scene = Scene::default();
        draw_figure_of(&mut scene, catalog, kind, seat.unwrap_or(Seat(0)), Point::default(), lies);
        if let Some(seat) = seat {
            let size = f32::from(catalog.figures[kind].look.size.unwrap_or(19)) / 100.0;
            let (at, ink) = (Point::new(size * 0.5, size * 0.42), Color::hex(0x241c14));
            let disc = Path::circle(at, 0.056);
            scene.fill(disc.clone(), Color::hex(0xffffff));
            scene.line(disc, Pen::solid(ink, 0.01));
            let number = seat.to_string();
            // Two digits have to go into the same disc.
            let height = if number.len() > 1 { 0.06 } else { 0.075 };
            lettering::centered(&mut scene, &number, at, height, ink);
        }
        let markup = self.writer.shapes(&scene.shapes);
        self.keep(what, markup)
    }

    /// A token.
    pub(crate) fn token(&mut self, token: TokenId) -> usize {
        let mut scene = Scene::default();
        draw_token(&mut scene, self.artist.catalog(), token, Point::default());
        let markup = self.writer.shapes(&scene.shapes);
        self.keep(What::Token(token), markup)
    }

    /// A number that is written on something.
    pub(crate) fn number(&mut self, number: i32, height: f32) -> usize {
        let hundredths = (height * 100.0).round() as u32;
        let mut scene = Scene::default();
        draw_number(&mut scene, number, Point::default(), hundredths as f32 / 100.0);
        let markup = self.writer.shapes(&scene.shapes);
        self.keep(What::Number(number, hundredths), markup)
    }

    /// How high tiles lie on a cell.
    pub(crate) fn raised(&mut self, raised: Raised) -> usize {
        let mut scene = Scene::default();
        draw_raised(&mut scene, self.artist.catalog().lattice, &raised, Point::default());
        let markup = self.writer.shapes(&scene.shapes);
        self.keep(What::Raised(raised), markup)
    }

    /// A cell that exists and is empty.
    pub(crate) fn empty(&mut self, cell: Cell) -> usize {
        let lattice = self.artist.catalog().lattice;
        let markup = self.writer.shapes(&empty_scene(lattice, cell).shapes);
        self.keep(What::Empty(lattice.points_up(cell)), markup)
    }

    /// A cell around the board.
    pub(crate) fn rim(&mut self, rim: &RimCell) -> usize {
        let markup = self.writer.shapes(&rim_scene(self.artist.catalog(), rim).shapes);
        self.keep(What::Rim(rim.cell), markup)
    }

    /// The tiles that were drawn: number, kind, turn.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = (usize, TileKindId, Turn)> {
        self.known.iter().filter_map(|(what, &number)| match what {
            What::Tile(kind, turn) => Some((number, *kind, *turn)),
            _ => None,
        })
    }

    /// The box of a tile of several cells: its corner and its size.
    pub(crate) fn large(&self, kind: TileKindId, turn: Turn) -> Option<(Point, Point)> {
        let catalog = self.artist.catalog();
        let faces = catalog.faces(kind, turn);
        let at = |i: usize| place(catalog.lattice, Cell::new(faces[i].offset.0, faces[i].offset.1));
        let least = (0..faces.len()).map(at).reduce(|a, b| Point::new(a.x.min(b.x), a.y.min(b.y)))?;
        let most = (0..faces.len()).map(at).reduce(|a, b| Point::new(a.x.max(b.x), a.y.max(b.y)))?;
        let (width, height) = cell_size(catalog.lattice);
        (faces.len() > 1).then(|| (least, most - least + Point::new(width, height)))
    }

    /// All drawings, for a place that is not shown. Elements that several of them have stand there once.
    pub(crate) fn definitions(&self) -> String {
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for element in self.drawn.iter().flat_map(|markup| elements(markup)) {
            *times.entry(element).or_default() += 1;
        }
        let shared = times.into_iter().filter(|(element, times)| *times > 1 && element.len() > WORTH_SHARING);
        let shared: BTreeMap<&str, usize> = shared.map(|(element, _)| element).zip(0..).collect();
        let mut out = self.writer.clips();
        for (element, number) in &shared {
            let (name, rest) = element.split_at(element.find(' ').unwrap_or(element.len()));
            out.push_str(&format!("{name} id=\"e{number}\"{rest}\n"));
        }
        for (number, markup) in self.drawn.iter().enumerate() {
            let inner = elements(markup).map(|element| match shared.get(element) {
                Some(number) => format!("<use href=\"#e{number}\"/>"),
                None => element.to_owned(),
            });
            out.push_str(&format!("<g id=\"d{number}\">{}</g>\n", inner.collect::<String>()));
        }
        format!("<svg width=\"0\" height=\"0\" class=\"drawings\" aria-hidden=\"true\"><defs>{out}</defs></svg>\n")
    }

    fn keep(&mut self, what: What, markup: String) -> usize {
        let next = self.drawn.len();
        let number = *self.known.entry(what).or_insert(next);
        if number == next {
            self.drawn.push(markup);
        }
        number
    }

    /// The element for something that a tile is drawn of. Pictures are drawn around the origin, in sizes of whole
    /// hundredths of a cell, so that few serve all tiles.
    fn element(&mut self, drawn: Drawn) -> String {
        match drawn {
            Drawn::Shapes(shapes) => self.writer.shapes(&shapes),
            Drawn::Picture(shown, stamp) => {
                let size = (stamp.size * 100.0).round().max(1.0) / 100.0;
                let mut scene = Scene::default();
                picture::draw(&mut scene, &shown, Stamp { at: Point::default(), size, ..stamp });
                let markup = self.writer.shapes(&scene.shapes);
                let number = self.keep(What::Shared(markup.clone()), markup);
                use_of(number, stamp.at)
            }
        }
    }
}

/// Bytes of an element for which another one that refers to it is worth while.
const WORTH_SHARING: usize = 70;

/// The elements and the ends of elements of a drawing, one after another.
fn elements(markup: &str) -> impl Iterator<Item = &str> {
    markup.split_inclusive('>')
}

/// A point in the units of drawings.
pub(crate) fn units(at: Point) -> (i32, i32) {
    ((at.x * UNITS).round() as i32, (at.y * UNITS).round() as i32)
}

/// The element that shows a drawing with its origin at a point.
pub(crate) fn use_of(number: usize, at: Point) -> String {
    let (x, y) = units(at);
    format!("<use href=\"#d{number}\" x=\"{x}\" y=\"{y}\"/>")
}

/// A drawing by itself, in a box of so many cells with its corner at a point.
pub(crate) fn alone(number: usize, class: &str, corner: Point, size: Point) -> String {
    let ((x, y), (width, height)) = (units(corner), units(size));
    format!(
        "<svg class=\"{class}\" viewBox=\"{x} {y} {width} {height}\" aria-hidden=\"true\"><use href=\"#d{number}\"/></svg>"
    )
}
