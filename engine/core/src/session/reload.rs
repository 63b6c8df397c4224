//! Replaces the rules of a game in progress.
//!
//! The state is data and stays. Only the running step is replayed with the new rules, because a script that waits for
//! an answer cannot be copied: the replay starts at the last position without a suspended script and uses the answers
//! and chance results since then. A changed number therefore takes effect with the running step, and earlier points
//! keep the sheets that explain them. The old rules are kept until nothing played by them can be undone.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use crate::catalog::Catalog;
use crate::catalog::flow::{Flow, Step, StepKind};
use crate::machine::fault::Fault;
use crate::machine::rules::{Hook, Hooks};
use crate::machine::{Machine, Stop};
use crate::session::checkpoint::Past;
use crate::session::log::Log;
use crate::session::restore::repeat;
use crate::session::{Entry, Session};
use crate::state::Game;
use crate::state::agenda::{Part, Program};
use crate::state::copy::Snapshot;
use crate::state::replayed::{ReplayDeviations, ReplayScope, Replayed};

/// Number of reloads that can be undone. Each set of old rules has its own script machine.
const MAX_PAST: usize = 16;

/// Reason why a game cannot continue with other rules. It continues with its old ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ContinuationError {
    /// Part of the catalog in which the packs declare something else, although the state refers to it by number.
    Catalog(&'static str),
    /// The agenda refers to functions of the old rules, and the new rules have others.
    Functions,
    /// The running step takes another course under the new rules.
    Course {
        /// Answer that could not be replayed, or the decision at which the replay stopped.
        at: String,
        /// Actual event instead of the expected one.
        came: String,
    },
}

impl fmt::Display for ContinuationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContinuationError::Catalog(part) => write!(f, "the packs declare different {part}"),
            ContinuationError::Functions => f.write_str("a function of the old rules is about to be called"),
            ContinuationError::Course { at, came } => {
                write!(f, "the current step proceeds differently at {at}: {came}")
            }
        }
    }
}

impl std::error::Error for ContinuationError {}

impl Session {
    /// Continues with other rules: those of the same packs and options after changes of their scripts, parameters or
    /// texts. The new machine must know the symbols of the old rules, see [`Session::symbols`].
    ///
    /// # Errors
    /// The state does not fit the new rules. The session is unchanged.
    pub fn reload(&mut self, mut machine: Machine) -> Result<Stop, ContinuationError> {
        if let Some(part) = difference(self.game.catalog(), &machine.catalog) {
            return Err(ContinuationError::Catalog(part));
        }
        machine.reset();
        if self.lines().is_some() {
            machine.rules.count_lines();
        }
        let (at, mut base) = self.latest();
        let (old, new) = (self.machine.rules.hooks(), machine.rules.hooks());
        if base.run.agenda.iter().any(holds_number) && !same_functions(old, new) {
            return Err(ContinuationError::Functions);
        }
        let journal = base.recording.journal.clone();
        base.adopt(&machine.catalog, new);
        let repeated: Vec<Entry> = self.log[at..].to_vec();
        self.past.push(Past { machine: std::mem::replace(&mut self.machine, machine), journal });
        let before = SessionBackup {
            log: self.log.clone(),
            checkpoints: self.checkpoints.clone(),
            since: self.since,
            game: std::mem::replace(&mut self.game, base),
            broken: self.broken.clone(),
        };
        self.log.truncate(at);
        self.drop_checkpoints_after(at);
        // After an undo, the old rules replay their part of the game.
        match self.rerun(&repeated, at) {
            Ok(stop) => {
                let mut game = before.game;
                self.game.take_source_of(&mut game);
                self.forget_oldest();
                Ok(stop)
            }
            Err(why) => {
                if let Some(older) = self.past.pop() {
                    self.machine = older.machine;
                }
                (self.log, self.checkpoints, self.since) = (before.log, before.checkpoints, before.since);
                // A fault under the other rules does not affect the old position.
                (self.game, self.broken) = (before.game, before.broken);
                Err(why)
            }
        }
    }

    /// Returns the number of reloads that can be undone. The current rules may not reproduce the entries before a
    /// reload.
    pub fn reloads(&self) -> usize {
        // Entries before the first copy were played by rules that are no longer kept.
        let older = self.checkpoints.first().is_some_and(|c| c.log > 0);
        self.past.len().max(usize::from(older))
    }

    /// Returns the texts of all symbols that the game may contain, for the rules that will continue it.
    pub fn symbols(&self) -> Vec<Arc<str>> {
        self.machine.rules.symbols()
    }

