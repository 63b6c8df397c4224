//! Tests documents for maintainers: every file that they name exists, and their lists are complete.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use tilewright_conventions::{read, root};

/// A section of `engine/docs/adding.md`.
struct DocumentSection {
    title: String,
    /// Number of files that the heading states.
    count: usize,
    /// Paths that the list names.
    listed: Vec<String>,
    /// All paths that the section names.
    named: Vec<String>,
}

/// Returns the texts in backquotes.
fn quoted_texts(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn sections() -> Vec<DocumentSection> {
    let page = read("engine/docs/adding.md");
    let read_section = |text: &str| {
        let (heading, body) = text.split_once('\n').unwrap();
        let (title, count) = heading.split_once(" (").unwrap_or_else(|| panic!("{heading}: state the number of files"));
        let is_path =
            |text: &&str| ["engine/", "editor/", "content/", "scripts/"].iter().any(|at| text.starts_with(at));
        let items = body.lines().filter_map(|line| line.strip_prefix("- `")?.split_once('`').map(|(path, _)| path));
        DocumentSection {
            title: title.to_owned(),
            count: count.split(' ').next().unwrap().parse().unwrap(),
            listed: items.map(str::to_owned).collect(),
            named: quoted_texts(body).filter(is_path).map(str::to_owned).collect(),
        }
    };
    page.split("\n## ").skip(1).map(read_section).collect()
}

#[test]
fn files_to_change_exist_and_are_counted() {
    let sections = sections();
    assert!(sections.len() > 15);
    for section in sections {
        let title = &section.title;
        assert_eq!(section.listed.len(), section.count, "{title}: the heading and the list disagree");
        let unique: BTreeSet<&String> = section.listed.iter().collect();
        assert_eq!(unique.len(), section.count, "{title}: a file is listed twice");
        for path in &section.named {
            // A new file has a placeholder for its name; its folder exists.
            let existing = path.split_once("NAME").map_or(&**path, |(before, _)| before.rsplit_once('/').unwrap().0);
            assert!(root().join(existing).exists(), "{title}: {path} does not exist");
        }
    }
}

/// True if a text is the name of a type, a variant, a constant or a macro in Rust. Other names may also be words.
fn is_rust_name(text: &str) -> bool {
    let bare = text.trim_end_matches('!').replace("::", "");
    let is_identifier = bare.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let is_upper = |text: &str| text.starts_with(|letter: char| letter.is_ascii_uppercase());
    is_identifier && bare.len() > 2 && bare != "NAME" && (is_upper(text) || text.ends_with('!'))
}

#[test]
fn files_to_change_contain_the_names_that_they_are_listed_for() {
    let page = read("engine/docs/adding.md");
    let items = page.lines().filter_map(|line| line.strip_prefix("- `")?.split_once("`: "));
    let mut checked = 0;
    for (path, text) in items.filter(|(path, _)| path.ends_with(".rs") && !path.contains("NAME")) {
        let source = read(path);
        for name in quoted_texts(text).filter(|name| is_rust_name(name)) {
            let last = name.trim_end_matches('!').rsplit("::").next().unwrap();
            assert!(source.contains(last), "{path} has no `{name}`");
            checked += 1;
        }
    }
    assert!(checked > 30, "only {checked} names were found");
}

#[test]
fn the_overview_links_to_sections_that_exist() {
    let overview = read("engine/ARCHITECTURE.md");
    let sections: Vec<String> = read("engine/docs/adding.md")
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|title| title.to_lowercase().replace(['(', ')'], "").replace(' ', "-"))
        .collect();
    let links: Vec<&str> =
        overview.split("docs/adding.md#").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() > 5);
    for link in links {
        assert!(sections.iter().any(|section| section == link), "docs/adding.md has no section `{link}`");
    }
}

/// Collects the paths of Rust sources below a folder that contain `word`.
fn sources_with(word: &str, folder: &Path, found: &mut BTreeSet<String>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            sources_with(word, &path, found);
        } else if path.extension().is_some_and(|end| end == "rs") && fs::read_to_string(&path).unwrap().contains(word) {
            found.insert(path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/"));
        }
    }
}

#[test]
fn all_files_that_match_on_lattices_are_listed() {
    let section = sections().into_iter().find(|section| section.title == "A lattice").unwrap();
    let mut found = BTreeSet::new();
    for group in ["engine", "editor"] {
        for package in fs::read_dir(root().join(group)).unwrap().map(|entry| entry.unwrap().path().join("src")) {
            if package.is_dir() {
                sources_with("Lattice::Triangle", &package, &mut found);
            }
        }
    }
    assert_eq!(section.listed.into_iter().collect::<BTreeSet<_>>(), found);
}

/// Sections that the page must have, each identified by the start of its title.
const CHANGES: [&str; 17] = [
    "A step",
    "A hook",
    "A move or effect",
    "An event",
    "A question",
    "A reason",
    "A function for rules",
    "A rule module",
    "A lattice",
    "A terrain pattern",
    "A command of the terminal",
    "A pane",
    "A bot",
    "A language",
    "An export",
    "A diagnostic code",
    "A field of packs",
];

#[test]
fn common_changes_have_a_section() {
    let sections = sections();
    for change in CHANGES {
        assert!(sections.iter().any(|section| section.title.starts_with(change)), "{change} has no section");
    }
}

