//! Shows the games behind the sentences of a report: as pages next to it, and with the command for a single game.

use std::path::{Path, PathBuf};

use tilewright_art::own::OwnArt;
use tilewright_kit::files::{write, write_with_folders};
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::games::Games;
use tilewright_lab::report::told::ReportSection;
use tilewright_lab::simulate::{GamePlan, Recorded};
use tilewright_page::{GamePage, Readers, game_page};

use crate::commands::report::ReportArgs;
use crate::context::Context;
use crate::failure::Failure;
use crate::faulted::quote_for_shell;
use crate::progress::ProgressLine;

/// Returns the path of the folder for pages of games, next to the report.
pub(super) fn folder_beside(report: &Path) -> PathBuf {
    let mut name = report.file_stem().unwrap_or_default().to_owned();
    name.push("-games");
    report.with_file_name(name)
}

/// Returns the file name of the page of a game.
pub(super) fn file_of(game: u64) -> String {
    format!("{game}.html")
}

/// Packs, bots and plan of the games of a report, and the own art of their pages.
#[derive(Clone, Copy)]
pub(super) struct GameSource<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) bots: &'a [BotSpec],
    pub(super) plan: &'a GamePlan,
    /// Own art for the number of seats of the plan; `None` if everything is drawn from data.
    pub(super) art: Option<&'a OwnArt>,
}

/// Writes a page for each game that a sentence names.
pub(super) fn write_games(folder: &Path, sections: &[ReportSection], source: GameSource<'_>) -> Result<(), Failure> {
    let mut games: Vec<u64> = sections.iter().flat_map(|of| &of.sentences).filter_map(|said| said.game).collect();
    games.sort_unstable();
    games.dedup();
    let progress = ProgressLine::new(games.len() as u64, "pages of games");
    for (done, game) in games.into_iter().enumerate() {
        write_with_folders(&folder.join(file_of(game)), page(game, source)?.as_bytes())?;
        progress.set_done(done as u64 + 1);
    }
    progress.end();
    Ok(())
}

/// Writes one game as a page.
pub(super) fn write_game(file: &Path, game: u64, source: GameSource<'_>) -> Result<(), Failure> {
    Ok(write(file, page(game, source)?.as_bytes())?)
}

fn page(game: u64, source: GameSource<'_>) -> Result<String, Failure> {
    let GameSource { loaded, bots, plan, art } = source;
    let Recorded { mut session, fault, .. } = Games::record(loaded, plan.seats, bots, plan.seed_of(game))?;
    if let Some(fault) = fault {
        return Err(Failure::wrong(format!("a script has stopped game {game}: {fault}")));
    }
    let id = format!("Game {game}");
    let page = GamePage { id: &id, language: "en", readers: Readers::Everybody, art };
    game_page(&mut session, &page).map_err(|astray| Failure::wrong(format!("game {game}: {astray}")))
}

/// Returns the command that writes a game as a page.
pub(super) fn command(args: &ReportArgs, game: u64, cx: &Context) -> String {
    let mut words = vec!["tilewright".to_owned(), "report".to_owned()];
    words.extend(args.packs.iter().map(|pack| quote_for_shell(pack)));
    let mut with = |name: &str, value: &str| words.extend([name.to_owned(), quote_for_shell(value)]);
    args.choices.flags().for_each(|(flag, value)| with(flag, value));
    cx.folders.iter().for_each(|folder| with("--packs", &folder.display().to_string()));
    args.seats.iter().for_each(|seats| with("--seats", &seats.to_string()));
    with("--bots", &args.bots);
    with("--seed", &args.seed.to_string());
    with("--game", &game.to_string());
    with("--html", "game.html");
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_a_report_are_beside_it() {
        assert_eq!(folder_beside(Path::new("out/report.html")), Path::new("out/report-games"));
    }
}
