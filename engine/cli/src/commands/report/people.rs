//! Describes games of players, instead of games of bots.

use std::path::Path;

use tilewright_core::session::record::Record;
use tilewright_kit::packs::load::Loaded;
use tilewright_kit::records::stream::Records;
use tilewright_lab::people::{AnswerTime, PeopleGame, PlayerNote, examine_people, people_sections};
use tilewright_lab::report::told::ReportSection;
use tilewright_table::{AnswerEntry, TableFindings, has_findings, read_findings};

use crate::bots;
use crate::context::Context;
use crate::failure::Failure;
use crate::progress::ProgressLine;
use crate::recorded::record_files;

/// Sections about the recorded games, and the number of these games.
pub(super) struct ToldPeople {
    pub(super) sections: Vec<ReportSection>,
    pub(super) games: u64,
}

/// Examines games of players: those of tables or of their export, or the recorded games of a file or a folder.
pub(super) fn examine(path: &Path, bot: &str, loaded: &Loaded, cx: &Context) -> Result<ToldPeople, Failure> {
    let bot = bots::one(bot)?;
    bots::repeatable(std::slice::from_ref(&bot))?;
    let mut games = Vec::new();
    if has_findings(path) {
        let mut problems = Vec::new();
        games.extend(read_findings(path, &mut problems).into_iter().map(people_game));
        problems.iter().for_each(|problem| cx.note(&problem.to_string()));
    } else {
        for file in record_files(path)? {
            for record in Records::open(&file)? {
                let record = record.map_err(|error| Failure::wrong(format!("{}: {error}", file.display())))?;
                games.push(PeopleGame { record, ..PeopleGame::default() });
            }
        }
    }
    if games.is_empty() {
        return Err(Failure::wrong(format!("`{}` holds no recorded game", path.display()))
            .hint("`tilewright host --export DIR` writes the games of tables"));
    }
    let progress = ProgressLine::long(games.len() as u64, "games");
    let mut done = 0;
    let report = examine_people(loaded, &games, &bot, || {
        done += 1;
        progress.set_done(done);
    })?;
    progress.end();
    Ok(ToldPeople { sections: people_sections(&report), games: report.games })
}

/// Returns the game of a table with its findings.
fn people_game(found: TableFindings) -> PeopleGame {
    let (undone, given): (Vec<_>, Vec<_>) = found.given().into_iter().partition(|answer| answer.is_undone);
    let undone = undone.into_iter().filter(|answer| !answer.is_bot).map(|answer| answer.ask.to_owned()).collect();
    let times = given.into_iter().map(|answer| AnswerTime { ms: Some(answer.ms), is_bot: answer.is_bot }).collect();
    let whys = found.course.iter().filter(|entry| matches!(entry, AnswerEntry::Why { .. })).count() as u64;
    let record = Record { id: found.table, ..found.record };
    let mut game = PeopleGame { record, undone, times, whys, ..PeopleGame::default() };
    for note in found.notes {
        match note.answers {
            Some(answers) => {
                let mood = note.mood.map(|mood| mood.name().to_owned());
                game.notes.push(PlayerNote { answers, seat: note.seat, mood, text: note.text });
            }
            None => game.forms.push(note.form),
        }
    }
    game
}
