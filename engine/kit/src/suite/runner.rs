//! Plays the steps of one test.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::Stop;
use tilewright_core::session::record::Move;
use tilewright_core::session::replay::{describe_chance, describe_impossible, describe_wanted, read_outcome};
use tilewright_core::session::{Refusal, Session};
use tilewright_core::state::Game;
use tilewright_core::state::chance::{ChancePoint, ChanceSource, Outcome};
use tilewright_core::state::happening::Happening;

use super::expectation::Expectation;
use super::{TestFailure, keys};

/// Action or expectation of a test.
#[derive(Clone)]
pub(super) enum TestItem {
    /// Result of the next chance point.
    Chance(Move),
    /// Answer: the seat if it matters, the decision, the option.
    Answer(Option<u8>, String, String),
    /// Answer that must be refused: the decision, the option.
    Refuse(String, String),
    /// Undo of the last answer.
    Undo,
    /// End of the game at this position.
    End,
    /// Expectation about this position.
    Expect(Expectation),
}

/// Step with its place in the file.
pub(super) struct TestStep {
    pub(super) place: String,
    pub(super) item: TestItem,
    /// True if the step is the expectation of the whole test, which is checked at the very end.
    pub(super) last: bool,
}

struct TestCursor {
    steps: Vec<TestStep>,
    /// Flags of the chance moves that have been used.
    used: Vec<bool>,
    /// Index of the next step.
    at: usize,
    /// Index of the step that failures refer to.
    doing: usize,
    found: Option<TestFailure>,
    /// Seats and questions since the last answer of a step that had one option.
    taken: Vec<(Seat, Arc<str>)>,
}

impl TestCursor {
    fn fail<T>(
        &self,
        code: &'static str,
        expected: impl Into<String>,
        actual: impl Into<String>,
    ) -> Result<T, TestFailure> {
        let place = self.steps.get(self.doing).or(self.steps.last()).map_or_else(String::new, |s| s.place.clone());
        Err(TestFailure::new(place, code, expected, actual))
    }

    fn skip_used(&mut self) {
        while self.used.get(self.at) == Some(&true) {
            self.at += 1;
        }
    }
}

/// Plays the steps to the end.
pub(super) fn play(session: &mut Session, steps: Vec<TestStep>) -> Result<(), TestFailure> {
    let used = vec![false; steps.len()];
    let ends_at_once = matches!(steps.first(), Some(TestStep { item: TestItem::End, .. }));
    let cursor = Rc::new(RefCell::new(TestCursor { steps, used, at: 0, doing: 0, found: None, taken: Vec::new() }));
    session.put_single_options(true);
    session.set_chance_source(Box::new(FromSteps { cursor: Rc::clone(&cursor) }));
    let begun = session.work();
    let mut stop = Stop::Decision;
    if !ends_at_once {
        stop = session.start().or_else(|fault| cursor.borrow().fail(fault.reason(), "a game", fault.to_string()))?;
    }
    loop {
        let found = cursor.borrow_mut().found.take();
        if let Some(found) = found {
            return Err(found);
        }
        holds(session, &cursor.borrow())?;
        if let Some(fault) = session.step_limit_fault(session.work().saturating_sub(begun)) {
            return cursor.borrow().fail(fault.reason(), "a game", fault.to_string());
        }
        cursor.borrow_mut().skip_used();
        let what = next(session, &mut cursor.borrow_mut(), stop)?;
        match what {
            NextStep::Over => return Ok(()),
            NextStep::Go => cursor.borrow_mut().at += 1,
            NextStep::Only => {
                let asked = session.decision().map(|d| (d.seat, Arc::clone(&d.ask)));
                cursor.borrow_mut().taken.extend(asked);
                stop = session.take_only().or_else(|r| report_refusal(&cursor, "the only option", &r))?;
            }
            // The steps after this one give the chance results up to the next decision.
            NextStep::Answer(key) => {
                cursor.borrow_mut().at += 1;
                cursor.borrow_mut().taken.clear();
                stop = session.answer_key(&key).or_else(|r| report_refusal(&cursor, &format!("`{key}`"), &r))?;
            }
            NextStep::End => {
                cursor.borrow_mut().at += 1;
                stop = session
                    .end_here()
                    .or_else(|fault| cursor.borrow().fail(fault.reason(), "an end", fault.to_string()))?;
            }
        }
    }
}

