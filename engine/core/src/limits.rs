//! How long and how many: far more than a game that people play needs, and little enough that nothing of a pack, a record
//! or a save can exhaust the machine or flood a screen. Limits of what packs may write down stand with the reader of packs.
//!
//! The page about the format of packs lists them; a test compares the two.

// What people read.

/// Letters of a message, a hint or a label, of a finding or a fault; a longer one is cut.
pub const MESSAGE_LETTERS: usize = 600;
/// Bytes of a note; a longer one is cut.
pub const NOTE_BYTES: usize = 500;
/// Findings of packs that are told, and findings of their rules.
pub const FINDINGS: usize = 500;
/// Bytes of a name that rules make up: the key of an option, a question, a group, a unit, a reason.
pub const NAME_BYTES: usize = 200;
/// Bytes of a text in a record: what it calls a game, a pack, an option, a tile.
pub const RECORD_TEXT_BYTES: usize = 500;
/// Letters of the notes that come with a capsule; longer ones are cut.
pub const NOTES_LETTERS: usize = 20_000;
