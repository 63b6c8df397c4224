//! What a change of the packs did to a game: which files changed, whether the position stayed, and where the old answers
//! stopped being possible.

use tilewright_core::diag::SourceFile;
use tilewright_core::session::replay::Difference;
use tilewright_core::session::{Entry, Session};
use tilewright_kit::games::opening::{Other, Stopped};
use tilewright_kit::games::reload::Reloaded;
use tilewright_kit::packs::load::Loaded;
use tilewright_kit::records::renames::Followed;

use crate::language::scan::{Token, tokens};
use crate::ui::widgets::code::Language;

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

/// The files by which two states of the packs play otherwise, those that are new or gone included. Comments, blanks, texts
/// for people and tests change no game.
pub(super) fn changed(old: &Loaded, new: &Loaded) -> Vec<String> {
    let mut changed: Vec<String> = Vec::new();
    for (one, other) in [(old, new), (new, old)] {
        for file in one.sources.files() {
            if !plays(&file.path) {
                continue;
            }
            let there = other.sources.files().iter().find(|f| f.path == file.path);
            let same =
                there.is_some_and(|f| f.text == file.text || content(&f.path, &f.text) == content(&f.path, &file.text));
            if !same && !changed.iter().any(|path| **path == *file.path) {
                changed.push(file.path.to_string());
            }
        }
    }
    changed
}

/// Whether two states of the packs are the same to the letter, so that places in one are places in the other.
pub(super) fn same_texts(old: &Loaded, new: &Loaded) -> bool {
    let (old, new) = (old.sources.files(), new.sources.files());
    let is_there = |file: &SourceFile| new.iter().any(|f| f.path == file.path && f.text == file.text);
    old.len() == new.len() && old.iter().all(is_there)
}

/// Whether a game can depend on what stands in a file.
fn plays(path: &str) -> bool {
    let folder = |name| path.split('/').rev().skip(1).any(|part| part == name);
    (path.ends_with(".ron") || path.ends_with(".lua")) && !folder("tests") && !folder("texts")
}

/// The words and signs of a text, without what only people read.
fn content<'a>(path: &str, text: &'a str) -> Vec<&'a str> {
    let language = Language::of(path);
    // What parameters a rule has stands in comments.
    let declares = |comment: &str| comment.strip_prefix("---").is_some_and(|rest| rest.trim_start().starts_with('@'));
    let told = tokens(text, language).map(|(token, range)| (token, &text[range]));
    let told = told.filter(|(token, word)| *token != Token::Comment || declares(word)).map(|(_, word)| word);
    let mut content: Vec<&str> = Vec::new();
    for word in told {
        // A comma behind the last of a list says nothing.
        if language == Language::Ron && matches!(word, ")" | "]" | "}") && content.last() == Some(&",") {
            content.pop();
        }
        content.push(word);
    }
    content
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_people_read_is_no_content() {
        assert_eq!(content("a.ron", "[(id: a, /* one */ n: 2,),] // two\n"), content("a.ron", "[\n(id:a,n:2)]"));
        assert_ne!(content("a.ron", "[(id: a, n: 2)]"), content("a.ron", "[(id: a, n: 3)]"));
        assert_ne!(content("a.ron", "(a: \"// one\")"), content("a.ron", "(a: \"// two\")"));
        assert_eq!(content("a.lua", "return 1 -- one\n"), content("a.lua", "-- two\nreturn 1"));
        assert_ne!(content("a.lua", "return 1 - 1"), content("a.lua", "return 1 --1"));
        assert_ne!(content("a.lua", "--- @param on terrain\n"), content("a.lua", "--- @param on tag\n"));
        assert!(plays("pond/pack.ron") && plays("pond/rules/bonus.lua") && plays("scripts/areas.lua"));
        assert!(!plays("pond/texts/en.ron") && !plays("home/pond/tests/a.ron") && !plays("pond/README.md"));
    }
}
