//! Compares the dependencies between crates in the sources with the tables in `engine/docs/layers.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tilewright_conventions::{read, root};

/// Names of games that are also words for mechanisms, or for a landscape in a format of other programs.
const MECHANISMS: &[&str] = &["labyrinth", "messages", "discovery", "river"];

/// Returns the short name of a crate in the workspace: `tilewright-core` is `core`; the facade is `tilewright` itself.
fn short(package: &str) -> Option<&str> {
    if package == "tilewright" { Some(package) } else { package.strip_prefix("tilewright-") }
}

/// Returns the names of the dependencies of each crate in the workspace.
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

/// Returns the rows of a table in `engine/docs/layers.md`, which is found by its first line: the cells without code
/// quotes.
fn table(head: &str) -> Vec<Vec<String>> {
    let page = read("engine/docs/layers.md");
    let rows = page.lines().skip_while(|l| !l.starts_with(head)).skip(2).take_while(|l| l.starts_with('|'));
    let cells = |row: &str| row.trim_matches('|').split('|').map(|c| c.trim().trim_matches('`').to_owned()).collect();
    let rows: Vec<Vec<String>> = rows.map(cells).collect();
    assert!(!rows.is_empty(), "no table begins with {head}");
    rows
}

fn words(cell: &str) -> Vec<String> {
    cell.split_whitespace().map(str::to_owned).collect()
}

/// Returns the crates that each crate may use, according to the table.
fn allowed_crates() -> BTreeMap<String, BTreeSet<String>> {
    let rows = table("| crate | may use |").into_iter();
    rows.map(|cells| {
        let names = words(&cells[1]).into_iter().filter(|name| name != "-");
        (cells[0].clone(), names.collect())
    })
    .collect()
}

#[test]
fn crates_use_only_what_the_table_allows() {
    let (allowed, used) = (allowed_crates(), dependencies());
    for (name, dependencies) in &used {
        let may = allowed.get(name).unwrap_or_else(|| panic!("{name} is not in the table of engine/docs/layers.md"));
        let own: BTreeSet<String> = dependencies.iter().filter_map(|d| short(d)).map(str::to_owned).collect();
        let beyond: Vec<&String> = own.difference(may).collect();
        assert!(beyond.is_empty(), "{name} uses {beyond:?}, but may use only {may:?}");
    }
    for name in allowed.keys() {
        assert!(used.contains_key(name), "{name} is in the table, but not in the workspace");
    }
}

#[test]
fn what_comes_from_outside_stays_where_it_belongs() {
    let used = dependencies();
    for row in table("| from outside | only in |") {
        let holders: BTreeSet<String> = words(&row[1]).into_iter().collect();
        for outside in words(&row[0]) {
            let users = used.iter().filter(|(_, dependencies)| dependencies.contains(&outside));
            let users: BTreeSet<String> = users.map(|(name, _)| name.clone()).collect();
            assert_eq!(users, holders, "the crates that use {outside}");
        }
    }
}

#[test]
fn words_that_must_not_stand_in_a_crate_do_not() {
    for row in table("| crate | never | because |") {
        let never = words(&row[1]);
        let mut files = Vec::new();
        sources(&root().join(format!("engine/{}/src", row[0])), &mut files);
        assert!(!files.is_empty());
        for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "rs")) {
            let text = fs::read_to_string(file).unwrap();
            let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or("");
            for line in text.lines().filter(|l| !l.trim_start().starts_with("//")) {
                let named: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
                // A module of the standard library is named by its path, as its name alone is an ordinary word.
                let is_module = |word: &str| ["fs", "net", "env", "thread"].contains(&word);
                let is_there =
                    |word: &&String| named.contains(&word.as_str()) && (!is_module(word) || named.contains(&"std"));
                let found = never.iter().find(is_there);
                assert_eq!(found, None, "{}, because of {}: {line}", file.display(), row[2]);
            }
        }
    }
}

/// Calls that write, move or remove files.
const WRITES: &[&str] = &[
    "fs::write",
    "fs::copy",
    "fs::rename",
    "fs::hard_link",
    "fs::create_dir",
    "fs::remove_",
    "fs::set_permissions",
    "fs::DirBuilder",
    "File::create",
    "File::options",
    "OpenOptions",
    ".set_len(",
];

#[test]
fn one_writer_writes_all_files() {
    let mut files = Vec::new();
    for folder in ["engine", "editor"] {
        sources(&root().join(folder), &mut files);
    }
    let writer = root().join("engine/kit/src/files");
    // Build scripts, examples for users of the library, and folders for fuzzing inputs are exempt.
    let own = |file: &Path| {
        let shown = file.to_string_lossy().replace('\\', "/");
        shown.ends_with("/build.rs") || shown.contains("/examples/") || shown.contains("/engine/fuzz/")
    };
    let mut found = 0;
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "rs") && !own(file)) {
        let text = fs::read_to_string(file).unwrap();
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or("");
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let Some(call) = WRITES.iter().find(|call| line.contains(**call)) else { continue };
            found += 1;
            let place = file.display();
            assert!(file.starts_with(&writer), "{place} calls {call}; write through `tilewright_kit::files`: {line}");
        }
    }
    assert!(found > 10, "the writer itself has such calls");
}

