//! Holds everything that a set of packs declares for one choice of options, checked and immutable.

// Names, numbers and places.
pub mod declared;
pub mod id;
pub mod joint;
pub mod lattice;
pub mod seat;
// Tiles: their edges, their segments, and the demands of cells.
pub mod added;
pub mod art;
pub mod demand;
pub mod derive;
pub mod extend;
pub mod look;
pub mod mirror;
pub mod pose;
pub mod tile;

mod alike;
pub(crate) mod chance_points;
// The board, and the course of a game.
pub mod bag;
pub mod board;
pub mod flow;
pub mod footing;
mod owned;
pub mod placeholder;
mod value;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use crate::catalog::bag::{Bag, BagOwner, Owner, ZoneOwner};
pub use crate::catalog::board::{BoardPlane, BoardSpec, Extent, PlacedBy, PlaneSpec, Preset, RimCell};
pub use crate::catalog::seat::MAX_SEATS;
pub use crate::catalog::value::Value;

use crate::catalog::added::AddedPart;
use crate::catalog::chance_points::ChancePoints;
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

/// Maximum number of figure kinds that one deploy step can offer.
pub const MAX_FIGURE_KINDS: usize = 16;

/// A pack that is part of a catalog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackInfo {
    /// Id of the pack, such as `base`.
    pub id: Arc<str>,
    /// Version of the pack, `major.minor.patch`.
    pub version: Arc<str>,
    /// Title that players see.
    pub title: Arc<str>,
    /// Hash of the pack's content, hexadecimal.
    pub hash: Arc<str>,
}

/// An option of a pack with its value in this catalog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChosenOption {
    /// Id of the pack that declares the option.
    pub pack: Arc<str>,
    /// Name of the option within its pack.
    pub name: Arc<str>,
    /// Value of the option in this catalog.
    pub value: Value,
    /// True if the value is the default because no other was chosen.
    pub default: bool,
}

/// A kind of figure, with its supply and its requirements.
#[derive(Clone, Debug, Default)]
pub struct FigureKind {
    /// Number of figures in each seat's supply when the game starts.
    pub supply: u16,
    /// Supplies that replace `supply` for some numbers of seats: (seats, supply).
    pub supply_by_seats: Vec<(u8, u16)>,
    /// Weight of one figure for a majority; 0 for figures that claim nothing.
    pub weight: u8,
    /// Terrains that it may be deployed on.
    pub on: Vec<TerrainId>,
    /// Requirement on the figures that the feature already has.
    pub claim: Claim,
    /// True if the feature must be incomplete.
    pub unfinished: bool,
    /// Look from the pack; the fill is the colour of the seat.
    pub look: Look,
}

/// A token, which no seat owns.
#[derive(Clone, Debug, Default)]
pub struct Token {
    /// Look from the pack.
    pub look: Look,
}

/// Condition on the figures of a feature for deploying a figure there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Claim {
    /// No figure with a weight, of any seat.
    #[default]
    Unclaimed,
    /// At least one figure with a weight of the same seat.
    Own,
    /// No condition on other figures.
    Any,
}

/// A place off the board that holds figures, or tiles.
#[derive(Clone, Debug, Default)]
pub struct Zone {
    /// Number of numbered slots; 0 for a zone without slots and with unlimited room.
    pub slots: u16,
    /// True if each slot holds at most one figure.
    pub single: bool,
    /// True if its slots hold tiles, one each, which figures may be placed on.
    pub holds_tiles: bool,
    /// Tags of the slots: slot (from 1), tag, value.
    pub tags: Vec<(u16, TagId, i16)>,
    /// Owner of the zone.
    pub owner: ZoneOwner,
    /// Counter with slots as its keys whose value each slot shows.
    pub number: Option<CounterId>,
}

/// Pieces or places that show the values of a counter with keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenOn {
    /// Figures: each key is the number of a figure.
    Figures,
    /// Tiles on the board: each key is the number of a tile.
    Tiles,
    /// The slots of a zone: each key is a slot, from 1.
    Slots(ZoneId),
}

