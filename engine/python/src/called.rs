//! Defines the players of games in Python: bots, and functions.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use tilewright::bots::{BotSpec, parse_bot};

use crate::errors;

/// Player of a seat: a bot, or a function that receives the game and returns an option.
pub(crate) enum SeatPlayer {
    Bot(BotSpec),
    Function(Py<PyAny>),
}

impl SeatPlayer {
    /// Parses the players of some seats: names of bots, and functions.
    pub(crate) fn read(given: &[Bound<'_, PyAny>]) -> PyResult<Vec<SeatPlayer>> {
        let player = |given: &Bound<'_, PyAny>| match given.extract::<String>() {
            Ok(word) => Ok(SeatPlayer::Bot(read_bots(&[word])?.remove(0))),
            Err(_) if given.is_callable() => Ok(SeatPlayer::Function(given.clone().unbind())),
            Err(_) => Err(PyTypeError::new_err("a bot is a name, or a function that receives the game")),
        };
        given.iter().map(player).collect()
    }

    /// Returns the bots; `None` if a function is among the players.
    pub(crate) fn bots(players: &[SeatPlayer]) -> Option<Vec<BotSpec>> {
        let bot = |player: &SeatPlayer| match player {
            SeatPlayer::Bot(bot) => Some(bot.clone()),
            SeatPlayer::Function(_) => None,
        };
        players.iter().map(bot).collect()
    }
}

/// Parses the names of bots with their settings.
pub(crate) fn read_bots(words: &[String]) -> PyResult<Vec<BotSpec>> {
    words.iter().map(|word| parse_bot(word).map_err(|error| errors::of_bot(&error))).collect()
}
