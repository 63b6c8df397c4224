//! Defines the limits of sizes and counts. They are far above the needs of real games, and low enough that no pack,
//! record or save can exhaust the machine or flood a screen. The limits of the pack format are in the reader of packs.
//!
//! The limits on rules are counts, so that a game gives the same result on every machine; the clock only protects the
//! machine. The page about the format of packs lists them, and a test compares the two.

use std::time::Duration;

// Limits of time count steps of a script: one for each iteration of a loop, each call, and each step of a pattern
// search. Host functions that inspect a large part of the board count as more.

/// Maximum steps of one function call.
pub const CALL_STEPS: i64 = 2_000_000;
/// Maximum steps of all calls together between an answer and the next question.
pub const RUN_STEPS: i64 = 20_000_000;
/// Maximum steps for loading one module.
pub const MODULE_STEPS: i64 = 2_000_000;
/// Maximum steps for loading all modules of a game.
pub const LOAD_STEPS: i64 = 8_000_000;
/// Maximum processor time for all calls between an answer and the next question, and for loading all modules. It does
/// not apply when a game is replayed.
pub const CLOCK: Duration = Duration::from_millis(1200);

// Limits of memory.

/// Maximum memory of the scripts of a game in bytes, in addition to the memory of the built-in functions.
pub const SCRIPT_BYTES: usize = 8 << 20;
/// Maximum size of one module's text in bytes.
pub const MODULE_BYTES: usize = 64 << 10;
/// Maximum size of all module texts of a game in bytes, with each module counted once.
pub const MODULES_BYTES: usize = 512 << 10;
/// Maximum size in bytes of a text that is searched, split or subject to replacement.
pub const SEARCHED_BYTES: usize = 64 << 10;
/// Maximum size in bytes of a search pattern or separator.
pub const PATTERN_BYTES: usize = 256;
/// Maximum number of values that `table.unpack` and `string.byte` return.
pub const VALUES: usize = 1_000;
/// Maximum nesting of tables that a module keeps.
pub const TABLE_LEVELS: usize = 64;

// Limits on the declarations of all packs together.

/// Maximum number of tile kinds with added parts.
pub const DERIVED_KINDS: usize = 4_000;

// Limits on the state of a game.

/// Maximum number of changes of the game in one function call: effects, raised events, scheduled parts.
pub const CALL_CHANGES: u32 = 10_000;
/// Maximum number of changes of the game by rules between an answer and the next question.
pub const RUN_CHANGES: u32 = 50_000;
/// Maximum number of parts on the agenda.
pub const WAITING_PARTS: usize = 4_096;
/// Maximum number of values in all counters with keys together.
pub const KEYS: usize = 32_768;
/// Maximum area, in cells, of the rectangle around all tiles when a rule places one.
pub const AREA: i64 = 1 << 18;
/// Maximum number of cells of a plane on which tiles may be placed anywhere: every placement inspects all of them.
pub const FREE_CELLS: usize = 1 << 12;
/// Maximum number of steps of a part that a rule schedules, and of different such lists.
pub const PART_STEPS: usize = 500;
/// Maximum number of tiles in bags and hands together, in addition to the tiles at the start of the game.
pub const TILES: usize = 100_000;
/// Maximum number of names that rules use: reasons, units, entries of the pack.
pub const NAMES: usize = 60_000;
/// Maximum absolute value of a whole number as a rule parameter.
pub const RULE_NUMBER: i64 = 2_147_483_647;
/// Maximum number of lines of a sheet.
pub const ITEMS: usize = 10_000;
/// Maximum number of options of a question by a rule, including options that rules add.
pub const OPTIONS: usize = 4_096;

/// Maximum number of answers in a game without human players; a longer game counts as endless.
pub const ANSWERS: u64 = 100_000;

/// Maximum number of steps of a game that is played without human players or replayed: the steps of its scripts, plus a
/// fixed number for each step of a turn, each option in a list and each answer.
pub const GAME_STEPS: u64 = 100_000_000;
/// Maximum size in bytes of the events, notes, sheets and answers that such a game keeps for a record.
pub const GAME_BYTES: usize = 64 << 20;

// Limits on numbers.

/// Maximum absolute value of the points of an award or sheet, and of a seat's claim on a sheet.
pub const AWARD: i32 = 1_000_000;
/// Maximum absolute value of a seat's score and of a counter.
pub const TOTAL: i32 = 1_000_000_000;

// Limits on texts for users.

/// Maximum length of a message, hint or label in letters; longer ones are cut.
pub const MESSAGE_LETTERS: usize = 600;
/// Maximum size of a note in bytes; longer ones are cut.
pub const NOTE_BYTES: usize = 500;
/// Maximum number of findings that are reported about packs, and about their rules.
pub const FINDINGS: usize = 500;
/// Maximum size in bytes of a name that rules create: the key of an option, a question, a group, a unit, a reason.
pub const NAME_BYTES: usize = 200;
/// Maximum size in bytes of a name in a record: of a game, a pack, an option or a tile.
pub const RECORD_TEXT_BYTES: usize = 500;
/// Maximum length of the notes in a capsule in letters; longer notes are cut.
pub const NOTES_LETTERS: usize = 20_000;
