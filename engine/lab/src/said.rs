//! Finds texts of questions and answers that came up in games but are missing from the packs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tilewright_core::catalog::{Catalog, Value};
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options};
use tilewright_core::state::question::{Listed, Meaning, Target};

/// A text that a game needed but that is missing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Missing {
    /// Id of the pack whose rules ask.
    pub pack: Arc<str>,
    /// Language of the missing text.
    pub language: Arc<str>,
    /// Key under which the text should be added.
    pub key: Arc<str>,
}

/// Pack that asks, its question, and an answer to it or a group of options.
type TextSubject = (Option<Arc<str>>, Arc<str>, Option<Arc<str>>);

/// Collects missing texts from the decisions of games.
#[derive(Debug, Default)]
pub(crate) struct MissingTextFinder {
    /// Entries that were already checked: a pack, its question, and an answer or a group.
    seen: BTreeSet<TextSubject>,
    /// Missing texts, each with the number and seats of the first game that needed it.
    pub(crate) missing: BTreeMap<Missing, (u64, u8)>,
}

/// Kinds of declarations whose display name serves as the text of an answer with the same key.
const NAMES: [&str; 7] = ["figure", "tile", "token", "zone", "bag", "counter", "terrain"];

impl MissingTextFinder {
    /// Checks the texts of a decision in game `number`.
    pub(crate) fn look(&mut self, state: &Game, decision: &Decision, number: u64) {
        let (Options::List(_) | Options::Features { .. }) = &decision.options else { return };
        let list = decision.options.all(state);
        let ask = &decision.ask;
        // Questions of built-in steps are known before a game is played, so they are checked elsewhere.
        if list.iter().all(|option| option.meaning.of_step().is_none())
            && self.seen.insert((decision.pack.clone(), ask.clone(), None))
        {
            let keys = [format!("ask.{ask}"), format!("step.{ask}")];
            self.want(state, decision.pack.as_ref(), ask, &keys, number);
        }
        for option in &*list {
            match &option.meaning {
                Meaning::Step(_) => {}
                Meaning::Added { group, .. } => {
                    if self.seen.insert((None, "".into(), Some(group.clone()))) {
                        self.want(state, None, group, &[format!("offer.{group}")], number);
                    }
                }
                Meaning::Script(_) => self.look_at(state, decision, option, number),
            }
        }
    }

    /// Checks the text of an option that a script made.
    fn look_at(&mut self, state: &Game, decision: &Decision, option: &Listed, number: u64) {
        let ask = &decision.ask;
        if option.target != Target::None {
            return;
        }
        let (catalog, key) = (state.catalog(), &*option.key.text(state));
        if !self.seen.insert((decision.pack.clone(), ask.clone(), Some(key.into())))
            || NAMES.iter().any(|sort| catalog.texts.get("en", &format!("{sort}.{key}")).is_some())
        {
            return;
        }
        // The key is used if a rule contains it literally, and otherwise the prefix that a rule combines with other
        // text.
        let named =
            if packs_containing(catalog, key).next().is_some() { Some(key) } else { prefix_in_rules(catalog, key) };
        if let Some(named) = named {
            let beginnings = key.rmatch_indices(':').map(|(at, _)| &key[..at]);
            let keys = [named, key].into_iter().chain(beginnings).map(|key| format!("ask.{ask}.{key}"));
            self.want(state, decision.pack.as_ref(), ask, &keys.collect::<Vec<_>>(), number);
        }
    }

    /// Requires one of `keys` in every language of the packs whose rules contain `word`. The texts of a question must
    /// be in the pack that asks.
    fn want(&mut self, state: &Game, asking: Option<&Arc<str>>, word: &str, keys: &[String], number: u64) {
        let catalog = state.catalog();
        let mut packs: BTreeSet<&Arc<str>> = asking.into_iter().collect();
        if packs.is_empty() {
            packs.extend(packs_containing(catalog, word));
        }
        if packs.is_empty() {
            packs.extend(catalog.packs.last().map(|pack| &pack.id));
        }
        for language in catalog.texts.languages() {
            let told = |pack: &str| {
                catalog.texts.keys(language).any(|key| key.split_once(':').is_some_and(|(p, _)| p == pack))
            };
            let full = |key: &str| asking.map_or_else(|| key.to_owned(), |pack| format!("{pack}:{key}"));
            let here = |key: &str| catalog.texts.own(language, &full(key)).is_some();
            if keys.iter().any(|key| here(key)) {
                continue;
            }
            // The text is attributed to the first pack that contains the word.
            let Some(pack) = packs.iter().find(|pack| told(pack)).or(packs.first()) else { continue };
            if language != "en" && !told(pack) {
                continue;
            }
            let missing = Missing { pack: Arc::clone(pack), language: language.into(), key: keys[0].as_str().into() };
            self.missing.entry(missing).or_insert((number, state.seat_count() as u8));
        }
    }
}

/// Returns the packs whose rules contain a word literally: in the text of a module, or in a parameter.
fn packs_containing<'a>(catalog: &'a Catalog, word: &str) -> impl Iterator<Item = &'a Arc<str>> {
    let quoted = [format!("\"{word}\""), format!("'{word}'")];
    let word = word.to_owned();
    catalog.modules.iter().filter_map(move |module| {
        let given = module.params.iter().any(|(_, value)| names(value, &word));
        (given || quoted.iter().any(|quoted| module.source.contains(&**quoted))).then_some(&module.pack)
    })
}

/// Returns the prefix of a key, up to a colon, that a rule combines with other text: `ware` for `"ware:" .. n`.
fn prefix_in_rules<'k>(catalog: &Catalog, key: &'k str) -> Option<&'k str> {
    let said = |beginning: &str| {
        let quoted = [format!("\"{beginning}:"), format!("'{beginning}:")];
        catalog.modules.iter().any(|module| quoted.iter().any(|quoted| module.source.contains(&**quoted)))
    };
    let beginnings = key.match_indices(':').map(|(at, _)| &key[..at]);
    beginnings.into_iter().find(|beginning| beginning.starts_with(|c: char| c.is_alphabetic()) && said(beginning))
}

fn names(value: &Value, word: &str) -> bool {
    match value {
        Value::Text(text) => **text == *word,
        Value::List(items) => items.iter().any(|item| names(item, word)),
        Value::Map(items) => items.iter().any(|(_, item)| names(item, word)),
        Value::Bool(_) | Value::Int(_) => false,
    }
}
