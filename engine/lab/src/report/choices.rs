//! Counts choices: how often each kind of option is taken when other kinds are also offered.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, FigureKindId, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options, Pick};
use tilewright_core::state::key::OptionKey;
use tilewright_core::state::question::{Meaning, Target};

use crate::report::flags::{ALWAYS, Clearest, FLAGGED, Flag, Flagged, MATTERS, SELDOM};
use crate::stats::{CONFIDENCE, Interval, Ratio};

/// Frequency with which a kind of option is taken.
#[derive(Clone, PartialEq, Debug)]
pub struct ChoiceUse {
    /// Decision: the name of a step, or `module.question`.
    pub ask: String,
    /// Kind of option: a figure and the terrain to deploy it on, a name from a rule, a tile kind, or a terrain.
    pub what: String,
    /// Number of decisions in all games that offered it together with other kinds.
    pub offered: u64,
    /// Share of these decisions in which it was chosen.
    pub taken: Interval,
    /// Number of these decisions in which it was chosen.
    pub times: u64,
    /// True if it was never taken, but was offered too rarely to conclude that it never would be.
    pub is_unclear: bool,
}

/// Words between a figure and its terrain, and before the kind of a tile on a cell, in the names of kinds of options.
pub(super) const ON: &str = " on ";
pub(super) const CELL_WITH: &str = "a cell with ";

/// Kind of option. Options that differ only in their position on the board are of one kind, and so are options whose
/// keys have the same prefix, such as `walk:` in `walk:2,-1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum ChoiceKind {
    Figure(FigureKindId, TerrainId),
    Pass,
    Kind(TileKindId),
    /// A cell that has a tile of this kind.
    On(TileKindId),
    /// Name of a group that a rule offers, or the prefix of keys up to a colon.
    Group(Arc<str>),
    Text(Arc<str>),
    Number(i32),
    Bag(BagId),
    /// A feature of this terrain.
    Feature(TerrainId),
    /// A figure of this kind on the board.
    Standing(FigureKindId),
    Cell,
    /// A corner or a seam.
    Joint,
}

type ByChoice<T> = BTreeMap<(Arc<str>, ChoiceKind), T>;

/// Statistics of a kind of option over many games.
#[derive(Default)]
struct Use {
    taken: Ratio,
    /// Sum over all decisions that offered it of the number of kinds offered there, itself included.
    sorts: i64,
    /// Game that chose it most often, and game that declined it most often without ever choosing it.
    most_taken: Clearest,
    most_left: Clearest,
}

impl Use {
    /// Returns the p-value for having been taken this rarely if its true share were just above the threshold of being
    /// reported.
    fn never(&self) -> f64 {
        let by_chance = self.taken.whole as f64 / self.sorts.max(1) as f64;
        self.taken.tail_below(SELDOM.min(by_chance / 10.0))
    }
}

/// Counts in one game: times taken, times offered, and the sum of the numbers of kinds offered with it.
#[derive(Default)]
struct GameChoiceCounts {
    taken: i64,
    offered: i64,
    sorts: i64,
}

/// Counts of choices, summed over games.
#[derive(Default)]
pub(super) struct ChoiceCounts {
    games: u64,
    all: ByChoice<Use>,
    here: ByChoice<GameChoiceCounts>,
    /// Number of times that each decision offered several kinds of options.
    asked: BTreeMap<Arc<str>, u64>,
}

impl ChoiceCounts {
    /// Resets the counts at the start of a game.
    pub(super) fn begin(&mut self) {
        self.here.clear();
    }

    /// Counts a decision just before option `number` is taken.
    pub(super) fn look(&mut self, game: &Game, decision: &Decision, number: u32) {
        // A placement is a choice between positions, not between kinds of options.
        if matches!(decision.options, Options::Placements { .. }) {
            return;
        }
        let mut offered: Vec<ChoiceKind> = Vec::new();
        let mut taken = None;
        for (at, pick) in (0u32..).zip(decision.options.iter(game)) {
            let Some(what) = choice_kind(game, &decision.options, pick) else { continue };
            if at == number {
                taken = Some(what.clone());
            }
            if let Err(at) = offered.binary_search(&what) {
                offered.insert(at, what);
            }
        }
        if offered.len() < 2 {
            return;
        }
        *self.asked.entry(Arc::clone(&decision.ask)).or_default() += 1;
        let sorts = offered.len() as i64;
        for what in offered {
            let is_taken = taken.as_ref() == Some(&what);
            let here = self.here.entry((Arc::clone(&decision.ask), what)).or_default();
            here.offered += 1;
            here.taken += i64::from(is_taken);
            here.sorts += sorts;
        }
    }

    /// Adds the counts of game `number` at its end.
    pub(super) fn add(&mut self, number: u64) {
        self.games += 1;
        while let Some((choice, GameChoiceCounts { taken, offered, sorts })) = self.here.pop_first() {
            let all = self.all.entry(choice).or_default();
            all.taken.add(taken, offered);
            all.sorts += sorts;
            if taken > 0 {
                all.most_taken.see(taken, number);
            } else {
                all.most_left.see(offered, number);
            }
        }
    }

    pub(super) fn merge(&mut self, other: ChoiceCounts) {
        self.games += other.games;
        for (ask, times) in other.asked {
            *self.asked.entry(ask).or_default() += times;
        }
        for (choice, theirs) in other.all {
            let mine = self.all.entry(choice).or_default();
            mine.taken.merge(&theirs.taken);
            mine.sorts += theirs.sorts;
            mine.most_taken.merge(theirs.most_taken);
            mine.most_left.merge(theirs.most_left);
        }
    }

