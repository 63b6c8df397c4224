//! The catalog: everything a set of packs declares, checked and immutable, for one choice of options.

// Names, numbers and places.
pub mod declared;
pub mod id;
pub mod joint;
pub mod lattice;
pub mod seat;
// Tiles: what they show, how they are cut into segments, what asks for them.
pub mod added;
pub mod demand;
pub mod derive;
pub mod look;
pub mod mirror;
pub mod tile;

mod alike;
// The board, and how a game goes.
pub mod bag;
pub mod board;
pub mod flow;
pub mod footing;
pub mod placeholder;
mod value;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use crate::catalog::bag::{Bag, BagOwner, Owner, ZoneOwner};
pub use crate::catalog::board::{BoardPlane, BoardSpec, Extent, PlacedBy, PlaneSpec, Preset, RimCell};
pub use crate::catalog::value::Value;

use crate::catalog::added::AddedPart;
use crate::catalog::demand::DemandTable;
use crate::catalog::flow::Flow;
use crate::catalog::id::{
    AddedPartId, BagId, BookId, CounterId, DieId, EdgeTypeId, FigureKindId, Id, PlaneId, ResultId, Table, TagId,
    TerrainId, TileKindId, TokenId, ZoneId,
};
use crate::catalog::lattice::{Lattice, Side, Turn, Turns};
use crate::catalog::look::Look;
use crate::catalog::tile::{Completion, EdgeType, Meetings, Segment, Tag, Terrain, TileKind, TurnedCell};
use crate::diag::{FileId, SourceMap, Span};
use crate::rarely::rarely;

/// Most seats a game can have.
pub const MAX_SEATS: usize = 12;
/// Most figure kinds that one deploy step can offer.
pub const MAX_FIGURE_KINDS: usize = 16;

/// A pack that is part of a catalog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackInfo {
    /// Its id.
    pub id: Arc<str>,
    /// Its version, `major.minor.patch`.
    pub version: Arc<str>,
    /// Title for people.
    pub title: Arc<str>,
    /// Hash of its content, hexadecimal.
    pub hash: Arc<str>,
}

/// A chosen option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChosenOption {
    /// Pack that declares it.
    pub pack: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// Its value.
    pub value: Value,
    /// Whether it was left at its default.
    pub default: bool,
}

/// A kind of figure.
#[derive(Clone, Debug, Default)]
pub struct FigureKind {
    /// How many each seat has in its supply when the game starts.
    pub supply: u16,
    /// Other numbers for some numbers of seats: seats, supply.
    pub supply_by_seats: Vec<(u8, u16)>,
    /// What one counts for a majority; 0 for figures that claim nothing.
    pub weight: u8,
    /// Terrains that it may be deployed on.
    pub on: Vec<TerrainId>,
    /// Whether the feature has to be free, or the seat's own.
    pub claim: Claim,
    /// Whether the feature must not be complete.
    pub unfinished: bool,
    /// Its look, as the pack wrote it; the fill is the seat's.
    pub look: Look,
}

/// A token of nobody.
#[derive(Clone, Debug, Default)]
pub struct Token {
    /// Its look, as the pack wrote it.
    pub look: Look,
}

/// What a feature must hold for a figure to be deployed there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Claim {
    /// No figure with a weight, of anybody.
    #[default]
    Unclaimed,
    /// A figure with a weight of the same seat.
    Own,
    /// Anything.
    Any,
}

/// A place off the board that holds figures, or tiles.
#[derive(Clone, Debug, Default)]
pub struct Zone {
    /// Number of numbered slots, or 0 for a heap without end.
    pub slots: u16,
    /// Whether each slot holds one figure only.
    pub single: bool,
    /// Whether its slots hold tiles, one each, on which figures may stand.
    pub holds_tiles: bool,
    /// Tags of the slots: slot (from 1), tag, number.
    pub tags: Vec<(u16, TagId, i16)>,
    /// Whose it is.
    pub owner: ZoneOwner,
    /// The counter whose number each slot shows: one with keys, by slot.
    pub number: Option<CounterId>,
}

