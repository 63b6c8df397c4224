//! Who chooses for a seat: somebody at the screen, or a bot.

use serde::{Deserialize, Serialize};
use tilewright_lab::bots::{self, BotSpec, RANDOM, Sort};

/// What files call somebody at the screen.
const PERSON: &str = "person";

/// Who chooses for a seat. Files have `person` or the id of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Chooser {
    /// Somebody at the screen.
    Person,
    /// A bot.
    Bot(BotSpec),
}

impl Chooser {
    /// Chance.
    pub const RANDOM: Chooser = Chooser::Bot(RANDOM);

    /// The bot that somebody meets who has not chosen one: it looks at what it gets.
    pub fn opponent() -> Chooser {
        bots::named("greedy").map_or(Chooser::RANDOM, Chooser::Bot)
    }

    /// All of them, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Chooser> {
        std::iter::once(Chooser::Person).chain(Sort::ALL.map(|sort| Chooser::Bot(BotSpec::of(sort))))
    }

    /// The key of its name. A bot with a manner or a budget of its own, as games of the terminal may have, is called as its
    /// sort.
    pub fn text(&self) -> String {
        match self {
            Chooser::Person => format!("try-{PERSON}"),
            Chooser::Bot(bot) => format!("try-{}", bot.sort.id()),
        }
    }

    fn id(&self) -> String {
        match self {
            Chooser::Person => PERSON.to_owned(),
            Chooser::Bot(bot) => bot.to_string(),
        }
    }
}

impl From<Chooser> for String {
    fn from(chooser: Chooser) -> String {
        chooser.id()
    }
}

impl From<String> for Chooser {
    fn from(id: String) -> Chooser {
        // Chance has the seat of a bot that another version knows.
        if id == PERSON { Chooser::Person } else { Chooser::Bot(bots::named(&id).unwrap_or(RANDOM)) }
    }
}

/// Whether more than one person chooses: they share the screen.
pub(crate) fn is_shared(seats: &[Chooser]) -> bool {
    seats.iter().filter(|chooser| **chooser == Chooser::Person).nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_chooses_is_kept_by_name() {
        let all: Vec<Chooser> = Chooser::all().collect();
        let text = serde_json::to_string(&all).unwrap();
        assert_eq!(text, r#"["person","random","greedy","mcts"]"#);
        assert_eq!(serde_json::from_str::<Vec<Chooser>>(&text).unwrap(), all);
        assert_eq!(serde_json::from_str::<Chooser>("\"prophet\"").unwrap(), Chooser::RANDOM);
    }
}
