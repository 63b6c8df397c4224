//! Counts choices: how often each kind of option is taken when other kinds are also offered.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options};

use crate::choice_kind::{ChoiceKind, choice_kind};
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
