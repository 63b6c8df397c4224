//! Puts questions and options into words, with the texts of the packs.
//!
//! The names of things, and the texts of questions and answers, come from here, so that a terminal, an editor and a
//! report use the same words.

use tilewright_core::board::Board;
use tilewright_core::catalog::id::{
    BagId, BookId, CounterId, DieId, EdgeTypeId, FigureId, FigureKindId, ResultId, SegmentId, TagId, TerrainId,
    TileKindId, TokenId, ZoneId,
};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::mirror::MIRRORED;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::tile::TileKind;
use tilewright_core::catalog::{Catalog, Counter, Owner, WrittenOn};
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_core::state::effect::{CounterKey, Place};
use tilewright_core::state::key::OptionKey;
use tilewright_core::state::question::{Meaning, Target, Wording};
use tilewright_core::state::view::{Public, View};

use crate::compass;

/// Kinds of things that a part of an answer's key may name, in lookup order.
const SORTS: &[&str] = &["figure", "tile", "token", "zone", "bag", "counter", "terrain", "book", "tag"];

/// Thing that packs declare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedItem {
    /// Id of the thing, with the pack if several packs have a thing with this id.
    pub id: String,
    /// Name of the thing in the packs, or its id.
    pub name: String,
}

/// Words of a set of packs in a language, and names for the seats.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    catalog: &'a Catalog,
    language: &'a str,
    seat: &'a dyn Fn(Seat) -> String,
}

impl<'a> Words<'a> {
    /// Creates the words of a language; `seat` returns the name of a seat.
    pub fn new(catalog: &'a Catalog, language: &'a str, seat: &'a dyn Fn(Seat) -> String) -> Words<'a> {
        Words { catalog, language, seat }
    }

    /// Creates the words of a language that name seats by their numbers.
    pub fn with_numbers(catalog: &'a Catalog, language: &'a str) -> Words<'a> {
        Words::new(catalog, language, &|seat| seat.to_string())
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        self.catalog.texts.get(self.language, key)
    }

    /// Returns the name of a thing of some kind, or its id.
    pub fn name(&self, sort: &str, id: &str) -> String {
        match self.text(&format!("{sort}.{id}")) {
            Some(text) => text.to_owned(),
            None => self.of_seat(sort, id).unwrap_or_else(|| id.to_owned()),
        }
    }

    /// Names the bag or the zone of a seat, by the text of the shared declaration.
    fn of_seat(&self, sort: &str, id: &str) -> Option<String> {
        let Catalog { bags, zones, .. } = self.catalog;
        let (declared, seat) = match sort {
            "bag" => match bags[bags.find(id)?].owner {
                Owner::Seat { of, seat } => (bags.key_str(of), seat),
                _ => return None,
            },
            "zone" => match zones[zones.find(id)?].owner {
                Owner::Seat { of, seat } => (zones.key_str(of), seat),
                _ => return None,
            },
            _ => return None,
        };
        Some(format!("{} ({})", self.name(sort, declared), (self.seat)(seat)))
    }

    fn named_item(&self, sort: &str, id: String) -> NamedItem {
        NamedItem { name: self.name(sort, &id), id }
    }

    /// Returns a kind of tile. A mirror image without a text is named like its tile, with the sign that ends its id.
    pub fn tile(&self, kind: TileKindId) -> NamedItem {
        let id = self.catalog.kinds.key(kind);
        let front = self.catalog.front(kind);
        if self.catalog.bare(kind) != kind {
            return NamedItem { id, ..self.tile(self.catalog.bare(kind)) };
        }
        if front != kind && self.text(&format!("tile.{id}")).is_none() {
            let own = self.name("tile", &self.catalog.kinds.key(front));
            return NamedItem { name: format!("{own}{MIRRORED}"), id };
        }
        self.named_item("tile", id)
    }