/// What the numbers of a counter with keys are written on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenOn {
    /// Figures: each key is the number of a figure.
    Figures,
    /// Tiles on the board: each key is the number of a tile.
    Tiles,
    /// The slots of a zone: each key is a slot, from 1.
    Slots(ZoneId),
}

/// Whom a counter belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scope {
    /// The game: one number.
    Game,
    /// Each seat: one number each.
    #[default]
    Seat,
    /// A number for every key that rules choose; absent ones are the start value.
    Keyed,
    /// The same for each seat.
    SeatKeyed,
    /// A number of a feature; when features merge the numbers are combined.
    Feature(Combine),
}

/// How the numbers of merging features are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    /// Added.
    Sum,
    /// The greater one.
    Max,
    /// The smaller one.
    Min,
}

/// What becomes of the number of a feature that comes apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhenParted {
    /// Every part has it.
    Keep,
    /// The part with the first segment has it.
    First,
    /// No part has it.
    Drop,
}

/// A number that rules keep.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Whose.
    pub scope: Scope,
    /// Its value when the game starts.
    pub start: i32,
    /// It never goes below this.
    pub min: Option<i32>,
    /// It never goes above this.
    pub max: Option<i32>,
    /// Length of the track it is shown on; more is laps.
    pub track: Option<u32>,
    /// What becomes of it when its feature comes apart; nothing stands for [`WhenParted::First`] where numbers are added,
    /// and for [`WhenParted::Keep`] where they are not.
    pub parted: Option<WhenParted>,
    /// Whether only its own seat sees it.
    pub secret: bool,
    /// Whether players are shown it; what rules keep for themselves only is not.
    pub shown: bool,
}

impl Counter {
    /// What becomes of its number when the feature comes apart.
    pub fn when_parted(&self) -> WhenParted {
        self.parted.unwrap_or(match self.scope {
            Scope::Feature(Combine::Sum) => WhenParted::First,
            _ => WhenParted::Keep,
        })
    }
}

impl Default for Counter {
    fn default() -> Counter {
        Counter {
            scope: Scope::default(),
            start: 0,
            min: None,
            max: None,
            track: None,
            parted: None,
            secret: false,
            shown: true,
        }
    }
}

/// A die.
#[derive(Clone, Debug, Default)]
pub struct Die {
    /// Its faces, all equally likely.
    pub faces: Vec<Arc<str>>,
    /// Whether its faces are the seats instead, named by their numbers.
    pub seats: bool,
}

/// What a game can come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EndResult {
    /// The number that is reached for it, when no rule has named a result; nothing for one that only rules name.
    pub at_least: Option<i32>,
    /// What is compared with that number.
    pub of: GradedBy,
    /// Who wins by it, unless a rule has named the winners.
    pub wins: Wins,
}

/// Which points a result is reached by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GradedBy {
    /// Those of the seat that has most.
    #[default]
    Best,
    /// Those of all seats together.
    Sum,
}

/// Who wins by a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wins {
    /// Whoever is ahead.
    #[default]
    Best,
    /// All seats together.
    All,
    /// None of them.
    Nobody,
}

/// A rule module that a pack switches on.
#[derive(Clone, Debug)]
pub struct ModuleUse {
    /// Pack that uses it.
    pub pack: Arc<str>,
    /// Its id, `pack:id`, by which other packs change it; nothing for a use without an id.
    pub id: Option<Arc<str>>,
    /// Path of the module as faults and diagnostics show it, such as `pack/rules/bid.lua` or `scripts/paths.lua`.
    pub path: Arc<str>,
    /// Its text.
    pub source: Arc<str>,
    /// Its file in the source map, where it has one.
    pub file: Option<FileId>,
    /// Its parameters.
    pub params: Vec<(Arc<str>, Value)>,
    /// Places of `params` in the pack, in the same order; empty for a module that no file switches on.
    pub param_spans: Vec<ParamSpans>,
    /// Where it is switched on.
    pub span: Option<Span>,
}

