//! Tests `tilewright import`: new packs, guesses, updates, faulty tables, and a table that is watched.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tilewright_exchange::csv::write_tiles;
use tilewright_pack::edit::{Items, SectionItem};

use super::{Folder, content};

const TABLE: &str = "id,count,n,e,s,w,parts\n\
    Bay,6,lake,lake,heath,heath,\"lake(at: [N, E])\"\n\
    Pool,5,lake,heath,heath,heath,lake(at: [N])\n\
    Heath,4,heath,heath,heath,heath,\n";

#[test]
fn the_table_of_the_handbook_is_a_game_that_ends() {
    let folder = Folder::new("imported_handbook");
    let topic = tilewright_handbook::topic("spreadsheets").unwrap();
    let text = tilewright_handbook::pages().iter().find(|page| page.slug == topic.slug).unwrap().text;
    let table = text.split("```csv\n").nth(1).unwrap().split("```").next().unwrap();
    folder.write("tiles.csv", table);
    let ran = folder.run(&["import", "tiles.csv", "--as", "heath"], "");
    ran.expect(0, "Imported heath (6 kinds of tile, 20 tiles)", "");
    ran.expect(0, "guess: tiles.csv: `heath`: no part covers its sides, so it is the ground", "");
    folder.run(&["check", "./heath"], "").expect(0, "no problems found", "");
    let games = folder.run(&["sim", "./heath", "--games", "500", "--bots", "random", "--json"], "");
    games.expect(0, "\"games\":500", "");
    folder.run(&["show", "./heath"], "").expect(0, "hut", "");
    let decisions = text.split("```ron\n").nth(1).unwrap().split("```").next().unwrap();
    folder.write("decisions.txt", decisions);
    folder.run(&["import", "tiles.csv", "--as", "other", "--map", "decisions.txt"], "").expect(
        1,
        "no column `Artist`",
        "",
    );
}

#[test]
fn definitions_of_another_game_become_a_game_that_ends() {
    let folder = Folder::new("imported_definitions");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../exchange/tests/samples/definitions.xml");
    fs::copy(sample, folder.0.join("definitions.xml")).unwrap();
    folder.run(&["import", "definitions.xml", "--as", "invented"], "").expect(0, "24 kinds of tile", "");
    folder.run(&["check", "./invented"], "").expect(0, "no problems found", "");
    let games = folder.run(&["sim", "./invented", "--games", "500", "--bots", "random", "--json"], "");
    games.expect(0, "\"games\":500", "");
}

#[test]
fn an_import_overwrites_nothing_and_a_trial_writes_nothing() {
    let folder = Folder::new("imported_new");
    folder.write("tiles.csv", TABLE);
    let import = ["import", "tiles.csv", "--as", "heath"];
    folder.run(&[&import[..], &["--dry-run"]].concat(), "").expect(0, "Nothing was written", "");
    assert!(!folder.0.join("heath").exists());
    folder.run(&[&import[..], &["--update"]].concat(), "").expect(3, "", "there is no pack");
    folder.run(&import, "").expect(0, "Imported heath", "");
    folder.run(&import, "").expect(3, "", "exists already");
    folder.run(&["import", "absent.csv", "--as", "other"], "").expect(3, "", "absent.csv");
    folder.run(&["import", "tiles.csv", "--as", "Old Heath"], "").expect(2, "", "try `old_heath`");
    folder.run(&["import", "tiles.csv", "--as", "other", "--count-column", "Copies"], "").expect(
        1,
        "tiles.csv:1: there is no column `Copies`",
        "",
    );
    let json = &folder.run(&["import", "tiles.csv", "--as", "json", "--json"], "").json()[0];
    assert_eq!((&json["ok"], &json["kinds"], &json["tiles"]), (&Value::from(true), &Value::from(3), &Value::from(15)));
    assert!(json["written"].as_array().unwrap().len() == 4 && !json["guesses"].as_array().unwrap().is_empty());
}

