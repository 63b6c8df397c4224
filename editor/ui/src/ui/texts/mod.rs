//! The words of the interface, from one Fluent file a language. A further language is one more file in the folder of
//! languages; English fills its gaps.

use std::collections::BTreeSet;
use std::path::Path;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use tilewright_lab::report::told::{self, Digits, Insert, Statement};
use unic_langid::LanguageIdentifier;

/// Languages that come with the program: code and file. The English sentences of a report are those of the command.
const BUILT_IN: &[(&str, &str)] = &[
    ("en", include_str!("en.ftl")),
    ("en", told::ENGLISH),
    ("nl", include_str!("nl.ftl")),
    ("nl", include_str!("report.nl.ftl")),
];

/// The language that is complete.
const FULL: &str = "en";

struct Language {
    code: String,
    bundle: FluentBundle<FluentResource>,
}

/// All languages, and the one that is spoken.
pub struct Texts {
    languages: Vec<Language>,
    spoken: usize,
    /// What people have called the seats at the table.
    seats: Vec<String>,
    /// Counts how often the language or the names of seats have changed.
    voice: u64,
}

impl Default for Texts {
    fn default() -> Texts {
        let mut texts = Texts { languages: Vec::new(), spoken: 0, seats: Vec::new(), voice: 0 };
        for (code, file) in BUILT_IN {
            let problems = texts.add(code, file);
            debug_assert!(problems.is_empty(), "{code}: {problems:?}");
        }
        texts
    }
}

impl Texts {
    /// Adds the files `CODE.ftl` of a folder, which may improve on languages that are there. Sentences tell what was
    /// wrong with files that were left out or half understood.
    pub fn add_folder(&mut self, folder: &Path) -> Vec<String> {
        let mut problems = Vec::new();
        let entries = std::fs::read_dir(folder).map(|list| list.filter_map(|e| Some(e.ok()?.path())).collect());
        let mut paths: Vec<std::path::PathBuf> = entries.unwrap_or_default();
        paths.sort();
        for path in paths.iter().filter(|p| p.extension().is_some_and(|e| e == "ftl")) {
            let code = path.file_stem().unwrap_or_default().to_string_lossy();
            match std::fs::read_to_string(path) {
                Ok(file) => {
                    problems.extend(self.add(&code, &file).into_iter().map(|p| format!("{}: {p}", path.display())));
                }
                Err(error) => problems.push(format!("{}: {error}", path.display())),
            }
        }
        problems
    }

    fn add(&mut self, code: &str, file: &str) -> Vec<String> {
        let Ok(id) = code.parse::<LanguageIdentifier>() else {
            return vec![format!("`{code}` is not a language code")];
        };
        let mut problems = Vec::new();
        let resource = match FluentResource::try_new(file.to_owned()) {
            Ok(resource) => resource,
            Err((resource, errors)) => {
                problems.extend(errors.iter().map(ToString::to_string));
                resource
            }
        };
        let at = self.languages.iter().position(|l| l.code == code).unwrap_or_else(|| {
            let mut bundle = FluentBundle::new(vec![id]);
            // The marks around inserted values are for texts of mixed direction; they would show as boxes.
            bundle.set_use_isolating(false);
            self.languages.push(Language { code: code.to_owned(), bundle });
            self.languages.len() - 1
        });
        self.languages[at].bundle.add_resource_overriding(resource);
        problems
    }

    /// Speaks a language, given as a code such as `nl` or `nl-BE`; English if it is not there.
    pub fn speak(&mut self, code: &str) {
        self.voice += 1;
        let find = |code: &str| self.languages.iter().position(|l| l.code == code);
        let short = code.split(['-', '_']).next().unwrap_or_default();
        self.spoken = find(code).or_else(|| find(short)).or_else(|| find(FULL)).unwrap_or(0);
    }

    /// The code of the language that is spoken.
    pub fn code(&self) -> &str {
        &self.languages[self.spoken].code
    }

    /// Codes and own names of all languages.
    pub fn languages(&self) -> Vec<(String, String)> {
        let name = |l: &Language| message(l, "language-name", None).unwrap_or_else(|| l.code.clone());
        self.languages.iter().map(|l| (l.code.clone(), name(l))).collect()
    }

    /// The keys that a language has.
    pub fn keys(&self, code: &str) -> BTreeSet<String> {
        let files = BUILT_IN.iter().filter(|(c, _)| *c == code);
        let lines = files.flat_map(|(_, file)| file.lines());
        lines
            .filter(|l| l.starts_with(|c: char| c.is_ascii_alphabetic()))
            .filter_map(|l| Some(l.split_once(" =")?.0.to_owned()))
            .collect()
    }

