//! Describes the effect of changed packs on a game: the changed files, whether the position was kept, and the first old
//! answer that is no longer valid.

use tilewright_core::diag::SourceFile;
use tilewright_core::session::replay::Difference;
use tilewright_core::session::{Entry, Session};
use tilewright_kit::games::opening::{DivergencePoint, Other};
use tilewright_kit::games::reload::Reloaded;
use tilewright_kit::packs::load::Loaded;
use tilewright_kit::records::renames::Followed;

use tilewright_language::code::CodeLanguage;
use tilewright_language::scan::{TokenKind, tokens};

/// Report about changed packs in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReloadReport {
    /// Changed files with their packs.
    pub changed: Vec<String>,
    /// Effect on the game.
    pub outcome: ReloadOutcome,
    /// Branch of the old game, and the number of answers at its last position.
    pub old: (usize, usize),
}

/// Effect of a change on a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReloadOutcome {
    /// The position was kept, and the new rules repeated the current step.
    Kept {
        /// First answer that the new rules have received or will receive, from 1.
        from: usize,
    },
    /// The packs declare different content, so the game was replayed.
    Replayed {
        /// Difference that prevented keeping the position.
        because: String,
        /// Number of answers that were repeated.
        answers: usize,
        /// Number of answers in the old game.
        of: usize,
        /// Expected and actual value where the old game became invalid; `None` if all answers were valid.
        stopped: Option<(String, String)>,
    },
    /// A saved game was opened with packs that differ from those when it was saved.
    Opened {
        /// Packs that differ from the open ones, with their versions.
        apart: Vec<String>,
        /// Packs with other versions or rules than in the saved game.
        others: Vec<Other>,
        /// Things that have a new name.
        followed: Vec<Followed>,
        /// Number of answers that were repeated.
        answers: usize,
        /// Answer at which the replay stopped; `None` if it reached the end.
        stopped: Option<Cut>,
    },
    /// The game cannot continue with the new packs, and uses the old ones.
    Refused {
        /// Reason as a sentence.
        why: String,
    },
}

/// Answer at which the replay of a saved game stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// First answer that differs, from 1.
    pub answer: usize,
    /// Number of saved answers.
    pub of: usize,
    /// Expected value from the saved game.
    pub expected: String,
    /// Actual value in the replay.
    pub actual: String,
}

impl ReloadReport {
    /// Returns the report of a reload, given the current session and the old branch and position.
    pub(super) fn of_reload(
        changed: Vec<String>,
        done: Reloaded,
        session: &Session,
        old: (usize, usize),
    ) -> ReloadReport {
        let outcome = match done {
            Reloaded::Kept => {
                let before = &session.log()[..session.timeline().begins()];
                let own = |e: &&Entry| matches!(e, Entry::Answer(a) if !a.forced);
                ReloadOutcome::Kept { from: before.iter().filter(own).count() + 1 }
            }
            Reloaded::Replayed { because, answers, of, stopped } => {
                let stopped = stopped.map(expected_and_actual);
                ReloadOutcome::Replayed {
                    because: because.map(|why| why.to_string()).unwrap_or_default(),
                    answers,
                    of,
                    stopped,
                }
            }
        };
        ReloadReport { changed, outcome, old }
    }

    pub(super) fn from_saved(
        answers: usize,
        others: Vec<Other>,
        followed: Vec<Followed>,
        stopped: Option<&DivergencePoint>,
    ) -> ReloadReport {
        let stopped = stopped.map(|stopped| {
            let (expected, actual) = expected_and_actual(stopped.difference.clone());
            Cut { answer: stopped.answer, of: stopped.of, expected, actual }
        });
        let outcome = ReloadOutcome::Opened { apart: Vec::new(), others, followed, answers, stopped };
        ReloadReport { changed: Vec::new(), outcome, old: (0, answers) }
    }
}

fn expected_and_actual(difference: Difference) -> (String, String) {
    (difference.expected, difference.actual)
}

/// Returns the files that affect play and differ between two states of the packs, including new and removed ones.
/// Comments, blanks, translated texts and tests do not affect games.
pub(super) fn list_changed_files(old: &Loaded, new: &Loaded) -> Vec<String> {
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

/// Returns true if two states of the packs have equal texts, so that places in one are valid in the other.
pub(super) fn same_texts(old: &Loaded, new: &Loaded) -> bool {
    let (old, new) = (old.sources.files(), new.sources.files());
    let is_there = |file: &SourceFile| new.iter().any(|f| f.path == file.path && f.text == file.text);
    old.len() == new.len() && old.iter().all(is_there)
}

/// Returns true if a game can depend on the content of a file.
fn plays(path: &str) -> bool {
    let folder = |name| path.split('/').rev().skip(1).any(|part| part == name);
    (path.ends_with(".ron") || path.ends_with(".lua")) && !folder("tests") && !folder("texts")
}

/// Returns the tokens of a text that affect games.
fn content<'a>(path: &str, text: &'a str) -> Vec<&'a str> {
    let language = CodeLanguage::from_path(path);
    // Comments that declare parameters of a rule affect games.
    let declares = |comment: &str| comment.strip_prefix("---").is_some_and(|rest| rest.trim_start().starts_with('@'));
    let told = tokens(text, language).map(|(token, range)| (token, &text[range]));
    let told = told.filter(|(token, word)| *token != TokenKind::Comment || declares(word)).map(|(_, word)| word);
    let mut content: Vec<&str> = Vec::new();
    for word in told {
        // A comma after the last item of a list has no effect.
        if language == CodeLanguage::Ron && matches!(word, ")" | "]" | "}") && content.last() == Some(&",") {
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
