//! Tests older names, in saves and in packs that build on others, from any version to any later one.

use std::collections::BTreeMap;

use semver::Version;
use tilewright_core::catalog::Value;
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::session::Session;
use tilewright_core::session::record::{Move, Record};
use tilewright_core::state::chance::Generator;
use tilewright_kit::games::opening;
use tilewright_kit::games::replay::Replayer;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Manifest, Request, load};
use tilewright_kit::packs::mend::Mending;
use tilewright_kit::records::renames::follow_renames;
use tilewright_pack::history::{Fate, History, RemovedItem, Renamed};

use super::chosen::{Scratch, addition, game, install, pack_versions, put};

/// Random renames of some tiles, with the names of the tiles in each version.
struct RenameHistory {
    history: History,
    /// Tiles by name, for each version.
    names: Vec<BTreeMap<String, usize>>,
}

fn version(number: usize) -> Version {
    Version::new(1, number as u64, 0)
}

/// Generates names that are dropped, restored, taken over by others and exchanged through intermediate names.
fn random_history(seed: u64) -> RenameHistory {
    let mut random = Generator::new(seed);
    let mut names: Vec<BTreeMap<String, usize>> = vec![(0..5).map(|tile| (format!("n{tile}"), tile)).collect()];
    let (mut history, mut next) = (History::default(), 5);
    for number in 1..8 {
        let before = names[number - 1].clone();
        let mut now = before.clone();
        for (name, tile) in &before {
            let free = format!("n{}", random.below(9));
            match random.below(6) {
                0 if !now.contains_key(&free) => {
                    now.remove(name);
                    now.insert(free.clone(), *tile);
                    history.renamed.push(Renamed {
                        since: version(number),
                        sort: DeclaredKind::Tile,
                        from: name.as_str().into(),
                        to: free.as_str().into(),
                        values: Vec::new(),
                    });
                }
                1 => {
                    now.remove(name);
                    history.gone.push(RemovedItem {
                        since: version(number),
                        sort: DeclaredKind::Tile,
                        id: name.as_str().into(),
                        instead: None,
                        why: "it was too many".into(),
                    });
                }
                2 if !now.contains_key(&free) => {
                    // A new tile may have a name that another tile had before.
                    now.insert(free, next);
                    next += 1;
                }
                _ => {}
            }
        }
        names.push(now);
    }
    RenameHistory { history, names }
}

/// Returns the history as a version declares it.
fn history_until(history: &History, last: &Version) -> History {
    let mut told = history.clone();
    told.renamed.retain(|renamed| renamed.since <= *last);
    told.gone.retain(|gone| gone.since <= *last);
    told
}

fn record(pack: &str, version: &Version, tile: &str) -> Record {
    Record {
        packs: vec![format!("{pack}@{version}#00")],
        moves: vec![Move::Draw { kind: tile.to_owned(), from: None }],
        seats: 2,
        ..Record::default()
    }
}

fn manifest(version: &Version, history: History) -> Manifest {
    Manifest { id: "town".into(), version: version.to_string().into(), history, ..Manifest::default() }
}

#[test]
fn all_at_once_and_step_by_step_a_name_comes_to_the_same() {
    let (mut moved, mut lost, mut reused) = (0, 0, 0);
    for seed in 0..400 {
        let told = random_history(seed);
        for from in 0..told.names.len() {
            for (name, tile) in &told.names[from] {
                for to in from..told.names.len() {
                    let now = told.names[to].iter().find(|(_, other)| *other == tile).map(|(name, _)| name.clone());
                    let history = history_until(&told.history, &version(to));
                    let direct = match history.fate(DeclaredKind::Tile, name, Some(&version(from))) {
                        Fate::Same => Some(name.clone()),
                        Fate::Now(now) => Some(now.to_string()),
                        Fate::Gone(_) => None,
                    };
                    assert_eq!(direct, now, "{seed}: {name} from {from} to {to}");
                    // The record is saved again by each version in between.
                    let mut step = record("town", &version(from), name);
                    let (at_once, _) = follow_renames(&step, &[manifest(&version(to), history)]);
                    for number in from + 1..=to {
                        let (next, _) = follow_renames(
                            &step,
                            &[manifest(&version(number), history_until(&told.history, &version(number)))],
                        );
                        step = Record { packs: vec![format!("town@{}#00", version(number))], ..next };
                        let there = told.names[number].values().any(|other| other == tile);
                        if !there {
                            break;
                        }
                    }
                    if now.is_some() {
                        assert_eq!(step.moves, at_once.moves, "{seed}: {name} from {from} to {to}");
                    }
                    moved += usize::from(now.as_ref().is_some_and(|now| now != name));
                    lost += usize::from(now.is_none());
                    reused += usize::from(now.as_ref() != Some(name) && told.names[to].contains_key(name));
                }
            }
        }
    }
    assert!(moved > 1000 && lost > 1000 && reused > 1000, "{moved} {lost} {reused}");
}

