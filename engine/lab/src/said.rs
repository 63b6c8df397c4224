//! Texts for what is asked: which of them a game has wanted, and which the packs do not have.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tilewright_core::catalog::{Catalog, Value};
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options};
use tilewright_core::state::question::{Listed, Meaning, Target};

/// A text that came up in a game and is not there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Missing {
    /// The pack whose rules ask.
    pub pack: Arc<str>,
    /// In which language.
    pub language: Arc<str>,
    /// The key to add.
    pub key: Arc<str>,
}

/// Pack that asks, its question, and an answer to it or a group of options.
type Looked = (Option<Arc<str>>, Arc<str>, Option<Arc<str>>);

/// Looks at the decisions of games for texts that are missing.
#[derive(Debug, Default)]
pub(crate) struct Said {
    /// What has been looked at, so that it is not looked at again: a pack, its question, and an answer or a group.
    seen: BTreeSet<Looked>,
    /// What is missing, with the first game in which it came up.
    pub(crate) missing: BTreeMap<Missing, (u64, u8)>,
}

/// Sorts of things whose names stand for an answer of the same key.
const NAMES: [&str; 7] = ["figure", "tile", "token", "zone", "bag", "counter", "terrain"];

impl Said {
    /// Looks at a decision in a game of a number.
    pub(crate) fn look(&mut self, state: &Game, decision: &Decision, number: u64) {
        let (catalog, game) = (state.catalog(), (number, state.seat_count() as u8));
        let (Options::List(_) | Options::Features { .. }) = &decision.options else { return };
        let list = decision.options.all(state);
        let ask = &decision.ask;
        // What a built-in step asks is known before a game is played.
        if list.iter().all(|option| option.meaning.of_step().is_none())
            && self.seen.insert((decision.pack.clone(), ask.clone(), None))
        {
            let keys = [format!("ask.{ask}"), format!("step.{ask}")];
            self.want(catalog, (decision.pack.as_ref(), ask), &keys, game);
        }
        for option in &*list {
            match &option.meaning {
                Meaning::Step(_) => {}
                Meaning::Added { group, .. } => {
                    if self.seen.insert((None, "".into(), Some(group.clone()))) {
                        self.want(catalog, (None, group), &[format!("offer.{group}")], game);
                    }
                }
                Meaning::Script(_) => self.look_at(state, decision, option, game),
            }
        }
    }

    /// Looks at an option of a script.
    fn look_at(&mut self, state: &Game, decision: &Decision, option: &Listed, game: (u64, u8)) {
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
        // The key as a rule says it, else the beginning that a rule puts together with something.
        let named = if written(catalog, key).next().is_some() { Some(key) } else { begun(catalog, key) };
        if let Some(named) = named {
            let beginnings = key.rmatch_indices(':').map(|(at, _)| &key[..at]);
            let keys = [named, key].into_iter().chain(beginnings).map(|key| format!("ask.{ask}.{key}"));
            self.want(catalog, (decision.pack.as_ref(), ask), &keys.collect::<Vec<_>>(), game);
        }
    }

    /// One of some keys has to be there, in every language that the texts of the packs have whose rules name a word. The
    /// texts of a question are those of the pack that asks.
    fn want(&mut self, catalog: &Catalog, (asking, word): (Option<&Arc<str>>, &str), keys: &[String], game: (u64, u8)) {
        let mut packs: BTreeSet<&Arc<str>> = asking.into_iter().collect();
        if packs.is_empty() {
            packs.extend(written(catalog, word));
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
            // The first pack that names it is the one that asks.
            let Some(pack) = packs.iter().find(|pack| told(pack)).or(packs.first()) else { continue };
            if language != "en" && !told(pack) {
                continue;
            }
            let missing = Missing { pack: Arc::clone(pack), language: language.into(), key: keys[0].as_str().into() };
            self.missing.entry(missing).or_insert(game);
        }
    }
}

/// The packs whose rules name a word as it stands: in the text of a module, or in a parameter.
fn written<'a>(catalog: &'a Catalog, word: &str) -> impl Iterator<Item = &'a Arc<str>> {
    let quoted = [format!("\"{word}\""), format!("'{word}'")];
    let word = word.to_owned();
    catalog.modules.iter().filter_map(move |module| {
        let given = module.params.iter().any(|(_, value)| names(value, &word));
        (given || quoted.iter().any(|quoted| module.source.contains(&**quoted))).then_some(&module.pack)
    })
}

/// The beginning of a key, up to a colon, that a rule puts together with something: `ware` where it says `"ware:" .. n`.
fn begun<'k>(catalog: &Catalog, key: &'k str) -> Option<&'k str> {
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
