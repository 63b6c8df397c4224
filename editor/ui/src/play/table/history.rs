//! The timeline of a table: every answer, the branches that were left, and jumps to any position of any of them.
//!
//! A branch is a whole course of the game by one set of rules. An answer that is given in the past, and rules that are
//! exchanged, begin a new branch; the old one stays as it was. So nothing is ever lost by going back or by a save.

use std::sync::Arc;

use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::Machine;
use tilewright_core::session::timeline::Timeline;
use tilewright_core::session::{Answer, Entry, Refusal, Session};
use tilewright_core::state::decision::Pick;
use tilewright_core::state::secrecy::Secrecy;
use tilewright_kit::games::reload::{ReloadError, Reloaded};
use tilewright_kit::games::report::{Line, lines_for};
use tilewright_kit::packs::load::Loaded;

/// An answer of a branch. Answers that were the only ones possible are not told apart: they belong to the one before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who gave it.
    pub seat: Seat,
    /// To which decision.
    pub ask: Arc<str>,
    /// Pack whose rules asked; `None` for a step of the flow.
    pub pack: Option<Arc<str>>,
    /// The option's key.
    pub key: String,
    /// What others may not know of it.
    pub secrecy: Secrecy,
}

impl Step {
    /// Whether somebody may know that something was asked and answered.
    pub fn is_seen_by(&self, viewpoint: Option<Seat>) -> bool {
        self.secrecy.shows_question(self.seat, viewpoint)
    }

    /// Whether somebody may know what was answered.
    pub fn is_known_to(&self, viewpoint: Option<Seat>) -> bool {
        self.secrecy.shows_answer(self.seat, viewpoint)
    }
}

/// What everybody has seen happen after an answer, in each language of the packs: only then are the tiles and figures there
/// that it is about.
type Happened = Arc<[(String, Vec<Line>)]>;

/// What is known of a position without going there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The fingerprint of the position.
    pub fingerprint: u64,
    /// The scores, a seat each.
    pub scores: Vec<i32>,
    /// The number of the turn, from 0.
    pub turn: u32,
}

/// Why a branch began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is the game as it was begun, or taken from a file.
    Start,
    /// Another answer was given.
    Answer,
    /// The rules were exchanged.
    Rules,
}

/// A course of the game.
pub struct Branch {
    /// Why it began.
    pub origin: Origin,
    /// The name that somebody gave it.
    pub name: String,
    /// The branch that it left, and after how many answers.
    pub parent: Option<(usize, usize)>,
    rules: usize,
    steps: Vec<Step>,
    /// As many as there are steps.
    happened: Vec<Happened>,
    /// One more than there are steps.
    marks: Vec<Mark>,
    /// The whole way; nothing while the session stands at its end.
    line: Option<Timeline>,
    /// Answers of the branch that was left, which these rules have not been given yet.
    ahead: Vec<Entry>,
}

impl Branch {
    /// Its answers.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What everybody has seen happen after an answer, in a language, or else in the packs' first.
    pub fn happened(&self, step: usize, language: &str) -> &[Line] {
        let Some(told) = self.happened.get(step) else { return &[] };
        let told = told.iter().find(|(code, _)| code == language).or(told.first());
        told.map_or(&[], |(_, lines)| lines)
    }

    /// The number of the packs that it is played by, among those of the table.
    pub fn rules(&self) -> usize {
        self.rules
    }

    /// Its positions: before the first answer, and after each.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }
}

/// Two branches beside each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The number of answers that both have from the beginning.
    pub same_answers: usize,
    /// The number of answers after which the positions are still the same; nothing if they never were.
    pub same_positions: Option<usize>,
}

/// The session of a table, and all its branches.
pub struct History {
    session: Session,
    rules: Vec<Arc<Loaded>>,
    branches: Vec<Branch>,
    current: usize,
    now: usize,
    /// The rules that came last.
    exchanged: Option<Exchanged>,
}

/// Rules that came to a game.
#[derive(Clone, Copy, Debug)]
struct Exchanged {
    /// The branch that is played by them.
    branch: usize,
    /// The branch and the position that they were exchanged at.
    left: (usize, usize),
    /// The number of answers that they were given again.
    answers: usize,
}

