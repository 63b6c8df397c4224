//! A game that is played in the editor: a session, who chooses for which seat, and what went wrong.

pub mod advice;
pub mod ask;
pub mod asked;
pub mod history;
pub mod keeper;
pub mod news;
pub mod players;
pub mod saved;
pub mod seating;
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
use tilewright_core::state::decision::Pick;
use tilewright_core::state::{Game, Stage};
use tilewright_kit::games::opening::opened;
use tilewright_kit::games::reload::{ReloadError, Reloaded};
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::{BotSpec, Bots, RANDOM};

use crate::pack::pack_set::PackSet;
use crate::play::table::history::History;
use crate::play::table::news::{News, Outcome};
use advice::{Advice, Adviser};
pub use players::Chooser;
use seating::Seating;
use trouble::Trouble;

/// What was chosen for a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Who chooses, a seat each.
    pub seats: Vec<Chooser>,
    /// What chance begins with.
    pub seed: u64,
    /// What is played besides the open pack as it is.
    pub pack_set: PackSet,
}

/// How long a bot may think in a frame.
const SLICE: Duration = Duration::from_millis(6);

/// A game under way.
pub struct Table {
    history: History,
    setup: Setup,
    /// What somebody has called it, and how the seats are called and coloured.
    title: String,
    seating: Seating,
    /// Whether more than one person has had a seat.
    shared: bool,
    bots: Bots,
    /// Which bot thinks, and about which position.
    thinking: Option<(BotSpec, u64)>,
    adviser: Adviser,
    /// Counts everything that has changed the position.
    changes: u64,
    /// Counts everything that has led elsewhere than on.
    jumps: u64,
    /// Why it does not go on, if a script failed or a pack changed too much.
    trouble: Option<Trouble>,
    /// What the last change of the packs did to the game.
    news: Option<News>,
    /// Whether changes of the packs are left out of this game.
    held: bool,
    /// Whether somebody went back to look, and has not answered since.
    looks_back: bool,
    /// How often lines of the rules ran for what was only asked about the position.
    asked: BTreeMap<Origin, u32>,
}

impl Table {
    /// Begins a game.
    ///
    /// # Errors
    /// The pack cannot be played; a sentence says why.
    pub fn begin(loaded: &Arc<Loaded>, setup: Setup) -> Result<Table, String> {
        let seats = u8::try_from(setup.seats.len()).unwrap_or(u8::MAX);
        let machine = loaded.machine_for(seats).map_err(|e| e.to_string())?;
        let mut session = Session::new(machine, seats, setup.seed).map_err(|e| e.to_string())?;
        let trouble = session.start().err().map(Trouble::from);
        Ok(Table { trouble, ..Table::of(loaded, session, setup) })
    }

    /// A table at which a game goes on that was begun elsewhere by these packs.
    pub fn of(loaded: &Arc<Loaded>, session: Session, setup: Setup) -> Table {
        static TABLES: AtomicU64 = AtomicU64::new(0);
        let loaded = &seated(loaded, &session);
        // Each table counts from a number of its own, so that no two have the same position.
        let changes = TABLES.fetch_add(1, Ordering::Relaxed) << 32;
        let bots = Bots::new(loaded);
        let history = History::begin(loaded, session);
        let shared = players::is_shared(&setup.seats);
        let asked = BTreeMap::new();
        Table {
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
            held: false,
            looks_back: false,
            asked,
        }
    }

    /// Goes on with a recorded game, as far as it can be played by these packs, which are those of a pack_set;
    /// [`Table::news`] says what is otherwise than when it was saved, and where it could not be played to its end.
    ///
    /// # Errors
    /// The packs cannot be played, or the game does not even begin; a sentence says why.
    pub fn resume(
        loaded: &Arc<Loaded>,
        record: &Record,
        pack_set: PackSet,
        choosers: &[Chooser],
    ) -> Result<Table, String> {
        // Records do not tell who chose: as many as sit here go on, else somebody plays against bots.
        let count = usize::from(record.seats);
        let mut seats = if choosers.len() == count { choosers.to_vec() } else { vec![Chooser::RANDOM; count] };
        if !seats.contains(&Chooser::Person)
            && let Some(first) = seats.first_mut()
        {
            *first = Chooser::Person;
        }
        let setup = Setup { seats, seed: record.seed.unwrap_or(0), pack_set };
        let opened = opened((**loaded).clone(), record).map_err(|failure| saved::why(&failure))?;
        let is_news = opened.stopped.is_some() || !opened.others.is_empty() || !opened.followed.is_empty();
        let (others, followed, stopped) = (opened.others, opened.followed, opened.stopped);
        let mut table = Table::of(loaded, opened.session, setup);
        if is_news {
            table.news = Some(News::of_saved(table.history.now(), others, followed, stopped.as_ref()));
        }
        Ok(table)
    }