/// Checks that the invariants of every game, whatever its rules, held after the last step.
fn holds(session: &Session, cursor: &TestCursor) -> Result<(), TestFailure> {
    match session.game().watched() {
        Some((_, Some(broken))) => cursor.fail("invariant", "the conditions that every game must meet", &*broken.what),
        _ => Ok(()),
    }
}

fn report_refusal<T>(cursor: &RefCell<TestCursor>, what: &str, refusal: &Refusal) -> Result<T, TestFailure> {
    let cursor = cursor.borrow();
    if let Some(found) = &cursor.found {
        return Err(found.clone());
    }
    let code = match refusal {
        Refusal::Rejected(rejected) => rejected.code,
        Refusal::Fault(fault) => fault.reason(),
    };
    cursor.fail(code, format!("{what} to be taken"), refusal.to_string())
}

enum NextStep {
    /// No steps are left.
    Over,
    /// The step is finished.
    Go,
    /// The waiting decision has one option, and no step is about it.
    Only,
    /// The key of the option to take.
    Answer(String),
    /// The test ends the game here.
    End,
}

fn next(session: &mut Session, cursor: &mut TestCursor, stop: Stop) -> Result<NextStep, TestFailure> {
    let at = cursor.at;
    cursor.doing = at;
    let Some(step) = cursor.steps.get_mut(at) else { return Ok(NextStep::Over) };
    let decision = session.decision();
    if let (Some(decision), false) = (decision, matches!(step.item, TestItem::End | TestItem::Undo))
        && decision.options.only(session.game()).is_some()
        && !is_about(&step.item, session, &decision.ask)
    {
        return Ok(NextStep::Only);
    }
    let asked = decision.map_or_else(
        || if stop == Stop::Over { "the game is over".to_owned() } else { "no question is open".to_owned() },
        |d| format!("seat {} is asked `{}`", d.seat, d.ask),
    );
    match &mut step.item {
        TestItem::Expect(expectation) => {
            if expectation.is_about_decision() && decision.is_none() {
                return cursor.fail("nothing_asked", "a decision", asked);
            }
            expectation.check(session, &cursor.taken)?;
            Ok(NextStep::Go)
        }
        TestItem::Chance(chance) => {
            let wanted = format!("`{chance}`");
            let before = matches!(chance, Move::Draw { .. })
                .then(|| last_drawn(session))
                .flatten()
                .filter(|_| decision.is_some());
            let asked = match before {
                Some(kind) => {
                    format!(
                        "{asked}, and `{kind}` has been drawn already: write the draw before the step that leads to it"
                    )
                }
                None => asked,
            };
            cursor.fail("unused_chance", wanted, asked)
        }
        TestItem::Answer(seat, ask, key) => {
            let (seat, ask, key) = (*seat, ask.clone(), key.clone());
            let Some(decision) = decision else { return cursor.fail("nothing_asked", format!("`{ask}`"), asked) };
            if *decision.ask != *ask || seat.is_some_and(|s| s != decision.seat.0) {
                let who = seat.map_or_else(String::new, |s| format!("seat {} to be asked ", Seat(s)));
                return cursor.fail("wrong_ask", format!("{who}`{ask}`"), asked);
            }
            match keys::option(session.game(), &key) {
                Ok(full) => Ok(NextStep::Answer(full)),
                Err((code, actual)) => cursor.fail(code, format!("the option `{key}`"), actual),
            }
        }
        TestItem::Refuse(ask, key) => {
            let (ask, key) = (ask.clone(), key.clone());
            let Some(decision) = decision else { return cursor.fail("nothing_asked", format!("`{ask}`"), asked) };
            if *decision.ask != *ask {
                return cursor.fail("wrong_ask", format!("`{ask}`"), asked);
            }
            match keys::option(session.game(), &key) {
                Err(("not_an_option", _)) => Ok(NextStep::Go),
                Ok(actual) | Err((_, actual)) => cursor.fail("is_an_option", format!("`{key}` to be refused"), actual),
            }
        }
        TestItem::Undo => {
            cursor.taken.clear();
            if session.undo() {
                return Ok(NextStep::Go);
            }
            match session.engine_fault() {
                Some(fault) => cursor.fail(fault.reason(), "an answer to be taken back", fault.to_string()),
                None => cursor.fail("nothing_to_undo", "an answer", "there is none"),
            }
        }
        TestItem::End if stop == Stop::Over => Ok(NextStep::Go),
        TestItem::End => Ok(NextStep::End),
    }
}

