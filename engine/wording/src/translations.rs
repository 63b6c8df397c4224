//! Loads sentences in several languages from files in the syntax of Fluent.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

/// Code of the language that fills the gaps of the others.
const FULL: &str = "en";

/// Files with the sentences about games: the code of the language, and the text.
pub const SENTENCES: [(&str, &str); 2] = [("en", include_str!("en.ftl")), ("nl", include_str!("nl.ftl"))];

pub(crate) static BUILT_IN: LazyLock<Translations> = LazyLock::new(|| Translations::new(&SENTENCES));

struct TextBundle {
    code: String,
    bundle: FluentBundle<FluentResource>,
}

/// Texts in several languages, found by their keys.
pub struct Translations {
    languages: Vec<TextBundle>,
}

impl Translations {
    /// Reads files that are part of the program: the code of the language, and the text.
    pub fn new(files: &[(&str, &str)]) -> Translations {
        let mut texts = Translations { languages: Vec::new() };
        for (code, file) in files {
            let problems = texts.add(code, file);
            debug_assert!(problems.is_empty(), "{code}: {problems:?}");
        }
        texts
    }

    /// Adds the texts of a file, which override texts of the same language. Returns a sentence for each entry that
    /// could not be read.
    pub fn add(&mut self, code: &str, file: &str) -> Vec<String> {
        let Ok(id) = code.parse::<LanguageIdentifier>() else {
            return vec![format!("`{code}` is not a language code")];
        };
        let mut problems = Vec::new();
        let resource = FluentResource::try_new(file.to_owned()).unwrap_or_else(|(resource, errors)| {
            problems.extend(errors.iter().map(ToString::to_string));
            resource
        });
        let at = self.languages.iter().position(|l| l.code == code).unwrap_or_else(|| {
            let mut bundle = FluentBundle::new_concurrent(vec![id]);
            // The isolation marks are for texts of mixed direction; they would show as boxes.
            bundle.set_use_isolating(false);
            self.languages.push(TextBundle { code: code.to_owned(), bundle });
            self.languages.len() - 1
        });
        self.languages[at].bundle.add_resource_overriding(resource);
        problems
    }

    /// Returns the codes of all languages.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.languages.iter().map(|language| &*language.code)
    }

    /// Returns the code of the language for a code such as `nl` or `nl-BE`; English if it is missing.
    pub fn best(&self, code: &str) -> &str {
        let short = code.split(['-', '_']).next().unwrap_or_default();
        let find = |wanted: &str| self.codes().find(|code| *code == wanted);
        find(code).or_else(|| find(short)).unwrap_or(FULL)
    }

    /// Returns a text with values inserted; `None` if the language lacks it.
    pub fn translate(&self, code: &str, key: &str, values: Option<&FluentArgs<'_>>) -> Option<String> {
        let bundle = &self.languages.iter().find(|language| language.code == code)?.bundle;
        let pattern = bundle.get_message(key)?.value()?;
        Some(bundle.format_pattern(pattern, values, &mut Vec::new()).into_owned())
    }

    /// Returns a text with values inserted: in English if the language lacks it, or the key if English also lacks it.
    pub fn text(&self, code: &str, key: &str, values: Option<&FluentArgs<'_>>) -> String {
        let text = self.translate(code, key, values);
        text.or_else(|| self.translate(FULL, key, values)).unwrap_or_else(|| key.to_owned())
    }

    /// Returns a text with names inserted.
    pub fn text_with(&self, code: &str, key: &str, names: &[(&str, &str)]) -> String {
        let mut values = FluentArgs::new();
        names.iter().for_each(|(name, value)| values.set(*name, *value));
        self.text(code, key, Some(&values))
    }
}
