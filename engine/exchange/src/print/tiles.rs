//! Prints the tiles and chips.

use tilewright_pack::edit::Written;

use super::{CHIPS_FILE, TILES_FILE, comment, mark};
use crate::plan::{ImportRequest, ImportedPack, PackPlan, PlannedTile, TileOrigin};

/// Adds the files of tiles and chips. A file without entries is not written, except for the tiles.
pub(super) fn add(plan: &PackPlan, request: &ImportRequest<'_>, pack: &mut ImportedPack) {
    let (chips, tiles): (Vec<&PlannedTile>, Vec<&PlannedTile>) = plan.tiles.iter().partition(|tile| tile.chip);
    add_list(TILES_FILE, "Tiles", &tiles, request, pack);
    if !chips.is_empty() {
        add_list(CHIPS_FILE, "Chips", &chips, request, pack);
    }
}

fn add_list(
    file: &'static str,
    word: &str,
    tiles: &[&PlannedTile],
    request: &ImportRequest<'_>,
    pack: &mut ImportedPack,
) {
    let mut text = mark(request);
    text.push_str(word);
    text.push_str("([\n");
    for tile in tiles {
        let start = text.len();
        for guess in &tile.guesses {
            let guess = match tile.line {
                Some(line) => format!("Guess, line {line}: {guess}."),
                None => format!("Guess: {guess}."),
            };
            text.push_str(&comment(4, &guess));
        }
        let id = std::iter::once(("id".to_owned(), Written::text(&tile.id)));
        let entry = Written::Struct(None, id.chain(tile.fields.iter().cloned()).collect());
        text.push_str("    ");
        text.push_str(&entry.print(4, 4, 1));
        let range = start..text.len();
        text.push_str(",\n");
        pack.tiles.push(TileOrigin { file, range, line: tile.line, id: tile.id.clone() });
    }
    text.push_str("])\n");
    pack.files.insert(file.to_owned(), text);
}
