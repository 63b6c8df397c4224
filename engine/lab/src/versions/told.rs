//! Describes a comparison: its versions, sentences, and the cells of its table. The texts of the keys are those of
//! [`crate::report::told`].

use serde::{Deserialize, Serialize};
use tilewright_core::catalog::Catalog;

use crate::bots::BotSpec;
use crate::report::told::{Bar, Chart, ChartForm, ENGLISH_DIGITS, Insert, Statement};
use crate::stats::Interval;
use crate::versions::{
    GameBeside, Measure, MeasuredChange, PanelVerdict, PlayEnd, TableComparison, VersionComparison, VersionPlan,
    VersionVerdict,
};

/// Description of a version.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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

/// Returns the sentences: about points, seats and length by the first players, and about the agreement of all players.
pub fn sentences(compared: &VersionReport) -> Vec<Statement> {
    let found = &compared.found;
    let Some(table) = found.tables.iter().find(|table| !table.blocks.is_empty()) else {
        return vec![Statement::new("version-none", [])];
    };
    let changes = || found.measures.iter().zip(&table.changes);
    let of = |wanted: &Measure| changes().find(|(measure, _)| *measure == wanted).map(|(_, change)| change);
    let mut all = Vec::new();
    all.extend(of(&Measure::Points).map(|change| points(&compared.versions[1].name, change)));
    all.extend(seats(&changes().collect::<Vec<_>>()));
    all.extend(of(&Measure::Turns).map(length));
    if found.tables.len() > 1 {
        all.push(Statement::new("version-by", [("bots", Insert::Text(bots(&table.bots)))]));
        all.extend(found.measures.iter().enumerate().filter_map(|(at, measure)| panel(compared, at, measure)));
    }
    all
}

fn points(version: &str, change: &MeasuredChange) -> Statement {
    let key = match (change.verdict, is_less(change)) {
        (VersionVerdict::Differs, true) => "version-points-less",
        (VersionVerdict::Differs, false) => "version-points-more",
        (VersionVerdict::Same, _) => "version-points-same",
        (VersionVerdict::Unknown(_), _) => "version-points-unknown",
    };
    let mut statement = of_change(key, change, 1.0);
    statement.values.push(("version", Insert::Text(version.to_owned())));
    statement
}

fn length(change: &MeasuredChange) -> Statement {
    let interval = &change.difference.interval;
    let key = match (change.verdict, is_less(change)) {
        (VersionVerdict::Differs, true) => "version-turns-less",
        (VersionVerdict::Differs, false) => "version-turns-more",
        (VersionVerdict::Same, _) if interval.low == 0.0 && interval.high == 0.0 => {
            return Statement::new("version-turns-equal", [("turns", Insert::Plain(change.before, 0))]);
        }
        (VersionVerdict::Same, _) => "version-turns-same",
        (VersionVerdict::Unknown(_), _) => "version-turns-unknown",
    };
    of_change(key, change, 1.0)
}

/// Returns the sentences about the seats, or about shared wins: one for each change, or one for all seats without a change.
fn seats(changes: &[(&Measure, &MeasuredChange)]) -> Vec<Statement> {
    let differing = |(measure, change): &(&Measure, &MeasuredChange)| {
        let (scale, key) = match (measure, is_less(change)) {
            (Measure::Lead, true) => (1.0, "version-lead-smaller"),
            (Measure::Lead, false) => (1.0, "version-lead-larger"),
            (Measure::Wins(_), true) => (100.0, "version-wins-less"),
            (Measure::Wins(_), false) => (100.0, "version-wins-more"),
            (Measure::Won, true) => (100.0, "version-won-less"),
            (Measure::Won, false) => (100.0, "version-won-more"),
            _ => return None,
        };
        let mut statement = (change.verdict == VersionVerdict::Differs).then(|| of_change(key, change, scale))?;
        if let Measure::Wins(seat) = measure {
            statement.values.push(("seat", Insert::Seat(*seat)));
        }
        Some(statement)
    };
    let found: Vec<Statement> = changes.iter().filter_map(differing).collect();
    if !found.is_empty() {
        return found;
    }
    let is_about_seats = |measure: &Measure| matches!(measure, Measure::Lead | Measure::Wins(_) | Measure::Won);
    let about: Vec<_> = changes.iter().filter(|(measure, _)| is_about_seats(measure)).collect();
    let is_same = about.iter().all(|(_, change)| change.verdict == VersionVerdict::Same);
    let of_all = |(measure, change): &(&Measure, &MeasuredChange)| match (measure, is_same) {
        (Measure::Won, true) => of_change("version-won-same", change, 100.0),
        (Measure::Won, false) => of_change("version-won-unknown", change, 100.0),
        (_, true) => of_change("version-seats-same", change, 1.0),
        (_, false) => of_change("version-seats-unknown", change, 1.0),
    };
    // The first of these measures is the lead, or the share of games that all players win.
    about.first().map(|first| of_all(first)).into_iter().collect()
}

