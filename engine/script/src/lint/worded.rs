//! Checks that packs have texts for the questions and options of their rules.

use std::collections::BTreeSet;

use full_moon::ast::{Expression, Field, FunctionArgs, LastStmt, TableConstructor};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use tilewright_core::catalog::placeholder::{Placeholders, key_parts};
use tilewright_core::diag::{Diagnostic, Fix};

use super::syntax::{arguments, name_of, text_of};
use super::walk::Walk;

/// Kinds of entries whose names provide the text of a bare key.
const SORTS: &[&str] = &["figure", "tile", "token", "zone", "bag", "counter", "terrain", "book", "tag"];

/// Checks `ask(seat, "name", { "key", … }, { none = "key" })`: the question, and the answers that are literals.
pub(super) fn check_question(walk: &mut Walk, args: &FunctionArgs, name_at: usize) {
    let given = arguments(args);
    let Some((&question, name)) = given.get(name_at).and_then(|question| Some((question, text_of(question)?))) else {
        return;
    };
    report_question_without_text(walk, question, name);
    if let Some(options) = given.get(name_at + 1).and_then(|argument| options_of(argument)) {
        own_texts(walk, name, options);
    }
    for answer in given.iter().skip(name_at + 1).filter_map(|argument| options_of(argument)).flat_map(answers) {
        let Some(key) = text_of(answer).filter(|key| key.parse::<i64>().is_err() && !key.contains('=')) else {
            continue;
        };
        let starts = key.match_indices(':').map(|(at, _)| &key[..at]).chain([key]);
        let mut keys = own(walk, starts.map(|start| format!("ask.{name}.{start}")));
        keys.reverse();
        keys.extend(SORTS.iter().map(|sort| format!("{sort}.{key}")));
        report_missing_texts(walk, answer, &keys, |language| {
            format!("the answer `{key}` to `{name}` has no text in the language `{language}`")
        });
        placeholders(walk, answer, &keys, key);
    }
}

/// Checks the question of `ask_place(seat, kind, cells, "name", { free = true })`, whose default name is `place`. Its
/// answers are places on the board and need no texts.
pub(super) fn check_place_question(walk: &mut Walk, call: &TokenReference, args: &FunctionArgs) {
    let given = arguments(args);
    match given.get(3) {
        None | Some(Expression::TableConstructor(_)) => report_question_without_text(walk, call, "place"),
        Some(&question) => {
            if let Some(name) = text_of(question) {
                report_question_without_text(walk, question, name);
            }
        }
    }
}

/// Reports the languages without a text for a question of this name.
fn report_question_without_text(walk: &mut Walk, at: &impl Node, name: &str) {
    let keys = own(walk, [format!("ask.{name}"), format!("step.{name}")]);
    report_missing_texts(walk, at, &keys, |language| {
        format!("the question `{name}` has no text in the language `{language}`")
    });
}

/// Reports placeholders in the text of an answer for which its key has too few parts. The text is that of the first of
/// `keys` that has one.
fn placeholders(walk: &mut Walk, answer: &Expression, keys: &[String], key: &str) {
    let texts = &walk.catalog.texts;
    let parts = key_parts(key).count();
    let mut found = Vec::new();
    for language in texts.languages() {
        let own = keys.iter().find_map(|key| Some((key, texts.own(language, key)?)));
        let Some((text_key, text)) = own else { continue };
        if let Some(number) = Placeholders::find_in(text).numbers.into_iter().find(|&number| number >= parts) {
            let text_key = text_key.split_once(':').map_or(&**text_key, |(_, key)| key);
            let message = format!(
                "the text `{text_key}` in the language `{language}` has `{{{number}}}`, and its answers have fewer parts"
            );
            let hint = match parts {
                1 => format!("`{key}` is one part, `{{0}}`"),
                _ => format!("`{key}` has the parts `{{0}}` to `{{{}}}`", parts - 1),
            };
            found.push(Diagnostic::warning("S0148", message).with_hint(hint));
        }
    }
    for finding in found {
        // Equal messages for several answers are reported once.
        if walk.found.iter().all(|told| told.message != finding.message) {
            walk.say(finding, answer);
        }
    }
}

