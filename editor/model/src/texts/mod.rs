//! Texts of the interface, from one Fluent file per language. Another language needs only a file in the folder of
//! languages; English fills its gaps.

use std::collections::BTreeSet;
use std::path::Path;

use fluent_bundle::{FluentArgs, FluentValue};
use tilewright_core::catalog::seat::Seat;
use tilewright_lab::report::told::{self, Digits, Insert, Statement};
use tilewright_language::texts::{LANGUAGE_TEXTS, LanguageTexts};
use tilewright_wording::sentences::{SentenceStyle, Sentences};
use tilewright_wording::translations::{SENTENCES, Translations};

/// Bundled languages: code and file. The English sentences of a report are shared with the command line.
const BUILT_IN: &[(&str, &str)] = &[
    ("en", include_str!("en.ftl")),
    ("en", told::ENGLISH),
    ("nl", include_str!("nl.ftl")),
    ("nl", include_str!("report.nl.ftl")),
];

/// All languages, and the current one.
pub struct UiTexts {
    translations: Translations,
    /// Code of the current language.
    spoken: String,
    /// Names that the user gave to the seats at the table.
    seats: Vec<String>,
    /// Number of changes to the language or to the names of seats.
    voice: u64,
}

impl Default for UiTexts {
    fn default() -> UiTexts {
        let translations = Translations::new(&[&SENTENCES, &LANGUAGE_TEXTS, BUILT_IN].concat());
        let spoken = translations.best("").to_owned();
        UiTexts { translations, spoken, seats: Vec::new(), voice: 0 }
    }
}

/// Players have the names that the user gave them.
impl SentenceStyle for UiTexts {
    fn seat(&self, seat: Seat) -> Option<String> {
        self.seats.get(seat.index()).filter(|name| !name.is_empty()).cloned()
    }
}

impl LanguageTexts for UiTexts {
    fn find_translation(&self, key: &str) -> Option<String> {
        self.translations.translate(&self.spoken, key, None)
    }

    fn get(&self, key: &str) -> String {
        UiTexts::get(self, key)
    }

    fn with_names(&self, key: &str, names: &[(&str, &str)]) -> String {
        self.translations.text_with(&self.spoken, key, names)
    }
}

impl UiTexts {
    /// Adds the files `CODE.ftl` of a folder, which may override texts of existing languages. Returns a sentence for
    /// each file or entry that could not be read.
    pub fn add_folder(&mut self, folder: &Path) -> Vec<String> {
        let mut problems = Vec::new();
        let entries = std::fs::read_dir(folder).map(|list| list.filter_map(|e| Some(e.ok()?.path())).collect());
        let mut paths: Vec<std::path::PathBuf> = entries.unwrap_or_default();
        paths.sort();
        for path in paths.iter().filter(|p| p.extension().is_some_and(|e| e == "ftl")) {
            let code = path.file_stem().unwrap_or_default().to_string_lossy();
            match std::fs::read_to_string(path) {
                Ok(file) => {
                    let unread = self.translations.add(&code, &file).into_iter();
                    problems.extend(unread.map(|problem| format!("{}: {problem}", path.display())));
                }
                Err(error) => problems.push(format!("{}: {error}", path.display())),
            }
        }
        problems
    }

    /// Selects a language by a code such as `nl` or `nl-BE`; falls back to English if it is missing.
    pub fn speak(&mut self, code: &str) {
        self.voice += 1;
        self.spoken = self.translations.best(code).to_owned();
    }

    /// Returns the code of the current language.
    pub fn code(&self) -> &str {
        &self.spoken
    }

