//! How a game comes to the table: what is wanted of the next one, and games that wait until their packs are loaded.

use std::collections::BTreeSet;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;

use tilewright_core::session::record::Record;
use tilewright_kit::games::running::KeptGame;
use tilewright_kit::packs::load::Loaded;

use super::Play;
use crate::context::{Action, Cx};
use crate::pack::analysis::{Analysis, Requests};
use crate::pack::pack_set::PackSet;
use crate::play::Played;
use crate::play::board::Camera;
use crate::play::table::keeper::LeftGame;
use crate::play::table::players::is_shared;
use crate::play::table::saved::{self, Saved};
use crate::play::table::seating::Seating;
use crate::play::table::{Chooser, Setup, Table};
use crate::ui::job::{Came, Job};
use crate::ui::notices::Weight;

/// What is wanted for the next game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// What is played besides the open pack as it is.
    pub pack_set: PackSet,
    /// Who chose in the game before, or when the pack was open last.
    pub choosers: Vec<Chooser>,
    /// Who is to choose, if that was chosen.
    pub chosen: Option<Vec<Chooser>>,
    /// How the seats are called, and which colours they have.
    pub seating: Seating,
    /// Number of seats; nothing for that of the game before.
    pub seats: Option<u8>,
    /// What chance begins with; nothing for the next number.
    pub seed: Option<u64>,
}

/// A game that waits for its packs.
pub(crate) enum Pending {
    /// A new one.
    New,
    /// A new one that begins with the chance of the one at the table.
    Again(u64),
    /// One that was saved, with what it was played with. Nothing else is left to try where no packs for it were found.
    Saved { game: Saved, pack_set: PackSet, tried: bool },
    /// The same, while the packs for it are looked for.
    Opening { game: Saved, pack_set: PackSet, packs: Search },
}

/// The search for the packs of a saved game.
pub(crate) struct Search {
    job: Job<Result<Arc<Loaded>, String>>,
    /// What came of it; it broke off where that is nothing.
    came: Option<Option<Result<Arc<Loaded>, String>>>,
}

impl Search {
    fn begin(ctx: &egui::Context, cx: &Cx<'_>, open: Option<&Analysis>, game: &Saved) -> Search {
        let (surroundings, open) = (cx.surroundings.clone(), open.map(|open| Arc::clone(&open.loaded)));
        let (id, files, record) = (cx.document.id().clone(), cx.document.files().clone(), game.record());
        let find = move |_: &_| saved::packs_for(&surroundings, (&id, &files), open.as_ref(), &record);
        Search { job: Job::of(ctx, find), came: None }
    }

    /// Whether something has come of it.
    fn look(&mut self) -> bool {
        if self.came.is_none() {
            self.came = match self.job.look() {
                Came::News(came) => Some(Some(came)),
                Came::Ended => Some(None),
                Came::Nothing => None,
            };
        }
        self.came.is_some()
    }
}

impl Wanted {
    /// The fewest and the most seats that the packs are for.
    pub(crate) fn seat_range(&self, cx: &Cx<'_>) -> (u8, u8) {
        let rules = cx.rules(&self.pack_set).or(cx.good);
        let (fewest, most) = rules.and_then(|a| a.loaded.catalog()).map_or((2, 2), |c| c.seats);
        (fewest, most.max(fewest))
    }

    /// The number of seats of the next game: within what the packs allow.
    pub(crate) fn seat_count(&self, cx: &Cx<'_>) -> u8 {
        let (fewest, most) = self.seat_range(cx);
        let before = if self.choosers.is_empty() { fewest.max(2) } else { self.choosers.len() as u8 };
        self.seats.unwrap_or(before).clamp(fewest, most)
    }

