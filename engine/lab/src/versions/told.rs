//! Describes a comparison in English: its versions, sentences, and the cells of its table.

use serde::{Deserialize, Serialize};
use tilewright_core::catalog::Catalog;

use crate::bots::BotSpec;
use crate::report::told::{self, ENGLISH_DIGITS, Insert};
use crate::stats::Interval;
use crate::versions::{
    GameBeside, Measure, MeasuredChange, PanelVerdict, PlayEnd, TableComparison, VersionComparison, VersionPlan,
    VersionVerdict,
};

/// Description of a version.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ComparedVersion {
    /// Short name that distinguishes the version from the other one.
    pub name: String,
    /// Display names of the packs, with their versions.
    pub title: String,
    /// Packs, each as `id@version#hash`.
    pub packs: Vec<String>,
    /// Options and values that differ from their defaults, each as `pack:name=value`.
    pub options: Vec<String>,
}

impl ComparedVersion {
    /// Describes a version. Its short name is its own options, its packs, or the argument that names it.
    pub fn new(own: &Catalog, other: &Catalog, argument: &str) -> ComparedVersion {
        let (options, others) = (own.chosen_options(), other.chosen_options());
        let different: Vec<String> =
            options.iter().filter(|option| !others.contains(option)).map(|option| format!("`{option}`")).collect();
        let name = match () {
            () if own.exact_packs() == other.exact_packs() && !different.is_empty() => different.join(" and "),
            () if own.exact_packs() == other.exact_packs() => "the packs' own values".to_owned(),
            () if own.titles() != other.titles() => own.titles(),
            () => format!("`{argument}`"),
        };
        ComparedVersion { name, title: own.titles(), packs: own.exact_packs(), options }
    }
}

/// Comparison of two versions with all data that its displays need.
#[derive(Clone, Debug)]
pub struct VersionReport {
    /// Both versions.
    pub versions: [ComparedVersion; 2],
    /// Seats and seed of the games.
    pub plan: VersionPlan,
    /// Changes of all measures.
    pub found: VersionComparison,
    /// Games of both versions, side by side.
    pub beside: Vec<GameBeside>,
}

fn group_digits(number: u64) -> String {
    told::group_digits(number, ENGLISH_DIGITS.group)
}

/// Returns the sentences: about points, seats and length by the first players, and about the agreement of all players.
pub fn sentences(compared: &VersionReport) -> Vec<String> {
    let found = &compared.found;
    let Some(table) = found.tables.iter().find(|table| !table.blocks.is_empty()) else {
        return vec!["No game was completed.".to_owned()];
    };
    let changes = || found.measures.iter().zip(&table.changes);
    let of = |wanted: &dyn Fn(&Measure) -> bool| changes().filter(|(measure, _)| wanted(measure)).collect::<Vec<_>>();
    let with = format!("With {}", compared.versions[1].name);
    let mut all = Vec::new();
    all.extend(of(&|measure| *measure == Measure::Points).first().map(|(_, change)| points(&with, change)));
    let about_seats = of(&|measure| matches!(measure, Measure::Lead | Measure::Wins(_) | Measure::Won));
    all.extend((!about_seats.is_empty()).then(|| seats(&about_seats)));
    all.extend(of(&|measure| *measure == Measure::Turns).first().map(|(_, change)| length(change)));
    if found.tables.len() > 1 {
        all.push(format!("These sentences are about games of {}.", bots(&table.bots)));
        all.extend(found.measures.iter().enumerate().filter_map(|(at, measure)| panel(compared, at, measure)));
    }
    all
}

fn points(with: &str, change: &MeasuredChange) -> String {
    let interval = &change.difference.interval;
    match change.verdict {
        VersionVerdict::Differs => format!("{with}, a player scores {} points {}.", size(interval), less(interval)),
        VersionVerdict::Same => {
            format!("{with}, a player scores as many points as before: {}.", within(change, "points"))
        }
        VersionVerdict::Unknown(_) => {
            format!(
                "{with}, it is not known whether a player scores as many points as before: {}.",
                so_far(interval, "points")
            )
        }
    }
}