/// Owner of the values of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scope {
    /// The game: one value.
    Game,
    /// Each seat: one value per seat.
    #[default]
    Seat,
    /// Keys that rules choose: one value per key, initially the start value.
    Keyed,
    /// Each seat and key: one value per key for each seat.
    SeatKeyed,
    /// Each feature: one value; when features merge, their values are combined.
    Feature(Combine),
}

/// Way to combine the values of merging features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    /// The sum of the values.
    Sum,
    /// The greatest of the values.
    Max,
    /// The smallest of the values.
    Min,
}

/// Treatment of the value of a feature that splits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhenParted {
    /// Every part gets the value.
    Keep,
    /// Only the part with the first segment gets the value.
    First,
    /// No part gets the value.
    Drop,
}

/// A number that rules maintain.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Owner of its values.
    pub scope: Scope,
    /// Value when the game starts.
    pub start: i32,
    /// Lower limit of the value; `None` if there is no limit.
    pub min: Option<i32>,
    /// Upper limit of the value; `None` if there is no limit.
    pub max: Option<i32>,
    /// Length of the track that shows it; higher values go round again.
    pub track: Option<u32>,
    /// Treatment of its value when its feature splits; `None` means [`WhenParted::First`] if values are added, else
    /// [`WhenParted::Keep`].
    pub parted: Option<WhenParted>,
    /// True if only its own seat sees it.
    pub secret: bool,
    /// True if players see it; false for a counter that only rules use.
    pub shown: bool,
}

impl Counter {
    /// Returns the treatment of its value when the feature splits.
    pub fn parting_rule(&self) -> WhenParted {
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

/// A die that rules can roll.
#[derive(Clone, Debug, Default)]
pub struct Die {
    /// Names of its faces, all equally likely.
    pub faces: Vec<Arc<str>>,
    /// True if its faces are instead the seats of the game, named by their numbers.
    pub seats: bool,
}

/// An outcome of a game beyond the ranking, such as a grade or a shared win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EndResult {
    /// Points that reach this result if no rule has named a result; `None` if only rules name it.
    pub at_least: Option<i32>,
    /// Points that are compared with `at_least`.
    pub of: GradedBy,
    /// Seats that win by it, unless a rule has named the winners.
    pub wins: Wins,
}

/// Points that decide whether a result is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GradedBy {
    /// Points of the seat with the most.
    #[default]
    Best,
    /// Points of all seats together.
    Sum,
}

/// Seats that win by a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wins {
    /// The seats in the lead.
    #[default]
    Best,
    /// All seats win together.
    All,
    /// No seat wins.
    Nobody,
}

/// A rule module that a pack switches on.
#[derive(Clone, Debug)]
pub struct ModuleUse {
    /// Id of the pack that uses it.
    pub pack: Arc<str>,
    /// Id of the use, `pack:id`, with which other packs change it; `None` if it has no id.
    pub id: Option<Arc<str>>,
    /// Path of the module in faults and diagnostics, such as `pack/rules/bid.lua` or `scripts/paths.lua`.
    pub path: Arc<str>,
    /// Source text of the module.
    pub source: Arc<str>,
    /// File in the source map; `None` if the module is not there.
    pub file: Option<FileId>,
    /// Names and values of its parameters.
    pub params: Vec<(Arc<str>, Value)>,
    /// Positions of `params` in the pack, in the same order; empty for a module that no file switches on.
    pub param_spans: Vec<ParamSpans>,
    /// Position at which it is switched on; `None` if no file does so.
    pub span: Option<Span>,
}

impl ModuleUse {
    /// Returns the name of the rule, `pack:id`. A rule without an id has the name of its module.
    pub fn name(&self) -> String {
        let file = self.path.rsplit('/').next().unwrap_or(&self.path);
        let module = || format!("{}:{}", self.pack, file.strip_suffix(".lua").unwrap_or(file));
        self.id.as_deref().map_or_else(module, str::to_owned)
    }
}

