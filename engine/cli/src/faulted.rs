//! Reports games that a rule stopped, and saves their records.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use tilewright_core::machine::fault::Fault;
use tilewright_core::session::record::Record;
use tilewright_kit::bug_report::{BugReport, advice};
use tilewright_kit::error::KitError;
use tilewright_kit::files::home::{bug_reports, stopped_games};
use tilewright_kit::files::make_folder;
use tilewright_kit::games::places::with_places;
use tilewright_kit::games::save::write_new_file;
use tilewright_kit::packs::find::FoundPack;
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::{BotSpec, RANDOM};
use tilewright_lab::games::Games;
use tilewright_results::StoppedGame;

use crate::context::Context;
use crate::failure::Failure;
use crate::option_args::OptionArgs;
use crate::out::{BAD, format_count};

/// Games of a command, with all that is needed to repeat one of them.
pub(crate) struct CommandGames<'a> {
    /// Packs, as the user typed them.
    pub(crate) packs: &'a [String],
    /// Options of the packs, as the user typed them.
    pub(crate) choices: &'a OptionArgs,
    pub(crate) seats: u8,
    /// Seed of the whole run.
    pub(crate) seed: u64,
}

impl CommandGames<'_> {
    /// Returns the command that replays a game and checks everything that must hold in it; `None` if a bot that looks
    /// ahead played in it.
    fn command(&self, game: u64, bots: &[BotSpec], cx: &Context) -> Option<String> {
        let is_random = bots.iter().all(|bot| *bot == RANDOM);
        let command = || {
            let mut words = vec!["tilewright".to_owned(), "verify".to_owned()];
            words.extend(self.packs.iter().map(|pack| quote_for_shell(pack)));
            let mut with = |name: &str, value: &str| words.extend([name.to_owned(), quote_for_shell(value)]);
            self.choices.flags().for_each(|(flag, value)| with(flag, value));
            cx.folders.iter().for_each(|folder| with("--packs", &folder.display().to_string()));
            with("--seats", &self.seats.to_string());
            with("--seed", &self.seed.to_string());
            with("--first", &game.to_string());
            with("--games", "1");
            words.join(" ")
        };
        is_random.then(command)
    }
}

/// Returns a word, quoted for a shell if necessary.
pub(crate) fn quote_for_shell(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Replays a game that a rule stopped, saves its record in the user's state folder, and reports the first of `stopped`
/// games. `bots` has the bot of each seat.
///
/// # Errors
/// The packs cannot be played, or the output cannot be written.
pub(crate) fn report(
    stopped: u64,
    first: &StoppedGame,
    bots: &[BotSpec],
    played: &CommandGames<'_>,
    loaded: &Loaded,
    cx: &mut Context,
) -> Result<Failure, Failure> {
    let record = record(first, bots, played.seats, loaded)?;
    let again = played.command(first.game, bots, cx);
    report_with(stopped, first, record.as_ref(), again, cx)
}

/// Replays a game that a rule stopped to get its record; `None` for an endless game, which its seed describes best.
///
/// # Errors
/// The packs cannot be played.
pub(crate) fn record(
    first: &StoppedGame,
    bots: &[BotSpec],
    seats: u8,
    loaded: &Loaded,
) -> Result<Option<Record>, Failure> {
    if first.is_endless() {
        return Ok(None);
    }
    let recorded = Games::record(loaded, seats, bots, first.seed)?;
    let record = Record { id: format!("fault, seed {}", first.seed), ..recorded.record };
    Ok(recorded.fault.map(|_| with_pack_places(record, &loaded.places)))
}

/// Like [`report`], for a game whose record and replay command are known.
pub(crate) fn report_with(
    stopped: u64,
    first: &StoppedGame,
    record: Option<&Record>,
    again: Option<String>,
    cx: &mut Context,
) -> Result<Failure, Failure> {
    let failure = warn(stopped, first, cx)?;
    let mut hints = Vec::new();
    if first.code == Fault::INTERNAL {
        return Ok(failure.hint(report_internal(&first.what, record)));
    }
    if let Some(record) = record {
        hints.push(match keep(record, &first.pack, Some(first.game)) {
            Ok(file) => {
                let file = quote_for_shell(&file.display().to_string());
                let at = record.moves.len().saturating_sub(1);
                format!(
                    "`tilewright replay {file}` shows the game, and `tilewright render --record {file} --at {at} --out fault.png` \
                     draws the position before"
                )
            }
            Err(error) => format!("the game could not be kept ({error})"),
        });
    }
    hints.extend(again.map(|command| format!("`{command}` plays it again")));
    hints.push("fix the script, then run this command again".to_owned());
    Ok(failure.hint(hints.join("; ")))
}

/// Writes a report about a fault of the program itself to a file, and returns advice about it.
pub(crate) fn report_internal(what: &str, record: Option<&Record>) -> String {
    report_internal_in(&bug_reports(), what, record)
}

fn report_internal_in(folder: &Path, what: &str, record: Option<&Record>) -> String {
    match (BugReport { what, place: "", record }).write(folder) {
        Ok(file) => advice(&file),
        Err(error) => format!("no report of this fault could be written ({error})"),
    }
}

/// Returns the record of a game that a rule stopped, with the paths of its packs relative to the folder where it is
/// saved.
pub(crate) fn with_pack_places(record: Record, packs: &BTreeMap<String, FoundPack>) -> Record {
    with_places(record, &stopped_games().join("game.json"), packs)
}

/// Saves the record of a game that a rule stopped in the user's state folder, under a free name.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn keep(record: &Record, pack: &str, game: Option<u64>) -> Result<PathBuf, KitError> {
    let folder = stopped_games();
    make_folder(&folder)?;
    // The id of a pack is a valid file name. A fault outside of all packs has an empty id.
    let pack = if pack.is_empty() { "game" } else { pack };
    let number = game.map_or_else(String::new, |game| format!("-{game}"));
    write_new_file(&folder.join(format!("{pack}{number}.json")), record)
}