/// Returns the sentence about the agreement of the players about a measure; `None` if none of them shows a change.
fn panel(compared: &VersionReport, at: usize, measure: &Measure) -> Option<Statement> {
    let tables = &compared.found.tables;
    let of = |wanted: &dyn Fn(&MeasuredChange) -> bool| {
        let tables = tables.iter().filter(|table| wanted(&table.changes[at]));
        Insert::Text(tables.map(|table| bots(&table.bots)).collect::<Vec<_>>().join(", "))
    };
    let measure = ("measure", Insert::Statement(Box::new(name(measure))));
    let differs = |change: &MeasuredChange| change.verdict == VersionVerdict::Differs;
    Some(match compared.found.panel[at] {
        PanelVerdict::NoChange => return None,
        PanelVerdict::Holds => Statement::new("version-panel-holds", [measure, ("bots", of(&differs))]),
        PanelVerdict::Partly => Statement::new("version-panel-partly", [measure, ("bots", of(&differs))]),
        PanelVerdict::TurnsRound => {
            let more = of(&|change| differs(change) && !is_less(change));
            let less = of(&|change| differs(change) && is_less(change));
            Statement::new("version-panel-turns-round", [measure, ("more", more), ("less", less)])
        }
    })
}

/// Describes the games of a table in a line.
pub fn games(table: &TableComparison, plan: &VersionPlan) -> Statement {
    let seeds = table.blocks.len() as u64;
    let key = match table.end {
        PlayEnd::Enough => "version-games-enough",
        PlayEnd::Blocks => "version-games-requested",
        PlayEnd::Stopped => "version-games-stopped",
    };
    let values = [
        ("games", Insert::Count(seeds * table.games)),
        ("seats", Insert::Count(plan.seats.into())),
        ("bots", Insert::Text(bots(&table.bots))),
        ("seed", Insert::Text(plan.seed.to_string())),
        ("seeds", Insert::Count(seeds)),
    ];
    Statement::new(key, values)
}