fn length(change: &MeasuredChange) -> String {
    let interval = &change.difference.interval;
    match change.verdict {
        VersionVerdict::Differs => {
            let fewer = if interval.estimate < 0.0 { "fewer" } else { "more" };
            format!("A game has {} turns {fewer}.", size(interval))
        }
        VersionVerdict::Same if interval.low == 0.0 && interval.high == 0.0 => {
            format!("A game is as long as before: {} turns.", Insert::Plain(change.before, 0).text(ENGLISH_DIGITS))
        }
        VersionVerdict::Same => format!("A game is as long as before: {}.", within(change, "turns")),
        VersionVerdict::Unknown(_) => {
            format!("It is not known whether a game is as long as before: {}.", so_far(interval, "turns"))
        }
    }
}

/// Writes the sentence about the seats, or about shared wins.
fn seats(changes: &[(&Measure, &MeasuredChange)]) -> String {
    let differing = |(measure, change): &&(&Measure, &MeasuredChange)| {
        let interval = &change.difference.interval;
        (change.verdict == VersionVerdict::Differs).then(|| match measure {
            Measure::Lead => format!("the first seat's lead is {} points {}", size(interval), larger(interval)),
            Measure::Wins(seat) => format!("seat {seat} wins {} of the games", percentage_points(interval)),
            _ => format!("players win {} of the games", percentage_points(interval)),
        })
    };
    let found: Vec<String> = changes.iter().filter_map(|change| differing(&change)).collect();
    if !found.is_empty() {
        return format!("{}.", upper(&found.join(", and ")));
    }
    let is_same = changes.iter().all(|(_, change)| change.verdict == VersionVerdict::Same);
    let numbers: Vec<String> = changes
        .iter()
        .map(|(measure, change)| format!("{} {}", name(measure), signed(measure, &change.difference.interval)))
        .collect();
    let what = if changes.iter().any(|(measure, _)| **measure == Measure::Won) {
        "players win as often as before"
    } else {
        "the seats are as equal as before"
    };
    match is_same {
        true => format!("{}: {}.", upper(what), numbers.join(", ")),
        false => format!("It is not known whether {what}: {}.", numbers.join(", ")),
    }
}

/// Writes the sentence about the agreement of the players about a measure; `None` if none of them shows a change.
fn panel(compared: &VersionReport, at: usize, measure: &Measure) -> Option<String> {
    let tables = &compared.found.tables;
    let name = upper(&name(measure));
    let of = |wanted: &dyn Fn(&MeasuredChange) -> bool| {
        let tables = tables.iter().filter(|table| wanted(&table.changes[at]));
        tables.map(|table| bots(&table.bots)).collect::<Vec<_>>().join(" and ")
    };
    let differs = |change: &MeasuredChange| change.verdict == VersionVerdict::Differs;
    Some(match compared.found.panel[at] {
        PanelVerdict::NoChange => return None,
        PanelVerdict::Holds => format!("{name}: the change holds for {}.", of(&differs)),
        PanelVerdict::Partly => format!("{name}: only {} shows the change.", of(&differs)),
        PanelVerdict::TurnsRound => {
            let more = of(&|change| differs(change) && change.difference.interval.estimate > 0.0);
            let less = of(&|change| differs(change) && change.difference.interval.estimate < 0.0);
            format!("{name}: the change turns round, more with {more} and less with {less}. Do not trust it.")
        }
    })
}

/// Describes the games of a table in a line.
pub fn games(table: &TableComparison, plan: &VersionPlan) -> String {
    let seeds = table.blocks.len() as u64;
    let end = match table.end {
        PlayEnd::Enough => "enough for each question",
        PlayEnd::Blocks => "as many as requested",
        PlayEnd::Stopped => "until the time was over",
    };
    format!(
        "{} games of {} by {}, seed {}: {} seeds with both versions, {end}",
        group_digits(seeds * table.games),
        if plan.seats == 1 { "1 seat".to_owned() } else { format!("{} seats", plan.seats) },
        bots(&table.bots),
        plan.seed,
        group_digits(seeds),
    )
}

