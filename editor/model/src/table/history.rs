//! Stores the timeline of a table: every answer, all branches, and jumps to any position.
//!
//! A branch is a complete course of the game with one set of rules. An answer in the past or an exchange of rules
//! starts a new branch, and the old branch stays unchanged. Going back and saving rules therefore never lose a
//! position.

use std::fmt;
use std::sync::Arc;

use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::Machine;
use tilewright_core::session::reload::ContinuationError;
use tilewright_core::session::timeline::{JumpError, Timeline};
use tilewright_core::session::{Answer, Entry, Refusal, Session};
use tilewright_core::state::decision::Pick;
use tilewright_core::state::secrecy::Secrecy;
use tilewright_kit::error::KitError;
use tilewright_kit::games::reload::{ReloadError, Reloaded};
use tilewright_kit::packs::load::Loaded;
use tilewright_wording::log::{Line, lines_for};

/// Answer in a branch. Forced answers are not listed separately; they belong to the answer before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchStep {
    /// Seat that gave the answer.
    pub seat: Seat,
    /// Name of the decision.
    pub ask: Arc<str>,
    /// Pack whose rules asked; `None` for a step of the flow.
    pub pack: Option<Arc<str>>,
    /// Key of the option.
    pub key: String,
    /// Part of the answer that is secret.
    pub secrecy: Secrecy,
}

impl BranchStep {
    /// Returns true if the viewpoint may know that the question was asked and answered.
    pub fn is_seen_by(&self, viewpoint: Option<Seat>) -> bool {
        self.secrecy.shows_question(self.seat, viewpoint)
    }

    /// Returns true if the viewpoint may know the answer.
    pub fn is_known_to(&self, viewpoint: Option<Seat>) -> bool {
        self.secrecy.shows_answer(self.seat, viewpoint)
    }
}

/// Public events after an answer, narrated in each language of the packs. They are narrated at once, since the tiles
/// and figures that they name exist only then.
type NarratedEvents = Arc<[(String, Vec<Line>)]>;

/// Summary of a position, available without a jump to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionSummary {
    /// Fingerprint of the position.
    pub fingerprint: u64,
    /// Score of each seat.
    pub scores: Vec<i32>,
    /// Number of the turn, from 0.
    pub turn: u32,
}

/// Reason why a branch was started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BranchOrigin {
    /// Start of the game, or of a game from a file.
    Start,
    /// Different answer at the branching point.
    Answer,
    /// Exchange of the rules.
    Rules,
}

/// Course of the game.
pub struct Branch {
    /// Reason why the branch was started.
    pub origin: BranchOrigin,
    /// Name given by the user; may be empty.
    pub name: String,
    /// Parent branch, and the number of answers shared with it; `None` for the first branch.
    pub parent: Option<(usize, usize)>,
    rules: usize,
    steps: Vec<BranchStep>,
    /// Events after each step.
    happened: Vec<NarratedEvents>,
    /// Summaries of all positions, one more than there are steps.
    marks: Vec<PositionSummary>,
    /// Complete timeline; `None` while the session is at the end of the branch.
    line: Option<Timeline>,
    /// Answers of the parent branch that were not repeated with these rules yet.
    ahead: Vec<Entry>,
}

impl Branch {
    /// Returns the answers of the branch.
    pub fn steps(&self) -> &[BranchStep] {
        &self.steps
    }

    /// Returns the public events after an answer in a language, or else in the first language of the packs.
    pub fn event_lines(&self, step: usize, language: &str) -> &[Line] {
        let Some(told) = self.happened.get(step) else { return &[] };
        let told = told.iter().find(|(code, _)| code == language).or(told.first());
        told.map_or(&[], |(_, lines)| lines)
    }

    /// Returns the index of the branch's rules among all rules of the table.
    pub fn rules(&self) -> usize {
        self.rules
    }

    /// Returns the summaries of all positions: before the first answer, and after each answer.
    pub fn marks(&self) -> &[PositionSummary] {
        &self.marks
    }
}

/// Result of comparing two branches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchComparison {
    /// Number of equal answers from the start.
    pub same_answers: usize,
    /// Number of answers after which the positions are still equal; `None` if even the first positions differ.
    pub same_positions: Option<usize>,
}

