//! What is played: the packs that go with the open one, and the options that are set.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_core::catalog::Value;
use tilewright_core::record::Record;
use tilewright_kit::load::{Loaded, Request, parse_value};

/// Packs that are played together with the open one, and options that are not left as they are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Lineup {
    /// Ids of the further packs; what they need comes along.
    pub packs: BTreeSet<Arc<str>>,
    /// Values by the full names of options, as people type them.
    pub options: BTreeMap<String, String>,
}

impl Lineup {
    /// Whether it is the open pack alone, as it comes.
    pub fn is_plain(&self) -> bool {
        self.packs.is_empty() && self.options.is_empty()
    }

    /// What is to be loaded for it.
    pub fn request(&self, open: &str) -> Request {
        let further = self.packs.iter().map(ToString::to_string);
        let options = self.options.iter().map(|(name, value)| (name.clone(), parse_value(value)));
        let packs: Vec<String> = std::iter::once(open.to_owned()).chain(further).collect();
        Request { options: options.collect(), lints: false, ..Request::new(packs) }
    }

    /// Sets an option; nothing is kept of one that is as it is anyway.
    pub fn set(&mut self, option: &str, value: &Value, default: &Value) {
        if value == default {
            self.options.remove(option);
        } else {
            self.options.insert(option.to_owned(), value.to_string());
        }
    }

    /// The value that is set for an option.
    pub fn value(&self, option: &str) -> Option<Value> {
        self.options.get(option).map(|text| parse_value(text))
    }

    /// What a record was played with, seen from the open pack: what that needs comes along anyway.
    pub fn of_record(record: &Record, plain: &Loaded) -> Lineup {
        let packs = record.packs.iter().map(|pack| pack.split(['@', '#']).next().unwrap_or_default());
        let further = packs.filter(|id| plain.packs.iter().all(|own| *own.id != **id));
        let options = record.options.iter().map(|(name, value)| (name.clone(), value.to_string()));
        Lineup { packs: further.map(Arc::from).collect(), options: options.collect() }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_kit::find::Finder;
    use tilewright_kit::load::load;

    use super::*;

    #[test]
    fn a_record_says_what_is_played_besides_the_open_pack() {
        let plain = load(&Finder::bundled(), &Request::new(["messages"])).unwrap();
        let packs = ["carcassonne@1.0.0#00", "inns_cathedrals@1.0.0#01", "messages@1.0.0#02"];
        let options = vec![("carcassonne:table".to_owned(), Value::text("fixed(5,5)"))];
        let record = Record { packs: packs.map(str::to_owned).to_vec(), options, ..Record::default() };
        let mut lineup = Lineup::of_record(&record, &plain);
        assert_eq!(lineup.packs, BTreeSet::from(["inns_cathedrals".into()]));
        let request = lineup.request("messages");
        assert_eq!(
            (request.packs, request.options),
            (vec!["messages".into(), "inns_cathedrals".into()], record.options)
        );
        assert!(!lineup.is_plain());
        lineup.set("carcassonne:table", &Value::text("unbounded"), &Value::text("unbounded"));
        lineup.packs.clear();
        assert!(lineup.is_plain(), "{lineup:?}");
    }
}
