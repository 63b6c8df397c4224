//! The handbook for designers: chapters and recipes, taken apart so that a terminal, a browser and a window can show
//! them, and searched.
//!
//! Invariants: the texts are those of the folder `texts`, and each of its files is a topic; whatever a topic shows is
//! one of a few sorts of pieces, so who shows them never meets Markdown; order is that of the list below.
//! Deliberately absent: files, colours, anything of packs and rules.

mod files;
mod markdown;
mod piece;
mod search;

use std::sync::LazyLock;

pub use files::{Page, pages};
pub use markdown::read;
pub use piece::{Code, Destination, Phrase, Piece, plain};
pub use search::{Hit, search};

/// What sort of topic it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// About one side of making a game.
    Chapter,
    /// One small complete thing, with its files.
    Recipe,
}

/// A chapter or a recipe.
#[derive(Clone, Debug)]
pub struct Topic {
    /// Its name in commands and links, such as `first-pack`.
    pub slug: &'static str,
    /// Chapter or recipe.
    pub sort: Sort,
    /// Its heading.
    pub title: String,
    /// What it is about, in one line.
    pub summary: String,
    /// Codes of findings that it is about.
    pub findings: Vec<String>,
    /// Path of the file below the folder `texts`.
    pub path: &'static str,
    /// What it shows, in order, the heading first.
    pub pieces: Vec<Piece>,
}

/// A stretch of a topic under one heading.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// Its name in links, after `#`.
    pub anchor: String,
    /// What stands under the heading, without marks and blocks of code, for searching.
    pub text: String,
    /// The blocks of code under it.
    pub code: String,
}

impl Topic {
    /// The sections in order; the first one is that of the topic's own heading.
    pub fn sections(&self) -> Vec<Section> {
        let mut sections: Vec<Section> = Vec::new();
        for piece in &self.pieces {
            if let Piece::Heading { phrases, anchor, .. } = piece {
                sections.push(Section { title: plain(phrases), anchor: anchor.clone(), ..Section::default() });
            } else if let Some(section) = sections.last_mut() {
                let of = if matches!(piece, Piece::Code(_)) { &mut section.code } else { &mut section.text };
                of.push_str(&piece.text());
                of.push('\n');
            }
        }
        sections
    }

    /// The blocks of code in order.
    pub fn blocks(&self) -> impl Iterator<Item = &Code> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Code(code) => Some(code),
            _ => None,
        })
    }

    /// The files that the topic's blocks make up, in order: blocks of one file follow each other in it.
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
    /// The id of the pack that its files make up.
    pub fn pack_id(&self) -> Option<&str> {
        let pack = self.blocks().find(|block| block.file.as_deref() == Some("pack.ron"))?;
        pack.text.split_once("id: \"")?.1.split('"').next()
    }
}

static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| pages().iter().map(markdown::topic).collect());

/// All topics in the order of reading: the chapters, then the recipes.
pub fn topics() -> &'static [Topic] {
    &TOPICS
}

/// The topic of a name.
pub fn topic(slug: &str) -> Option<&'static Topic> {
    topics().iter().find(|topic| topic.slug == slug)
}

/// The topic that helps with a finding, by its code; the first one that names it.
pub fn topic_for(code: &str) -> Option<&'static Topic> {
    topics().iter().find(|topic| topic.findings.iter().any(|known| known == code))
}
