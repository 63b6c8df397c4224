//! The structure inside crates: dependencies between files without cycles of more than two, and no parameter that is a
//! tuple of unlike values. `structure.txt` lists what remains in each part of the project. These numbers only fall:
//! `UPDATE_EXPECT=1 cargo test --locked -p tilewright-conventions structure` lowers them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use tilewright_conventions::{read, root, text_files};

const REMAINING: &str = "engine/conventions/structure.txt";

/// Sources of a crate without their tests: the text of each file by its path below `src`.
type Sources = BTreeMap<String, String>;

/// Returns the sources of each crate, by the folder of the crate.
fn crates() -> BTreeMap<String, Sources> {
    let mut found: BTreeMap<String, Sources> = BTreeMap::new();
    for file in text_files() {
        let Some((part, path)) = file.path.split_once("/src/") else { continue };
        let is_test = path.split('/').any(|name| ["tests", "tests.rs", "testing.rs"].contains(&name));
        if part.matches('/').count() == 1 && path.ends_with(".rs") && !is_test {
            let text = file.text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            found.entry(part.to_owned()).or_default().insert(path.to_owned(), code.collect::<Vec<_>>().join("\n"));
        }
    }
    found
}

/// Splits a text at the commas outside of brackets.
fn split_at_commas(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if before == '-' || before == '=' => {}
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns the text inside a bracket at the start of `text`.
fn bracket_content(text: &str) -> Option<&str> {
    let mut depth = 0;
    let end = text.char_indices().find(|(_, c)| {
        depth += i32::from("([{".contains(*c)) - i32::from(")]}".contains(*c));
        depth == 0
    });
    text.get(1..end?.0)
}

/// Returns the paths that follow `crate::` in a source: `crate::{a::B, c}` has two.
fn paths(code: &str) -> Vec<Vec<&str>> {
    fn collect<'a>(tree: &'a str, before: &[&'a str], found: &mut Vec<Vec<&'a str>>) {
        let tree = tree.trim_start();
        if tree.starts_with('{') {
            let group = bracket_content(tree).unwrap_or_default();
            split_at_commas(group).into_iter().for_each(|part| collect(part, before, found));
            return;
        }
        let end = tree.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(tree.len());
        let path = [before, &[&tree[..end]]].concat();
        match tree[end..].strip_prefix("::") {
            Some(rest) if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '{') => {
                collect(rest, &path, found);
            }
            _ => found.push(path),
        }
    }
    let mut found = Vec::new();
    for (at, start) in code.match_indices("crate::") {
        collect(&code[at + start.len()..], &[], &mut found);
    }
    found
}

/// Returns the files that each file of a crate uses: the file of the longest module path in front of a name.
fn uses(sources: &Sources) -> BTreeMap<&str, BTreeSet<&str>> {
    let file_of = |path: &[&str]| {
        let modules = (1..=path.len()).rev().map(|length| path[..length].join("/"));
        let mut files = modules.flat_map(|module| [format!("{module}.rs"), format!("{module}/mod.rs")]);
        files.find_map(|file| sources.get_key_value(&file)).map(|(file, _)| file.as_str())
    };
    let used = |file: &str, code: &str| -> BTreeSet<&str> {
        paths(code).iter().filter_map(|path| file_of(path)).filter(|used| *used != file).collect()
    };
    sources.iter().map(|(file, code)| (file.as_str(), used(file, code))).collect()
}

/// Returns the files that a file uses directly or through others.
fn reachable<'a>(uses: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &str) -> BTreeSet<&'a str> {
    let mut found: BTreeSet<&str> = BTreeSet::new();
    let mut next: Vec<&str> = uses[from].iter().copied().collect();
    while let Some(file) = next.pop() {
        if found.insert(file) {
            next.extend(&uses[file]);
        }
    }
    found
}

/// Returns the files that are in a cycle of more than two files, with the other files of the cycle.
fn cycles(sources: &Sources) -> Vec<String> {
    let uses = uses(sources);
    let reached: BTreeMap<&str, BTreeSet<&str>> = uses.keys().map(|&file| (file, reachable(&uses, file))).collect();
    let mut found = Vec::new();
    for (&file, targets) in &reached {
        let others: Vec<&str> =
            targets.iter().copied().filter(|other| *other != file && reached[other].contains(file)).collect();
        if others.len() > 1 {
            found.push(format!("{file}, with {}", others.join(", ")));
        }
    }
    found
}

