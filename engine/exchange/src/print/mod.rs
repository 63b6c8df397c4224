//! Prints a planned pack: its head, tiles, texts, pictures and read-me.

mod art;
mod head;
mod tiles;

use std::collections::BTreeMap;

use tilewright_core::unseen::escape_line;
use tilewright_pack::limits::KINDS;

use crate::error::{ExchangeError, ExchangeErrorKind};
use crate::guess::Guesses;
use crate::plan::{ImportRequest, ImportedPack, PackPlan};

/// Start of the files that an import writes and may replace.
pub const IMPORT_MARK: &str = "// Written by `tilewright import`";

/// Path of the tiles of an imported pack.
pub const TILES_FILE: &str = "tiles.ron";
/// Path of the chips of an imported pack.
pub const CHIPS_FILE: &str = "chips.ron";
/// Path of the assignment of pictures in an imported pack.
pub const ART_FILE: &str = "art/art.ron";

/// Prints a pack. If its words are known, only the files of its tiles are printed.
///
/// # Errors
/// The pack has no tiles, too many, or a file of it would be too large.
pub(crate) fn print_pack(
    plan: &PackPlan,
    request: &ImportRequest<'_>,
    mut guesses: Guesses,
) -> Result<ImportedPack, ExchangeError> {
    if plan.tiles.iter().all(|tile| tile.chip) && request.known.is_none() {
        let error = ExchangeError::new(ExchangeErrorKind::Missing, "the file has no tiles");
        return Err(error.hint("a table has a row for each tile, below the names of the columns"));
    }
    if plan.tiles.len() > KINDS {
        let message = format!("the file has {} kinds of tile; a pack has at most {KINDS}", plan.tiles.len());
        return Err(ExchangeError::new(ExchangeErrorKind::TooLarge, message));
    }
    let mut pack = ImportedPack { kind_count: plan.tiles.len(), ..ImportedPack::default() };
    let bags = plan.bags();
    let default = bags.first().map(String::as_str).unwrap_or_default();
    let copies = plan.tiles.iter().flat_map(|tile| tile.copies(default)).map(|(_, count)| count);
    pack.copy_count = copies.fold(0, u64::saturating_add);
    if request.known.is_none() {
        head::add(plan, &bags, request, &mut guesses, &mut pack);
    }
    tiles::add(plan, request, &mut pack);
    art::add(plan, request, &mut pack);
    let largest = pack.files.iter().max_by_key(|(_, text)| text.len());
    if let Some((path, text)) = largest
        && text.len() > tilewright_pack::limits::FILE_BYTES
    {
        let message = format!("`{path}` would have {} bytes, more than a file of a pack may have", text.len());
        return Err(ExchangeError::new(ExchangeErrorKind::TooLarge, message).hint("divide the tiles among two packs"));
    }
    pack.guesses = guesses.finish();
    Ok(pack)
}

/// Returns the first line of a file that an import writes and may replace.
fn mark(request: &ImportRequest<'_>) -> String {
    let source = quoted(request.source);
    format!("{IMPORT_MARK} from {source}, which also replaces it. Remove this line to keep your changes.\n")
}

/// Returns a name from elsewhere for a comment.
fn quoted(text: &str) -> String {
    format!("`{}`", escape_line(text, 100).replace('`', "'"))
}

/// Returns a comment as a separate line.
fn comment(indent: usize, text: &str) -> String {
    format!("{:indent$}// {}\n", "", escape_line(text, 300))
}

/// Turns an id into a name for players: `dark_grass` becomes `Dark grass`.
fn title_of(id: &str) -> String {
    let words = id.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// Texts of a pack by their keys.
type PackTexts = BTreeMap<String, String>;