    /// Returns the sentences about games, with the names of the players.
    pub fn sentences(&self) -> Sentences<'_> {
        Sentences::with_texts(&self.translations, &self.spoken, self)
    }

    /// Returns the code of each language and its name in that language.
    pub fn languages(&self) -> Vec<(String, String)> {
        let name = |code: &str| self.translations.translate(code, "language-name", None);
        self.translations.codes().map(|code| (code.to_owned(), name(code).unwrap_or_else(|| code.to_owned()))).collect()
    }

    /// Returns the keys that the bundled files of a language define.
    pub fn keys(&self, code: &str) -> BTreeSet<String> {
        let files = LANGUAGE_TEXTS.iter().chain(BUILT_IN).filter(|(c, _)| *c == code);
        let lines = files.flat_map(|(_, file)| file.lines());
        lines
            .filter(|l| l.starts_with(|c: char| c.is_ascii_alphabetic()))
            .filter_map(|l| Some(l.split_once(" =")?.0.to_owned()))
            .collect()
    }

    /// Returns a text without inserted values.
    pub fn get(&self, key: &str) -> String {
        self.find(key, None)
    }

    /// Returns a text with names and numbers inserted.
    pub fn with<'a>(&self, key: &str, values: &[(&'a str, FluentValue<'a>)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in values {
            args.set(*name, value.clone());
        }
        self.find(key, Some(&args))
    }

    /// Returns a text with a number inserted as `n`.
    pub fn count(&self, key: &str, n: usize) -> String {
        self.with(key, &[("n", FluentValue::from(n))])
    }

    /// Returns a text with a name inserted as `name`.
    pub fn with_name(&self, key: &str, name: &str) -> String {
        self.with_names(key, &[("name", name)])
    }

    /// Returns the sentence for a statement of a report.
    pub fn format_statement(&self, statement: &Statement) -> String {
        let values = statement.values.iter().map(|(name, value)| (*name, self.format_insert(value).into()));
        self.with(statement.key, &values.collect::<Vec<(&str, FluentValue<'_>)>>())
    }

    /// Formats a value of a statement with the number format of this language.
    pub fn format_insert(&self, value: &Insert) -> String {
        if let Insert::Statement(statement) = value {
            return self.format_statement(statement);
        }
        let sign = |key: &str| self.get(key).chars().next().unwrap_or_default();
        let (to, unsure) = (self.get("balance-to"), self.get("balance-unsure"));
        value.text(Digits { point: sign("balance-point"), group: sign("balance-group"), to: &to, unsure: &unsure })
    }

    /// Sets the names of the seats at the table; seats with an empty name are shown by number.
    pub fn call_seats(&mut self, names: &[String]) {
        if self.seats != names {
            self.seats = names.to_vec();
            self.voice += 1;
        }
    }

    /// Returns a number that changes with the language and the names of seats, and so with all sentences.
    pub fn voice(&self) -> u64 {
        self.voice
    }

    /// Returns the name of a seat at the table.
    pub fn seat(&self, seat: usize) -> String {
        self.about_seat("try-seat", seat)
    }

    /// Returns a short mark for a seat at the table: the first letter of its name if no other name starts with it, else
    /// its number.
    pub fn seat_mark(&self, seat: usize) -> String {
        let first = |name: &String| name.chars().next().map(|c| c.to_uppercase().to_string());
        let all: Vec<Option<String>> = self.seats.iter().map(first).collect();
        let own = all.get(seat).cloned().flatten();
        let alone = own.filter(|own| all.iter().flatten().filter(|other| *other == own).count() == 1);
        alone.unwrap_or_else(|| (seat + 1).to_string())
    }

    /// Returns a text about a seat at the table.
    pub fn about_seat(&self, key: &str, seat: usize) -> String {
        self.with(key, &self.seat_values(seat))
    }

    /// Returns the values for texts about a seat at the table: its number, its name, and whether it has one.
    pub fn seat_values(&self, seat: usize) -> [(&'static str, FluentValue<'static>); 3] {
        seat_values(seat, self.seats.get(seat).map_or("", String::as_str))
    }

    /// Returns the label of a seat with this name; an empty name gives its number.
    pub fn seat_called(&self, seat: usize, name: &str) -> String {
        self.with("try-seat", &seat_values(seat, name))
    }

    fn find(&self, key: &str, args: Option<&FluentArgs<'_>>) -> String {
        self.translations.text(&self.spoken, key, args)
    }
}

fn seat_values(seat: usize, name: &str) -> [(&'static str, FluentValue<'static>); 3] {
    let own = if name.is_empty() { "no" } else { "yes" };
    [("n", (seat + 1).into()), ("name", name.to_owned().into()), ("own", own.into())]
}
