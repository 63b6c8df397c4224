//! Collects the drawings of a page; each is defined once and used by its number.

use std::collections::BTreeMap;

use tilewright_art::board::draw_number;
use tilewright_art::geometry::{Path, Point};
use tilewright_art::heights::{Raised, draw_raised};
use tilewright_art::lettering;
use tilewright_art::outline::{cell_size, place};
use tilewright_art::own::OwnArt;
use tilewright_art::picture::{self, Stamp};
use tilewright_art::scene::{Color, Pen, Scene};
use tilewright_art::short::{IdNumbers, SvgWriter, UNITS};
use tilewright_art::tile::{Artist, CellPlans, Style, TileElement};
use tilewright_core::catalog::id::{FigureKindId, TileKindId, TokenId};
use tilewright_core::catalog::lattice::{Cell, Plane, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, RimCell};

/// Subject of a drawing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum SpriteSubject {
    /// Picture that many tiles share, by its markup.
    Shared(String),
    /// Tile at a turn. Textures look as they do on the cell.
    Tile(TileKindId, Turn, Cell),
    Figure(FigureKindId, Option<Seat>, bool),
    Token(TokenId),
    /// Number on a piece or a tile, and its height in hundredths of a cell.
    Number(i32, u32),
    /// Height of the pile on a cell, and the sides at which it is higher than the next cell.
    Raised(Raised),
    /// Empty cell; true for a triangle that points up.
    Empty(bool),
    Rim(Cell),
}

/// Drawings that are known, with their numbers.
#[derive(Default)]
pub(crate) struct DrawnSprites {
    /// Layouts of tiles, which are expensive to compute.
    plans: CellPlans,
    ids: IdNumbers,
    writer: SvgWriter,
    known: BTreeMap<SpriteSubject, usize>,
    drawn: BTreeMap<usize, String>,
}

impl DrawnSprites {
    /// Creates a collection whose numbers depend only on the drawings.
    pub(crate) fn by_content() -> DrawnSprites {
        let ids = IdNumbers::ByContent;
        DrawnSprites { ids, writer: SvgWriter::new(ids), ..DrawnSprites::default() }
    }

    /// Returns the tiles that were drawn, each with its number, kind and turn.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = (usize, TileKindId, Turn)> {
        self.known.iter().filter_map(|(what, &number)| match what {
            SpriteSubject::Tile(kind, turn, _) => Some((number, *kind, *turn)),
            _ => None,
        })
    }

    /// Returns the element with an id that a drawing or a position refers to; `None` for any other id.
    pub(crate) fn element(&self, id: &str) -> Option<String> {
        match id.strip_prefix('d') {
            Some(number) => {
                let markup = self.drawn.get(&number.parse().ok()?)?;
                Some(format!("<g id=\"{id}\">{markup}</g>"))
            }
            None => self.writer.definition(id),
        }
    }
}

/// Drawings of a page, with their numbers.
pub(crate) struct Sprites<'c> {
    artist: Artist<'c>,
    store: DrawnSprites,
}

