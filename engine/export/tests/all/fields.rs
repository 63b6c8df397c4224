//! Checks JSON against tables of classes: no unknown field, no value of another type, no missing field.

use std::collections::BTreeMap;

use serde_json::Value;

/// Classes with their fields. Each class begins with a line `Name:`; a field that must be there ends in `!`. Types are
/// `text`, `flag`, `int`, `number`, `any`, the name of a class, `[…]` for a list and `{…}` for a map.
pub(crate) struct ClassTable(BTreeMap<&'static str, BTreeMap<&'static str, (&'static str, bool)>>);

impl ClassTable {
    pub(crate) fn read(text: &'static str) -> ClassTable {
        let mut classes: BTreeMap<&str, BTreeMap<&str, (&str, bool)>> = BTreeMap::new();
        let mut current = "";
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(name) = line.strip_suffix(':') {
                current = name;
                continue;
            }
            for field in line.split(',').map(str::trim).filter(|field| !field.is_empty()) {
                let (name, kind) = field.split_once(' ').unwrap_or_else(|| panic!("{field}"));
                let (kind, required) = kind.strip_suffix('!').map_or((kind, false), |kind| (kind, true));
                classes.entry(current).or_default().insert(name, (kind, required));
            }
        }
        ClassTable(classes)
    }

    /// Checks a value of a type, and returns its mistakes.
    pub(crate) fn check(&self, value: &Value, kind: &str, place: &str) -> Vec<String> {
        let is_whole = |value: &Value| value.is_i64() || value.is_u64();
        let is_right = match kind {
            "text" => value.is_string(),
            "flag" => value.is_boolean(),
            "int" => is_whole(value),
            "number" => value.is_number(),
            "any" => true,
            _ => {
                let inner = |brackets: [char; 2]| kind.strip_prefix(brackets[0])?.strip_suffix(brackets[1]);
                if let Some(inner) = inner(['[', ']']) {
                    let Some(items) = value.as_array() else { return vec![format!("{place} is not a list")] };
                    let checked = items.iter().enumerate();
                    return checked.flat_map(|(n, item)| self.check(item, inner, &format!("{place}[{n}]"))).collect();
                }
                if let Some(inner) = inner(['{', '}']) {
                    let Some(map) = value.as_object() else { return vec![format!("{place} is not a map")] };
                    return map
                        .iter()
                        .flat_map(|(key, item)| self.check(item, inner, &format!("{place}.{key}")))
                        .collect();
                }
                return self.check_class(value, kind, place);
            }
        };
        if is_right { Vec::new() } else { vec![format!("{place} is not of type {kind}: {value}")] }
    }

    fn check_class(&self, value: &Value, class: &str, place: &str) -> Vec<String> {
        let fields = self.0.get(class).unwrap_or_else(|| panic!("there is no class {class}"));
        let Some(map) = value.as_object() else { return vec![format!("{place} is not an object")] };
        let mut wrong = Vec::new();
        for (name, value) in map {
            match fields.get(name.as_str()) {
                Some((kind, _)) => wrong.extend(self.check(value, kind, &format!("{place}.{name}"))),
                None => wrong.push(format!("{place}: {class} has no field {name}")),
            }
        }
        let missing = fields.iter().filter(|(name, (_, required))| *required && !map.contains_key(**name));
        wrong.extend(missing.map(|(name, _)| format!("{place} has no {name}")));
        wrong
    }
}

#[test]
fn the_table_refuses_wrong_fields_and_types() {
    let table = ClassTable::read("Thing:\n Name text!, Count int, Parts [Thing], More {number}");
    let wrong = |text: &str| table.check(&serde_json::from_str(text).unwrap(), "Thing", "it").len();
    assert_eq!(wrong(r#"{"Name": "a", "Count": 1, "Parts": [{"Name": "b"}], "More": {"1": 0.5}}"#), 0);
    assert_eq!(wrong(r#"{"Name": "a", "Counts": 1}"#), 1);
    assert_eq!(wrong(r#"{"Name": 1, "Count": 1.5, "Parts": [{}], "More": {"1": ""}}"#), 4);
}
