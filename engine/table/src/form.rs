//! Questions to the players at the end of a game.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

/// Steps of a scale, from 1.
const STEPS: u64 = 5;

/// Maximum length of a text, in characters.
const TEXT: usize = 2000;

/// Kind of answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AnswerKind {
    /// Number from 1 to 5, with the meaning of both ends.
    Scale(&'static str, &'static str),
    /// Word from a list, with the text of each word.
    Choice(&'static [(&'static str, &'static str)]),
    /// Text in the player's own words.
    Text,
}

/// Question with its texts in one language.
struct FormQuestion {
    id: &'static str,
    text: &'static str,
    kind: AnswerKind,
}

const ENGLISH: [FormQuestion; 5] = [
    question("length", "How long did the game feel?", AnswerKind::Scale("too short", "too long")),
    question("clear", "How clear were the rules?", AnswerKind::Scale("unclear", "clear")),
    question("fair", "How fair was the game?", AnswerKind::Scale("unfair", "fair")),
    question(
        "again",
        "Would you play it again?",
        AnswerKind::Choice(&[("yes", "yes"), ("maybe", "maybe"), ("no", "no")]),
    ),
    question("change", "Which one thing would you change?", AnswerKind::Text),
];

const DUTCH: [FormQuestion; 5] = [
    question("length", "Hoe lang voelde het spel?", AnswerKind::Scale("te kort", "te lang")),
    question("clear", "Hoe duidelijk waren de regels?", AnswerKind::Scale("onduidelijk", "duidelijk")),
    question("fair", "Hoe eerlijk was het spel?", AnswerKind::Scale("oneerlijk", "eerlijk")),
    question(
        "again",
        "Zou je het nog eens spelen?",
        AnswerKind::Choice(&[("yes", "ja"), ("maybe", "misschien"), ("no", "nee")]),
    ),
    question("change", "Welk ding zou je veranderen?", AnswerKind::Text),
];

const fn question(id: &'static str, text: &'static str, kind: AnswerKind) -> FormQuestion {
    FormQuestion { id, text, kind }
}

fn questions(language: &str) -> &'static [FormQuestion] {
    if language == "nl" { &DUTCH } else { &ENGLISH }
}

/// Returns the questions for the page: of each its id and text, and either `scale` with the meaning of both ends,
/// `choice` with words and texts, or neither for a text.
pub(crate) fn form(language: &str) -> Json {
    let one = |question: &FormQuestion| match question.kind {
        AnswerKind::Scale(low, high) => json!({"id": question.id, "text": question.text, "scale": [low, high]}),
        AnswerKind::Choice(choices) => json!({"id": question.id, "text": question.text, "choice": choices}),
        AnswerKind::Text => json!({"id": question.id, "text": question.text}),
    };
    questions(language).iter().map(one).collect()
}

/// True if the answers are to questions of the form, and have their kinds.
pub(crate) fn fits(answers: &BTreeMap<String, Json>) -> bool {
    answers.iter().all(|(id, answer)| {
        let question = ENGLISH.iter().find(|question| question.id == id);
        question.is_some_and(|question| match question.kind {
            AnswerKind::Scale(..) => answer.as_u64().is_some_and(|step| (1..=STEPS).contains(&step)),
            AnswerKind::Choice(choices) => choices.iter().any(|(word, _)| answer == word),
            AnswerKind::Text => answer.as_str().is_some_and(|text| text.chars().count() <= TEXT),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_ask_the_same() {
        for (english, dutch) in ENGLISH.iter().zip(&DUTCH) {
            assert_eq!(english.id, dutch.id);
            assert_eq!(std::mem::discriminant(&english.kind), std::mem::discriminant(&dutch.kind));
        }
    }

    #[test]
    fn answers_have_the_kinds_of_their_questions() {
        let fits = |text: &str| fits(&serde_json::from_str(text).unwrap_or_default());
        assert!(fits(r#"{"length": 5, "again": "maybe", "change": "less luck"}"#) && fits("{}"));
        for wrong in [r#"{"length": 6}"#, r#"{"length": "3"}"#, r#"{"again": "perhaps"}"#, r#"{"other": 1}"#] {
            assert!(!fits(wrong), "{wrong}");
        }
    }
}