impl<'c> Sprites<'c> {
    /// Creates a collection without drawings.
    pub(crate) fn new(catalog: &'c Catalog, art: Option<&'c OwnArt>) -> Sprites<'c> {
        Sprites::continued(catalog, art, DrawnSprites::default())
    }

    /// Continues a collection of drawings of the same catalog and art.
    pub(crate) fn continued(catalog: &'c Catalog, art: Option<&'c OwnArt>, mut store: DrawnSprites) -> Sprites<'c> {
        let plans = std::mem::take(&mut store.plans);
        Sprites { artist: Artist::new(catalog, Style::default()).with_art(art).with_plans(plans), store }
    }

    /// Returns the drawings without the artist.
    pub(crate) fn into_store(self) -> DrawnSprites {
        DrawnSprites { plans: self.artist.into_plans(), ..self.store }
    }

    /// Returns the artist that draws the tiles.
    pub(crate) fn artist(&self) -> &Artist<'c> {
        &self.artist
    }

    /// Draws a rotated tile. The box of its first cell starts at the origin.
    pub(crate) fn tile(&mut self, kind: TileKindId, turn: Turn) -> usize {
        self.tile_at(kind, turn, Cell::ORIGIN)
    }

    /// Draws a rotated tile on a board cell, from which textures continue. The box of its first cell starts at the
    /// origin.
    pub(crate) fn tile_at(&mut self, kind: TileKindId, turn: Turn, cell: Cell) -> usize {
        let phase = self.artist.phase(cell);
        let what = SpriteSubject::Tile(kind, turn, phase);
        if let Some(&known) = self.store.known.get(&what) {
            return known;
        }
        let catalog = self.artist.catalog();
        let mut markup = String::new();
        if catalog.kinds[kind].cells.is_empty() {
            markup = self.store.writer.shapes(&self.artist.tile(kind, turn).shapes);
        }
        for (cell, face) in catalog.faces(kind, turn).iter().enumerate() {
            let at = place(catalog.lattice, Cell::new(face.offset.0, face.offset.1));
            let covered = self.artist.phase(phase.plus(face.offset.0, face.offset.1));
            let drawn = self.artist.cell_elements_at(kind, cell, turn, covered);
            let inner: String = drawn.into_iter().map(|drawn| self.element(drawn)).collect();
            match units(at) {
                (0, 0) => markup.push_str(&inner),
                (x, y) => markup.push_str(&format!("<g transform=\"translate({x} {y})\">{inner}</g>")),
            }
        }
        self.keep(what, markup)
    }

    /// Draws a figure. With a seat, its number is next to it, so that colour is not the only difference; without a
    /// seat, the figure has no number.
    pub(crate) fn figure(&mut self, kind: FigureKindId, seat: Option<Seat>, lies: bool) -> usize {
        let what = SpriteSubject::Figure(kind, seat, lies);
        if let Some(&known) = self.store.known.get(&what) {
            return known;
        }
        let mut scene = Scene::default();
        self.artist.draw_figure(&mut scene, kind, seat.unwrap_or(Seat(0)), Point::default(), lies);
        if let Some(seat) = seat {
            let size = self.artist.figure_width(kind);
            let (at, ink) = (Point::new(size * 0.5, size * 0.42), Color::hex(0x241c14));
            let disc = Path::circle(at, 0.056);
            scene.fill(disc.clone(), Color::hex(0xffffff));
            scene.line(disc, Pen::solid(ink, 0.01));
            let number = seat.to_string();
            // Two digits must fit into the same disc.
            let height = if number.len() > 1 { 0.06 } else { 0.075 };
            lettering::draw_centered(&mut scene, &number, at, height, ink);
        }
        let markup = self.store.writer.shapes(&scene.shapes);
        self.keep(what, markup)
    }

    /// Draws a token without an owner or number.
    pub(crate) fn token(&mut self, token: TokenId) -> usize {
        if let Some(&known) = self.store.known.get(&SpriteSubject::Token(token)) {
            return known;
        }
        let mut scene = Scene::default();
        self.artist.draw_token(&mut scene, token, Point::default());
        let markup = self.store.writer.shapes(&scene.shapes);
        self.keep(SpriteSubject::Token(token), markup)
    }

    /// Draws a number on a piece or a tile; `height` is in cells.
    pub(crate) fn number(&mut self, number: i32, height: f32) -> usize {
        let hundredths = (height * 100.0).round() as u32;
        if let Some(&known) = self.store.known.get(&SpriteSubject::Number(number, hundredths)) {
            return known;
        }
        let mut scene = Scene::default();
        draw_number(&mut scene, number, Point::default(), hundredths as f32 / 100.0);
        let markup = self.store.writer.shapes(&scene.shapes);
        self.keep(SpriteSubject::Number(number, hundredths), markup)
    }

    /// Draws the height of the pile on a cell.
    pub(crate) fn pile_height(&mut self, raised: Raised) -> usize {
        let mut scene = Scene::default();
        draw_raised(&mut scene, self.artist.catalog().lattice, &raised, Point::default());
        let markup = self.store.writer.shapes(&scene.shapes);
        self.keep(SpriteSubject::Raised(raised), markup)
    }

    /// Draws an existing but empty cell.
    pub(crate) fn empty(&mut self, cell: Cell) -> usize {
        let what = SpriteSubject::Empty(self.artist.catalog().lattice.points_up(cell));
        if let Some(&known) = self.store.known.get(&what) {
            return known;
        }
        let markup = self.store.writer.shapes(&self.artist.empty_cell(cell).shapes);
        self.keep(what, markup)
    }

    /// Draws a cell of the rim around the board.
    pub(crate) fn rim(&mut self, rim: &RimCell) -> usize {
        let markup = self.store.writer.shapes(&self.artist.rim_cell(rim).shapes);
        self.keep(SpriteSubject::Rim(rim.cell), markup)
    }

    /// Writes the background of a plane over a box of the board; empty if the plane has no picture. `origin` is the
    /// position of the plane's cell 0,0.
    pub(crate) fn background(&mut self, plane: Plane, area: [Point; 2], origin: Point) -> String {
        let scene = self.artist.background(plane, area, origin);
        scene.map_or_else(String::new, |scene| self.store.writer.shapes(&scene.shapes))
    }

    /// Returns the tiles that were drawn, each with its number, kind and turn.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = (usize, TileKindId, Turn)> {
        self.store.tiles()
    }

    /// Returns the box of a tile with several cells: its corner and its size; `None` if the tile has one cell.
    pub(crate) fn large(&self, kind: TileKindId, turn: Turn) -> Option<(Point, Point)> {
        large(self.artist.catalog(), kind, turn)
    }

    /// Returns the definitions of all drawings. Elements that several drawings share are defined once.
    pub(crate) fn definitions(&self) -> String {
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for element in self.store.drawn.values().flat_map(|markup| elements(markup)) {
            *times.entry(element).or_default() += 1;
        }
        let shared = times.into_iter().filter(|(element, times)| *times > 1 && element.len() > WORTH_SHARING);
        let shared: BTreeMap<&str, usize> = shared.map(|(element, _)| element).zip(0..).collect();
        let mut out = self.store.writer.definitions();
        for (element, number) in &shared {
            let (name, rest) = element.split_at(element.find(' ').unwrap_or(element.len()));
            out.push_str(&format!("{name} id=\"e{number}\"{rest}\n"));
        }
        for (number, markup) in &self.store.drawn {
            let inner = elements(markup).map(|element| match shared.get(element) {
                Some(number) => format!("<use href=\"#e{number}\"/>"),
                None => element.to_owned(),
            });
            out.push_str(&format!("<g id=\"d{number}\">{}</g>\n", inner.collect::<String>()));
        }
        format!("<svg width=\"0\" height=\"0\" class=\"drawings\" aria-hidden=\"true\"><defs>{out}</defs></svg>\n")
    }

    fn keep(&mut self, what: SpriteSubject, markup: String) -> usize {
        let DrawnSprites { ids, known, drawn, .. } = &mut self.store;
        // Equal drawings of different things have different numbers, since readers get the words of each.
        let next = ids.number(&format!("{what:?} {markup}"), drawn.len()) as usize;
        let number = *known.entry(what).or_insert(next);
        drawn.entry(number).or_insert(markup);
        number
    }

    /// Returns the markup of a part of a tile. Pictures are drawn around the origin, in sizes of whole hundredths of a
    /// cell, so that a few definitions serve all tiles.
    fn element(&mut self, drawn: TileElement) -> String {
        match drawn {
            TileElement::Shapes(shapes) => self.store.writer.shapes(&shapes),
            TileElement::Picture(shown, stamp) => {
                let size = (stamp.size * 100.0).round().max(1.0) / 100.0;
                let mut scene = Scene::default();
                picture::draw(&mut scene, &shown, Stamp { at: Point::default(), size, ..stamp });
                let markup = self.store.writer.shapes(&scene.shapes);
                let number = self.keep(SpriteSubject::Shared(markup.clone()), markup);
                use_of(number, stamp.at)
            }
        }
    }
}

