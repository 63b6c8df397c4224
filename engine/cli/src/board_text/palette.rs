//! Chooses letters and colours for terrains, tags, figures and seats.

use tilewright_core::catalog::id::{FigureKindId, Id, Table, TagId, TerrainId, TileKindId, TokenId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::tile::{Segment, Tag};
use tilewright_core::catalog::{Catalog, MAX_SEATS};
use tilewright_wording::words::Words;

use super::canvas::{Glyph, Rgb};

/// Colours of seats: distinct for most kinds of colour vision, and dark enough for white letters.
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

/// Mark of tags without a look, and of tags for which no letter remains.
const TAG_MARK: char = '*';

/// Maximum number of tags that are marked on a tile as a whole, or on one segment.
const MOST_TAGS: usize = 3;

/// Maximum number of letters of a token's name on the board.
const TOKEN_LETTERS: usize = 3;

/// Letters of a catalog, each used once, and the colours of its looks.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    terrains: Vec<Glyph>,
    tags: Vec<char>,
    figures: Vec<char>,
    tokens: Vec<String>,
}

impl Palette {
    /// Chooses letters and colours for everything in a catalog.
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
            // Inks are chosen for pictures. On a fill, text needs black or white letters to be readable.
            let ink = fill.map(Rgb::contrast).or(terrain.look.ink.as_deref().and_then(Rgb::parse));
            terrains.push(Glyph { letter, ink, fill, bold: false });
        }
        let tags = tag_letters(catalog, taken);
        Palette { terrains, tags, figures: figure_letters(catalog), tokens: token_marks(catalog) }
    }

    /// Returns the letter and colours of a terrain.
    pub(crate) fn terrain(&self, terrain: TerrainId) -> Glyph {
        self.terrains.get(terrain.index()).copied().unwrap_or(Glyph::BLANK)
    }

    /// Returns the letter of a tag.
    fn tag(&self, tag: TagId) -> char {
        self.tags.get(tag.index()).copied().unwrap_or(TAG_MARK)
    }

    /// Returns the mark of a tag: its letter, with its number unless that is 1.
    fn numbered_tag(&self, tag: TagId, number: i16) -> String {
        let letter = self.tag(tag);
        if number == 1 { letter.to_string() } else { format!("{letter}{number}") }
    }

    /// Returns the mark of the tags on a segment: those with a look, or a common sign if none has one; `None` without
    /// tags.
    pub(crate) fn tags_of_segment(&self, catalog: &Catalog, segment: &Segment) -> Option<String> {
        let tags = || segment.tags.iter().copied().filter(|&(_, number)| number != 0);
        let shown = tags().filter(|&(tag, _)| catalog.tags[tag].look.is_some());
        let marks: String = shown.take(MOST_TAGS).map(|(tag, number)| self.numbered_tag(tag, number)).collect();
        match marks.is_empty() {
            true => tags().next().map(|_| TAG_MARK.to_string()),
            false => Some(marks),
        }
    }

    /// Returns the tags of a tile as a whole that have a look. Pictures show the same selection.
    fn shown_tags<'a>(&self, catalog: &'a Catalog, kind: TileKindId) -> impl Iterator<Item = (TagId, i16)> + use<'a> {
        let tags = catalog.kinds[kind].tags.iter().copied().filter(|&(_, number)| number != 0);
        tags.filter(|&(tag, _)| catalog.tags[tag].look.is_some())
    }

    /// Returns the mark for the tags of a tile as a whole, at most [`MOST_TAGS`] of them.
    pub(crate) fn tags_of_tile(&self, catalog: &Catalog, kind: TileKindId) -> String {
        self.shown_tags(catalog, kind).take(MOST_TAGS).map(|(tag, number)| self.numbered_tag(tag, number)).collect()
    }

    /// Returns the mark of a token, without the number on it.
    pub(crate) fn token(&self, token: TokenId) -> &str {
        self.tokens.get(token.index()).map_or("?", |mark| mark)
    }

    /// Returns the mark of a figure: the number of its seat, followed by a letter if there are several kinds of
    /// figures.
    pub(crate) fn figure(&self, figure: FigureKindId, seat: Seat) -> String {
        match self.figures.get(figure.index()) {
            Some(letter) if self.figures.len() > 1 => format!("{seat}{letter}"),
            _ => seat.to_string(),
        }
    }

    /// Lists each letter once with its meaning in the words of the packs, for the terrains and tags that the tiles
    /// have.
    pub(crate) fn legend(&self, catalog: &Catalog, words: Words<'_>) -> Vec<(Glyph, String)> {
        let mut legend: Vec<(Glyph, String)> =
            catalog.terrains.ids().map(|id| (self.terrain(id), words.terrain(id).name)).collect();
        let mut marks: Vec<(char, String)> = Vec::new();
        for id in catalog.tags.ids() {
            let on_tiles = catalog.kinds.ids().flat_map(|kind| self.shown_tags(catalog, kind));
            let segments = catalog.kinds.iter().flat_map(|(_, kind)| &kind.segments);
            let tags = on_tiles.chain(segments.flat_map(|segment| segment.tags.iter().copied()));
            let numbers: Vec<i16> = tags.filter(|&(tag, number)| tag == id && number != 0).map(|tag| tag.1).collect();
            let mark = self.tag(id);
            let is_counted = mark != TAG_MARK && numbers.iter().any(|&number| number != 1);
            let name = words.name("tag", &catalog.tags.key(id));
            let name = format!("{name}{}", if is_counted { " and its number, if not 1" } else { "" });
            match marks.iter_mut().find(|(m, _)| *m == mark && !numbers.is_empty()) {
                Some((_, names)) => names.push_str(&format!("/{name}")),
                None if !numbers.is_empty() => marks.push((mark, name)),
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
        let lettered = catalog.tokens.iter().filter(|(_, token)| token.look.letter.is_some());
        legend.extend(lettered.filter_map(|(id, _)| {
            // A mark of several letters is part of the name and needs no explanation.
            let mut mark = self.token(id).chars();
            let (letter, None) = (mark.next()?, mark.next()) else { return None };
            Some((
                Glyph { letter, ..Glyph::BLANK },
                format!("in brackets: {}", words.name("token", &catalog.tokens.key(id))),
            ))
        }));
        legend
    }
}

/// Returns the colours for marks of a seat.
pub(crate) fn seat(seat: Seat) -> Glyph {
    let fill = SEATS[seat.index() % SEATS.len()];
    Glyph { letter: ' ', ink: Some(fill.contrast()), fill: Some(fill), bold: true }
}

fn local<I: Id, T>(table: &Table<I, T>, id: I) -> &str {
    &table.name(id).local
}

/// Returns a letter for each kind of figure: the first letter of its name that no other kind has.
fn figure_letters(catalog: &Catalog) -> Vec<char> {
    let mut letters = Vec::new();
    for id in catalog.figures.ids() {
        letters.push(free_letter(local(&catalog.figures, id), &letters));
    }
    letters
}

/// Returns the letters of all tags. A tag whose look has no letter gets a free one that no terrain has.
fn tag_letters(catalog: &Catalog, mut taken: Vec<char>) -> Vec<char> {
    let letter = |tag: &Tag| tag.look.as_ref().and_then(|look| look.letter);
    taken.extend(catalog.tags.iter().filter_map(|(_, tag)| letter(tag)));
    let mut letters = Vec::new();
    for (id, tag) in catalog.tags.iter() {
        let own = letter(tag).unwrap_or_else(|| {
            if tag.look.is_none() {
                return TAG_MARK;
            }
            // Capitals are easy to distinguish from terrains, whose letters are small unless a pack sets them.
            let is_free = |c: &char| !taken.contains(c);
            let mut name = local(&catalog.tags, id).chars().filter(|c| c.is_alphabetic()).flat_map(char::to_uppercase);
            name.find(is_free).or_else(|| ('A'..='Z').chain('a'..='z').find(is_free)).unwrap_or(TAG_MARK)
        });
        taken.push(own);
        letters.push(own);
    }
    letters
}

/// Returns the marks of all tokens: the letter of the look, else the beginning of the name. Tokens whose marks would be
/// equal get the end of their names, or numbers.
fn token_marks(catalog: &Catalog) -> Vec<String> {
    let names: Vec<Vec<char>> = catalog.tokens.ids().map(|id| local(&catalog.tokens, id).chars().collect()).collect();
    let first = |name: &[char], count: usize| name.iter().take(count).collect::<String>();
    let short = |name: &Vec<char>| first(name, TOKEN_LETTERS);
    let letters = catalog.tokens.iter().zip(&names);
    let mut marks: Vec<String> =
        letters.map(|((_, token), name)| token.look.letter.map_or_else(|| short(name), String::from)).collect();
    let ends = |name: &Vec<char>, _: usize| {
        first(name, TOKEN_LETTERS - 1) + &name.last().map(char::to_string).unwrap_or_default()
    };
    let numbers = |name: &Vec<char>, number: usize| format!("{}{}", first(name, 1), number + 1);
    for other in [&ends as &dyn Fn(&Vec<char>, usize) -> String, &numbers] {
        let before = marks.clone();
        for (number, mark) in marks.iter_mut().enumerate() {
            if before.iter().filter(|other| **other == before[number]).count() > 1 {
                *mark = other(&names[number], number);
            }
        }
    }
    marks
}

/// Returns the first letter of a name that is not taken, else the first free letter of the alphabet; `?` if all are
/// taken.
fn free_letter(name: &str, taken: &[char]) -> char {
    let free = |c: &char| !taken.contains(c);
    let mut letters = name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase);
    letters.find(free).or_else(|| ('a'..='z').chain('A'..='Z').find(free)).unwrap_or('?')
}

/// Returns the colours of a seat for running text.
pub(crate) fn seat_style(seat: Seat) -> anstyle::Style {
    self::seat(seat).style(false)
}
