//! Tests the check for compatible packs: each failure is reported, and results that hold can be repeated.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_core::session::record::Move;
use tilewright_kit::games::replay::replay_by;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_lab::certificate::Certificate;
use tilewright_lab::compat::{CompatFailure, CompatReport, Effort, certified_packs, compat};
use tilewright_lab::verify::Property;

const GROVE: &str = r#"
Pack(
    id: "grove", version: "1.0.0", format: 1, title: "Grove", authors: ["A"], licence: "MIT", seats: (2, 3),
    options: [(id: "long", default: false)],
    terrains: [(id: grass, ground: true), (id: path, complete: closed)],
    edges: [(id: grass, ports: [grass]), (id: path, ports: [grass, path, grass])],
    figures: [(id: walker, supply: 5, weight: 1, on: [path])],
    counters: [(id: gusts, scope: game)],
    bags: [tiles],
    board: (presets: [(tile: "S", at: (0, 0), turn: 0, from: tiles)]),
    flow: (turn: [draw(from: tiles), place, deploy, score], finish: [score_rest], ends_with: [tiles]),
    rules: [(use: "paths", on: path, per_tile: if({"long": true}, 2, 1))],
    tiles: [
        (id: "S", count: 1, edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S])]),
        (id: "A", count: 10, edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S])]),
        (id: "B", count: 8, edges: (n: path, e: grass, s: grass, w: grass), parts: [path(at: [N], into: end)]),
    ],
)
"#;

struct CompatPacksFolder(PathBuf);

impl Drop for CompatPacksFolder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Writes the game and packs that extend it, each with a name, further header fields, and its rule.
fn packs(name: &str, more: &[(&str, &str, &str)]) -> (CompatPacksFolder, Finder) {
    let folder =
        CompatPacksFolder(std::env::temp_dir().join(format!("tilewright-compat-{}-{name}", std::process::id())));
    drop(std::fs::remove_dir_all(&folder.0));
    let write = |path: &str, text: &str| {
        let path = folder.0.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("grove/pack.ron", GROVE);
    for (id, head, rule) in more {
        let pack = format!(
            "Pack(id: \"{id}\", version: \"1.0.0\", format: 1, title: \"{id}\", authors: [\"A\"], licence: \"MIT\", \
             needs: [\"grove\"], {head} rules: [(use: \"own\")])"
        );
        write(&format!("{id}/pack.ron"), &pack);
        write(&format!("{id}/rules/own.lua"), rule);
    }
    let finder = Finder::nowhere().with_folder(&folder.0);
    (folder, finder)
}

fn run_compat(finder: &Finder, names: &[&str]) -> (CompatReport, u64) {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let games = AtomicU64::new(0);
    let count = || {
        games.fetch_add(1, Ordering::Relaxed);
    };
    let together = compat(finder, &names, &Effort { games: 12, seed: 3, threads: 1 }, &count).unwrap();
    (together, games.into_inner())
}

const WIND: &str = "on(\"placed\", function() count(\"gusts\", 1) end)";

#[test]
fn what_goes_together_is_certified_and_comes_out_the_same_again() {
    let (_folder, finder) = packs(
        "fine",
        &[("wind", "", WIND), ("rain", "", "amend(\"path\", function(sheet) sheet:flat(\"rain\", 1) end)")],
    );
    let (together, played) = run_compat(&finder, &["wind", "rain"]);
    assert!(together.holds(), "{:?}", together.failed);
    let certificate = &together.certificate;
    assert_eq!((certificate.games(), played), (12, 12));
    let options: Vec<_> = certificate.sets.iter().map(|set| set.options.join(" ")).collect();
    assert_eq!(options, ["", "grove:long=true"], "including the options of packs that they need");
    let ids: Vec<&str> = certificate.packs.iter().map(|pack| &*pack.id).collect();
    assert_eq!(ids, ["grove", "rain", "wind"]);
    assert_eq!(Certificate::read(&certificate.text()).unwrap(), *certificate);
    assert_eq!(run_compat(&finder, &["wind", "rain"]).0.certificate, *certificate);

    let here = |names: &[&str]| certified_packs(&load(&finder, &Request::new(names.iter().copied())).unwrap());
    assert_eq!(certificate.other_packs(&here(&["wind", "rain"])), None);
    assert_eq!(certificate.other_packs(&here(&["wind"])).unwrap(), "rain 1.0.0 is not available");
    let mut other = here(&["wind", "rain"]);
    other[2].rules = "0".repeat(64);
    assert!(certificate.other_packs(&other).unwrap().contains("different rules"));
    assert!(Certificate::read("{}").is_err() && Certificate::read(&"[".repeat(10_000)).is_err());
    assert!(Certificate::read(&certificate.text().replace("\"certificate\": 1", "\"certificate\": 2")).is_err());
}

#[test]
fn a_game_that_goes_wrong_is_told_with_a_short_record() {
    // Each pack works alone; together they fail once the wind has blown often enough.
    let storm = "on(\"placed\", function() if counter(\"gusts\") > 4 then error(\"the roof is gone\") end end)";
    let (_folder, finder) = packs("wrong", &[("wind", "", WIND), ("storm", "", storm)]);
    assert!(run_compat(&finder, &["wind"]).0.holds() && run_compat(&finder, &["storm"]).0.holds());
    let (together, _) = run_compat(&finder, &["wind", "storm"]);
    // All games break alike, so this is reported once, and no more games are played after three.
    let [CompatFailure::Game { options, broken, games, .. }] = &together.failed[..] else {
        panic!("{:?}", together.failed)
    };
    assert!(together.cut && *games == 3, "{games}");
    assert!(
        options.is_empty() && broken.stage == Property::Fault && broken.what.contains("the roof is gone"),
        "{broken:?}"
    );
    let record = broken.record.as_deref().unwrap();
    let placed = record.moves.iter().filter(|m| matches!(m, Move::Answer { ask, .. } if ask == "place")).count();
    assert_eq!(placed, 6, "the storm looks before the wind counts: {record:?}");
    let loaded = load(&finder, &Request::new(["wind", "storm"])).unwrap();
    let failure = replay_by(&loaded, record).err().unwrap().to_string();
    assert!(failure.contains("the roof is gone"), "{failure}");
    assert!(together.certificate.sets.is_empty());
}

#[test]
fn what_cannot_be_together_is_told_with_its_options() {
    let (_folder, finder) = packs("loading", &[("wind", "conflicts: [\"rain\"],", WIND), ("rain", "", "")]);
    let (together, games) = run_compat(&finder, &["wind", "rain"]);
    let [CompatFailure::Loading { options, why, .. }] = &*together.failed else { panic!("{:?}", together.failed) };
    assert!(options.is_empty() && why.contains("cannot be played together"), "{why}");
    assert_eq!(games, 0);
    let slip = "if param.long then on(\"placed\", function() error(\"no\") end) end";
    let (_folder, finder) =
        packs("option", &[("wind", "", slip.replace("param.long", "option(\"grove:long\")").as_str())]);
    let (together, _) = run_compat(&finder, &["wind"]);
    let with: Vec<_> = together
        .failed
        .iter()
        .filter_map(|failed| match failed {
            CompatFailure::Game { options, .. } => Some(options.join(" ")),
            _ => None,
        })
        .collect();
    assert!(!with.is_empty() && with.iter().all(|options| options == "grove:long=true"), "{:?}", together.failed);
}
