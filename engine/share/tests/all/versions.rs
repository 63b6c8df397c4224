//! Tests the choice of compatible versions, and the explanation if there are none.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use semver::Version;
use tilewright_core::state::chance::Generator;
use tilewright_kit::packs::archive::hash;
use tilewright_kit::packs::versions::NoPlanReason;
use tilewright_share::error::ShareError;
use tilewright_share::index::{
    FORMAT, HEAD, HashedFile, Head, IndexEntry, IndexFile, IndexPart, PackRecord, Release, part_path, record_path,
};
use tilewright_share::install::{Client, UpdateNotice};
use tilewright_share::plan::{InstallPlan, InstallRequest};

use crate::{ShareFolder, client, list_installed, pack, publish};

fn plan_requests(client: &Client, texts: &[&str], any_shelf: bool) -> Result<InstallPlan, ShareError> {
    let shelves = client.open(None, &mut |_, error| panic!("{error}"))?;
    let wanted: Vec<InstallRequest> = texts.iter().map(|text| InstallRequest::parse_argument(text).unwrap()).collect();
    client.plan(&wanted, shelves, any_shelf)
}

/// Installs packs without checking the results of their tests, because they are games that need games.
fn install(client: &Client, texts: &[&str]) {
    let plan = plan_requests(client, texts, false).unwrap();
    client.install(client.fetch(&plan, &[], &|_, _| ()).unwrap()).unwrap();
}

fn steps(plan: &InstallPlan) -> Vec<String> {
    plan.steps.iter().map(|step| format!("{} {}", step.id, step.release.version)).collect()
}

/// Returns the explanation and the suggestions of a failed plan.
fn failure_texts(result: Result<InstallPlan, ShareError>) -> (String, String) {
    let error = result.unwrap_err();
    (error.to_string(), error.hint().unwrap_or_default())
}

#[test]
fn what_is_needed_comes_in_a_version_that_fits_and_another_shelf_is_only_offered() {
    let folder = ShareFolder::new("fits");
    let (harbour, other) = (folder.path_of("harbour"), folder.path_of("other"));
    publish(&harbour, &[&pack("town", "1.3.0", ""), &pack("letters", "1.9.0", "\"town ^1\"")]);
    let reader = client(&folder.path_of("reader"));
    reader.shelves.add("harbour", harbour.to_str().unwrap()).unwrap();
    install(&reader, &["letters"]);
    assert_eq!(list_installed(&reader), ["letters 1.9.0", "town 1.3.0"]);
    // Both packs have newer versions: the requested one is taken together with the version that it needs.
    publish(&harbour, &[&pack("town", "1.4.2", ""), &pack("letters", "2.0.0", "\"town ^1.4\"")]);
    assert_eq!(steps(&plan_requests(&reader, &["letters"], false).unwrap()), ["town 1.4.2", "letters 2.0.0"]);
    assert!(
        steps(&plan_requests(&reader, &["letters@1.9"], false).unwrap()).is_empty(),
        "the pack and its needs are installed"
    );
    // The other shelf has a pack whose need only the first shelf can meet.
    publish(&other, &[&pack("towers", "1.0.0", "\"town ^1.4\"")]);
    reader.shelves.add("other", other.to_str().unwrap()).unwrap();
    let (why, ways) = failure_texts(plan_requests(&reader, &["towers"], false));
    assert_eq!(why, "towers 1.0.0 needs town ^1.4, and there is 1.3.0; 1.4.2 is on shelf harbour.");
    assert_eq!(ways, "Take town 1.4.2 from shelf harbour (`--any-shelf` takes needed packs from any shelf)");
    assert_eq!(steps(&plan_requests(&reader, &["towers"], true).unwrap()), ["town 1.4.2", "towers 1.0.0"]);
    // Two packs that are requested together must be compatible.
    publish(&harbour, &[&pack("walls", "1.0.0", "\"town <1.4\"")]);
    let (why, ways) = failure_texts(plan_requests(&reader, &["letters@2", "walls"], false));
    assert!(why.contains("letters 2.0.0 needs town ^1.4") && why.contains("walls 1.0.0 needs town <1.4"), "{why}");
    assert!(ways.contains("Leave out walls") && ways.contains("Leave out letters"), "{ways}");
}

