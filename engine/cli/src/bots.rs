//! Parses bots as users type them: one for each seat, separated by commas.

use tilewright_lab::bots::{self, BotKind, BotSpec};
use tilewright_lab::habit::AspectKind;
use tilewright_lab::judge::Manner;

use crate::failure::Failure;
use crate::out::format_count;

/// Word for a seat that a person plays.
const PERSON: &str = "person";

/// Returns a description of all bots, for the help text of an argument.
pub(crate) fn describe_bots() -> String {
    let sorts = BotKind::ALL.iter().map(|sort| format!("`{}` takes {}", sort.id(), sort.takes()));
    let manners = Manner::NAMED.iter().map(|(_, word, _)| format!("`-{word}`")).collect::<Vec<_>>().join(", ");
    let sorts = sorts.collect::<Vec<_>>().join("; ");
    let things = AspectKind::NAMED.map(|(_, word)| word).join(", ");
    format!(
        "{sorts}. The last two can have a manner ({manners}; `-casual` only `greedy`), and options that they never or \
            always take: of a pack (`-never-PACK`), or about one of its {things} (`-never-figures.NAME`)"
    )
}

/// Parses the name of a single bot.
pub(crate) fn one(word: &str) -> Result<BotSpec, Failure> {
    bots::parse_bot(word)
        .map_err(|unknown| Failure::usage(unknown.to_string()).hint(format!("bots: {}", describe_bots())))
}

/// Returns an error if a bot looks at the clock, since its games differ from machine to machine.
pub(crate) fn repeatable(bots: &[BotSpec]) -> Result<(), Failure> {
    match bots.iter().find(|bot| !bot.repeats()) {
        None => Ok(()),
        Some(bot) => Err(Failure::usage(format!("`{bot}` plays differently on every machine"))
            .hint("give it a number of playouts instead, such as `mcts:400`")),
    }
}

/// Parses the bots of `seats` seats; the last bot in `text` plays all further seats.
pub(crate) fn by_seat(text: &str, seats: usize) -> Result<Vec<BotSpec>, Failure> {
    read(text, seats, one)
}

/// Like [`by_seat`], but `person` is allowed as well and gives `None`.
pub(crate) fn and_people(text: &str, seats: usize) -> Result<Vec<Option<BotSpec>>, Failure> {
    read(text, seats, |word| match word {
        PERSON => Ok(None),
        _ => bots::parse_bot(word).map(Some).map_err(|unknown| {
            Failure::usage(unknown.to_string())
                .hint(format!("use `{PERSON}` for a person at this terminal, or one of the bots: {}", describe_bots()))
        }),
    })
}

fn read<T: Clone>(text: &str, seats: usize, one: impl Fn(&str) -> Result<T, Failure>) -> Result<Vec<T>, Failure> {
    let mut all = text.split(',').map(|word| one(word.trim())).collect::<Result<Vec<T>, Failure>>()?;
    if all.len() > seats {
        let failure = Failure::usage(format!(
            "{} are named for {} of this game",
            all.len(),
            format_count(seats, "seat", "seats")
        ));
        return Err(
            failure.hint("name one for each seat, separated by commas; the last one also plays all further seats")
        );
    }
    let last = all[all.len() - 1].clone();
    all.resize(seats, last);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str, seats: usize) -> Vec<String> {
        let seats = and_people(text, seats).unwrap_or_default();
        seats.into_iter().map(|bot| bot.map_or("-".to_owned(), |bot| bot.to_string())).collect()
    }

    #[test]
    fn the_last_one_has_all_further_seats() {
        assert_eq!(ids("person, greedy", 4), ["-", "greedy", "greedy", "greedy"]);
        assert_eq!(ids("random", 2), ["random", "random"]);
        assert_eq!(ids("greedy,random,person", 3), ["greedy", "random", "-"]);
        for wrong in ["", "greedy,", "gredy", "greedy,greedy,greedy,greedy"] {
            assert!(and_people(wrong, 3).is_err(), "{wrong}");
        }
        assert!(by_seat("person", 2).is_err());
        assert!(repeatable(&by_seat("greedy,mcts:50", 2).unwrap_or_default()).is_ok());
        assert!(repeatable(&by_seat("greedy,mcts:50ms", 2).unwrap_or_default()).is_err());
    }
}
