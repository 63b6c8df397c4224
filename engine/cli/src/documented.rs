//! Tests that the program accepts every command line in documents, help texts and messages.

use std::fs;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use crate::args::Cli;

/// Command line that is quoted in a text.
struct Mention {
    /// File and line, or the name of the command with the help text.
    place: String,
    /// Text from `tilewright` to the end of the command line.
    line: String,
    /// True if a reader would type the line unchanged; false for a mention in a sentence, which may leave arguments
    /// out.
    is_complete: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Adds the files below `folder` whose names end with one of `endings`.
fn collect_files(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    for path in entries.map(|entry| entry.expect("the folder can be read").path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "node_modules" {
                collect_files(&path, endings, files);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            files.push(path);
        }
    }
}

/// Finds the command lines in Markdown: inline code, and lines of blocks.
fn mentions_in_document(path: &Path) -> Vec<Mention> {
    let text = fs::read_to_string(path).expect("the document can be read");
    let mut found = Vec::new();
    let mut in_block = false;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{}:{}", path.display(), number + 1);
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if in_block {
            if line.starts_with("tilewright ") {
                found.push(Mention { place, line: line.to_owned(), is_complete: true });
            }
        } else {
            found.extend(quoted_commands(line).map(|line| Mention { place: place.clone(), line, is_complete: false }));
        }
    }
    found
}

/// Finds the command lines that messages in a source file quote.
fn mentions_in_source(path: &Path) -> Vec<Mention> {
    let text = fs::read_to_string(path).expect("the source can be read");
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        if !line.starts_with("//") {
            let place = format!("{}:{}", path.display(), number + 1);
            found.extend(quoted_commands(line).map(|line| Mention { place: place.clone(), line, is_complete: false }));
        }
    }
    found
}

/// Returns the texts in backquotes that begin with the name of the program.
fn quoted_commands(line: &str) -> impl Iterator<Item = String> {
    let inside = line.split('`').skip(1).step_by(2);
    inside.filter(|code| code.starts_with("tilewright ")).map(str::to_owned)
}

/// Finds the examples in the help of every command.
fn mentions_in_help() -> Vec<Mention> {
    fn visit(command: &clap::Command, found: &mut Vec<Mention>) {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for line in text.lines().map(str::trim).filter(|line| line.starts_with("tilewright ")) {
            // The explanation of an example follows the command after two spaces.
            let line = line.split("  ").next().unwrap_or(line).to_owned();
            found.push(Mention { place: format!("{} --help", command.get_name()), line, is_complete: true });
        }
        command.get_subcommands().for_each(|sub| visit(sub, found));
    }
    let mut found = Vec::new();
    visit(&Cli::command(), &mut found);
    found
}

/// Splits a line as a shell would, up to a redirection, a pipe, a second command or a comment.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut quote, mut is_word) = (None, false);
    for letter in line.chars() {
        match (quote, letter) {
            (Some(end), _) if letter == end => quote = None,
            (None, '"' | '\'') => (quote, is_word) = (Some(letter), true),
            (None, '>' | '|' | '&' | ';' | '#') if !is_word => break,
            (None, ' ') if is_word => {
                words.push(std::mem::take(&mut word));
                is_word = false;
            }
            (None, ' ') => {}
            _ => {
                word.push(letter);
                is_word = true;
            }
        }
    }
    if is_word {
        words.push(word);
    }
    words
}

/// Replaces placeholders, such as a number or `I/N`, by example values of the same form.
fn fill_placeholders(word: &str) -> String {
    match word {
        "N" | "S" | "{}" | "{at}" => "30".to_owned(),
        _ if word.starts_with('$') && word.contains('/') => "1/2".to_owned(),
        _ => word.replace(['{', '}'], ""),
    }
}

/// Returns the error of a command line, or `None` if the program accepts it.
fn complaint(mention: &Mention) -> Option<String> {
    let words: Vec<String> = words(&mention.line).iter().map(|word| fill_placeholders(word)).collect();
    if matches!(words.get(1).map(String::as_str), None | Some("=" | "COMMAND")) {
        return None;
    }
    let error = Cli::try_parse_from(&words).err()?;
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => None,
        ErrorKind::MissingRequiredArgument | ErrorKind::MissingSubcommand if !mention.is_complete => None,
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand if !mention.is_complete => None,
        _ => {
            let reason = error.to_string();
            Some(format!("{}: `{}`: {}", mention.place, mention.line, reason.lines().next().unwrap_or_default()))
        }
    }
}

#[track_caller]
fn assert_accepted(mentions: &[Mention], at_least: usize) {
    assert!(mentions.len() >= at_least, "only {} command lines were found", mentions.len());
    let complaints: Vec<String> = mentions.iter().filter_map(complaint).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn documents_name_commands_that_exist() {
    let mut files = Vec::new();
    for folder in ["content", "editor", "engine", "scripts"] {
        collect_files(&root().join(folder), &[".md"], &mut files);
    }
    files.extend(["README.md", "CONTRIBUTING.md"].map(|name| root().join(name)));
    let mentions: Vec<Mention> = files.iter().flat_map(|path| mentions_in_document(path)).collect();
    assert_accepted(&mentions, 150);
}

#[test]
fn the_readme_lists_every_command() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the document can be read");
    let rows: Vec<&str> = readme.lines().filter(|line| line.starts_with("| `")).collect();
    for command in Cli::command().get_subcommands() {
        let name = format!("`{}`", command.get_name());
        assert!(rows.iter().any(|row| row.contains(&name)), "README.md has no row for {name}");
    }
}

#[test]
fn help_shows_examples_that_are_accepted() {
    assert_accepted(&mentions_in_help(), 80);
}

#[test]
fn messages_name_commands_that_exist() {
    let mut files = Vec::new();
    for folder in ["editor", "engine"] {
        collect_files(&root().join(folder), &[".rs", ".ftl"], &mut files);
    }
    files.retain(|path| !path.components().any(|part| part.as_os_str() == "tests") && !path.ends_with("documented.rs"));
    let mentions: Vec<Mention> = files.iter().flat_map(|path| mentions_in_source(path)).collect();
    assert_accepted(&mentions, 40);
}

#[test]
fn a_command_that_does_not_exist_is_noticed() {
    for line in ["tilewright chekc PACK", "tilewright sim PACK --gmaes 3", "tilewright sim PACK --games many"] {
        let mention = Mention { place: String::new(), line: line.to_owned(), is_complete: false };
        assert!(complaint(&mention).is_some(), "{line}");
    }
    let mention = |is_complete| Mention { place: String::new(), line: "tilewright check".to_owned(), is_complete };
    assert!(complaint(&mention(false)).is_none());
}
