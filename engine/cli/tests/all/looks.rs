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
fn prints_have_the_parts_and_the_paper_that_are_requested() {
    let folder = with_art("looks-parts");
    let print = |more: &[&str]| folder.run(&[&["print", "./ponds", "--out", "p.pdf", "--json"], more].concat(), "");
    let tiles = print(&[]).json()[0].clone();
    let all = print(&["--parts", "tiles,figures,tokens,boards", "--paper", "330x483", "--offset", "-0.5,1"]);
    let all = &all.json()[0];
    assert_eq!((&tiles["others"], &all["tiles"]), (&0.into(), &tiles["tiles"]));
    assert!(all["others"].as_u64().unwrap() > 0, "{all}");
    let bytes = fs::read(folder.0.join("p.pdf")).unwrap();
    assert!(String::from_utf8_lossy(&bytes).contains("/MediaBox [0 0 935.433"), "330 mm");
    print(&["--seats", "99"]).expect(2, "", "at most 12");
    print(&["--paper", "large"]).expect(2, "", "it must be `a4`, `letter`, or a size such as `330x483`");
    print(&["--paper", "20x20"]).expect(2, "", "it must be from 50 to 2000 mm");
    print(&["--offset", "1"]).expect(2, "", "it must be two numbers");
    print(&["--offset", "99,0"]).expect(2, "", "it must be from -10 to 10 mm");
    print(&["--parts", "boards"]).expect(2, "", "there is nothing to print");
    // A reference card for each player, and the values of the rules.
    let cards = &print(&["--parts", "cards", "--seats", "3"]).json()[0];
    assert_eq!((&cards["tiles"], &cards["others"]), (&0.into(), &3.into()), "{cards}");
    let single = &print(&["--parts", "cards", "--seats", "2", "--single"]).json()[0];
    assert_eq!((&single["others"], &single["pages"]), (&2.into(), &4.into()), "{single}");
}

#[test]
fn exports_show_the_chosen_look_and_name_its_authors() {
    let folder = with_art("looks-exports");
    let export = |look: &[&str], out: &str| {
        let args = ["export", "./ponds", "--to", "png", "--out", out, "--max-side", "64"];
        folder.run(&[&args, look].concat(), "").expect(0, "Exported", "");
        (fs::read(folder.0.join(out).join("tiles/Start.png")).unwrap(), folder.read(&format!("{out}/CREDITS.md")))
    };
    let (own, credits) = export(&[], "own");
    assert!(credits.contains("- Pictures of ponds, by Ann Example; licence CC0-1.0"), "{credits}");
    let (plain, credits) = export(&["--look", "plain"], "plain");
    assert!(plain != own && !credits.contains("Ann Example"), "{credits}");
    let (snow, credits) = export(&["--look", "winter:snow", "--packs", "."], "snow");
    assert!(snow == own && credits.contains("- Pictures of winter, by Ann Example"), "{credits}");
    folder.run(&["export", "./ponds", "--to", "png", "--out", "x", "--look", "snow"], "").expect(
        2,
        "",
        "no look `snow`",
    );
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