/// Positions of a module parameter in the file of a pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParamSpans {
    /// Position of its name.
    pub name: Span,
    /// Position of its value.
    pub value: Span,
}

/// Position in a script at which an item was written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Origin {
    /// Number of the module in the catalog.
    pub module: u16,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
}

/// Texts for players by language and key.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    by_language: BTreeMap<Arc<str>, BTreeMap<Arc<str>, Arc<str>>>,
}

impl Texts {
    /// Adds or replaces a text.
    pub fn set(&mut self, language: &str, key: &str, text: &str) {
        self.by_language.entry(language.into()).or_default().insert(key.into(), text.into());
    }

    /// Returns the text of a key in a language, or else in English.
    pub fn get(&self, language: &str, key: &str) -> Option<&str> {
        self.own(language, key).or_else(|| self.own("en", key))
    }

    /// Returns the text of a key in exactly this language.
    pub fn own(&self, language: &str, key: &str) -> Option<&str> {
        self.by_language.get(language)?.get(key).map(|t| &**t)
    }

    /// Returns the languages that have texts.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.by_language.keys().map(|k| &**k)
    }

    /// Returns the keys that have a text in a language.
    pub fn keys(&self, language: &str) -> impl Iterator<Item = &str> {
        self.by_language.get(language).into_iter().flat_map(|m| m.keys().map(|k| &**k))
    }
}

/// Everything a set of packs declares for one choice of options.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// Shape of the cells.
    pub lattice: Lattice,
    /// Packs of the catalog, dependencies first.
    pub packs: Vec<PackInfo>,
    /// Numbers of the packs that each pack declares to come after, whether required or optional. Empty if not computed.
    pub declared_after: Vec<Vec<u16>>,
    /// Options of all packs with their values.
    pub options: Vec<ChosenOption>,
    /// Minimum and maximum number of seats.
    pub seats: (u8, u8),
    /// Number of seats that the catalog was built for; `None` if the packs do not depend on it.
    pub only_seats: Option<u8>,
    /// Terrains of all packs.
    pub terrains: Table<TerrainId, Terrain>,
    /// Edge types of all packs.
    pub edges: Table<EdgeTypeId, EdgeType>,
    /// Tags of all packs.
    pub tags: Table<TagId, Tag>,
    /// Tile kinds: declared kinds, their mirror images, and the kinds with added parts.
    pub kinds: Table<TileKindId, TileKind>,
    /// Parts that rules add to placed tiles.
    pub added_parts: Table<AddedPartId, AddedPart>,
    /// Kinds of figures of all packs.
    pub figures: Table<FigureKindId, FigureKind>,
    /// Bags and stacks, including the copies of seats.
    pub bags: Table<BagId, Bag>,
    /// Zones, including the copies of seats.
    pub zones: Table<ZoneId, Zone>,
    /// Planes as packs declare them; the planes of the board are in [`BoardSpec::planes`].
    pub planes: Table<PlaneId, PlaneSpec>,
    /// Counters of all packs.
    pub counters: Table<CounterId, Counter>,
    /// Dice of all packs.
    pub dice: Table<DieId, Die>,
    /// Tokens of all packs.
    pub tokens: Table<TokenId, Token>,
    /// Books for points: every terrain, in order, then named sources.
    pub books: Table<BookId, ()>,
    /// Outcomes of a game beyond the ranking.
    pub results: Table<ResultId, EndResult>,
    /// Board of the game.
    pub board: BoardSpec,
    /// Steps and end conditions of the game.
    pub flow: Flow,
    /// Rule modules in the order in which they take effect.
    pub modules: Vec<ModuleUse>,
    /// Texts for players, by language.
    pub texts: Texts,
    /// Files that the catalog was read from.
    pub sources: SourceMap,
    /// Look-up tables that are derived from the other fields.
    pub tables: Tables,
}