/// Returns the small game with other names.
fn renamed_game(version: &str) -> tilewright_kit::packs::find::PackFiles {
    let mut files = game("town", version, "", 2);
    let names = [("\"Shore\"", "\"Bank\""), ("heron", "stork"), ("pond", "mere"), ("tile.Shore", "tile.Bank")];
    for (path, text) in files.clone() {
        if path.starts_with("tests/") || path.ends_with(".md") {
            files.remove(&path);
            continue;
        }
        // The module keeps its name, because renames do not apply to modules.
        let mut new = text.replace("ponds", "MODULE");
        for (from, to) in names {
            new = new.replace(from, to);
        }
        files.insert(path, new.replace("MODULE", "ponds").into());
    }
    let head = files["pack.ron"].replace(
        "lattice: square,",
        "lattice: square,\n    renamed: [\n        (since: \"1.1.0\", kind: tile, from: \"Shore\", to: \"Bank\"),\n        \
         (since: \"1.1.0\", kind: figure, from: \"heron\", to: \"bird\"),\n        \
         (since: \"1.2.0\", kind: figure, from: \"bird\", to: \"stork\"),\n        \
         (since: \"1.1.0\", kind: edge, from: \"pond\", to: \"mere\"),\n        \
         (since: \"1.1.0\", kind: terrain, from: \"pond\", to: \"mere\"),\n    ],\n    was: [\"village\"],",
    );
    files.insert("pack.ron".into(), head.into());
    files
}

#[test]
fn a_saved_game_is_opened_by_a_version_with_other_names() {
    let scratch = Scratch::new("other_names");
    let (then, now) = (scratch.0.join("then"), scratch.0.join("now"));
    install(&then, "town", &game("town", "1.0.0", "", 2));
    install(&now, "town", &renamed_game("1.2.0"));
    let old = Finder::nowhere().with_folder(&then);
    let mut session = Session::new(load(&old, &Request::new(["town"])).unwrap().machine().unwrap(), 2, 11).unwrap();
    session.start().unwrap();
    let mut deployed = 0;
    for _ in 0..30 {
        let Some(decision) = session.decision() else { break };
        let number = if &*decision.ask == "deploy" { 0 } else { decision.options.count() - 1 };
        let pick = decision.options.get(session.game(), number).unwrap();
        deployed += usize::from(decision.options.key(session.game(), pick).starts_with("heron:"));
        session.answer(pick).unwrap();
    }
    let record = record_of(&session, "saved");
    assert!(deployed > 2, "{deployed}");
    let new = Finder::nowhere().with_folder(&now);
    let opened = opening::open(&new, &[], &record).map_err(|failure| failure.to_string()).unwrap();
    assert!(opened.stopped.is_none(), "{:?}", opened.stopped);
    let told: Vec<String> = opened.followed.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "the terrain `pond` of town is called `mere` now",
            "the tile `Shore` of town is called `Bank` now",
            "the figure `heron` of town is called `stork` now"
        ]
    );
    assert_eq!(opened.session.game().scores(), session.game().scores());
    let played = Replayer::new(&new).play(&record);
    assert!(played.result.is_ok() && played.followed.len() == 3);
    // The pack itself had another id at that time.
    let village = Record { packs: vec![record.packs[0].replace("town", "village")], ..record.clone() };
    let opened = opening::open(&new, &[], &village).map_err(|failure| failure.to_string()).unwrap();
    assert!(opened.stopped.is_none() && pack_versions(&opened.loaded) == ["town 1.2.0"]);
    assert_eq!(opened.followed[0].to_string(), "the pack `village` is called `town` now");
    // Saved again, the record is for the new version.
    let again = record_of(&opened.session, "saved");
    assert!(again.packs[0].starts_with("town@1.2.0#"));
    assert!(opening::open(&new, &[], &again).map_err(|f| f.to_string()).unwrap().followed.is_empty());
}