    /// It is played by packs that are not those that lie open, so changes of these are left out of it, as
    /// [`Table::keep_old_rules`] does.
    pub fn stay_apart(&mut self, packs: Vec<String>) {
        self.held = true;
        let answers = self.history.now();
        let news = self.news.get_or_insert_with(|| News::of_saved(answers, Vec::new(), Vec::new(), None));
        if let Outcome::Opened { apart, .. } = &mut news.outcome {
            *apart = packs;
        }
    }

    /// Whether a saved game could not be played to its end.
    pub fn is_cut_short(&self) -> bool {
        self.news.as_ref().is_some_and(|news| matches!(news.outcome, Outcome::Opened { stopped: Some(_), .. }))
    }

    /// The packs that it is played by, and a number that differs between any two of them.
    pub fn rules(&self) -> (&Arc<Loaded>, usize) {
        let current = self.history.current();
        (self.history.rules_of(current), self.history.branches()[current].rules())
    }

    /// Goes on with another state of the pack: where it was, or as far as the answers still go. [`Table::news`] tells what
    /// came of it. Nothing happens while the game is held by its own rules.
    ///
    /// # Errors
    /// The packs cannot be played; the old game stays.
    pub fn reload(&mut self, loaded: &Arc<Loaded>) -> Result<(), String> {
        if self.held {
            return Ok(());
        }
        if !loaded.is_playable() {
            return loaded.machine().map(drop).map_err(|error| error.to_string());
        }
        let loaded = &seated(loaded, self.session());
        let here = Arc::clone(self.history.rules_of(self.history.current()));
        if news::same_texts(&here, loaded) {
            return Ok(());
        }
        let others = !news::changed(&here, loaded).is_empty();
        // As long as nobody has answered, the rules are compared with those that the game was played by.
        if others && self.history.leave_unanswered() {
            self.news = None;
        }
        let (branch, was) = (self.history.current(), self.history.now());
        let changed = news::changed(self.history.rules_of(branch), loaded);
        let reworded = changed.is_empty();
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
                // Of a game in which nobody has answered yet there is nothing to tell.
                let old = (branch, was);
                self.news = (was > 0).then(|| News::of_reload(changed, done, self.history.session(), old));
                Ok(())
            }
            // The findings say what is wrong with the packs; it goes on as soon as they are mended.
            Err(ReloadError::Packs(error)) => Err(error.to_string()),
            Err(error) => {
                let outcome = Outcome::Refused { why: error.to_string() };
                self.news = Some(News { changed, outcome, old: (branch, was) });
                Ok(())
            }
        }
    }

    /// What the last change of the packs, or a record from older packs, did to the game.
    pub fn news(&self) -> Option<&News> {
        self.news.as_ref()
    }

    /// The news have been read.
    pub fn clear_news(&mut self) {
        self.news = None;
    }

    /// Goes back to the old game and its rules, and leaves changes of the packs out of it from now on.
    pub fn keep_old_rules(&mut self) -> bool {
        let Some((branch, answers)) = self.news.as_ref().map(|n| n.old) else { return false };
        let went = self.jump_to(branch, answers);
        self.held = went;
        self.news = None;
        went
    }

    /// Whether changes of the packs are left out of this game.
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// Lets changes of the packs into this game again; they come with the next [`Table::reload`].
    pub fn release(&mut self) {
        self.held = false;
    }

    /// The timeline.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The timeline, to give branches names.
    pub fn history_mut(&mut self) -> &mut History {
        &mut self.history
    }

    /// Goes to a position of a branch. False when it is not there any more.
    pub fn jump_to(&mut self, branch: usize, answers: usize) -> bool {
        self.trouble = None;
        self.changes += 1;
        self.jumps += 1;
        self.looks_back = true;
        let before = self.history.current();
        let went = self.history.jump_to(branch, answers);
        if went && branch != before {
            self.asked.clear();
            // Bots think by the rules of the branch.
            self.bots.reload(self.history.rules_of(branch));
            self.adviser = Adviser::new(self.history.rules_of(branch));
        }
        went
    }

    /// Gives the next answer again; whether there was one.
    ///
    /// # Errors
    /// The rules in force do not take it; a sentence says why.
    pub fn redo(&mut self) -> Result<bool, String> {
        self.trouble = None;
        self.changes += 1;
        self.jumps += 1;
        self.history.redo()
    }

    /// Whether somebody looks at what was before answers that were given already. Whoever answers plays on, also with the
    /// same answer as before.
    pub fn is_back(&self) -> bool {
        self.looks_back && self.history.now() < self.history.branch().steps().len()
    }

    /// The state of the game.
    pub fn game(&self) -> &Game {
        self.session().game()
    }

    /// The session.
    pub fn session(&self) -> &Session {
        self.history.session()
    }

    /// What was chosen for the table.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What somebody has called the game; mostly nothing.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Calls the game something.
    pub fn set_title(&mut self, title: &str) {
        title.clone_into(&mut self.title);
    }

    /// How the seats are called, and which colours they have.
    pub fn seating(&self) -> &Seating {
        &self.seating
    }

    /// Calls and colours the seats.
    pub fn set_seating(&mut self, seating: Seating) {
        self.seating = seating;
    }

    /// A number that differs between any two positions that have been at the table.
    pub fn position(&self) -> (u64, usize) {
        (self.changes, self.session().log().len())
    }

    /// How often it was led elsewhere than on: back, forth, to another branch, to other rules.
    pub fn jumps(&self) -> u64 {
        self.jumps
    }

    /// A number that differs between any two tables.
    pub fn number(&self) -> u64 {
        self.changes >> 32
    }

    /// The seats for which people choose.
    pub fn people(&self) -> impl Iterator<Item = Seat> {
        let seats = self.setup.seats.iter().enumerate();
        seats.filter(|(_, chooser)| **chooser == Chooser::Person).map(|(seat, _)| Seat(seat as u8))
    }

    /// Whether the screen is not one person's own: more than one has had a seat at this game.
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Whether what is not meant for everybody must stay off the screen: several people share it, and the game in which
    /// they may know different things is not over.
    pub fn keeps_secrets(&self) -> bool {
        self.shared && self.session().keeps_secrets()
    }

    /// Why it does not go on.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_ref().map(Trouble::said)
    }

    /// The rule that failed, if that is why it does not go on.
    pub fn fault(&self) -> Option<&Fault> {
        self.trouble.as_ref().and_then(Trouble::fault)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game().stage() == Stage::Over
    }

    /// Whether there is anything left to choose.
    pub fn can_go_on(&self) -> bool {
        !self.is_over() && self.trouble.is_none()
    }

    /// Whether somebody at the screen has to choose now.
    pub fn asks_person(&self) -> bool {
        let seat = self.session().decision().map(|d| d.seat.index());
        self.trouble.is_none() && seat.is_some_and(|seat| self.setup.seats.get(seat) == Some(&Chooser::Person))
    }

    /// Takes an option for whoever has to choose.
    pub fn answer(&mut self, pick: Pick) {
        self.changes += 1;
        self.looks_back = false;
        if let Err(refusal) = self.history.answer(pick) {
            self.trouble = Some(refusal.into());
        }
    }

    /// Lets a bot choose, whoever's turn it is; whether it has. One that thinks for longer than a frame may take has not yet:
    /// it goes on where it was when this is called again.
    pub fn step(&mut self) -> bool {
        let Some(decision) = self.session().decision().filter(|_| self.trouble.is_none()) else { return false };
        // Chance chooses in a person's stead.
        let bot = match self.setup.seats.get(decision.seat.index()) {
            Some(Chooser::Bot(bot)) => bot.clone(),
            Some(Chooser::Person) | None => RANDOM,
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

    /// Thinks for a while about what the seat that is asked could do, and tells how far that has come.
    pub fn advise(&mut self) -> &Advice {
        self.adviser.think(self.history.session(), self.changes, SLICE)
    }

    /// Whether a bot is thinking about what is asked.
    pub fn is_thinking(&self) -> bool {
        self.thinking.as_ref().is_some_and(|(_, changes)| *changes == self.changes)
    }

    /// Takes the last answer back.
    pub fn undo(&mut self) -> bool {
        self.changes += 1;
        self.jumps += 1;
        self.trouble = None;
        self.looks_back = true;
        self.history.undo()
    }

    /// Takes back to what a person was asked last; where nobody sits, one answer. Whether there was anything to take back.
    pub fn undo_to_question(&mut self) -> bool {
        let went = self.undo();
        let people = self.people().next().is_some();
        while people && went && !self.asks_person() && self.undo() {}
        went
    }

    /// Exchanges who chooses.
    pub fn seat(&mut self, seat: usize, chooser: Chooser) {
        if let Some(place) = self.setup.seats.get_mut(seat) {
            *place = chooser;
            // Who has given a seat to a bot still knows what it knew.
            self.shared = self.shared || players::is_shared(&self.setup.seats);
        }
    }

    /// The catalog that it is played with.
    pub fn catalog(&self) -> &Arc<tilewright_core::catalog::Catalog> {
        self.game().catalog()
    }
}

/// The packs as they are for as many seats as a game has.
fn seated(loaded: &Arc<Loaded>, session: &Session) -> Arc<Loaded> {
    let seats = session.game().seat_count() as u8;
    match loaded.catalog().is_some_and(|catalog| catalog.only_seats.is_some()) {
        true => Arc::new(loaded.for_seats(seats)),
        false => Arc::clone(loaded),
    }
}