    /// Explains a kind of tile for players who have no rulebook: returns the text `tile.ID.help`, or else the texts of
    /// the tags of the tile and its segments, `tag.ID.help`. `None` if the packs have no such text.
    pub fn tile_help(&self, kind: TileKindId) -> Option<String> {
        let kind = self.catalog.front(kind);
        if let Some(help) = self.text(&format!("tile.{}.help", self.catalog.kinds.key(kind))) {
            return Some(help.to_owned());
        }
        let TileKind { tags, segments, .. } = &self.catalog.kinds[kind];
        let tags = tags.iter().chain(segments.iter().flat_map(|segment| segment.tags.iter()));
        let mut helps: Vec<&str> = Vec::new();
        for (tag, _) in tags {
            let help = self.text(&format!("tag.{}.help", self.catalog.tags.key(*tag)));
            helps.extend(help.filter(|help| !helps.contains(help)));
        }
        (!helps.is_empty()).then(|| helps.join(" "))
    }

    /// Returns the id and name of a kind of figure.
    pub fn figure(&self, kind: FigureKindId) -> NamedItem {
        self.named_item("figure", self.catalog.figures.key(kind))
    }

    /// Returns a kind of figure with its name on a terrain, such as a knight, from the text `figure.ID.on.TERRAIN`;
    /// with its usual name if the packs have no such text.
    pub fn figure_on(&self, kind: FigureKindId, terrain: TerrainId) -> NamedItem {
        let figure = self.figure(kind);
        let role = self.text(&format!("figure.{}.on.{}", figure.id, self.catalog.terrains.key(terrain)));
        NamedItem { name: role.map_or(figure.name, str::to_owned), id: figure.id }
    }

    /// Returns a kind of figure with its name at a place.
    pub fn figure_at(&self, board: &Board, kind: FigureKindId, place: Option<Place>) -> NamedItem {
        match place {
            Some(Place::Segment(segment)) => self.figure_on(kind, board.terrain(segment)),
            _ => self.figure(kind),
        }
    }

    /// Returns the name of a figure at its place, with the number that is written on it: `Price tag 5`. Empty for a
    /// figure that is not in play.
    pub fn numbered_figure(&self, public: Public<'_>, number: FigureId) -> String {
        let Some(figure) = public.figure(number) else { return String::new() };
        let name = self.figure_at(public.board(), figure.kind, figure.place).name;
        match public.number_on_figure(number) {
            Some(written) => format!("{name} {written}"),
            None => name,
        }
    }

    /// Returns the id and name of a terrain.
    pub fn terrain(&self, terrain: TerrainId) -> NamedItem {
        self.named_item("terrain", self.catalog.terrains.key(terrain))
    }

    /// Returns the id and name of an edge type.
    pub fn edge(&self, edge: EdgeTypeId) -> NamedItem {
        self.named_item("edge", self.catalog.edges.key(edge))
    }

    /// Returns the id and name of a bag.
    pub fn bag(&self, bag: BagId) -> NamedItem {
        self.named_item("bag", self.catalog.bags.key(bag))
    }

    /// Returns the id and name of a zone.
    pub fn zone(&self, zone: ZoneId) -> NamedItem {
        self.named_item("zone", self.catalog.zones.key(zone))
    }

    /// Returns the id and name of a counter.
    pub fn counter(&self, counter: CounterId) -> NamedItem {
        self.named_item("counter", self.catalog.counters.key(counter))
    }

    /// Returns the id and name of a token.
    pub fn token(&self, token: TokenId) -> NamedItem {
        self.named_item("token", self.catalog.tokens.key(token))
    }

    /// Returns the id and name of a die.
    pub fn die(&self, die: DieId) -> NamedItem {
        self.named_item("die", self.catalog.dice.key(die))
    }

    /// Returns the id and name of a result of the game.
    pub fn result(&self, result: ResultId) -> NamedItem {
        self.named_item("result", self.catalog.results.key(result))
    }

    /// Returns the id and name of a book: a source, or a terrain under its `book` text or else under its own name.
    pub fn book(&self, book: BookId) -> NamedItem {
        let id = self.catalog.books.key(book);
        let text = ["book", "terrain"].iter().find_map(|sort| self.text(&format!("{sort}.{id}")));
        NamedItem { name: text.unwrap_or(&id).to_owned(), id }
    }