#[test]
fn mistakes_are_shown_line_by_line_and_keep_everything() {
    let folder = Folder::new("imported_faulty");
    folder.write("tiles.csv", &TABLE.replace("Pool,5", "Pool,-5").replace("Heath,4", "Heath,few"));
    let import = ["import", "tiles.csv", "--as", "heath"];
    let ran = folder.run(&import, "");
    ran.expect(1, "tiles.csv:3: column `count`: -5 copies are not possible", "");
    ran.expect(1, "tiles.csv:4: column `count`: `few` is not a number", "");
    assert!(!folder.0.join("heath").exists());
    // A mistake that only the check finds has the line of its row.
    folder.write("tiles.csv", &TABLE.replace("lake(at: [N])", "lake(at: [S])"));
    let ran = folder.run(&import, "");
    ran.expect(1, "tiles.csv:3\nerror[P0306]: the side S does not show `lake`", "");
    ran.expect(1, "Nothing was written: the pack would have ", "");
    let json = &folder.run(&[&import[..], &["--json"]].concat(), "").json()[0];
    assert_eq!((&json["ok"], &json["findings"][0]["source"]["line"]), (&Value::from(false), &Value::from(3)));
    assert!(!folder.0.join("heath").exists());
}

#[test]
fn an_update_replaces_only_what_an_import_wrote() {
    let folder = Folder::new("imported_update");
    folder.write("tiles.csv", TABLE);
    folder.run(&["import", "tiles.csv", "--as", "heath"], "").expect(0, "Imported", "");
    let head = folder.read("heath/pack.ron").replace("Your name", "Ann");
    folder.write("heath/pack.ron", &head);
    folder.write(
        "heath/more.ron",
        "Tiles([(id: \"Deep\", edges: (n: lake, e: lake, s: lake, w: lake), parts: [lake(at: [N, E, S, W])])])",
    );
    let update = ["import", "tiles.csv", "--as", "heath", "--update"];
    folder.run(&update, "").expect(0, "heath is up to date", "");
    folder.write("tiles.csv", &TABLE.replace("Pool,5", "Pool,7"));
    folder.run(&update, "").expect(0, "tiles.ron", "");
    assert!(folder.read("heath/tiles.ron").contains("count: 7"));
    assert_eq!(folder.read("heath/pack.ron"), head);
    folder.run(&["check", "./heath"], "").expect(0, "no problems found", "");
    // A name that the pack does not declare is a finding, and the last good tiles stay.
    let good = folder.read("heath/tiles.ron");
    folder.write("tiles.csv", &TABLE.replace("heath,lake(at: [N])", "bog,lake(at: [N])"));
    folder.run(&update, "").expect(1, "tiles.csv:3\n", "");
    assert_eq!(folder.read("heath/tiles.ron"), good);
    // The words of the pack decide how sides without parts are read.
    folder.write("tiles.csv", "id,n,e,s,w\nBay,lake,lake,heath,heath\nHeath,heath,heath,heath,heath\n");
    folder.run(&update, "").expect(0, "Imported", "");
    assert!(folder.read("heath/tiles.ron").contains("parts: [lake(at: [N, E])]"));
    // Tiles that the author wrote are never replaced.
    let own = folder.read("heath/tiles.ron").replace("// Written by", "// Changed after");
    folder.write("heath/tiles.ron", &own);
    folder.run(&update, "").expect(1, "", "was not written by an import");
    assert_eq!(folder.read("heath/tiles.ron"), own);
}

#[test]
fn tables_of_included_packs_update_copies_of_them() {
    let folder = Folder::new("imported_included");
    let mut updated = 0;
    for found in content().list().unwrap() {
        let files = found.read().unwrap();
        let items = Items::read(&files);
        let is_tile = |item: &&SectionItem| ["tiles", "chips"].contains(&item.section);
        let of_tiles: BTreeSet<&str> = items.all.iter().filter(is_tile).map(|item| &*item.file).collect();
        if of_tiles.is_empty() || of_tiles.contains("pack.ron") {
            continue;
        }
        let copy = format!("my_{}", found.id);
        folder.run(&["new", &copy, "--copy", &found.id], "").expect(0, "Made", "");
        for file in of_tiles {
            fs::remove_file(folder.0.join(&copy).join(file)).unwrap();
        }
        folder.write("tiles.csv", &write_tiles(&files));
        folder.run(&["import", "tiles.csv", "--as", &copy, "--update"], "").expect(0, "Imported", "");
        folder.run(&["check", &format!("./{copy}")], "").expect(0, "no problems found", "");
        updated += 1;
    }
    assert!(updated > 10, "{updated}");
}

