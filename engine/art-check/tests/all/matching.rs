//! Tests the search for the tiles that pictures show.

use std::sync::Arc;

use tilewright_art::bitmap::Bitmap;
use tilewright_art_check::matching::match_pictures;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::state::chance::Generator;

use crate::{catalog, differs, kinds, photograph};

fn photographs(catalog: &Catalog, kinds: &[TileKindId], random: &mut Generator) -> Vec<Arc<Bitmap>> {
    kinds.iter().map(|&kind| Arc::new(photograph(catalog, kind, Turn::NONE, random))).collect()
}

#[test]
fn shuffled_pictures_find_tiles_with_their_edges() {
    let (mut tried, mut wrong) = (0, Vec::new());
    for (pack, seed) in [("carcassonne", 1), ("entdecker", 2), ("discovery", 3), ("labyrinth", 4)] {
        let (catalog, mut random) = (catalog(pack), Generator::new(seed));
        let kinds = kinds(&catalog);
        let mut shown = kinds.clone();
        for number in (1..shown.len()).rev() {
            shown.swap(number, random.below(number as u32 + 1) as usize);
        }
        let found = match_pictures(&catalog, &photographs(&catalog, &shown, &mut random), &kinds);
        let mut all: Vec<_> = found.iter().flatten().collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), kinds.len(), "{pack}: each tile has one picture");
        for (kind, drawn) in found.into_iter().flatten().zip(shown) {
            tried += 1;
            if differs(&catalog, kind, drawn, Turn::NONE) {
                wrong.push(format!("{pack}: {} for {}", catalog.kinds.key(kind), catalog.kinds.key(drawn)));
            }
        }
    }
    println!("{tried} pictures, {} wrong", wrong.len());
    assert!(tried >= 80 && wrong.is_empty(), "{tried} {wrong:?}");
}

#[test]
fn pictures_in_order_keep_their_order() {
    let (catalog, mut random) = (catalog("carcassonne"), Generator::new(5));
    let kinds = kinds(&catalog);
    let all = photographs(&catalog, &kinds, &mut random);
    let in_order: Vec<_> = kinds.iter().copied().map(Some).collect();
    assert_eq!(match_pictures(&catalog, &all, &kinds), in_order);
    // Fewer pictures leave tiles without one, and further pictures have no tile.
    let few = match_pictures(&catalog, &all[..5], &kinds);
    assert_eq!(few, in_order[..5]);
    let many = match_pictures(&catalog, &all, &kinds[..5]);
    assert_eq!(many.iter().flatten().count(), 5);
    assert_eq!((match_pictures(&catalog, &[], &kinds), match_pictures(&catalog, &all[..1], &[])), (vec![], vec![None]));
    // Plain pictures show no difference, so that the order decides.
    let plain: Vec<_> = kinds.iter().map(|_| Arc::new(Bitmap::new(2, 2, vec![90; 16]).unwrap())).collect();
    assert_eq!(match_pictures(&catalog, &plain, &kinds), in_order);
}
