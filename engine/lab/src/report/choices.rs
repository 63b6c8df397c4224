//! What is chosen, of what: how often each sort of option is taken where it and another are offered.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, FigureKindId, TerrainId, TileKindId};
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options, Pick};
use tilewright_core::state::key::OptionKey;
use tilewright_core::state::question::{Meaning, Target};

use crate::report::flags::{ALWAYS, Clearest, Flag, Flagged, SELDOM};
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
}

/// A sort of option: options that differ only in where they are on the board are one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Figure(FigureKindId, TerrainId),
    Pass,
    Kind(TileKindId),
    /// What a rule offers by the name of a group.
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
        let of = |((ask, what), Use { taken, .. }): (&(Arc<str>, What), &Use)| ChoiceUse {
            ask: ask.to_string(),
            what: what.text(catalog),
            offered: taken.whole as u64,
            taken: taken.share(CONFIDENCE),
        };
        let mut all: Vec<ChoiceUse> = self.all.iter().map(of).collect();
        all.sort_by(|a, b| a.ask.cmp(&b.ask).then(b.offered.cmp(&a.offered)));
        all
    }

    /// Whether something is hardly ever taken, or nearly always. Where many sorts are offered the first is a tenth of what
    /// would fall to each by chance.
    pub(super) fn questions(&self, catalog: &Catalog) -> Vec<(Flag, bool)> {
        let of = |((ask, what), found): (&(Arc<str>, What), &Use)| {
            let (ask, what) = (ask.to_string(), what.text(catalog));
            let by_chance = found.taken.whole as f64 / found.sorts.max(1) as f64;
            let (number, cases) = (found.taken.share(CONFIDENCE), found.taken.whole as u64);
            let never = found.taken.tail_below(SELDOM.min(by_chance / 10.0));
            let of = |what, p, game: Clearest| (Flag { what, number, cases, p, game: game.game() }, true);
            [
                of(Flagged::Never(ask.clone(), what.clone()), never, found.most_left),
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
        Target::Cell(_) => What::Cell,
        Target::Joint(_) => What::Joint,
        Target::None => What::Text(match options {
            Options::List(list) => match list.get(listed(pick)?).map(|listed| &listed.key) {
                Some(OptionKey::Text(text)) => Arc::clone(text),
                _ => options.key(game, pick).into(),
            },
            _ => options.key(game, pick).into(),
        }),
    })
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
            What::Cell => "a cell".to_owned(),
            What::Joint => "a corner or a seam".to_owned(),
        }
    }
}