/// Places of a parameter of a rule in the file of a pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParamSpans {
    /// Place of its name.
    pub name: Span,
    /// Place of its value.
    pub value: Span,
}

/// Where in a script an item was written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Origin {
    /// Number of the module in the catalog.
    pub module: u16,
    /// Line, from 1; 0 when unknown.
    pub line: u32,
}

/// Texts for people by language and key.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    by_language: BTreeMap<Arc<str>, BTreeMap<Arc<str>, Arc<str>>>,
}

impl Texts {
    /// Adds or replaces a text.
    pub fn set(&mut self, language: &str, key: &str, text: &str) {
        self.by_language.entry(language.into()).or_default().insert(key.into(), text.into());
    }

    /// The text of a key in a language, else in English.
    pub fn get(&self, language: &str, key: &str) -> Option<&str> {
        self.own(language, key).or_else(|| self.own("en", key))
    }

    /// The text of a key in this very language.
    pub fn own(&self, language: &str, key: &str) -> Option<&str> {
        self.by_language.get(language)?.get(key).map(|t| &**t)
    }

    /// The languages there are.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.by_language.keys().map(|k| &**k)
    }

    /// The keys of a language.
    pub fn keys(&self, language: &str) -> impl Iterator<Item = &str> {
        self.by_language.get(language).into_iter().flat_map(|m| m.keys().map(|k| &**k))
    }
}

/// Everything a set of packs declares for one choice of options.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// Shape of the cells.
    pub lattice: Lattice,
    /// The packs, dependencies first.
    pub packs: Vec<PackInfo>,
    /// For every pack by its number: the numbers of the packs that it says it comes after, by need or by wish.
    /// Empty when nobody has worked it out.
    pub declared_after: Vec<Vec<u16>>,
    /// Every option with its value.
    pub options: Vec<ChosenOption>,
    /// Fewest and most seats.
    pub seats: (u8, u8),
    /// The number of seats that all of this is for, where the packs depend on it.
    pub only_seats: Option<u8>,
    /// Terrains.
    pub terrains: Table<TerrainId, Terrain>,
    /// Edge types.
    pub edges: Table<EdgeTypeId, EdgeType>,
    /// Tags.
    pub tags: Table<TagId, Tag>,
    /// Tile kinds: those that packs declare, their mirror images, and what they become when parts are added.
    pub kinds: Table<TileKindId, TileKind>,
    /// Parts that rules add to placed tiles.
    pub added_parts: Table<AddedPartId, AddedPart>,
    /// Figure kinds.
    pub figures: Table<FigureKindId, FigureKind>,
    /// Bags and stacks.
    pub bags: Table<BagId, Bag>,
    /// Zones.
    pub zones: Table<ZoneId, Zone>,
    /// Planes, as they are declared; the board has them in [`BoardSpec::planes`].
    pub planes: Table<PlaneId, PlaneSpec>,
    /// Counters.
    pub counters: Table<CounterId, Counter>,
    /// Dice.
    pub dice: Table<DieId, Die>,
    /// Tokens of nobody.
    pub tokens: Table<TokenId, Token>,
    /// What points are booked under: every terrain, in order, then named sources.
    pub books: Table<BookId, ()>,
    /// What a game can come to, besides that somebody is ahead.
    pub results: Table<ResultId, EndResult>,
    /// The board.
    pub board: BoardSpec,
    /// How a game and a turn go.
    pub flow: Flow,
    /// Rule modules in the order they take effect.
    pub modules: Vec<ModuleUse>,
    /// Texts for people.
    pub texts: Texts,
    /// The files it was read from.
    pub sources: SourceMap,
    /// What follows from the above.
    pub tables: Tables,
}

