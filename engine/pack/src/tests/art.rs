//! Tests own art and themes.

use std::collections::BTreeMap;

use expect_test::expect;
use tilewright_core::catalog::art::{ArtPlan, BoardFit, Layering, TilePicture};
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::diag::Severity;

use super::{check, demo_world, load_demo, render_findings};
use crate::{LoadOptions, load};

/// Art of the demo with every field.
pub(super) const ALL: &str = r##"//- demo/art/art.ron
Art(
    licence: "CC-BY-4.0", by: "Ann Example", cell_mm: 50,
    sheets: [(id: main, file: "sheet.png", grid: (2, 1), margin: 5, gap: 10, from: "a shop")],
    pictures: [
        (id: path, file: "path.png", bleed: 3),
        (id: fork, sheet: main, cell: (1, 0), bleed: 3, turn: 1, licence: "CC0-1.0", by: "Bob", from: "a friend"),
        (id: mask, file: "mask.png"),
    ],
    looks: [(
        id: painted,
        tiles: {
            "P1": (picture: path, turns: {1: fork}, mirror: fork),
            "P2": (cells: {(0, 0): fork}, draw: under),
            "T": (picture: "tower.svg", draw: over, upright: true, at: (10, -20), size: 40),
        },
        terrains: {"grass": (picture: "grass.jpg", cells: 2), path: "grass.jpg"},
        tags: {"toll": (picture: "tower.svg", size: 30)}, tokens: {ghost: "tower.svg"},
        figures: {
            "walker": (picture: "walker.png", own: mask, seats: {0: "tower.svg"},
                lying: (picture: "walker.png", own: mask, seats: {1: "tower.svg"}), size: 40),
        },
        bags: {"tiles": path}, board: (picture: "grass.jpg", fit: repeat, cells: 3), planes: {},
        rim: {"N": "path.png", "gate": path}, zones: {"quay": "grass.jpg"}, empty: path, box: "box.webp",
    )],
)
//- demo/art/sheet.png
1420 x 710 pixels
//- demo/art/path.png
800 x 800 pixels
//- demo/art/mask.png
800 x 800 pixels
//- demo/art/walker.png
800 x 800 pixels
//- demo/art/tower.svg
100 x 100 pixels
//- demo/art/grass.jpg
1300 x 1300 pixels
//- demo/art/box.webp
1000 x 500 pixels
//- demo/more.ron
Tiles([(id: "T", edges: (n: grass, e: grass, s: grass, w: grass), tags: [toll])])
//- demo/tags.ron
Tags([toll])
//- demo/tokens.ron
Tokens([ghost])
//- demo/zones.ron
Zones([quay])
//- demo/board.ron
Board(extent: fixed(2, 2), rim: [(side: N, edge: grass, name: "N"), (at: (5, 5), edge: grass, name: gate)])
//- demo/texts/more.ron
Texts("en", {"look.painted": "Painted", "token.ghost": "Ghost", "zone.quay": "Quay", "tag.toll": "Toll"})
"##;

fn plan(more: &str) -> ArtPlan {
    let loaded = load_demo(more, &LoadOptions::default());
    assert!(loaded.catalog.is_some(), "{}", render_findings(&loaded.diagnostics, &loaded.sources));
    loaded.art
}

/// Returns the art of the demo with one tile that shows a picture, and the description of that picture.
fn with_tile(art: &str, picture: &str) -> String {
    format!("//- demo/art/art.ron\n{art}\n//- demo/art/bay.png\n{picture}\n")
}

