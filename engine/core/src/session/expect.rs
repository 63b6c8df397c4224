//! Checks the expectations of a record or a test about a position.

use crate::catalog::Scope;
use crate::catalog::seat::Seat;
use crate::session::Session;
use crate::session::record::Expect;
use crate::state::effect::CounterKey;
use crate::state::{Game, Stage};

/// An expectation that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Stable reason code, such as `scores_differ`.
    pub code: &'static str,
    /// Description of the expected value.
    pub expected: String,
    /// Description of the actual value.
    pub actual: String,
}

fn wrong(code: &'static str, expected: String, actual: String) -> Mismatch {
    Mismatch { code, expected, actual }
}

impl Expect {
    /// Checks the expectations about the state.
    ///
    /// # Errors
    /// An expectation does not hold; the error is the first such expectation.
    pub fn check_state(&self, game: &Game) -> Result<(), Mismatch> {
        self.state_differences(game).into_iter().next().map_or(Ok(()), Err)
    }

    /// Returns all expectations about the state that do not hold.
    pub fn state_differences(&self, game: &Game) -> Vec<Mismatch> {
        let mut found = Vec::new();
        if let Some(scores) = &self.scores
            && scores != game.scores()
        {
            found.push(wrong("scores_differ", format!("the scores {scores:?}"), format!("{:?}", game.scores())));
        }
        if let Some(over) = self.over
            && over != (game.stage() == Stage::Over)
        {
            let told = |over: bool| if over { "the game is over" } else { "the game continues" }.to_owned();
            found.push(wrong("over_differs", format!("that {}", told(over)), told(!over)));
        }
        if let Some(supply) = &self.supply {
            if supply.len() != game.seat_count() {
                let seats = |n: usize| format!("supplies of {n} seats");
                found.push(wrong("supply_differs", seats(supply.len()), seats(game.seat_count())));
            }
            for (seat, figures) in supply.iter().enumerate().take(game.seat_count()) {
                for (figure, &count) in figures {
                    let actual = game.catalog().figures.find(figure).map(|f| game.supply(f, Seat(seat as u8)));
                    if actual.map(i64::from) != Some(count) {
                        let actual = actual.map_or("no such figure".to_owned(), |n| n.to_string());
                        let expected = format!("{count} of `{figure}` in the supply of seat {}", Seat(seat as u8));
                        found.push(wrong("supply_differs", expected, actual));
                    }
                }
            }
        }
        for (name, wanted) in self.counters.iter().flatten() {
            let (counter, key) = match game.find_counter(name) {
                Ok(found) => found,
                Err(refused) => {
                    found.push(wrong(refused.code, format!("the counter `{name}` {wanted:?}"), refused.message));
                    continue;
                }
            };
            let actual: Vec<i32> = match (key, game.catalog().counters[counter].scope) {
                (Some(key), _) => vec![game.counter(counter, key)],
                (None, Scope::Seat) => {
                    game.seats_from(Seat(0)).map(|seat| game.counter(counter, CounterKey::Seat(seat))).collect()
                }
                (None, _) => vec![game.counter(counter, CounterKey::Game)],
            };
            if *wanted != actual {
                found.push(wrong("counters_differ", format!("the counter `{name}` {wanted:?}"), format!("{actual:?}")));
            }
        }
        found
    }

    /// Checks the expectations about the waiting decision.
    ///
    /// # Errors
    /// An expectation does not hold; the error is the first such expectation.
    pub fn check_decision(&self, session: &Session) -> Result<(), Mismatch> {
        self.decision_differences(session).into_iter().next().map_or(Ok(()), Err)
    }

    /// Returns all expectations about the waiting decision that do not hold.
    pub fn decision_differences(&self, session: &Session) -> Vec<Mismatch> {
        let (Some(decision), game) = (session.decision(), session.game()) else {
            return vec![wrong("nothing_asked", "a decision".to_owned(), "none".to_owned())];
        };
        let asked = || {
            let alone = if decision.options.only(game).is_some() { ", which has one option" } else { "" };
            format!("seat {} is asked `{}`{alone}", decision.seat, decision.ask)
        };
        let mut found = Vec::new();
        if let Some(ask) = &self.ask
            && **ask != *decision.ask
        {
            found.push(wrong("wrong_ask", format!("`{ask}` to be asked"), asked()));
        }
        if let Some(seat) = self.seat
            && seat != decision.seat.0
        {
            found.push(wrong("wrong_seat", format!("seat {} to be asked", Seat(seat)), asked()));
        }
        if let Some(options) = &self.options {
            let mut wanted = options.clone();
            let mut actual: Vec<String> = decision.options.iter(game).map(|p| decision.options.key(game, p)).collect();
            wanted.sort_unstable();
            actual.sort_unstable();
            if wanted != actual {
                let only =
                    |a: &[String], b: &[String]| a.iter().filter(|k| !b.contains(k)).cloned().collect::<Vec<_>>();
                let told = |keys: Vec<String>, nothing: &str| {
                    if keys.is_empty() { nothing.to_owned() } else { format!("also {}", keys.join(", ")) }
                };
                let (missing, extra) = (only(&wanted, &actual), only(&actual, &wanted));
                let expected = told(missing, "no other options");
                found.push(wrong("options_differ", expected, told(extra, "the others without them")));
            }
        }
        if let Some((pick, reason)) = &self.rejected {
            let code = if decision.options.find(game, pick).is_some() { "accepted" } else { "not_an_option" };
            if reason != code {
                found.push(wrong("rejected_differs", format!("`{pick}` refused as {reason}"), code.to_owned()));
            }
        }
        found
    }
}