    /// Who is to choose in the next game, a seat each.
    pub(crate) fn seats(&self, cx: &Cx<'_>) -> Vec<Chooser> {
        let before = if self.choosers.is_empty() { vec![Chooser::Person] } else { self.choosers.clone() };
        let mut seats = self.chosen.clone().unwrap_or(before);
        // Whoever comes along chooses as the bot before.
        let next = seats.last().cloned().filter(|last| *last != Chooser::Person).unwrap_or(Chooser::RANDOM);
        seats.resize(usize::from(self.seat_count(cx)), next);
        seats
    }

    /// Somebody comes to play and not to make a pack: against bots that look at what they get, if nothing else was chosen.
    pub(crate) fn meet_bots(&mut self) {
        if self.choosers.is_empty() && self.chosen.is_none() {
            self.choosers = vec![Chooser::Person, Chooser::opponent()];
        }
    }

    /// The setup of the next game after one, or of the first.
    fn setup(&self, cx: &Cx<'_>, before: Option<&Setup>) -> Setup {
        let seats = self.seats(cx);
        let next = || before.map_or(1, |before| before.seed.wrapping_add(1));
        let seed = self.seed.unwrap_or_else(|| if is_shared(&seats) { unknown_seed() } else { next() });
        Setup { seats, seed, pack_set: self.pack_set.clone() }
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
        self.wanted.seating.clone_from(table.seating());
        (self.table, self.trouble, self.beside) = (Some(table), None, None);
        self.camera = Camera::default();
        self.games += 1;
    }

    /// Takes up how the pack was played when it was open last.
    pub(crate) fn take_up(&mut self, played: &Played) {
        self.wanted.pack_set.clone_from(&played.pack_set);
        self.wanted.choosers.clone_from(&played.seats);
        self.wanted.seating.clone_from(&played.seating);
    }

    /// How the pack is played, to be kept until it is opened again.
    pub(crate) fn played(&self) -> Played {
        let wanted = &self.wanted;
        Played { pack_set: wanted.pack_set.clone(), seats: wanted.choosers.clone(), seating: wanted.seating.clone() }
    }

    /// What the packs at the table are to be loaded with.
    pub(crate) fn requests(&self) -> Requests {
        let all = self.pack_set().into_iter().chain([&self.wanted.pack_set, self.next_pack_set()]);
        let pack_sets: BTreeSet<PackSet> = all.filter(|l| !l.is_plain()).cloned().collect();
        Requests { pack_sets, additions: self.setting_up.then(|| self.wanted.pack_set.packs.clone()) }
    }

    /// The pack_set of the game at the table.
    pub(crate) fn pack_set(&self) -> Option<&PackSet> {
        self.table.as_ref().map(|table| &table.setup().pack_set)
    }

    /// The pack_set of the game that waits, or of the next new one.
    fn next_pack_set(&self) -> &PackSet {
        match &self.pending {
            Some(Pending::Saved { pack_set, .. } | Pending::Opening { pack_set, .. }) => pack_set,
            Some(Pending::New | Pending::Again(_)) | None => &self.wanted.pack_set,
        }
    }

    /// A new game is wanted; it begins as soon as its packs are loaded.
    pub(crate) fn begin(&mut self) {
        self.pending = Some(Pending::New);
    }

    /// A new game is wanted in which the same is drawn as in the one at the table.
    pub(crate) fn begin_again(&mut self) {
        self.pending = Some(self.table.as_ref().map_or(Pending::New, |table| Pending::Again(table.setup().seed)));
    }

    /// The game of a record is to be gone on with, by the packs that it was played with.
    pub(crate) fn resume(&mut self, open: Option<&Analysis>, record: Record) {
        let pack_set = open.map(|good| PackSet::of_record(&record, &good.loaded)).unwrap_or_default();
        self.pending = Some(Pending::Saved { game: Saved::Record(Box::new(record)), pack_set, tried: false });
    }

    /// A game that was left in the middle is to be gone on with.
    pub(crate) fn go_on_with(&mut self, game: LeftGame) {
        let pack_set = game.pack_set();
        self.pending = Some(Pending::Saved { game: Saved::Left(Box::new(game)), pack_set, tried: false });
    }

