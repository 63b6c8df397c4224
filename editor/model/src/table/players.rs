//! Defines who chooses for a seat: a person or a bot.

use serde::{Deserialize, Serialize};
use tilewright_lab::bots::{self, BotKind, BotSpec, RANDOM};

/// Word in files for a person.
const PERSON: &str = "person";

/// Person, bot or guest that chooses for a seat. Files contain `person` or the id of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum SeatChooser {
    /// Person at the screen.
    Person,
    /// Bot with its settings.
    Bot(BotSpec),
    /// Player at another machine, whose answers come from a hosted table.
    Guest,
}

impl SeatChooser {
    /// Bot that chooses at random.
    pub const RANDOM: SeatChooser = SeatChooser::Bot(RANDOM);

    /// Returns the default opponent, a bot that compares the immediate results of its options.
    pub fn opponent() -> SeatChooser {
        bots::parse_bot("greedy").map_or(SeatChooser::RANDOM, SeatChooser::Bot)
    }

    /// Returns the choosers that a user can select, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = SeatChooser> {
        std::iter::once(SeatChooser::Person).chain(BotKind::ALL.map(|sort| SeatChooser::Bot(BotSpec::new(sort))))
    }

    /// Returns the text key of the chooser's name. A bot with additional settings, as in games from the terminal, has
    /// the name of its kind.
    pub fn text(&self) -> String {
        match self {
            SeatChooser::Person => format!("try-{PERSON}"),
            SeatChooser::Bot(bot) => format!("try-{}", bot.sort.id()),
            SeatChooser::Guest => "try-guest".to_owned(),
        }
    }

    fn id(&self) -> String {
        match self {
            // A table has guests only while it is hosted, so that a game that continues later needs a person.
            SeatChooser::Person | SeatChooser::Guest => PERSON.to_owned(),
            SeatChooser::Bot(bot) => bot.to_string(),
        }
    }
}

impl From<SeatChooser> for String {
    fn from(chooser: SeatChooser) -> String {
        chooser.id()
    }
}

impl From<String> for SeatChooser {
    fn from(id: String) -> SeatChooser {
        // A bot that this version does not know is replaced by the random bot.
        if id == PERSON { SeatChooser::Person } else { SeatChooser::Bot(bots::parse_bot(&id).unwrap_or(RANDOM)) }
    }
}

/// Returns true if more than one person chooses, so that they share the screen.
pub fn is_shared(seats: &[SeatChooser]) -> bool {
    seats.iter().filter(|chooser| **chooser == SeatChooser::Person).nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_chooses_is_kept_by_name() {
        let all: Vec<SeatChooser> = SeatChooser::all().collect();
        let text = serde_json::to_string(&all).unwrap();
        assert_eq!(text, r#"["person","random","greedy","mcts"]"#);
        assert_eq!(serde_json::from_str::<Vec<SeatChooser>>(&text).unwrap(), all);
        assert_eq!(serde_json::to_string(&SeatChooser::Guest).unwrap(), r#""person""#);
        assert_eq!(serde_json::from_str::<SeatChooser>("\"prophet\"").unwrap(), SeatChooser::RANDOM);
    }
}
