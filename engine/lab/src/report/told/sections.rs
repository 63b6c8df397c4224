//! Selects the sentences and charts of a report.

use tilewright_core::catalog::seat::Seat;

use crate::report::told::charts::{bars, histogram, leads, phases};
use crate::report::told::names::{EntrySort, entry};
use crate::report::told::{Bar, Chart, Insert, NamedEntry, ReportSection, Statement};
use crate::report::{
    BookPoints, ChoiceUse, CourseStatistics, DECIDED, EndingFrequency, Endings, Figures, Histograms, Range, Report,
    Settled, TileKindStatistics,
};
use crate::stats::Interval;

/// Minimum share of draws at which a report mentions that a tile fits nowhere.
const SELDOM: f64 = 0.001;

/// Minimum share of all points at which a report mentions when they come and whether they decide.
const SMALL: f64 = 0.01;

/// Minimum number of cases for a share in percent.
const FEW: u64 = 20;

/// Maximum number of tile kinds that are mentioned.
const SHOWN: usize = 12;

/// Writes all sections of a report; empty if no game was finished.
pub fn sections(found: &Report) -> Vec<ReportSection> {
    if found.games == 0 {
        return Vec::new();
    }
    let section = |title, sentences, charts: Vec<Chart>| {
        let charts = charts.into_iter().filter(|chart| !chart.is_empty()).collect();
        ReportSection { title, sentences, charts }
    };
    let seats = found.wins.len();
    let mut all = Vec::new();
    let Endings { together, results, roles, .. } = &found.endings;
    if seats > 1 {
        let charts = if *together { Vec::new() } else { vec![wins(found)] };
        all.push(section("report-seats", of_seats(found), charts));
    }
    if !results.is_empty() || found.endings.unwon.estimate > 0.0 {
        all.push(section(
            "report-results",
            of_endings(&found.endings),
            vec![ends(results, EntrySort::Result, "report-results-chart")],
        ));
    }
    if !roles.is_empty() {
        all.push(section("report-roles", of_roles(roles), vec![ends(roles, EntrySort::Role, "report-roles-chart")]));
    }
    let mut charts = vec![histogram("report-scores-chart", &found.histograms.scores, seats > 1)];
    if seats > 1 && !together {
        charts.push(histogram("report-margins-chart", &found.histograms.margin, false));
    }
    all.push(section("report-scores", of_scores(found), charts));
    // If all seats win together, there is no lead.
    if let Some(course) = found.course.as_ref().filter(|course| course.games > 0 && !together) {
        all.push(section("report-course", of_course(course), vec![leads(course), shares_of_a_game(course)]));
    }
    let named_phases = main_sources(found).map(|source| (source, name_statement(EntrySort::Book, &source.book)));
    let charts = vec![points(found), phases(named_phases), victory(found)];
    all.push(section("report-points", of_sources(found), charts));
    if found.figures != Figures::default() {
        all.push(section("report-figures", of_figures(&found.figures), vec![idle(found), left_open(found)]));
    }
    let length = vec![
        of_range("report-turns", found.turns),
        of_range("report-minutes", found.minutes),
        of_range("report-options", found.options),
    ];
    let Histograms { turns, minutes, .. } = &found.histograms;
    let charts = [("report-turns-chart", turns), ("report-minutes-chart", minutes)];
    all.push(section("report-length", length, charts.map(|(key, of)| histogram(key, of, false)).into()));
    if !found.kinds.is_empty() {
        all.push(section("report-tiles", of_tiles(found), vec![worths(found), places(found)]));
    }
    if !found.choices.is_empty() {
        let told: Vec<&ChoiceUse> = shown_choices(found).collect();
        let sentences = told.iter().map(|choice| of_choice(choice)).collect();
        all.push(section("report-choices", sentences, vec![choices(&told)]));
    }
    all
}

fn of_range(key: &'static str, range: Range) -> Statement {
    Statement::new(key, [("middle", Insert::Middle(range)), ("low", Insert::Low(range)), ("high", Insert::High(range))])
}

