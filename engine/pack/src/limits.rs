//! Size limits of packs: generous for authors, but small enough that no pack can hang or exhaust the machine.

/// Maximum size of one file, in bytes.
pub const FILE_BYTES: usize = 1 << 20;
/// Maximum total size of the files of one pack, in bytes.
pub const PACK_BYTES: usize = 16 << 20;
/// Maximum number of files in one pack.
pub const FILES: usize = 1000;
/// Maximum length of the path of a file in its pack, in bytes.
pub const PATH_BYTES: usize = 1000;
/// Maximum depth of nesting in a file.
pub const NESTING: usize = 64;
/// Maximum number of values in a file, including nested values.
pub const VALUES: usize = 250_000;
/// Maximum number of packs loaded together.
pub const PACKS: usize = 64;
/// Maximum number of copies of one tile kind, and of tiles in one bag.
pub const BAG: u64 = 100_000;
/// Maximum number of tile kinds, and of other pieces.
pub const KINDS: usize = 4000;
/// Maximum number of entries of any other kind, such as terrains or tags.
pub const ENTRIES: usize = 250;
/// Maximum number of steps of the flow, including nested steps.
pub const STEPS: usize = 500;
/// Maximum number of named lists of steps.
pub const PARTS: usize = 100;
/// Maximum number of tiles on the board at the start.
pub const PRESETS: usize = 2000;
/// Maximum length of an id or any other name, in characters.
pub const ID_LETTERS: usize = 64;
/// Maximum length of a version or a range of versions, in characters.
pub const VERSION_LETTERS: usize = 64;
/// Maximum length of a title, an author or a licence of a pack, in characters.
pub const TITLE_LETTERS: usize = 100;
/// Maximum length of any other text in quotation marks, in characters.
pub const TEXT_LETTERS: usize = 4000;
/// Maximum sum of weight times supply over all figures of one seat.
pub const FIGURE_WEIGHT: u64 = 255;
/// Maximum number of fields in one struct.
pub const FIELDS: usize = 250;
/// Maximum number of values of one option.
pub const CHOICES: usize = 1000;
/// Maximum number of cells of the rim.
pub const RIM: usize = 20_000;
/// Maximum number of rule modules that one pack switches on.
pub const RULES: usize = 2000;
/// Maximum number of names that are searched for a suggestion.
pub const SUGGESTIONS: usize = 2000;
/// Maximum size of the file of a picture, in bytes.
pub const PICTURE_BYTES: u64 = 8 << 20;
/// Maximum total size of the pictures of one pack, in bytes.
pub const ART_BYTES: u64 = 48 << 20;
/// Maximum number of pictures in one pack.
pub const ART_FILES: usize = 1000;
/// Maximum width and height of a picture, in pixels.
pub const PICTURE_SIDE: u32 = 4096;
/// Maximum size of a picture in the format SVG, in bytes.
pub const SVG_BYTES: u64 = 512 << 10;
/// Maximum number of looks of one pack.
pub const LOOKS: usize = 20;
/// Maximum number of cells of a sheet of pictures along one axis.
pub const SHEET_CELLS: usize = 100;
/// Maximum bleed of a picture, in hundredths of a cell.
pub const BLEED: u64 = 20;
