//! Tests files that remain in folders: packs that several programs create at the same time, and unfinished games.

use super::*;

#[test]
fn of_several_programs_that_make_a_pack_one_succeeds() {
    let folder = Folder::new("at_once");
    let all: Vec<Ran> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..6).map(|_| scope.spawn(|| folder.run(&["new", "both"], ""))).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(all.iter().filter(|ran| ran.code == 0).count(), 1);
    for ran in all.iter().filter(|ran| ran.code != 0) {
        ran.expect(3, "", "both exists already\n");
    }
    folder.run(&["check", "./both"], "").expect(0, "no problems found", "");
    let names: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["both"]);
}

#[test]
fn games_stay_until_they_are_removed() {
    let folder = Folder::with_pack("stay");
    folder.run(&["play", "./ponds", "--seed", "3", "--random", "2"], "1 0\n1 1\n1 2\n1 3\nquit\n").expect(
        0,
        "continues from here",
        "",
    );
    let first = folder.read("home/games/game-1.jsonl");
    for number in 2..40 {
        folder.write(&format!("home/games/game-{number}.jsonl"), &first);
    }
    folder.run(&["play", "./ponds", "--seed", "4", "--random", "2"], "1 0\n1 1\n1 2\n1 3\nquit\n").expect(
        0,
        "continues from here",
        "",
    );
    let ran = folder.run(&["play"], "");
    ran.expect(0, "`tilewright play --remove FILE` removes one.", "");
    assert_eq!(ran.out.matches("play --resume").count(), 40);
    folder.run(&["play", "--remove", "home/games/game-7.jsonl"], "").expect(0, "Removed the game ponds, 2 seats", "");
    assert!(!folder.0.join("home/games/game-7.jsonl").exists());
    let ran = folder.run(&["play", "--remove", "ponds/pack.ron"], "");
    ran.expect(2, "", "ponds/pack.ron is not an unfinished game");
    assert!(folder.0.join("ponds/pack.ron").exists());
    assert_eq!(folder.run(&["play"], "").out.matches("play --resume").count(), 39);
}

#[test]
fn doctor_lists_checks_and_cleans_the_state_folder() {
    let folder = Folder::with_pack("doctor");
    folder.run(&["doctor"], "").expect(0, "this program has not saved anything", "");
    let play = &["play", "./ponds", "--seed", "3", "--random", "2"];
    folder.run(play, "1 0\n1 1\n1 2\n1 3\nquit\n").expect(0, "continues from here", "");
    folder.run(&["key", "new"], "").expect(0, "Made", "");
    let sound = folder.run(&["doctor"], "");
    sound.expect(0, "No problems found.", "");
    assert!(sound.out.contains("unfinished games, and the most recent finished ones"), "{}", sound.out);
    // Adds files that can be removed, and damaged ones.
    for path in ["downloads/x.part", "stopped/.x.json.tilewright-7-0", "games/game-9.jsonl", "games/game-8.jsonl"] {
        fs::create_dir_all(folder.0.join("home").join(path).parent().unwrap()).unwrap();
        folder.write(&format!("home/{path}"), if path.ends_with("9.jsonl") { "" } else { "half" });
    }
    folder.write("home/settings.json", "{\"zoom\": 1");
    fs::create_dir_all(folder.0.join("home/packs")).unwrap();
    folder.write("home/packs/bad.tilepack", "no archive");
    let ran = folder.run(&["doctor", "--json"], "");
    ran.expect(3, "", "");
    let told = &ran.json()[0];
    let texts = |list: &str, key: &str| -> Vec<String> {
        let all = told[list].as_array().unwrap().iter().map(|one| one[key].as_str().unwrap().to_owned());
        all.map(|text| text.rsplit('/').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(texts("problems", "path"), ["settings.json", "game-8.jsonl", "bad.tilepack"]);
    assert_eq!(texts("problems", "code"), ["damaged"; 3]);
    assert_eq!(texts("removable", "path"), ["x.part", "game-9.jsonl", ".x.json.tilewright-7-0"]);
    assert_eq!((&told["exists"], told["cleaned"].is_null()), (&Value::Bool(true), true));
    assert!(told["free"].as_u64().is_none_or(|free| free > 0) && told["bytes"].as_u64().unwrap() > 100);
    folder.run(&["doctor", "--clean"], "").expect(2, "May be removed", "`--yes` skips this question");
    assert!(folder.0.join("home/downloads/x.part").exists());
    let ran = folder.run(&["doctor", "--clean", "--yes"], "");
    ran.expect(3, "Removed 3 files and folders, 8 bytes.", "");
    assert!(ran.out.contains("problem: ") && ran.out.contains("bad.tilepack is a damaged pack"), "{}", ran.out);
    for gone in ["downloads/x.part", "games/game-9.jsonl", "stopped/.x.json.tilewright-7-0"] {
        assert!(!folder.0.join("home").join(gone).exists(), "{gone}");
    }
    assert!(folder.0.join("home/games/game-1.jsonl").exists() && folder.0.join("home/key").exists());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder.0.join("home/key"), fs::Permissions::from_mode(0o644)).unwrap();
        folder.run(&["doctor"], "").expect(3, "key can be read by others", "");
    }
}
