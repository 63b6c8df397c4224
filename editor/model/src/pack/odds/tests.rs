//! Compares all results with direct counts over all sets of tiles and all turns.

use std::sync::Arc;

use tilewright_kit::packs::find::Finder;

use super::*;
use crate::pack::analysis::{PackSurroundings, analyse};

fn surroundings() -> PackSurroundings {
    PackSurroundings::read(&Finder::only_bundled())
}

fn catalogs() -> Vec<(Arc<str>, Arc<Catalog>)> {
    let surroundings = surroundings();
    let all = surroundings.packs().filter_map(|id| {
        let loaded = analyse(&surroundings, id, surroundings.files(id)?, 1).loaded;
        Some((id.clone(), Arc::clone(loaded.catalog()?)))
    });
    all.collect()
}

#[test]
fn the_chance_is_that_of_all_ways_to_draw() {
    for total in 0..=11u64 {
        for fitting in 0..=total {
            for coming in 0..=total {
                // The first `fitting` tiles fit, and every set of `coming` tiles is equally likely.
                let sets = (0u32..1 << total).filter(|set| u64::from(set.count_ones()) == coming);
                let (mut all, mut good) = (0u32, 0u32);
                for set in sets {
                    all += 1;
                    good += u32::from(set & ((1 << fitting) - 1) != 0);
                }
                let expected = f64::from(good) / f64::from(all);
                let seen = chance(total, fitting, coming);
                assert!((seen - expected).abs() < 1e-12, "{total} {fitting} {coming}: {seen} for {expected}");
            }
        }
    }
    assert_eq!(chance(5, 9, 9), 1.0);
    // These numbers are too large to enumerate, but both forms of the product must agree.
    let (a, b) = (chance(5000, 40, 300), chance(5000, 300, 40));
    assert!((a - b).abs() < 1e-12 && a > 0.9 && a < 1.0);
}

/// Returns true if a tile fits, by turning its cells and comparing lists of ports.
fn fits_by_hand(catalog: &Catalog, kind: TileKindId, hole: &Hole) -> bool {
    let lattice = catalog.lattice;
    let sides = lattice.side_count();
    let cells = &catalog.kinds[kind].cells;
    let meets = |a: EdgeTypeId, b: EdgeTypeId| {
        let (x, y) = (&catalog.edges[a], &catalog.edges[b]);
        a == b || x.wildcard || y.wildcard || x.meets.contains(&b) || y.meets.contains(&a)
    };
    for turn in lattice.turns() {
        for cell in cells {
            let at = lattice.turn_offset(cell.offset, turn);
            let mut good = true;
            for (side, edge) in lattice.sides().zip(hole) {
                let Some(edge) = *edge else { continue };
                let step = lattice.steps()[side.index()];
                let taken = cells.iter().any(|c| lattice.turn_offset(c.offset, turn) == (at.0 + step.0, at.1 + step.1));
                good &= !taken && meets(cell.edges[(side.index() + sides - turn.index()) % sides], edge);
            }
            if good {
                return true;
            }
        }
    }
    false
}

#[test]
fn what_fits_is_what_fits_by_hand() {
    let mut looked_at = 0;
    for (id, catalog) in catalogs() {
        let supply = supply(&catalog, None);
        let edges: Vec<Option<EdgeTypeId>> = std::iter::once(None).chain(catalog.edges.ids().map(Some)).collect();
        let mut seed = 7u64;
        for _ in 0..200 {
            let mut hole: Hole = Default::default();
            for slot in hole.iter_mut().take(catalog.lattice.side_count()) {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                *slot = edges[(seed >> 33) as usize % edges.len()];
            }
            let by_hand: u64 =
                supply.iter().filter(|(kind, _)| fits_by_hand(&catalog, *kind, &hole)).map(|(_, n)| n).sum();
            assert_eq!(fitting(&catalog, &supply, &hole), by_hand, "{id} {hole:?}");
            looked_at += 1;
        }
        assert_eq!(fitting(&catalog, &supply, &Hole::default()), total(&supply), "everything fits on an empty table");
    }
    assert!(looked_at > 1000);
}

