//! Tests the worked examples of shipped packs: a test plays each listed example, and the list has each example of the
//! source.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::suite::{Examples, examples, list_tests};

use crate::content;

#[test]
fn every_worked_example_that_a_pack_lists_stands_in_a_test() {
    let mut count = 0;
    for found in content().list().unwrap() {
        let Some(examples) = examples(&content(), &found.id).unwrap() else { continue };
        assert_eq!(examples.failures, []);
        let missing: Vec<_> = examples.cases.iter().filter(|e| e.is_missing()).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", found.id);
        count += examples.cases.len();
    }
    assert!(count > 0, "no pack lists worked examples");
}

#[test]
fn a_list_that_is_wrong_or_not_played_says_so() {
    let folder = std::env::temp_dir().join(format!("tilewright-examples-{}", std::process::id()));
    let write = |list: &str| {
        let pack = folder.join("small/tests");
        std::fs::create_dir_all(&pack).unwrap();
        std::fs::write(pack.join("../pack.ron"), "Pack(id: \"small\")").unwrap();
        std::fs::write(pack.join("a.ron"), "Tests([Test(name: \"digest/01 one\"), Test(name: \"digest/011 other\")])")
            .unwrap();
        std::fs::write(pack.join("examples.ron"), list).unwrap();
        let finder = Finder::nowhere().with_folder(&folder);
        (examples(&finder, "small").unwrap().unwrap(), list_tests(&finder, "small", "01 ").unwrap())
    };
    let told = |examples: &Examples| -> Vec<(String, usize, bool)> {
        examples.cases.iter().map(|c| (c.id.clone(), c.tests.len(), c.is_missing())).collect()
    };
    let list = "Examples(cases: {\"01\": \"a\", \"02\": \"b\", \"03\": \"c\", \"04\": \"d\"},
        elsewhere: {\"02\": \"digest/011\"}, not_played: {\"03\": \"why\"})";
    let (found, listed) = write(list);
    let row = |id: &str, tests, missing| (id.to_owned(), tests, missing);
    assert_eq!(told(&found), [row("01", 1, false), row("02", 1, false), row("03", 0, false), row("04", 0, true)]);
    assert_eq!(listed.iter().map(|t| &*t.name).collect::<Vec<_>>(), ["digest/01 one"], "the list itself is not a test");
    let code = |list: &str| write(list).0.failures.iter().map(|f| f.code).collect::<Vec<_>>();
    assert_eq!(code("Examples(cases: {\"01\": \"a\"}, elsewhere: {\"05\": \"b\"})"), ["unknown_case"]);
    assert_eq!(code("Examples(of: \"nothing\")"), ["P0104"]);
    assert_eq!(code("Examples(cases: [1])"), ["P0105"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Counts the whole numbers in a text. Text between backquotes is a name and is ignored.
fn numbers(text: &str) -> BTreeMap<u32, usize> {
    let mut found = BTreeMap::new();
    for plain in text.split('`').step_by(2) {
        for number in plain.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()) {
            *found.entry(number.parse().unwrap()).or_insert(0) += 1;
        }
    }
    found
}

/// Returns the worked examples of a digest by number; a digest without numbers is one example.
fn of_digest(text: &str) -> BTreeMap<u32, String> {
    let section = text.split("\n## ").find(|s| s.starts_with("Worked examples"));
    let lines = section.into_iter().flat_map(|s| s.lines().skip(1));
    let mut items: BTreeMap<u32, String> = BTreeMap::new();
    let mut item = 0;
    for line in lines {
        let start = line.split_once(". ").and_then(|(n, rest)| Some((n.parse().ok()?, rest)));
        let rest = match start {
            Some((number, rest)) => {
                item = number;
                rest
            }
            None => line,
        };
        // Rows of a table begin with the number of a case.
        if !rest.starts_with("|---") && !rest.trim().is_empty() {
            items.entry(item).or_default().push_str(&format!("{rest}\n"));
        }
    }
    items
}

fn shared_folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    folder.is_dir().then_some(folder)
}

/// Returns the number of an example without the letter of its case.
fn number(id: &str) -> u32 {
    id.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
}

#[test]
fn every_worked_example_of_a_digest_is_in_the_list_of_its_pack() {
    let Some(shared) = shared_folder() else {
        println!("skipped: there are no digests to compare with");
        return;
    };
    let mut compared = Vec::new();
    for found in content().list().unwrap() {
        let id = &found.id;
        let mut items = std::fs::read_to_string(shared.join(format!("rules/{id}.md")))
            .map(|text| of_digest(&text))
            .unwrap_or_default();
        if let Ok(text) = std::fs::read_to_string(shared.join(format!("reference/{id}_examples.json"))) {
            let all: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
            items = (1..).zip(all.iter().map(|e| format!("{} {}", e["given"], e["expect"]))).collect();
        }
        let listed = examples(&content(), id).unwrap();
        assert_eq!(listed.is_some(), !items.is_empty(), "{id}: whether there are worked examples");
        let Some(listed) = listed else { continue };
        if !items.contains_key(&0) {
            let mut own: Vec<u32> = listed.cases.iter().map(|c| number(&c.id)).collect();
            own.dedup();
            assert_eq!(own, items.keys().copied().collect::<Vec<_>>(), "{id}: the numbers of the examples");
        }
        // Each number in an example must occur in one of its cases, as often as in the example.
        for (item, text) in &items {
            let own = listed.cases.iter().filter(|c| *item == 0 || number(&c.id) == *item);
            let told = own.map(|c| format!("{}\n", c.tells)).collect::<String>();
            let (told, wanted) = (numbers(&told), numbers(text));
            for (n, times) in wanted {
                let came = told.get(&n).copied().unwrap_or(0);
                assert!(
                    came >= times,
                    "{id} example {item}: {n} appears {times} times there and {came} times in the list"
                );
            }
        }
        compared.push(id.clone());
    }
    assert!(!compared.is_empty(), "no digest was compared");
    println!("compared with their digests: {}", compared.join(", "));
}

#[test]
fn every_two_expansions_that_the_digests_bring_together_are_tested_together() {
    let Some(shared) = shared_folder() else {
        println!("skipped: there are no digests to read");
        return;
    };
    // A digest refers to another pack by its title or its id.
    let packs: Vec<(String, String, String)> = content()
        .list()
        .unwrap()
        .into_iter()
        .filter_map(|found| {
            let digest = std::fs::read_to_string(shared.join(format!("rules/{}.md", found.id))).ok()?;
            let loaded = load(&content(), &Request::new([&*found.id])).unwrap();
            let info = loaded.catalog()?.packs.iter().find(|p| *p.id == *found.id)?.clone();
            let needs = loaded.packs.iter().any(|p| *p.id == *found.id && !p.needs.is_empty());
            needs.then(|| (found.id, info.title.trim_start_matches("The ").to_owned(), digest))
        })
        .collect();
    let tested: Vec<Vec<String>> = content()
        .list()
        .unwrap()
        .iter()
        .flat_map(|found| list_tests(&content(), &found.id, "").unwrap())
        .map(|test| test.packs)
        .collect();
    let (mut pairs, mut missing) = (0, Vec::new());
    for (n, (a, a_title, a_digest)) in packs.iter().enumerate() {
        for (b, b_title, b_digest) in &packs[n + 1..] {
            let names = |digest: &str, id: &str, title: &str| digest.contains(id) || digest.contains(title);
            if names(a_digest, b, b_title) || names(b_digest, a, a_title) {
                pairs += 1;
                if !tested.iter().any(|packs| packs.contains(a) && packs.contains(b)) {
                    missing.push((a, b));
                }
            }
        }
    }
    assert!(missing.is_empty() && pairs > 10, "{pairs} pairs, without a test: {missing:?}");
    println!("{pairs} pairs of packs are tested together");
}