/// Returns the parameters of functions that are tuples of unlike values. Functions for Lua take their arguments as one
/// tuple after the state of Lua, and are left out.
fn tuple_parameters(sources: &Sources) -> Vec<String> {
    let mut found = Vec::new();
    for (file, code) in sources {
        for (at, keyword) in code.match_indices("fn ") {
            let after = &code[at + keyword.len()..];
            let name_end = after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(0);
            let name = &after[..name_end];
            let generics = generics_end(&after[name_end..]);
            let Some(parameters) =
                after[name_end + generics..].strip_prefix('(').and(bracket_content(&after[name_end + generics..]))
            else {
                continue;
            };
            if name.is_empty() || code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let parameters = split_at_commas(parameters);
            let is_for_lua = parameters.iter().any(|parameter| parameter.ends_with("&Lua"));
            for parameter in parameters.iter().filter(|_| !is_for_lua) {
                let is_unlike = type_of(parameter).and_then(inside_tuple).is_some_and(|types| {
                    let types = split_at_commas(types);
                    types.iter().any(|other| *other != types[0])
                });
                if is_unlike {
                    found.push(format!("{file}: {name} takes {parameter}"));
                }
            }
        }
    }
    found
}

/// Returns the length of the generic parameters at the start of a text.
fn generics_end(text: &str) -> usize {
    if !text.starts_with('<') {
        return 0;
    }
    let (mut depth, mut before) = (0, ' ');
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '<') - i32::from(c == '>' && before != '-');
        before = c;
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// Returns the type of a parameter, which may have a pattern instead of a name.
fn type_of(parameter: &str) -> Option<&str> {
    let pattern = if parameter.starts_with('(') { bracket_content(parameter)?.len() + 2 } else { 0 };
    let colon = pattern + parameter[pattern..].find(": ")?;
    Some(parameter[colon + 2..].trim_start_matches('&'))
}

/// Returns the types inside a tuple type.
fn inside_tuple(text: &str) -> Option<&str> {
    text.strip_prefix('(').and(bracket_content(text))
}

#[test]
fn structure_of_crates_only_improves() {
    let mut found: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    for (part, sources) in crates() {
        for (kind, places) in [("cycles", cycles(&sources)), ("tuples", tuple_parameters(&sources))] {
            if !places.is_empty() {
                found.insert((part.clone(), kind), places);
            }
        }
    }
    let allowed: BTreeMap<(String, String), usize> = read(REMAINING)
        .lines()
        .map(|row| {
            let [part, kind, count] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{REMAINING}: {row}") };
            ((part.to_owned(), kind.to_owned()), count.parse().unwrap())
        })
        .collect();
    let count_of = |part: &str, kind: &str| allowed.get(&(part.to_owned(), kind.to_owned())).copied().unwrap_or(0);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let rows = found.iter().map(|((part, kind), places)| {
            let count = places.len().min(count_of(part, kind));
            format!("{part} {kind} {count}\n")
        });
        fs::write(root().join(REMAINING), rows.collect::<String>()).unwrap();
        return;
    }
    let over: Vec<String> = found
        .iter()
        .filter(|((part, kind), places)| places.len() > count_of(part, kind))
        .map(|((part, kind), places)| {
            format!("{part}, {kind}: {}, at most {}:\n{}", places.len(), count_of(part, kind), places.join("\n"))
        })
        .collect();
    assert!(over.is_empty(), "{}", over.join("\n\n"));
}

#[test]
fn cycles_and_tuples_are_found() {
    let source = |file: &str, code: &str| (file.to_owned(), code.to_owned());
    let sources: Sources = [
        source("a.rs", "use crate::{b::{B, C}, lib};"),
        source("b.rs", "use crate::folder::c::C;\nuse crate::folder::D;"),
        source("folder/c.rs", "fn f() { crate::a::g() }"),
        source("folder/mod.rs", "use crate::e::E;"),
        source("e.rs", "use crate::folder::D;"),
    ]
    .into();
    let found = cycles(&sources);
    assert_eq!(found, ["a.rs, with b.rs, folder/c.rs", "b.rs, with a.rs, folder/c.rs", "folder/c.rs, with a.rs, b.rs"]);
    let code = "fn one((a, b): (usize, &Step), c: (u8, u8)) {}\nfn two<F: Fn(u8) -> u8>(place: (Cell, Turn), f: F) {}\n\
                fn three(host: &Host, lua: &Lua, (a, b): (u8, Text)) {}\nfn four(f: impl Fn((u8, Cell)) -> u8) {}";
    let found = tuple_parameters(&[source("a.rs", code)].into());
    assert_eq!(found, ["a.rs: one takes (a, b): (usize, &Step)", "a.rs: two takes place: (Cell, Turn)"]);
}
