//! Letters and colours of terrains, tags, figures and seats.

use tilewright_core::catalog::id::{FigureKindId, Id, Table, TagId, TerrainId, TileKindId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, MAX_SEATS};
use tilewright_kit::games::words::Words;

use super::canvas::{Glyph, Rgb};

/// Colours of seats: distinct for most kinds of colour vision, dark enough for white letters.
const SEATS: [Rgb; MAX_SEATS] = [
    Rgb(178, 34, 34),
    Rgb(0, 84, 166),
    Rgb(122, 62, 157),
    Rgb(20, 20, 20),
    Rgb(196, 98, 16),
    Rgb(0, 110, 100),
    Rgb(140, 30, 90),
    Rgb(90, 75, 50),
    Rgb(120, 0, 255),
    Rgb(30, 0, 135),
    Rgb(75, 0, 90),
    Rgb(120, 105, 150),
];

/// What a mark without a look of its own is.
const TAG_MARK: char = '*';

/// Most marks of a tile as a whole.
const MOST_TAGS: usize = 3;

/// The letters of a catalog, each once, and the colours of its looks.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    terrains: Vec<Glyph>,
    tags: Vec<char>,
    figures: Vec<char>,
}

impl Palette {
    /// The palette of a catalog.
    pub(crate) fn new(catalog: &Catalog) -> Palette {
        let mut taken = Vec::new();
        taken.extend(catalog.terrains.iter().filter_map(|(_, t)| t.look.letter));
        let mut terrains = Vec::new();
        for (id, terrain) in catalog.terrains.iter() {
            let dot = (terrain.ground && !taken.contains(&'.')).then_some('.');
            let letter =
                terrain.look.letter.or(dot).unwrap_or_else(|| free_letter(&catalog.terrains.name(id).local, &taken));
            taken.push(letter);
            let fill = terrain.look.fill.as_deref().and_then(Rgb::parse);
            // Inks are made for pictures; letters on a fill are black or white, so that they can be read.
            let ink = fill.map(Rgb::contrast).or(terrain.look.ink.as_deref().and_then(Rgb::parse));
            terrains.push(Glyph { letter, ink, fill, bold: false });
        }
        let tags =
            catalog.tags.iter().map(|(_, tag)| tag.look.as_ref().and_then(|look| look.letter).unwrap_or(TAG_MARK));
        Palette { terrains, tags: tags.collect(), figures: figure_letters(catalog) }
    }

    /// How a terrain is drawn.
    pub(crate) fn terrain(&self, terrain: TerrainId) -> Glyph {
        self.terrains.get(terrain.index()).copied().unwrap_or(Glyph::BLANK)
    }

    /// How a tag is marked.
    pub(crate) fn tag(&self, tag: TagId) -> char {
        self.tags.get(tag.index()).copied().unwrap_or(TAG_MARK)
    }

    /// The tags of a tile as a whole that have a look: pictures show no others either.
    fn shown_tags<'a>(&self, catalog: &'a Catalog, kind: TileKindId) -> impl Iterator<Item = TagId> + use<'a> {
        let tags = catalog.kinds[kind].tags.iter().filter(|(_, number)| *number != 0);
        tags.map(|&(tag, _)| tag).filter(|&tag| catalog.tags[tag].look.is_some())
    }

    /// How these are marked, of which there is room for a few.
    pub(crate) fn tags_of_tile(&self, catalog: &Catalog, kind: TileKindId) -> impl Iterator<Item = char> {
        self.shown_tags(catalog, kind).map(|tag| self.tag(tag)).take(MOST_TAGS)
    }

    /// How a figure is marked: by the number of its seat, and by a letter where there are several kinds.
    pub(crate) fn figure(&self, figure: FigureKindId, seat: Seat) -> String {
        match self.figures.get(figure.index()) {
            Some(letter) if self.figures.len() > 1 => format!("{seat}{letter}"),
            _ => seat.to_string(),
        }
    }

    /// Lists the letters with their meaning in words of the packs, each once, for the terrains and tags that the tiles have.
    pub(crate) fn legend(&self, catalog: &Catalog, words: Words<'_>) -> Vec<(Glyph, String)> {
        let mut legend: Vec<(Glyph, String)> =
            catalog.terrains.ids().map(|id| (self.terrain(id), words.terrain(id).name)).collect();
        let mut marks: Vec<(char, String)> = Vec::new();
        for id in catalog.tags.ids() {
            let shown = catalog.kinds.ids().any(|kind| self.shown_tags(catalog, kind).any(|tag| tag == id));
            let used = shown || catalog.kinds.iter().any(|(_, kind)| kind.segments.iter().any(|s| s.tag(id) != 0));
            let (mark, name) = (self.tag(id), words.name("tag", &catalog.tags.key(id)));
            match marks.iter_mut().find(|(m, _)| *m == mark && used) {
                Some((_, names)) => names.push_str(&format!("/{name}")),
                None if used => marks.push((mark, name)),
                None => {}
            }
        }
        legend.extend(marks.into_iter().map(|(letter, names)| (Glyph { letter, ..Glyph::BLANK }, names)));
        if self.figures.len() > 1 {
            let kinds = catalog.figures.ids().zip(&self.figures);
            legend.extend(kinds.map(|(id, &letter)| {
                (Glyph { letter, ..Glyph::BLANK }, format!("after a seat's number: {}", words.figure(id).name))
            }));
        }
        legend
    }
}

/// How the mark of a seat looks.
pub(crate) fn seat(seat: Seat) -> Glyph {
    let fill = SEATS[seat.index() % SEATS.len()];
    Glyph { letter: ' ', ink: Some(fill.contrast()), fill: Some(fill), bold: true }
}

fn local<I: Id, T>(table: &Table<I, T>, id: I) -> &str {
    &table.name(id).local
}

/// The first letter of each kind of figure that no other has.
fn figure_letters(catalog: &Catalog) -> Vec<char> {
    let mut letters = Vec::new();
    for id in catalog.figures.ids() {
        letters.push(free_letter(local(&catalog.figures, id), &letters));
    }
    letters
}

/// The first letter of a name that is not taken, else of the alphabet.
fn free_letter(name: &str, taken: &[char]) -> char {
    let free = |c: &char| !taken.contains(c);
    let mut letters = name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase);
    letters.find(free).or_else(|| ('a'..='z').chain('A'..='Z').find(free)).unwrap_or('?')
}

/// The colours of a seat for running text.
pub(crate) fn seat_style(seat: Seat) -> anstyle::Style {
    self::seat(seat).style(false)
}
