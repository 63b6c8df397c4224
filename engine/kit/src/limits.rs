//! Defines the limits for tests of packs and for files of targets. The limits for declarations of packs are next to
//! their reader, and the limits for games are in the engine core.

/// Maximum number of steps in one test of a pack, including the expectations between them.
pub const TEST_STEPS: usize = 10_000;
/// Maximum number of tests in one file of a pack.
pub const TESTS: usize = 10_000;
/// Maximum number of numbers that a file of targets varies.
pub const TUNED_NUMBERS: usize = 12;
/// Maximum number of values of one varied number.
pub const TUNED_VALUES: usize = 100;
/// Maximum number of targets in a file of targets.
pub const TARGETS: usize = 20;
/// Maximum length of a text of a player at a table, in characters.
pub const PLAYER_TEXT: usize = 2000;
/// Maximum number of questions of a form.
pub const FORM_QUESTIONS: usize = 20;
/// Maximum number of answers to choose from.
pub const FORM_CHOICES: usize = 12;
/// Maximum length of a question or an answer to choose from, in characters.
pub const FORM_LETTERS: usize = 200;
/// Maximum number of bots in the panel of a file of targets.
pub const PANEL_BOTS: usize = 8;
