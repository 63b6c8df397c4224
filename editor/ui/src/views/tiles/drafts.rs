//! Pictures of tiles that the last valid state of the pack lacks. They are drawn from the text of each tile alone, so
//! that an error in one tile hides no other tile, even if there is no valid state yet.

use std::sync::Arc;

use egui::Ui;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::Name;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::diag::Diagnostic;

use super::tile_cache::TileCache;
use crate::context::ViewCx;
use crate::ui::pictures::{PictureCache, PictureSource, PictureTexture, Subject};

/// Pictures of tiles, from the last valid state of the pack or else from the text.
#[derive(Default)]
pub(super) struct DraftPictures {
    cache: PictureCache,
    /// Revisions of the document, its vocabulary and its last valid state for which the tiles were read.
    of: Option<(u64, u64, Option<u64>)>,
    /// Number of times that the tiles were read, as the number of the pictures' state.
    number: u64,
    catalog: Option<Arc<Catalog>>,
}

impl DraftPictures {
    /// Reads the tiles that the last valid state lacks, if the texts have changed.
    pub(super) fn renew(&mut self, ui: &Ui, cx: &ViewCx<'_>, tiles_read: &TileCache) {
        let now = (cx.document.revision(), tiles_read.words_of, cx.good.map(|good| good.revision));
        if self.of != Some(now) {
            self.of = Some(now);
            self.number += 1;
            self.catalog = read_missing(cx.catalog(), tiles_read).map(Arc::new);
        }
        let source = self.catalog.as_ref().map(|catalog| PictureSource {
            revision: self.number,
            catalog: Arc::clone(catalog),
            look: None,
        });
        self.cache.begin_frame(ui.ctx(), source);
    }

    /// Returns the picture of a tile for cells of `width` points; `None` if it is not drawn yet or cannot be read.
    pub(super) fn get(&mut self, cx: &mut ViewCx<'_>, key: &Arc<str>, width: f32) -> Option<PictureTexture> {
        let subject = Subject::Tile(key.clone(), Turn::NONE);
        cx.pictures.get(&subject, width).or_else(|| self.cache.get(&subject, width))
    }
}

/// Returns the tiles without errors that a valid catalog lacks; `None` if there are none.
fn read_missing(good: Option<&Arc<Catalog>>, tiles_read: &TileCache) -> Option<Catalog> {
    let words = &tiles_read.words;
    if words.terrains.is_empty() || words.edges.is_empty() {
        return None;
    }
    let mut catalog = Catalog {
        lattice: words.lattice,
        terrains: words.terrains.clone(),
        edges: words.edges.clone(),
        ..Catalog::default()
    };
    let own = tiles_read.listed.iter().map(|tile| (tiles_read.pack(), &tiles_read.items, &tile.id));
    let bases = tiles_read.bases.iter().flat_map(|base| {
        let needed = &base.needed;
        base.listed.iter().map(move |tile| (&needed.id, &needed.items, &tile.id))
    });
    for (pack, items, id) in own.chain(bases) {
        if good.is_some_and(|good| good.kinds.find(&format!("{pack}:{id}")).is_some()) {
            continue;
        }
        let node = items.find("tiles", id).and_then(|item| items.node(item));
        let reading = node.and_then(|node| tiles_read.read_of(pack, node));
        let reading = reading.filter(|reading| !reading.findings.iter().any(Diagnostic::is_error));
        let Some(mut kind) = reading.map(|reading| reading.kind) else { continue };
        // The looks of tags are part of a valid pack only.
        kind.tags.clear();
        kind.segments.iter_mut().for_each(|segment| segment.tags.clear());
        if !kind.cells.is_empty() {
            // An id that occurs twice is reported elsewhere; its first tile is drawn.
            let _ = catalog.kinds.add(Name::new(pack, id), kind);
        }
    }
    if catalog.kinds.is_empty() {
        return None;
    }
    catalog.finish();
    Some(catalog)
}