#[test]
fn a_pack_that_builds_on_another_may_use_its_older_names() {
    let scratch = Scratch::new("older_names");
    put(&scratch.0, "town", &renamed_game("1.2.0"));
    let mut files = addition("walls", "1.0.0", "town ^1");
    files.insert(
        "tiles.ron".into(),
        "Tiles([\n    (id: \"Moat\", edges: (n: pond, e: meadow, s: meadow, w: meadow), parts: [pond(at: [N])]),\n])\n\n".into(),
    );
    files.insert("figures.ron".into(), "Figures([(id: heron, override: true, supply: 3)])\n".into());
    put(&scratch.0, "walls", &files);
    let finder = Finder::nowhere().with_folder(&scratch.0);
    let loaded = load(&finder, &Request { lints: false, ..Request::new(["walls"]) }).unwrap();
    let told: Vec<&str> = loaded.diagnostics.iter().map(|finding| &*finding.message).collect();
    assert!(told.contains(&"the terrain `pond` of `town` is called `mere` now"), "{told:?}");
    assert!(told.contains(&"the figure `heron` of `town` is called `stork` now"), "{told:?}");
}

/// Tiles of a pack that builds on `town`, with former names, and with comments that contain the same words.
const OLDER: &str = "\u{feff}Tiles([\r
    (id: \"Moat\", edges: (n: pond, e: meadow, s: meadow, w: meadow), parts: [pond(at: [N])]), // a pond\r
    /* pond */ (id: \"Dyke\", edges: (n: pond, e: meadow, s: pond, w: meadow), parts: [pond(at: [N, S])]),\r
])\r
";

#[test]
fn older_names_are_replaced_and_nothing_else_changes() {
    let scratch = Scratch::new("replaced_names");
    put(&scratch.0, "town", &renamed_game("1.2.0"));
    let mut files = addition("walls", "1.0.0", "town ^1");
    files.insert("tiles.ron".into(), OLDER.into());
    files.insert("figures.ron".into(), "Figures([(id: heron, override: true, supply: 3)])\n".into());
    put(&scratch.0, "walls", &files);
    let finder = Finder::nowhere().with_folder(&scratch.0);
    let loaded = || load(&finder, &Request { lints: false, ..Request::new(["walls"]) }).unwrap();
    let read = |file: &str| std::fs::read_to_string(scratch.0.join("walls").join(file)).unwrap();
    let found = finder.find("walls").unwrap();
    let older = |loaded: &Loaded| loaded.diagnostics.iter().filter(|finding| finding.code == "P0232").count();
    let before = loaded();
    let mut mending = Mending::new(&found).unwrap();
    mending.gather(&before);
    mending.gather(&before);
    assert!(older(&before) > 2 && mending.words().count() == older(&before), "{:#?}", before.diagnostics);
    mending.write().unwrap();
    assert_eq!(older(&loaded()), 0, "{:#?}", loaded().diagnostics);
    let now = OLDER.replace("n: pond", "n: mere").replace("s: pond", "s: mere").replace("pond(at", "mere(at");
    assert_eq!(read("tiles.ron"), now);
    assert_eq!(read("figures.ron"), "Figures([(id: stork, override: true, supply: 3)])\n");
    let mut again = Mending::new(&found).unwrap();
    again.gather(&loaded());
    assert!(again.is_empty());
    mending.undo().unwrap();
    assert_eq!(read("tiles.ron"), OLDER);
    // If one file has changed since it was read, no file is written.
    let mut late = Mending::new(&found).unwrap();
    late.gather(&loaded());
    std::fs::write(scratch.0.join("walls/figures.ron"), "Figures([])\n").unwrap();
    late.write().unwrap_err();
    assert_eq!((read("tiles.ron").as_str(), read("figures.ron").as_str()), (OLDER, "Figures([])\n"));
}

/// Returns the small game in a version, with an option and with the history in its head.
fn optional_game(version: &str, option: &str, history: &str) -> tilewright_kit::packs::find::PackFiles {
    let mut files = game("town", version, "", 2);
    let head = files["pack.ron"].replace("lattice: square,", &format!("lattice: square,\n    {option}\n    {history}"));
    files.insert("pack.ron".into(), head.into());
    files
}

