//! `tilewright worth`: measures the worth of each part of a game, by games with and without it.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};
use tilewright_core::diag::nearest;
use tilewright_lab::report::told::ENGLISH_DIGITS;
use tilewright_lab::versions::{
    GamePart, Measure, PartKind, PartWorth, VersionComparison, VersionPlan, compare_versions, game_parts, part_worths,
};

use crate::commands::compare::{sentences, settings};
use crate::commands::sim::seats;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::numbers::{at_least, whole};
use crate::option_args::OptionArgs;
use crate::out::{FAINT, STRONG, finite, format_count};
use crate::progress::ProgressLine;
use crate::table::{TextTable, group_digits};

/// Maximum time for all parts without `--games` and `--time`.
const TIME: Duration = Duration::from_secs(300);

/// Maximum number of seeds for each part, if only the time ends the games.
const MOST: u64 = 1_000_000;

#[derive(Args, Debug)]
#[command(
    about = "Measure the worth of rules, tiles and figures: games with and without each",
    long_about = "Measure the worth of rules, figures, tiles and options: games with and without each.\n\nEach part of \
        the game is left out once: a rule is off, a figure or tile has no copies, an option has its other value. Both \
        games play the same seeds with the same players. A part is *needed* if the game cannot be played without it, \
        *useful* if the game changes, a *tax* if players score more without it, and *dead* if the game is the same by \
        each measure. Otherwise it is *not known*; more games may decide it. How each number is computed: \
        `tilewright handbook statistics`.",
    after_help = "Examples:\n  \
        tilewright worth PACK                                         all parts of a pack\n  \
        tilewright worth PACK --of rules,options --time 10m           only rules and options, with more time\n  \
        tilewright worth PACK EXPANSION --of tiles --games 2000       each tile, in 2,000 games\n  \
        tilewright worth PACK --bots random --json                    quickly, for programs"
)]
pub(crate) struct WorthArgs {
    /// Packs that are played together
    #[arg(required = true)]
    packs: Vec<String>,
    /// Kinds of parts, separated by commas: `rules`, `figures`, `tiles`, `options` [default: all]
    #[arg(long, value_name = "KINDS", default_value = "", hide_default_value = true)]
    of: String,
    /// Player of all seats, or the player of each seat, separated by `/`
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bots: String,
    /// Number of players [default: the fewest that the packs allow]
    #[arg(long, value_name = "N", value_parser = whole::<u8>)]
    seats: Option<u8>,
    /// Maximum number of games for each part, with and without it together; with it, the clock does not end the games
    #[arg(short, long, value_name = "N", value_parser = at_least::<u64, 2>)]
    games: Option<u64>,
    /// Maximum time for all parts, such as `30s`, `2m` or `1h` [default: 5m without `--games`]
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Smallest changes that matter [default: points=1,lead=1,wins=0.05,turns=1,aside=0.2]
    #[arg(long, value_name = "NAME=NUMBER", default_value = "", hide_default_value = true)]
    matters: String,
    /// Seed of all chance and all choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// Number of threads; 0 for one on each core
    #[arg(short, long, value_name = "T", default_value_t = 0, value_parser = whole::<usize>)]
    threads: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    choices: OptionArgs,
}

pub(crate) fn run(args: &WorthArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let kinds = part_kinds(&args.of)?;
    let limit = args.time.as_deref().map(settings::time).transpose()?.or(args.games.is_none().then_some(TIME));
    let matters = settings::matters(&args.matters)?;
    let loaded = cx.load(&args.packs, &args.choices, 1)?;
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    let seats = seats(catalog, args.seats)?;
    let tables = settings::tables(&args.bots, seats)?;
    let [table] = &tables[..] else {
        return Err(Failure::usage("`--bots` has more than one table of players")
            .hint("name one bot, or one for each seat, joined by `/`"));
    };
    let orders = if table.iter().any(|bot| *bot != table[0]) { table.len() as u64 } else { 1 };
    let blocks = args.games.map_or(MOST, |games| games.div_ceil(2 * orders));
    let plan = VersionPlan { seats, seed: args.seed, blocks, matters, threads: args.threads };
    let mut parts = game_parts(catalog);
    parts.retain(|part| kinds.contains(&part.kind));
    if parts.is_empty() {
        return Err(Failure::usage("the packs have no such parts").hint("leave `--of` out to examine all"));
    }
    let (progress, began) = (ProgressLine::long(parts.len() as u64, "parts"), Instant::now());
    let count = parts.len();
    let (mut compared, mut examined): (Vec<Option<VersionComparison>>, Vec<GamePart>) = (Vec::new(), Vec::new());
    for (number, part) in parts.into_iter().enumerate() {
        let mut choices = args.choices.clone();
        choices.set.push(part.without.clone());
        let without = cx.load_quietly(&args.packs, &choices)?.filter(|loaded| loaded.for_seats(seats).is_playable());
        // Some options can only be chosen together with others.
        if without.is_none() && part.kind == PartKind::Option {
            continue;
        }
        let left = (count - number) as u32;
        let (start, share) = (Instant::now(), limit.map(|limit| limit.saturating_sub(began.elapsed()) / left));
        let goes_on = |_, _| share.is_none_or(|share| start.elapsed() < share);
        let found = without.map(|without| compare_versions([&loaded, &without], &tables, &plan, &goes_on)).transpose();
        progress.set_done(number as u64 + 1);
        compared.push(found?);
        examined.push(part);
    }
    progress.end();
    let worths = part_worths(&compared, &plan);
    let found: Vec<(&GamePart, &PartWorth)> = examined.iter().zip(&worths).collect();
    let bots = sentences::bots(table);
    match args.json {
        true => cx.out.json(&json!({
            "packs": catalog.exact_packs(),
            "options": catalog.chosen_options(),
            "seats": seats,
            "seed": args.seed,
            "bots": bots,
            "parts": found.iter().map(|(part, worth)| for_programs(part, worth)).collect::<Vec<_>>(),
        }))?,
        false => {
            writeln!(cx.out, "{STRONG}{}{STRONG:#}", catalog.titles())?;
            let players = format_count(seats.into(), "seat", "seats");
            writeln!(cx.out, "{FAINT}games of {players} by {bots}, seed {}{FAINT:#}", args.seed)?;
            show(&found, cx)?;
        }
    }
    Ok(Exit::Fine)
}