/// What [`Catalog::finish`] works out once, so that joining and fitting are look-ups.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    pub(crate) meetings: Meetings,
    /// Faces of all kinds, turns and cells.
    pub(crate) faces: Vec<TurnedCell>,
    /// First face of `kind * sides + turn`, with the number of cells.
    pub(crate) face_of: Vec<(u32, u8)>,
    /// `[kind]`: turns at which it may be placed.
    pub(crate) turns: Vec<Turns>,
    /// `[kind][side][edge]`: turns at which the (one-celled) kind meets that edge across that side.
    pub(crate) turns_ok: Vec<Turns>,
    /// Segment keys of `kind * sides + turn`.
    pub(crate) segment_keys: Vec<Vec<Arc<str>>>,
    /// `[figure][kind]`: segments that the figure may stand on by terrain.
    pub(crate) deployable: Vec<u32>,
    /// Whether every kind has one cell.
    pub(crate) one_cell_each: bool,
    /// Whether any may be laid either way up.
    pub(crate) any_mirrored: bool,
    /// Whether any kind has a segment that is completed by what surrounds or touches it.
    pub(crate) any_watched: bool,
    /// Whether any is completed by what touches it.
    pub(crate) any_touched: bool,
    /// Whether edges of different types may lie against each other: such sides close features that they do not join.
    pub(crate) any_strangers: bool,
    /// Demands by number, where they are few.
    pub(crate) demands: DemandTable,
}

impl Catalog {
    /// The packs as people call them, with their versions.
    pub fn titles(&self) -> String {
        let packs = self.packs.iter().map(|p| format!("{} {}", p.title, p.version));
        packs.collect::<Vec<_>>().join(" + ")
    }

    /// The packs as files name them: `id@version#hash` of each.
    pub fn exact_packs(&self) -> Vec<String> {
        self.packs.iter().map(|p| format!("{}@{}#{}", p.id, p.version, p.hash)).collect()
    }

    /// The options that are not at their defaults, each as `pack:name=value`.
    pub fn chosen_options(&self) -> Vec<String> {
        let chosen = self.options.iter().filter(|o| !o.default);
        chosen.map(|o| format!("{}:{}={}", o.pack, o.name, o.value)).collect()
    }

    /// Works out the tables; the builder calls it once when everything is declared.
    pub fn finish(&mut self) {
        let sides = self.lattice.side_count();
        let mut kinds = std::mem::take(&mut self.kinds);
        for id in kinds.ids() {
            if let Some(kind) = kinds.get_mut(id) {
                kind.finish(&self.terrains);
            }
        }
        let edge_count = self.edges.len();
        let mut tables = Tables {
            meetings: Meetings::new(&self.edges),
            one_cell_each: kinds.iter().all(|(_, k)| k.cells.len() == 1),
            any_mirrored: kinds.iter().any(|(_, k)| k.mirror.is_some()),
            any_watched: kinds.iter().any(|(_, k)| k.watched != 0),
            any_touched: kinds
                .iter()
                .flat_map(|(_, k)| &k.segments)
                .any(|segment| self.terrains[segment.terrain].completion == Completion::NeighboursComplete),
            any_strangers: Meetings::new(&self.edges).any_strangers(),
            ..Tables::default()
        };
        for (_, kind) in kinds.iter() {
            for turn in self.lattice.turns() {
                let start = u32::try_from(tables.faces.len()).unwrap_or(u32::MAX);
                for cell in 0..kind.cells.len() {
                    tables.faces.push(TurnedCell::new(self.lattice, kind, cell, turn, &self.edges));
                }
                tables.face_of.push((start, kind.cells.len() as u8));
                let keys = kind.segments.iter().map(|s| {
                    let terrain = self.terrains.key(s.terrain);
                    tile::segment_key(self.lattice, &terrain, s, kind, turn, &self.edges).into()
                });
                tables.segment_keys.push(keys.collect());
            }
            let may = self.turns_of(kind);
            tables.turns.push(may);
            for side in self.lattice.sides() {
                for edge in self.edges.ids() {
                    let mut turns = Turns::NONE;
                    if let Some(cell) = kind.cells.first() {
                        for turn in may.iter() {
                            let own = cell.edge(self.lattice.side_before(side, turn));
                            if self.lattice.shows(cell.offset, side, turn) && tables.meetings.meet(own, edge) {
                                turns = turns.with(turn);
                            }
                        }
                    }
                    tables.turns_ok.push(turns);
                }
            }
        }
        // Once for each catalog, and every search for places rests on it.
        assert_eq!(tables.turns_ok.len(), kinds.len() * sides * edge_count, "a row for each kind, side and edge type");
        for (_, figure) in self.figures.iter() {
            for (_, kind) in kinds.iter() {
                let may = |s: &Segment| figure.on.iter().any(|&named| self.counts_as(s.terrain, named));
                let standable = kind.segments.iter().enumerate().filter(|(_, s)| may(s));
                tables.deployable.push(standable.fold(0, |set, (i, _)| set | 1 << i));
            }
        }
        self.kinds = kinds;
        self.tables = tables;
        self.tables.demands = DemandTable::new(self);
    }