/// Look-up tables, computed once by [`Catalog::finish`], for joining and fitting tiles.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    pub(crate) meetings: Meetings,
    /// Faces of all kinds, turns and cells.
    pub(crate) faces: Vec<TurnedCell>,
    /// First face of `kind * sides + turn`, with the number of cells.
    pub(crate) face_of: Vec<(u32, u8)>,
    /// `[kind]`: turns at which the kind may be placed.
    pub(crate) turns: Vec<Turns>,
    /// `[kind][side][edge]`: turns at which the kind, which has one cell, meets that edge across that side.
    pub(crate) turns_ok: Vec<Turns>,
    /// Segment keys of `kind * sides + turn`.
    pub(crate) segment_keys: Vec<Vec<Arc<str>>>,
    /// `[figure][kind]`: segments whose terrain allows the figure.
    pub(crate) deployable: Vec<u32>,
    /// True if every kind has one cell.
    pub(crate) one_cell_each: bool,
    /// True if any kind may be placed either way up.
    pub(crate) any_mirrored: bool,
    /// True if any kind has a segment whose completion depends on adjacent tiles or features.
    pub(crate) any_watched: bool,
    /// True if any segment is completed by the features that touch it.
    pub(crate) any_touched: bool,
    /// True if different edge types may meet: such sides close features without joining them.
    pub(crate) any_strangers: bool,
    /// Numbered demands; empty if there are too many.
    pub(crate) demands: DemandTable,
    /// Names of the points of chance.
    pub(crate) chance: ChancePoints,
}

impl Catalog {
    /// Returns the titles of the packs with their versions, for display.
    pub fn titles(&self) -> String {
        let packs = self.packs.iter().map(|p| format!("{} {}", p.title, p.version));
        packs.collect::<Vec<_>>().join(" + ")
    }

    /// Returns the packs in the form that files use: `id@version#hash` of each.
    pub fn exact_packs(&self) -> Vec<String> {
        self.packs.iter().map(|p| format!("{}@{}#{}", p.id, p.version, p.hash)).collect()
    }

    /// Returns the options that differ from their defaults, each as `pack:name=value`.
    pub fn chosen_options(&self) -> Vec<String> {
        let chosen = self.options.iter().filter(|o| !o.default);
        chosen.map(|o| format!("{}:{}={}", o.pack, o.name, o.value)).collect()
    }