    /// A text.
    pub fn get(&self, key: &str) -> String {
        self.find(key, None)
    }

    /// A text of the language that is spoken, if it has it.
    pub fn translated(&self, key: &str) -> Option<String> {
        message(&self.languages[self.spoken], key, None)
    }

    /// A text with values put in: names and numbers.
    pub fn with<'a>(&self, key: &str, values: &[(&'a str, FluentValue<'a>)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in values {
            args.set(*name, value.clone());
        }
        self.find(key, Some(&args))
    }

    /// A text with one number put in as `n`.
    pub fn count(&self, key: &str, n: usize) -> String {
        self.with(key, &[("n", FluentValue::from(n))])
    }

    /// A text with one name put in as `name`.
    pub fn named(&self, key: &str, name: &str) -> String {
        self.with(key, &[("name", FluentValue::from(name))])
    }

    /// What a report says.
    pub fn said(&self, statement: &Statement) -> String {
        let values = statement.values.iter().map(|(name, value)| (*name, self.inserted(value).into()));
        self.with(statement.key, &values.collect::<Vec<(&str, FluentValue<'_>)>>())
    }

    /// What is put into it, as this language writes numbers.
    pub fn inserted(&self, value: &Insert) -> String {
        let sign = |key: &str| self.get(key).chars().next().unwrap_or_default();
        let (to, unsure) = (self.get("balance-to"), self.get("balance-unsure"));
        value.text(Digits { point: sign("balance-point"), group: sign("balance-group"), to: &to, unsure: &unsure })
    }

    /// The seats at the table are called so from now on; those without a name by their numbers.
    pub fn call_seats(&mut self, names: &[String]) {
        if self.seats != names {
            self.seats = names.to_vec();
            self.voice += 1;
        }
    }

    /// A number that is another one when the language or what seats are called has changed, and sentences with it.
    pub fn voice(&self) -> u64 {
        self.voice
    }

    /// How a seat at the table is called.
    pub fn seat(&self, seat: usize) -> String {
        self.about_seat("try-seat", seat)
    }

    /// What marks a seat at the table where its name has no room: the first letter of its name where all names begin
    /// otherwise, else its number.
    pub fn seat_mark(&self, seat: usize) -> String {
        let first = |name: &String| name.chars().next().map(|c| c.to_uppercase().to_string());
        let all: Vec<Option<String>> = self.seats.iter().map(first).collect();
        let own = all.get(seat).cloned().flatten();
        let alone = own.filter(|own| all.iter().flatten().filter(|other| *other == own).count() == 1);
        alone.unwrap_or_else(|| (seat + 1).to_string())
    }

    /// A text about a seat at the table.
    pub fn about_seat(&self, key: &str, seat: usize) -> String {
        self.with(key, &self.seat_values(seat))
    }

    /// What texts about a seat at the table are given: its number, its name, and whether it has one.
    pub fn seat_values(&self, seat: usize) -> [(&'static str, FluentValue<'static>); 3] {
        seat_values(seat, self.seats.get(seat).map_or("", String::as_str))
    }

    /// How a seat is called that has this name, if it has one.
    pub fn seat_called(&self, seat: usize, name: &str) -> String {
        self.with("try-seat", &seat_values(seat, name))
    }

    fn find(&self, key: &str, args: Option<&FluentArgs<'_>>) -> String {
        let spoken = message(&self.languages[self.spoken], key, args);
        let full = || self.languages.iter().find(|l| l.code == FULL).and_then(|l| message(l, key, args));
        // A test finds keys that are nowhere; people at least see which it is.
        spoken.or_else(full).unwrap_or_else(|| key.to_owned())
    }
}

fn seat_values(seat: usize, name: &str) -> [(&'static str, FluentValue<'static>); 3] {
    let own = if name.is_empty() { "no" } else { "yes" };
    [("n", (seat + 1).into()), ("name", name.to_owned().into()), ("own", own.into())]
}

fn message(language: &Language, key: &str, args: Option<&FluentArgs<'_>>) -> Option<String> {
    let pattern = language.bundle.get_message(key)?.value()?;
    let mut errors = Vec::new();
    let text = language.bundle.format_pattern(pattern, args, &mut errors);
    Some(text.into_owned())
}