/// Checks `{ key = …, text = "name" }` in the options of a question: the text with that name.
fn own_texts(walk: &mut Walk, name: &str, options: &TableConstructor) {
    for table in options.fields().iter().filter_map(|field| match field {
        Field::NoKey(Expression::TableConstructor(table)) => Some(table),
        _ => None,
    }) {
        let text = table.fields().iter().find_map(|field| match field {
            Field::NameKey { key, value, .. } if name_of(key) == Some("text") => Some(value),
            _ => None,
        });
        let Some((value, text)) = text.and_then(|value| Some((value, text_of(value)?))) else { continue };
        report_missing_texts(walk, value, &[format!("ask.{name}.{text}")], |language| {
            format!("the text `{text}` of an option of `{name}` is missing in the language `{language}`")
        });
    }
}

/// Checks `options:add(key, "group")` and `options:add_each(text, "group")`: the text of the group.
pub(super) fn check_offered_group(walk: &mut Walk, args: &FunctionArgs) {
    let given = arguments(args);
    let Some((&group, name)) = given.get(1).and_then(|group| Some((group, text_of(group)?))) else { return };
    report_missing_texts(walk, group, &[format!("offer.{name}")], |language| {
        format!("the group `{name}` has no text in the language `{language}`")
    });
}

/// Adds the module's pack to keys of texts, because the text of another pack belongs to another question.
fn own(walk: &Walk, keys: impl IntoIterator<Item = String>) -> Vec<String> {
    keys.into_iter().map(|key| format!("{}:{key}", walk.module.pack)).collect()
}

/// Returns a literal list of options or settings, or the one that a function literal returns last: `ask_all` takes a
/// function that returns the list for a seat.
fn options_of(expression: &Expression) -> Option<&TableConstructor> {
    match expression {
        Expression::TableConstructor(table) => Some(table),
        Expression::Function(function) => match function.body().block().last_stmt() {
            Some(LastStmt::Return(returned)) => options_of(returned.returns().iter().next()?),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the answers in a list of options, and in the settings of a question.
fn answers(table: &TableConstructor) -> impl Iterator<Item = &Expression> {
    table.fields().iter().filter_map(|field| match field {
        Field::NoKey(item) => Some(item),
        Field::NameKey { key, value, .. } if name_of(key) == Some("none") => Some(value),
        _ => None,
    })
}

/// Reports each language of the module's pack that lacks all of these texts, once; the suggested key is the first.
fn report_missing_texts(walk: &mut Walk, at: &impl Node, keys: &[String], message: impl Fn(&str) -> String) {
    let (catalog, pack) = (walk.catalog, &walk.module.pack);
    let is_of_pack = |key: &str| key.strip_prefix(&**pack).is_some_and(|rest| rest.starts_with(':'));
    let spoken = catalog.texts.languages().filter(|language| catalog.texts.keys(language).any(is_of_pack));
    let lacking: BTreeSet<&str> =
        spoken.filter(|language| !keys.iter().any(|key| catalog.texts.own(language, key).is_some())).collect();
    for language in lacking {
        // If another language has the text under a shorter key, that key is suggested.
        let is_elsewhere = |key: &&String| catalog.texts.languages().any(|l| catalog.texts.own(l, key).is_some());
        let Some(key) = keys.iter().find(is_elsewhere).or(keys.first()) else { continue };
        let key = key.strip_prefix(&**pack).and_then(|key| key.strip_prefix(':')).unwrap_or(key);
        let fix = Fix::AddText { pack: pack.clone(), language: language.into(), key: key.into() };
        if walk.found.iter().any(|told| told.fix.as_ref() == Some(&fix)) {
            continue;
        }
        let finding = Diagnostic::warning("S0145", message(language));
        let finding = finding.with_hint(format!("add `{key}` to texts/{language}.ron")).with_fix(fix);
        walk.say(finding, at);
    }
}
