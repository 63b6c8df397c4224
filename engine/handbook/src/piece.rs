//! Defines the pieces of a topic, and texts with formatting.

/// A piece of a topic, such as a paragraph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A heading; that of the topic has level 1.
    Heading {
        /// Level of the heading, from 1 to 3.
        level: u8,
        /// Text of the heading.
        phrases: Vec<Phrase>,
        /// Name in links, after `#`.
        anchor: String,
    },
    /// A paragraph with formatted text.
    Paragraph(Vec<Phrase>),
    /// An item of a list.
    Item {
        /// Number of lists that contain the list, from 0.
        depth: usize,
        /// Number of the item; `None` in a list without numbers.
        number: Option<u64>,
        /// Text of the item.
        phrases: Vec<Phrase>,
    },
    /// A block of code.
    Code(CodeBlock),
    /// A table: the head, then the rows. Each cell is a formatted text.
    Table {
        /// Cells of the head.
        head: Vec<Vec<Phrase>>,
        /// Rows of cells below the head.
        rows: Vec<Vec<Vec<Phrase>>>,
    },
}

impl Piece {
    /// Returns the plain text without formatting.
    pub fn text(&self) -> String {
        match self {
            Piece::Heading { phrases, .. } | Piece::Paragraph(phrases) | Piece::Item { phrases, .. } => plain(phrases),
            Piece::Code(code) => code.text.clone(),
            Piece::Table { head, rows } => {
                let rows = std::iter::once(head).chain(rows);
                let line = |row: &Vec<Vec<Phrase>>| row.iter().map(|cell| plain(cell)).collect::<Vec<_>>().join(" ");
                rows.map(line).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// A block of code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CodeBlock {
    /// Language: `ron`, `lua`, `sh` for commands, `text` for their output.
    pub language: String,
    /// File of the topic's pack that the block belongs to, such as `rules/longest.lua`; `None` if it belongs to no
    /// file.
    pub file: Option<String>,
    /// Lines of the block.
    pub text: String,
}

/// A text with uniform formatting.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Phrase {
    /// Text without formatting.
    pub text: String,
    /// True for strong text.
    pub strong: bool,
    /// True for emphasized text.
    pub emphasis: bool,
    /// True for code: a word of packs, rules or commands.
    pub code: bool,
    /// Destination of a link; `None` if the text is not a link.
    pub link: Option<Destination>,
}

/// Destination of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// A topic, and optionally one of its sections.
    Topic {
        /// Name of the topic.
        slug: String,
        /// Anchor of the section; `None` for the whole topic.
        anchor: Option<String>,
    },
    /// An address on the web.
    Web(String),
    /// An invalid address. A test keeps the handbook free of these.
    Broken(String),
}

/// Returns the text of phrases without formatting.
pub fn plain(phrases: &[Phrase]) -> String {
    phrases.iter().map(|phrase| phrase.text.as_str()).collect()
}