/// Describes two games of one seed in a line.
pub fn beside(game: &GameBeside) -> String {
    let scores =
        game.scores.each_ref().map(|scores| scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : "));
    let equal = match (game.equal, game.moves.iter().all(Vec::is_empty)) {
        (_, true) => "all answers are equal".to_owned(),
        (0, false) => "they differ from the start".to_owned(),
        (1, false) => "the first answer is equal".to_owned(),
        (equal, false) => format!("the first {equal} answers are equal"),
    };
    format!("Seed {}: A {}, B {}; {equal}", game.seed, scores[0], scores[1])
}

/// Returns the name of a measure.
pub fn name(measure: &Measure) -> String {
    match measure {
        Measure::Points => "points of a player".to_owned(),
        Measure::Lead => "lead of the first seat".to_owned(),
        Measure::Wins(seat) => format!("wins of seat {seat}, %"),
        Measure::Won => "games won, %".to_owned(),
        Measure::Turns => "turns".to_owned(),
        Measure::Aside => "tiles set aside".to_owned(),
        Measure::Book(book) => format!("points in {book}"),
    }
}

/// Returns the cells of a row of the table of changes: name, first version, second version, difference and verdict.
/// `games` is the number of games in a block.
pub fn cells(measure: &Measure, change: &MeasuredChange, games: u64) -> [String; 5] {
    let scale = if measure.is_share() { 100.0 } else { 1.0 };
    let plain = |number: f64| Insert::Plain(number * scale, 2).text(ENGLISH_DIGITS);
    [
        name(measure),
        plain(change.before),
        plain(change.after),
        signed(measure, &change.difference.interval),
        verdict(change, games),
    ]
}

/// Returns the verdict of a change in words.
pub fn verdict(change: &MeasuredChange, games: u64) -> String {
    match change.verdict {
        VersionVerdict::Differs => "differs".to_owned(),
        VersionVerdict::Same => "same".to_owned(),
        VersionVerdict::Unknown(Some(more)) => {
            format!("not known: about {} more games", group_digits(round_up(more.saturating_mul(games))))
        }
        VersionVerdict::Unknown(None) => "not known".to_owned(),
    }
}

/// Rounds a number up to two digits.
pub fn round_up(number: u64) -> u64 {
    let unit = 10u64.pow(number.max(1).ilog10().saturating_sub(1));
    number.div_ceil(unit).saturating_mul(unit)
}

/// Returns a difference with its sign and interval; shares in percentage points.
pub fn signed(measure: &Measure, interval: &Interval) -> String {
    let in_unit = |n: f64| if measure.is_share() { 100.0 * n.clamp(-1.0, 1.0) } else { n };
    let number = |n: f64| match format!("{:+.2}", in_unit(n)) {
        zero if zero == "-0.00" || zero == "+0.00" => "0.00".to_owned(),
        number => number,
    };
    match interval.low.is_finite() {
        true => format!("{} ({} to {})", number(interval.estimate), number(interval.low), number(interval.high)),
        false => number(interval.estimate),
    }
}

/// Returns the players of a table.
pub fn bots(bots: &[BotSpec]) -> String {
    let words: Vec<String> = bots.iter().map(BotSpec::full_name).collect();
    match words.iter().all(|word| *word == words[0]) {
        true => words[0].clone(),
        false => words.join("/"),
    }
}

/// Returns the interval of a size without its sign.
fn absolute(interval: &Interval) -> Interval {
    match interval.estimate < 0.0 {
        true => Interval { estimate: -interval.estimate, low: -interval.high, high: -interval.low },
        false => *interval,
    }
}

fn size(interval: &Interval) -> String {
    Insert::Number(absolute(interval), 1).text(ENGLISH_DIGITS)
}

fn percentage_points(interval: &Interval) -> String {
    let Interval { estimate, low, high } = absolute(interval);
    let percent = Interval { estimate: 100.0 * estimate, low: 100.0 * low, high: 100.0 * high };
    format!("{} percentage points {}", Insert::Number(percent, 1).text(ENGLISH_DIGITS), less(interval))
}

fn less(interval: &Interval) -> &'static str {
    if interval.estimate < 0.0 { "less" } else { "more" }
}

fn larger(interval: &Interval) -> &'static str {
    if interval.estimate < 0.0 { "smaller" } else { "larger" }
}

/// States that a change is within the limit that matters.
fn within(change: &MeasuredChange, unit: &str) -> String {
    let difference = Insert::Number(change.difference.interval, 1).text(ENGLISH_DIGITS);
    format!("the difference is {difference} {unit}, and less than {} matters", change.matters)
}

fn so_far(interval: &Interval, unit: &str) -> String {
    format!("so far the difference is {} {unit}", Insert::Number(*interval, 1).text(ENGLISH_DIGITS))
}

fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
