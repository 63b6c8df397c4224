//! Runs a game in the editor: a session, the chooser of each seat, and errors that stop it.

pub mod advice;
pub mod ask;
pub mod asked;
pub mod fresh;
pub mod history;
pub mod invitation;
pub mod keeper;
pub mod news;
pub mod players;
pub mod rescoring;
pub mod saved;
pub mod seating;
pub mod trace_walk;
pub mod trouble;
pub mod words;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tilewright_core::catalog::Origin;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::Session;
use tilewright_core::session::record::Record;
use tilewright_core::session::reload::ContinuationError;
use tilewright_core::state::decision::Pick;
use tilewright_core::state::{Game, Stage};
use tilewright_kit::error::KitError;
use tilewright_kit::games::opening::open_loaded;
use tilewright_kit::games::reload::{ReloadError, Reloaded};
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::{BotSpec, Bots, RANDOM};
use tilewright_table::{TableFindings, TableNote};

use crate::pack::pack_set::PackSet;
use crate::table::history::GameHistory;
use crate::table::news::{ReloadOutcome, ReloadReport};
use advice::{Advice, Adviser};
pub use players::SeatChooser;
use rescoring::Rescoring;
use seating::Seating;
use trouble::{OpeningError, StopReason};

/// Settings of a game at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Chooser of each seat.
    pub seats: Vec<SeatChooser>,
    /// Seed for random choices.
    pub seed: u64,
    /// Packs and options that are played together with the open pack.
    pub pack_set: PackSet,
}

/// Maximum time for a bot to think in one frame.
const SLICE: Duration = Duration::from_millis(6);

/// Note of a player of a hosted table, about a position of a branch.
#[derive(Clone, PartialEq, Debug)]
pub struct GameNote {
    /// Note, with the number of answers before it.
    pub note: TableNote,
    /// Branch that the table played.
    pub branch: usize,
}

/// Game at the table, in progress or over.
pub struct TableGame {
    history: GameHistory,
    setup: Setup,
    /// Title given by the user. Names and colours of the seats are in `seating`.
    title: String,
    seating: Seating,
    /// True if more than one person has had a seat.
    shared: bool,
    bots: Bots,
    /// Bot that is thinking, and the number of changes at its position.
    thinking: Option<(BotSpec, u64)>,
    adviser: Adviser,
    /// Number of changes of the position.
    changes: u64,
    /// Number of jumps: undo, redo, other branches, and other rules.
    jumps: u64,
    /// Reason why the game has stopped: a failed script, or an incompatible change of a pack.
    trouble: Option<StopReason>,
    /// Effect of the last change of the packs on the game.
    news: Option<ReloadReport>,
    /// Moves and points before that change.
    rescoring: Option<Arc<Rescoring>>,
    /// True if changes of the packs do not affect this game.
    held: bool,
    /// True if the user went back and has not answered since.
    looks_back: bool,
    /// Executions of each line of the rules for queries about the position.
    asked: BTreeMap<Origin, u32>,
    /// Notes of the players of a hosted table.
    notes: Vec<GameNote>,
    /// True if a hosted table runs the game, so that only its answers count.
    hosted: bool,
}

impl TableGame {
    /// Starts a game with this setup.
    ///
    /// # Errors
    /// The pack cannot be played, or not with this number of seats.
    pub fn begin(loaded: &Arc<Loaded>, setup: Setup) -> Result<TableGame, KitError> {
        let seats = u8::try_from(setup.seats.len()).unwrap_or(u8::MAX);
        let machine = loaded.machine_for(seats)?;
        let mut session = Session::new(machine, seats, setup.seed)?;
        let trouble = session.start().err().map(StopReason::from);
        Ok(TableGame { trouble, ..TableGame::continue_session(loaded, session, setup) })
    }

    /// Returns a table that continues a session started elsewhere with these packs.
    pub fn continue_session(loaded: &Arc<Loaded>, session: Session, setup: Setup) -> TableGame {
        static TABLES: AtomicU64 = AtomicU64::new(0);
        let loaded = &load_for_seats(loaded, &session);
        // Each table counts from a different number, so that positions of two tables never have the same key.
        let changes = TABLES.fetch_add(1, Ordering::Relaxed) << 32;
        let bots = Bots::for_one_game(loaded);
        let history = GameHistory::begin(loaded, session);
        let shared = players::is_shared(&setup.seats);
        let asked = BTreeMap::new();
        TableGame {
            history,
            setup,
            title: String::new(),
            seating: Seating::default(),
            shared,
            bots,
            thinking: None,
            adviser: Adviser::new(loaded),
            changes,
            jumps: 0,
            trouble: None,
            news: None,
            rescoring: None,
            held: false,
            looks_back: false,
            asked,
            notes: Vec::new(),
            hosted: false,
        }
    }

