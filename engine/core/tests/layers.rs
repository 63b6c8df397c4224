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

/// Short name of a crate of the workspace: `tilewright-core` is `core`; the front door is `tilewright` itself.
fn short(package: &str) -> Option<&str> {
    if package == "tilewright" { Some(package) } else { package.strip_prefix("tilewright-") }
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

/// The table of folders: crate to its folders in order.
fn folders() -> Vec<(String, Vec<String>)> {
    let page = fs::read_to_string(root().join("engine/ARCHITECTURE.md")).unwrap();
    let rows = page.lines().skip_while(|l| !l.starts_with("| crate | folders |")).skip(2);
    let rows = rows.take_while(|l| l.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        (cells[0].to_owned(), cells[1].split_whitespace().map(str::to_owned).collect())
    })
    .collect()
}

/// Uses of a later folder that are wanted: crate, file, what it uses, and why.
const BACK: &[(&str, &str, &str, &str)] = &[
    ("pack", "read/world.rs", "declare", "what is read is read for a choice of options, whose values it holds"),
    ("pack", "schema/head.rs", "read", "the sorts of things that have names are those that can be renamed"),
    ("script", "host/handle.rs", "api", "an error about a thing of the game names the functions that it has"),
    ("pack", "schema/mod.rs", "read", "it notes for tests what readers ask for, and says of a node whether it fits"),
];

/// The names that follow `crate::` in a source, outside of comments: `crate::{a::B, c}` names two.
fn used_within(source: &str) -> BTreeSet<String> {
    let code: String = source.lines().filter(|l| !l.trim_start().starts_with("//")).map(|l| format!("{l}\n")).collect();
    let mut found = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let first_name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
        match rest.strip_prefix('{') {
            None => drop(found.insert(first_name(rest))),
            Some(group) => {
                let mut depth = 0;
                let mut begins = true;
                for (at, c) in group.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => begins = true,
                        c if begins && !c.is_whitespace() => {
                            found.insert(first_name(&group[at..]));
                            begins = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    found
}

#[test]
fn a_folder_uses_only_those_before_it() {
    let all = folders();
    assert!(!all.is_empty());
    let (mut used_back, mut unwanted) = (BTreeSet::new(), Vec::new());
    for (name, order) in all {
        let short = if name == "editor" { "editor/ui".to_owned() } else { format!("engine/{name}") };
        let src = root().join(short).join("src");
        let mut known: BTreeSet<String> = BTreeSet::new();
        for entry in fs::read_dir(&src).unwrap() {
            let path = entry.unwrap().path();
            let folder = path.file_name().unwrap().to_string_lossy().into_owned();
            // Tests may use everything.
            if path.is_dir() && folder != "tests" {
                known.insert(folder);
            }
        }
        let told: BTreeSet<String> = order.iter().cloned().collect();
        assert_eq!(known, told, "the folders of {name} as they are, and in engine/ARCHITECTURE.md");
        for (place, folder) in order.iter().enumerate() {
            let mut files = Vec::new();
            sources(&src.join(folder), &mut files);
            assert!(!files.is_empty());
            for file in files {
                let text = fs::read_to_string(&file).unwrap();
                let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or("");
                for later in used_within(text).iter().filter(|used| order[place + 1..].contains(used)) {
                    let shown = file.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
                    match BACK.iter().find(|(c, f, u, _)| (*c, *f, *u) == (&name, &shown, later)) {
                        Some((.., reason)) => {
                            assert!(!reason.is_empty());
                            used_back.insert((name.clone(), shown, later.clone()));
                        }
                        None => unwanted.push(format!("{name}: {shown} uses {later}, which comes after {folder}")),
                    }
                }
            }
        }
    }
    assert!(unwanted.is_empty(), "{}", unwanted.join("\n"));
    assert_eq!(used_back.len(), BACK.len(), "every use of a later folder that is wanted is there");
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