    /// Whether a kind has one cell.
    #[inline]
    pub(crate) fn has_one_cell(&self, kind: TileKindId) -> bool {
        !rarely(!self.tables.one_cell_each) || self.kinds[kind].cells.len() == 1
    }

    /// The faces of a kind as it lies after a turn, one for each of its cells.
    #[inline]
    pub fn faces(&self, kind: TileKindId, turn: Turn) -> &[TurnedCell] {
        if !self.lattice.has_turn(turn) {
            return &[];
        }
        let (start, count) = self.tables.face_of[kind.index() * self.lattice.side_count() + turn.index()];
        &self.tables.faces[start as usize..start as usize + usize::from(count)]
    }

    /// One of these faces, of a tile that lies on a board.
    #[inline]
    pub(crate) fn face(&self, kind: TileKindId, turn: Turn, part: usize) -> &TurnedCell {
        let (start, _) = self.tables.face_of[kind.index() * self.lattice.side_count() + turn.index()];
        &self.tables.faces[start as usize + part]
    }

    /// The turns at which a kind may be placed, as a set.
    #[inline]
    pub fn turns(&self, kind: TileKindId) -> Turns {
        self.tables.turns[kind.index()]
    }

    /// The turns, as a set, at which a one-celled kind meets an edge across a side and may be placed.
    #[inline]
    pub fn turns_meeting(&self, kind: TileKindId, side: Side, edge: EdgeTypeId) -> Turns {
        self.tables.turns_ok
            [(kind.index() * self.lattice.side_count() + side.index()) * self.edges.len() + edge.index()]
    }

    /// `terrain:PORTS` of a segment as it lies after a turn.
    pub fn segment_key(&self, kind: TileKindId, turn: Turn, segment: usize) -> &Arc<str> {
        &self.tables.segment_keys[kind.index() * self.lattice.side_count() + turn.index()][segment]
    }

    /// The ports of a segment of a kind as it lies after a turn: side by side from the north, on each side clockwise.
    pub fn ports(&self, kind: TileKindId, turn: Turn, segment: usize) -> Vec<(Side, u8)> {
        let ports = self.kinds[kind].segments[segment].ports.iter();
        let mut ports: Vec<_> = ports.map(|port| (self.lattice.turn_side(port.side, turn), port.index)).collect();
        ports.sort_unstable();
        ports
    }

    /// Segments of a kind that a figure may stand on by their terrain, as a set.
    #[inline]
    pub fn deployable(&self, figure: FigureKindId, kind: TileKindId) -> u32 {
        self.tables.deployable[figure.index() * self.kinds.len() + kind.index()]
    }

    /// Whether segments of two terrains are one feature where they meet across an edge.
    #[inline]
    pub fn connects(&self, a: TerrainId, b: TerrainId) -> bool {
        a == b
    }