#[test]
fn a_need_of_packs_from_two_shelves_is_taken_only_where_both_have_the_same() {
    let folder = ShareFolder::new("two");
    let (one, two) = (folder.path_of("one"), folder.path_of("two"));
    let (same, first, second) =
        (pack("marsh", "1.0.0", ""), pack("marsh", "1.1.0", ""), pack("marsh", "1.1.0", "\"fen\""));
    publish(&one, &[&same, &first, &pack("bridges", "1.0.0", "\"marsh\"")]);
    publish(&two, &[&same, &second, &pack("fen", "1.0.0", ""), &pack("towers", "1.0.0", "\"marsh\"")]);
    let reader = client(&folder.path_of("reader"));
    for (name, path) in [("one", &one), ("two", &two)] {
        reader.shelves.add(name, path.to_str().unwrap()).unwrap();
    }
    assert_eq!(steps(&plan_requests(&reader, &["bridges"], false).unwrap()), ["marsh 1.1.0", "bridges 1.0.0"]);
    assert_eq!(
        steps(&plan_requests(&reader, &["towers"], false).unwrap()),
        ["fen 1.0.0", "marsh 1.1.0", "towers 1.0.0"]
    );
    let both = plan_requests(&reader, &["bridges", "towers"], false).unwrap();
    assert_eq!(steps(&both), ["marsh 1.0.0", "bridges 1.0.0", "towers 1.0.0"]);
    let later = plan_requests(&reader, &["bridges", "towers"], true).unwrap();
    assert!(!steps(&later).is_empty());
}

#[test]
fn an_update_fits_what_is_installed_and_says_what_it_leaves() {
    let folder = ShareFolder::new("update");
    let shelf = folder.path_of("shelf");
    publish(&shelf, &[&pack("town", "1.0.0", ""), &pack("letters", "1.0.0", "\"town ^1\"")]);
    let reader = client(&folder.path_of("reader"));
    reader.shelves.add("harbour", shelf.to_str().unwrap()).unwrap();
    install(&reader, &["town", "letters"]);
    let update = |id: Option<&str>| {
        let shelves = reader.open(None, &mut |_, error| panic!("{error}")).unwrap();
        let news = reader.news(id, &shelves).unwrap();
        assert!(news.iter().all(|news| matches!(news, UpdateNotice::Newer(..))), "{news:?}");
        reader.plan_update(&news, shelves, false, id.is_some()).unwrap()
    };
    assert!(steps(&update(None)).is_empty());
    publish(&shelf, &[&pack("town", "1.1.0", ""), &pack("town", "2.0.0", "")]);
    // The other installed packs must remain playable.
    let plan = update(None);
    assert_eq!(steps(&plan), ["town 1.1.0"]);
    assert_eq!(
        plan.notes,
        ["town 2.0.0 is not used. letters 1.0.0 needs town ^1. town is requested in version =2.0.0."]
    );
    // An explicit request installs the new version next to the older one.
    assert_eq!(steps(&update(Some("town"))), ["town 2.0.0"]);
    publish(&shelf, &[&pack("letters", "2.0.0", "\"town ^2\"")]);
    let plan = update(None);
    assert_eq!(steps(&plan), ["town 2.0.0", "letters 2.0.0"]);
    assert!(plan.notes.is_empty(), "{:?}", plan.notes);
    // A need is updated together with the pack that needs it.
    assert_eq!(steps(&update(Some("letters"))), ["town 2.0.0", "letters 2.0.0"]);
}

