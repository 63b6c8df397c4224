//! Games that continue with changed packs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value as Json, json};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_table::{ConnectionId, HostedTable, NewTable, PackCache, Role, SeatPlan, read_findings};

use crate::played::play;
use crate::{HOST, ONLOOKER, TestTable, token};

/// Copies an included pack to a folder of the test.
fn copy_pack(name: &str) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/carcassonne");
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id())).join("carcassonne");
    drop(std::fs::remove_dir_all(&to));
    copy_folder(&from, &to);
    to
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target)
        } else {
            drop(std::fs::copy(entry.path(), target))
        }
    }
}

/// Creates a table of two players with the pack in a folder.
fn table(pack: &Path) -> TestTable {
    let loaded = load(&Finder::nowhere(), &Request::new([pack.to_string_lossy()])).unwrap();
    let packs = PackCache::default().get(&loaded, 2).unwrap();
    let links = (0..2).map(|seat| (Role::of_seat(seat), token(seat.into())));
    let others = [(Role::default(), token(20)), (Role { seats: Vec::new(), host: true }, token(21))];
    let seats = vec![SeatPlan::default(); 2];
    let links = links.chain(others).collect();
    let new = NewTable { language: "en".to_owned(), seats, seed: 7, links, ..NewTable::default() };
    let folder = pack.with_file_name("table");
    drop(std::fs::remove_dir_all(&folder));
    TestTable::with_table(HostedTable::create(&folder, packs, &new).unwrap(), folder, 2)
}

/// Requests a reload as the host. Returns the messages that it causes.
fn reload(test: &mut TestTable, part: bool) -> Vec<(ConnectionId, Json)> {
    let before = test.got.len();
    test.send(HOST, &json!({"t": "reload", "part": part}));
    let out = test.table.reload(&Finder::nowhere(), &mut PackCache::default(), test.now);
    test.take(out);
    test.got[before..].to_vec()
}

fn edit(pack: &Path, file: &str, from: &str, to: &str) {
    let file = pack.join(file);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(from), "{from}");
    std::fs::write(file, text.replace(from, to)).unwrap();
}

fn kinds(messages: &[(ConnectionId, Json)], id: ConnectionId) -> Vec<&str> {
    messages.iter().filter(|(to, _)| *to == id).map(|(_, message)| message["t"].as_str().unwrap()).collect()
}

#[test]
fn a_game_continues_with_other_numbers_and_everyone_gets_its_view() {
    let pack = copy_pack("reload-numbers");
    let mut test = table(&pack);
    play(&mut test, 30);
    let (points, n) = (test.table.session().game().scores().to_vec(), test.table.number(None));
    assert!(points.iter().sum::<i32>() > 0, "{points:?}");
    assert_eq!(TestTable::refusals(&test.send(ONLOOKER, &json!({"t": "reload"}))), ["not_the_host"]);
    assert!(!test.table.wants_reload());
    edit(&pack, "pack.ron", "on: road, per_tile: 1", "on: road, per_tile: 7");
    let messages = reload(&mut test, false);
    assert!(TestTable::refusals(&messages).is_empty(), "{messages:?}");
    for id in [ConnectionId(0), ConnectionId(1), ONLOOKER, HOST] {
        let kinds = kinds(&messages, id);
        assert_eq!((kinds.first(), kinds.last()), (Some(&"welcome"), Some(&"reloaded")), "{id:?}");
        assert!(kinds.contains(&"view"));
    }
    let new = test.table.session().game().scores().to_vec();
    assert!(new.iter().sum::<i32>() > points.iter().sum(), "{new:?} {points:?}");
    assert_eq!(test.table.number(None), n + 1);
    assert_eq!(play(&mut test, 4), 4);
    let mut test = test.restart(2);
    assert_eq!(test.table.session().chosen_count(), 34);
    play(&mut test, 1);
    let found = read_findings(&test.folder, &mut Vec::new());
    assert_eq!(found[0].answers(), 35, "the findings describe the new game");
    assert!(found[0].packs[0].to_string_lossy().contains("packs-2"));
    assert!(test.folder.join("game-1.jsonl").is_file(), "the earlier course stays");
}

#[test]
fn a_host_decides_before_moves_are_lost() {
    let pack = copy_pack("reload-part");
    let mut test = table(&pack);
    play(&mut test, 30);
    // With fewer followers, a seat cannot deploy as it did.
    edit(&pack, "pack.ron", "supply: 7", "supply: 1");
    let messages = reload(&mut test, false);
    let (_, offer) = messages.iter().find(|(to, message)| *to == HOST && message["t"] == "reload").expect("an offer");
    let kept = offer["kept"].as_u64().unwrap() as usize;
    assert!(kept < 30 && offer["of"] == 30 && offer["why"] != "", "{offer}");
    assert_eq!(test.table.session().chosen_count(), 30, "the game has not changed yet");
    let messages = reload(&mut test, true);
    assert!(kinds(&messages, ConnectionId(0)).contains(&"reloaded"), "{messages:?}");
    assert_eq!(test.table.session().chosen_count(), kept);
    play(&mut test, 2);
    test.now += Duration::from_secs(1);
    assert_eq!(test.restart(2).table.session().chosen_count(), kept + 2);
}

#[test]
fn packs_with_mistakes_leave_the_game_as_it_is() {
    let pack = copy_pack("reload-mistakes");
    let mut test = table(&pack);
    play(&mut test, 5);
    edit(&pack, "pack.ron", "Pack(", "Pak(");
    assert_eq!(TestTable::refusals(&reload(&mut test, false)), ["unusable_packs"]);
    std::fs::remove_dir_all(&pack).unwrap();
    assert_eq!(TestTable::refusals(&reload(&mut test, false)), ["unusable_packs"]);
    assert_eq!(play(&mut test, 2), 2);
    assert_eq!(test.restart(2).table.session().chosen_count(), 7);
}