    /// Whether something of a terrain is meant where a rule, a figure or a filter names one: the place to ask, so that
    /// it can mean more one day than being the same, as [`Catalog::connects`] must not.
    #[inline]
    pub fn counts_as(&self, terrain: TerrainId, named: TerrainId) -> bool {
        terrain == named
    }

    /// Whether two edge types may lie against each other.
    #[inline]
    pub fn meet(&self, a: EdgeTypeId, b: EdgeTypeId) -> bool {
        self.tables.meetings.meet(a, b)
    }

    /// Number of faces of a die in a game of so many seats.
    pub fn face_count(&self, die: DieId, seats: u8) -> u16 {
        let die = &self.dice[die];
        if die.seats { u16::from(seats) } else { die.faces.len() as u16 }
    }

    /// The name of a face of a die.
    pub fn face_name(&self, die: DieId, face: u16) -> String {
        let die = &self.dice[die];
        if die.seats {
            face.to_string()
        } else {
            die.faces.get(usize::from(face)).map_or_else(String::new, ToString::to_string)
        }
    }

    /// Returns what the numbers of a counter with keys are written on; `None` if they are written on nothing.
    pub fn written_on(&self, counter: CounterId) -> Option<WrittenOn> {
        if !matches!(self.counters[counter].scope, Scope::Keyed) {
            return None;
        }
        if self.figures.iter().any(|(_, figure)| figure.look.number == Some(counter)) {
            return Some(WrittenOn::Figures);
        }
        if self.kinds.iter().any(|(_, kind)| kind.number == Some(counter)) {
            return Some(WrittenOn::Tiles);
        }
        let zone = self.zones.iter().find(|(_, zone)| zone.number == Some(counter));
        zone.map(|(id, _)| WrittenOn::Slots(id))
    }

    /// Returns true if the number of a tag is an amount, such as a price, and not just a mark: something that the packs
    /// declare has the tag with a number other than 1.
    pub fn is_amount(&self, tag: TagId) -> bool {
        let of_kinds = self.kinds.iter().flat_map(|(_, kind)| {
            kind.tags.iter().chain(kind.segments.iter().flat_map(|segment| &segment.tags)).copied()
        });
        let of_zones = self.zones.iter().flat_map(|(_, zone)| zone.tags.iter().map(|&(_, tag, number)| (tag, number)));
        let of_rim = self.board.rim.iter().flat_map(|space| space.tags.iter().copied());
        of_kinds.chain(of_zones).chain(of_rim).any(|(other, number)| other == tag && number != 1)
    }

    /// The book that points of a terrain go into.
    pub fn book_of(&self, terrain: TerrainId) -> BookId {
        BookId(terrain.0)
    }

    /// Whether a pack says, itself or through others, that it comes after another; true when nothing is known.
    pub fn comes_after(&self, later: &str, earlier: &str) -> bool {
        let number = |id: &str| self.packs.iter().position(|p| *p.id == *id);
        let (Some(later), Some(earlier)) = (number(later), number(earlier)) else { return true };
        if self.declared_after.len() != self.packs.len() {
            return true;
        }
        let (mut seen, mut left) = (vec![false; self.packs.len()], vec![later]);
        while let Some(at) = left.pop() {
            for &before in &self.declared_after[at] {
                let before = usize::from(before);
                if before == earlier {
                    return true;
                }
                if seen.get(before) == Some(&false) {
                    seen[before] = true;
                    left.push(before);
                }
            }
        }
        false
    }

    /// The value of an option, by `pack:name` or, within a pack, by name.
    pub fn option(&self, name: &str, from_pack: Option<&str>) -> Option<&Value> {
        let found = match name.split_once(':') {
            Some((pack, local)) => self.options.iter().find(|o| &*o.pack == pack && &*o.name == local),
            None => self.options.iter().find(|o| from_pack.is_none_or(|p| *o.pack == *p) && &*o.name == name),
        };
        found.map(|o| &o.value)
    }
}