/// Reports the first of the games that a rule stopped, and returns the failure of the command.
///
/// # Errors
/// The output cannot be written.
pub(crate) fn warn(stopped: u64, first: &StoppedGame, cx: &mut Context) -> Result<Failure, Failure> {
    cx.out.flush()?;
    let others = match stopped.saturating_sub(1) {
        0 => String::new(),
        others => {
            format!(
                ", and {}",
                format_count(usize::try_from(others).unwrap_or(usize::MAX), "other game", "other games")
            )
        }
    };
    let StoppedGame { game, seed, what, .. } = first;
    let mut text = format!("{BAD}a rule stopped game {game}{BAD:#} (seed {seed}){others}: {what}\n");
    for call in &first.traceback {
        text.push_str(&format!("    {call}\n"));
    }
    // Ignored, since an error cannot be reported if standard error cannot be written.
    let _ = write!(crate::out::standard_error(cx.color), "{text}");
    Ok(Failure::fault(format!("a rule of the pack `{}` failed at {}", first.pack, first.place)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mistake_of_the_program_is_reported_with_its_game() {
        let mut cx = Context::for_tests();
        let record = Record { packs: vec!["ponds@1.0.0#12ab".to_owned()], seats: 2, ..Record::default() };
        cx.note_mistake("scores_differ", "a test fails", None);
        cx.note_mistake(Fault::INTERNAL, "odd", Some(&record));
        cx.note_mistake(Fault::INTERNAL, "odder", None);
        let Some((what, record)) = cx.mistake else { panic!("no mistake was noted") };
        let folder = std::env::temp_dir().join(format!("tilewright-mistake-{}", std::process::id()));
        let advice = report_internal_in(&folder, &what, record.as_ref());
        let text = std::fs::read_to_string(folder.join("fault.json"));
        drop(std::fs::remove_dir_all(&folder));
        assert!(advice.contains("fault.json") && advice.contains("please send"), "{advice}");
        let report: serde_json::Value = serde_json::from_str(&text.unwrap_or_default()).unwrap_or_default();
        assert_eq!((&report["fault"], &report["record"]["seats"]), (&"odd".into(), &2.into()), "{report}");
        assert_eq!(report["packs"], serde_json::json!(["ponds@1.0.0#12ab"]));
    }

    #[test]
    fn shells_take_a_quoted_word_for_one() {
        for (word, wanted) in [("./ponds", "./ponds"), ("a=fixed(9,9)", "'a=fixed(9,9)'"), ("it's", "'it'\\''s'")] {
            assert_eq!(quote_for_shell(word), wanted);
        }
    }
}