    /// Returns the text of a decision's question, or the id of the decision. `pack` is the pack whose rules ask; its
    /// texts have priority, because other packs may use the same id for another question.
    pub fn question(&self, pack: Option<&str>, ask: &str) -> String {
        let keys = [format!("step.{ask}"), format!("ask.{ask}")];
        let own = pack.and_then(|pack| keys.iter().find_map(|key| self.text(&format!("{pack}:{key}"))));
        own.or_else(|| keys.iter().find_map(|key| self.text(key))).unwrap_or(ask).to_owned()
    }

    /// Returns a text of a pack, or that of another pack if it has no such text.
    fn text_of(&self, pack: Option<&str>, key: &str) -> Option<&'a str> {
        pack.and_then(|pack| self.text(&format!("{pack}:{key}"))).or_else(|| self.text(key))
    }

    /// Returns the text of an answer to a question; `None` if the packs have no text for it.
    ///
    /// The search begins with the whole key, as `ask.QUESTION.KEY`, then its beginning up to each colon, the longest first.
    /// In the text, `{0}` is the first of the parts into which `:` and `=` divide the key, `{1}` the second: a number
    /// or a cell is shown directly, a thing by its name, `seat0` by the name of that seat. If a placeholder has no such
    /// part, the parts between commas are also used: for `path:3,2` they are `{1}` and `{2}`. A placeholder without a
    /// value leaves no gap. A list of amounts, such as `bank=1,seat0=2`, is worded one by one, by `ask.QUESTION.bank`
    /// and `ask.QUESTION.seat`. The texts of the pack whose rules ask have priority, see [`Words::question`].
    pub fn answer(&self, pack: Option<&str>, ask: &str, key: &str) -> Option<String> {
        if let Some(text) = self.text_of(pack, &format!("ask.{ask}.{key}")) {
            return Some(self.fill_from_key(text, key));
        }
        if key.contains('=') {
            let amounts = key.split(',').map(|amount| {
                let (what, _) = amount.split_once('=')?;
                let what = if seat_of(what).is_some() { "seat" } else { what };
                Some(self.fill_from_key(self.text_of(pack, &format!("ask.{ask}.{what}"))?, amount))
            });
            return amounts.collect::<Option<Vec<String>>>().map(|all| all.join(", "));
        }
        let ends = key.rmatch_indices(':').map(|(at, _)| at);
        let text = ends.into_iter().find_map(|at| self.text_of(pack, &format!("ask.{ask}.{}", &key[..at])))?;
        Some(self.fill_from_key(text, key))
    }

    /// Fills the placeholders of a text with the parts of a key.
    fn fill_from_key(&self, text: &str, key: &str) -> String {
        let whole: Vec<&str> = key.split([':', '=']).collect();
        let needs_more = pieces(text).any(|piece| matches!(piece, TextPiece::Value(n) if n >= whole.len()));
        let parts = if needs_more { key.split([':', ',', '=']).collect() } else { whole };
        fill(text, |n| parts.get(n).map(|part| self.thing(part).unwrap_or_else(|| (*part).to_owned())))
    }

    /// Returns the text that a rule gives an option, with its arguments; `None` if the packs lack the text.
    fn option_wording(&self, game: &Game, pack: Option<&str>, ask: &str, wording: &Wording) -> Option<String> {
        let text = self.text_of(pack, &format!("ask.{ask}.{}", wording.text))?;
        let value = |n: usize| {
            let part = wording.args.get(n.checked_sub(1)?)?;
            Some(match part {
                OptionKey::Thing(None, Target::Number(number)) => number.to_string(),
                OptionKey::Thing(None, target) => self.target(game, *target, ""),
                part => {
                    let part = part.text(game);
                    self.thing(&part).unwrap_or_else(|| part.into_owned())
                }
            })
        };
        Some(fill(text, value))
    }

    /// Names a part of a key: a declared thing by its text, a seat by its name in this interface. `None` for a
    /// number, even if a thing has that number as its id.
    fn thing(&self, part: &str) -> Option<String> {
        if part.parse::<i64>().is_ok() {
            return None;
        }
        if let Some(seat) = seat_of(part) {
            return Some((self.seat)(seat));
        }
        SORTS.iter().find_map(|sort| self.text(&format!("{sort}.{part}"))).map(str::to_owned)
    }

    /// Names the thing that moves, or its destination, from a key: for `mage@0,1:city:N` the token, for
    /// `0,1:city:N>castle` the zone. The interface itself shows the place on the board.
    fn going(&self, key: &str) -> Option<String> {
        let named = key.rsplit_once('>').map(|(_, to)| to).or_else(|| key.split_once('@').map(|(who, _)| who));
        self.thing(named?)
    }

    /// Returns the text of an option: the text of the group in which a rule offers it, the text of the answer, or the
    /// name of its target; `None` if the packs have no text for it.
    pub fn option(&self, game: &Game, decision: &Decision, pick: Pick) -> Option<String> {
        let (pack, ask, options) = (decision.pack.as_deref(), &decision.ask, &decision.options);
        match options.meaning(pick)? {
            Meaning::Step(Pick::Deploy { figure, segment }) => {
                Some(self.figure_on(figure, game.board().terrain(segment)).name)
            }
            Meaning::Step(Pick::Kind(kind) | Pick::Face(kind)) => Some(self.tile(kind).name),
            Meaning::Step(Pick::Pass) => self.answer(pack, ask, "pass"),
            Meaning::Step(_) => None,
            Meaning::Added { group, .. } => self.text(&format!("offer.{group}")).map(str::to_owned),
            Meaning::Script(_) => {
                let key = options.key(game, pick);
                let wording = options.list_entry(game, pick).and_then(|listed| listed.wording.clone());
                let own = wording.and_then(|wording| self.option_wording(game, pack, ask, &wording));
                own.or_else(|| self.answer(pack, ask, &key)).or_else(|| {
                    let kind = match options.target(game, pick) {
                        Target::Kind(kind) => Some(kind),
                        Target::Slot(zone, slot) => game.slot_tile(zone, slot),
                        _ => None,
                    };
                    let tile = kind.map(|kind| self.tile(kind).name);
                    tile.or_else(|| self.thing(&key)).or_else(|| self.going(&key))
                })
            }
        }
    }

    /// Explains the tile that an option is about, see [`Words::tile_help`]; `None` for other options.
    pub fn option_help(&self, game: &Game, decision: &Decision, pick: Pick) -> Option<String> {
        match decision.options.target(game, pick) {
            Target::Kind(kind) => self.tile_help(kind),
            Target::Slot(zone, slot) => self.tile_help(game.slot_tile(zone, slot)?),
            _ => None,
        }
    }

    /// Returns the complete wording of an option: its text in the packs, and its target in the words of the interface,
    /// which receives the text so that it repeats nothing. Falls back to the key.
    pub fn in_full(
        &self,
        game: &Game,
        decision: &Decision,
        pick: Pick,
        about: impl FnOnce(Target, &str) -> String,
    ) -> String {
        let said = self.option(game, decision, pick).unwrap_or_default();
        let about = about(decision.options.target(game, pick), &said);
        match (said.is_empty(), about.is_empty()) {
            (true, true) => decision.options.key(game, pick),
            (true, false) => about,
            (false, true) => said,
            (false, false) if said == about => said,
            (false, false) => format!("{said}: {about}"),
        }
    }

    /// Names the target of an option, without repeating the text in `said`; empty if the target is a number or absent.
    /// A tile is named by its id only if no other text identifies it.
    pub fn target(&self, game: &Game, target: Target, said: &str) -> String {
        match target {
            Target::Segment(segment) => self.segment(game, segment),
            Target::Figure(figure) => self.standing(game, figure),
            Target::Cell(cell) => self.cell_beside(cell, said),
            Target::Joint(joint) => self.place(game, Place::Joint(joint)),
            Target::Kind(kind) => {
                let NamedItem { id, name } = self.tile(kind);
                let repeats = !said.is_empty() && (name == id || said.contains(&name));
                if repeats { String::new() } else { name }
            }
            Target::Bag(bag) => self.bag(bag).name,
            Target::Slot(zone, slot) => self.place(game, Place::Zone(zone, slot)),
            Target::None | Target::Number(_) => String::new(),
        }
    }

    /// Describes a figure: its kind, its owner, and its place.
    pub fn standing(&self, game: &Game, number: FigureId) -> String {
        let Some(figure) = game.figure(number) else { return number.to_string() };
        let kind = self.numbered_figure(game.view(None).public(), number);
        let seat = (self.seat)(figure.seat);
        match figure.place {
            Some(place) => format!("{kind}, {seat}: {}", self.place(game, place)),
            None => format!("{kind}, {seat}"),
        }
    }

    /// Describes a place: a segment, a cell, a corner or a seam, or a zone with the slot.
    pub fn place(&self, game: &Game, place: Place) -> String {
        match place {
            Place::Segment(segment) => self.segment(game, segment),
            Place::Cell(cell) => cell.to_string(),
            Place::Joint(joint) => game.catalog().lattice.joint_key(joint),
            Place::Zone(zone, 0) => self.zone(zone).name,
            Place::Zone(zone, slot) => format!("{} {slot}", self.zone(zone).name),
        }
    }

    /// Describes a segment: its terrain and its position, so that it differs from the others on its tile.
    pub fn segment(&self, game: &Game, segment: SegmentId) -> String {
        let terrain = self.terrain(game.board().terrain(segment)).name;
        compass::describe_segment(game.board(), segment, &terrain, self.language)
    }

    /// Describes a segment like [`Words::segment`], always with its cell.
    pub(crate) fn segment_with_cell(&self, board: &Board, segment: SegmentId) -> String {
        compass::segment_with_cell(board, segment, &self.terrain(board.terrain(segment)).name, self.language)
    }

    /// Names a cell and the tags of a rim space, without repeating the text in `said`.
    pub fn cell_beside(&self, cell: Cell, said: &str) -> String {
        let (name, tags) = self.cell(cell);
        let parts = [if said.contains(&name) { String::new() } else { name }, tags];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// Returns the name of a cell or of a rim space, and the tags of that space.
    pub fn cell(&self, cell: Cell) -> (String, String) {
        match self.catalog.board.rim.iter().find(|space| space.cell == cell) {
            None => (cell.to_string(), String::new()),
            Some(space) => (space.name.to_string(), self.tags(space.tags.iter().copied())),
        }
    }

    /// Lists the places of a zone with their tags and numbers: `1: Well; 3: Bridge, Price 5`.
    pub fn slots(&self, public: Public<'_>, zone: ZoneId) -> String {
        let spec = &self.catalog.zones[zone];
        let slots = (1..=spec.slots).filter_map(|slot| {
            let tags = self.tags(spec.tags.iter().filter(|(at, ..)| *at == slot).map(|&(_, tag, n)| (tag, n)));
            let number = public.number_on_slot(zone, slot).zip(spec.number).map(|(number, counter)| {
                match self.catalog.counters[counter].shown {
                    true => format!("{} {number}", self.counter(counter).name),
                    false => number.to_string(),
                }
            });
            let all: Vec<String> = [Some(tags).filter(|tags| !tags.is_empty()), number].into_iter().flatten().collect();
            (!all.is_empty()).then(|| format!("{slot}: {}", all.join(", ")))
        });
        slots.collect::<Vec<_>>().join("; ")
    }

    /// Returns the numbers of a counter with keys that are visible and not 0: `3 = 15; 6 = 5`, or only the keys of a
    /// counter whose maximum is 1. `None` if there are none, if they are written on things, or if the counter is only
    /// for rules.
    pub fn keyed_numbers(&self, view: View<'_>, counter: CounterId) -> Option<String> {
        let Counter { secret, shown, max, .. } = self.catalog.counters[counter];
        // Numbers that are written on things are shown there.
        if !shown || self.catalog.number_bearers(counter).is_some() {
            return None;
        }
        let all = view.counter_keys(counter).filter(|(_, n)| *n != 0);
        let numbers = all.filter_map(|(key, number)| {
            let of = match key {
                CounterKey::Key(key) => key.to_string(),
                CounterKey::SeatKey(seat, key) if secret && view.seat() == Some(seat) => key.to_string(),
                CounterKey::SeatKey(seat, key) => format!("{}, {key}", (self.seat)(seat)),
                _ => return None,
            };
            Some(if max == Some(1) { of } else { format!("{of} = {number}") })
        });
        let numbers: Vec<String> = numbers.collect();
        (!numbers.is_empty()).then(|| numbers.join("; "))
    }

    /// Returns the numbers of a counter that are written on figures, each with its figure: `Price tag, seat 2: Stall 1
    /// = 5`. `None` for any other counter, and if no figure has a number.
    pub fn on_figures(&self, game: &Game, counter: CounterId) -> Option<String> {
        if self.catalog.number_bearers(counter) != Some(WrittenOn::Figures) {
            return None;
        }
        let borne = game.figures().filter_map(|(number, figure)| {
            let written = game.number_on_figure(number)?;
            let kind = self.figure_at(game.board(), figure.kind, figure.place).name;
            let place = match figure.place? {
                Place::Segment(segment) => {
                    let board = game.board();
                    format!("{} {}", self.terrain(board.terrain(segment)).name, board.cell_of(segment))
                }
                place => self.place(game, place),
            };
            let is_own = self.catalog.figures[figure.kind].look.number == Some(counter);
            is_own.then(|| format!("{kind}, {}: {place} = {written}", (self.seat)(figure.seat)))
        });
        let borne: Vec<String> = borne.collect();
        (!borne.is_empty()).then(|| borne.join("; "))
    }

    /// Returns tags by their names, separated by commas; with their numbers where those are amounts, such as `Fee 1`.
    pub fn tags(&self, tags: impl Iterator<Item = (TagId, i16)>) -> String {
        let shown = tags.map(|(tag, number)| {
            let name = self.name("tag", &self.catalog.tags.key(tag));
            if self.catalog.is_amount(tag) { format!("{name} {number}") } else { name }
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}

/// Piece of a text with placeholders.
enum TextPiece<'t> {
    Plain(&'t str),
    /// Placeholder with its number.
    Value(usize),
}

/// Splits a text at its placeholders, `{0}`, `{1}` and so on.
fn pieces(text: &str) -> impl Iterator<Item = TextPiece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let starts = rest.match_indices('{').find_map(|(at, _)| {
            let (number, _) = rest[at + 1..].split_once('}')?;
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            Some((at, number.len(), number.parse().ok().filter(|_| is_number)?))
        });
        match starts {
            Some((0, length, number)) => {
                rest = &rest[length + 2..];
                Some(TextPiece::Value(number))
            }
            Some((at, ..)) => {
                let (plain, left) = rest.split_at(at);
                rest = left;
                Some(TextPiece::Plain(plain))
            }
            None => Some(TextPiece::Plain(std::mem::take(&mut rest))),
        }
    })
}

/// Fills the placeholders of a text with values. A placeholder without a value is removed together with the blank
/// before it.
fn fill(text: &str, value: impl Fn(usize) -> Option<String>) -> String {
    let mut filled = String::new();
    for piece in pieces(text) {
        match piece {
            TextPiece::Plain(plain) => filled.push_str(plain),
            TextPiece::Value(number) => match value(number) {
                Some(value) => filled.push_str(&value),
                None => filled.truncate(filled.trim_end_matches(' ').len()),
            },
        }
    }
    filled.trim().to_owned()
}

/// Returns the seat that a part of a key means: `seat0`.
fn seat_of(part: &str) -> Option<Seat> {
    part.strip_prefix("seat").and_then(|n| n.parse().ok()).map(Seat)
}

#[cfg(test)]
mod tests;