/// Describes two games of one seed in a line.
pub fn beside(game: &GameBeside) -> Statement {
    let [a, b] = game
        .scores
        .each_ref()
        .map(|scores| Insert::Text(scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : ")));
    let key = match game.moves.iter().all(Vec::is_empty) {
        true => "version-pair-equal",
        false => "version-pair",
    };
    let equal = Insert::Count(game.equal as u64);
    Statement::new(key, [("seed", Insert::Text(game.seed.to_string())), ("a", a), ("b", b), ("equal", equal)])
}

/// Returns the name of a measure.
pub fn name(measure: &Measure) -> Statement {
    match measure {
        Measure::Points => Statement::new("version-points", []),
        Measure::Lead => Statement::new("version-lead", []),
        Measure::Wins(seat) => Statement::new("version-wins", [("seat", Insert::Seat(*seat))]),
        Measure::Won => Statement::new("version-won", []),
        Measure::Turns => Statement::new("version-turns", []),
        Measure::Aside => Statement::new("version-aside", []),
        Measure::Book(book) => Statement::new("version-book", [("book", Insert::Text(book.clone()))]),
    }
}

/// Row of the table of changes.
#[derive(Clone, PartialEq, Debug)]
pub struct ChangeRow {
    /// Name of the measure.
    pub name: Statement,
    /// Mean in the first and in the second version; a share is in percent.
    pub means: [Insert; 2],
    /// Difference with its interval; a share is in percentage points.
    pub difference: Insert,
    /// Verdict in words.
    pub verdict: Statement,
}

impl ChangeRow {
    /// Describes the change of a measure. `games` is the number of games in a block.
    pub fn new(measure: &Measure, change: &MeasuredChange, games: u64) -> ChangeRow {
        let scale = if measure.is_share() { 100.0 } else { 1.0 };
        let verdict = match change.verdict {
            VersionVerdict::Differs => Statement::new("version-differs", []),
            VersionVerdict::Same => Statement::new("version-same", []),
            VersionVerdict::Unknown(Some(more)) => {
                let more = Insert::Count(round_up(more.saturating_mul(games)));
                Statement::new("version-unknown-more", [("games", more)])
            }
            VersionVerdict::Unknown(None) => Statement::new("version-unknown", []),
        };
        ChangeRow {
            name: match measure.is_share() {
                true => Statement::new("version-percent", [("measure", Insert::Statement(Box::new(name(measure))))]),
                false => name(measure),
            },
            means: [change.before, change.after].map(|mean| Insert::Plain(mean * scale, 2)),
            difference: signed(measure, &change.difference.interval),
            verdict,
        }
    }

    /// Returns the cells in English: name, first version, second version, difference and verdict.
    pub fn english(&self) -> [String; 5] {
        let [before, after] = self.means.each_ref().map(|mean| mean.text(ENGLISH_DIGITS));
        [self.name.english(), before, after, self.difference.text(ENGLISH_DIGITS), self.verdict.english()]
    }
}

/// Returns the charts of the differences at a table: those in points, turns and tiles, and those in percentage points.
pub fn charts(found: &VersionComparison, table: &TableComparison) -> Vec<Chart> {
    let chart = |key: &'static str, is_share: bool| {
        let rows = found.measures.iter().zip(&table.changes).filter(|(measure, _)| measure.is_share() == is_share);
        let bars: Vec<Bar> = rows
            .map(|(measure, change)| {
                let value = in_unit(measure, &change.difference.interval);
                Bar { name: name(measure), value, text: Insert::Signed(value, 2) }
            })
            .collect();
        (!bars.is_empty()).then(|| Chart { caption: Statement::new(key, []), form: ChartForm::Bars(bars) })
    };
    [chart("version-chart", false), chart("version-chart-shares", true)].into_iter().flatten().collect()
}

/// Rounds a number up to two digits.
pub fn round_up(number: u64) -> u64 {
    let unit = 10u64.pow(number.max(1).ilog10().saturating_sub(1));
    number.div_ceil(unit).saturating_mul(unit)
}

/// Returns a difference with its sign and interval; shares in percentage points.
pub fn signed(measure: &Measure, interval: &Interval) -> Insert {
    Insert::Signed(in_unit(measure, interval), 2)
}

/// Converts the difference of a share to percentage points.
fn in_unit(measure: &Measure, interval: &Interval) -> Interval {
    let Interval { estimate, low, high } = *interval;
    let percent = |n: f64| if n.is_finite() { 100.0 * n.clamp(-1.0, 1.0) } else { n };
    match measure.is_share() {
        true => Interval { estimate: percent(estimate), low: percent(low), high: percent(high) },
        false => *interval,
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

/// Creates the statement about a change that is multiplied by `scale`: its size, its signed value, and the smallest
/// change that matters.
fn of_change(key: &'static str, change: &MeasuredChange, scale: f64) -> Statement {
    let Interval { estimate, low, high } = change.difference.interval;
    let scaled = Interval { estimate: estimate * scale, low: low * scale, high: high * scale };
    let size = match estimate < 0.0 {
        true => Interval { estimate: -scaled.estimate, low: -scaled.high, high: -scaled.low },
        false => scaled,
    };
    let matters = Insert::Text((change.matters * scale).to_string());
    Statement::new(
        key,
        [("size", Insert::Number(size, 1)), ("change", Insert::Number(scaled, 1)), ("matters", matters)],
    )
}

fn is_less(change: &MeasuredChange) -> bool {
    change.difference.interval.estimate < 0.0
}