    /// Resumes a recorded game, as far as the given packs can replay it; `pack_set` describes these packs.
    /// [`TableGame::news`] lists the differences since it was saved, and the answer at which the replay stopped.
    ///
    /// # Errors
    /// The packs cannot be played, or the game does not start.
    pub fn resume(
        loaded: &Arc<Loaded>,
        record: &Record,
        pack_set: PackSet,
        choosers: &[SeatChooser],
    ) -> Result<TableGame, OpeningError> {
        // Records do not contain choosers. If the number of seats matches, `choosers` is used; otherwise the user plays
        // against bots.
        let count = usize::from(record.seats);
        let mut seats = if choosers.len() == count { choosers.to_vec() } else { vec![SeatChooser::RANDOM; count] };
        if !seats.contains(&SeatChooser::Person)
            && let Some(first) = seats.first_mut()
        {
            *first = SeatChooser::Person;
        }
        TableGame::open_record(loaded, record, Setup { seats, seed: record.seed.unwrap_or(0), pack_set })
    }

    /// Opens the game of a hosted table with the notes of its players, at the first note, or else at the beginning. No
    /// seat chooses until the user gives it to a person or a bot.
    ///
    /// # Errors
    /// The packs cannot be played, or the game does not start.
    pub fn review(loaded: &Arc<Loaded>, found: &TableFindings, pack_set: PackSet) -> Result<TableGame, OpeningError> {
        let record = &found.record;
        let seats = vec![SeatChooser::Guest; usize::from(record.seats)];
        let mut table =
            TableGame::open_record(loaded, record, Setup { seats, seed: record.seed.unwrap_or(0), pack_set })?;
        let mut seating = Seating::default();
        found.names.iter().enumerate().for_each(|(seat, name)| seating.call(seat, name));
        table.seating = seating;
        let branch = table.history.current();
        table.notes = found.notes.iter().map(|note| GameNote { note: note.clone(), branch }).collect();
        let first = table.notes.first().map_or(0, |note| table.position_of(note));
        table.jump_to(branch, first);
        Ok(table)
    }

    fn open_record(loaded: &Arc<Loaded>, record: &Record, setup: Setup) -> Result<TableGame, OpeningError> {
        let opened = open_loaded((**loaded).clone(), record).map_err(OpeningError)?;
        let is_news = opened.stopped.is_some() || !opened.others.is_empty() || !opened.followed.is_empty();
        let (others, followed, stopped) = (opened.others, opened.followed, opened.stopped);
        let mut table = TableGame::continue_session(loaded, opened.session, setup);
        if is_news {
            table.news = Some(ReloadReport::from_saved(table.history.now(), others, followed, stopped.as_ref()));
        }
        Ok(table)
    }

    /// Marks the game as played with packs other than the open ones, so that changes of these do not affect it, as
    /// after [`TableGame::keep_old_rules`].
    pub fn stay_apart(&mut self, packs: Vec<String>) {
        self.held = true;
        let answers = self.history.now();
        let news = self.news.get_or_insert_with(|| ReloadReport::from_saved(answers, Vec::new(), Vec::new(), None));
        if let ReloadOutcome::Opened { apart, .. } = &mut news.outcome {
            *apart = packs;
        }
    }

    /// Returns true if a saved game could not be replayed to its end.
    pub fn is_cut_short(&self) -> bool {
        self.news.as_ref().is_some_and(|news| matches!(news.outcome, ReloadOutcome::Opened { stopped: Some(_), .. }))
    }

    /// Returns the notes of the players of a hosted table.
    pub fn notes(&self) -> &[GameNote] {
        &self.notes
    }

    /// Adds a note about the current branch.
    pub fn add_note(&mut self, note: TableNote, branch: usize) {
        self.notes.push(GameNote { note, branch });
    }

    /// Lets a hosted table run the game, with these choosers. Changes of the packs do not affect it until
    /// [`TableGame::end_hosting`].
    pub fn begin_hosting(&mut self, seats: Vec<SeatChooser>) {
        self.setup.seats = seats;
        // Guests must not lose secrets to the screen.
        (self.hosted, self.held, self.shared) = (true, true, true);
    }

