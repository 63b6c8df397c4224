//! Defines the packs and options that are played together with the open pack.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_core::catalog::Value;
use tilewright_core::session::record::Record;
use tilewright_kit::packs::load::{Loaded, Request, parse_value};

/// Packs that are played together with the open one, and options that differ from their defaults.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PackSet {
    /// Ids of the additional packs; packs that these require are loaded automatically.
    pub packs: BTreeSet<Arc<str>>,
    /// Values by the full names of options, written as users type them.
    pub options: BTreeMap<String, String>,
}

impl PackSet {
    /// Returns true for the open pack alone with default options.
    pub fn is_plain(&self) -> bool {
        self.packs.is_empty() && self.options.is_empty()
    }

    /// Returns the request that loads the open pack with this set.
    pub fn request(&self, open: &str) -> Request {
        let further = self.packs.iter().map(ToString::to_string);
        let options = self.options.iter().map(|(name, value)| (name.clone(), parse_value(value)));
        let packs: Vec<String> = std::iter::once(open.to_owned()).chain(further).collect();
        Request { options: options.collect(), lints: false, ..Request::new(packs) }
    }

    /// Sets an option, or removes it from the set if the value is the default.
    pub fn set(&mut self, option: &str, value: &Value, default: &Value) {
        if value == default {
            self.options.remove(option);
        } else {
            self.options.insert(option.to_owned(), value.to_string());
        }
    }

    /// Removes a pack and every option whose pack is no longer loaded. `loaded` is the result of loading the set with
    /// `open`.
    pub fn leave_out(&mut self, id: &str, open: &str, loaded: &Loaded) {
        self.packs.remove(id);
        let mut stay = BTreeSet::new();
        let mut next: Vec<&str> = self.packs.iter().map(|pack| &**pack).chain([open]).collect();
        while let Some(id) = next.pop() {
            if stay.insert(id) {
                let own = loaded.packs.iter().filter(|pack| *pack.id == *id);
                next.extend(own.flat_map(|pack| &pack.needs).map(|(need, _)| &**need));
            }
        }
        self.options.retain(|name, _| name.split_once(':').is_none_or(|(owner, _)| stay.contains(owner)));
    }

    /// Returns the value that is set for an option; `None` if the default applies.
    pub fn value(&self, option: &str) -> Option<Value> {
        self.options.get(option).map(|text| parse_value(text))
    }

    /// Returns the packs and options of a record, without the packs that the open pack loads anyway.
    pub fn of_record(record: &Record, plain: &Loaded) -> PackSet {
        let packs = record.packs.iter().map(|pack| pack.split(['@', '#']).next().unwrap_or_default());
        let further = packs.filter(|id| plain.packs.iter().all(|own| *own.id != **id));
        let options = record.options.iter().map(|(name, value)| (name.clone(), value.to_string()));
        PackSet { packs: further.map(Arc::from).collect(), options: options.collect() }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_kit::packs::load::load_from;
    use tilewright_pack::World;

    use super::*;

    /// Loads packs of a world with a base, which has an option, and two packs that build on it.
    fn load_test_packs<const N: usize>(packs: [&str; N]) -> Loaded {
        let mut world = World::default();
        let needs = |id: &str| if id == "moor" { "" } else { "needs: [\"moor\"], " };
        for (id, own) in [("moor", "options: [(id: \"ground\", default: false)], "), ("fens", ""), ("peat", "")] {
            let text = format!(
                "Pack(id: \"{id}\", version: \"1.0.0\", format: 1, title: \"A pack\", authors: [\"Example\"], \
                 licence: \"MIT\", {}{own})",
                needs(id)
            );
            world.add_file(id, "pack.ron", &text);
        }
        load_from(&world, &Request::new(packs))
    }

    #[test]
    fn a_record_says_what_is_played_besides_the_open_pack() {
        let plain = load_test_packs(["fens"]);
        let packs = ["moor@1.0.0#00", "peat@1.0.0#01", "fens@1.0.0#02"];
        let options = vec![("moor:ground".to_owned(), Value::text("fixed(5,5)"))];
        let record = Record { packs: packs.map(str::to_owned).to_vec(), options, ..Record::default() };
        let mut pack_set = PackSet::of_record(&record, &plain);
        assert_eq!(pack_set.packs, BTreeSet::from(["peat".into()]));
        let request = pack_set.request("fens");
        assert_eq!((request.packs, request.options), (vec!["fens".into(), "peat".into()], record.options));
        assert!(!pack_set.is_plain());
        pack_set.set("moor:ground", &Value::text("unbounded"), &Value::text("unbounded"));
        pack_set.packs.clear();
        assert!(pack_set.is_plain(), "{pack_set:?}");
    }

    #[test]
    fn with_a_pack_go_the_options_of_what_it_brought_along() {
        let loaded = load_test_packs(["fens", "peat"]);
        let table = Value::text("fixed(5,5)");
        let mut pack_set = PackSet { packs: ["fens", "peat"].map(Arc::from).into(), ..PackSet::default() };
        pack_set.set("moor:ground", &table, &Value::text("unbounded"));
        pack_set.set("fens:stacks", &table, &Value::text("unbounded"));
        pack_set.leave_out("fens", "other", &loaded);
        assert_eq!(pack_set.options.keys().collect::<Vec<_>>(), ["moor:ground"], "the other pack needs it too");
        pack_set.leave_out("peat", "other", &loaded);
        assert!(pack_set.is_plain(), "{pack_set:?}");
    }
}