fn of_seats(found: &Report) -> Vec<Statement> {
    let mut all = Vec::new();
    if found.endings.together {
        let share = ("share", Insert::Percent(found.endings.all_win));
        return vec![Statement::new("report-together", [share])];
    }
    for (seat, (wins, lead)) in found.wins.iter().zip(&found.lead).enumerate() {
        let (number, share) = (("seat", Insert::Seat(Seat(seat as u8))), ("share", Insert::Percent(*wins)));
        // Of two seats, the second is as far behind as the first is ahead.
        if found.wins.len() == 2 && seat == 1 {
            all.push(Statement::new("report-seat-wins", [number, share]));
            continue;
        }
        let (key, far) = split_sign(lead, "report-seat-behind", "report-seat-ahead");
        all.push(Statement::new(key, [number, share, ("points", Insert::Number(far, 1))]));
    }
    all.extend(found.equal.p().map(|p| {
        let key = match p {
            p if p < 0.001 => "report-seats-unequal-1000",
            p if p < 0.01 => "report-seats-unequal-100",
            p if p < 0.05 => "report-seats-unequal",
            _ => "report-seats-equal",
        };
        Statement::new(key, [("cases", Insert::Count((100.0 * p).round() as u64))])
    }));
    all
}

/// Describes the results of games.
fn of_endings(endings: &Endings) -> Vec<Statement> {
    let share = |share: Interval| ("share", Insert::Percent(share));
    let result = |of: &EndingFrequency| {
        Statement::new("report-result", [("result", entry(EntrySort::Result, &of.name)), share(of.share)])
    };
    let mut all: Vec<Statement> = endings.results.iter().map(result).collect();
    all.extend(endings.other.map(|other| Statement::new("report-result-other", [share(other)])));
    all.push(Statement::new("report-unwon", [share(endings.unwon)]));
    all
}

fn of_roles(roles: &[EndingFrequency]) -> Vec<Statement> {
    let of = |role: &EndingFrequency| {
        let (share, cases) = (("share", Insert::Percent(role.share)), ("seats", Insert::Count(role.cases)));
        Statement::new("report-role", [("role", entry(EntrySort::Role, &role.name)), share, cases])
    };
    roles.iter().map(of).collect()
}

fn of_scores(found: &Report) -> Vec<Statement> {
    let mut all = vec![of_range("report-score", found.scores)];
    if found.wins.len() > 1 && found.endings.won_alone > 0 {
        all.push(of_range("report-margin", found.margin));
        all.push(Statement::new("report-close", [("share", Insert::Percent(found.close))]));
    }
    all
}

fn of_course(course: &CourseStatistics) -> Vec<Statement> {
    let decided = match &course.decided {
        Some(Settled { after, kept, games: (fitted, compared) }) => Statement::new(
            "report-decided",
            [
                ("share", Insert::Percent(*after)),
                ("chance", Insert::Count((100.0 * DECIDED).round() as u64)),
                ("fitted", Insert::Count(*fitted)),
                ("compared", Insert::Count(*compared)),
                ("kept", Insert::Percent(*kept)),
            ],
        ),
        None => Statement::new("report-undecided", []),
    };
    let mut all = vec![Statement::new("report-lead-changes", [("times", Insert::Number(course.lead_changes, 1))])];
    // Games with several winners have no single winner to follow.
    if course.won_alone > 0 {
        let share = ("share", Insert::Percent(course.behind));
        all.push(match course.deficit.low.is_finite() {
            true => Statement::new("report-behind", [share, ("points", Insert::Number(course.deficit, 1))]),
            false => Statement::new("report-behind-share", [share]),
        });
        all.push(decided);
    }
    all
}

/// Returns the books with a share of the points that matters.
fn main_sources(found: &Report) -> impl Iterator<Item = &BookPoints> {
    found.sources.iter().filter(|source| source.share.estimate.abs() >= SMALL)
}

/// Describes the books. One sentence lists the books that bring points only at the end.
fn of_sources(found: &Report) -> Vec<Statement> {
    let mut all: Vec<Statement> = found.sources.iter().flat_map(of_source).collect();
    let last = main_sources(found).filter(|source| is_scored_last(source));
    let last = last.map(|source| NamedEntry { sort: EntrySort::Book, id: source.book.clone(), name: None });
    let last: Vec<NamedEntry> = last.collect();
    if !last.is_empty() {
        all.push(Statement::new("report-phases-end", [("books", Insert::Entries(last))]));
    }
    all
}

/// Returns true if all points of a book come in the final scoring.
fn is_scored_last(source: &BookPoints) -> bool {
    source.phases[3].estimate >= 1.0
}

