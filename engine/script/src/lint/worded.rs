//! Whether the packs have words for what their rules ask and offer.

use std::collections::BTreeSet;

use full_moon::ast::{Expression, Field, FunctionArgs, TableConstructor};
use full_moon::node::Node;
use tilewright_core::diag::{Diagnostic, Fix};

use super::calls::arguments;
use super::walk::{Walk, name_of, text_of};

/// Sorts of things by whose names a bare key is told.
const SORTS: &[&str] = &["figure", "tile", "token", "zone", "bag", "counter", "terrain", "book", "tag"];

/// `ask(seat, "name", { "key", … }, { none = "key" })`: the question, and the answers that are written out.
pub(super) fn asked(walk: &mut Walk, args: &FunctionArgs, name_at: usize) {
    let given = arguments(args);
    let Some((&question, name)) = given.get(name_at).and_then(|question| Some((question, text_of(question)?))) else {
        return;
    };
    let keys = [format!("ask.{name}"), format!("step.{name}")];
    wanted(walk, question, &keys, |language| format!("nothing says in the language `{language}` what `{name}` asks"));
    if let Some(options) = given.get(name_at + 1).and_then(|argument| table_of(argument)) {
        own_texts(walk, name, options);
    }
    for answer in given.iter().skip(name_at + 1).filter_map(|argument| table_of(argument)).flat_map(answers) {
        let Some(key) = text_of(answer).filter(|key| key.parse::<i64>().is_err() && !key.contains('=')) else {
            continue;
        };
        let starts = key.match_indices(':').map(|(at, _)| &key[..at]).chain([key]);
        let mut keys: Vec<String> = starts.map(|start| format!("ask.{name}.{start}")).collect();
        keys.reverse();
        keys.extend(SORTS.iter().map(|sort| format!("{sort}.{key}")));
        wanted(walk, answer, &keys, |language| {
            format!("nothing says in the language `{language}` what the answer `{key}` to `{name}` is")
        });
    }
}

/// `{ key = …, text = "name" }` in the options of a question: the text of that name.
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
        wanted(walk, value, &[format!("ask.{name}.{text}")], |language| {
            format!("the text `{text}` of an option of `{name}` is missing in the language `{language}`")
        });
    }
}

/// `options:add(key, "group")`, `options:add_each(text, "group")`: what the options of the group are.
pub(super) fn offered(walk: &mut Walk, args: &FunctionArgs) {
    let given = arguments(args);
    let Some((&group, name)) = given.get(1).and_then(|group| Some((group, text_of(group)?))) else { return };
    wanted(walk, group, &[format!("offer.{name}")], |language| {
        format!("nothing says in the language `{language}` what the options of the group `{name}` are")
    });
}

fn table_of<'a>(expression: &'a &Expression) -> Option<&'a TableConstructor> {
    match expression {
        Expression::TableConstructor(table) => Some(table),
        _ => None,
    }
}

/// The answers in a list of options, and in the settings of a question.
fn answers(table: &TableConstructor) -> impl Iterator<Item = &Expression> {
    table.fields().iter().filter_map(|field| match field {
        Field::NoKey(item) => Some(item),
        Field::NameKey { key, value, .. } if name_of(key) == Some("none") => Some(value),
        _ => None,
    })
}

/// Tells in which languages of the module's pack none of these texts is there, once each; the first is the one to write.
fn wanted(walk: &mut Walk, at: &impl Node, keys: &[String], message: impl Fn(&str) -> String) {
    let (catalog, pack) = (walk.catalog, &walk.module.pack);
    let is_of_pack = |key: &str| key.strip_prefix(&**pack).is_some_and(|rest| rest.starts_with(':'));
    let spoken = catalog.texts.languages().filter(|language| catalog.texts.keys(language).any(is_of_pack));
    let lacking: BTreeSet<&str> =
        spoken.filter(|language| !keys.iter().any(|key| catalog.texts.own(language, key).is_some())).collect();
    for language in lacking {
        let Some(key) = keys.first() else { continue };
        let fix = Fix::AddText { pack: pack.clone(), language: language.into(), key: key.as_str().into() };
        if walk.found.iter().any(|told| told.fix.as_ref() == Some(&fix)) {
            continue;
        }
        let finding = Diagnostic::warning("S0145", message(language));
        let finding = finding.hint(format!("add `{key}` to texts/{language}.ron")).fix(fix);
        walk.say(finding, at);
    }
}