    /// Computes the tables. The builder calls this once when everything is declared.
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
        // This runs once per catalog, and every search for places relies on it.
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
        self.tables.chance = ChancePoints::new(&self.kinds, &self.bags, &self.dice);
    }

    /// Returns true if the kind has one cell.
    #[inline]
    pub(crate) fn has_one_cell(&self, kind: TileKindId) -> bool {
        self.tables.one_cell_each || self.kinds[kind].cells.len() == 1
    }

    /// Returns the faces of a kind after a turn, one for each of its cells; empty if the lattice has no such turn.
    #[inline]
    pub fn faces(&self, kind: TileKindId, turn: Turn) -> &[TurnedCell] {
        if !self.lattice.has_turn(turn) {
            return &[];
        }
        let (start, count) = self.tables.face_of[kind.index() * self.lattice.side_count() + turn.index()];
        &self.tables.faces[start as usize..start as usize + usize::from(count)]
    }

    /// Returns one of the faces of a tile on the board; `part` is the number of the cell.
    #[inline]
    pub(crate) fn face(&self, kind: TileKindId, turn: Turn, part: usize) -> &TurnedCell {
        let (start, _) = self.tables.face_of[kind.index() * self.lattice.side_count() + turn.index()];
        &self.tables.faces[start as usize + part]
    }

    /// Returns the turns at which a kind may be placed.
    #[inline]
    pub fn turns(&self, kind: TileKindId) -> Turns {
        self.tables.turns[kind.index()]
    }

    /// Returns the turns at which a kind with one cell may be placed and meets an edge across a side.
    #[inline]
    pub fn turns_meeting(&self, kind: TileKindId, side: Side, edge: EdgeTypeId) -> Turns {
        self.tables.turns_ok
            [(kind.index() * self.lattice.side_count() + side.index()) * self.edges.len() + edge.index()]
    }

    /// Returns the key of a segment after a turn: `terrain:PORTS`.
    pub fn segment_key(&self, kind: TileKindId, turn: Turn, segment: usize) -> &Arc<str> {
        &self.tables.segment_keys[kind.index() * self.lattice.side_count() + turn.index()][segment]
    }

    /// Returns the ports of a segment of a kind after a turn, by side from the north, and clockwise on each side.
    pub fn ports(&self, kind: TileKindId, turn: Turn, segment: usize) -> Vec<(Side, u8)> {
        let ports = self.kinds[kind].segments[segment].ports.iter();
        let mut ports: Vec<_> = ports.map(|port| (self.lattice.turn_side(port.side, turn), port.index)).collect();
        ports.sort_unstable();
        ports
    }

    /// Returns the segments of a kind whose terrain allows the figure, as a set.
    #[inline]
    pub fn deployable(&self, figure: FigureKindId, kind: TileKindId) -> u32 {
        self.tables.deployable[figure.index() * self.kinds.len() + kind.index()]
    }

    /// Returns true if segments of the two terrains join into one feature where they meet across an edge.
    #[inline]
    pub fn connects(&self, a: TerrainId, b: TerrainId) -> bool {
        a == b
    }

    /// Returns true if `terrain` matches `named`, a terrain in a rule, a figure or a filter. All such tests call this
    /// function, so that matching can later mean more than equality; [`Catalog::connects`] must stay equality.
    #[inline]
    pub fn counts_as(&self, terrain: TerrainId, named: TerrainId) -> bool {
        terrain == named
    }

    /// Returns true if the two edge types may meet.
    #[inline]
    pub fn meet(&self, a: EdgeTypeId, b: EdgeTypeId) -> bool {
        self.tables.meetings.meet(a, b)
    }

    /// Returns the number of faces of a die in a game with `seats` seats.
    pub fn face_count(&self, die: DieId, seats: u8) -> u16 {
        let die = &self.dice[die];
        if die.seats { u16::from(seats) } else { die.faces.len() as u16 }
    }

    /// Returns the name of a face of a die.
    pub fn face_name(&self, die: DieId, face: u16) -> String {
        let die = &self.dice[die];
        if die.seats {
            face.to_string()
        } else {
            die.faces.get(usize::from(face)).map_or_else(String::new, ToString::to_string)
        }
    }

    /// Returns the pieces or places that show the values of a counter with keys; `None` if none do.
    pub fn number_bearers(&self, counter: CounterId) -> Option<WrittenOn> {
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

    /// Returns true if the number of a tag is an amount, such as a price, and not just a mark: a declaration in the
    /// packs has the tag with a number other than 1.
    pub fn is_amount(&self, tag: TagId) -> bool {
        let of_kinds = self.kinds.iter().flat_map(|(_, kind)| {
            kind.tags.iter().chain(kind.segments.iter().flat_map(|segment| &segment.tags)).copied()
        });
        let of_zones = self.zones.iter().flat_map(|(_, zone)| zone.tags.iter().map(|&(_, tag, number)| (tag, number)));
        let of_rim = self.board.rim.iter().flat_map(|space| space.tags.iter().copied());
        of_kinds.chain(of_zones).chain(of_rim).any(|(other, number)| other == tag && number != 1)
    }

    /// Returns the book for points of a terrain.
    pub fn book_of(&self, terrain: TerrainId) -> BookId {
        BookId(terrain.0)
    }

    /// Returns true if a pack declares, directly or through other packs, that it comes after another. Also returns true
    /// if the order is unknown.
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

    /// Returns the value of an option, given `pack:name`, or the name and its pack.
    pub fn option(&self, name: &str, from_pack: Option<&str>) -> Option<&Value> {
        let found = match name.split_once(':') {
            Some((pack, local)) => self.options.iter().find(|o| &*o.pack == pack && &*o.name == local),
            None => self.options.iter().find(|o| from_pack.is_none_or(|p| *o.pack == *p) && &*o.name == name),
        };
        found.map(|o| &o.value)
    }
}