    /// Returns the last position without a suspended script, and the length of the log there.
    fn latest(&mut self) -> (usize, Box<Game>) {
        if self.game.is_self_contained() {
            return (self.log.len(), self.game.clone());
        }
        let Some(checkpoint) = self.checkpoints.last() else { return (self.log.len(), self.game.clone()) };
        let from = checkpoint.log;
        checkpoint.position.restore(&mut self.game);
        let mut repeated = repeat(&mut self.machine, &mut self.game, &self.log[from..], true);
        let latest = repeated.latest.take();
        let (at, position) = latest.map_or((from, checkpoint.position.clone()), |(n, position)| (from + n, position));
        let base = position.to_game(self.game.journal());
        // Restoring has replaced the suspended scripts of the current position by new ones.
        let since = self.since;
        self.take_up(&repeated);
        self.since = since;
        (at, base)
    }

    /// Replays the running step with the new rules.
    fn rerun(&mut self, entries: &[Entry], at: usize) -> Result<Stop, ContinuationError> {
        let (replayed, met) = chance_again(entries);
        self.game.set_chance_source(Some(replayed));
        self.keep(at, Snapshot::take(&self.game), true);
        let course = |at: &str, came: String| ContinuationError::Course { at: at.to_owned(), came };
        let stop = self.advance().map_err(|fault| course("its beginning", fault.to_string()))?;
        let stop = self.answers_again(entries)?.unwrap_or(stop);
        if met.has_other_point() {
            return Err(course("a draw or roll", "a different chance result is requested".into()));
        }
        Ok(stop)
    }

    /// Replays answers that were given from this position under other rules, together with the chance results that a
    /// source set.
    ///
    /// # Errors
    /// An answer cannot be given. The game is then at the position before it.
    pub fn follow(&mut self, entries: &[Entry]) -> Result<(), ContinuationError> {
        let (replayed, met) = chance_again(entries);
        let source = self.game.replace_source(Some(replayed));
        let done = self.answers_again(entries);
        self.game.replace_source(source);
        done?;
        if met.has_other_point() {
            let came = "a different chance result is requested".to_owned();
            return Err(ContinuationError::Course { at: "a draw or roll".to_owned(), came });
        }
        Ok(())
    }

    fn answers_again(&mut self, entries: &[Entry]) -> Result<Option<Stop>, ContinuationError> {
        let course = |at: &str, came: String| ContinuationError::Course { at: at.to_owned(), came };
        let answers = entries.iter().filter_map(|e| if let Entry::Answer(a) = e { Some(a) } else { None });
        let mut stop = None;
        // The session takes single options itself, unless they are left to the seats.
        let takes_single = self.take_single;
        for answer in answers.filter(|a| !a.forced || !takes_single) {
            let what = format!("`{} {}` of seat {}", answer.ask, answer.key, answer.seat);
            let Some(decision) = self.game.decision() else { return Err(course(&what, "no question is open".into())) };
            if (decision.seat, &decision.ask) != (answer.seat, &answer.ask) {
                return Err(course(&what, format!("seat {} is asked `{}`", decision.seat, decision.ask)));
            }
            let given = if answer.forced { self.take_only() } else { self.answer_key(&answer.key) };
            stop = Some(given.map_err(|refusal| course(&what, refusal.to_string()))?);
        }
        Ok(stop)
    }

    /// Drops the oldest rules if there are too many, with all positions played by them.
    fn forget_oldest(&mut self) {
        while self.past.len() > MAX_PAST {
            self.past.remove(0);
            self.checkpoints.retain(|c| c.epoch > 0);
            self.checkpoints.iter_mut().for_each(|c| c.epoch -= 1);
        }
    }
}

/// State of a session before a reload.
struct SessionBackup {
    log: Log,
    checkpoints: Vec<crate::session::checkpoint::Checkpoint>,
    since: usize,
    game: Box<Game>,
    broken: Option<Box<Fault>>,
}

/// Creates a source that replays the chance results set by a source, and the record of its deviations.
fn chance_again(entries: &[Entry]) -> (Box<Replayed>, Rc<ReplayDeviations>) {
    let replayed = Replayed::new(entries.iter().filter_map(Entry::chance).cloned(), ReplayScope::Said);
    let met = replayed.deviations();
    (Box::new(replayed), met)
}

