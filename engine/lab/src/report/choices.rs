//! What is chosen, of what: how often each sort of option is taken where it and another are offered.

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

/// How often a sort of option is taken.
#[derive(Clone, PartialEq, Debug)]
pub struct ChoiceUse {
    /// The decision: the name of a step, or `module.question`.
    pub ask: String,
    /// What is chosen: a figure and the terrain that it is put on, what a rule has named, a kind of tile, or a terrain.
    pub what: String,
    /// Decisions of all games at which it was offered beside something else.
    pub offered: u64,
    /// The share of them at which it was taken.
    pub taken: Interval,
    /// How many of them that is.
    pub times: u64,
    /// True if it was never taken, but was offered too seldom to tell whether anybody would.
    pub is_unclear: bool,
}

/// A sort of option: options that differ only in where they are on the board are one, and so are those whose keys begin
/// alike, as `walk:` in `walk:2,-1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Figure(FigureKindId, TerrainId),
    Pass,
    Kind(TileKindId),
    /// A cell on which a kind of tile lies.
    On(TileKindId),
    /// What a rule offers by the name of a group, or what keys begin with before a colon.
    Group(Arc<str>),
    Text(Arc<str>),
    Number(i32),
    Bag(BagId),
    /// A feature of a terrain.
    Feature(TerrainId),
    /// A figure on the board.
    Standing(FigureKindId),
    Cell,
    /// A corner or a seam.
    Joint,
}

type ByChoice<T> = BTreeMap<(Arc<str>, What), T>;

/// What many games show of a sort of option.
#[derive(Default)]
struct Use {
    taken: Ratio,
    /// How many sorts were offered where this one was, itself among them, added up.
    sorts: i64,
    /// The game in which it was taken most often, and the one in which it was left most often and never taken.
    most_taken: Clearest,
    most_left: Clearest,
}

impl Use {
    /// Returns how likely it is to be taken as seldom as here if it were just not rare enough to be told.
    fn never(&self) -> f64 {
        let by_chance = self.taken.whole as f64 / self.sorts.max(1) as f64;
        self.taken.tail_below(SELDOM.min(by_chance / 10.0))
    }
}

/// What a game shows of it: how often it was taken, and offered, and of how many sorts together.
#[derive(Default)]
struct InGame {
    taken: i64,
    offered: i64,
    sorts: i64,
}

/// Sums over games.
#[derive(Default)]
pub(super) struct Choices {
    games: u64,
    all: ByChoice<Use>,
    here: ByChoice<InGame>,
    /// How often each decision came up with several sorts of options.
    asked: BTreeMap<Arc<str>, u64>,
}

impl Choices {
    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.here.clear();
    }

    /// The option of a number is about to be taken.
    pub(super) fn look(&mut self, game: &Game, decision: &Decision, number: u32) {
        // Where tiles are laid is no choice between sorts of things.
        if matches!(decision.options, Options::Placements { .. }) {
            return;
        }
        let mut offered: Vec<What> = Vec::new();
        let mut taken = None;
        for (at, pick) in (0u32..).zip(decision.options.iter(game)) {
            let Some(what) = what(game, &decision.options, pick) else { continue };
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

    /// The game of a number is over.
    pub(super) fn add(&mut self, number: u64) {
        self.games += 1;
        while let Some((choice, InGame { taken, offered, sorts })) = self.here.pop_first() {
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

    pub(super) fn merge(&mut self, other: Choices) {
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

    /// In the order of decisions, of each what is offered most often first.
    pub(super) fn answers(&self, catalog: &Catalog) -> Vec<ChoiceUse> {
        let of = |((ask, what), found): (&(Arc<str>, What), &Use)| ChoiceUse {
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

    /// Asks whether something is hardly ever taken, or nearly always, of what is offered often enough to matter. Where many
    /// sorts are offered the first is a tenth of what would fall to each by chance.
    pub(super) fn questions(&self, catalog: &Catalog) -> Vec<(Flag, bool)> {
        let of = |((ask, what), found): (&(Arc<str>, What), &Use)| {
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

/// The sort of an option; nothing for a place of the tile in play.
fn what(game: &Game, options: &Options, pick: Pick) -> Option<What> {
    match options.of_step(pick) {
        Some(Pick::Placement { .. }) => return None,
        Some(Pick::Deploy { figure, segment }) => return Some(What::Figure(figure, game.board().terrain(segment))),
        Some(Pick::Kind(kind) | Pick::Face(kind)) => return Some(What::Kind(kind)),
        Some(Pick::Pass) => return Some(What::Pass),
        Some(Pick::Listed(_)) | None => {}
    }
    if let Some(Meaning::Added { group, .. }) = options.meaning(pick) {
        return Some(What::Group(group));
    }
    if let Some(prefix) = prefix(options, pick) {
        return Some(What::Group(prefix.into()));
    }
    let on = |cell| game.board().tile_at(cell).and_then(|(tile, _)| game.board().tile(tile)).map(|tile| tile.kind);
    Some(match options.target(game, pick) {
        Target::Segment(segment) => What::Feature(game.board().terrain(segment)),
        Target::Figure(figure) => What::Standing(game.figure(figure)?.kind),
        Target::Kind(kind) => What::Kind(kind),
        Target::Slot(zone, slot) => match game.slot_tile(zone, slot) {
            Some(kind) => What::Kind(kind),
            None => What::Text(options.key(game, pick).into()),
        },
        Target::Bag(bag) => What::Bag(bag),
        Target::Number(number) => What::Number(number),
        Target::Cell(cell) => on(cell).map_or(What::Cell, What::On),
        Target::Joint(_) => What::Joint,
        Target::None => {
            let key = options.key(game, pick);
            // A rule may name a cell by its key alone.
            match Cell::read(&key) {
                Some(cell) => on(cell).map_or(What::Cell, What::On),
                None => What::Text(key.into()),
            }
        }
    })
}

/// Returns what the key of an option that a rule has listed begins with, up to a colon.
fn prefix(options: &Options, pick: Pick) -> Option<&str> {
    let Options::List(list) = options else { return None };
    let prefix = match &list.get(listed(pick)?)?.key {
        OptionKey::Text(text) => text.split_once(':')?.0,
        OptionKey::Thing(text, _) => text.as_deref()?.split(':').next()?,
        OptionKey::Pick(_) => return None,
    };
    Some(prefix).filter(|prefix| !prefix.is_empty())
}

fn listed(pick: Pick) -> Option<usize> {
    if let Pick::Listed(number) = pick { usize::try_from(number).ok() } else { None }
}

impl What {
    fn text(&self, catalog: &Catalog) -> String {
        match self {
            What::Figure(figure, terrain) => {
                format!("{} on {}", catalog.figures.key(*figure), catalog.terrains.key(*terrain))
            }
            What::Pass => "pass".to_owned(),
            What::Kind(kind) => catalog.kinds.key(*kind),
            What::Group(text) | What::Text(text) => text.to_string(),
            What::Number(number) => number.to_string(),
            What::Bag(bag) => catalog.bags.key(*bag),
            What::Feature(terrain) => catalog.terrains.key(*terrain),
            What::Standing(figure) => catalog.figures.key(*figure),
            What::On(kind) => format!("a cell with {}", catalog.kinds.key(*kind)),
            What::Cell => "a free cell".to_owned(),
            What::Joint => "a corner or a seam".to_owned(),
        }
    }
}
