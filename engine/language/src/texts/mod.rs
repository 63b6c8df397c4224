//! Texts about names, fields and fixes, from one Fluent file per language. An editor with other texts adds these files
//! to them.

use std::sync::LazyLock;

use tilewright_wording::translations::Translations;

/// Files with the texts of this crate: the code of the language, and the text.
pub const LANGUAGE_TEXTS: [(&str, &str); 2] = [("en", include_str!("en.ftl")), ("nl", include_str!("nl.ftl"))];

/// Source of the texts in the language of the user.
pub trait LanguageTexts {
    /// Returns a text in the language of the user; `None` if the language lacks it.
    fn find_translation(&self, key: &str) -> Option<String>;

    /// Returns a text: in English if the language lacks it.
    fn get(&self, key: &str) -> String;

    /// Returns a text with names inserted.
    fn with_names(&self, key: &str, names: &[(&str, &str)]) -> String;

    /// Returns a text with a name inserted as `name`.
    fn with_name(&self, key: &str, name: &str) -> String {
        self.with_names(key, &[("name", name)])
    }
}

static BUILT_IN: LazyLock<Translations> = LazyLock::new(|| Translations::new(&LANGUAGE_TEXTS));

/// Texts of this crate in one of its languages, for programs without other texts.
pub struct BuiltInTexts {
    code: &'static str,
}

impl BuiltInTexts {
    /// Returns the texts for a code such as `nl` or `nl-BE`; English if the language is missing.
    pub fn new(code: &str) -> BuiltInTexts {
        BuiltInTexts { code: BUILT_IN.best(code) }
    }
}

impl LanguageTexts for BuiltInTexts {
    fn find_translation(&self, key: &str) -> Option<String> {
        BUILT_IN.translate(self.code, key, None)
    }

    fn get(&self, key: &str) -> String {
        BUILT_IN.text(self.code, key, None)
    }

    fn with_names(&self, key: &str, names: &[(&str, &str)]) -> String {
        BUILT_IN.text_with(self.code, key, names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_languages_are_asked_for_by_their_code() {
        assert_eq!(BuiltInTexts::new("nl-BE").get("sort-tile"), "tegel");
        assert_eq!(BuiltInTexts::new("xx").get("sort-tile"), "tile");
        assert_eq!(BuiltInTexts::new("en").with_name("fix-rename", "a"), "Change to “a”");
    }

    #[test]
    fn every_language_has_every_english_text() {
        let keys = |text: &str| -> Vec<String> {
            text.lines().filter_map(|line| Some(line.split_once(" = ")?.0.to_owned())).collect()
        };
        let (english, dutch) = (keys(LANGUAGE_TEXTS[0].1), keys(LANGUAGE_TEXTS[1].1));
        let missing: Vec<&String> = english.iter().filter(|key| !dutch.contains(key)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
