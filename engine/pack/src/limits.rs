//! Size limits of packs: generous for authors, but small enough that no pack can hang or exhaust the machine.

/// Bytes of one file.
pub const FILE_BYTES: usize = 1 << 20;
/// Bytes of all files of one pack.
pub const PACK_BYTES: usize = 16 << 20;
/// Files of one pack.
pub const FILES: usize = 1000;
/// Bytes of the path of a file in its pack.
pub const PATH_BYTES: usize = 1000;
/// Levels of nesting in a file.
pub const NESTING: usize = 64;
/// Values in a file, those within each other included.
pub const VALUES: usize = 250_000;
/// Packs loaded together.
pub const PACKS: usize = 64;
/// Copies of one tile kind, and tiles of one bag.
pub const BAG: u64 = 100_000;
/// Tile kinds and other pieces.
pub const KINDS: usize = 4000;
/// Entries of any other sort, such as terrains or tags.
pub const ENTRIES: usize = 250;
/// Steps of the flow, nested ones included.
pub const STEPS: usize = 500;
/// Named lists of steps.
pub const PARTS: usize = 100;
/// Tiles preset on the board.
pub const PRESETS: usize = 2000;
/// Letters of an id, and of any other name of something.
pub const ID_LETTERS: usize = 64;
/// Letters of a version, and of a range of versions.
pub const VERSION_LETTERS: usize = 64;
/// Letters of the title of a pack, of an author, and of the licence.
pub const TITLE_LETTERS: usize = 100;
/// Letters of a text for people, and of anything else in quotation marks.
pub const TEXT_LETTERS: usize = 4000;
/// Weight times supply of all figures of one seat.
pub const FIGURE_WEIGHT: u64 = 255;
/// Fields of one struct.
pub const FIELDS: usize = 250;
/// Values of one option.
pub const CHOICES: usize = 1000;
/// Cells of the rim.
pub const RIM: usize = 20_000;
/// Rule modules that one pack switches on.
pub const RULES: usize = 2000;
/// Names that are looked through for a suggestion.
pub const SUGGESTIONS: usize = 2000;
