//! Lists the available bots, which the command, the simulation and the editor's table offer.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use tilewright_core::catalog::seat::Seat;
use tilewright_core::diag::nearest;
use tilewright_core::session::Session;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bot::{Bot, Considered, Random};
use crate::greedy::Greedy;
use crate::habit::{Aspect, Habit};
use crate::judge::Manner;
use crate::mcts::{Budget, Mcts, MctsSettings};
use crate::seeds;

/// Algorithm of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotKind {
    /// Chooses each option with the same probability.
    Random,
    /// Searches its own turn for the best end.
    Greedy,
    /// Plays out many games from each option.
    Mcts,
}

impl BotKind {
    /// All algorithms, in the order in which they are offered.
    pub const ALL: [BotKind; 3] = [BotKind::Random, BotKind::Greedy, BotKind::Mcts];

    /// Returns the name in commands and files.
    pub fn id(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::Greedy => "greedy",
            BotKind::Mcts => "mcts",
        }
    }

    /// Describes the choices in a few words.
    pub fn takes(self) -> &'static str {
        match self {
            BotKind::Random => "any option, all equally likely",
            BotKind::Greedy => "the option worth most to its seat at the end of its turn",
            BotKind::Mcts => {
                "the option with the best playouts: `mcts:400` plays 400 playouts for each decision (1,000 without a \
                 number), `mcts:500ms` plays for half a second"
            }
        }
    }
}

/// Budget of an `mcts` bot without an explicit one.
const USUAL: Budget = Budget::Playouts(1000);

/// Valid range of budgets, in playouts or milliseconds.
const BUDGETS: std::ops::RangeInclusive<u32> = 1..=10_000_000;

/// Specification of a bot: its algorithm, optionally with a manner (`greedy-builder`), habits
/// (`greedy-never-figures.guard`) and a budget (`mcts:400`, `mcts:500ms`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotSpec {
    /// Algorithm that makes the choices.
    pub sort: BotKind,
    /// Manner of weighing positions.
    pub manner: Manner,
    /// Restrictions of its options, in the order of their effect.
    pub habits: Vec<Habit>,
    /// Time to think; only `mcts` has a budget.
    pub budget: Budget,
}

/// Specification of the random bot.
pub const RANDOM: BotSpec = BotSpec::new(BotKind::Random);

impl BotSpec {
    /// Returns the specification of an algorithm without manner, habits or explicit budget.
    pub const fn new(sort: BotKind) -> BotSpec {
        BotSpec { sort, manner: Manner::Plain, habits: Vec::new(), budget: USUAL }
    }

    /// True if the bot chooses the same on every machine, because it does not depend on the clock.
    pub fn repeats(&self) -> bool {
        self.sort != BotKind::Mcts || matches!(self.budget, Budget::Playouts(_))
    }

    /// Returns the name with the budget, even if that is the default.
    pub fn full_name(&self) -> String {
        match self.budget {
            Budget::Playouts(playouts) if self.sort == BotKind::Mcts && self.budget == USUAL => {
                format!("{self}:{playouts}")
            }
            _ => self.to_string(),
        }
    }

    /// Creates the bot for games of some packs.
    ///
    /// # Errors
    /// The packs cannot be played.
    pub fn make(&self, loaded: &Loaded) -> Result<Box<dyn Bot>, KitError> {
        Ok(match self.sort {
            BotKind::Random => Box::new(Random),
            BotKind::Greedy => Box::new(Greedy::with(loaded, self.manner, &self.habits)?),
            BotKind::Mcts => {
                Box::new(Mcts::with(loaded, self.budget, self.manner, &self.habits, MctsSettings::default())?)
            }
        })
    }
}

/// Formats the specification as the name that [`parse_bot`] parses.
impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sort.id())?;
        if let Some((_, word, _)) = Manner::NAMED.iter().find(|(manner, ..)| *manner == self.manner) {
            write!(f, "-{word}")?;
        }
        self.habits.iter().try_for_each(|habit| write!(f, "-{habit}"))?;
        match self.budget {
            budget if self.sort != BotKind::Mcts || budget == USUAL => Ok(()),
            Budget::Playouts(playouts) => write!(f, ":{playouts}"),
            Budget::Millis(millis) => write!(f, ":{millis}ms"),
        }
    }
}

/// A name that specifies no bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBot {
    /// Name that was given.
    pub id: String,
    /// Message with the problem and a suggestion.
    pub why: String,
}

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl Error for UnknownBot {}

