//! What stays in folders: packs that several programs make at the same time, and games that were left.

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
        "goes on from here",
        "",
    );
    let first = folder.read("home/games/game-1.jsonl");
    for number in 2..40 {
        folder.write(&format!("home/games/game-{number}.jsonl"), &first);
    }
    folder.run(&["play", "./ponds", "--seed", "4", "--random", "2"], "1 0\n1 1\n1 2\n1 3\nquit\n").expect(
        0,
        "goes on from here",
        "",
    );
    let ran = folder.run(&["play"], "");
    ran.expect(0, "`tilewright play --remove FILE` removes one.", "");
    assert_eq!(ran.out.matches("play --resume").count(), 40);
    folder.run(&["play", "--remove", "home/games/game-7.jsonl"], "").expect(0, "Removed the game ponds, 2 seats", "");
    assert!(!folder.0.join("home/games/game-7.jsonl").exists());
    let ran = folder.run(&["play", "--remove", "ponds/pack.ron"], "");
    ran.expect(2, "", "ponds/pack.ron is not a game that was left in the middle");
    assert!(folder.0.join("ponds/pack.ron").exists());
    assert_eq!(folder.run(&["play"], "").out.matches("play --resume").count(), 39);
}
