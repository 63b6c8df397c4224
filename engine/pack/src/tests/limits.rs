//! Checks that the page about the format of packs lists all limits with their current values.

/// Parses a file of constants: returns the description and the value of each limit.
fn limits(source: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut about: Vec<&str> = Vec::new();
    for line in source.lines() {
        if let Some(more) = line.strip_prefix("/// ") {
            about.push(more);
        } else if let Some((_, value)) = line.strip_prefix("pub const ").and_then(|rest| rest.split_once(" = ")) {
            let about = std::mem::take(&mut about).join(" ");
            assert!(about.ends_with('.'), "the doc comment of `{line}` is a sentence");
            all.push((about.trim_end_matches('.').to_owned(), format_limit(value.trim_end_matches(';'))));
        } else {
            assert!(about.is_empty() || line.trim().is_empty(), "`{line}` is a constant");
            about.clear();
        }
    }
    all
}

/// Formats a value for readers.
fn format_limit(value: &str) -> String {
    if let Some(milliseconds) = value.strip_prefix("Duration::from_millis(") {
        return format!("{} ms", milliseconds.trim_end_matches(')'));
    }
    let number = |text: &str| text.trim().replace('_', "").parse::<u64>().expect("a limit is a number");
    let number = match value.split_once("<<") {
        Some((number_of, shift)) => number(number_of) << number(shift),
        None => number(value),
    };
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(" ")
}

/// File of the program, with the names of its constants that bound the work for external input.
type LimitedFile = (&'static str, &'static str, &'static [&'static str]);

/// Constants that limit the work for input other than the texts of a pack.
const PLACES: &[LimitedFile] = &[
    (
        "kit/packs/folder.rs",
        include_str!("../../../kit/src/packs/folder.rs"),
        &["MAX_DEPTH", "MAX_BYTES", "MAX_ENTRIES"],
    ),
    ("kit/packs/load.rs", include_str!("../../../kit/src/packs/load.rs"), &["MOST_BYTES", "MAX_ART_BYTES"]),
    ("kit/packs/lock.rs", include_str!("../../../kit/src/packs/lock.rs"), &["BYTES"]),
    (
        "kit/packs/archive/path.rs",
        include_str!("../../../kit/src/packs/archive/path.rs"),
        &["PATH_BYTES", "PATH_PARTS"],
    ),
    (
        "kit/packs/archive/mod.rs",
        include_str!("../../../kit/src/packs/archive/mod.rs"),
        &["ARCHIVE_BYTES", "MANIFEST_BYTES", "SIGNATURE_BYTES", "PICTURE_SIDE", "PICTURE_BYTES"],
    ),
    (
        "kit/packs/versions/mod.rs",
        include_str!("../../../kit/src/packs/versions/mod.rs"),
        &["MOST_NEEDS", "MOST_PACKS", "STEPS"],
    ),
    (
        "kit/limits.rs",
        include_str!("../../../kit/src/limits.rs"),
        &["TEST_STEPS", "TESTS", "TUNED_NUMBERS", "TUNED_VALUES", "TARGETS", "PANEL_BOTS"],
    ),
    (
        "kit/records/stream.rs",
        include_str!("../../../kit/src/records/stream.rs"),
        &["RECORD_BYTES", "RECORD_MOVES", "RECORD_VALUES", "ENTRY_VALUES"],
    ),
    ("kit/games/capsule.rs", include_str!("../../../kit/src/games/capsule.rs"), &["CAPSULE_BYTES"]),
    (
        "share/index.rs",
        include_str!("../../../share/src/index.rs"),
        &["HEAD_BYTES", "PART_BYTES", "CATALOGUE_BYTES", "PARTS", "PACKS", "RECORD_BYTES"],
    ),
    ("share/gather.rs", include_str!("../../../share/src/gather.rs"), &["RECORDS", "RECORDS_BYTES"]),
    ("share/web.rs", include_str!("../../../share/src/web.rs"), &["REDIRECTS", "ADDRESS_BYTES"]),
    ("share/client.rs", include_str!("../../../share/src/client.rs"), &["MEMORY_BYTES"]),
    ("share/sign.rs", include_str!("../../../share/src/sign.rs"), &["KEY_BYTES"]),
    ("core/machine/mod.rs", include_str!("../../../core/src/machine/mod.rs"), &["PART_WORK"]),
    ("lab/budget.rs", include_str!("../../../lab/src/budget.rs"), &["ANSWER_WORK", "OPTION_WORK"]),
    ("lab/lookahead.rs", include_str!("../../../lab/src/lookahead.rs"), &["DECISIONS"]),
    ("lab/mcts/mod.rs", include_str!("../../../lab/src/mcts/mod.rs"), &["PLAYOUT_STEPS"]),
    ("lab/matrix.rs", include_str!("../../../lab/src/matrix.rs"), &["VALUES_TRIED"]),
    ("lab/tune/journal.rs", include_str!("../../../lab/src/tune/journal.rs"), &["JOURNAL_BYTES"]),
    ("lab/verify.rs", include_str!("../../../lab/src/verify.rs"), &["MOST_DECISIONS", "MOST_AGAIN", "MOST_ALIKE"]),
    ("results/work.rs", include_str!("../../../results/src/work.rs"), &["MOST_BYTES"]),
    ("results/block.rs", include_str!("../../../results/src/block.rs"), &["MOST_ROWS"]),
    ("page/readme.rs", include_str!("../../../page/src/readme.rs"), &["LONGEST"]),
    ("cli/typed.rs", include_str!("../../../cli/src/typed.rs"), &["LINE_BYTES", "PASSED_OVER"]),
    (
        "cli/excerpt.rs",
        include_str!("../../../cli/src/excerpt.rs"),
        &["WINDOW_BYTES", "LINE_LETTERS", "LETTERS_AFTER", "MAX_RELATED"],
    ),
    ("cli/commands/check.rs", include_str!("../../../cli/src/commands/check.rs"), &["MAX_LOADS", "MOST_SETS"]),
    ("cli/commands/compat.rs", include_str!("../../../cli/src/commands/compat.rs"), &["CERTIFICATE_BYTES"]),
];