#[test]
fn values_of_options_become_those_of_a_later_version() {
    let scratch = Scratch::new("other_values");
    let then = scratch.0.join("then");
    install(&then, "town", &optional_game("1.0.0", "options: [(id: extra, default: false)],", ""));
    let old = Finder::nowhere().with_folder(&then);
    let request = Request::new(["town"]).with_option("town:extra", Value::Bool(true));
    let mut session = Session::new(load(&old, &request).unwrap().machine().unwrap(), 2, 11).unwrap();
    session.start().unwrap();
    let record = record_of(&session, "saved");
    assert_eq!(record.options, [("town:extra".to_owned(), Value::Bool(true))]);
    let open = |number: &str, version: &str, option: &str, history: &str| {
        let folder = scratch.0.join(number);
        put(&folder, "town", &optional_game(version, option, history));
        let finder = Finder::nowhere().with_folder(&folder);
        let found = load(&finder, &Request::new(["town"])).unwrap();
        let errors: Vec<String> = found.errors().map(|finding| finding.message.clone()).collect();
        let opened = opening::open(&finder, &[], &record).map_err(|failure| failure.to_string());
        let opened = opened.map(|opened| {
            let followed: Vec<String> = opened.followed.iter().map(ToString::to_string).collect();
            (followed, record_of(&opened.session, "again").options)
        });
        (errors, opened)
    };
    let size = "options: [(id: extra, type: choice([small, large]), default: small)],";
    let values =
        "(since: \"1.1.0\", kind: option, from: \"extra\", to: \"extra\", values: {true: large, false: small})";
    let (errors, opened) = open("values", "1.1.0", size, &format!("renamed: [{values}],"));
    assert_eq!(errors, Vec::<String>::new());
    let (followed, options) = opened.unwrap();
    assert_eq!(followed, ["the option `extra=true` of town is `extra=large` now"]);
    assert_eq!(options, [("town:extra".to_owned(), Value::text("large"))]);
    // The option is renamed twice, with a version in between.
    let more = "options: [(id: more, type: int(1, 3), default: 1)],";
    let later = "(since: \"1.2.0\", kind: option, from: \"extra\", to: \"more\", values: {small: 1, large: 3})";
    let (errors, opened) = open("later", "1.2.0", more, &format!("renamed: [{values}, {later}],"));
    assert_eq!(errors, Vec::<String>::new());
    let (followed, options) = opened.unwrap();
    assert!(followed.contains(&"the option `extra=true` of town is `more=3` now".to_owned()), "{followed:?}");
    assert_eq!(options, [("town:more".to_owned(), Value::Int(3))]);
    // Without a mapping of its values, the record is refused with the list of valid values.
    let (_, opened) = open("silent", "1.1.0", size, "");
    let refused = opened.unwrap_err();
    assert!(refused.contains("the option `town:extra` cannot be `true`"), "{refused}");
    assert!(refused.contains("it may be small, large"), "{refused}");
    // For an option that is gone, the reason is reported.
    let gone = "gone: [(since: \"1.3.0\", kind: option, id: \"extra\", why: \"all games used it\")],";
    let (_, opened) = open("gone", "1.3.0", "", gone);
    let refused = opened.unwrap_err();
    let why = "`town` does not have the option `extra` any more since 1.3.0: all games used it";
    assert!(refused.contains(why), "{refused}");
    let (errors, _) = open("odd", "1.1.0", size, &format!("renamed: [{}],", values.replace("large", "huge")));
    assert_eq!(errors, ["the option `extra` cannot be `huge`"]);
    let tile = "renamed: [(since: \"1.1.0\", kind: tile, from: \"Shore\", to: \"Bank\", values: {true: large})],";
    let (errors, _) = open("no_option", "1.1.0", size, tile);
    assert!(errors.contains(&"a tile has no values: only options do".to_owned()), "{errors:?}");
}

#[test]
fn a_record_that_names_what_is_gone_is_told_why() {
    let scratch = Scratch::new("gone_tile");
    let gone = "gone: [(since: \"1.1.0\", kind: tile, id: \"Marsh\", why: \"it was too wet\")],";
    put(&scratch.0, "town", &optional_game("1.1.0", "", gone));
    let finder = Finder::nowhere().with_folder(&scratch.0);
    let failure = Replayer::new(&finder).play(&record("town", &version(0), "Marsh")).result.err().unwrap().to_string();
    assert!(
        failure.ends_with("`town` does not have the tile `Marsh` any more since 1.1.0: it was too wet"),
        "{failure}"
    );
}
