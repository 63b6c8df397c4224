//! How long and how many: far more than a game that people play needs, and little enough that nothing of a pack, a record
//! or a save can exhaust the machine or flood a screen. Limits of what packs may write down stand with the reader of packs.
//!
//! What rules may ask of a game are counts, so that a game comes to the same end everywhere; the clock only guards the
//! machine. The page about the format of packs lists them; a test compares the two.

use std::time::Duration;

// Time, in steps of a script: one for each round of a loop, each call, and each step of a search for a pattern. Host
// functions that look at much of the board take more.

/// Steps of one call of a function.
pub const CALL_STEPS: i64 = 2_000_000;
/// Steps of all calls together, from an answer to the next question.
pub const RUN_STEPS: i64 = 20_000_000;
/// Steps in which one module loads.
pub const MODULE_STEPS: i64 = 2_000_000;
/// Steps in which all modules of a game load.
pub const LOAD_STEPS: i64 = 8_000_000;
/// Processor time: all calls from an answer to the next question, and all modules while they load. Not looked at where a
/// game is repeated.
pub const CLOCK: Duration = Duration::from_millis(1200);

// Room.

/// Bytes that the scripts of a game hold, beyond what the library of functions needs.
pub const SCRIPT_BYTES: usize = 8 << 20;
/// Bytes of the text of one module.
pub const MODULE_BYTES: usize = 64 << 10;
/// Bytes of the texts of all modules of a game, each counted once.
pub const MODULES_BYTES: usize = 512 << 10;
/// Bytes of a text that is searched, split or replaced in.
pub const SEARCHED_BYTES: usize = 64 << 10;
/// Bytes of a pattern, or of a separator, that is searched for.
pub const PATTERN_BYTES: usize = 256;
/// Values that `table.unpack` and `string.byte` give at once.
pub const VALUES: usize = 1_000;
/// Tables within each other, in what a module keeps.
pub const TABLE_LEVELS: usize = 64;

// What packs declare together.

/// Kinds that tiles become when parts are added to them, of all packs together.
pub const DERIVED_KINDS: usize = 4_000;

// The state of a game.

/// Changes of the game in one call of a function: effects, events raised, parts put on the agenda.
pub const CALL_CHANGES: u32 = 10_000;
/// Changes of the game by rules, from an answer to the next question.
pub const RUN_CHANGES: u32 = 50_000;
/// Parts that wait on the agenda.
pub const WAITING_PARTS: usize = 4_096;
/// Numbers that counters with keys hold, all together.
pub const KEYS: usize = 32_768;
/// Cells of the rectangle around all tiles, when a rule lays one.
pub const AREA: i64 = 1 << 18;
/// Cells of a plane on which tiles may lie anywhere: each is looked at whenever a tile is placed.
pub const FREE_CELLS: usize = 1 << 12;
/// Steps of a part that a rule puts on the agenda, and different such lists.
pub const PART_STEPS: usize = 500;
/// Tiles in bags and hands, all together, beyond those with which the game began.
pub const TILES: usize = 100_000;
/// Names that rules use: reasons, units, things of the pack.
pub const NAMES: usize = 60_000;
/// Whole number that a rule is given as a parameter, either way.
pub const RULE_NUMBER: i64 = 2_147_483_647;
/// Lines of a sheet.
pub const ITEMS: usize = 10_000;
/// Options that a rule's question has, or that a rule adds to one.
pub const OPTIONS: usize = 4_096;

/// Answers of a game that is played without people: one that is not over by then has no end.
pub const ANSWERS: u64 = 100_000;

/// Steps of a game that is played without people or repeated: those of its scripts, and for each step of a turn, each
/// option of a list and each answer as many as it is work.
pub const GAME_STEPS: u64 = 100_000_000;
/// Bytes of what such a game keeps for a record: events, notes, sheets and answers.
pub const GAME_BYTES: usize = 64 << 20;

// Numbers.

/// Points of one award or sheet, and what a claim on a sheet weighs, either way.
pub const AWARD: i32 = 1_000_000;
/// Points of a seat and the value of a counter, either way.
pub const TOTAL: i32 = 1_000_000_000;

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