#[test]
fn every_field_is_read() {
    check(ALL, expect![[""]]);
    let plan = plan(ALL);
    let catalog = load_demo(ALL, &LoadOptions::default()).catalog.unwrap();
    let id = |picture| plan.picture(picture).map(|picture| &*picture.id).unwrap();
    assert_eq!((plan.cell_mm, plan.looks.len()), (50, 1));
    let look = plan.look("painted").unwrap();
    let tile = |name: &str| catalog.kinds.find(name).unwrap();
    let first = look.tile(tile("P1"), &catalog).unwrap();
    assert_eq!([0, 1, 2].map(|turn| id(first.cell(0, Turn(turn)).unwrap().picture)), ["path", "fork", "path"]);
    let second = &look.tiles[&tile("P2")];
    assert!(matches!(&second.face, TilePicture::Cells(cells) if cells.len() == 1));
    assert_eq!((second.layering, look.tiles[&tile("T")].layering), (Layering::Under, Layering::Over));
    let upright = look.tiles[&tile("T")].upright.unwrap();
    assert_eq!((upright.at, upright.size), ((10, -20), 40));
    let fork = &plan.pictures.iter().find(|picture| &*picture.id == "fork").unwrap();
    let cell = fork.cell.unwrap();
    assert_eq!(cell.rectangle((1420, 710)), Some([715, 5, 700, 700]));
    assert_eq!((fork.turn, fork.bleed, fork.licence.as_deref()), (Turn(1), 3, Some("CC0-1.0")));
    assert_eq!((fork.author.as_deref(), fork.source.as_deref()), (Some("Bob"), Some("a friend")));
    let path = &plan.pictures[0];
    assert_eq!((&*path.file.pack, &*path.file.path), ("demo", "art/path.png"));
    assert_eq!((path.licence.as_deref(), path.author.as_deref()), (Some("CC-BY-4.0"), Some("Ann Example")));
    let figure = look.figures.values().next().unwrap();
    let of_seat = |seat| figure.standing.of_seat(Seat(seat));
    assert_eq!((id(of_seat(0).0), of_seat(0).1), ("tower.svg", None));
    assert_eq!((id(of_seat(1).0), of_seat(1).1.map(id)), ("walker.png", Some("mask")));
    assert_eq!(look.background(None).unwrap().fit, BoardFit::Repeat { cells: 3 });
    let rim: Vec<(&str, &str)> = look.rim.iter().map(|(name, picture)| (&**name, id(*picture))).collect();
    assert_eq!(rim, [("N0", "path"), ("N1", "path"), ("gate", "path")], "a file that has an entry is that picture");
    assert_eq!(look.cover.map(id), Some("box.webp"));
}

#[test]
fn art_changes_no_rules_hash_and_no_catalog() {
    let of = |more: &str| load_demo(more, &LoadOptions::default());
    let rest = &ALL[ALL.find("//- demo/more.ron").unwrap()..];
    let (plain, painted) = (of(rest), of(ALL));
    assert_eq!(plain.packs, painted.packs);
    assert!(plain.art.is_empty() && !painted.art.is_empty());
    let repainted = of(&ALL.replace("cell_mm: 50", "cell_mm: 60").replace("800 x 800", "900 x 900"));
    assert_eq!(repainted.packs, painted.packs);
    let exact = |loaded: &crate::LoadedPacks| loaded.catalog.as_ref().unwrap().exact_packs();
    assert_eq!(exact(&plain), exact(&painted));
}

#[test]
fn packs_add_to_one_look() {
    let more = r#"//- demo/art/art.ron
Art(licence: "CC0-1.0", cell_mm: 40, looks: [(id: painted, tiles: {"P1": "a.png", "P2": "a.png"})])
//- demo/art/a.png
640 x 640 pixels
//- more/pack.ron
Pack(id: "more", version: "1.0.0", format: 1, title: "More", needs: ["demo"])
//- more/art/art.ron
Art(licence: "CC0-1.0", cell_mm: 60, looks: [(id: painted, tiles: {"P2": "a.png"}), (id: inked)])
//- more/art/a.png
640 x 640 pixels
"#;
    let plan = plan(more);
    let look = plan.look("painted").unwrap();
    let packs: BTreeMap<TileKindId, &str> = look
        .tiles
        .iter()
        .map(|(kind, tile)| match tile.face {
            TilePicture::Whole(picture) => (*kind, &*plan.picture(picture).unwrap().file.pack),
            TilePicture::Cells(_) => unreachable!("both tiles have whole pictures"),
        })
        .collect();
    assert_eq!(packs.into_values().collect::<Vec<_>>(), ["demo", "more"], "the later pack wins");
    assert_eq!((plan.cell_mm, plan.looks.len()), (40, 2));
}

