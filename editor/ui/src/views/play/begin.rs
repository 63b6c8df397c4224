//! How a game comes to the table: what is wanted of the next one, and games that wait until their packs are loaded.

use std::collections::BTreeSet;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use egui::{RichText, Ui};
use tilewright_core::session::record::Record;
use tilewright_kit::games::replay::other_content;
use tilewright_kit::games::running::Left;

use super::Play;
use crate::analysis::Wishes;
use crate::settings::Played;
use crate::table::keeper::LeftGame;
use crate::table::lineup::Lineup;
use crate::table::players::is_shared;
use crate::table::{Chooser, Setup, Table};
use crate::views::{Action, Cx, Weight};
use crate::widgets::board::Camera;

/// What is wanted for the next game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// What is played besides the open pack as it is.
    pub lineup: Lineup,
    /// Who chose in the game before, or when the pack was open last.
    pub choosers: Vec<Chooser>,
    /// Number of seats; nothing for that of the game before.
    pub seats: Option<u8>,
    /// What chance begins with; nothing for the next number.
    pub seed: Option<u64>,
}

/// A game that waits for its packs.
#[derive(Debug)]
pub(super) enum Pending {
    /// A new one.
    New,
    /// A new one that begins with the chance of the one at the table.
    Again(u64),
    /// One that was recorded, with what it was played with.
    Resume(Box<Record>, Lineup),
    /// One that was left in the middle.
    TakeUp(Box<LeftGame>, Lineup),
}

impl Wanted {
    /// The fewest and the most seats that the packs are for.
    pub(super) fn seat_range(&self, cx: &Cx<'_>) -> (u8, u8) {
        let rules = cx.rules(&self.lineup).or(cx.good);
        let (fewest, most) = rules.and_then(|a| a.loaded.catalog()).map_or((2, 2), |c| c.seats);
        (fewest, most.max(fewest))
    }

    /// The number of seats of the next game: within what the packs allow.
    pub(super) fn seat_count(&self, cx: &Cx<'_>) -> u8 {
        let (fewest, most) = self.seat_range(cx);
        let before = if self.choosers.is_empty() { fewest.max(2) } else { self.choosers.len() as u8 };
        self.seats.unwrap_or(before).clamp(fewest, most)
    }

    /// The setup of the next game after one, or of the first.
    fn setup(&self, cx: &Cx<'_>, before: Option<&Setup>) -> Setup {
        let mut seats = if self.choosers.is_empty() { vec![Chooser::Person] } else { self.choosers.clone() };
        seats.resize(usize::from(self.seat_count(cx)), Chooser::Random);
        let next = || before.map_or(1, |before| before.seed.wrapping_add(1));
        let seed = self.seed.unwrap_or_else(|| if is_shared(&seats) { unknown_seed() } else { next() });
        Setup { seats, seed, lineup: self.lineup.clone() }
    }
}

/// A seed that nobody knows: it tells all that is to be drawn.
fn unknown_seed() -> u64 {
    // No more bits than every reader of records takes for a whole number.
    RandomState::new().hash_one(0u8) >> 12
}

impl Play {
    /// Puts a game on the table.
    pub(crate) fn put(&mut self, table: Table) {
        self.wanted.choosers.clone_from(&table.setup().seats);
        (self.table, self.trouble, self.beside) = (Some(table), None, None);
        self.camera = Camera::default();
        self.games += 1;
    }

    /// Takes up how the pack was played when it was open last.
    pub(crate) fn take_up(&mut self, played: &Played) {
        self.wanted.lineup.clone_from(&played.lineup);
        self.wanted.choosers.clone_from(&played.seats);
    }

    /// How the pack is played, to be kept until it is opened again.
    pub(crate) fn played(&self) -> Played {
        Played { lineup: self.wanted.lineup.clone(), seats: self.wanted.choosers.clone() }
    }

    /// What the packs at the table are to be loaded with.
    pub(crate) fn wishes(&self) -> Wishes {
        let all = self.lineup().into_iter().chain([&self.wanted.lineup, self.next_lineup()]);
        let lineups: BTreeSet<Lineup> = all.filter(|l| !l.is_plain()).cloned().collect();
        Wishes { lineups, additions: self.setting_up.then(|| self.wanted.lineup.packs.clone()) }
    }

    /// The lineup of the game at the table.
    pub(crate) fn lineup(&self) -> Option<&Lineup> {
        self.table.as_ref().map(|table| &table.setup().lineup)
    }

    /// The lineup of the game that waits, or of the next new one.
    fn next_lineup(&self) -> &Lineup {
        match &self.pending {
            Some(Pending::Resume(_, lineup) | Pending::TakeUp(_, lineup)) => lineup,
            Some(Pending::New | Pending::Again(_)) | None => &self.wanted.lineup,
        }
    }

    /// A new game is wanted; it begins as soon as its packs are loaded.
    pub(super) fn begin(&mut self) {
        self.pending = Some(Pending::New);
    }

    /// A new game is wanted in which the same is drawn as in the one at the table.
    pub(super) fn begin_again(&mut self) {
        self.pending = Some(self.table.as_ref().map_or(Pending::New, |table| Pending::Again(table.setup().seed)));
    }