#[test]
fn decisions_are_listed_with_date_and_conditions() {
    let index = read("engine/docs/decisions/README.md");
    let listed: Vec<&str> = index.lines().filter(|line| line.starts_with("| [")).collect();
    let mut rows = Vec::new();
    let mut names: Vec<String> = fs::read_dir(root().join("engine/docs/decisions"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "README.md")
        .collect();
    names.sort();
    for (at, name) in names.iter().enumerate() {
        let number = format!("{:03}", at + 1);
        assert!(name.starts_with(&format!("{number}-")) && name.ends_with(".md"), "{name}: expected number {number}");
        let text = read(&format!("engine/docs/decisions/{name}"));
        let title = text.lines().next().unwrap().strip_prefix(&format!("# {number}: ")).unwrap_or_else(|| {
            panic!("{name}: expected the heading `# {number}: title`");
        });
        let date =
            text.lines().find_map(|line| line.strip_prefix("Date: ")).unwrap_or_else(|| panic!("{name}: no date"));
        let is_date = date.len() == 10 && date.split('-').all(|part| part.parse::<u32>().is_ok());
        assert!(is_date, "{name}: `{date}` is not a date such as 2026-11-20");
        for heading in ["Decision", "Reason", "Conditions that would change it"] {
            let body =
                text.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("{name}: no `{heading}`")).1;
            assert!(body.lines().next().is_some_and(|line| !line.is_empty()), "{name}: `{heading}` is empty");
        }
        rows.push(format!("| [{number}]({name}) | {date} | {title} |"));
    }
    assert_eq!(listed, rows, "the rows of engine/docs/decisions/README.md");
}

/// Returns the anchor that a heading gets on the web.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().chars();
    let kept = kept.filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut pages: Vec<String> = [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "scripts/README.md",
        "engine/ARCHITECTURE.md",
        "engine/GLOSSARY.md",
        "engine/art/README.md",
        "engine/fuzz/README.md",
        "engine/kit/ARCHIVES.md",
        "engine/kit/RECORDS.md",
        "engine/pack/FORMAT.md",
        "engine/python/README.md",
        "engine/share/SHELVES.md",
    ]
    .map(str::to_owned)
    .to_vec();
    for folder in ["engine/docs", "engine/docs/decisions"] {
        let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
        let names = entries.map(|name| name.into_string().unwrap()).filter(|name| name.ends_with(".md"));
        pages.extend(names.map(|name| format!("{folder}/{name}")));
    }
    let mut count = 0;
    for page in pages {
        let text = read(&page);
        let folder = root().join(&page).parent().unwrap().to_owned();
        // Code may contain brackets that are not links.
        let prose = text.split("```").step_by(2).flat_map(|text| text.split('`').step_by(2));
        let links = prose.flat_map(|text| text.split("](").skip(1)).filter_map(|rest| rest.split(')').next());
        for address in links.filter(|address| !address.starts_with("https://")) {
            let (path, section) = address.split_once('#').unwrap_or((address, ""));
            let target = if path.is_empty() { root().join(&page) } else { folder.join(path) };
            assert!(target.exists(), "{page} leads to {address}");
            if !section.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let has_heading = text.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == section);
                assert!(has_heading, "{page} leads to {address}, which is not a heading");
            }
            count += 1;
        }
    }
    assert!(count > 60, "{count} links");
}

#[test]
fn introductions_stay_short() {
    for (page, limit) in [("README.md", 1_200), ("engine/ARCHITECTURE.md", 1_800)] {
        let words = read(page).split_whitespace().count();
        assert!(words <= limit, "{page} has {words} words; move details to the page that they belong to");
    }
}

/// Returns the number of thousands of lines of Rust in a folder and its subfolders.
fn thousands_of_lines(folder: &Path) -> f64 {
    let mut lines = 0.0;
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            lines += thousands_of_lines(&path);
        } else if path.extension().is_some_and(|end| end == "rs") {
            lines += fs::read_to_string(&path).unwrap().lines().count() as f64 / 1000.0;
        }
    }
    lines
}

#[test]
fn rings_list_every_crate_with_its_size() {
    let page = read("engine/ARCHITECTURE.md");
    let rows = page.lines().skip_while(|line| !line.starts_with("| ring | lines |")).skip(2);
    let mut unlisted: BTreeMap<String, f64> = BTreeMap::new();
    for (group, name) in [("engine", None), ("editor", Some("editor"))] {
        for package in fs::read_dir(root().join(group)).unwrap().map(|entry| entry.unwrap().path()) {
            let source = package.join("src");
            if package.join("Cargo.toml").exists() {
                let own = package.file_name().unwrap().to_string_lossy().into_owned();
                *unlisted.entry(name.map_or(own, str::to_owned)).or_default() += thousands_of_lines(&source);
            }
        }
    }
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [ring, stated_sum, crates] = cells[..] else { panic!("{row}: three cells") };
        let mut sum = 0.0;
        for (name, stated) in crates.split(", ").map(|entry| entry.split_once(' ').unwrap()) {
            let size = unlisted.remove(name).unwrap_or_else(|| panic!("{name} is not a crate, or is listed twice"));
            let stated: f64 = stated.parse().unwrap();
            assert!((size - stated).abs() <= 0.3 + size * 0.1, "{name} has {size:.1} thousand lines, not {stated}");
            sum += stated;
        }
        let stated_sum: f64 = stated_sum.parse().unwrap();
        assert!((sum - stated_sum).abs() <= 1.0, "{ring}: the crates have {sum:.1} thousand lines, not {stated_sum}");
    }
    assert!(unlisted.is_empty(), "add these crates to a ring in engine/ARCHITECTURE.md: {unlisted:?}");
}