#[test]
fn tiles_that_are_switched_off_can_have_pictures() {
    let more = r#"
Tiles([(id: "Q", when: {"size": 3}, edges: (n: grass, e: grass, s: grass, w: grass))])
//- demo/art/art.ron
Art(licence: "CC0-1.0", looks: [(id: painted, tiles: {"Q": "a.png", "absent:Q": "a.png"})])
//- demo/art/a.png
640 x 640 pixels
"#;
    check(more, expect![[""]]);
}

#[test]
fn mistakes_in_art_keep_no_game_from_being_played() {
    for art in ["Art(", "Arts()", "Art(licence: 5, looks: [(tiles: {\"P9\": \"a.png\"})])", ""] {
        let loaded = load_demo(&format!("//- demo/art/art.ron\n{art} \n"), &LoadOptions::default());
        assert!(loaded.catalog.is_some(), "{art}");
        assert!(loaded.diagnostics.iter().all(|finding| finding.severity == Severity::Warning), "{art}");
        assert!(!loaded.diagnostics.is_empty() || art.is_empty(), "{art}");
    }
}

#[test]
fn names_and_values_are_checked() {
    check(
        &with_tile(
            r#"Art(licence: "CC0-1.0", pictures: [(id: bay, file: "bay.png", bleed: 3), (id: bay, file: "bay.png"), (id: odd)],
    sheets: [(id: main, file: "bay.png", grid: (0, 1))],
    looks: [(id: painted, tiles: {"P9": bay, "P1": (cells: {(1, 0): bay}), "P2": (picture: bya, upright: true)},
        tags: {"tol": bay}, rim: {"N": bay}, figures: {"walker": (picture: bay, own: bay, size: 500)}, turn: 4)])"#,
            "640 x 640 pixels",
        ),
        expect![[r#"
            demo/art/art.ron:1:79: warning P0110: the picture `bay` is declared twice
                demo/art/art.ron:1:41: first declared here
            demo/art/art.ron:1:102: warning P0104: a picture has either a `file`, or a `sheet` and a `cell`
            demo/art/art.ron:2:49: warning P0109: 0 is out of range; it may be 1 to 100
            demo/art/art.ron:3:35: warning P0301: there is no tile `P9`
                hint: did you mean `P1`?
            demo/art/art.ron:3:61: warning P0105: the tile has no cell (1, 0)
            demo/art/art.ron:3:92: warning P0301: there is no picture `bya`
                hint: did you mean `bay`?
            demo/art/art.ron:3:106: warning P0105: only a `picture` with `draw: over` can be upright, as other pictures fill the tile
            demo/art/art.ron:4:16: warning P0301: there is no tag `tol`
            demo/art/art.ron:4:35: warning P0301: there is no rim cell `N`
            demo/art/art.ron:4:97: warning P0109: 500 is out of range; it may be 2 to 250
            demo/art/art.ron:4:104: warning P0103: a look of own art has no field `turn`
        "#]],
    );
}

#[test]
fn files_are_compared_with_their_names() {
    check(
        r#"//- demo/art/art.ron
Art(
    pictures: [(id: bay, file: "bay.png", bleed: 3), (id: cape, file: "Cape.png"), (id: fish, file: "fish.psd")],
    sheets: [(id: main, file: "shet.png", grid: (2, 2))],
    looks: [(id: painted, tiles: {"P1": bay, "P2": cape}, tags: {}, box: fish)],
)
//- demo/art/bay.png
640 x 640 pixels
//- demo/art/cape.png
640 x 640 pixels
//- demo/art/sheet.png
damaged
"#,
        expect![[r#"
            demo/art/art.ron:1:1: warning P0602: nothing uses the file `art/cape.png`
            demo/art/art.ron:1:1: warning P0602: nothing uses the file `art/sheet.png`
            demo/art/art.ron:2:21: warning P0608: 3 pictures have no licence
                hint: write `licence:` in `Art(…)` for all pictures of the pack
            demo/art/art.ron:2:71: warning P0601: there is no file `art/Cape.png`
                hint: did you mean `cape.png`?
            demo/art/art.ron:2:101: warning P0601: `art/fish.psd` does not end like a picture: .png, .jpg, .jpeg, .webp or .svg
            demo/art/art.ron:3:31: warning P0601: there is no file `art/shet.png`
                hint: did you mean `sheet.png`?
        "#]],
    );
    check(
        "//- demo/art/bay.png\n640 x 640 pixels\n",
        expect![[r#"
        demo/pack.ron:2:9: warning P0602: the folder `art` has pictures, but there is no file art/art.ron
            hint: declare the pictures there, or remove the folder
    "#]],
    );
}

#[test]
fn pictures_that_cannot_be_shown_are_reported_once() {
    let art = r#"Art(licence: "CC0-1.0", pictures: [(id: bay, file: "bay.png", bleed: 3)],
    looks: [(id: painted, tiles: {"P1": bay, "P2": bay}, empty: bay)])"#;
    check(
        &with_tile(art, "damaged"),
        expect![[r#"
        demo/art/art.ron:1:52: warning P0603: `art/bay.png` cannot be shown: the file is damaged
    "#]],
    );
    check(
        &with_tile(art, "5000 x 5000 pixels"),
        expect![[r#"
        demo/art/art.ron:1:52: warning P0604: `art/bay.png` has 5000 x 5000 pixels, 4096 a side are allowed
    "#]],
    );
    check(
        &with_tile(art, "640 x 640 pixels, 9000000 bytes"),
        expect![[r#"
        demo/art/art.ron:1:52: warning P0604: `art/bay.png` has 9000000 bytes, 8388608 are allowed
    "#]],
    );
    let sheet = r#"Art(licence: "CC0-1.0", sheets: [(id: main, file: "bay.png", grid: (2, 2), gap: 1)],
    pictures: [(id: a, sheet: main, cell: (0, 0), bleed: 3), (id: b, sheet: main, cell: (1, 1), bleed: 3), (id: c, sheet: main, cell: (2, 0), bleed: 3)],
    looks: [(id: painted, tiles: {"P1": a, "P2": b}, empty: c)])"#;
    check(
        &with_tile(sheet, "1300 x 1300 pixels"),
        expect![[r#"
        demo/art/art.ron:1:51: warning P0610: `art/bay.png` has 1300 x 1300 pixels, which 2 columns and 2 rows do not divide
        demo/art/art.ron:2:113: warning P0610: the sheet has 2 columns and 2 rows, so no cell (2, 0)
    "#]],
    );
}

#[test]
fn shapes_and_sizes_follow_the_tile() {
    let of = |bleed: u32| {
        format!(
            r#"Art(licence: "CC0-1.0", pictures: [(id: bay, file: "bay.png", bleed: {bleed})],
    looks: [(id: painted, tiles: {{"P1": bay}}, bags: {{"tiles": bay}})])"#
        )
    };
    check(
        &with_tile(&of(5), "640 x 480 pixels"),
        expect![[r#"
        demo/art/art.ron:1:41: warning P0605: the picture `bay` has 640 x 480 pixels, its tile needs 640 x 640
    "#]],
    );
    check(&with_tile(&of(5), "640 x 645 pixels"), expect![[""]]);
    check(
        &with_tile(&of(5), "500 x 500 pixels"),
        expect![[r#"
        demo/art/art.ron:1:41: warning P0606: the picture `bay` has 256 pixels per inch at 45 mm a cell, print needs 300
    "#]],
    );
    let two = r#"Art(licence: "CC0-1.0", pictures: [
    (id: bay, file: "bay.png", bleed: 5), (id: pool, file: "pool.png", bleed: 5),
], looks: [(id: painted, tiles: {"P1": bay, "P2": pool}, bags: {"tiles": bay})])"#;
    check(
        &(with_tile(two, "500 x 500 pixels") + "//- demo/art/pool.png\n400 x 400 pixels\n"),
        expect![[r#"
        demo/art/art.ron:2:48: warning P0606: 2 pictures have too few pixels per inch at 45 mm a cell: print needs 300, and `pool` has 205
    "#]],
    );
    check(
        &with_tile(&of(0), "640 x 640 pixels"),
        expect![[r#"
        demo/art/art.ron:1:41: warning P0607: 1 picture of a tile has no bleed for the cut
    "#]],
    );
}

#[test]
fn repeating_pictures_span_whole_columns_and_rows() {
    let art = r#"Art(licence: "CC0-1.0", pictures: [(id: bay, file: "bay.png")],
    looks: [(id: painted, terrains: {"grass": (picture: bay, cells: 2)}, board: (picture: bay, fit: repeat, cells: 4))])"#;
    check(&with_tile(art, "1300 x 1300 pixels"), expect![[""]]);
    check(
        &with_tile(art, "1300 x 1000 pixels"),
        expect![[r#"
        demo/art/art.ron:1:41: warning P0605: the picture `bay` has 1300 x 1000 pixels, a repeating picture needs 1300 x 1300
    "#]],
    );
    check(
        &with_tile(art, "600 x 600 pixels"),
        expect![[r#"
        demo/art/art.ron:1:41: warning P0606: the picture `bay` has 169 pixels per inch at 45 mm a cell, print needs 300
    "#]],
    );
}

#[test]
fn licences_and_seats_are_required() {
    check(
        &with_tile(
            r#"Art(pictures: [(id: bay, file: "bay.png", bleed: 3), (id: own, file: "bay.png", licence: "CC0-1.0")],
    looks: [(id: painted, tiles: {"P1": bay}, tokens: {}, figures: {"walker": (picture: own, own: own, lying: bay)}, empty: bay)])"#,
            "640 x 640 pixels",
        ),
        expect![[r#"
            demo/art/art.ron:1:21: warning P0608: 1 picture has no licence
                hint: write `licence:` in `Art(…)` for all pictures of the pack
            demo/art/art.ron:1:21: warning P0611: the figures `walker` of different players look the same
                hint: name a mask with `own:`, or pictures of the players with `seats:`
        "#]],
    );
}

/// Theme for the demo.
const THEME: &str = r#"//- snow/pack.ron
Pack(id: "snow", version: "1.0.0", format: 1, title: "Snow", themes: "demo ^1")
//- snow/art/art.ron
Art(licence: "CC0-1.0", looks: [(id: painted, tiles: {"P1": "a.png"}, terrains: {"grass": "a.png"})])
//- snow/art/a.png
640 x 640 pixels
//- snow/texts/en.ron
Texts("en", {"look.painted": "Snow", "demo:terrain.grass": "Snow field", "pack.about": "The demo in winter."})
"#;

#[test]
fn a_theme_is_no_pack_of_the_game() {
    let loaded = load_demo(THEME, &LoadOptions::default());
    let plain = load_demo("", &LoadOptions::default());
    assert_eq!(loaded.packs, plain.packs);
    assert_eq!(loaded.themes.iter().map(|theme| &*theme.id).collect::<Vec<_>>(), ["snow"]);
    let (catalog, without) = (loaded.catalog.unwrap(), plain.catalog.unwrap());
    assert_eq!(catalog.exact_packs(), without.exact_packs());
    let grass =
        |catalog: &tilewright_core::catalog::Catalog| catalog.texts.get("en", "terrain.grass").map(str::to_owned);
    assert_eq!([grass(&catalog), grass(&without)].map(Option::unwrap), ["Snow field", "Grass"]);
    assert_eq!(loaded.art.looks.iter().map(|look| look.key()).collect::<Vec<_>>(), ["snow:painted"]);
    // A theme alone brings the pack that it is for.
    let alone = load(&demo_world(THEME), &["snow"], &LoadOptions::default());
    assert_eq!(alone.packs, plain.packs);
    assert!(alone.catalog.is_some());
}

#[test]
fn themes_have_art_and_texts_only() {
    check(
        THEME,
        expect![[r#"
        snow/art/art.ron:1:61: warning P0607: 1 picture of a tile has no bleed for the cut
    "#]],
    );
    check(
        r#"//- snow/pack.ron
Pack(id: "snow", version: "1.0.0", format: 1, title: "Snow", themes: "demo ^2", needs: ["demo"], tags: [ice])
//- snow/rules/melt.lua
-- melts
//- snow/tiles.ron
Tiles([(id: "S")])
//- snow/texts/en.ron
Texts("en", {"look.inked": "Ink", "terrain.grass": "Snow", "demo:terrain.gras": "Snow"})
//- more/pack.ron
Pack(id: "more", version: "1.0.0", format: 1, title: "More", needs: ["demo", "snow"])
//- frost/pack.ron
Pack(id: "frost", version: "1.0.0", format: 1, title: "Frost", themes: "snow")
//- frost/art/art.ron
Art()
//- lost/pack.ron
Pack(id: "lost", version: "1.0.0", format: 1, title: "Lost", themes: "dema ^1")
//- lost/art/art.ron
Art()
"#,
        expect![[r#"
            frost/pack.ron:1:72: error P0613: `snow` is a theme, and no pack can rely on a theme
            lost/pack.ron:1:70: error P0201: there is no pack `dema`
                hint: did you mean `demo`?
            more/pack.ron:1:78: error P0613: `snow` is a theme, and no pack can rely on a theme
            snow/pack.ron:1:10: error P0612: the theme `snow` has the file `rules/melt.lua`
                hint: a theme has only the folders `art` and `texts`
            snow/pack.ron:1:10: warning P0601: the theme `snow` has no file art/art.ron
            snow/pack.ron:1:70: error P0203: `snow` is a theme for `demo` ^2, there is 1.2.0
            snow/pack.ron:1:81: error P0612: the theme `snow` has the field `needs`
                hint: a theme has only the folders `art` and `texts`
            snow/pack.ron:1:98: error P0612: the theme `snow` has the field `tags`
                hint: a theme has only the folders `art` and `texts`
            snow/texts/en.ron:1:14: warning P0503: the text `look.inked` belongs to nothing
            snow/texts/en.ron:1:35: warning P0503: the text `terrain.grass` belongs to nothing
            snow/texts/en.ron:1:60: warning P0503: the text `demo:terrain.gras` belongs to nothing
            snow/tiles.ron:1:8: error P0612: the theme `snow` has entries of `tiles`
                hint: a theme has only the folders `art` and `texts`
        "#]],
    );
}

#[test]
fn data_and_art_stay_apart() {
    check(
        "//- demo/art/tags.ron\nTags([x])\n//- demo/art.ron\nArt()\n",
        expect![[r#"
        demo/art.ron:1:1: error P0106: `Art(...)` belongs in the file art/art.ron
        demo/art/tags.ron:1:1: error P0106: the folder `art` has no data file except art.ron
            hint: move it to another folder: rules do not depend on the folder `art`
    "#]],
    );
}