/// Returns the id of the kind that was drawn last.
fn last_drawn(session: &Session) -> Option<String> {
    let game = session.game();
    let drawn = game.journal()?.events.iter().rev().find_map(|event| match event.what {
        Happening::Drawn { kind, .. } => Some(kind),
        _ => None,
    });
    drawn.map(|kind| game.catalog().kinds.key(kind))
}

/// True if a step is about a decision with one option, which is otherwise answered automatically.
fn is_about(item: &TestItem, session: &Session, ask: &str) -> bool {
    match item {
        TestItem::Answer(_, to, key) => to == ask && keys::option(session.game(), key).is_ok(),
        TestItem::Refuse(to, _) => to == ask,
        TestItem::Expect(expectation) if expectation.is_about_decision() => expectation.mentions(ask),
        TestItem::Expect(expectation) => !expectation.waits(),
        TestItem::Chance(_) | TestItem::Undo | TestItem::End => false,
    }
}

/// Chance source that follows the steps; where they give no result, the seed decides.
struct FromSteps {
    cursor: Rc<RefCell<TestCursor>>,
}

impl ChanceSource for FromSteps {
    fn outcome(&mut self, game: &Game, point: &ChancePoint) -> Option<Outcome> {
        let cursor = &mut *self.cursor.borrow_mut();
        if cursor.found.is_some() {
            return None;
        }
        let mut at = cursor.at;
        while let Some(step) = cursor.steps.get_mut(at) {
            match &mut step.item {
                TestItem::Chance(_) if cursor.used[at] => {}
                TestItem::Chance(chance) => {
                    cursor.used[at] = true;
                    return match read_outcome(game, point, chance) {
                        Ok(outcome) => Some(outcome),
                        Err((code, expected)) => {
                            let (place, actual) = (step.place.clone(), describe_chance(game, point));
                            cursor.found = Some(TestFailure::new(place, code, expected, actual));
                            None
                        }
                    };
                }
                TestItem::Expect(e) if !step.last && !e.waits() => {
                    if let Err(found) = e.check_state(game) {
                        cursor.found = Some(found);
                        return None;
                    }
                }
                _ => return None,
            }
            at += 1;
        }
        None
    }

    fn report_impossible(&mut self, game: &Game, point: &ChancePoint, outcome: &Outcome) {
        let cursor = &mut *self.cursor.borrow_mut();
        if cursor.found.is_none() {
            let place =
                cursor.used.iter().rposition(|&u| u).map_or_else(String::new, |i| cursor.steps[i].place.clone());
            let expected = describe_wanted(game, point, outcome);
            let actual = describe_impossible(game, point, outcome);
            cursor.found = Some(TestFailure::new(place, "impossible_chance", expected, actual));
        }
    }

    fn ending(&mut self, game: &Game) {
        let cursor = &mut *self.cursor.borrow_mut();
        for step in cursor.steps.iter_mut().skip(cursor.at) {
            match &mut step.item {
                TestItem::Expect(e) if !step.last && !e.waits() && !e.is_about_the_end() => {
                    if let (Err(found), None) = (e.check_state(game), &cursor.found) {
                        cursor.found = Some(found);
                    }
                }
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_core::machine::fault::Fault;

    use super::*;

    #[test]
    fn mistakes_of_the_engine_have_a_code_of_their_own() {
        let (steps, used) = (Vec::new(), Vec::new());
        let cursor = TestCursor { steps, used, at: 0, doing: 0, found: None, taken: Vec::new() };
        let cursor = RefCell::new(cursor);
        let ours = Fault::internal("odd");
        let theirs = Box::new(Fault { code: "S0401", ..(*ours).clone() });
        for (fault, code) in [(ours, Fault::INTERNAL), (theirs, "fault")] {
            let failure = report_refusal::<()>(&cursor, "`1`", &Refusal::Fault(fault)).unwrap_err();
            assert_eq!((failure.code, failure.actual.contains("odd")), (code, true));
        }
    }
}
