//! Finds placeholders in texts: `{1}` is replaced by the second part of the key of the option that the text describes.

use std::collections::BTreeSet;

/// The placeholders of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placeholders {
    /// Numbers of the placeholders.
    pub numbers: BTreeSet<usize>,
    /// Curly brackets that are not placeholders, each with its content: `{x}`, or `{` for a bracket that is not closed.
    pub unclear: Vec<String>,
}

impl Placeholders {
    /// Finds the placeholders of a text.
    pub fn find_in(text: &str) -> Placeholders {
        let mut found = Placeholders::default();
        let mut rest = text;
        while let Some((_, after)) = rest.split_once('{') {
            let inner = after.split_once('}').map(|(inner, _)| inner).filter(|inner| !inner.contains('{'));
            match inner.map(str::parse) {
                Some(Ok(number)) => drop(found.numbers.insert(number)),
                Some(Err(_)) => found.unclear.push(format!("{{{}}}", inner.unwrap_or_default())),
                None => found.unclear.push("{".to_owned()),
            }
            rest = after;
        }
        found
    }

    /// Returns the placeholders as they are written, such as `{1}` and `{2}`; "no placeholders" if there are none.
    pub fn describe(&self) -> String {
        let all: Vec<String> = self.numbers.iter().map(|number| format!("`{{{number}}}`")).collect();
        match all.split_last() {
            None => "no placeholders".to_owned(),
            Some((only, [])) => only.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }
}

/// Returns the parts of the key of an option, which replace its placeholders.
pub fn key_parts(key: &str) -> impl Iterator<Item = &str> {
    key.split([':', ',', '='])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_numbers_in_curly_brackets() {
        let found = Placeholders::find_in("Give {1} and {7} and {x} and { or {{2}");
        assert_eq!(found.numbers.into_iter().collect::<Vec<_>>(), [1, 2, 7]);
        assert_eq!(found.unclear, ["{x}", "{", "{"]);
        assert_eq!(Placeholders::find_in("Give it"), Placeholders::default());
        assert_eq!(Placeholders::find_in("{2} {0}{1}").describe(), "`{0}`, `{1}` and `{2}`");
        assert_eq!(Placeholders::find_in("{}").unclear, ["{}"]);
    }

    #[test]
    fn keys_have_parts() {
        assert_eq!(key_parts("walk:2,-1=3").collect::<Vec<_>>(), ["walk", "2", "-1", "3"]);
    }
}