fn of_source(source: &BookPoints) -> Vec<Statement> {
    let book = ("book", entry(EntrySort::Book, &source.book));
    let share = |share: Interval| ("share", Insert::Percent(share));
    let (key, of_all) = split_sign(&source.share, "report-source-takes", "report-source");
    let (_, points) = split_sign(&source.points, "", "");
    let mut all = vec![Statement::new(key, [book.clone(), share(of_all), ("points", Insert::Number(points, 1))])];
    if source.share.estimate.abs() >= SMALL {
        if !is_scored_last(source) {
            let [first, second, third, end] = source.phases.map(Insert::Percent);
            all.push(Statement::new(
                "report-phases",
                [book.clone(), ("first", first), ("second", second), ("third", third), ("end", end)],
            ));
        }
        all.extend(source.victory.map(|victory| {
            let (key, of_lead) = split_sign(&victory, "report-victory-against", "report-victory");
            Statement::new(key, [book, share(of_lead)])
        }));
    }
    all
}

fn of_figures(found: &Figures) -> Vec<Statement> {
    let mut all = Vec::new();
    for kind in &found.kinds {
        let figure = ("figure", entry(EntrySort::Figure, &kind.kind));
        let number = |name, interval| (name, Insert::Number(interval, 1));
        let (times, turns) = (number("times", kind.deployed), number("turns", kind.stays));
        if !kind.stays.low.is_finite() {
            all.push(Statement::new("report-figure-elsewhere", [figure, times]));
            continue;
        }
        all.push(match kind.brings {
            Some(points) => Statement::new("report-figure", [figure.clone(), times, turns, number("points", points)]),
            None => Statement::new("report-figure-weightless", [figure.clone(), times, turns]),
        });
        all.extend(kind.idle.map(|idle| Statement::new("report-idle", [figure, ("share", Insert::Percent(idle))])));
    }
    let unplaced = found.unplaced.filter(|share| share.estimate >= SMALL);
    all.extend(unplaced.map(|share| Statement::new("report-unplaced", [("share", Insert::Percent(share))])));
    let none = found.none_at_home;
    all.extend(none.map(|share| Statement::new("report-none-at-home", [("share", Insert::Percent(share))])));
    all.extend(found.left_open.iter().map(|open| {
        let (count, share) = (Insert::Number(open.count, 1), Insert::Percent(open.share));
        Statement::new(
            "report-left-open",
            [("terrain", entry(EntrySort::Terrain, &open.terrain)), ("count", count), ("share", share)],
        )
    }));
    all
}

fn tile(kind: &TileKindStatistics) -> Insert {
    entry(EntrySort::Tile, &kind.kind)
}

fn of_tiles(found: &Report) -> Vec<Statement> {
    let mut all = Vec::new();
    let noted: Vec<_> = by_worth(found).into_iter().filter(|(kind, _)| kind.stands_out).collect();
    for (kind, worth) in noted.iter().take(SHOWN) {
        let (key, points) = match kind.is_prize {
            true => split_sign(worth, "report-prize-less", "report-prize-more"),
            false => split_sign(worth, "report-worth-less", "report-worth-more"),
        };
        all.push(Statement::new(key, [("kind", tile(kind)), ("points", Insert::Number(points, 1))]));
    }
    match noted.len().saturating_sub(SHOWN) {
        // If all seats win together, a tile cannot give a lead.
        0 if found.endings.together => {}
        0 if by_worth(found).is_empty() => all.push(Statement::new("report-worth-unknown", [])),
        0 if noted.is_empty() => all.push(Statement::new("report-worth-none", [])),
        0 => {}
        1 => all.push(Statement::new("report-worth-another", [])),
        further => all.push(Statement::new("report-worth-others", [("count", Insert::Count(further as u64))])),
    }
    let mut aside: Vec<&TileKindStatistics> =
        found.kinds.iter().filter(|kind| kind.set_aside.estimate >= SELDOM).collect();
    aside.sort_by(|a, b| b.set_aside.estimate.total_cmp(&a.set_aside.estimate));
    for kind in aside.iter().take(SHOWN / 2) {
        let (share, drawn) = (Insert::Percent(kind.set_aside), Insert::Count(kind.drawn));
        all.push(Statement::new("report-aside", [("kind", tile(kind)), ("share", share), ("drawn", drawn)]));
    }
    if aside.is_empty() {
        all.push(Statement::new("report-aside-none", []));
    }
    let placed = by_places(found);
    if let [(most, at_most), .., (fewest, at_least)] = &placed[..] {
        let said = |key, kind: &TileKindStatistics, places| {
            Statement::new(key, [("kind", tile(kind)), ("places", Insert::Number(places, 1))])
        };
        all.push(said("report-places-fewest", fewest, *at_least));
        all.push(said("report-places-most", most, *at_most));
    }
    all
}

