//! Tests that drawings declare the tiles that they show.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, EdgeTypeId};
use tilewright_core::catalog::lattice::{Lattice, Turn};
use tilewright_core::fixture::drawing::{draw, drawings, kind_of};
use tilewright_core::fixture::samples::{CREST, INKS, heath, hexes};

use crate::boards::all;

/// Describes a kind: each cell with its sides, then each segment with the segments that it touches.
fn describe_kind(catalog: &Catalog, kind: &str) -> String {
    let kind = kind_of(catalog, kind);
    let spec = &catalog.kinds[kind];
    let cells = spec.cells.iter().map(|cell| {
        let edges = cell.edges.iter().take(catalog.lattice.side_count()).map(|&edge| catalog.edges.key(edge));
        format!("{},{}: {}", cell.offset.0, cell.offset.1, edges.collect::<Vec<_>>().join(" "))
    });
    let parts = spec.segments.iter().enumerate().map(|(number, segment)| {
        let touched = (0..spec.segments.len()).filter(|n| segment.touches >> n & 1 == 1).map(|n| format!(" {n}"));
        let tags = segment.tags.iter().map(|(tag, n)| format!(" {}={n}", catalog.tags.key(*tag)));
        let key = catalog.segment_key(kind, Turn::NONE, number);
        format!("{number} {key}{} by{}", tags.collect::<String>(), touched.collect::<String>())
    });
    cells.chain(parts).collect::<Vec<_>>().join("; ")
}

#[test]
fn parts_are_letters_that_lie_together() {
    let catalog = heath().catalog;
    let tell = |kind| describe_kind(&catalog, kind);
    assert_eq!(
        tell("bend"),
        "0,0: heath heath path path; 0 path:S.W by 1 2; 1 heath:N.E.SL.WR by 0; 2 heath:SR.WL by 0"
    );
    // Paths that end in the middle leave the heath in one piece; three paths without a junction divide it.
    assert_eq!(
        tell("end"),
        "0,0: heath heath heath path; 0 path:W by 1 2; 1 hearth by 0 2; 2 heath:N.E.S.WL.WR by 0 1"
    );
    assert_eq!(
        tell("fork"),
        "0,0: heath path path path; 0 path:W by 3 4; 1 path:E by 3 5; 2 path:S by 4 5; \
         3 heath:N.EL.WR by 0 1; 4 heath:SR.WL by 0 2; 5 heath:ER.SL by 1 2"
    );
    // A capital letter is a tag; a letter at a corner only connects its neighbours.
    assert_eq!(tell("gate"), "0,0: wall heath wall heath; 0 wall:N crest=1 by 2; 1 wall:S by 2; 2 heath:E.W by 0 1");
    assert_eq!(tell("corner"), "0,0: wall heath heath wall; 0 wall:N.W by 1; 1 heath:E.S by 0");
    assert_eq!(tell("shore"), "0,0: wall w.. heath ..w; 0 wall:N.EL.WR by 1; 1 heath:E.S.W.ER.WL by 0");
    assert_eq!(catalog.tags.key(CREST), "crest");
}

#[test]
fn sides_that_are_not_the_same_both_ways_meet_their_mirror_image() {
    let catalog = heath().catalog;
    let [one, other] = ["w..", "..w"].map(|edge| catalog.edges.find(edge).unwrap());
    assert!(catalog.meet(one, other) && !catalog.meet(one, one) && !catalog.meet(other, other));
    let same = catalog.edges.ids().filter(|&edge| catalog.meet(edge, edge)).count();
    assert_eq!(same + 2, catalog.edges.len());
}

#[test]
fn large_drawings_are_tiles_of_several_cells() {
    let (_, long) = all().into_iter().find(|(name, _)| *name == "long").unwrap();
    assert_eq!(
        describe_kind(&long.catalog, "hook"),
        "0,0: path heath path heath; 1,0: wall heath heath heath; 0,1: path heath heath path; \
         0 path:N.S by 3 4; 1 wall:N by 5; 2 path:N.W by 6 7; 3 heath:W.NL.SR by 0; 4 heath:E.NR.SL by 0; \
         5 heath:E.S.W by 1; 6 heath:NL.WR by 2; 7 heath:E.S.NR.WL by 2"
    );
}

#[test]
fn hexes_are_drawn_as_hexagons() {
    let catalog = hexes().catalog;
    let tell = |kind| describe_kind(&catalog, kind);
    assert_eq!(
        tell("bend"),
        "0,0: path heath heath heath path heath; 0 path:N.SW by 1 2; 1 heath:NW by 0; 2 heath:NE.SE.S by 0"
    );
    assert_eq!(
        tell("fork"),
        "0,0: path heath path path heath heath; 0 path:N.SE.S by 1 2 3; 1 heath:SW.NW by 0; 2 heath:NE by 0; \
         3 heath by 0"
    );
}

#[test]
fn a_sheet_says_how_many_tiles_the_bag_holds() {
    let sheet = "a*2   b\n.....  rrrrr\n.....  rrrrr\n\n\nc*1\n.....";
    let found = drawings(sheet);
    let told: Vec<_> = found.iter().map(|d| (&*d.name, d.count, d.letters.len())).collect();
    assert_eq!(told, [("a", 2, 10), ("b", 0, 10), ("c", 1, 5)]);
    let catalog = heath().catalog;
    assert_eq!(catalog.bags[BagId(0)].total(), 40);
    assert_eq!(catalog.edges.key(EdgeTypeId(0)), "heath");
}

#[test]
#[should_panic(expected = "no ink draws the `x` of `a`")]
fn a_letter_without_ink_is_told() {
    draw(Lattice::Square, INKS, "a\n.....\n.....\n..x..\n.....\n.....");
}
