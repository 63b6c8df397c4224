//! Tests the style rules and links of the handbook's texts.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use tilewright_handbook::{Destination, Phrase, Piece, Topic, TopicKind, pages, search, topic, topic_for, topics};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("texts")
}

/// Returns all formatted texts of a topic.
fn phrases(topic: &Topic) -> Vec<&Phrase> {
    let mut all = Vec::new();
    for piece in &topic.pieces {
        match piece {
            Piece::Heading { phrases, .. } | Piece::Paragraph(phrases) | Piece::Item { phrases, .. } => {
                all.extend(phrases)
            }
            Piece::Table { head, rows } => all.extend(std::iter::once(head).chain(rows).flatten().flatten()),
            Piece::Code(_) => {}
        }
    }
    all
}

#[test]
fn every_file_is_listed() {
    let mut there = BTreeSet::new();
    for (folder, before) in [(folder(), ""), (folder().join("recipes"), "recipes/")] {
        for entry in fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".md") && name != "README.md" {
                there.insert(format!("{before}{name}"));
            }
        }
    }
    let listed: BTreeSet<String> = pages().iter().map(|page| page.path.to_owned()).collect();
    assert_eq!(there, listed);
}

#[test]
fn every_topic_has_a_title_a_summary_and_a_name_of_its_own() {
    let mut names = BTreeSet::new();
    for topic in topics() {
        assert!(matches!(topic.pieces.first(), Some(Piece::Heading { level: 1, .. })), "{}", topic.path);
        assert!(topic.summary.ends_with('.') && topic.summary.len() <= 110, "{}: {}", topic.path, topic.summary);
        assert!(names.insert(topic.slug), "{}", topic.slug);
        let sections = topic.sections();
        let anchors: BTreeSet<&str> = sections.iter().map(|section| &*section.anchor).collect();
        assert_eq!(anchors.len(), sections.len(), "{} has two sections of one name", topic.path);
    }
}

#[test]
fn links_lead_somewhere() {
    for from in topics() {
        for link in phrases(from).into_iter().filter_map(|phrase| phrase.link.as_ref()) {
            match link {
                Destination::Broken(address) => panic!("{} leads to {address}", from.path),
                Destination::Web(_) => {}
                Destination::Topic { slug, anchor } => {
                    let to = topic(slug).unwrap();
                    let there = |anchor: &String| to.sections().iter().any(|section| section.anchor == *anchor);
                    assert!(anchor.as_ref().is_none_or(there), "{} leads to {slug}#{anchor:?}", from.path);
                }
            }
        }
    }
}

#[test]
fn recipes_are_complete() {
    for topic in topics().iter().filter(|topic| topic.sort == TopicKind::Recipe) {
        let files = topic.files();
        assert!(files.iter().any(|(path, _)| *path == "pack.ron"), "{} has no pack", topic.path);
        assert!(files.iter().any(|(path, _)| path.starts_with("tests/")), "{} has no test", topic.path);
        let headings: Vec<String> = topic.sections().into_iter().skip(1).map(|section| section.title).collect();
        assert_eq!(headings, ["How it works", "Make it yours"], "{}", topic.path);
        // A recipe begins with its effect at the table.
        assert!(matches!(topic.pieces[1], Piece::Paragraph(_)), "{}", topic.path);
        let mut after = topic.pieces.iter().skip_while(|piece| piece.text() != "Make it yours");
        let ideas = after.by_ref().filter(|piece| matches!(piece, Piece::Item { .. })).count();
        assert!(ideas >= 2, "{} has {ideas} changes to try", topic.path);
    }
}

#[test]
fn every_block_is_a_file_of_a_pack_a_command_or_what_one_prints() {
    for topic in topics() {
        for block in topic.blocks() {
            let known = match &block.file {
                Some(path) => path.ends_with(&format!(".{}", block.language)) || path.ends_with(".md"),
                // Tests of the command read the tables, and decisions about tables, as inputs.
                None => matches!(&*block.language, "sh" | "text" | "csv" | "conf") || topic.slug == "spreadsheets",
            };
            assert!(known, "{} has a block of {:?} for {:?}", topic.path, block.language, block.file);
            let widest = block.text.lines().map(|line| line.chars().count()).max();
            // A command must stay on one line.
            assert!(block.language == "sh" || widest <= Some(150), "{} has a line of {widest:?} letters", topic.path);
        }
    }
}

#[test]
fn words_and_codes_are_found() {
    let first = |words: &str| search(words).first().map(|hit| hit.slug);
    assert_eq!(first("longest road"), Some("longest-road"));
    assert_eq!(first("LONGEST roa"), Some("longest-road"));
    assert_eq!(first("relic coins"), Some("auction"));
    assert_eq!(search("no such words anywhere"), []);
    assert_eq!(search("  "), []);
    let weights: Vec<u32> = search("road").iter().map(|hit| hit.weight).collect();
    assert!(weights.is_sorted_by(|a, b| a >= b) && weights.len() > 10);
    for topic in topics() {
        for code in &topic.findings {
            assert_eq!(search(code)[0].slug, topic_for(code).unwrap().slug);
        }
    }
    assert!(topic_for("P9999").is_none());
}

#[test]
fn the_contents_beside_the_texts_list_them() {
    let mut text =
        "# Handbook for designers\n\nMade of the pages themselves, and read best with `tilewright handbook`.\n"
            .to_owned();
    for (sort, title) in [(TopicKind::Chapter, "Chapters"), (TopicKind::Recipe, "Recipes")] {
        text.push_str(&format!("\n## {title}\n"));
        for topic in topics().iter().filter(|topic| topic.sort == sort) {
            text.push_str(&format!("- [{}]({}): {}\n", topic.title, topic.path, topic.summary));
        }
    }
    expect_file![folder().join("README.md")].assert_eq(&text);
}
