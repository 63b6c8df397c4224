//! Writes the section of a report about dead and dominant elements.

use tilewright_core::catalog::seat::Seat;

use crate::report::told::charts::bars;
use crate::report::told::names::{EntrySort, entry};
use crate::report::told::sections::{ask_and_what, name_statement, share, split_sign};
use crate::report::told::{Bar, Insert, ReportSection, Statement};
use crate::report::{Flag, Flagged, OptionWorth, Report};

/// Number of flags of each kind that are shown, the strongest first.
const TOLD: usize = 3;

/// Writes the section about flags and options without effect; `None` if no game was finished.
pub fn of_flags(found: &Report, worths: &[OptionWorth]) -> Option<ReportSection> {
    let mut sentences = Vec::new();
    let (mut shown, mut others): (Vec<&Flag>, usize) = (Vec::new(), 0);
    for sort in by_sort(&found.flags.told) {
        others += sort.len().saturating_sub(TOLD);
        shown.extend(sort.into_iter().take(TOLD));
    }
    sentences.extend(shown.iter().map(|flag| flag_statement(flag, found).with_game(flag.game)));
    let dead = worths.iter().filter(|worth| worth.is_dead);
    sentences.extend(dead.map(|worth| {
        let (option, games) = (Insert::Text(worth.options.join(", ")), Insert::Count(worth.games));
        let values = [("option", option), ("share", Insert::Percent(worth.differ)), ("games", games)];
        Statement::new("report-flag-option", values)
    }));
    match others {
        0 => {}
        1 => sentences.push(Statement::new("report-flag-another", [])),
        _ => sentences.push(Statement::new("report-flag-others", [("count", Insert::Count(others as u64))])),
    }
    let asked = [("asked", Insert::Count(found.flags.asked + worths.len() as u64))];
    let is_nothing = sentences.is_empty();
    let sum = if is_nothing { "report-flags-none" } else { "report-flags-asked" };
    sentences.push(Statement::new(sum, asked));
    // A report without flags states the effects that it might have missed.
    if is_nothing {
        sentences.push(missed_effects(found));
    }
    let mut unclear: Vec<_> = found.choices.iter().filter(|choice| choice.is_unclear).collect();
    unclear.sort_by_key(|choice| std::cmp::Reverse(choice.offered));
    sentences.extend(unclear.iter().take(TOLD).map(|choice| {
        let [ask, what] = ask_and_what(&choice.ask, &choice.what);
        Statement::new("report-flags-unclear", [ask, what, ("offered", Insert::Count(choice.offered))])
    }));
    let is_never_taken = found.choices.iter().any(|choice| choice.times == 0 && choice.offered > 0);
    if found.is_short_sighted && is_never_taken {
        sentences.push(Statement::new("report-flags-own-turn", []));
    }
    let charts = [bars("report-flags-chart", shown.iter().filter_map(|flag| bar(flag)))];
    (found.games > 0).then(|| ReportSection {
        title: "report-flags",
        sentences,
        charts: charts.into_iter().filter(|chart| !chart.is_empty()).collect(),
    })
}

/// States the effects that this number of games would not have shown.
fn missed_effects(found: &Report) -> Statement {
    let power = found.flags.power;
    let (games, cases) = (("games", Insert::Count(found.games)), ("cases", Insert::Count(power.cases)));
    let points = ("points", Insert::Plain(100.0 * power.wins, 0));
    match found.wins.len() > 1 && !found.endings.together {
        true => Statement::new("report-flags-missed", [games, points, cases]),
        false => Statement::new("report-flags-missed-choices", [games, cases]),
    }
}

/// Groups flags of the same kind, the strongest of each first. Tiles of positive and of negative worth are separate
/// kinds.
fn by_sort(flags: &[Flag]) -> Vec<Vec<&Flag>> {
    let sort = |flag: &Flag| (std::mem::discriminant(&flag.what), is_less(flag));
    let mut all: Vec<Vec<&Flag>> = Vec::new();
    for flag in flags {
        match all.iter_mut().find(|of| of.first().is_some_and(|first| sort(first) == sort(flag))) {
            Some(of) => of.push(flag),
            None => all.push(vec![flag]),
        }
    }
    // The sort is stable, so equal flags stay in the order of the packs.
    all.iter_mut().for_each(|of| of.sort_by(|a, b| strength(b).total_cmp(&strength(a))));
    all
}

fn is_less(flag: &Flag) -> bool {
    matches!(flag.what, Flagged::Worth(_)) && flag.number.estimate < 0.0
}

