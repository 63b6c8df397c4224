//! Explains as text why points were given: a score sheet item by item, each with the line of the script that added it.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::event::Note;
use tilewright_core::state::sheet::{ItemKind, Share};
use tilewright_kit::games::why::{Division, Line, Reason, Rule, Source, Unfolded};
use tilewright_kit::games::words::{Thing, Words};

use crate::out::{FAINT, STRONG};

/// Returns the reason for points in a few words of the packs.
pub(crate) fn title(reason: &Reason, words: Words<'_>) -> String {
    let Thing { id, name } = words.book(reason.book);
    match (&reason.source, reason.cell_and_terrain()) {
        (Source::Sheet(_), None) => name,
        // Most points are listed under the terrain that the description of the place names anyway.
        (Source::Sheet(_), Some((place, what))) if id == what => format!("{name} at {place}"),
        (Source::Sheet(_), Some((place, what))) => format!("{name}, {} at {place}", words.name("terrain", what)),
        (Source::Award(Some(reason)), _) if *reason != id => format!("{name}: {reason}"),
        (Source::Award(_), _) => name,
    }
}

/// Lists the points of each seat.
pub(crate) fn shares(reason: &Reason, seats: usize) -> String {
    let got = (0..seats as u8).map(Seat).zip(reason.points).filter(|(_, points)| *points != 0);
    let got: Vec<String> = got.map(|(seat, points)| format!("seat {seat} {points:+}")).collect();
    if got.is_empty() { "nobody gets anything".to_owned() } else { got.join(", ") }
}

/// Returns the whole explanation; each line ends with a line feed.
pub(crate) fn unfolded(reason: &Reason, number: usize, session: &Session, words: Words<'_>) -> String {
    let seats = session.game().seat_count();
    let mut text = format!("{STRONG}{number}  {}{STRONG:#}", title(reason, words));
    match &reason.source {
        Source::Award(_) => text.push_str(&format!(": {}\n", shares(reason, seats))),
        Source::Sheet(sheet) => {
            if !reason.place.is_empty() {
                text.push_str(&format!("  {FAINT}{}{FAINT:#}", reason.place));
            }
            text.push('\n');
            text.push_str(&sheet_lines(sheet, session));
            let shares = shares(reason, seats);
            match &sheet.division {
                Some(division) => text.push_str(&format!("   {}: {shares}\n", share_text(division))),
                None => text.push_str(&format!("   {shares}\n")),
            }
        }
    }
    text
}

fn sheet_lines(sheet: &Unfolded, session: &Session) -> String {
    let packs = session.game().catalog().packs.len();
    let shown = |line: &Line| (line_text(line), line.rule.as_ref().map_or(String::new(), |r| rule_text(r, packs)));
    let rows: Vec<(String, String)> = sheet.lines.iter().map(shown).collect();
    let wide = rows.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0).max(16);
    let mut text = String::new();
    for (what, line) in &rows {
        text.push_str(&format!("   {what:<wide$}  {FAINT}{line}{FAINT:#}\n"));
    }
    if rows.len() != 1 && sheet.division.is_some() {
        text.push_str(&format!("   worth {}\n", sheet.total));
    }
    text
}

fn line_text(line: &Line) -> String {
    let Line { label, raised, count, each, points, before, .. } = line;
    let seat = line.seat.map_or(String::new(), |s| format!(" for seat {s}"));
    let then = before.saturating_add(*points);
    match line.kind {
        ItemKind::Per => format!("{label} {count} x {each} = {points}"),
        ItemKind::Raise => format!("{label}: {raised} {count} x {each:+} = {points:+}"),
        ItemKind::Void => format!("{label}: void, {before} becomes {then}"),
        ItemKind::Scale if *each == 1 => format!("{label}: {before} x {count} = {then}"),
        ItemKind::Scale => format!("{label}: {before} x {count}/{each}, rounded up = {then}"),
        ItemKind::Seat => format!("{label} {count} x {each} = {points}{seat}, if it has a share"),
        ItemKind::Always => format!("{label} {count} x {each} = {points}{seat}"),
        ItemKind::Apart => format!("{label} {count} x {each} = {points}{seat}, given apart"),
    }
}

/// Returns `path:line` of a rule, with the pack that uses it if there are several packs.
fn rule_text(rule: &Rule, packs: usize) -> String {
    let line = if rule.line == 0 { String::new() } else { format!(":{}", rule.line) };
    let pack = if packs > 1 && !rule.is_own() { format!(" ({})", rule.pack) } else { String::new() };
    format!("{}{line}{pack}", rule.path)
}

/// Describes the rule that divides the points, and the seats that share them.
fn share_text(division: &Division) -> String {
    let claims = &division.claims;
    if claims.is_empty() {
        return "nobody has a claim".to_owned();
    }
    let shown = || claims.iter().map(|(seat, n)| format!("seat {seat} has {n}")).collect::<Vec<_>>().join(", ");
    match division.share {
        Share::Majority => format!("the greatest claim gets it ({})", shown()),
        Share::Each => {
            let seats: Vec<String> = claims.iter().map(|(seat, _)| format!("seat {seat}")).collect();
            format!("everybody with a claim gets it ({})", seats.join(", "))
        }
        Share::Owner => format!("it lies on the plane of seat {}", claims[0].0),
        Share::PerClaim => format!("everybody gets it as often as the claim says ({})", shown()),
        Share::Ranks => {
            let mut text = String::new();
            let mut before = None;
            for &(seat, claim) in claims {
                text.push_str(match before {
                    None => "",
                    Some(same) if same == claim => " and ",
                    Some(_) => ", then ",
                });
                text.push_str(&format!("seat {seat}"));
                before = Some(claim);
            }
            format!("by rank, each half of the one before, rounded up ({text})")
        }
    }
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

    use tilewright_kit::games::why::{Source, reasons};
    use tilewright_kit::games::words::Words;
    use tilewright_kit::packs::find::Finder;
    use tilewright_kit::suite::play_tests;

    use super::unfolded;

    /// Environment variable that updates the expected texts instead of comparing them.
    const RENEW: &str = "UPDATE_EXPECT";

    /// Returns the explanations of all points in a test of a pack.
    fn said(finder: &Finder, pack: &str, test: &str) -> String {
        let mut texts = Vec::new();
        play_tests(finder, pack, test, |result, session| {
            assert!(result.passed(), "{result:?}");
            let session = session.expect("the test plays a game");
            let mut text = String::new();
            let seat = |seat| format!("seat {seat}");
            let words = Words::new(session.game().catalog(), "en", &seat);
            for (number, reason) in (1..).zip(&reasons(&session)) {
                text.push_str(&unfolded(reason, number, &session, words));
                // Each line of a sheet has the rule that added it.
                if let Source::Sheet(sheet) = &reason.source {
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
                let actual = said(&finder, &pack.id, test);
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
