//! Defines who chooses for a seat: a person or a bot.

use serde::{Deserialize, Serialize};
use tilewright_lab::bots::{self, BotSpec, RANDOM, Sort};

/// Word in files for a person.
const PERSON: &str = "person";

/// Person or bot that chooses for a seat. Files contain `person` or the id of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Chooser {
    /// Person at the screen.
    Person,
    /// Bot with its settings.
    Bot(BotSpec),
}

impl Chooser {
    /// Bot that chooses at random.
    pub const RANDOM: Chooser = Chooser::Bot(RANDOM);

    /// Returns the default opponent, a bot that compares the immediate results of its options.
    pub fn opponent() -> Chooser {
        bots::named("greedy").map_or(Chooser::RANDOM, Chooser::Bot)
    }

    /// Returns all choosers in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Chooser> {
        std::iter::once(Chooser::Person).chain(Sort::ALL.map(|sort| Chooser::Bot(BotSpec::of(sort))))
    }

    /// Returns the text key of the chooser's name. A bot with additional settings, as in games from the terminal, has
    /// the name of its kind.
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
        // A bot that this version does not know is replaced by the random bot.
        if id == PERSON { Chooser::Person } else { Chooser::Bot(bots::named(&id).unwrap_or(RANDOM)) }
    }
}

/// Returns true if more than one person chooses, so that they share the screen.
pub fn is_shared(seats: &[Chooser]) -> bool {
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
