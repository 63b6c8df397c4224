//! What a topic shows: a few sorts of pieces, and texts with marks in them.

/// One piece of a topic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A heading; the topic's own has level 1.
    Heading {
        /// 1 to 3.
        level: u8,
        /// What it says.
        phrases: Vec<Phrase>,
        /// Its name in links.
        anchor: String,
    },
    /// A paragraph.
    Paragraph(Vec<Phrase>),
    /// An item of a list.
    Item {
        /// How deep the list lies in others, from 0.
        depth: usize,
        /// Its number, in a list that counts.
        number: Option<u64>,
        /// What it says.
        phrases: Vec<Phrase>,
    },
    /// A block of code.
    Code(Code),
    /// A table: the head, then the rows; each cell is a text with marks.
    Table {
        /// The first row.
        head: Vec<Vec<Phrase>>,
        /// All others.
        rows: Vec<Vec<Vec<Phrase>>>,
    },
}

impl Piece {
    /// What it says, without marks.
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
pub struct Code {
    /// What it is written in: `ron`, `lua`, `sh` for commands, `text` for what they print.
    pub language: String,
    /// The file of the topic's pack that it belongs to, such as `rules/longest.lua`.
    pub file: Option<String>,
    /// Its lines.
    pub text: String,
}

/// A text with the same marks all over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Phrase {
    /// The text.
    pub text: String,
    /// Important.
    pub strong: bool,
    /// Stressed.
    pub emphasis: bool,
    /// A word of packs, rules or commands.
    pub code: bool,
    /// Where it leads.
    pub link: Option<Destination>,
}

/// Where a text leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// To a topic, and perhaps a section of it.
    Topic {
        /// The topic's name.
        slug: String,
        /// The section's name.
        anchor: Option<String>,
    },
    /// To an address on the web.
    Web(String),
    /// To something that is not there; a test keeps the handbook free of these.
    Broken(String),
}

/// Texts without their marks.
pub fn plain(phrases: &[Phrase]) -> String {
    phrases.iter().map(|phrase| phrase.text.as_str()).collect()
}