/// Command that runs until it is stopped.
struct Watch(Child);

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until a condition holds.
#[track_caller]
fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < Duration::from_secs(30), "{what} takes too long");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Imports `tiles.csv` as `heath` and watches it. The output is in `out.txt`.
fn watch(folder: &Folder) -> Watch {
    let out = fs::File::create(folder.0.join("out.txt")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(["import", "tiles.csv", "--as", "heath", "--watch"]).current_dir(&folder.0);
    command.env("TILEWRIGHT_HOME", folder.0.join("home")).env_remove("TILEWRIGHT_PACKS");
    let watch = Watch(command.stdin(Stdio::null()).stdout(out).stderr(Stdio::null()).spawn().unwrap());
    wait_until("the first import", || folder.read("out.txt").contains("Watching tiles.csv"));
    watch
}

#[test]
fn a_watched_table_keeps_the_pack_in_step() {
    let folder = Folder::new("imported_watch");
    folder.write("tiles.csv", TABLE);
    let _watch = watch(&folder);
    folder.write("tiles.csv", &TABLE.replace("Pool,5", "Pool,17"));
    wait_until("the update", || folder.read("heath/tiles.ron").contains("count: 17"));
    let good = folder.read("heath/tiles.ron");
    folder.write("tiles.csv", &TABLE.replace("Pool,5", "Pool,-123"));
    wait_until("the finding", || folder.read("out.txt").contains("The last good tiles stay."));
    assert!(folder.read("out.txt").contains("tiles.csv:3: column `count`: -123 copies are not possible"));
    assert_eq!(folder.read("heath/tiles.ron"), good);
    folder.write("tiles.csv", &TABLE.replace("Pool,5", "Pool,18888"));
    wait_until("the next update", || folder.read("heath/tiles.ron").contains("count: 18888"));
}

#[test]
fn pictures_of_a_watched_table_are_copied_again() {
    let folder = Folder::new("imported_watch_pictures");
    let picture = |color: &str| {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="{color}" d="M0 0H1V1H0Z"/></svg>"#
        )
    };
    let with_picture = |name: &str| {
        TABLE.replace("parts\n", "parts,image\n").replace("heath,heath,\n", &format!("heath,heath,,{name}\n"))
    };
    folder.write("heath.svg", &picture("red"));
    folder.write("tiles.csv", &with_picture("heath.svg"));
    let _watch = watch(&folder);
    assert_eq!(folder.read("heath/art/heath.svg"), picture("red"));
    folder.write("heath.svg", &picture("blue"));
    wait_until("the new picture", || folder.read("heath/art/heath.svg") == picture("blue"));
    folder.write("heath.svg", "<svg");
    wait_until("the damaged picture", || folder.read("out.txt").contains("`heath.svg` is damaged"));
    assert_eq!(folder.read("heath/art/heath.svg"), picture("blue"));
    // A picture that the table names later is also watched.
    folder.write("moor.svg", &picture("green"));
    folder.write("tiles.csv", &with_picture("moor.svg"));
    wait_until("the other picture", || folder.0.join("heath/art/moor.svg").exists());
    folder.write("moor.svg", &picture("black"));
    wait_until("the new picture", || folder.read("heath/art/moor.svg") == picture("black"));
}

#[test]
fn findings_about_pictures_are_shown_by_the_import() {
    let folder = Folder::new("imported_art");
    folder.write(
        "tiles.csv",
        &TABLE.replace("parts\n", "parts,image\n").replace("heath,heath,\n", "heath,heath,,bay.png\n"),
    );
    folder.write("bay.png", "text");
    let ran = folder.run(&["import", "tiles.csv", "--as", "heath"], "");
    ran.expect(0, "warning[P0603]", "");
    ran.expect(0, "warning[P0608]", "");
}
