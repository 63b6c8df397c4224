//! Tests how pictures of tiles are compared with the edges of their tiles.

use super::Folder;

const TILES: [&str; 8] = ["Start", "Shore", "Lilies", "Narrows", "Straight", "Bend", "Inlet", "Meeting"];

/// Creates a pack with a picture of each tile, which shows the drawing from data. The picture of `turned` is a step off.
fn painted(name: &str, turned: Option<&str>) -> Folder {
    let folder = Folder::with_pack(name);
    std::fs::create_dir_all(folder.0.join("ponds/art")).unwrap();
    let mut tiles = String::new();
    for tile in TILES {
        let file = format!("ponds/art/{tile}.png");
        let turn = if turned == Some(tile) { "1" } else { "0" };
        let args =
            ["render", "./ponds", "--tile", tile, "--turn", turn, "--size", "200", "--no-frames", "--out", &file];
        folder.run(&args, "").expect(0, "Wrote", "");
        tiles += &format!("\"{tile}\": \"{tile}.png\", ");
    }
    let art = format!("Art(licence: \"CC0-1.0\", by: \"Us\", looks: [(id: painted, tiles: {{{tiles}}})])");
    folder.write("ponds/art/art.ron", &art);
    folder
}

#[test]
fn a_turned_picture_is_found_with_its_turn() {
    let right = painted("own_right", None);
    let ran = right.run(&["check", "./ponds"], "");
    assert!(ran.code == 0 && !ran.out.contains("P0614") && !ran.out.contains("P0615"), "{}", ran.out);
    let wrong = painted("own_turned", Some("Bend"));
    let ran = wrong.run(&["check", "./ponds"], "");
    ran.expect(0, "the picture of the tile `Bend` disagrees with its edges", "");
    ran.expect(0, "Write `turn: 3` in the entry of the picture", "");
    assert_eq!(ran.out.matches("P0614").count(), 1, "{}", ran.out);
}

#[test]
fn seams_are_drawn_worst_first() {
    let folder = painted("own_seams", None);
    folder.run(&["render", "./ponds", "--seams", "--out", "seams.png", "--size", "64"], "").expect(
        0,
        "Wrote seams.png",
        "",
    );
    let plain = Folder::with_pack("no_seams");
    plain.run(&["render", "./ponds", "--seams", "--out", "seams.png"], "").expect(1, "", "the packs have no own art");
}