/// Lists the kinds with known numbers of placements, the largest first.
fn by_places(found: &Report) -> Vec<(&TileKindStatistics, Interval)> {
    let mut known: Vec<_> = found.kinds.iter().filter_map(|kind| Some((kind, kind.places?))).collect();
    known.sort_by(|(_, a), (_, b)| b.estimate.total_cmp(&a.estimate));
    known
}

/// Returns the most frequently offered kinds of options of each decision.
fn shown_choices(found: &Report) -> impl Iterator<Item = &ChoiceUse> {
    found.choices.chunk_by(|a, b| a.ask == b.ask).flat_map(|of_one| of_one.iter().take(SHOWN))
}

fn of_choice(choice: &ChoiceUse) -> Statement {
    let (share, offered) = (Insert::Percent(choice.taken), Insert::Count(choice.offered));
    let [ask, what] = ask_and_what(&choice.ask, &choice.what);
    if choice.offered < FEW {
        let times = ("times", Insert::Count(choice.times));
        return Statement::new("report-choice-few", [ask, what, times, ("offered", offered)]);
    }
    Statement::new("report-choice", [ask, what, ("share", share), ("offered", offered)])
}

/// Lists the kinds with known worth, the largest first.
fn by_worth(found: &Report) -> Vec<(&TileKindStatistics, Interval)> {
    let mut known: Vec<_> = found.kinds.iter().filter_map(|kind| Some((kind, kind.worth?.points))).collect();
    known.sort_by(|(_, a), (_, b)| b.estimate.total_cmp(&a.estimate));
    known
}

/// Returns the absolute value of a number, and the key for its sign.
pub(super) fn split_sign(interval: &Interval, less: &'static str, more: &'static str) -> (&'static str, Interval) {
    if interval.estimate < 0.0 {
        (less, Interval { estimate: -interval.estimate, low: -interval.high, high: -interval.low })
    } else {
        (more, *interval)
    }
}

pub(super) fn name_statement(sort: EntrySort, id: &str) -> Statement {
    Statement::new("report-name", [("name", entry(sort, id))])
}