/// Returns the strength of a flag within its kind; higher is stronger.
fn strength(flag: &Flag) -> f64 {
    match flag.what {
        Flagged::Worth(_) => flag.number.estimate.abs(),
        // An option that is never taken is more telling the more often it was offered.
        Flagged::Never(..) => flag.cases as f64 * (1.0 - flag.number.estimate),
        Flagged::DecidesNothing(_) => -flag.number.estimate.abs(),
        _ => flag.number.estimate,
    }
}

fn flag_statement(flag: &Flag, found: &Report) -> Statement {
    let Flag { number, cases, .. } = *flag;
    let (share, cases) = (("share", Insert::Percent(number)), Insert::Count(cases));
    let choice = |key, ask: &str, what: &str, cases| {
        let [ask, what] = ask_and_what(ask, what);
        Statement::new(key, [ask, what, share.clone(), ("offered", cases)])
    };
    let of_games = |key, name, (sort, id): (EntrySort, &str)| {
        Statement::new(key, [(name, entry(sort, id)), share.clone(), ("games", Insert::Count(flag.cases))])
    };
    match &flag.what {
        Flagged::Seat(seat) => {
            // Games without a winner add to no seat's share.
            let won: f64 = found.wins.iter().map(|wins| wins.estimate).sum();
            let fair = Insert::Plain(100.0 * won / found.wins.len().max(1) as f64, 0);
            let points = found.over_others.get(usize::from(*seat)).copied().unwrap_or_default();
            let (key, points) = split_sign(&points, "report-flag-seat-behind", "report-flag-seat");
            let points = ("points", Insert::Number(points, 1));
            let seat = Insert::Seat(Seat(*seat));
            Statement::new(key, [("seat", seat), share, ("fair", fair), ("games", cases), points])
        }
        Flagged::Worth(kind) => {
            let is_prize = found.kinds.iter().any(|of| of.kind == *kind && of.is_prize);
            let (key, points) = match is_prize {
                true => split_sign(&number, "report-flag-prize-less", "report-flag-prize-more"),
                false => split_sign(&number, "report-flag-worth-less", "report-flag-worth-more"),
            };
            let points = ("points", Insert::Number(points, 1));
            Statement::new(key, [("kind", entry(EntrySort::Tile, kind)), points, ("drawn", cases)])
        }
        Flagged::Aside(kind) => {
            Statement::new("report-flag-aside", [("kind", entry(EntrySort::Tile, kind)), share, ("drawn", cases)])
        }
        Flagged::Never(ask, what) => choice("report-flag-never", ask, what, cases),
        Flagged::Always(ask, what) => choice("report-flag-always", ask, what, cases),
        Flagged::Decides(book) => of_games("report-flag-decides", "book", (EntrySort::Book, book)),
        Flagged::DecidesNothing(book) => of_games("report-flag-decides-nothing", "book", (EntrySort::Book, book)),
        Flagged::Unbooked(book) => of_games("report-flag-unbooked", "book", (EntrySort::Book, book)),
        Flagged::Unused(figure) => of_games("report-flag-unused", "figure", (EntrySort::Figure, figure)),
        Flagged::Result(result) => of_games("report-flag-result", "result", (EntrySort::Result, result)),
        Flagged::NoResult(result) => of_games("report-flag-no-result", "result", (EntrySort::Result, result)),
        Flagged::Unwon => Statement::new("report-flag-unwon", [share, ("games", cases)]),
    }
}

/// Returns the bar of a flag's share in the chart; `None` for points of lead, which are not shares.
fn bar(flag: &Flag) -> Option<Bar> {
    let name = match &flag.what {
        Flagged::Worth(_) => return None,
        Flagged::Seat(seat) => Statement::of_seat(Seat(*seat)),
        Flagged::Never(ask, what) | Flagged::Always(ask, what) => {
            Statement::new("report-choice-name", ask_and_what(ask, what))
        }
        Flagged::Aside(kind) => name_statement(EntrySort::Tile, kind),
        Flagged::Decides(book) | Flagged::DecidesNothing(book) | Flagged::Unbooked(book) => {
            name_statement(EntrySort::Book, book)
        }
        Flagged::Unused(figure) => name_statement(EntrySort::Figure, figure),
        Flagged::Result(result) | Flagged::NoResult(result) => name_statement(EntrySort::Result, result),
        Flagged::Unwon => Statement::new("report-unwon-name", []),
    };
    Some(share(name, flag.number))
}
