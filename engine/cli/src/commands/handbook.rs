//! `tilewright handbook`: shows the handbook for designers on the terminal, or writes it as pages for a browser.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use serde_json::{Value, json};
use tilewright_core::diag::nearest;
use tilewright_handbook::{Topic, TopicKind, search, topic, topic_for, topics};
use tilewright_kit::files;
use tilewright_page::handbook_pages;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{FAINT, STRONG, format_count};
use crate::prose;

/// Line width for output that is not a terminal, in columns.
const COLUMNS: usize = 100;
/// Maximum number of search hits that are shown.
const MOST_HITS: usize = 20;

#[derive(Args, Debug)]
#[command(
    about = "Read the handbook for designers",
    long_about = "Read the handbook for designers: chapters about making a game, and recipes, each a small complete pack \
        with one feature.\n\nWithout TOPIC, the command lists the topics. TOPIC is a name from this list, or the code of \
        a finding, which selects the topic that helps with it.",
    after_help = "Examples:\n  \
        tilewright handbook                        list of all topics\n  \
        tilewright handbook longest-road           read a recipe\n  \
        tilewright handbook P0304                  the topic that helps with a finding\n  \
        tilewright handbook --search hand tiles    passages with these words\n  \
        tilewright handbook --copy auction         write the pack of a recipe, to try and change it\n  \
        tilewright handbook --html ./handbook      pages for a browser"
)]
pub(crate) struct HandbookArgs {
    /// Topic to read
    #[arg(value_name = "TOPIC", value_parser = TopicName, hide_possible_values = true)]
    topic: Option<String>,
    /// List the passages that contain all of these words
    #[arg(long, value_name = "WORD", num_args = 1.., conflicts_with = "topic")]
    search: Vec<String>,
    /// Write all topics as pages for a browser into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["topic", "search"])]
    html: Option<PathBuf>,
    /// Write the pack of a topic into a new folder
    #[arg(long, value_name = "TOPIC", value_parser = TopicName, hide_possible_values = true)]
    #[arg(conflicts_with_all = ["topic", "search", "html"])]
    copy: Option<String>,
    /// Print one JSON object for each topic, or for each passage found
    #[arg(long, conflicts_with_all = ["html", "copy"])]
    json: bool,
}

/// Parser for the name of a topic. Shells complete the existing names. Any other text is accepted too, since the code
/// of a finding also selects a topic, and a misspelt name gets a suggestion.
#[derive(Clone)]
struct TopicName;

impl TypedValueParser for TopicName {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(topics().iter().map(|topic| PossibleValue::new(topic.slug))))
    }
}

pub(crate) fn run(args: &HandbookArgs, cx: &mut Context) -> Result<Exit, Failure> {
    if let Some(folder) = &args.html {
        return write_pages(folder, cx);
    }
    if let Some(name) = &args.copy {
        return copy(find_topic(name)?, cx);
    }
    if !args.search.is_empty() {
        return show_hits(&args.search.join(" "), args.json, cx);
    }
    let Some(name) = &args.topic else { return list(args.json, cx) };
    let topic = find_topic(name)?;
    if args.json {
        cx.out.json(&as_json(topic))?;
    } else {
        let text = prose::topic(topic, cx.out.room().0.unwrap_or(COLUMNS));
        cx.out.write_all(text.as_bytes())?;
    }
    Ok(Exit::Fine)
}

/// Returns the topic with this name, or the topic that explains this code of a finding.
fn find_topic(name: &str) -> Result<&'static Topic, Failure> {
    let lower = name.to_lowercase();
    if let Some(found) = topic(&lower).or_else(|| topic_for(&name.to_uppercase())) {
        return Ok(found);
    }
    let failure = Failure::usage(format!("the handbook has no topic `{name}`"));
    if tilewright_pack::explain(name).is_some() {
        return Err(failure.hint(format!("`tilewright check --explain {name}` explains this code")));
    }
    Err(failure.hint(match nearest(&lower, topics().iter().map(|topic| topic.slug)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => match search(name).first() {
            Some(hit) => format!("`tilewright handbook {}` contains these words", hit.slug),
            None => "`tilewright handbook` lists all topics".to_owned(),
        },
    }))
}

fn list(json: bool, cx: &mut Context) -> Result<Exit, Failure> {
    if json {
        topics().iter().try_for_each(|topic| cx.out.json(&as_json(topic)))?;
        return Ok(Exit::Fine);
    }
    let widest = topics().iter().map(|topic| topic.slug.len()).max().unwrap_or(0);
    for (sort, title) in [(TopicKind::Chapter, "Chapters"), (TopicKind::Recipe, "Recipes, each a small complete pack")]
    {
        writeln!(cx.out, "{STRONG}{title}{STRONG:#}")?;
        for topic in topics().iter().filter(|topic| topic.sort == sort) {
            writeln!(cx.out, "  {:widest$}  {}", topic.slug, topic.summary)?;
        }
        writeln!(cx.out)?;
    }
    writeln!(cx.out, "`tilewright handbook TOPIC` shows one of them.")?;
    Ok(Exit::Fine)
}