/// Returns the doc comment and the value of a constant.
fn constant(source: &str, name: &str) -> (String, String) {
    let mut about: Vec<&str> = Vec::new();
    for line in source.lines() {
        if let Some(more) = line.strip_prefix("/// ") {
            about.push(more);
            continue;
        }
        let (_, rest) = line.split_once("const ").unwrap_or_default();
        if let Some((_, value)) =
            rest.strip_prefix(name).filter(|r| r.starts_with(": ")).and_then(|r| r.split_once(" = "))
        {
            return (about.join(" ").trim_end_matches('.').to_owned(), format_limit(value.trim_end_matches(';')));
        }
        about.clear();
    }
    panic!("`{name}` is a constant");
}

#[test]
fn the_page_lists_what_bounds_the_work_for_things_from_elsewhere() {
    let page = include_str!("../../FORMAT.md");
    let (_, section) = page.split_once("<!-- elsewhere -->\n").expect("there is a section about things from elsewhere");
    let (section, _) = section.split_once("<!-- /elsewhere -->").expect("it has an end");
    let rows = PLACES.iter().flat_map(|(file, source, names)| {
        names.iter().map(move |name| {
            let (about, value) = constant(source, name);
            format!("| {about} | {value} | `{file}` |\n")
        })
    });
    let wanted = format!("| what | value | file |\n|---|---|---|\n{}", rows.collect::<String>());
    assert!(section == wanted, "the section has to be\n{wanted}");
}

#[test]
fn the_page_lists_all_limits() {
    let page = include_str!("../../FORMAT.md");
    let (_, section) = page.split_once("<!-- limits -->\n").expect("there is a section about limits");
    let (section, _) = section.split_once("<!-- /limits -->").expect("it has an end");
    let all = [include_str!("../limits.rs"), include_str!("../../../core/src/limits.rs")].map(limits).concat();
    let rows: String = all.iter().map(|(about, value)| format!("| {about} | {value} |\n")).collect();
    let wanted = format!("| what | at most |\n|---|---|\n{rows}");
    assert!(section == wanted, "the section has to be\n{wanted}");
}
