//! The borders between crates, held against what is written in `engine/ARCHITECTURE.md` and in the sources.
#![allow(clippy::unwrap_used, reason = "tests stop where something is wrong")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Dependencies from outside that only some crates may have.
const RESERVED: &[(&str, &[&str])] = &[
    ("mlua", &["script"]),
    ("full_moon", &["script"]),
    ("ron", &["pack", "kit"]),
    ("clap", &["cli"]),
    ("sha2", &["page"]),
    ("pulldown-cmark", &["page"]),
    ("ureq", &["share"]),
    ("minisign", &["share"]),
    ("minisign-verify", &["share"]),
];

/// Names of games that are words for mechanisms too.
const MECHANISMS: &[&str] = &["labyrinth", "messages", "discovery"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Short name of a crate of the workspace: `tilewright-core` is `core`, `tilewright` is `cli`.
fn short(package: &str) -> Option<&str> {
    if package == "tilewright" { Some("cli") } else { package.strip_prefix("tilewright-") }
}

/// For each crate of the workspace, the names of what it depends on.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    packages
        .iter()
        .map(|package| {
            let used = package["dependencies"].as_array().unwrap().iter();
            let used = used.filter(|d| d["kind"].is_null()).map(|d| d["name"].as_str().unwrap().to_owned());
            (short(package["name"].as_str().unwrap()).unwrap().to_owned(), used.collect())
        })
        .collect()
}

/// The table of allowed uses: crate to the crates it may use.
fn allowed() -> BTreeMap<String, BTreeSet<String>> {
    let page = fs::read_to_string(root().join("engine/ARCHITECTURE.md")).unwrap();
    let rows = page.lines().skip_while(|l| !l.starts_with("| crate | may use |")).skip(2);
    let rows = rows.take_while(|l| l.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let names = cells[1].split(|c: char| !c.is_alphanumeric() && c != '_').filter(|n| !n.is_empty());
        (cells[0].trim_matches('`').to_owned(), names.map(str::to_owned).collect())
    })
    .collect()
}

#[test]
fn crates_use_only_what_the_table_allows() {
    let (allowed, used) = (allowed(), dependencies());
    for (name, dependencies) in &used {
        let may = allowed.get(name).unwrap_or_else(|| panic!("{name} is not in the table of engine/ARCHITECTURE.md"));
        let own: BTreeSet<String> = dependencies.iter().filter_map(|d| short(d)).map(str::to_owned).collect();
        let beyond: Vec<&String> = own.difference(may).collect();
        assert!(beyond.is_empty(), "{name} uses {beyond:?}, but may use only {may:?}");
        for (reserved, holders) in RESERVED {
            assert!(!dependencies.contains(*reserved) || holders.contains(&&**name), "{name} must not use {reserved}");
        }
    }
    for name in allowed.keys().filter(|n| !matches!(n.as_str(), "art" | "editor")) {
        assert!(used.contains_key(name), "{name} is in the table, but not in the workspace");
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if path.file_name().is_some_and(|n| n != "tests") {
                sources(&path, found);
            }
        } else if path.extension().is_some_and(|e| e == "rs" || e == "lua") {
            found.push(path);
        }
    }
}

#[test]
fn no_game_is_named_in_engine_editor_and_library() {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(root().join("content")).unwrap() {
        let folder = entry.unwrap().path();
        names.insert(folder.file_name().unwrap().to_string_lossy().to_lowercase());
        let pack = fs::read_to_string(folder.join("pack.ron")).unwrap();
        let title = pack.lines().find_map(|l| l.trim().strip_prefix("title: \"")?.split('"').next());
        names.extend(title.map(str::to_lowercase));
    }
    assert!(!names.is_empty());
    let mut files = Vec::new();
    for folder in ["engine", "editor", "scripts"] {
        sources(&root().join(folder), &mut files);
    }
    assert!(files.len() > 50);
    for file in files {
        let text = fs::read_to_string(&file).unwrap().to_lowercase();
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or("");
        for name in names.iter().filter(|n| !MECHANISMS.contains(&n.as_str())) {
            assert!(!text.contains(name.as_str()), "{} names `{name}`", file.display());
        }
    }
}