/// Writes a shelf of packs with tangled needs. It has only an index, because no archive is fetched from it.
fn tangle(folder: &Path, seed: u64, packs: u32, versions: u32, most_needs: u32) {
    let mut random = Generator::new(seed);
    let mut parts = IndexPart::default();
    for number in 0..packs {
        let id = format!("p{number:04}");
        let mut releases = Vec::new();
        for minor in 0..versions {
            let mut needs: BTreeMap<u32, String> = BTreeMap::new();
            for _ in 0..random.below(most_needs + 1).min(packs - number - 1) {
                let other = number + 1 + random.below((packs - number - 1).min(60));
                let from = random.below(versions);
                let range = match random.below(4) {
                    0 => format!("=1.{from}.0"),
                    1 => format!(">=1.{from}.0"),
                    2 => format!("<=1.{from}.0"),
                    _ => format!(">=1.{}.0, <=1.{}.0", from.saturating_sub(3), from + 2),
                };
                needs.insert(other, range);
            }
            let digits = hash(format!("{id} {minor}").as_bytes());
            releases.push(Release {
                version: Version::new(1, minor.into(), 0),
                title: format!("Pack {number}"),
                summary: "One of many, with its own needs.".to_owned(),
                authors: vec!["A. Author".to_owned()],
                licence: "MIT".to_owned(),
                changed_from: String::new(),
                needs: needs.iter().map(|(other, range)| format!("p{other:04} {range}")).collect(),
                conflicts: Vec::new(),
                api: 1,
                rules: digits.clone(),
                content: digits.clone(),
                file: HashedFile { hash: digits, bytes: 20_000 },
                key: None,
                spare: None,
                withdrawn: None,
            });
        }
        releases.reverse();
        let record = PackRecord { id: id.clone(), versions: releases };
        let bytes = record.write();
        let named = HashedFile::from_bytes(&bytes);
        let path = folder.join(record_path(&id, &named));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        let newest = record.newest();
        let (title, summary, newest) = (newest.title.clone(), newest.summary.clone(), newest.version.clone());
        parts.packs.push(IndexEntry { id, title, summary, licence: String::new(), newest, record: named });
    }
    let bytes = parts.write();
    let named = HashedFile::from_bytes(&bytes);
    std::fs::create_dir_all(folder.join("parts")).unwrap();
    std::fs::write(folder.join(part_path(&named)), bytes).unwrap();
    let head = Head { format: FORMAT, serial: seed + 1, issued: 1, title: "Many".to_owned(), parts: vec![named] };
    std::fs::write(folder.join(HEAD), head.write()).unwrap();
}

/// With TILEWRIGHT_SHELVES=FOLDER, the shelves are written there and kept, so that the command can be tried on them.
#[test]
fn a_thousand_packs_of_ten_versions_are_solved_or_explained() {
    let kept = std::env::var_os("TILEWRIGHT_SHELVES").map(std::path::PathBuf::from);
    let folder = ShareFolder::new("tangled");
    let (mut solved, mut explained, mut worst) = (0, 0, Duration::ZERO);
    for seed in 0..8 {
        let shelf = kept.as_ref().unwrap_or(&folder.0).join(format!("shelf-{seed}"));
        tangle(&shelf, seed, 1000, 10, 1 + seed as u32 % 4);
        let reader = client(&folder.path_of(&format!("reader-{seed}")));
        reader.shelves.add("many", shelf.to_str().unwrap()).unwrap();
        let began = Instant::now();
        let result = plan_requests(&reader, &["p0000", "p0001", "p0002"], false);
        let (first, began) = (began.elapsed(), Instant::now());
        let again = plan_requests(&reader, &["p0000", "p0001", "p0002"], false);
        let second = began.elapsed();
        worst = worst.max(first).max(second);
        match (result, again) {
            (Ok(plan), Ok(again)) => {
                solved += 1;
                let chosen: BTreeMap<&str, &Version> =
                    plan.steps.iter().map(|step| (&*step.id, &step.release.version)).collect();
                for need in plan.steps.iter().flat_map(|step| &step.release.needs) {
                    let need = tilewright_kit::packs::versions::Need::parse_declaration(need).unwrap();
                    assert!(need.range.matches(chosen[&*need.id]), "{need}");
                }
                assert_eq!(steps(&plan), steps(&again));
                println!("{seed}: {first:?}, again {second:?}, {} packs", plan.steps.len());
            }
            (Err(error), Err(again)) => {
                explained += 1;
                let ShareError::Conflict(refusal) = &error else { panic!("{error}") };
                assert!((1..=4).contains(&refusal.sentences.len()), "{error}");
                assert!(!refusal.ways.is_empty() || refusal.why == NoPlanReason::Tangled, "{error}");
                assert_eq!(error.to_string(), again.to_string());
                println!("{seed}: {first:?}, again {second:?}, {error} {:?}", error.hint());
            }
            _ => panic!("{seed}: not the same again"),
        }
    }
    println!("{solved} solved, {explained} explained, {worst:?} at most");
    assert!(solved > 1 && explained > 1, "{solved} {explained}");
    assert!(worst < Duration::from_secs(20), "{worst:?}");
}