    /// The game that was left in the middle and has just come to the table as a whole.
    pub(crate) fn taken_up(&mut self) -> Option<KeptGame> {
        self.taken_up.take()
    }

    /// Whether somebody has had another game come to the table since this was asked last.
    pub(crate) fn was_exchanged(&mut self) -> bool {
        std::mem::take(&mut self.exchanged)
    }

    /// Whether a game waits for its packs.
    pub(crate) fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// Waits until the packs of a saved game were looked for, for tests.
    pub(crate) fn wait(&mut self) {
        while let Some(Pending::Opening { packs, .. }) = &mut self.pending
            && !packs.look()
        {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    /// Begins the game that waits, if its packs are there.
    pub(crate) fn go_on(&mut self, ctx: &egui::Context, cx: &mut Cx<'_>) {
        if let Some(table) = &self.table {
            self.wanted.choosers.clone_from(&table.setup().seats);
        }
        match self.pending.take() {
            None => {}
            Some(Pending::Saved { game, pack_set, tried }) => self.open(ctx, cx, (game, pack_set), tried),
            Some(Pending::Opening { game, pack_set, mut packs }) => {
                let came = if packs.look() { packs.came.take() } else { None };
                match came {
                    None => self.pending = Some(Pending::Opening { game, pack_set, packs }),
                    Some(Some(Ok(loaded))) => self.resume_by(cx, (game, pack_set), &loaded),
                    Some(Some(Err(why))) => self.give_up(cx, (game, pack_set), why),
                    Some(None) => self.give_up(cx, (game, pack_set), cx.t("share-broke-off")),
                }
            }
            Some(new @ (Pending::New | Pending::Again(_))) => {
                let pack_set = self.wanted.pack_set.clone();
                if let Some(why) = complaint(cx, &pack_set) {
                    // With a game at the table it is not waited until somebody has mended what is wrong.
                    if self.table.is_some() {
                        cx.ask(Action::Notify(Weight::Failed, why));
                    } else {
                        self.pending = Some(new);
                    }
                    return;
                }
                let Some(rules) = cx.rules(&pack_set) else {
                    self.pending = Some(new);
                    return;
                };
                let mut setup = self.wanted.setup(cx, self.table.as_ref().map(Table::setup));
                if let Pending::Again(seed) = new {
                    setup.seed = seed;
                }
                (self.wanted.seats, self.wanted.seed, self.wanted.chosen) = (None, None, None);
                self.revision = rules.revision;
                match Table::begin(&rules.loaded, setup) {
                    Ok(mut table) => {
                        table.set_seating(self.wanted.seating.clone());
                        self.put(table);
                        self.exchanged = true;
                    }
                    Err(why) => self.trouble = Some(why),
                }
            }
        }
    }

    /// A saved game is played by the packs that lie open where it names these; otherwise its own are looked for. `tried`:
    /// that was for nothing.
    fn open(&mut self, ctx: &egui::Context, cx: &mut Cx<'_>, (game, pack_set): (Saved, PackSet), tried: bool) {
        let broken = complaint(cx, &pack_set).is_some();
        let unplayable = cx.current && cx.analysis.is_some_and(|open| !open.loaded.is_playable());
        let rules = cx.rules(&pack_set).filter(|_| !broken);
        match rules {
            Some(rules) if tried || saved::are_named(&rules.loaded, &game.record()) => {
                let loaded = Arc::clone(&rules.loaded);
                self.resume_by(cx, (game, pack_set), &loaded);
            }
            // They are not loaded yet, or nothing is left but to mend them.
            None if tried || !(broken || unplayable) => {
                self.pending = Some(Pending::Saved { game, pack_set, tried });
            }
            rules => {
                let packs = Search::begin(ctx, cx, rules, &game);
                self.pending = Some(Pending::Opening { game, pack_set, packs });
            }
        }
    }

    /// No packs were found for a saved game. What lies open may still be mended.
    fn give_up(&mut self, cx: &mut Cx<'_>, (game, pack_set): (Saved, PackSet), why: String) {
        if cx.rules(&pack_set).is_none() && complaint(cx, &pack_set).is_none() {
            self.pending = Some(Pending::Saved { game, pack_set, tried: true });
        }
        cx.ask(Action::Notify(Weight::Failed, why));
    }

    /// Puts a game that bots have played by some packs on the table, at its beginning, to be stepped through.
    ///
    /// # Errors
    /// The packs do not play it; a sentence says why.
    pub(crate) fn watch(
        &mut self,
        cx: &Cx<'_>,
        (loaded, record): (&Arc<Loaded>, &Record),
        (pack_set, choosers): (PackSet, &[Chooser]),
    ) -> Result<(), String> {
        let open = cx.rules(&pack_set);
        let apart = saved::apart(loaded, open.map(|open| &*open.loaded));
        // Changes of what lies open reach the game where it was played by that.
        let loaded = open.filter(|_| apart.is_empty()).map_or(loaded, |open| &open.loaded);
        let mut table = Table::resume(loaded, record, pack_set.clone(), choosers)?;
        if !apart.is_empty() {
            table.stay_apart(apart);
        }
        table.set_seating(self.wanted.seating.clone());
        table.jump_to(0, 0);
        self.wanted.pack_set = pack_set;
        self.revision = open.map_or(0, |open| open.revision);
        self.put(table);
        self.exchanged = true;
        Ok(())
    }

    /// Goes on with a saved game.
    fn resume_by(&mut self, cx: &mut Cx<'_>, (game, pack_set): (Saved, PackSet), loaded: &Arc<Loaded>) {
        let open = cx.rules(&pack_set);
        let apart = saved::apart(loaded, open.map(|open| &*open.loaded));
        // What lies open is played as it lies open: changes of it reach the game.
        let loaded = open.filter(|_| apart.is_empty()).map_or(loaded, |open| &open.loaded);
        let came = match &game {
            Saved::Record(record) => {
                Table::resume(loaded, record, pack_set.clone(), &self.wanted.choosers).map(|t| (t, false))
            }
            Saved::Left(left) => Table::take_up(loaded, left, pack_set.clone()),
        };
        let (mut table, whole) = match came {
            Ok(came) => came,
            Err(why) => return cx.ask(Action::Notify(Weight::Failed, why)),
        };
        if !apart.is_empty() {
            table.stay_apart(apart);
        }
        if let Saved::Record(_) = game {
            // Records do not tell how seats are called.
            table.set_seating(self.wanted.seating.clone());
        }
        if let Saved::Left(left) = game {
            // What could not be played stays where it is kept.
            self.taken_up = whole.then_some(left.left);
        }
        self.wanted.pack_set = pack_set;
        self.revision = open.map_or(0, |open| open.revision);
        cx.ask(Action::Notify(Weight::Done, cx.texts.count("report-resumed", table.history().now())));
        self.put(table);
        self.exchanged = true;
    }
}

/// Why the open pack cannot be played as a pack_set has it, when it can be by itself.
pub(crate) fn complaint(cx: &Cx<'_>, pack_set: &PackSet) -> Option<String> {
    if cx.analysis.is_none_or(|plain| plain.loaded.errors().next().is_some()) {
        return None;
    }
    let loaded = &cx.sets.latest(pack_set)?.loaded;
    let error = loaded.errors().next()?;
    let place = error.span.map(|span| format!("{}: ", loaded.sources.place(span)));
    Some(format!("{}{}", place.unwrap_or_default(), error.message))
}

/// The game goes on with another state of its packs.
pub(crate) fn reload(cx: &mut Cx<'_>, play: &mut Play) {
    let Some(table) = &mut play.table else { return };
    let Some(rules) = cx.rules(&table.setup().pack_set) else { return };
    play.revision = rules.revision;
    match table.reload(&rules.loaded) {
        Ok(()) => play.trouble = None,
        Err(_) => play.trouble = Some(cx.t("try-errors")),
    }
}
