//! Messages of clients.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Mood of a note.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoteMood {
    /// The player does not know how to continue.
    Stuck,
    /// A text or a rule is unclear.
    Unclear,
    /// Something seems unfair.
    Unfair,
    /// Something was fun.
    Fun,
}

impl NoteMood {
    /// Returns the word for the mood.
    pub fn name(self) -> &'static str {
        match self {
            NoteMood::Stuck => "stuck",
            NoteMood::Unclear => "unclear",
            NoteMood::Unfair => "unfair",
            NoteMood::Fun => "fun",
        }
    }
}

/// Message of a client that has shown its link. `s` is a seat of the link, and `n` the number of the last change that
/// the client has seen of this seat.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "t", rename_all = "lowercase", deny_unknown_fields)]
pub enum ClientMessage {
    /// Chooses the option with a key.
    Answer {
        /// Seat that answers.
        s: u8,
        /// Number of the last change.
        n: u64,
        /// Key of the option.
        key: String,
    },
    /// Asks to take the last answer of the seat back.
    Undo {
        /// Seat that asks.
        s: u8,
        /// Number of the last change.
        n: u64,
    },
    /// Agrees that another seat takes its answer back, or refuses.
    Agree {
        /// Seat that agrees.
        s: u8,
        /// True to agree.
        yes: bool,
    },
    /// Asks why the tile in play does not fit on a cell.
    Why {
        /// Seat that is asked.
        s: u8,
        /// Name of the cell.
        cell: String,
    },
    /// Says something to all connections.
    Say {
        /// Text.
        text: String,
    },
    /// Notes something about the game for its designers.
    Note {
        /// Text.
        text: String,
        /// Mood, if the player chose one.
        #[serde(default)]
        mood: Option<NoteMood>,
        /// Name of the cell that the note is about, if the player chose one.
        #[serde(default)]
        place: Option<String>,
    },
    /// Answers the questions at the end of a game.
    Form {
        /// Answers by the ids of their questions.
        answers: BTreeMap<String, Json>,
    },
    /// Names a seat of the link.
    Name {
        /// Seat.
        s: u8,
        /// New name.
        text: String,
    },
    /// Lets a bot play a seat, or its player again; only for the host.
    Bot {
        /// Seat.
        s: u8,
        /// Word for the bot; none for the player.
        bot: Option<String>,
    },
    /// Replaces the link of a seat by a new one; only for the host.
    Renew {
        /// Seat.
        s: u8,
    },
    /// Asks to continue the game with the current version of its packs; only for the host.
    Reload {
        /// True to continue from an earlier position if the changed rules do not allow all answers.
        #[serde(default)]
        part: bool,
    },
    /// Asks for the explanation of the game.
    Rules,
    /// Asks for everything again.
    View,
}
