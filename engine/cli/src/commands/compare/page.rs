//! Converts a comparison to a page for a browser.

use tilewright_lab::report::told::{ENGLISH_DIGITS, Insert};
use tilewright_lab::versions::{GameBeside, TableComparison};
use tilewright_page::{ChartBar, ChartMark, ChartPage, ChartSection, ChartSentence, PageChart, PageChartForm};

use crate::commands::compare::compared::Compared;
use crate::commands::compare::sentences;

/// Returns the page of a comparison.
pub(super) fn whole<'a>(compared: &Compared<'a>) -> ChartPage<'a> {
    let version = |(letter, at): (&str, usize)| {
        let catalog = compared.catalogs[at];
        let options = catalog.chosen_options();
        let with = if options.is_empty() { String::new() } else { format!(" with {}", options.join(", ")) };
        format!("{letter}: {}{with}", catalog.titles())
    };
    let games = compared.found.tables.iter().map(|table| sentences::games(table, &compared.plan));
    let brackets = "Brackets, and a line over each bar, show the 95 % confidence interval.".to_owned();
    let lead = [("A", 0), ("B", 1)].into_iter().map(version).chain(games).chain([brackets]).collect();
    let mut sections = vec![section("Result", sentences::sentences(compared), Vec::new())];
    sections.extend(compared.found.tables.iter().map(|table| of_table(compared, table)));
    sections.extend(compared.beside.iter().map(of_game));
    let title = compared.names[1].replace('`', "");
    ChartPage { catalog: compared.catalogs[1], art: None, title, lead, sections }
}

fn section(title: &str, sentences: Vec<String>, charts: Vec<PageChart>) -> ChartSection {
    let sentences = sentences.into_iter().map(|text| ChartSentence { text, link: None }).collect();
    ChartSection { title: title.to_owned(), sentences, charts }
}

/// Converts the changes at a table, with the bars of the differences in points, turns and tiles, and those in percent.
fn of_table(compared: &Compared<'_>, table: &TableComparison) -> ChartSection {
    let rows = || compared.found.measures.iter().zip(&table.changes);
    let sentences = rows().map(|(measure, change)| {
        let scale = if measure.is_share() { 100.0 } else { 1.0 };
        let [before, after] =
            [change.before, change.after].map(|number| Insert::Plain(number * scale, 2).text(ENGLISH_DIGITS));
        let verdict = sentences::verdict(change, table.games);
        format!("{}: A {before}, B {after}; {verdict}.", sentences::name(measure))
    });
    let chart = |caption: &str, is_share: bool| {
        let bars: Vec<ChartBar> = rows()
            .filter(|(measure, _)| measure.is_share() == is_share)
            .map(|(measure, change)| ChartBar {
                name: sentences::name(measure),
                mark: ChartMark::Plain,
                value: change.difference.interval.estimate,
                low: change.difference.interval.low,
                high: change.difference.interval.high,
                text: sentences::signed(measure, &change.difference.interval),
            })
            .collect();
        let form = PageChartForm::Bars { unit: "", bars };
        rows()
            .any(|(measure, _)| measure.is_share() == is_share)
            .then(|| PageChart { caption: caption.to_owned(), form })
    };
    let charts =
        [chart("Difference of B from A, in points, turns and tiles.", false), chart("Difference in percent.", true)];
    let charts = charts.into_iter().flatten().collect();
    section(&format!("By {}", sentences::bots(&table.bots)), sentences.collect(), charts)
}

fn of_game(game: &GameBeside) -> ChartSection {
    let lines = game.moves[0].len().max(game.moves[1].len());
    let text = |version: usize, line: usize| game.moves[version].get(line).map_or("–", |entry| &*entry.text);
    let sentences = (0..lines).map(|line| format!("A: {} | B: {}", text(0, line), text(1, line))).collect();
    section(&sentences::beside(game), sentences, Vec::new())
}
