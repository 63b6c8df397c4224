//! The page about the format of packs lists all limits, with the values that the programs have.

/// Limits as they stand in a file of constants: what is limited, and the value.
fn limits(source: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut about: Vec<&str> = Vec::new();
    for line in source.lines() {
        if let Some(more) = line.strip_prefix("/// ") {
            about.push(more);
        } else if let Some((_, value)) = line.strip_prefix("pub const ").and_then(|rest| rest.split_once(" = ")) {
            let about = std::mem::take(&mut about).join(" ");
            assert!(about.ends_with('.'), "`{line}` says in a sentence what it limits");
            all.push((about.trim_end_matches('.').to_owned(), told(value.trim_end_matches(';'))));
        } else {
            assert!(about.is_empty() || line.trim().is_empty(), "`{line}` is a constant");
            about.clear();
        }
    }
    all
}

/// A value as people write it.
fn told(value: &str) -> String {
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
