//! What a change of the packs did to a game: which files changed, whether the position stayed, and where the old answers
//! stopped being possible.

use tilewright_core::session::replay::Difference;
use tilewright_core::session::{Entry, Session};
use tilewright_kit::games::opening::{Other, Stopped};
use tilewright_kit::games::reload::Reloaded;
use tilewright_kit::packs::load::Loaded;
use tilewright_kit::records::renames::Followed;

/// News about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// The files that are otherwise than before, with their packs.
    pub changed: Vec<String>,
    /// What came of it.
    pub outcome: Outcome,
    /// The branch that holds the old game, and the number of answers at which it was left.
    pub old: (usize, usize),
}

/// What came of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The position stayed; the running step was repeated by the new rules.
    Kept {
        /// The first answer that the new rules have taken or will take, from 1.
        from: usize,
    },
    /// The packs declare something else, and the game was played again.
    Replayed {
        /// What could not stay.
        because: String,
        /// The answers that were given again.
        answers: usize,
        /// The answers that there were.
        of: usize,
        /// Where the old game stopped being possible: what was expected and what came.
        stopped: Option<(String, String)>,
    },
    /// A saved game was opened, and something is otherwise than when it was saved.
    Opened {
        /// The packs that are not those that lie open, with their versions.
        apart: Vec<String>,
        /// The packs that are in other versions, or with other rules, than it was played with.
        others: Vec<Other>,
        /// What is called otherwise now.
        followed: Vec<Followed>,
        /// The answers that were given again.
        answers: usize,
        /// Where it could not be played on, if it could not be played to its end.
        stopped: Option<Cut>,
    },
    /// The game cannot go on with them; it goes on with the old ones.
    Refused {
        /// Why not.
        why: String,
    },
}

/// Where a saved game could not be played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The first answer that is not what it was, from 1.
    pub answer: usize,
    /// The answers that were saved.
    pub of: usize,
    /// What was expected.
    pub expected: String,
    /// What was there instead.
    pub actual: String,
}

impl News {
    /// What came of a reload, with the session as it stands now, and the old branch and position.
    pub(super) fn of_reload(changed: Vec<String>, done: Reloaded, session: &Session, old: (usize, usize)) -> News {
        let outcome = match done {
            Reloaded::Kept => {
                let before = &session.log()[..session.timeline().begins()];
                let own = |e: &&Entry| matches!(e, Entry::Answer(a) if !a.forced);
                Outcome::Kept { from: before.iter().filter(own).count() + 1 }
            }
            Reloaded::Replayed { because, answers, of, stopped } => {
                let stopped = stopped.map(told);
                Outcome::Replayed { because: because.to_string(), answers, of, stopped }
            }
        };
        News { changed, outcome, old }
    }

    pub(super) fn of_saved(
        answers: usize,
        others: Vec<Other>,
        followed: Vec<Followed>,
        stopped: Option<&Stopped>,
    ) -> News {
        let stopped = stopped.map(|stopped| {
            let (expected, actual) = told(stopped.difference.clone());
            Cut { answer: stopped.answer, of: stopped.of, expected, actual }
        });
        let outcome = Outcome::Opened { apart: Vec::new(), others, followed, answers, stopped };
        News { changed: Vec::new(), outcome, old: (0, answers) }
    }
}

fn told(difference: Difference) -> (String, String) {
    (difference.expected, difference.actual)
}

/// The files in which two states of the packs differ, those that are new or gone included.
pub(super) fn changed(old: &Loaded, new: &Loaded) -> Vec<String> {
    let mut changed: Vec<String> = Vec::new();
    for (one, other) in [(old, new), (new, old)] {
        for file in one.sources.files() {
            let same = other.sources.files().iter().any(|f| f.path == file.path && f.text == file.text);
            if !same && !changed.iter().any(|path| **path == *file.path) {
                changed.push(file.path.to_string());
            }
        }
    }
    changed
}
