//! Bots that answer for players who have left.

use serde::{Deserialize, Serialize};
use tilewright_lab::bots::parse_bot;

use crate::error::TableError;

/// Bot that answers for players who have left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Substitute {
    /// Time after the player has left, in seconds.
    pub after: u64,
    /// Word for the bot.
    pub bot: String,
}

impl Substitute {
    /// Checks the word for the bot.
    ///
    /// # Errors
    /// The bot is unknown, or its time would depend on the machine.
    pub(crate) fn check(&self) -> Result<(), TableError> {
        let known = parse_bot(&self.bot).map_err(|unknown| TableError::Unplayable(unknown.to_string()))?;
        let repeats = || TableError::Unplayable("a bot with a time limit would delay other tables".to_owned());
        known.repeats().then_some(()).ok_or_else(repeats)
    }
}