    /// Lists the kinds in the order of decisions, the most frequently offered first within each.
    pub(super) fn answers(&self, catalog: &Catalog) -> Vec<ChoiceUse> {
        let of = |((ask, what), found): (&(Arc<str>, ChoiceKind), &Use)| ChoiceUse {
            ask: ask.to_string(),
            what: what.text(catalog),
            offered: found.taken.whole as u64,
            taken: found.taken.share(CONFIDENCE),
            times: found.taken.part as u64,
            is_unclear: found.taken.part == 0 && found.never() >= FLAGGED,
        };
        let mut all: Vec<ChoiceUse> = self.all.iter().map(of).collect();
        all.sort_by(|a, b| a.ask.cmp(&b.ask).then(b.offered.cmp(&a.offered)));
        all
    }

    /// Tests if a frequently offered kind is hardly ever taken, or nearly always. If many kinds are offered, the
    /// threshold for "hardly ever" is a tenth of the share that each would get by chance.
    pub(super) fn questions(&self, catalog: &Catalog) -> Vec<(Flag, bool)> {
        let of = |((ask, what), found): (&(Arc<str>, ChoiceKind), &Use)| {
            let asked = self.asked.get(ask).copied().unwrap_or(0);
            let (ask, what) = (ask.to_string(), what.text(catalog));
            let (number, cases) = (found.taken.share(CONFIDENCE), found.taken.whole as u64);
            let matters = cases as f64 >= MATTERS * asked as f64;
            let of = |what, p, game: Clearest| (Flag { what, number, cases, p, game: game.game() }, matters);
            [
                of(Flagged::Never(ask.clone(), what.clone()), found.never(), found.most_left),
                of(Flagged::Always(ask, what), found.taken.tail_above(ALWAYS), found.most_taken),
            ]
        };
        self.all.iter().flat_map(of).collect()
    }
}

/// Returns the kind of an option; `None` for a placement of the tile in play.
fn choice_kind(game: &Game, options: &Options, pick: Pick) -> Option<ChoiceKind> {
    match options.of_step(pick) {
        Some(Pick::Placement { .. }) => return None,
        Some(Pick::Deploy { figure, segment }) => {
            return Some(ChoiceKind::Figure(figure, game.board().terrain(segment)));
        }
        Some(Pick::Kind(kind) | Pick::Face(kind)) => return Some(ChoiceKind::Kind(kind)),
        Some(Pick::Pass) => return Some(ChoiceKind::Pass),
        Some(Pick::Listed(_)) | None => {}
    }
    if let Some(Meaning::Added { group, .. }) = options.meaning(pick) {
        return Some(ChoiceKind::Group(group));
    }
    if let Some(prefix) = prefix(options, pick) {
        return Some(ChoiceKind::Group(prefix.into()));
    }
    let on = |cell| game.board().tile_at(cell).and_then(|(tile, _)| game.board().tile(tile)).map(|tile| tile.kind);
    Some(match options.target(game, pick) {
        Target::Segment(segment) => ChoiceKind::Feature(game.board().terrain(segment)),
        Target::Figure(figure) => ChoiceKind::Standing(game.figure(figure)?.kind),
        Target::Kind(kind) => ChoiceKind::Kind(kind),
        Target::Slot(zone, slot) => match game.slot_tile(zone, slot) {
            Some(kind) => ChoiceKind::Kind(kind),
            None => ChoiceKind::Text(options.key(game, pick).into()),
        },
        Target::Bag(bag) => ChoiceKind::Bag(bag),
        Target::Number(number) => ChoiceKind::Number(number),
        Target::Cell(cell) => on(cell).map_or(ChoiceKind::Cell, ChoiceKind::On),
        Target::Joint(_) => ChoiceKind::Joint,
        Target::None => {
            let key = options.key(game, pick);
            // A rule may identify a cell by its key alone.
            match Cell::read(&key) {
                Some(cell) => on(cell).map_or(ChoiceKind::Cell, ChoiceKind::On),
                None => ChoiceKind::Text(key.into()),
            }
        }
    })
}

/// Returns the prefix of the key of an option from a rule, up to a colon.
fn prefix(options: &Options, pick: Pick) -> Option<&str> {
    let Options::List(list) = options else { return None };
    let prefix = match &list.get(listed_index(pick)?)?.key {
        OptionKey::Text(text) => text.split_once(':')?.0,
        OptionKey::Thing(text, _) => text.as_deref()?.split(':').next()?,
        OptionKey::Pick(_) => return None,
    };
    Some(prefix).filter(|prefix| !prefix.is_empty())
}

fn listed_index(pick: Pick) -> Option<usize> {
    if let Pick::Listed(number) = pick { usize::try_from(number).ok() } else { None }
}

impl ChoiceKind {
    fn text(&self, catalog: &Catalog) -> String {
        match self {
            ChoiceKind::Figure(figure, terrain) => {
                format!("{}{ON}{}", catalog.figures.key(*figure), catalog.terrains.key(*terrain))
            }
            ChoiceKind::Pass => "pass".to_owned(),
            ChoiceKind::Kind(kind) => catalog.kinds.key(*kind),
            ChoiceKind::Group(text) | ChoiceKind::Text(text) => text.to_string(),
            ChoiceKind::Number(number) => number.to_string(),
            ChoiceKind::Bag(bag) => catalog.bags.key(*bag),
            ChoiceKind::Feature(terrain) => catalog.terrains.key(*terrain),
            ChoiceKind::Standing(figure) => catalog.figures.key(*figure),
            ChoiceKind::On(kind) => format!("{CELL_WITH}{}", catalog.kinds.key(*kind)),
            ChoiceKind::Cell => "a free cell".to_owned(),
            ChoiceKind::Joint => "a corner or a seam".to_owned(),
        }
    }
}
