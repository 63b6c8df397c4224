//! Explains as text why points were given: a score sheet item by item, each with the line of the script that added it.

use tilewright_core::catalog::Catalog;
use tilewright_core::session::Session;
use tilewright_core::state::event::Note;
use tilewright_wording::sentences::Sentences;
use tilewright_wording::why::{PointSource, PointsOccasion, Rule, SheetLine, Unfolded};

use crate::out::{FAINT, STRONG};

/// Returns the whole explanation; each line ends with a line feed.
pub(crate) fn full_explanation(
    reason: &PointsOccasion,
    number: usize,
    session: &Session,
    sentences: Sentences<'_>,
) -> String {
    let catalog = session.game().catalog();
    let shares = sentences.shares(&reason.points);
    let mut text = format!("{STRONG}{number}  {}{STRONG:#}", sentences.source(catalog, reason));
    match &reason.source {
        PointSource::Award(_) => text.push_str(&format!(": {shares}\n")),
        PointSource::Sheet(sheet) => {
            if !reason.place.is_empty() {
                text.push_str(&format!("  {FAINT}{}{FAINT:#}", reason.place));
            }
            text.push('\n');
            text.push_str(&sheet_lines(sheet, catalog, sentences));
            match &sheet.division {
                Some(division) => text.push_str(&format!("   {}: {shares}\n", sentences.division(division))),
                None => text.push_str(&format!("   {shares}\n")),
            }
        }
    }
    text
}

fn sheet_lines(sheet: &Unfolded, catalog: &Catalog, sentences: Sentences<'_>) -> String {
    let rule =
        |line: &SheetLine| line.rule.as_ref().map_or_else(String::new, |rule| rule_text(rule, catalog.packs.len()));
    let rows: Vec<(String, String)> =
        sheet.lines.iter().map(|line| (sentences.sheet_line(catalog, line), rule(line))).collect();
    let wide = rows.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0).max(16);
    let mut text = String::new();
    for (what, line) in &rows {
        text.push_str(&format!("   {what:<wide$}  {FAINT}{line}{FAINT:#}\n"));
    }
    if rows.len() != 1 && sheet.division.is_some() {
        text.push_str(&format!("   {}\n", sentences.worth(sheet.total)));
    }
    text
}

/// Returns `path:line` of a rule, with the pack that uses it if there are several packs.
fn rule_text(rule: &Rule, packs: usize) -> String {
    let line = if rule.line == 0 { String::new() } else { format!(":{}", rule.line) };
    let pack = if packs > 1 && !rule.is_own() { format!(" ({})", rule.pack) } else { String::new() };
    format!("{}{line}{pack}", rule.path)
}

/// Formats a note of a rule, with the line of the script.
pub(crate) fn note(note: &Note, session: &Session) -> String {
    let module = note.origin.and_then(|o| Some((session.game().catalog().modules.get(usize::from(o.module))?, o.line)));
    let at = module.map_or_else(String::new, |(module, line)| format!(" ({}:{line})", module.path));
    format!("note: {}{at}", note.text)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::path::Path;

    use tilewright_kit::packs::find::Finder;
    use tilewright_kit::suite::play_tests;
    use tilewright_wording::sentences::{PlainStyle, Sentences};
    use tilewright_wording::why::{PointSource, reasons};

    use super::full_explanation;

    /// Environment variable that updates the expected texts instead of comparing them.
    const RENEW: &str = "UPDATE_EXPECT";

    /// Returns the explanations of all points in a test of a pack.
    fn explain_test(finder: &Finder, pack: &str, test: &str) -> String {
        let mut texts = Vec::new();
        play_tests(finder, pack, test, |result, session| {
            assert!(result.has_passed(), "{result:?}");
            let session = session.expect("the test plays a game");
            let mut text = String::new();
            let sentences = Sentences::new("en", &PlainStyle);
            for (number, reason) in (1..).zip(&reasons(&session)) {
                text.push_str(&full_explanation(reason, number, &session, sentences));
                // Each line of a sheet has the rule that added it.
                if let PointSource::Sheet(sheet) = &reason.source {
                    assert!(sheet.lines.iter().all(|line| line.rule.is_some()), "{text}");
                }
            }
            texts.push(anstream::adapter::strip_str(&text).to_string());
        })
        .expect("the pack is there");
        assert_eq!(texts.len(), 1, "one test of {pack} is named `{test}…`");
        texts.remove(0)
    }

    /// Packs have the expected explanations in `tests/why/`: the name of the test, then the text.
    #[test]
    fn points_are_explained_as_packs_expect() {
        let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
        let finder = Finder::nowhere().with_folder(&content);
        let (mut wrong, mut compared) = (String::new(), 0);
        for pack in finder.list().expect("packs are there") {
            let Ok(entries) = std::fs::read_dir(content.join(&pack.id).join("tests/why")) else { continue };
            let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
            paths.sort();
            for path in paths {
                let text = std::fs::read_to_string(&path).expect("a text");
                let (head, expected) = text.split_once("\n\n").expect("a head and a text");
                let test = head.strip_prefix("test: ").expect("the name of a test");
                let actual = explain_test(&finder, &pack.id, test);
                if std::env::var_os(RENEW).is_some() {
                    tilewright_kit::files::write(&path, format!("{head}\n\n{actual}").as_bytes())
                        .expect("the file is written");
                } else if actual != expected {
                    let _ = writeln!(wrong, "{}\nexpected\n{expected}actual\n{actual}", path.display());
                }
                compared += 1;
            }
        }
        assert!(wrong.is_empty(), "{wrong}{RENEW}=1 renews the files");
        assert!(compared > 10, "{compared}");
    }
}
