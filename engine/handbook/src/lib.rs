//! Provides the handbook for designers: chapters and recipes, parsed into pieces that a terminal, a browser and a
//! window can show, and searchable.
//!
//! Invariants: the texts are the files of the folder `texts`, and each file is a topic; all content of a topic is one
//! of a few kinds of pieces, so callers never handle Markdown; the order is that of the list in `files`. Deliberately
//! absent: file access, colours, knowledge of packs and rules.

mod files;
mod markdown;
mod piece;
mod search;

use std::sync::LazyLock;

pub use files::{HandbookFile, pages};
pub use markdown::read;
pub use piece::{CodeBlock, Destination, Phrase, Piece, plain};
pub use search::{Hit, search};

/// Kind of a topic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TopicKind {
    /// A chapter about one aspect of making a game.
    Chapter,
    /// A recipe for one small complete thing, with its files.
    Recipe,
}

/// A chapter or a recipe of the handbook.
#[derive(Clone, Debug)]
pub struct Topic {
    /// Name in commands and links, such as `first-pack`.
    pub slug: &'static str,
    /// Kind of the topic: chapter or recipe.
    pub sort: TopicKind,
    /// Heading of level 1.
    pub title: String,
    /// Summary of the topic in one line.
    pub summary: String,
    /// Codes of the findings that the topic explains.
    pub findings: Vec<String>,
    /// Path of the file relative to the folder `texts`.
    pub path: &'static str,
    /// Content of the topic in order, beginning with the heading.
    pub pieces: Vec<Piece>,
}

/// The part of a topic under one heading.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TopicSection {
    /// Text of the heading.
    pub title: String,
    /// Name in links, after `#`.
    pub anchor: String,
    /// Plain text under the heading, without blocks of code, for searching.
    pub text: String,
    /// Content of the blocks of code under the heading.
    pub code: String,
}

impl Topic {
    /// Returns the sections in order; the first is that of the topic's own heading.
    pub fn sections(&self) -> Vec<TopicSection> {
        let mut sections: Vec<TopicSection> = Vec::new();
        for piece in &self.pieces {
            if let Piece::Heading { phrases, anchor, .. } = piece {
                sections.push(TopicSection {
                    title: plain(phrases),
                    anchor: anchor.clone(),
                    ..TopicSection::default()
                });
            } else if let Some(section) = sections.last_mut() {
                let of = if matches!(piece, Piece::Code(_)) { &mut section.code } else { &mut section.text };
                of.push_str(&piece.text());
                of.push('\n');
            }
        }
        sections
    }

    /// Returns the blocks of code in order.
    pub fn blocks(&self) -> impl Iterator<Item = &CodeBlock> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Code(code) => Some(code),
            _ => None,
        })
    }

    /// Returns the paths and texts of the files in the topic's blocks, in order. Blocks with the same path are
    /// concatenated.
    pub fn files(&self) -> Vec<(&str, String)> {
        let mut files: Vec<(&str, String)> = Vec::new();
        for block in self.blocks() {
            let Some(path) = block.file.as_deref() else { continue };
            match files.iter_mut().find(|(known, _)| *known == path) {
                Some((_, text)) => text.push_str(&block.text),
                None => files.push((path, block.text.clone())),
            }
        }
        files
    }
}

impl Topic {
    /// Returns the id of the pack in the topic's files; `None` if they have no `pack.ron` with an id.
    pub fn pack_id(&self) -> Option<&str> {
        let pack = self.blocks().find(|block| block.file.as_deref() == Some("pack.ron"))?;
        pack.text.split_once("id: \"")?.1.split('"').next()
    }
}

static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| pages().iter().map(markdown::topic).collect());

/// Returns all topics in reading order: the chapters, then the recipes.
pub fn topics() -> &'static [Topic] {
    &TOPICS
}

/// Returns the topic with this name.
pub fn topic(slug: &str) -> Option<&'static Topic> {
    topics().iter().find(|topic| topic.slug == slug)
}

/// Returns the first topic that explains the finding with this code.
pub fn topic_for(code: &str) -> Option<&'static Topic> {
    topics().iter().find(|topic| topic.findings.iter().any(|known| known == code))
}