/// Returns the box of a tile with several cells: its corner and its size; `None` if the tile has one cell.
pub(crate) fn large(catalog: &Catalog, kind: TileKindId, turn: Turn) -> Option<(Point, Point)> {
    let faces = catalog.faces(kind, turn);
    let at = |i: usize| place(catalog.lattice, Cell::new(faces[i].offset.0, faces[i].offset.1));
    let least = (0..faces.len()).map(at).reduce(|a, b| Point::new(a.x.min(b.x), a.y.min(b.y)))?;
    let most = (0..faces.len()).map(at).reduce(|a, b| Point::new(a.x.max(b.x), a.y.max(b.y)))?;
    let (width, height) = cell_size(catalog.lattice);
    (faces.len() > 1).then(|| (least, most - least + Point::new(width, height)))
}

/// Minimum length of an element, in bytes, from which a reference to a shared definition saves space.
const WORTH_SHARING: usize = 70;

/// Splits the markup of a drawing at the end of each tag.
fn elements(markup: &str) -> impl Iterator<Item = &str> {
    markup.split_inclusive('>')
}

/// Converts a point from cells to the units of drawings.
pub(crate) fn units(at: Point) -> (i32, i32) {
    ((at.x * UNITS).round() as i32, (at.y * UNITS).round() as i32)
}

/// Returns the element that shows a drawing with its origin at a point.
pub(crate) fn use_of(number: usize, at: Point) -> String {
    let (x, y) = units(at);
    format!("<use href=\"#d{number}\" x=\"{x}\" y=\"{y}\"/>")
}

/// Returns a separate picture of a drawing, with a view box of a given corner and size.
pub(crate) fn alone(number: usize, class: &str, corner: Point, size: Point) -> String {
    let ((x, y), (width, height)) = (units(corner), units(size));
    format!(
        "<svg class=\"{class}\" viewBox=\"{x} {y} {width} {height}\" aria-hidden=\"true\"><use href=\"#d{number}\"/></svg>"
    )
}