    /// Continues the game here, with these choosers.
    pub fn end_hosting(&mut self, seats: Vec<SeatChooser>) {
        self.setup.seats = seats;
        (self.hosted, self.held) = (false, false);
    }

    /// Returns true if guests play the game, or can be invited to it.
    pub fn can_have_guests(&self) -> bool {
        self.hosted || !self.is_over()
    }

    /// Returns true if a hosted table runs the game.
    pub fn is_hosted(&self) -> bool {
        self.hosted
    }

    /// Returns the number of answers before the position of a note. Answers to the questions at the end belong to the
    /// last position, as do notes about answers that were taken back.
    pub fn position_of(&self, note: &GameNote) -> usize {
        let end = self.history.branches().get(note.branch).map_or(0, |branch| branch.steps().len());
        note.note.answers.map_or(end, |answers| answers.min(end))
    }

    /// Returns true if players at other machines have seats.
    pub fn has_guests(&self) -> bool {
        self.setup.seats.contains(&SeatChooser::Guest)
    }

    /// Returns true if a player at another machine has to choose now.
    pub fn waits_for_guest(&self) -> bool {
        self.session().decision().is_some_and(|d| self.setup.seats.get(d.seat.index()) == Some(&SeatChooser::Guest))
    }

    /// Returns the packs of the current branch, and an index that identifies them within the table.
    pub fn rules(&self) -> (&Arc<Loaded>, usize) {
        let current = self.history.current();
        (self.history.rules_of(current), self.history.branches()[current].rules())
    }

    /// Continues the game with changed packs, at the same position or as far as the answers are still valid.
    /// [`TableGame::news`] describes the result. If the game keeps its old rules, this does nothing.
    ///
    /// # Errors
    /// The packs cannot be played; the old game continues.
    pub fn reload(&mut self, loaded: &Arc<Loaded>) -> Result<(), KitError> {
        if self.held {
            return Ok(());
        }
        if !loaded.is_playable() {
            return loaded.machine().map(drop);
        }
        let loaded = &load_for_seats(loaded, self.session());
        let here = Arc::clone(self.history.rules_of(self.history.current()));
        if news::same_texts(&here, loaded) {
            return Ok(());
        }
        let others = !news::list_changed_files(&here, loaded).is_empty();
        // If no answer was given with the current rules, the new rules are compared with those before.
        if others && self.history.leave_unanswered() {
            self.news = None;
        }
        let (branch, was) = (self.history.current(), self.history.now());
        let changed = news::list_changed_files(self.history.rules_of(branch), loaded);
        let reworded = changed.is_empty();
        let rescoring = (was > 0 && !reworded).then(|| Rescoring::begin(self.session(), loaded)).flatten();
        match self.history.reload(loaded, reworded) {
            Ok(done) => {
                self.trouble = None;
                self.asked.clear();
                self.changes += 1;
                self.bots.reload(loaded);
                self.adviser = Adviser::new(loaded);
                if reworded && done == Reloaded::Kept {
                    return Ok(());
                }
                self.jumps += 1;
                // A game without answers needs no report.
                let old = (branch, was);
                self.rescoring = rescoring.map(Arc::new);
                self.news = (was > 0).then(|| ReloadReport::of_reload(changed, done, self.history.session(), old));
                Ok(())
            }
            // The findings already describe the errors of the packs; the game continues once they are fixed.
            Err(ReloadError::Packs(error)) => Err(error),
            Err(error) => {
                let outcome = ReloadOutcome::Refused { why: error.to_string() };
                self.news = Some(ReloadReport { changed, outcome, old: (branch, was) });
                Ok(())
            }
        }
    }

    /// Replays the game with the packs that its hosted table has taken over. Returns false if they cannot play it.
    pub(crate) fn repeat_with(&mut self, loaded: &Arc<Loaded>) -> bool {
        if self.history.repeat(loaded).is_err() {
            return false;
        }
        (self.trouble, self.news) = (None, None);
        self.asked.clear();
        self.changes += 1;
        self.jumps += 1;
        self.bots.reload(loaded);
        self.adviser = Adviser::new(loaded);
        true
    }

    /// Returns the packs in the form that this game plays, from packs of any number of seats.
    pub(crate) fn packs_for_game(&self, loaded: &Arc<Loaded>) -> Arc<Loaded> {
        load_for_seats(loaded, self.session())
    }

