//! Creates tables, and opens them again after the program was restarted.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use serde_json::Value as Json;
use tilewright_core::session::Session;
use tilewright_core::session::record::Record;
use tilewright_core::session::timeline::JumpError;
use tilewright_kit::form::FeedbackForm;
use tilewright_kit::games::opening::{self, OpenedGame};
use tilewright_kit::games::running::RunningGame;
use tilewright_kit::packs::find::Finder;
use tilewright_lab::bots::Bots;
use tilewright_page::LiveGame;

use super::talk::Talk;
use super::{Absences, HostedTable};
use crate::error::TableError;
use crate::file::{StoredSeat, TableFolder, TableSettings};
use crate::findings::{ANSWERS, NOTES};
use crate::link::{Role, StoredLink};
use crate::packs::{PackCache, TablePacks};
use crate::substitute::Substitute;

/// Seat of a new table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatPlan {
    /// Name of the player; empty for the number of the seat.
    pub name: String,
    /// Word for the bot that plays the seat; `None` for a player.
    pub bot: Option<String>,
}

/// Settings of a new table.
#[derive(Clone, Debug, Default)]
pub struct NewTable {
    /// Language of the texts.
    pub language: String,
    /// Seats of the game.
    pub seats: Vec<SeatPlan>,
    /// Seed of all chance.
    pub seed: u64,
    /// Roles of the links with their tokens.
    pub links: Vec<(Role, String)>,
    /// Questions to the players at the end; `None` for [`FeedbackForm::standard`].
    pub form: Option<FeedbackForm>,
    /// Bot that answers for players who have left; `None` to wait for them.
    pub substitute: Option<Substitute>,
}

impl HostedTable {
    /// Creates a table with a new game in a folder.
    ///
    /// # Errors
    /// The packs cannot be played, a rule fails, or a file cannot be written.
    pub fn create(folder: &Path, packs: Rc<TablePacks>, new: &NewTable) -> Result<HostedTable, TableError> {
        let machine = packs.loaded().machine()?;
        let seats = u8::try_from(new.seats.len()).unwrap_or(u8::MAX);
        let mut session =
            Session::new(machine, seats, new.seed).map_err(|wrong| TableError::Unplayable(wrong.to_string()))?;
        session.start().map_err(TableError::Fault)?;
        HostedTable::create_with(folder, packs, new, session)
    }

    /// Creates a table that continues a recorded game in a folder; the seed of `new` is not used.
    ///
    /// # Errors
    /// The packs do not replay the game, or a file cannot be written.
    pub fn adopt(
        folder: &Path,
        packs: Rc<TablePacks>,
        new: &NewTable,
        record: &Record,
    ) -> Result<HostedTable, TableError> {
        let opened = opening::open_loaded(packs.loaded().clone(), record);
        let opened = opened.map_err(|error| TableError::Unplayable(error.to_string()))?;
        if let Some(stopped) = opened.stopped {
            return Err(TableError::Unplayable(stopped.to_string()));
        }
        HostedTable::create_with(folder, packs, new, opened.session)
    }

    fn create_with(
        folder: &Path,
        packs: Rc<TablePacks>,
        new: &NewTable,
        session: Session,
    ) -> Result<HostedTable, TableError> {
        new.substitute.as_ref().map(Substitute::check).transpose()?;
        let folder = TableFolder(folder.to_owned());
        packs.write_copies(&folder.packs(1))?;
        let links = new.links.iter().map(|(role, token)| StoredLink::new(role.clone(), token)).collect();
        let stored = |seat: &SeatPlan| StoredSeat { name: seat.name.clone(), bot: seat.bot.clone() };
        let settings = TableSettings::new(&new.language, new.seats.iter().map(stored).collect(), links)
            .with_form(new.form.clone())
            .with_substitute(new.substitute.clone())
            .with_origin(packs.origin());
        folder.write_settings(&settings)?;
        let game_file = RunningGame::begin(&folder.0, &session, "a hosted game", Json::Null)?;
        HostedTable::with_game(folder, packs, settings, session, game_file)
    }

    /// Opens the table of a folder with its last state.
    ///
    /// # Errors
    /// The files are damaged, or another program plays the game.
    pub fn open(folder: &Path, cache: &mut PackCache) -> Result<HostedTable, TableError> {
        let folder = TableFolder(folder.to_owned());
        let settings = folder.read_settings()?;
        let kept = folder.game(settings.game)?;
        let damaged = |why: String| TableError::Damaged { path: kept.path.clone(), why };
        let options: Vec<String> = kept.record.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if let Some(packs) = cache.find(&kept.record.packs, &options, kept.record.seats) {
            let opened = opening::open_loaded(packs.loaded().clone(), &kept.record);
            let opened = opened.map_err(|error| damaged(error.to_string()))?;
            return HostedTable::with_game(folder, packs, settings, opened.session, RunningGame::resume(&kept)?);
        }
        let copies = folder.packs_of(settings.game, &kept.record);
        let paths: Vec<String> = copies.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        let opened = opening::open(&Finder::nowhere(), &paths, &kept.record);
        let OpenedGame { session, loaded, stopped, .. } = opened.map_err(|error| damaged(error.to_string()))?;
        if let Some(stopped) = stopped {
            return Err(damaged(stopped.to_string()));
        }
        let packs = cache.get(&loaded, kept.record.seats)?;
        let game_file = RunningGame::resume(&kept)?;
        HostedTable::with_game(folder, packs, settings, session, game_file)
    }

    fn with_game(
        folder: TableFolder,
        packs: Rc<TablePacks>,
        settings: TableSettings,
        mut session: Session,
        game_file: RunningGame,
    ) -> Result<HostedTable, TableError> {
        let live = packs.with_source(|source| LiveGame::new(&mut session, &settings.language, source));
        let live = live.map_err(|error: JumpError| TableError::Unplayable(error.to_string()))?;
        Ok(HostedTable {
            bots: Bots::new(packs.loaded()),
            answers: folder.entries(ANSWERS)?,
            talk: Talk::new(folder.entries(NOTES)?),
            packs,
            folder,
            settings,
            session,
            live,
            game_file,
            connections: BTreeMap::new(),
            thinking: None,
            wish: None,
            follower: None,
            absences: Absences::default(),
            reload: None,
            asked_at: Duration::ZERO,
            paused: None,
        })
    }
}
