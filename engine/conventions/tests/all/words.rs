//! Tests that closed words are not used again: compares the table in the glossary with every text of the repository and
//! with the names of its files.

use std::collections::BTreeMap;

use tilewright_conventions::{TextFile, read, text_files};

/// A row of the table of closed words.
struct Closed {
    /// Closed word in lower case, with blanks between words.
    word: String,
    instead: String,
    /// Path prefixes where the word is allowed.
    may_stand: Vec<String>,
}

/// Returns the table of closed words, and the rest of the glossary.
fn split_closed_words(glossary: &str) -> (Vec<Closed>, String) {
    let (before, rest) = glossary.split_once("\n## Closed words\n").unwrap();
    let table = rest.split("\n## ").next().unwrap();
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let rows = table.lines().filter(|line| line.starts_with("| `")).map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
        let [word, instead, may_stand] = cells[..] else { panic!("{line}: three cells") };
        Closed { word: quoted(word).concat(), instead: instead.trim().to_owned(), may_stand: quoted(may_stand) }
    });
    (rows.collect(), format!("{before}{}", &rest[table.len()..]))
}

/// Returns true if the file is a source in a `src` folder.
fn is_library_source(file: &TextFile) -> bool {
    file.path.contains("/src/") && file.has_ending(&["rs"])
}

/// Returns a text in lower case, with blanks between the words of names: `BigWord` and `big_word` become `big word`.
fn space_words(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + text.len() / 8);
    let mut was_small = false;
    for c in text.chars() {
        if c.is_uppercase() && was_small {
            spaced.push(' ');
        }
        was_small = c.is_lowercase() || c.is_ascii_digit();
        if c == '_' { spaced.push(' ') } else { spaced.extend(c.to_lowercase()) }
    }
    spaced
}

/// Returns true if a line contains a word between word boundaries.
fn stands(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let bound = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        bound(line[..at].chars().next_back()) && bound(line[at + word.len()..].chars().next())
    })
}

#[test]
fn closed_words_stay_away() {
    let glossary = read("engine/GLOSSARY.md");
    let (closed, rest_of_glossary) = split_closed_words(&glossary);
    assert!(closed.len() > 5, "the table is read");
    let files = text_files();
    assert!(files.len() > 500, "{} files", files.len());
    let mut wrong = Vec::new();
    for file in &files {
        let shown = &file.path;
        let text = if shown == "engine/GLOSSARY.md" { &rest_of_glossary } else { &file.text };
        let words: Vec<&Closed> =
            closed.iter().filter(|word| !word.may_stand.iter().any(|place| shown.starts_with(&**place))).collect();
        let name = space_words(shown);
        for (number, line) in std::iter::once(name.as_str()).chain(space_words(text).lines()).enumerate() {
            for word in words.iter().filter(|closed| stands(line, &closed.word)) {
                wrong.push(format!("{shown}:{number}: `{}`: say {}", word.word, word.instead));
            }
        }
    }
    assert!(wrong.is_empty(), "{} places:\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns true if a text in a source contains the number of a seat that is not written by the `Display` of [`Seat`].
///
/// [`Seat`]: tilewright_core::catalog::seat::Seat
fn counts_seats_itself(lines: &[&str]) -> bool {
    let text = lines.join(" ");
    let Some((_, rest)) = text.split_once("eat {").filter(|(before, _)| before.ends_with(['s', 'S'])) else {
        return false;
    };
    let statement = rest.split(';').next().unwrap_or(rest);
    ["seat.0", ".index()", "seat + 1"].iter().any(|raw| statement.contains(raw))
}

#[test]
fn seats_are_written_for_people_in_one_way() {
    let is_refused = |text: &str| counts_seats_itself(&text.lines().collect::<Vec<_>>());
    assert!(is_refused(r#"format!("seat {}", d.seat.0)"#) && is_refused(r#"format!("Seat {}", seat.index() + 1)"#));
    assert!(is_refused("write!(f, \"seat {}\",\n seat + 1)") && !is_refused(r#"format!("seat {seat}")"#));
    assert!(!is_refused(r#"format!("seat {}", d.seat); d.seat.0"#) && !is_refused(r#"format!("{}", seat.0)"#));
    let mut wrong = Vec::new();
    for file in text_files().iter().filter(|file| is_library_source(file)) {
        let shown = &file.path;
        let lines: Vec<&str> = file.text.lines().collect();
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| line.contains("eat {") && line.contains('"'))
        {
            if counts_seats_itself(&lines[number..lines.len().min(number + 4)]) {
                wrong.push(format!("{shown}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "format the `Seat` itself, which counts from 1:\n{}", wrong.join("\n"));
}

/// Returns the name of a type that a line declares for use outside of its file.
fn declared_type(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest =
        line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(")?.split_once(") ").map(|(_, rest)| rest))?;
    let name = ["struct ", "enum ", "trait ", "type "].iter().find_map(|word| rest.strip_prefix(word))?;
    // The name may be `$name` in a macro.
    name.split(|c: char| !c.is_alphanumeric()).next().filter(|name| !name.is_empty())
}

#[test]
fn a_type_of_core_is_the_only_one_of_its_name_in_the_engine() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in text_files().iter().filter(|file| is_library_source(file) && file.path.starts_with("engine/")) {
        for name in file.text.lines().filter_map(declared_type) {
            places.entry(name.to_owned()).or_default().push(file.path.clone());
        }
    }
    let of_core = |place: &String| place.starts_with("engine/core/");
    let (known, twice): (Vec<_>, Vec<_>) =
        places.into_iter().filter(|(_, at)| at.iter().any(of_core)).partition(|(_, at)| at.len() == 1);
    assert!(known.len() > 150, "{} types of core are read", known.len());
    assert!(twice.is_empty(), "a word of core's means one thing; these stand for two: {twice:#?}");
}

#[test]
fn words_are_found_in_names_and_sentences() {
    assert!(stands(&space_words("let OldWord = 1;"), "old word") && stands(&space_words("an old_word."), "old word"));
    assert!(!stands(&space_words("bold words"), "old word"));
}