/// Returns the values for a question and an answer.
pub(super) fn ask_and_what(ask: &str, what: &str) -> [(&'static str, Insert); 2] {
    [("ask", entry(EntrySort::Question, ask)), ("what", entry(EntrySort::Answer, what))]
}

pub(super) fn share(name: Statement, share: Interval) -> Bar {
    Bar { name, value: share, text: Insert::Percent(share) }
}

pub(super) fn number(name: Statement, value: Interval) -> Bar {
    Bar { name, value, text: Insert::Number(value, 1) }
}

fn ends(all: &[EndingFrequency], sort: EntrySort, caption: &'static str) -> Chart {
    bars(caption, all.iter().map(|of| share(name_statement(sort, &of.name), of.share)))
}

fn wins(found: &Report) -> Chart {
    let seat = |seat: usize| Statement::of_seat(Seat(seat as u8));
    bars("report-wins-chart", found.wins.iter().enumerate().map(|(at, wins)| share(seat(at), *wins)))
}

fn shares_of_a_game(course: &CourseStatistics) -> Chart {
    let decided = course.decided.map(|decided| ("report-course-decided", decided.after));
    let all = [("report-course-behind", course.behind)].into_iter().chain(decided);
    bars("report-course-chart", all.map(|(key, of)| share(Statement::new(key, []), of)))
}

fn points(found: &Report) -> Chart {
    bars(
        "report-points-chart",
        found.sources.iter().map(|source| number(name_statement(EntrySort::Book, &source.book), source.points)),
    )
}

fn victory(found: &Report) -> Chart {
    let known = found
        .sources
        .iter()
        .filter_map(|source| Some(share(name_statement(EntrySort::Book, &source.book), source.victory?)));
    bars("report-victory-chart", known)
}

fn idle(found: &Report) -> Chart {
    let known = found.figures.kinds.iter().filter(|kind| kind.stays.low.is_finite());
    bars(
        "report-idle-chart",
        known.filter_map(|kind| Some(share(name_statement(EntrySort::Figure, &kind.kind), kind.idle?))),
    )
}

fn left_open(found: &Report) -> Chart {
    let open = &found.figures.left_open;
    bars(
        "report-left-open-chart",
        open.iter().map(|open| share(name_statement(EntrySort::Terrain, &open.terrain), open.share)),
    )
}

fn worths(found: &Report) -> Chart {
    bars(
        "report-worth-chart",
        by_worth(found).into_iter().map(|(kind, worth)| number(name_statement(EntrySort::Tile, &kind.kind), worth)),
    )
}

fn places(found: &Report) -> Chart {
    bars(
        "report-places-chart",
        by_places(found).into_iter().map(|(kind, places)| number(name_statement(EntrySort::Tile, &kind.kind), places)),
    )
}

fn choices(told: &[&ChoiceUse]) -> Chart {
    let name = |choice: &ChoiceUse| Statement::new("report-choice-name", ask_and_what(&choice.ask, &choice.what));
    let known = told.iter().filter(|choice| choice.offered >= FEW);
    bars("report-choices-chart", known.map(|choice| share(name(choice), choice.taken)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::SeatTest;
    use crate::report::told::of_flags;

    fn english_sentences(found: &Report) -> Vec<String> {
        let all = of_flags(found, &[]).into_iter().chain(sections(found));
        all.flat_map(|section| section.sentences).map(|said| said.english()).collect()
    }

    fn thousand() -> Report {
        let even = Interval { estimate: 0.5, low: 0.47, high: 0.53 };
        Report { games: 1000, wins: vec![even; 2], lead: vec![Interval::default(); 2], ..Report::default() }
    }

    /// Wins alone would suggest equal seats, but points do not.
    #[test]
    fn seats_are_judged_by_the_stronger_of_two_tests() {
        let equal = |wins, points| SeatTest { wins: Some(wins), points: Some(points) };
        let report = |equal| english_sentences(&Report { equal, ..thousand() });
        let unequal =
            "The seats are not equal: wins or points as uneven as these occur by chance in fewer than 1 of 100";
        assert!(report(equal(0.126, 0.002)).iter().any(|said| said.starts_with(unequal)));
        assert!(report(equal(0.002, 0.126)).iter().any(|said| said.starts_with(unequal)));
        let equal = report(equal(0.9, 0.4));
        assert!(
            equal
                .iter()
                .any(|said| said.starts_with("There is no sign of unequal seats") && said.contains(" 80 of 100"))
        );
    }

    #[test]
    fn nothing_is_told_with_what_may_have_been_missed() {
        let mut found = thousand();
        found.flags.power = crate::report::Power { wins: 0.069, cases: 780 };
        found.choices = vec![ChoiceUse {
            ask: "flock".into(),
            what: "expand".into(),
            offered: 12,
            taken: Interval::default(),
            times: 0,
            is_unclear: true,
        }];
        let said = english_sentences(&found);
        let wanted = [
            "1,000 games cannot detect a seat that wins less than 7 percentage points more than its share, or an option that \
             is never chosen if it is offered in fewer than 780 cases.",
            "`expand` at `flock` was never chosen in 12 cases, which are too few to draw a conclusion.",
            "At `flock`, `expand` is chosen 0 times out of 12, too few to draw a conclusion.",
        ];
        for wanted in wanted {
            assert!(said.iter().any(|said| said == wanted), "{wanted}: {said:#?}");
        }
        // A bot that searches only its own turn may miss the benefit of an option.
        let foresight = "`greedy` only considers its own turn. An option that it never chooses may still pay off later: compare \
                         with `--bots mcts`.";
        let is_told = |found: &Report| self::english_sentences(found).iter().any(|said| said == foresight);
        assert!(!is_told(&found), "others played");
        found.is_short_sighted = true;
        assert!(is_told(&found));
        found.choices[0].times = 1;
        assert!(!is_told(&found), "it takes each option");
    }
}
