//! Tests that commands draw own art, and the looks of themes.

use std::fs;

use crate::Folder;

/// A red picture in SVG.
const RED: &str =
    r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="#f00" d="M0 0H1V1H0Z"/></svg>"##;

/// Art that shows a picture on empty cells and as the texture of the first terrain.
const ART: &str = r#"Art(licence: "CC0-1.0", by: "Ann Example", cell_mm: 50,
    looks: [(id: painted, tiles: {"Start": "red.svg"}, terrains: {"meadow": "red.svg"})])"#;

/// Creates a folder with a pack that has own art, and a theme for it.
fn with_art(name: &str) -> Folder {
    let folder = Folder::with_pack(name);
    for art in ["ponds/art", "winter/art"] {
        fs::create_dir_all(folder.0.join(art)).unwrap();
        folder.write(&format!("{art}/red.svg"), RED);
    }
    folder.write("ponds/art/art.ron", ART);
    folder.write("winter/art/art.ron", &ART.replace("painted", "snow"));
    let theme =
        r#"Pack(id: "winter", version: "1.0.0", format: 1, title: "Winter", themes: "ponds ^0", licence: "CC0-1.0")"#;
    folder.write("winter/pack.ron", theme);
    folder
}

/// Embedded picture in an SVG document or a page.
const EMBEDDED: &str = "data:image/png;base64,";

#[test]
fn pictures_show_the_chosen_look() {
    let folder = with_art("looks-pictures");
    let render = |look: &[&str], out: &str| {
        folder.run(&[&["render", "./ponds", "--out", out], look].concat(), "").expect(0, "Wrote", "");
        folder.read(out)
    };
    let own = render(&[], "own.svg");
    assert_eq!(own.matches(EMBEDDED).count(), 1);
    assert_eq!(render(&["--look", "painted"], "painted.svg"), own);
    assert_eq!(render(&["--look", "plain"], "plain.svg").matches(EMBEDDED).count(), 0);
    assert_eq!(render(&["--look", "winter:snow", "--packs", "."], "snow.svg").matches(EMBEDDED).count(), 1);
    let unknown = folder.run(&["render", "./ponds", "--look", "snow", "--out", "a.svg"], "");
    unknown.expect(2, "", "there is no look `snow`");
    unknown.expect(2, "", "choose one of painted, plain");
    let missing = folder.run(&["render", "./ponds", "--look", "spring:green", "--out", "a.svg"], "");
    missing.expect(2, "", "there is no pack `spring`");
    assert_eq!(render(&["--random", "3"], "board.svg").matches(EMBEDDED).count(), 1);
}

#[test]
fn damaged_pictures_are_noted_and_drawn_from_data() {
    let folder = with_art("looks-damaged");
    folder.write("ponds/art/red.svg", "<svg");
    let ran = folder.run(&["render", "./ponds", "--out", "tiles.svg"], "");
    ran.expect(0, "Wrote", "`ponds/art/red.svg` is not shown");
    assert!(!folder.read("tiles.svg").contains(EMBEDDED));
}

#[test]
fn prints_are_as_large_as_the_art_declares() {
    let folder = with_art("looks-prints");
    let print = |more: &[&str]| {
        folder.run(&[&["print", "./ponds", "--out", "p.pdf", "--json"], more].concat(), "").expect(0, "pages", "");
        let bytes = fs::read(folder.0.join("p.pdf")).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let single = print(&["--single", "--no-backs", "--bleed-mm", "3"]);
    // The box of the cut is 50 mm wide, which is 141.7 points.
    let trim = single.split("/TrimBox").nth(1).and_then(|rest| rest.split(['[', ']']).nth(1)).unwrap();
    let corners: Vec<f32> = trim.split_whitespace().map(|number| number.parse().unwrap()).collect();
    assert!((corners[2] - corners[0] - 141.73).abs() < 0.1, "{trim}");
    assert!(single.contains("/Image") && !print(&["--look", "plain"]).contains("/Image"));
    folder.run(&["print", "./ponds", "--single", "--paper", "a4", "--out", "p.pdf"], "").expect(2, "", "--single");
}

#[test]
fn pages_embed_each_picture_once() {
    let folder = with_art("looks-pages");
    folder.run(&["show", "./ponds", "--html", "pack.html"], "").expect(0, "Wrote", "");
    assert_eq!(folder.read("pack.html").matches(EMBEDDED).count(), 1);
    folder.run(&["show", "./ponds", "--html", "plain.html", "--look", "plain"], "").expect(0, "Wrote", "");
    assert!(!folder.read("plain.html").contains(EMBEDDED));
    folder.run(&["show", "./ponds", "--look", "plain"], "").expect(2, "", "`--look` applies only to pages");
    let games = folder.run(&["sim", "./ponds", "--games", "1", "--records", "games.jsonl"], "");
    games.expect(0, "", "");
    folder.run(&["replay", "games.jsonl", "--html", "game.html"], "").expect(0, "Wrote", "");
    assert_eq!(folder.read("game.html").matches(EMBEDDED).count(), 1);
    folder.run(&["replay", "games.jsonl", "--html", "snow.html", "--look", "winter:snow"], "").expect(0, "Wrote", "");
    assert_eq!(folder.read("snow.html").matches(EMBEDDED).count(), 1);
    folder.run(&["render", "--record", "games.jsonl", "--out", "board.svg"], "").expect(0, "Wrote", "");
    assert_eq!(folder.read("board.svg").matches(EMBEDDED).count(), 1);
}
