//! Checks placeholders in texts. `{1}` is replaced by a part of the key of an option, only in texts of options.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::placeholder::Placeholders;

use super::texts::{MAIN, is_of_declared};
use crate::findings::{Findings, codes};
use crate::read::source::PackSource;
use crate::read::syntax::Word;

/// Reports placeholders that would not be replaced, and translations whose placeholders differ from those in English.
pub(super) fn check(pack: &PackSource, report: &Findings) {
    let mut texts: Vec<(&str, &Word, &Word)> = Vec::new();
    for file in &pack.texts {
        texts.extend(file.entries.iter().map(|(key, text)| (&*file.language.value, key, text)));
    }
    // English comes first: other languages are compared with it, or with the first language that has the text.
    texts.sort_by_key(|(language, ..)| *language != MAIN);
    let mut first: BTreeMap<&Arc<str>, (&str, Placeholders)> = BTreeMap::new();
    for (language, key, text) in texts {
        let local = key.value.split_once(':').filter(|(owner, _)| !owner.contains('.')).map_or(&*key.value, |(_, l)| l);
        // Descriptions of the pack may contain curly brackets.
        if local.starts_with("pack") {
            continue;
        }
        let found = Placeholders::find_in(&text.value);
        if let Some(unclear) = found.unclear.first() {
            let message = format!("players see `{unclear}` in the text `{}`: it is not a placeholder", key.value);
            let hint = "placeholders are `{1}`, `{2}` and so on: a number between curly brackets";
            report.add(codes::PLACEHOLDER.finding(text.span, message).with_hint(hint));
        }
        if !found.numbers.is_empty() && !may_be_filled(local) {
            let message = format!("players see {} in the text `{}`: nothing replaces it", found.describe(), key.value);
            let hint =
                "only texts of options have placeholders: in `ask.QUESTION.KEY`, {1} is the second part of the key";
            report.add(codes::PLACEHOLDER.finding(text.span, message).with_hint(hint));
        }
        match first.get(&key.value) {
            None => drop(first.insert(&key.value, (language, found))),
            Some((other, wanted)) if wanted.numbers != found.numbers => {
                let (has, wants) = (found.describe(), wanted.describe());
                let message = format!("the text `{}` has {has} in `{language}`, and {wants} in `{other}`", key.value);
                report.add(codes::PLACEHOLDER.finding(text.span, message));
            }
            Some(_) => {}
        }
    }
}

/// True if placeholders of a text may be replaced. The check cannot know how rules fill their own texts.
fn may_be_filled(local: &str) -> bool {
    if let Some(question) = local.strip_prefix("ask.") {
        return question.contains('.');
    }
    !is_of_declared(local) && !local.starts_with("offer.") && !local.starts_with("refusal.")
}
