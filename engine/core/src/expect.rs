//! Checking what a record or a test expects of a position.

use crate::effect::CounterKey;
use crate::game::{Game, Stage};
use crate::record::Expect;
use crate::session::Session;
use crate::sheet::Seat;

/// An expectation that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Stable reason code, such as `scores_differ`.
    pub code: &'static str,
    /// What was expected.
    pub expected: String,
    /// What came.
    pub came: String,
}

fn wrong(code: &'static str, expected: &str, came: &str) -> Mismatch {
    Mismatch { code, expected: expected.to_owned(), came: came.to_owned() }
}

impl Expect {
    /// Checks what is expected of the state.
    ///
    /// # Errors
    /// The first thing that is otherwise.
    pub fn check_state(&self, game: &Game) -> Result<(), Mismatch> {
        if let Some(scores) = &self.scores
            && scores != game.scores()
        {
            return Err(wrong("scores_differ", &format!("{scores:?}"), &format!("{:?}", game.scores())));
        }
        if let Some(over) = self.over
            && over != (game.stage() == Stage::Over)
        {
            return Err(wrong("over_differs", &format!("over: {over}"), &format!("over: {}", !over)));
        }
        if let Some(supply) = &self.supply {
            if supply.len() != game.seat_count() {
                return Err(wrong(
                    "supply_differs",
                    &format!("{} seats", supply.len()),
                    &format!("{}", game.seat_count()),
                ));
            }
            for (seat, figures) in supply.iter().enumerate() {
                for (figure, &count) in figures {
                    let came = game.catalog().figures.find(figure).map(|f| game.supply(f, Seat(seat as u8)));
                    if came.map(i64::from) != Some(count) {
                        let came = came.map_or("no such figure".to_owned(), |n| n.to_string());
                        return Err(wrong("supply_differs", &format!("seat {seat} {figure} {count}"), &came));
                    }
                }
            }
        }
        for (name, wanted) in self.counters.iter().flatten() {
            let Some((counter, key)) = game.find_counter(name) else {
                return Err(wrong("unknown_counter", name, "no such counter"));
            };
            let came: Vec<i32> = if let Some(key) = key {
                vec![game.counter(counter, key)]
            } else if wanted.len() == 1 && game.seat_count() > 1 {
                vec![game.counter(counter, CounterKey::Game)]
            } else {
                game.seats_from(Seat(0)).map(|seat| game.counter(counter, CounterKey::Seat(seat))).collect()
            };
            if *wanted != came {
                return Err(wrong("counters_differ", &format!("{name} {wanted:?}"), &format!("{came:?}")));
            }
        }
        Ok(())
    }

    /// Checks what is expected of the waiting decision.
    ///
    /// # Errors
    /// The first thing that is otherwise.
    pub fn check_decision(&self, session: &Session) -> Result<(), Mismatch> {
        let (Some(decision), game) = (session.decision(), session.game()) else {
            return Err(wrong("nothing_asked", "a decision", "none"));
        };
        if let Some(ask) = &self.ask
            && **ask != *decision.ask
        {
            return Err(wrong("wrong_ask", &format!("`{ask}` to be asked"), &format!("`{}`", decision.ask)));
        }
        if let Some(seat) = self.seat
            && seat != decision.seat.0
        {
            return Err(wrong("wrong_seat", &format!("seat {seat} to decide"), &format!("seat {}", decision.seat)));
        }
        if let Some(options) = &self.options {
            let mut wanted = options.clone();
            let mut came: Vec<String> = decision.options.iter(game).map(|p| decision.options.key(game, p)).collect();
            wanted.sort_unstable();
            came.sort_unstable();
            if wanted != came {
                let only =
                    |a: &[String], b: &[String]| a.iter().filter(|k| !b.contains(k)).cloned().collect::<Vec<_>>();
                let (missing, extra) = (only(&wanted, &came), only(&came, &wanted));
                return Err(wrong("options_differ", &format!("also {missing:?}"), &format!("instead {extra:?}")));
            }
        }
        if let Some((pick, reason)) = &self.rejected {
            let code = if decision.options.find(game, pick).is_some() { "accepted" } else { "not_an_option" };
            if reason != code {
                return Err(wrong("rejected_differs", &format!("`{pick}` refused as {reason}"), code));
            }
        }
        Ok(())
    }
}