/// Parses kinds of parts; an empty text means all.
fn part_kinds(text: &str) -> Result<Vec<PartKind>, Failure> {
    let names = PartKind::ALL.map(PartKind::name);
    let kind = |name: &str| {
        PartKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            Failure::usage(format!("`--of` does not know `{name}`")).hint(match nearest(name, names) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("use some of {}", names.join(", ")),
            })
        })
    };
    let named: Vec<PartKind> =
        text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(kind).collect::<Result<_, _>>()?;
    Ok(if named.is_empty() { PartKind::ALL.to_vec() } else { named })
}

/// Returns the change of a measure; `None` if the measure is absent.
fn change<'a>(worth: &'a PartWorth, wanted: &Measure) -> Option<&'a tilewright_lab::versions::MeasuredChange> {
    worth.changes.iter().find(|(measure, _)| measure == wanted).map(|(_, change)| change)
}

/// Prints a table for each kind of parts.
fn show(found: &[(&GamePart, &PartWorth)], cx: &mut Context) -> Result<(), Failure> {
    for kind in PartKind::ALL {
        let own: Vec<_> = found.iter().filter(|(part, _)| part.kind == kind).collect();
        if own.is_empty() {
            continue;
        }
        writeln!(cx.out, "\n{STRONG}Without each of the {}{STRONG:#}", kind.name())?;
        let mut rows = TextTable::new(["", "points of a player", "turns", "seeds", "changed", "verdict"]);
        for (part, worth) in own {
            let of = |measure: Measure| {
                let change = change(worth, &measure);
                change.map_or_else(String::new, |change| {
                    sentences::signed(&measure, &change.difference.interval).text(ENGLISH_DIGITS)
                })
            };
            rows.row([
                part.name.clone(),
                of(Measure::Points),
                of(Measure::Turns),
                group_digits(worth.blocks as u64),
                group_digits(worth.differing as u64),
                worth.verdict.word().to_owned(),
            ]);
        }
        write!(cx.out, "{}", rows.text())?;
    }
    let shown = found.iter().filter(|(_, worth)| !worth.seeds.is_empty());
    if let Some((part, _)) = shown.clone().next() {
        writeln!(cx.out, "\n{STRONG}Games that change most{STRONG:#}")?;
        let mut rows = TextTable::of_texts(["", "seeds"]);
        for (part, worth) in shown {
            let seeds: Vec<String> = worth.seeds.iter().map(u64::to_string).collect();
            rows.row([part.name.clone(), seeds.join(", ")]);
        }
        write!(cx.out, "{}", rows.text())?;
        writeln!(cx.out, "\n`tilewright compare PACK --set-b {}` shows one part in detail.", part.without)?;
    }
    Ok(())
}

fn for_programs(part: &GamePart, worth: &PartWorth) -> Value {
    let changes = worth.changes.iter().map(|(measure, change)| {
        let interval = change.difference.interval;
        json!({
            "measure": measure.id(),
            "with": change.before,
            "without": change.after,
            "difference": [interval.estimate, finite(interval.low), finite(interval.high)],
            "corrected": finite(change.corrected),
            "verdict": change.verdict.word(),
        })
    });
    json!({
        "kind": part.kind.name(),
        "part": part.name,
        "without": part.without,
        "verdict": worth.verdict.word(),
        "blocks": worth.blocks,
        "differing": worth.differing,
        "seeds": worth.seeds,
        "changes": changes.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_or_refused_with_advice() {
        assert_eq!(part_kinds("").ok(), Some(PartKind::ALL.to_vec()));
        assert_eq!(part_kinds("tiles, rules").ok(), Some(vec![PartKind::Tile, PartKind::Rule]));
        let hint = |failure: Option<Failure>| failure.and_then(|failure| failure.hint).unwrap_or_default();
        assert_eq!(hint(part_kinds("rule").err()), "did you mean `rules`?");
        assert_eq!(hint(part_kinds("zzzzzz").err()), "use some of rules, figures, tiles, options");
    }
}