fn as_json(topic: &Topic) -> Value {
    let sections = topic
        .sections()
        .into_iter()
        .map(|s| json!({"title": s.title, "anchor": s.anchor, "text": s.text, "code": s.code}));
    json!({
        "topic": topic.slug,
        "sort": match topic.sort {
            TopicKind::Chapter => "chapter",
            TopicKind::Recipe => "recipe",
        },
        "title": topic.title, "summary": topic.summary, "findings": topic.findings,
        "files": topic.files().iter().map(|(path, _)| *path).collect::<Vec<_>>(),
        "sections": sections.collect::<Vec<_>>(),
    })
}

fn show_hits(words: &str, json: bool, cx: &mut Context) -> Result<Exit, Failure> {
    let hits = search(words);
    if hits.is_empty() && !json {
        let failure = Failure::wrong(format!("no passage of the handbook contains all of these words: `{words}`"));
        return Err(failure.hint("try fewer words, or the beginning of one"));
    }
    for hit in hits.iter().take(if json { hits.len() } else { MOST_HITS }) {
        if json {
            cx.out.json(&json!({
                "topic": hit.slug, "title": hit.title, "section": hit.section, "anchor": hit.anchor,
                "excerpt": hit.excerpt, "weight": hit.weight,
            }))?;
            continue;
        }
        let section = if hit.section == hit.title { String::new() } else { format!(", {}", hit.section) };
        writeln!(cx.out, "{STRONG}{}{STRONG:#}  {}{section}", hit.slug, hit.title)?;
        writeln!(cx.out, "    {FAINT}{}{FAINT:#}", hit.excerpt)?;
    }
    if !json && hits.len() > MOST_HITS {
        writeln!(cx.out, "{} more; add words to narrow the search", hits.len() - MOST_HITS)?;
    }
    Ok(Exit::Fine)
}

/// Writes the files of a topic into a folder with the id of its pack.
fn copy(topic: &Topic, cx: &mut Context) -> Result<Exit, Failure> {
    let Some(id) = topic.pack_id() else {
        let failure = Failure::usage(format!("`{}` has no pack", topic.slug));
        return Err(failure.hint("every recipe has one; `tilewright handbook` lists them"));
    };
    let files: Vec<(String, String)> = topic.files().into_iter().map(|(path, text)| (path.to_owned(), text)).collect();
    files::write_folder(Path::new(id), files.iter().map(|(path, text)| (&**path, text.as_bytes())))?;
    writeln!(cx.out, "Made {id}. Next:")?;
    for command in ["check", "test", "play"] {
        writeln!(cx.out, "  tilewright {command} ./{id}")?;
    }
    Ok(Exit::Fine)
}

fn write_pages(folder: &Path, cx: &mut Context) -> Result<Exit, Failure> {
    let pages = handbook_pages();
    for (name, text) in &pages {
        files::write_with_folders(&folder.join(name), text.as_bytes())
            .map_err(|error| Failure::environment(error.to_string()).hint("name a folder that you may write to"))?;
    }
    let shown = folder.display();
    writeln!(
        cx.out,
        "{} written to {shown}; begin with {shown}/index.html",
        format_count(pages.len(), "page", "pages")
    )?;
    Ok(Exit::Fine)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use clap::error::ErrorKind;
    use tilewright_handbook::{Phrase, Piece};

    use super::*;
    use crate::args::Cli;

    fn phrases(piece: &Piece) -> Vec<&Phrase> {
        match piece {
            Piece::Heading { phrases, .. } | Piece::Paragraph(phrases) | Piece::Item { phrases, .. } => {
                phrases.iter().collect()
            }
            Piece::Table { head, rows } => std::iter::once(head).chain(rows).flatten().flatten().collect(),
            Piece::Code(_) => Vec::new(),
        }
    }

    #[test]
    fn every_command_that_the_handbook_names_is_one() {
        let mut count = 0;
        for topic in topics() {
            let blocks = topic.blocks().filter(|block| block.language == "sh").flat_map(|block| block.text.lines());
            let named = topic.pieces.iter().flat_map(phrases).filter(|phrase| phrase.code).map(|phrase| &*phrase.text);
            for line in blocks.chain(named.filter(|text| text.starts_with("tilewright "))) {
                let command = line.split(" > ").next().unwrap_or(line);
                let read = Cli::try_parse_from(command.split_whitespace().filter(|word| *word != "…"));
                // A command in running text may lack its arguments, and `--help` reads none.
                let is_known = |error: &clap::Error| {
                    [ErrorKind::MissingRequiredArgument, ErrorKind::DisplayHelp].contains(&error.kind())
                };
                assert!(read.as_ref().err().is_none_or(is_known), "{}: `{line}`\n{}", topic.path, read.unwrap_err());
                count += 1;
            }
        }
        assert!(count > 20, "{count}");
    }

    #[test]
    fn codes_of_findings_that_topics_name_exist() {
        for topic in topics() {
            for code in &topic.findings {
                let known = tilewright_pack::explain(code).is_some()
                    || tilewright_script::EXPLAIN.iter().any(|known| known.0 == code);
                assert!(known, "{} is about {code}", topic.path);
                assert!(topic_for(code).is_some());
            }
        }
    }
}