    /// Returns the effect of the last change of the packs, or of opening a record with other packs.
    pub fn news(&self) -> Option<&ReloadReport> {
        self.news.as_ref()
    }

    /// Returns the question how the moves before that change score by the new rules; `None` without such a change.
    pub fn rescoring(&self) -> Option<&Arc<Rescoring>> {
        self.rescoring.as_ref().filter(|_| self.news.is_some())
    }

    /// Removes the report of [`TableGame::news`] after it was read.
    pub fn clear_news(&mut self) {
        self.news = None;
    }

    /// Returns to the old game with its rules, and ignores later changes of the packs. Returns false if that is
    /// impossible.
    pub fn keep_old_rules(&mut self) -> bool {
        let Some((branch, answers)) = self.news.as_ref().map(|n| n.old) else { return false };
        let went = self.jump_to(branch, answers);
        self.held = went;
        self.news = None;
        went
    }

    /// Returns true if changes of the packs do not affect this game.
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// Lets changes of the packs affect this game again, starting with the next [`TableGame::reload`].
    pub fn release(&mut self) {
        self.held = false;
    }

    /// Returns the timeline of the game.
    pub fn history(&self) -> &GameHistory {
        &self.history
    }

    /// Returns mutable access to the timeline, for names of branches.
    pub fn history_mut(&mut self) -> &mut GameHistory {
        &mut self.history
    }

    /// Goes to a position of a branch; returns false if it does not exist.
    pub fn jump_to(&mut self, branch: usize, answers: usize) -> bool {
        self.trouble = None;
        self.changes += 1;
        self.jumps += 1;
        self.looks_back = true;
        let before = self.history.current();
        let went = self.history.jump_to(branch, answers);
        if went && branch != before {
            self.asked.clear();
            // Bots think with the rules of the branch.
            self.bots.reload(self.history.rules_of(branch));
            self.adviser = Adviser::new(self.history.rules_of(branch));
        }
        went
    }

    /// Gives the next answer again; returns false if there is none.
    ///
    /// # Errors
    /// The current rules do not accept the answer.
    pub fn redo(&mut self) -> Result<bool, ContinuationError> {
        if self.hosted && self.history.now() >= self.history.branch().steps().len() {
            return Ok(false);
        }
        self.trouble = None;
        self.changes += 1;
        self.jumps += 1;
        self.history.redo()
    }

    /// Returns true if the user looks at an earlier position. After an answer, the game is in play again, even if the
    /// answer is the same as before.
    pub fn is_back(&self) -> bool {
        self.looks_back && self.history.now() < self.history.branch().steps().len()
    }

    /// Returns the state of the game.
    pub fn game(&self) -> &Game {
        self.session().game()
    }

    /// Returns the session at the current position.
    pub fn session(&self) -> &Session {
        self.history.session()
    }

    /// Returns the settings of the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the title that the user gave the game; usually empty.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Sets the title of the game.
    pub fn set_title(&mut self, title: &str) {
        title.clone_into(&mut self.title);
    }

    /// Returns the names and colours of the seats.
    pub fn seating(&self) -> &Seating {
        &self.seating
    }

    /// Sets the names and colours of the seats.
    pub fn set_seating(&mut self, seating: Seating) {
        self.seating = seating;
    }

    /// Returns a key that differs between any two positions that have been at the table.
    pub fn position(&self) -> (u64, usize) {
        (self.changes, self.session().log().len())
    }

    /// Returns the number of jumps: undo, redo, other branches, and other rules.
    pub fn jumps(&self) -> u64 {
        self.jumps
    }

    /// Returns a number that identifies the table.
    pub fn number(&self) -> u64 {
        self.changes >> 32
    }

    /// Returns the seats for which persons choose.
    pub fn people(&self) -> impl Iterator<Item = Seat> {
        let seats = self.setup.seats.iter().enumerate();
        seats.filter(|(_, chooser)| **chooser == SeatChooser::Person).map(|(seat, _)| Seat(seat as u8))
    }

    /// Returns true if more than one person has had a seat in this game, so that they share the screen.
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Shows all secrets, since no person plays this game: it is the game of a test.
    pub fn show_secrets(&mut self) {
        self.shared = false;
    }

    /// Returns true if secret information must stay off the screen, because several persons share it and the game has
    /// secrets that are not public yet.
    pub fn keeps_secrets(&self) -> bool {
        self.shared && self.session().keeps_secrets()
    }