impl Game {
    /// Switches to a catalog with the same declarations, and to rules with other functions.
    fn adopt(&mut self, catalog: &Arc<Catalog>, hooks: &Hooks) {
        if let Some(journal) = &mut self.recording.journal {
            let modules = |catalog: &Catalog| -> Vec<(Arc<str>, Arc<str>)> {
                catalog.modules.iter().map(|m| (m.pack.clone(), m.path.clone())).collect()
            };
            let (old, new) = (modules(&self.position.board.catalog), modules(catalog));
            if old != new {
                // Sheet items refer to modules by number, so the numbers are translated.
                for item in journal.sheets.iter_mut().flat_map(|s| &mut s.sheet.items) {
                    item.origin = item.origin.and_then(|mut origin| {
                        let module = old.get(usize::from(origin.module))?;
                        origin.module = u16::try_from(new.iter().position(|m| m == module)?).ok()?;
                        Some(origin)
                    });
                }
            }
        }
        // A built-in step asks again, so that the new rules determine its options.
        if let Some(Part::Turn(part)) = self.run.agenda.last()
            && part.run.is_none()
        {
            self.run.decision = None;
        }
        self.position.board.catalog = Arc::clone(catalog);
        self.setup.program = Arc::new(Program::new(&catalog.flow));
        self.setup.listeners = hooks.listeners();
    }
}

/// Returns true if a part refers to a function or hook of the rules by number.
fn holds_number(part: &Part) -> bool {
    match part {
        Part::Turn(_) => false,
        Part::Effect(_, from) | Part::Event(_, from) => *from > 0,
        Part::Replacing { .. } | Part::Handler { .. } => true,
        Part::Held { before, after, .. } => before.iter().chain(after).any(holds_number),
    }
}

/// Returns true if the numbers of functions and hooks have the same meaning.
fn same_functions(a: &Hooks, b: &Hooks) -> bool {
    let same = |a: &[Hook], b: &[Hook]| {
        let told = |h: &Hook| (h.event, h.filter.clone(), h.handler, h.asks, h.origin.module);
        a.iter().map(told).eq(b.iter().map(told))
    };
    same(&a.on, &b.on) && same(&a.replace, &b.replace) && a.chosen == b.chosen && a.steps == b.steps
}

/// Returns the first part of the catalog with different declarations, among the parts that the state of a game refers
/// to.
fn difference(a: &Catalog, b: &Catalog) -> Option<&'static str> {
    // The pattern names every field, so that a new field cannot be forgotten.
    let Catalog {
        lattice,
        packs,
        declared_after: _,
        options,
        seats: _,
        only_seats: _,
        terrains,
        edges,
        tags,
        kinds,
        added_parts,
        figures,
        bags,
        zones,
        planes,
        counters,
        dice,
        tokens,
        books,
        results,
        board,
        flow,
        // Rules, texts, and derived tables may differ.
        modules: _,
        texts: _,
        sources: _,
        tables: _,
    } = a;
    let ids = |packs: &[crate::catalog::PackInfo]| packs.iter().map(|p| p.id.clone()).collect::<Vec<_>>();
    let same = |a: &dyn fmt::Debug, b: &dyn fmt::Debug| format!("{a:?}") == format!("{b:?}");
    let parts: [(&str, bool); 19] = [
        ("packs", ids(packs) == ids(&b.packs)),
        ("cells", *lattice == b.lattice),
        ("options", *options == b.options),
        ("terrains", same(terrains, &b.terrains)),
        ("edges", same(edges, &b.edges)),
        ("tags", same(tags, &b.tags)),
        ("tiles", same(kinds, &b.kinds)),
        ("added parts", same(added_parts, &b.added_parts)),
        ("figures", same(figures, &b.figures)),
        ("bags", same(bags, &b.bags)),
        ("zones", same(zones, &b.zones)),
        ("planes", same(planes, &b.planes)),
        ("counters", same(counters, &b.counters)),
        ("dice", same(dice, &b.dice)),
        ("tokens", same(tokens, &b.tokens)),
        ("books", same(books, &b.books)),
        ("results", same(results, &b.results)),
        ("boards", same(board, &b.board)),
        ("steps", same(&anywhere(flow), &anywhere(&b.flow))),
    ];
    parts.into_iter().find(|(_, same)| !same).map(|(part, _)| part)
}

/// Returns a flow without source positions, as a comment above a step does not change the game.
fn anywhere(flow: &Flow) -> Flow {
    fn forget(steps: &mut [Step]) {
        for step in steps {
            step.span = None;
            if let StepKind::Repeat(inner) = &mut step.kind {
                forget(inner);
            }
        }
    }
    let mut flow = flow.clone();
    let Flow { setup, turn, closing, finish, parts, .. } = &mut flow;
    [setup, turn, closing, finish].into_iter().for_each(|steps| forget(steps));
    parts.iter_mut().for_each(|(_, steps)| forget(steps));
    flow
}