    /// The game of a record is to be gone on with, by the packs that it was played with.
    pub(super) fn resume(&mut self, cx: &Cx<'_>, record: Record) {
        let lineup = cx.good.map(|good| Lineup::of_record(&record, &good.loaded)).unwrap_or_default();
        self.pending = Some(Pending::Resume(Box::new(record), lineup));
    }

    /// A game that was left in the middle is to be gone on with.
    pub(crate) fn go_on_with(&mut self, game: LeftGame) {
        let lineup = game.lineup();
        self.pending = Some(Pending::TakeUp(Box::new(game), lineup));
    }

    /// The game that was left in the middle and has just come to the table as a whole.
    pub(crate) fn taken_up(&mut self) -> Option<Left> {
        self.taken_up.take()
    }

    /// Whether a game waits for its packs.
    pub(super) fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// Begins the game that waits, if its packs are there.
    pub(crate) fn go_on(&mut self, cx: &mut Cx<'_>) {
        if let Some(table) = &self.table {
            self.wanted.choosers.clone_from(&table.setup().seats);
        }
        if self.pending.is_none() {
            return;
        }
        let lineup = self.next_lineup().clone();
        if let Some(why) = complaint(cx, &lineup) {
            // With a game at the table it is not waited until somebody has mended what is wrong.
            if self.table.is_some() || matches!(self.pending, Some(Pending::Resume(..) | Pending::TakeUp(..))) {
                self.pending = None;
                cx.ask(Action::Notify(Weight::Failed, why));
            }
            return;
        }
        let Some(rules) = cx.rules(&lineup) else { return };
        let begun = match self.pending.take() {
            None => return,
            Some(new @ (Pending::New | Pending::Again(_))) => {
                let mut setup = self.wanted.setup(cx, self.table.as_ref().map(Table::setup));
                if let Pending::Again(seed) = new {
                    setup.seed = seed;
                }
                (self.wanted.seats, self.wanted.seed) = (None, None);
                Table::begin(&rules.loaded, setup)
            }
            Some(Pending::Resume(record, _)) => {
                let other = other_content(&rules.loaded, &record);
                match Table::resume(&rules.loaded, *record, lineup.clone(), &self.wanted.choosers) {
                    Ok(table) => {
                        self.wanted.lineup = lineup;
                        let told = cx.texts.count("report-resumed", table.history().now());
                        cx.ask(Action::Notify(Weight::Done, told));
                        // Where it took another course, that is told with the reason.
                        if let Some(other) = other.filter(|_| table.news().is_none()) {
                            cx.ask(Action::Notify(Weight::Note, cx.texts.named("report-other-content", &other)));
                        }
                        Ok(table)
                    }
                    Err(why) => return cx.ask(Action::Notify(Weight::Failed, why)),
                }
            }
            Some(Pending::TakeUp(game, _)) => match Table::take_up(&rules.loaded, &game, lineup.clone()) {
                Ok((table, whole)) => {
                    self.wanted.lineup = lineup;
                    // What could not be played stays where it is kept.
                    self.taken_up = whole.then_some(game.left);
                    cx.ask(Action::Notify(Weight::Done, cx.texts.count("report-resumed", table.history().now())));
                    Ok(table)
                }
                Err(why) => return cx.ask(Action::Notify(Weight::Failed, why)),
            },
        };
        self.revision = rules.revision;
        match begun {
            Ok(table) => self.put(table),
            Err(why) => self.trouble = Some(why),
        }
    }
}

/// Why the open pack cannot be played as a lineup has it, when it can be by itself.
pub(super) fn complaint(cx: &Cx<'_>, lineup: &Lineup) -> Option<String> {
    if cx.analysis.is_none_or(|plain| plain.loaded.errors().next().is_some()) {
        return None;
    }
    let loaded = &cx.sets.latest(lineup)?.loaded;
    let error = loaded.errors().next()?;
    let place = error.span.map(|span| format!("{}: ", loaded.sources.place(span)));
    Some(format!("{}{}", place.unwrap_or_default(), error.message))
}

/// The game goes on with another state of its packs.
pub(super) fn reload(cx: &mut Cx<'_>, play: &mut Play) {
    let Some(table) = &mut play.table else { return };
    let Some(rules) = cx.rules(&table.setup().lineup) else { return };
    play.revision = rules.revision;
    match table.reload(&rules.loaded) {
        Ok(()) => play.trouble = None,
        Err(_) => play.trouble = Some(cx.t("try-errors")),
    }
}

/// What is wrong with the packs together, at the table and for the next game.
pub(super) fn complaints(ui: &mut Ui, cx: &Cx<'_>, play: &Play) {
    let at_table = play.lineup().and_then(|lineup| complaint(cx, lineup));
    let next = complaint(cx, &play.wanted.lineup).filter(|why| at_table.as_ref() != Some(why));
    for (key, why) in [("setup-wrong-now", at_table), ("setup-wrong-next", next)] {
        if let Some(why) = why {
            ui.label(RichText::new(cx.texts.named(key, &why)).color(cx.tokens.error));
        }
    }
    if play.is_waiting() && play.table.is_none() {
        ui.label(RichText::new(cx.t("setup-loading")).color(cx.tokens.weak));
    }
}
