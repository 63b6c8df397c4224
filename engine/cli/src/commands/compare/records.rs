//! Lists recorded games that score differently in the second version.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};
use tilewright_kit::packs::load::Loaded;
use tilewright_kit::records::stream::Records;
use tilewright_lab::versions::{PaidSheet, RescoredGame, RescoredRecord, rescore};

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{STRONG, format_count};
use crate::progress::ProgressLine;
use crate::recorded::record_files;
use crate::table::TextTable;

/// Maximum number of games that are shown as text.
const SHOWN: usize = 20;

/// Recorded games after both versions have played them.
#[derive(Default)]
struct RecordedGames {
    same: usize,
    /// Number of games that the first version does not play, and the reason of the first of them.
    unplayed: usize,
    reason: Option<String>,
    differing: Vec<(String, RescoredGame)>,
}

/// Plays the recorded games of a file, or of all files in a folder, with both versions and prints the games with other
/// points.
pub(super) fn run(path: &Path, versions: [&Loaded; 2], as_json: bool, cx: &mut Context) -> Result<Exit, Failure> {
    let files = record_files(path)?;
    let progress = ProgressLine::long(files.len() as u64, "files");
    let mut found = RecordedGames::default();
    for (number, file) in files.iter().enumerate() {
        for record in Records::open(file)? {
            let record = record.map_err(|error| Failure::wrong(format!("{}: {error}", file.display())))?;
            match rescore(versions, &record)? {
                RescoredRecord::Same => found.same += 1,
                RescoredRecord::Differs(game) => {
                    found.differing.push((format!("{}: {}", file.display(), record.id), *game));
                }
                RescoredRecord::NotPlayed(difference) => {
                    found.unplayed += 1;
                    found.reason.get_or_insert_with(|| format!("{}: {}: {difference}", file.display(), record.id));
                }
            }
        }
        progress.set_done(number as u64 + 1);
    }
    progress.end();
    if found.same + found.unplayed + found.differing.len() == 0 {
        return Err(Failure::wrong(format!("`{}` holds no recorded game", path.display()))
            .hint("write games with `tilewright sim PACK --records DIR`"));
    }
    match as_json {
        true => cx.out.json(&for_programs(&found))?,
        false => show(&found, cx)?,
    }
    Ok(Exit::Fine)
}

fn show(found: &RecordedGames, cx: &mut Context) -> Result<(), Failure> {
    let out = &mut cx.out;
    for (name, game) in found.differing.iter().take(SHOWN) {
        writeln!(out, "{STRONG}{name}{STRONG:#}")?;
        let scores =
            game.scores.each_ref().map(|scores| scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : "));
        writeln!(out, "A {}, B {}", scores[0], scores[1])?;
        if let Some(refused) = &game.refused {
            writeln!(out, "B does not play the game to its end: {refused}")?;
        }
        let columns = game.first.each_ref().map(|sheet| sheet.as_ref().map(sheet_lines).unwrap_or_default());
        if game.first.iter().any(Option::is_some) {
            let mut rows = TextTable::of_texts(["A", "B"]);
            for line in 0..columns[0].len().max(columns[1].len()) {
                rows.row(columns.each_ref().map(|lines| lines.get(line).map_or("", String::as_str)));
            }
            write!(out, "{}", rows.text())?;
        }
        writeln!(out)?;
    }
    let more = found.differing.len().saturating_sub(SHOWN);
    if more > 0 {
        writeln!(out, "… and {}; `--json` lists all", format_count(more, "more game", "more games"))?;
    }
    let differing = format_count(found.differing.len(), "game scores", "games score");
    writeln!(out, "{differing} differently, {} the same", format_count(found.same, "game scores", "games score"))?;
    if let Some(reason) = &found.reason {
        let unplayed = format_count(found.unplayed, "game is", "games are");
        writeln!(out, "{unplayed} not played by A, and not compared: {reason}")?;
    }
    Ok(())
}

/// Describes a sheet: its place, the points of the players, and its lines.
fn sheet_lines(sheet: &PaidSheet) -> Vec<String> {
    let points = sheet.points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : ");
    let place = if sheet.place.is_empty() { String::new() } else { format!(" at {}", sheet.place) };
    let head = format!("turn {}, {}{place}: {points}", sheet.turn, sheet.book);
    let lines = sheet
        .lines
        .iter()
        .map(|line| format!("  {} {}, {} each: {:+} ({})", line.count, line.item, line.each, line.points, line.rule));
    std::iter::once(head).chain(lines).collect()
}

fn for_programs(found: &RecordedGames) -> Value {
    let sheet = |sheet: &PaidSheet| {
        let lines = sheet.lines.iter().map(|line| {
            json!({
                "rule": line.rule, "item": line.item, "count": line.count, "each": line.each, "points": line.points,
            })
        });
        json!({
            "turn": sheet.turn,
            "book": sheet.book,
            "place": sheet.place,
            "points": sheet.points,
            "lines": lines.collect::<Vec<_>>(),
        })
    };
    let games = found.differing.iter().map(|(name, game)| {
        json!({
            "game": name,
            "scores": game.scores,
            "first": game.first.each_ref().map(|paid| paid.as_ref().map(sheet)),
            "refused": game.refused.as_ref().map(ToString::to_string),
        })
    });
    json!({
        "same": found.same,
        "not_played": found.unplayed,
        "reason": found.reason,
        "differing": games.collect::<Vec<_>>(),
    })
}