#[test]
fn edges_are_counted_side_by_side() {
    for (id, catalog) in catalogs() {
        let supply = supply(&catalog, None);
        let in_bags: u64 = catalog
            .bags
            .iter()
            .flat_map(|(_, bag)| &bag.contents)
            .filter(|(kind, _)| !catalog.kinds[*kind].cells.is_empty())
            .map(|(_, count)| u64::from(*count))
            .sum();
        assert_eq!(total(&supply), in_bags, "{id}");
        let single = supply.iter().all(|(kind, _)| catalog.kinds[*kind].cells.len() == 1);
        let edges: u64 = by_side(&catalog, &supply).iter().flatten().sum();
        if single {
            assert_eq!(edges, in_bags * catalog.lattice.side_count() as u64, "{id}");
        } else {
            assert!(edges > in_bags * catalog.lattice.side_count() as u64, "{id}: tiles of two cells have more sides");
        }
        assert!(by_terrain(&catalog, &supply).iter().all(|n| *n <= in_bags), "{id}");
    }
}

#[test]
fn arrangements_are_told_apart_by_turning_only() {
    let e = |n: usize| EdgeTypeId::from_index(n);
    assert_eq!(signature(&[e(1), e(0), e(2), e(0)]), [e(0), e(1), e(0), e(2)]);
    assert_eq!(turns(&[e(0), e(1), e(0), e(1)]), 2);
    assert_eq!((turns(&[e(0); 4]), turns(&[e(0), e(0), e(0), e(1)])), (1, 4));
    for (id, catalog) in catalogs() {
        let supply = supply(&catalog, None);
        let Some(all) = likenesses(&catalog, &supply, 100_000) else { continue };
        let single: Supply = supply.iter().copied().filter(|(k, _)| catalog.kinds[*k].cells.len() == 1).collect();
        assert_eq!(all.iter().map(|l| l.there).sum::<u64>(), total(&single), "{id}");
        let by_lot: f64 = all.iter().map(|l| l.by_lot).sum();
        assert!((by_lot - total(&single) as f64).abs() < 1e-6, "{id}: {by_lot}");
    }
}

/// Every tile that is made for a hole is valid and fits into that hole.
#[test]
fn a_tile_that_is_made_fits_and_is_sound() {
    let surroundings = surroundings();
    let mut made = 0;
    for (id, catalog) in catalogs() {
        let sides = catalog.lattice.side_count();
        let edges: Vec<Option<EdgeTypeId>> = std::iter::once(None).chain(catalog.edges.ids().map(Some)).collect();
        let files = surroundings.files(&id).unwrap();
        let items = tilewright_pack::edit::Items::read(files);
        let mut holes: Vec<Hole> = Vec::new();
        let mut seed = 3u64;
        for _ in 0..60 {
            let mut hole: Hole = Default::default();
            for slot in hole.iter_mut().take(sides) {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                *slot = edges[(seed >> 33) as usize % edges.len()];
            }
            holes.push(hole);
        }
        let mut files = files.clone();
        for (i, hole) in holes.iter().enumerate() {
            let tile = made_tile(&catalog, hole, &format!("Made{i}")).unwrap();
            let items = if i == 0 { items.clone() } else { tilewright_pack::edit::Items::read(&files) };
            let (path, edits) = items.append(&files, "tiles", &tile).unwrap();
            let text = tilewright_pack::edit::apply(&files[&path], &edits);
            files.insert(path, text.into());
        }
        let loaded = analyse(&surroundings, &id, &files, 2).loaded;
        let errors: Vec<String> = loaded.errors().map(|d| format!("{} {}", d.code, d.message)).collect();
        assert!(errors.is_empty(), "{id}: {errors:#?}");
        let after = loaded.catalog().unwrap();
        for (i, hole) in holes.iter().enumerate() {
            let kind = after.kinds.find(&format!("Made{i}")).unwrap();
            assert!(fits(after, kind, hole), "{id}: Made{i} for {hole:?}");
            made += 1;
        }
    }
    assert!(made > 500, "{made}");
}

#[test]
fn shares_are_not_rounded_to_never_and_always() {
    let shown: Vec<String> = [0.0, 0.0001, 0.25, 0.99999, 1.0].into_iter().map(percent).collect();
    assert_eq!(shown, ["0.0 %", "< 0.1 %", "25.0 %", "> 99.9 %", "100.0 %"]);
}