    /// Returns the reason why the game has stopped; `None` if it can continue.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_ref().map(StopReason::message)
    }

    /// Returns the fault of the rule that has stopped the game, if that is the reason.
    pub fn fault(&self) -> Option<&Fault> {
        self.trouble.as_ref().and_then(StopReason::fault)
    }

    /// Returns true if the game is over.
    pub fn is_over(&self) -> bool {
        self.game().stage() == Stage::Over
    }

    /// Returns true if the game is neither over nor stopped, and bots can choose here.
    pub fn can_go_on(&self) -> bool {
        !self.is_over() && self.trouble.is_none() && !self.hosted && !self.waits_for_guest()
    }

    /// Returns true if a person has to choose now.
    pub fn asks_person(&self) -> bool {
        let seat = self.session().decision().map(|d| d.seat.index());
        self.trouble.is_none() && seat.is_some_and(|seat| self.setup.seats.get(seat) == Some(&SeatChooser::Person))
    }

    /// Gives an answer for the seat that has to choose.
    pub fn answer(&mut self, pick: Pick) {
        self.changes += 1;
        self.looks_back = false;
        if let Err(refusal) = self.history.answer(pick) {
            self.trouble = Some(refusal.into());
        }
    }

    /// Lets a bot choose for the seat whose turn it is; returns true if it has chosen. A bot that needs more time than
    /// one frame allows continues in the next call.
    pub fn step(&mut self) -> bool {
        if self.hosted {
            return false;
        }
        let Some(decision) = self.session().decision().filter(|_| self.trouble.is_none()) else { return false };
        // The random bot chooses in place of a person.
        let bot = match self.setup.seats.get(decision.seat.index()) {
            Some(SeatChooser::Bot(bot)) => bot.clone(),
            Some(SeatChooser::Person) | None => RANDOM,
            Some(SeatChooser::Guest) => return false,
        };
        let thought = (bot, self.changes);
        let number = if self.thinking.as_ref() == Some(&thought) {
            self.bots.go_on(&thought.0, SLICE)
        } else {
            self.bots.begin(&thought.0, self.history.session())
        };
        self.thinking = matches!(number, Ok(None)).then_some(thought);
        let number = number.unwrap_or_else(|error| {
            self.trouble = Some(error.to_string().into());
            None
        });
        let pick = number.and_then(|n| self.session().decision()?.options.get(self.game(), n));
        pick.into_iter().for_each(|pick| self.answer(pick));
        pick.is_some()
    }

    /// Continues to evaluate the options of the current decision, and returns the state of that evaluation.
    pub fn advise(&mut self) -> &Advice {
        self.adviser.think(self.history.session(), self.changes, SLICE)
    }

    /// Returns true if a bot is thinking about the current decision.
    pub fn is_thinking(&self) -> bool {
        self.thinking.as_ref().is_some_and(|(_, changes)| *changes == self.changes)
    }

    /// Undoes the last answer; returns false if there is none.
    pub fn undo(&mut self) -> bool {
        self.changes += 1;
        self.jumps += 1;
        self.trouble = None;
        self.looks_back = true;
        self.history.undo()
    }

    /// Goes back to the last decision of a person, or by one answer if there are no persons. Returns false if there is
    /// no answer to undo.
    pub fn undo_to_question(&mut self) -> bool {
        let went = self.undo();
        let people = self.people().next().is_some();
        while people && went && !self.asks_person() && self.undo() {}
        went
    }

    /// Changes the chooser of a seat.
    pub fn seat(&mut self, seat: usize, chooser: SeatChooser) {
        if let Some(place) = self.setup.seats.get_mut(seat) {
            *place = chooser;
            // A person who has passed a seat to a bot still knows its secrets.
            self.shared = self.shared || players::is_shared(&self.setup.seats);
        }
    }

    /// Returns the catalog that the game uses.
    pub fn catalog(&self) -> &Arc<tilewright_core::catalog::Catalog> {
        self.game().catalog()
    }
}

/// Returns the packs with the content for the session's number of seats.
fn load_for_seats(loaded: &Arc<Loaded>, session: &Session) -> Arc<Loaded> {
    let seats = session.game().seat_count() as u8;
    match loaded.catalog().is_some_and(|catalog| catalog.only_seats.is_some()) {
        true => Arc::new(loaded.for_seats(seats)),
        false => Arc::clone(loaded),
    }
}
