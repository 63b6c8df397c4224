//! Lists the tiles that own art of the open pack can show, with the names that it uses for them.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilewright_core::catalog::art::ArtLook;
use tilewright_core::catalog::id::TileKindId;
use tilewright_kit::packs::load::Loaded;

/// Tile that own art can show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaintableTile {
    /// Name of the tile in its pack.
    pub name: Arc<str>,
    /// Name of the tile in `art/art.ron` of the open pack.
    pub written: Arc<str>,
    /// The tile.
    pub kind: TileKindId,
    /// True if the look has a picture of the tile.
    pub has_picture: bool,
}

/// Lists the tiles that own art of the pack `open` can show, its own tiles first. `look` is the look that gets the
/// pictures; `None` if it is new.
pub fn paintable_tiles(loaded: &Loaded, open: &str, look: Option<&ArtLook>) -> Vec<PaintableTile> {
    let Some(catalog) = loaded.catalog() else { return Vec::new() };
    // A theme names the tiles of its game like the game itself.
    let themed = loaded.manifest(open).and_then(|pack| pack.themes.as_ref()).map(|(id, _)| id.clone());
    let fronts: BTreeSet<TileKindId> = catalog.drawn_kinds().map(|kind| catalog.front(kind)).collect();
    let tile = |kind: TileKindId| {
        let name = catalog.kinds.name(kind);
        let is_short = *name.pack == *open || themed.as_ref() == Some(&name.pack);
        let written = if is_short { name.local.clone() } else { format!("{}:{}", name.pack, name.local).into() };
        let has_picture = look.is_some_and(|look| look.tiles.contains_key(&kind));
        PaintableTile { name: name.local.clone(), written, kind, has_picture }
    };
    let mut tiles: Vec<PaintableTile> = fronts.into_iter().map(tile).collect();
    tiles.sort_by_key(|tile| tile.written.contains(':'));
    tiles
}
