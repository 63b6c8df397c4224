//! Describes games that people played, instead of games of bots.

use std::path::Path;

use tilewright_core::catalog::seat::Seat;
use tilewright_kit::packs::load::Loaded;
use tilewright_kit::records::stream::Records;
use tilewright_lab::people::{AnswerTime, PeopleGame, PlayerNote, examine_people, people_sections};
use tilewright_lab::report::told::ReportSection;
use tilewright_table::{AnswerEntry, NoteEntry, TableFindings, read_findings};

use crate::bots;
use crate::failure::Failure;
use crate::progress::ProgressLine;
use crate::recorded::record_files;

/// Sections about the recorded games, and the number of these games.
pub(super) struct ToldPeople {
    pub(super) sections: Vec<ReportSection>,
    pub(super) games: u64,
}

/// Examines the recorded games of a file, or of all files in a folder with the findings of tables.
pub(super) fn examine(path: &Path, bot: &str, loaded: &Loaded) -> Result<ToldPeople, Failure> {
    let bot = bots::one(bot)?;
    bots::repeatable(std::slice::from_ref(&bot))?;
    let findings = read_findings(path)?;
    let mut games = Vec::new();
    for file in record_files(path)? {
        for record in Records::open(&file)? {
            let record = record.map_err(|error| Failure::wrong(format!("{}: {error}", file.display())))?;
            let found = findings.get(&record.id);
            games.push(people_game(
                found.unwrap_or(&TableFindings::default()),
                PeopleGame { record, ..PeopleGame::default() },
            ));
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

/// Adds the findings of a table to its game.
fn people_game(found: &TableFindings, mut game: PeopleGame) -> PeopleGame {
    let mut given: Vec<(&str, AnswerTime)> = Vec::new();
    for entry in &found.answers {
        match entry {
            AnswerEntry::Given { ask, ms, bot, .. } => given.push((ask, AnswerTime { ms: Some(*ms), is_bot: *bot })),
            AnswerEntry::Undone { undo } => {
                let back = given.split_off((*undo).min(given.len()));
                let of_people = back.into_iter().filter(|(_, time)| !time.is_bot);
                game.undone.extend(of_people.map(|(ask, _)| ask.to_owned()));
            }
            AnswerEntry::Why { .. } => game.whys += 1,
        }
    }
    game.times = given.into_iter().map(|(_, time)| time).collect();
    for note in &found.notes {
        match note {
            NoteEntry::Note { seat, answers, mood, text, .. } => game.notes.push(PlayerNote {
                answers: *answers,
                seat: seat.map(Seat),
                mood: mood.map(|mood| mood.name().to_owned()),
                text: text.clone(),
            }),
            NoteEntry::Form { form, .. } => game.forms.push(form.clone()),
        }
    }
    game
}