/// Files that may use unsafe code, each with the reason.
const MAY_BE_UNSAFE: &[(&str, &str)] = &[
    ("engine/script/src/vm/raw/", "it reads the stack of the virtual machine"),
    ("engine/lab/tests/all/work.rs", "only an allocator can count allocations"),
    ("engine/fuzz/tests/all/costs.rs", "only an allocator can measure memory"),
];

/// Collects all Rust sources below a folder, including tests.
fn all_sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            all_sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// Returns the word in a line of code that is unsafe or allows unsafe code; `None` if there is none.
fn unsafe_word(line: &str) -> Option<&str> {
    let code = line.split("//").next().unwrap_or("");
    // This file is also checked.
    let (word, lint) = (concat!("un", "safe"), concat!("un", "safe_code"));
    let words = code.split(|c: char| !(c.is_alphanumeric() || "_-\"".contains(c)));
    words.into_iter().find(|found| *found == word || *found == lint)
}

#[test]
fn one_module_is_unsafe() {
    assert_eq!(unsafe_word(concat!("    un", "safe { call() }")), Some(concat!("un", "safe")));
    assert_eq!(unsafe_word(concat!("#![allow(un", "safe_code)]")), Some(concat!("un", "safe_code")));
    assert_eq!(unsafe_word(concat!("let text = \"shelves-un", "safe\"; // un", "safe")), None);
    let mut files = Vec::new();
    for folder in ["engine", "editor"] {
        all_sources(&root().join(folder), &mut files);
    }
    assert!(files.len() > 50);
    let mut met = BTreeSet::new();
    for file in &files {
        let shown = file.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(file).unwrap();
        for line in text.lines().filter(|line| unsafe_word(line).is_some()) {
            let place = MAY_BE_UNSAFE.iter().find(|(place, _)| shown.starts_with(place));
            let (place, reason) = place.unwrap_or_else(|| panic!("{shown} is not `script::vm::raw`: {line}"));
            assert!(!reason.is_empty());
            met.insert(*place);
        }
    }
    assert_eq!(met.len(), MAY_BE_UNSAFE.len(), "all listed files exist, and only {met:?} are unsafe");
    // In all other files, the compiler denies unsafe code.
    let refuses = concat!("un", "safe_code = \"deny\"");
    assert!(read("Cargo.toml").contains(refuses));
    for folder in ["engine", "editor"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let Ok(manifest) = fs::read_to_string(entry.unwrap().path().join("Cargo.toml")) else { continue };
            // A crate outside of the workspace must deny unsafe code in its own manifest.
            let is_denied = manifest.contains("[lints]\nworkspace = true") || manifest.contains(refuses);
            assert!(is_denied, "{manifest}");
        }
    }
}

/// Returns the folders of each crate in order, according to the table.
fn folders() -> Vec<(String, Vec<String>)> {
    table("| crate | folders |").into_iter().map(|cells| (cells[0].clone(), words(&cells[1]))).collect()
}

/// Permitted uses of a later folder: crate, file, the name used, and the reason.
const BACK: &[(&str, &str, &str, &str)] = &[
    ("pack", "read/world.rs", "declare", "packs are read for chosen options, and the world holds their values"),
    ("pack", "schema/head.rs", "read", "the kinds with names are the kinds that can be renamed"),
    ("pack", "schema/mod.rs", "read", "it records the fields that readers request, and checks whether a node fits"),
];

/// Returns the names that follow `crate::` in a source, outside of comments: `crate::{a::B, c}` has two.
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
        let short = match name.strip_prefix("editor") {
            Some("") => "editor/ui".to_owned(),
            Some(part) => format!("editor/{}", part.trim_start_matches('-')),
            None => format!("engine/{name}"),
        };
        let src = root().join(short).join("src");
        let mut known: BTreeSet<String> = BTreeSet::new();
        for entry in fs::read_dir(&src).unwrap() {
            let path = entry.unwrap().path();
            let folder = path.file_name().unwrap().to_string_lossy().into_owned();
            // Tests may use every folder.
            if path.is_dir() && folder != "tests" {
                known.insert(folder);
            }
        }
        let told: BTreeSet<String> = order.iter().cloned().collect();
        assert_eq!(known, told, "the folders of {name} must match engine/docs/layers.md");
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
            // Build output and downloads may contain any name.
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            if name != "tests" && name != "target" && !name.starts_with('.') {
                sources(&path, found);
            }
        } else if path.file_name().is_some_and(|n| n == "tests.rs" || n == "testing.rs") {
            // Tests may use and name everything.
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
