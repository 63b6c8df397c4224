//! Converts a comparison of two versions to a page with charts.

use tilewright_core::catalog::Catalog;
use tilewright_lab::report::told::Statement;
use tilewright_lab::versions::told::{self, ChangeRow, VersionReport};
use tilewright_lab::versions::{GameBeside, TableComparison};

use crate::charts::{ChartPage, ChartSection, ChartSentence, ChartTable, PageChart};
use crate::report::chart;

/// Returns the page of a comparison. `catalog` belongs to the second version.
pub fn comparison_page<'a>(compared: &VersionReport, catalog: &'a Catalog) -> ChartPage<'a> {
    let version = |(letter, at): (&str, usize)| {
        let version = &compared.versions[at];
        let with =
            if version.options.is_empty() { String::new() } else { format!(" with {}", version.options.join(", ")) };
        format!("{letter}: {}{with}", version.title)
    };
    let games = compared.found.tables.iter().map(|table| told::games(table, &compared.plan).english());
    let brackets = "Brackets, and a line over each bar, show the 95 % confidence interval.".to_owned();
    let lead = [("A", 0), ("B", 1)].into_iter().map(version).chain(games).chain([brackets]).collect();
    let mut sections = vec![section("Result", english(&told::sentences(compared)), Vec::new(), None)];
    sections.extend(compared.found.tables.iter().map(|table| of_table(compared, table, catalog)));
    sections.extend(compared.beside.iter().map(of_game));
    let title = compared.versions[1].name.replace('`', "");
    ChartPage { catalog, art: None, title, lead, sections }
}

fn english(statements: &[Statement]) -> Vec<String> {
    statements.iter().map(Statement::english).collect()
}

fn section(title: &str, sentences: Vec<String>, charts: Vec<PageChart>, table: Option<ChartTable>) -> ChartSection {
    let sentences = sentences.into_iter().map(|text| ChartSentence { text, link: None }).collect();
    ChartSection { title: title.to_owned(), sentences, charts, table }
}

/// Converts the changes at a table of players.
fn of_table(compared: &VersionReport, table: &TableComparison, catalog: &Catalog) -> ChartSection {
    let rows = || compared.found.measures.iter().zip(&table.changes);
    let head = ["", "A", "B", "difference", "verdict"].map(str::to_owned).into();
    let cells = rows().map(|(measure, change)| ChangeRow::new(measure, change, table.games).english().into()).collect();
    let charts = told::charts(&compared.found, table).iter().map(|of| chart(of, catalog)).collect();
    let title = format!("By {}", told::bots(&table.bots));
    section(&title, Vec::new(), charts, Some(ChartTable { head, rows: cells }))
}

fn of_game(game: &GameBeside) -> ChartSection {
    let lines = game.moves[0].len().max(game.moves[1].len());
    let text = |version: usize, line: usize| game.moves[version].get(line).map_or("–", |entry| &*entry.text).to_owned();
    let rows = (0..lines).map(|line| vec![text(0, line), text(1, line)]).collect();
    let table = ChartTable { head: vec!["A".to_owned(), "B".to_owned()], rows };
    section(&told::beside(game).english(), Vec::new(), Vec::new(), (lines > 0).then_some(table))
}