impl History {
    /// The timeline of a game that has been started.
    pub fn begin(loaded: &Arc<Loaded>, session: Session) -> History {
        let branch = Branch {
            origin: Origin::Start,
            name: String::new(),
            parent: None,
            rules: 0,
            steps: Vec::new(),
            happened: Vec::new(),
            marks: vec![mark(&session)],
            line: None,
            ahead: Vec::new(),
        };
        let mut history = History {
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

    /// The game as it stands.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The game, to appraise what features are worth.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// All branches, in the order in which they began.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The number of the branch on which the table stands.
    pub fn current(&self) -> usize {
        self.current
    }

    /// The branch on which the table stands.
    pub fn branch(&self) -> &Branch {
        &self.branches[self.current]
    }

    /// The number of answers before the position at which the table stands.
    pub fn now(&self) -> usize {
        self.now
    }

    /// The packs of a branch.
    pub fn rules_of(&self, branch: usize) -> &Arc<Loaded> {
        &self.rules[self.branches[branch].rules]
    }

    /// Gives a branch a name.
    pub fn rename(&mut self, branch: usize, name: &str) {
        if let Some(branch) = self.branches.get_mut(branch) {
            name.clone_into(&mut branch.name);
        }
    }

    /// Gives an answer. One that differs from the answer that comes next begins a branch.
    ///
    /// # Errors
    /// It is not an option, or a script failed: nothing has changed then.
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

    /// Notes the answer that the session has just taken, and what came of it after so many events.
    fn grow(&mut self, before: usize) {
        let Some(answer) = given(self.session.log()).last().cloned() else { return };
        let tip = self.branch().steps.len();
        if self.now < tip {
            let old = self.branch();
            let branch = Branch {
                origin: Origin::Answer,
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
        let happened = happened(&self.session, before);
        self.now += 1;
        let branch = &mut self.branches[self.current];
        branch.steps.push(step(&answer));
        branch.happened.push(happened);
        branch.marks.push(mark);
        branch.line = None;
        // What was to be given again comes after this very answer, or not at all.
        let next = given(&branch.ahead).next().map(step);
        if next.as_ref() == branch.steps.last() {
            let rest = position(&branch.ahead, 1).unwrap_or(branch.ahead.len());
            branch.ahead.drain(..rest);
        } else {
            branch.ahead.clear();
        }
    }

    /// Whether there is an answer that can be given again.
    pub fn can_redo(&self) -> bool {
        self.now < self.branch().steps.len() || given(&self.branch().ahead).next().is_some()
    }

    /// Goes back by one answer.
    pub fn undo(&mut self) -> bool {
        self.now > 0 && self.jump(self.now - 1)
    }

    /// Goes forward by one answer: along the branch, or with the answer that the old rules were given.
    ///
    /// # Errors
    /// The rules in force do not take the answer; a sentence says why.
    pub fn redo(&mut self) -> Result<bool, String> {
        if self.now < self.branch().steps.len() {
            return Ok(self.jump(self.now + 1));
        }
        let ahead = &self.branch().ahead;
        if given(ahead).next().is_none() {
            return Ok(false);
        }
        let entries = ahead[..position(ahead, 1).unwrap_or(ahead.len())].to_vec();
        let before = events(&self.session);
        self.session.follow(&entries).map_err(|unfit| unfit.to_string())?;
        self.grow(before);
        Ok(true)
    }

    /// Goes to a position of the branch. False when it is not there.
    pub fn jump(&mut self, answers: usize) -> bool {
        self.jump_to(self.current, answers)
    }

    /// Goes to a position of a branch, by the rules of that branch. False when it is not there; nothing has changed then.
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

    /// A game of its own that stands at a position of a branch, by the rules of that branch where they can go on from
    /// there.
    ///
    /// # Errors
    /// There is no such position, or its rules cannot be started any more; a sentence says why.
    pub fn session_at(&self, branch: usize, answers: usize) -> Result<Session, String> {
        let wanted = self.branches.get(branch).ok_or("no such branch")?;
        // What came before the rules were exchanged lies on the branch that was left.
        let mut at = branch;
        loop {
            let here = &self.branches[at];
            let fresh = here.line.is_none().then(|| self.session.timeline());
            if let Some(line) = here.line.as_ref().or(fresh.as_ref())
                && reaches(line, answers)
                && let Some(length) = position(line.log(), answers)
            {
                let machine = machine(&self.rules[here.rules], line.symbols())?;
                let mut session = Session::replay_along(machine, line, length).map_err(|e| e.to_string())?;
                if here.rules != wanted.rules {
                    let newer = self::machine(&self.rules[wanted.rules], &session.symbols())?;
                    // Where the newer rules cannot go on, the older ones do.
                    let _ = session.reload(newer);
                }
                return Ok(session);
            }
            match here.parent {
                Some((parent, shared)) if answers <= shared => at = parent,
                _ => return Err("no such position".to_owned()),
            }
        }
    }

    /// A game of its own that was given the answers up to where the table stands by the rules of another branch, as far as
    /// they go, and why they do not go further.
    ///
    /// # Errors
    /// These rules cannot be started any more; a sentence says why.
    pub fn by_rules_of(&self, branch: usize) -> Result<(Session, Option<String>), String> {
        let loaded = self.rules_of(branch);
        let record = tilewright_kit::games::save::record_of(&self.session, "");
        let (session, stopped) = tilewright_kit::games::reload::as_far(loaded, record).map_err(|e| e.to_string())?;
        Ok((session, stopped.map(|d| d.to_string())))
    }

    /// Where the game stood when the rules in force came, if nobody has answered by them yet: a branch and a position.
    pub fn unanswered_rules(&self) -> Option<(usize, usize)> {
        let last = self.exchanged.filter(|last| (last.branch, last.answers) == (self.current, self.now))?;
        let here = self.branch();
        let newest = last.branch + 1 == self.branches.len() && here.rules + 1 == self.rules.len();
        (newest && here.name.is_empty() && here.steps.len() == self.now).then_some(last.left)
    }

    /// Leaves rules by which nobody has answered, back to where the game stood when they came, so that saving again and
    /// again makes one branch. Whether there was something to leave.
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

    /// Goes on with other packs, on a branch of its own, unless they are the same ones in other words. The old game stays
    /// as it was.
    ///
    /// # Errors
    /// The game cannot go on with them. Nothing has changed then.
    pub fn reload(&mut self, loaded: &Arc<Loaded>, reworded: bool) -> Result<Reloaded, ReloadError> {
        self.keep_line();
        let done = tilewright_kit::games::reload::reload(&mut self.session, loaded)?;
        let kept = done == Reloaded::Kept;
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
            return Ok(done);
        }
        let mut branch = Branch {
            origin: Origin::Rules,
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
        Ok(done)
    }

    /// Notes the positions of a session that has been played before it came here.
    fn note_all(&mut self) {
        let whole = self.session.timeline();
        let log = whole.log();
        if given(log).next().is_none() {
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

    /// Takes in another course of the same game by the same rules, which left one of the branches: what it has beyond that
    /// branch. The number of the branch that it is on then.
    pub fn take_in(&mut self, from: usize, course: &Session) -> usize {
        let log = course.log();
        let Some(branch) = self.branches.get(from) else { return self.current };
        let shared = given(log).map(step).zip(branch.steps()).take_while(|(a, b)| a == *b).count();
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

    /// The whole way of a branch: everything that was chosen and that chance gave.
    pub fn log_of(&self, branch: usize) -> &[Entry] {
        match self.branches.get(branch).map(|branch| &branch.line) {
            Some(Some(line)) => line.log(),
            _ => self.session.log(),
        }
    }

    /// Keeps the way to where the session stands, if it is the end of the branch.
    fn keep_line(&mut self) {
        let branch = &mut self.branches[self.current];
        if branch.line.is_none() {
            branch.line = Some(self.session.timeline());
        }
    }

    /// Compares two branches by their answers and positions.
    pub fn compare(&self, one: usize, other: usize) -> Comparison {
        let (a, b) = (&self.branches[one], &self.branches[other]);
        let same_answers = a.steps.iter().zip(&b.steps).take_while(|(a, b)| a == b).count();
        let same = a.marks.iter().zip(&b.marks).take(same_answers + 1).take_while(|(a, b)| a == b).count();
        Comparison { same_answers, same_positions: same.checked_sub(1) }
    }
}

fn machine(loaded: &Loaded, symbols: &[Arc<str>]) -> Result<Machine, String> {
    let (catalog, script) = loaded.script_after(symbols).map_err(|e| e.to_string())?;
    Ok(Machine::new(catalog, Box::new(script)))
}

fn mark(session: &Session) -> Mark {
    let game = session.game();
    Mark { fingerprint: game.fingerprint(), scores: game.scores().to_vec(), turn: game.turns() }
}

/// How many events the game has seen.
fn events(session: &Session) -> usize {
    session.game().journal().map_or(0, |journal| journal.events.len())
}

fn happened(session: &Session, before: usize) -> Happened {
    let game = session.game();
    let mut languages: Vec<String> = game.catalog().texts.languages().map(str::to_owned).collect();
    if languages.is_empty() {
        languages.push(String::new());
    }
    languages.into_iter().map(|code| (code.clone(), lines_for(game, game.view(None), &code, before))).collect()
}

fn step(answer: &Answer) -> Step {
    let Answer { seat, ask, pack, key, secrecy, .. } = answer.clone();
    Step { seat, ask, pack, key, secrecy }
}

/// The answers of a log that somebody gave.
fn given(log: &[Entry]) -> impl DoubleEndedIterator<Item = &Answer> {
    log.iter().filter_map(|entry| match entry {
        Entry::Answer(answer) if !answer.forced => Some(answer),
        _ => None,
    })
}

/// The length that a log had after so many answers, when the next decision waited.
fn position(log: &[Entry], answers: usize) -> Option<usize> {
    let mut own = log.iter().enumerate().filter(|(_, e)| matches!(e, Entry::Answer(a) if !a.forced));
    match own.nth(answers) {
        Some((at, _)) => Some(at),
        None => (given(log).count() == answers).then_some(log.len()),
    }
}

/// Whether a line reaches back to the position after so many answers.
fn reaches(line: &Timeline, answers: usize) -> bool {
    position(line.log(), answers).is_some_and(|length| line.begins() <= length)
}