/// Reason why a position of the history cannot be reached.
#[derive(Debug)]
pub enum HistoryError {
    /// No branch has the requested index.
    NoBranch,
    /// The branch has fewer answers than requested.
    NoPosition,
    /// The rules of the branch can no longer be loaded.
    Packs(KitError),
    /// The timeline of the branch does not reach the position.
    Jump(JumpError),
    /// The rules of the branch cannot replay the game.
    Reload(ReloadError),
}

impl fmt::Display for HistoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HistoryError::NoBranch => f.write_str("no such branch"),
            HistoryError::NoPosition => f.write_str("no such position"),
            HistoryError::Packs(error) => error.fmt(f),
            HistoryError::Jump(error) => error.fmt(f),
            HistoryError::Reload(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HistoryError {}

/// Session of a table with all its branches.
pub struct GameHistory {
    session: Session,
    rules: Vec<Arc<Loaded>>,
    branches: Vec<Branch>,
    current: usize,
    now: usize,
    /// Latest exchange of rules.
    exchanged: Option<Exchanged>,
}

/// Exchange of the rules of a game.
#[derive(Clone, Copy, Debug)]
struct Exchanged {
    /// Branch that uses the new rules.
    branch: usize,
    /// Branch and position at which the rules were exchanged.
    left: (usize, usize),
    /// Number of answers that were repeated with the new rules.
    answers: usize,
}

impl GameHistory {
    /// Returns the timeline of a session that has been started.
    pub fn begin(loaded: &Arc<Loaded>, session: Session) -> GameHistory {
        let branch = Branch {
            origin: BranchOrigin::Start,
            name: String::new(),
            parent: None,
            rules: 0,
            steps: Vec::new(),
            happened: Vec::new(),
            marks: vec![mark(&session)],
            line: None,
            ahead: Vec::new(),
        };
        let mut history = GameHistory {
            session,
            rules: vec![Arc::clone(loaded)],
            branches: vec![branch],
            current: 0,
            now: 0,
            exchanged: None,
        };
        history.note_all();
        history
    }

    /// Returns the session at the current position.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns mutable access to the session, for queries about the value of features.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Returns all branches in the order of their creation.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// Returns the index of the current branch.
    pub fn current(&self) -> usize {
        self.current
    }

    /// Returns the current branch.
    pub fn branch(&self) -> &Branch {
        &self.branches[self.current]
    }

    /// Returns the number of answers before the current position.
    pub fn now(&self) -> usize {
        self.now
    }

    /// Returns the packs that a branch uses.
    pub fn rules_of(&self, branch: usize) -> &Arc<Loaded> {
        &self.rules[self.branches[branch].rules]
    }

    /// Sets the name of a branch.
    pub fn rename(&mut self, branch: usize, name: &str) {
        if let Some(branch) = self.branches.get_mut(branch) {
            name.clone_into(&mut branch.name);
        }
    }

    /// Gives an answer. An answer that differs from the next one of the branch starts a new branch.
    ///
    /// # Errors
    /// The answer is not an option, or a script failed. The game is unchanged in both cases.
    pub fn answer(&mut self, pick: Pick) -> Result<(), Refusal> {
        if let (Some(next), Some(decision)) = (self.branch().steps.get(self.now), self.session.decision()) {
            let key = decision.options.key(self.session.game(), pick);
            if (decision.seat, &decision.ask, &key) == (next.seat, &next.ask, &next.key)
                && decision.options.contains(self.session.game(), pick)
                && self.jump(self.now + 1)
            {
                return Ok(());
            }
        }
        let before = events(&self.session);
        self.session.answer(pick)?;
        self.grow(before);
        Ok(())
    }

    /// Adds the latest answer of the session, with the events after the first `before` ones.
    fn grow(&mut self, before: usize) {
        let Some(answer) = list_free_answers(self.session.log()).last().cloned() else { return };
        let tip = self.branch().steps.len();
        if self.now < tip {
            let old = self.branch();
            let branch = Branch {
                origin: BranchOrigin::Answer,
                name: String::new(),
                parent: Some((self.current, self.now)),
                rules: old.rules,
                steps: old.steps[..self.now].to_vec(),
                happened: old.happened[..self.now].to_vec(),
                marks: old.marks[..=self.now].to_vec(),
                line: None,
                ahead: Vec::new(),
            };
            self.branches.push(branch);
            self.current = self.branches.len() - 1;
        }
        let mark = mark(&self.session);
        let happened = collect_event_lines(&self.session, before);
        self.now += 1;
        let branch = &mut self.branches[self.current];
        branch.steps.push(step(&answer));
        branch.happened.push(happened);
        branch.marks.push(mark);
        branch.line = None;
        // Answers that remain to be repeated are valid only after the same answer.
        let next = list_free_answers(&branch.ahead).next().map(step);
        if next.as_ref() == branch.steps.last() {
            let rest = position(&branch.ahead, 1).unwrap_or(branch.ahead.len());
            branch.ahead.drain(..rest);
        } else {
            branch.ahead.clear();
        }
    }

    /// Returns true if there is an answer to repeat.
    pub fn can_redo(&self) -> bool {
        self.now < self.branch().steps.len() || list_free_answers(&self.branch().ahead).next().is_some()
    }

    /// Goes back by one answer; returns false at the start.
    pub fn undo(&mut self) -> bool {
        self.now > 0 && self.jump(self.now - 1)
    }

    /// Goes forward by one answer, along the branch or with the next answer from the parent branch.
    ///
    /// # Errors
    /// The current rules do not accept the answer.
    pub fn redo(&mut self) -> Result<bool, ContinuationError> {
        if self.now < self.branch().steps.len() {
            return Ok(self.jump(self.now + 1));
        }
        let ahead = &self.branch().ahead;
        if list_free_answers(ahead).next().is_none() {
            return Ok(false);
        }
        let entries = ahead[..position(ahead, 1).unwrap_or(ahead.len())].to_vec();
        let before = events(&self.session);
        self.session.follow(&entries)?;
        self.grow(before);
        Ok(true)
    }

    /// Goes to a position of the current branch; returns false if it does not exist.
    pub fn jump(&mut self, answers: usize) -> bool {
        self.jump_to(self.current, answers)
    }

    /// Goes to a position of a branch, with the rules of that branch. Returns false and changes nothing if the position
    /// does not exist.
    pub fn jump_to(&mut self, branch: usize, answers: usize) -> bool {
        if (branch, answers) == (self.current, self.now) {
            return true;
        }
        self.keep_line();
        let Some(wanted) = self.branches.get(branch).filter(|b| answers < b.marks.len()) else { return false };
        let reached = wanted.line.as_ref().filter(|line| reaches(line, answers));
        let same_rules = wanted.rules == self.branch().rules;
        let stood = match reached.and_then(|line| Some((line, position(line.log(), answers)?))) {
            Some((line, length)) if same_rules => self.session.jump_to(line, length).is_ok(),
            _ => false,
        };
        if !stood {
            match self.session_at(branch, answers) {
                Ok(session) => self.session = session,
                Err(_) => return false,
            }
        }
        (self.current, self.now) = (branch, answers);
        true
    }

    /// Returns a separate session at a position of a branch. It uses the rules of that branch if these can continue
    /// from there.
    ///
    /// # Errors
    /// The position does not exist, or its rules can no longer be loaded.
    pub fn session_at(&self, branch: usize, answers: usize) -> Result<Session, HistoryError> {
        let wanted = self.branches.get(branch).ok_or(HistoryError::NoBranch)?;
        // Positions before the exchange of rules are on the parent branch.
        let mut at = branch;
        loop {
            let here = &self.branches[at];
            let fresh = here.line.is_none().then(|| self.session.timeline());
            if let Some(line) = here.line.as_ref().or(fresh.as_ref())
                && reaches(line, answers)
                && let Some(length) = position(line.log(), answers)
            {
                let machine = machine(&self.rules[here.rules], line.symbols()).map_err(HistoryError::Packs)?;
                let mut session = Session::replay_along(machine, line, length).map_err(HistoryError::Jump)?;
                if here.rules != wanted.rules {
                    let newer = self::machine(&self.rules[wanted.rules], &session.symbols());
                    let newer = newer.map_err(HistoryError::Packs)?;
                    // If the newer rules cannot continue, the older ones stay in use.
                    let _ = session.reload(newer);
                }
                return Ok(session);
            }
            match here.parent {
                Some((parent, shared)) if answers <= shared => at = parent,
                _ => return Err(HistoryError::NoPosition),
            }
        }
    }

    /// Returns a separate session that repeats the answers up to the current position with the rules of another branch,
    /// as far as possible, and the reason if it stopped early.
    ///
    /// # Errors
    /// These rules can no longer be loaded.
    pub fn by_rules_of(&self, branch: usize) -> Result<(Session, Option<String>), HistoryError> {
        let loaded = self.rules_of(branch);
        let record = tilewright_kit::games::save::record_of(&self.session, "");
        let (session, stopped) = tilewright_kit::games::reload::as_far(loaded, record).map_err(HistoryError::Reload)?;
        Ok((session, stopped.map(|d| d.to_string())))
    }

    /// Returns the branch and position at which the current rules were exchanged, if no answer was given with them yet.
    pub fn unanswered_rules(&self) -> Option<(usize, usize)> {
        let last = self.exchanged.filter(|last| (last.branch, last.answers) == (self.current, self.now))?;
        let here = self.branch();
        let newest = last.branch + 1 == self.branches.len() && here.rules + 1 == self.rules.len();
        (newest && here.name.is_empty() && here.steps.len() == self.now).then_some(last.left)
    }

    /// Removes rules without any answer, and returns to the position before their exchange, so that repeated saving
    /// creates one branch only. Returns true if there were such rules.
    pub fn leave_unanswered(&mut self) -> bool {
        let Some((branch, answers)) = self.unanswered_rules() else { return false };
        if !self.jump_to(branch, answers) {
            return false;
        }
        self.branches.pop();
        self.rules.pop();
        self.exchanged = None;
        true
    }

    /// Continues with other packs on a new branch, or on the same branch if only texts have changed. The old branch
    /// stays unchanged.
    ///
    /// # Errors
    /// The game cannot continue with these packs. It is unchanged.
    pub fn reload(&mut self, loaded: &Arc<Loaded>, reworded: bool) -> Result<Reloaded, ReloadError> {
        self.keep_line();
        let done = tilewright_kit::games::reload::reload(&mut self.session, loaded)?;
        self.branch_off(&done, loaded, reworded);
        Ok(done)
    }

    /// Replays the answers with other packs on a new branch, up to the first that is not valid. The old branch stays
    /// unchanged.
    ///
    /// # Errors
    /// The game cannot begin with these packs. It is unchanged.
    pub fn repeat(&mut self, loaded: &Arc<Loaded>) -> Result<(), ReloadError> {
        self.keep_line();
        let done = tilewright_kit::games::reload::repeat(&mut self.session, loaded, None)?;
        self.branch_off(&done, loaded, false);
        Ok(())
    }

    /// Adds the branch of a game that continues with other packs.
    fn branch_off(&mut self, done: &Reloaded, loaded: &Arc<Loaded>, reworded: bool) {
        let kept = *done == Reloaded::Kept;
        let left = (self.current, self.now);
        let old = self.branch();
        if kept && reworded {
            let (at, tip) = (old.rules, self.now == old.steps.len());
            let branch = &mut self.branches[self.current];
            if tip {
                branch.line = None;
            }
            branch.marks[self.now] = mark(&self.session);
            self.rules[at] = Arc::clone(loaded);
            return;
        }
        let mut branch = Branch {
            origin: BranchOrigin::Rules,
            name: String::new(),
            parent: Some((self.current, self.now)),
            rules: self.rules.len(),
            steps: old.steps[..self.now].to_vec(),
            happened: old.happened[..self.now].to_vec(),
            marks: old.marks[..=self.now].to_vec(),
            line: None,
            ahead: Vec::new(),
        };
        let tip = old.line.as_ref().map_or(&[][..], |line| line.log());
        branch.ahead = position(tip, self.now).map_or_else(Vec::new, |from| tip[from..].to_vec());
        if branch.ahead.is_empty() {
            branch.ahead.clone_from(&old.ahead);
        }
        if kept {
            branch.marks[self.now] = mark(&self.session);
        } else {
            (branch.steps, branch.happened) = (Vec::new(), Vec::new());
            branch.marks = vec![mark(&self.session)];
            branch.parent = Some((self.current, 0));
        }
        self.rules.push(Arc::clone(loaded));
        self.branches.push(branch);
        self.current = self.branches.len() - 1;
        if !kept {
            self.now = 0;
            self.note_all();
            let of = self.branches[self.current].parent.map_or(0, |(parent, _)| parent);
            let shared = self.compare(of, self.current).same_answers;
            self.branches[self.current].parent = Some((of, shared));
        }
        self.exchanged = Some(Exchanged { branch: self.current, left, answers: self.now });
    }

    /// Adds the steps of a session that was played before it came to this table.
    fn note_all(&mut self) {
        let whole = self.session.timeline();
        let log = whole.log();
        if list_free_answers(log).next().is_none() {
            return;
        }
        let first = position(log, 0).unwrap_or(0);
        if !reaches(&whole, 0) || self.session.jump_to(&whole, first).is_err() {
            return;
        }
        self.branches[self.current].marks = vec![mark(&self.session)];
        let mut at = first;
        while let Some(end) = position(log, self.now + 1).filter(|end| *end > at) {
            let before = events(&self.session);
            if self.session.follow(&log[at..end]).is_err() {
                break;
            }
            at = end;
            self.grow(before);
        }
    }

    /// Adds another course of the same game with the same rules, as a branch from the first difference to branch
    /// `from`. Returns the index of the branch that contains it.
    pub fn take_in(&mut self, from: usize, course: &Session) -> usize {
        let log = course.log();
        let Some(branch) = self.branches.get(from) else { return self.current };
        let shared = list_free_answers(log).map(step).zip(branch.steps()).take_while(|(a, b)| a == *b).count();
        let Some(mut at) = position(log, shared).filter(|at| *at < log.len()) else { return from };
        if !self.jump_to(from, shared) {
            return from;
        }
        while let Some(end) = position(log, self.now + 1).filter(|end| *end > at) {
            let before = events(&self.session);
            if self.session.follow(&log[at..end]).is_err() {
                break;
            }
            at = end;
            self.grow(before);
        }
        self.current
    }

    /// Returns the complete log of a branch, with all choices and results of chance.
    pub fn log_of(&self, branch: usize) -> &[Entry] {
        match self.branches.get(branch).map(|branch| &branch.line) {
            Some(Some(line)) => line.log(),
            _ => self.session.log(),
        }
    }

    /// Stores the timeline of the session in the current branch, if the session is at its end.
    fn keep_line(&mut self) {
        let branch = &mut self.branches[self.current];
        if branch.line.is_none() {
            branch.line = Some(self.session.timeline());
        }
    }

    /// Compares two branches by their answers and positions.
    pub fn compare(&self, one: usize, other: usize) -> BranchComparison {
        let (a, b) = (&self.branches[one], &self.branches[other]);
        let same_answers = a.steps.iter().zip(&b.steps).take_while(|(a, b)| a == b).count();
        let same = a.marks.iter().zip(&b.marks).take(same_answers + 1).take_while(|(a, b)| a == b).count();
        BranchComparison { same_answers, same_positions: same.checked_sub(1) }
    }
}

fn machine(loaded: &Loaded, symbols: &[Arc<str>]) -> Result<Machine, KitError> {
    let (catalog, script) = loaded.script_after(symbols)?;
    Ok(Machine::new(catalog, Box::new(script)))
}

fn mark(session: &Session) -> PositionSummary {
    let game = session.game();
    PositionSummary { fingerprint: game.fingerprint(), scores: game.scores().to_vec(), turn: game.turns() }
}

/// Returns the number of events in the game so far.
fn events(session: &Session) -> usize {
    session.game().journal().map_or(0, |journal| journal.events.len())
}

fn collect_event_lines(session: &Session, before: usize) -> NarratedEvents {
    let game = session.game();
    let mut languages: Vec<String> = game.catalog().texts.languages().map(str::to_owned).collect();
    if languages.is_empty() {
        languages.push(String::new());
    }
    languages.into_iter().map(|code| (code.clone(), lines_for(game, game.view(None), &code, before))).collect()
}

fn step(answer: &Answer) -> BranchStep {
    let Answer { seat, ask, pack, key, secrecy, .. } = answer.clone();
    BranchStep { seat, ask, pack, key, secrecy }
}

/// Returns the answers of a log that were not forced.
fn list_free_answers(log: &[Entry]) -> impl DoubleEndedIterator<Item = &Answer> {
    log.iter().filter_map(|entry| match entry {
        Entry::Answer(answer) if !answer.forced => Some(answer),
        _ => None,
    })
}

/// Returns the length of a log at the decision after `answers` answers; `None` if there is no such position.
fn position(log: &[Entry], answers: usize) -> Option<usize> {
    let mut own = log.iter().enumerate().filter(|(_, e)| matches!(e, Entry::Answer(a) if !a.forced));
    match own.nth(answers) {
        Some((at, _)) => Some(at),
        None => (list_free_answers(log).count() == answers).then_some(log.len()),
    }
}

/// Returns true if a timeline contains the position after `answers` answers.
fn reaches(line: &Timeline, answers: usize) -> bool {
    position(line.log(), answers).is_some_and(|length| line.begins() <= length)
}
