//! The bots that there are. Whoever offers bots offers these: the command, the simulation, the editor's table.

use std::error::Error;
use std::fmt;

use tilewright_core::catalog::seat::Seat;
use tilewright_core::diag::nearest;
use tilewright_core::session::Session;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bot::{Bot, Random};
use crate::greedy::Greedy;
use crate::seeds;

/// A sort of bot.
#[derive(Clone, Copy)]
pub struct BotSpec {
    /// What it is called in commands and files.
    pub id: &'static str,
    /// What it takes, in a few words.
    pub takes: &'static str,
    /// Makes one for games of some packs.
    pub make: fn(&Loaded) -> Result<Box<dyn Bot>, KitError>,
}

/// Chance.
pub const RANDOM: BotSpec =
    BotSpec { id: "random", takes: "any option, all equally likely", make: |_| Ok(Box::new(Random)) };

/// All bots, in the order in which they are offered.
pub const ALL: &[BotSpec] = &[
    RANDOM,
    BotSpec {
        id: "greedy",
        takes: "what is worth most to its seat at once",
        make: |loaded| Ok(Box::new(Greedy::new(loaded)?)),
    },
];

impl PartialEq for BotSpec {
    fn eq(&self, other: &BotSpec) -> bool {
        self.id == other.id
    }
}

impl Eq for BotSpec {}

impl fmt::Debug for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BotSpec").field(&self.id).finish()
    }
}

/// The word by which it is asked for.
impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// A word that names no bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBot {
    /// The word.
    pub id: String,
}

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no bot `{}`", self.id)?;
        match nearest(&self.id, ALL.iter().map(|bot| bot.id)) {
            Some(meant) => write!(f, "; did you mean `{meant}`?"),
            None => write!(f, "; there are {}", ALL.iter().map(|bot| bot.id).collect::<Vec<_>>().join(", ")),
        }
    }
}

impl Error for UnknownBot {}

/// The bot of an id.
///
/// # Errors
/// There is no such bot.
pub fn named(id: &str) -> Result<BotSpec, UnknownBot> {
    ALL.iter().find(|bot| bot.id == id).copied().ok_or_else(|| UnknownBot { id: id.to_owned() })
}

/// The bot of a seat where they are listed by seat: the last one has all further seats too, and chance has them where none
/// is listed.
pub fn of_seat(bots: &[BotSpec], seat: Seat) -> BotSpec {
    bots.get(seat.index()).or(bots.last()).copied().unwrap_or(RANDOM)
}

/// The bots of games of some packs. Of each sort there is one, made when it is first asked, that chooses for all its seats.
pub struct Bots {
    loaded: Loaded,
    made: Vec<(BotSpec, Box<dyn Bot>)>,
}

impl Bots {
    /// The bots for games of some packs.
    pub fn new(loaded: &Loaded) -> Bots {
        Bots { loaded: loaded.clone(), made: Vec::new() }
    }

    /// The packs have changed.
    pub fn reload(&mut self, loaded: &Loaded) {
        *self = Bots::new(loaded);
    }

    /// A bot, which is made if it is not there yet.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn get(&mut self, bot: BotSpec) -> Result<&mut dyn Bot, KitError> {
        let at = match self.made.iter().position(|(made, _)| *made == bot) {
            Some(at) => at,
            None => {
                self.made.push((bot, (bot.make)(&self.loaded)?));
                self.made.len() - 1
            }
        };
        Ok(&mut *self.made[at].1)
    }

    /// The number of the option that a bot takes, which follows from the game's seed and the position. Nothing when nobody
    /// has to choose.
    ///
    /// # Errors
    /// The bot cannot be made.
    pub fn choose(&mut self, bot: BotSpec, session: &Session) -> Result<Option<u32>, KitError> {
        Ok(self.get(bot)?.choose_in(session, &mut seeds::of_next_choice(session)))
    }
}