/// Returns the end of an error message: the name closest to `word`, or a list of all known ones.
fn suggestion_for<'a>(word: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, known.clone()) {
        Some(meant) => format!("; did you mean `{meant}`?"),
        None => format!("; there are {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// Parses the name of a bot.
///
/// # Errors
/// The name specifies no bot.
pub fn parse_bot(id: &str) -> Result<BotSpec, UnknownBot> {
    let unknown = |why: String| UnknownBot { id: id.to_owned(), why };
    let (who, budget) = id.split_once(':').map_or((id, None), |(who, budget)| (who, Some(budget)));
    let mut parts = who.split('-');
    let word = parts.next().unwrap_or_default();
    let Some(sort) = BotKind::ALL.into_iter().find(|sort| sort.id() == word) else {
        let ids = BotKind::ALL.iter().map(|sort| sort.id());
        return Err(unknown(format!("there is no bot `{word}`{}", suggestion_for(word, ids))));
    };
    let mut spec = BotSpec::new(sort);
    while let Some(part) = parts.next() {
        if sort == BotKind::Random {
            return Err(unknown("`random` cannot have a manner: it does not compare options".to_owned()));
        }
        if Habit::WORDS.contains(&part) {
            let example = || format!("`{part}` needs a thing: `{word}-{part}-PACK` or `{word}-{part}-figures.NAME`");
            let aspect = parts.next().filter(|name| !name.is_empty()).ok_or_else(|| unknown(example()))?;
            spec.habits.extend(Habit::with(part, Aspect::parse(aspect).map_err(|error| unknown(error.to_string()))?));
            continue;
        }
        match Manner::NAMED.iter().find(|(_, word, _)| *word == part) {
            Some((Manner::Casual, ..)) if sort == BotKind::Mcts => {
                return Err(unknown("`casual` is a manner of `greedy`; a weaker `mcts` has fewer playouts".to_owned()));
            }
            Some((manner, ..)) => spec.manner = *manner,
            None => {
                let known = Manner::NAMED.iter().map(|(_, word, _)| *word).chain(Habit::WORDS);
                return Err(unknown(format!("bots have no manner `{part}`{}", suggestion_for(part, known))));
            }
        }
    }
    if let Some(text) = budget {
        if sort != BotKind::Mcts {
            return Err(unknown(format!("`{word}` has no budget; `mcts` has")));
        }
        let (digits, budget): (_, fn(u32) -> Budget) = match text.strip_suffix("ms") {
            Some(digits) => (digits, Budget::Millis),
            None => (text, Budget::Playouts),
        };
        let number = digits.parse().ok().filter(|number| BUDGETS.contains(number));
        let number = number.ok_or_else(|| {
            let most = BUDGETS.end();
            unknown(format!("`{text}` is not a budget: write `mcts:400` or `mcts:500ms`, at most {most}"))
        })?;
        spec.budget = budget(number);
    }
    Ok(spec)
}

/// Returns the bot of a seat from a list by seat. The last bot also plays all further seats; an empty list means random
/// bots.
pub fn of_seat(bots: &[BotSpec], seat: Seat) -> BotSpec {
    bots.get(seat.index()).or(bots.last()).cloned().unwrap_or(RANDOM)
}

/// Bots for games of some packs. Each bot is created on first use and plays all of its seats.
pub struct Bots {
    loaded: Loaded,
    made: Vec<(BotSpec, Box<dyn Bot>)>,
    /// Number of threads that may think about one decision.
    cores: usize,
}

impl Bots {
    /// Creates an empty set of bots for games of some packs.
    pub fn new(loaded: &Loaded) -> Bots {
        Bots { loaded: loaded.clone(), made: Vec::new(), cores: 1 }
    }

    /// Creates an empty set of bots for one game at a time, in which bots with a time limit think on all cores.
    pub fn for_one_game(loaded: &Loaded) -> Bots {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Bots { cores, ..Bots::new(loaded) }
    }

    /// Discards all bots after the packs have changed.
    pub fn reload(&mut self, loaded: &Loaded) {
        *self = Bots { cores: self.cores, ..Bots::new(loaded) };
    }

    /// Returns a bot, creating it if needed.
    ///
    /// # Errors
    /// The bot cannot be created.
    pub fn get(&mut self, bot: &BotSpec) -> Result<&mut dyn Bot, KitError> {
        let at = match self.made.iter().position(|(made, _)| made == bot) {
            Some(at) => at,
            None => {
                let mut made = bot.make(&self.loaded)?;
                made.use_cores(self.cores);
                self.made.push((bot.clone(), made));
                self.made.len() - 1
            }
        };
        Ok(&mut *self.made[at].1)
    }

    /// Returns the number of the option that a bot chooses, which depends only on the game's seed and the position;
    /// `None` if no decision waits.
    ///
    /// # Errors
    /// The bot cannot be created.
    pub fn choose(&mut self, bot: &BotSpec, session: &Session) -> Result<Option<u32>, KitError> {
        Ok(self.get(bot)?.choose_in(session, &mut seeds::of_next_choice(session)))
    }

    /// Like [`Bots::choose`], but also returns the work of the choice, in the unit of game budgets.
    ///
    /// # Errors
    /// The bot cannot be created.
    pub(crate) fn choose_counted(&mut self, bot: &BotSpec, session: &Session) -> Result<Option<(u32, u64)>, KitError> {
        let bot = self.get(bot)?;
        let before = bot.work();
        let number = bot.choose_in(session, &mut seeds::of_next_choice(session));
        Ok(number.map(|number| (number, bot.work().saturating_sub(before))))
    }

    /// Starts a choice, for callers with other work to do. Returns the choice if it needs no thinking; otherwise
    /// [`Bots::go_on`] must be called until it returns one.
    ///
    /// # Errors
    /// The bot cannot be created.
    pub fn begin(&mut self, bot: &BotSpec, session: &Session) -> Result<Option<u32>, KitError> {
        Ok(self.get(bot)?.begin(session, &mut seeds::of_next_choice(session)))
    }

    /// Lets a bot continue to think for about the given time; `None` until its choice is made.
    ///
    /// # Errors
    /// The bot cannot be created.
    pub fn go_on(&mut self, bot: &BotSpec, slice: Duration) -> Result<Option<u32>, KitError> {
        Ok(self.get(bot)?.go_on(slice))
    }

    /// Returns a bot's opinion of the options of its last decision; `None` if it has not examined them.
    ///
    /// # Errors
    /// The bot cannot be created.
    pub fn opinion_of(&mut self, bot: &BotSpec) -> Result<Option<Considered>, KitError> {
        Ok(self.get(bot)?.opinion())
    }

    /// Lets a bot examine the waiting decision and returns its opinion; `None` for bots without one, such as the random
    /// bot.
    ///
    /// # Errors
    /// The bot cannot be created.
    pub fn consider(&mut self, bot: &BotSpec, session: &Session) -> Result<Option<Considered>, KitError> {
        let bot = self.get(bot)?;
        bot.tell(true);
        bot.choose_in(session, &mut seeds::of_hint(session));
        bot.tell(false);
        Ok(bot.opinion())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_as_they_were_typed() {
        for word in [
            "random",
            "greedy",
            "mcts",
            "mcts:400",
            "mcts:500ms",
            "greedy-builder",
            "greedy-casual",
            "greedy-never-traders_builders",
            "mcts-blocker-never-inns:50",
            "greedy-builder-never-figures.thief-always-answers.deploy.pass",
            "mcts-never-tags.inn-never-tiles.Bend_2:80",
        ] {
            assert_eq!(parse_bot(word).map(|spec| spec.to_string()), Ok(word.to_owned()));
        }
        assert_eq!(
            parse_bot("mcts:1000").map(|spec| spec.to_string()),
            Ok("mcts".to_owned()),
            "that is the usual budget"
        );
        let spelled = |word| parse_bot(word).map(|spec| spec.full_name()).unwrap_or_default();
        assert_eq!(["mcts", "mcts:50", "greedy"].map(spelled), ["mcts:1000", "mcts:50", "greedy"]);
    }

    #[test]
    fn what_is_no_bot_is_told_with_what_could_be_meant() {
        for (word, why) in [
            ("gredy", "there is no bot `gredy`; did you mean `greedy`?"),
            ("oracle", "there is no bot `oracle`; there are random, greedy, mcts"),
            ("greedy-bilder", "bots have no manner `bilder`; did you mean `builder`?"),
            ("random-builder", "`random` cannot have a manner: it does not compare options"),
            ("greedy:400", "`greedy` has no budget; `mcts` has"),
            ("mcts:0", "`0` is not a budget: write `mcts:400` or `mcts:500ms`, at most 10000000"),
            ("mcts:soon", "`soon` is not a budget: write `mcts:400` or `mcts:500ms`, at most 10000000"),
            ("greedy-never", "`never` needs a thing: `greedy-never-PACK` or `greedy-never-figures.NAME`"),
            ("greedy-always-figures.", "`figures.` needs a name after the dot"),
            ("greedy-never-figure.thief", "options are not about `figure`; did you mean `figures`?"),
            (
                "greedy-never-weather.rain",
                "options are not about `weather`, but about figures, terrains, tags, tiles, rules, answers",
            ),
            ("mcts-casual", "`casual` is a manner of `greedy`; a weaker `mcts` has fewer playouts"),
        ] {
            assert_eq!(parse_bot(word).map_err(|unknown| unknown.to_string()), Err(why.to_owned()));
        }
    }

    #[test]
    fn only_the_clock_keeps_a_choice_from_being_repeated() {
        let repeats = |word: &str| parse_bot(word).is_ok_and(|spec| spec.repeats());
        assert!(repeats("random") && repeats("greedy-farmer") && repeats("mcts") && repeats("mcts:7"));
        assert!(!repeats("mcts:7ms"));
    }
}
