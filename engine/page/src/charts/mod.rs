//! Writes a page of sentences with charts: the results of many games. A section shows its charts, and its sentences can
//! be unfolded below them.

mod axis;
mod bars;
mod plots;

use std::fmt::Write;

use tilewright_art::own::OwnArt;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::seat::Seat;

use crate::document::{Document, Pictures, chart_style};
use crate::html::escape;
use crate::sprites::Sprites;

/// Content of a page with sentences and charts.
pub struct ChartPage<'a> {
    /// Packs whose tiles the charts show.
    pub catalog: &'a Catalog,
    /// Own art of the packs.
    pub art: Option<&'a OwnArt>,
    /// Title of the page, as plain text.
    pub title: String,
    /// Lines at the top that describe the games and the players.
    pub lead: Vec<String>,
    /// Sections in the order in which they are shown. The sentences of the first are the summary.
    pub sections: Vec<ChartSection>,
}

/// Sentences on one subject, with charts of their numbers.
pub struct ChartSection {
    /// Heading of the section, as plain text.
    pub title: String,
    /// Sentences of the section, one paragraph each.
    pub sentences: Vec<ChartSentence>,
    /// Charts above the sentences.
    pub charts: Vec<PageChart>,
    /// Table below the charts.
    pub table: Option<ChartTable>,
}

/// Table of texts and numbers.
pub struct ChartTable {
    /// Names of the columns.
    pub head: Vec<String>,
    /// Cells of each row, as many as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// Sentence with an optional link.
#[derive(Clone)]
pub struct ChartSentence {
    /// Sentence as plain text, with code in backquotes.
    pub text: String,
    /// Words after the sentence that link to a page, and the path of the page next to this one; `None` for no link.
    pub link: Option<(String, String)>,
}

/// Chart with its caption.
#[derive(Clone)]
pub struct PageChart {
    /// Description of the numbers, with their unit.
    pub caption: String,
    /// Form and numbers.
    pub form: PageChartForm,
}

/// Form of a chart, with its numbers.
#[derive(Clone)]
pub enum PageChartForm {
    /// Bars below each other, on a common scale.
    Bars {
        /// Unit of the numbers on the axis, with the space before it.
        unit: &'static str,
        /// Bars from top to bottom.
        bars: Vec<ChartBar>,
    },
    /// Bars of equal length, divided into parts.
    Stacks {
        /// Names of the parts.
        parts: Vec<String>,
        /// Bars from top to bottom.
        stacks: Vec<ChartStack>,
    },
    /// Histograms below each other, on common scales.
    Histogram {
        /// Lower end of the first bin.
        start: f64,
        /// Width of a bin.
        width: f64,
        /// Histograms from top to bottom.
        series: Vec<ChartSeries>,
    },
    /// Lines from the beginning of a game to its end.
    Lines(Vec<ChartLine>),
}

/// Number as a bar, with a line over its confidence interval.
#[derive(Clone)]
pub struct ChartBar {
    /// Name of the measured quantity.
    pub name: String,
    /// Mark next to the name.
    pub mark: ChartMark,
    /// Estimated value, which is the length of the bar.
    pub value: f64,
    /// Lower end of the confidence interval.
    pub low: f64,
    /// Upper end of the confidence interval.
    pub high: f64,
    /// Text next to the bar: the number with its interval.
    pub text: String,
}

/// Subject of a bar that has a colour or a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChartMark {
    /// No mark.
    Plain,
    /// A seat, whose colour the bar has.
    Seat(Seat),
    /// A tile, whose picture is next to the name.
    Tile(TileKindId),
}

/// Bar that is divided into parts.
#[derive(Clone)]
pub struct ChartStack {
    /// Name of the whole.
    pub name: String,
    /// Shares of the parts, from 0 to 1.
    pub shares: Vec<f64>,
}

/// Series of a histogram.
#[derive(Clone)]
pub struct ChartSeries {
    /// Seat of the series with its name; `None` for a series about whole games.
    pub seat: Option<(Seat, String)>,
    /// Number of cases in each bin.
    pub counts: Vec<u64>,
}

/// Values of a seat in the course of a game.
#[derive(Clone)]
pub struct ChartLine {
    /// Seat of the line.
    pub seat: Seat,
    /// Name of the seat.
    pub name: String,
    /// Values after equal parts of the game, each with the ends of its interval.
    pub values: Vec<[f64; 3]>,
}

/// Width of all charts in the units of the picture.
const WIDTH: f64 = 640.0;

/// Number of sentences from which they are folded behind the charts of a section.
const FOLDED: usize = 2;

/// Returns the whole page in English.
pub fn chart_page(page: &ChartPage<'_>) -> String {
    let mut sprites = Sprites::new(page.catalog, page.art);
    // Writing to a string cannot fail, so the results are ignored.
    let mut main = format!("<h1>{}</h1>\n", escape(&page.title));
    for line in &page.lead {
        let _ = writeln!(main, "<p class=\"lead\">{}</p>", escape(line));
    }
    for (number, section) in page.sections.iter().enumerate() {
        let class = if number == 0 { " class=\"short\"" } else { "" };
        let _ = writeln!(main, "<section{class}>\n<h2>{}</h2>", escape(&section.title));
        let sentences: String = section.sentences.iter().map(sentence).collect();
        let charts: String = section.charts.iter().map(|chart| draw(chart, &mut sprites)).collect();
        let charts = charts + &section.table.as_ref().map(table).unwrap_or_default();
        let is_folded = number > 0 && !charts.is_empty() && section.sentences.len() >= FOLDED;
        let _ = match is_folded {
            _ if number == 0 => write!(main, "{sentences}<div class=\"charts\">\n{charts}</div>\n"),
            true => write!(
                main,
                "<div class=\"charts\">\n{charts}</div>\n<details>\n<summary>In words</summary>\n{sentences}</details>\n"
            ),
            false => write!(main, "<div class=\"charts\">\n{charts}</div>\n{sentences}"),
        };
        main.push_str("</section>\n");
    }
    let body = format!("{}<main class=\"report\">\n{main}</main>\n", sprites.definitions());
    Document { language: "en", title: &page.title, body, pictures: Pictures::Within }.write()
}

/// Returns the content of a page as HTML for a notebook: an element with its own style, without links and pictures.
pub fn chart_fragment(page: &ChartPage<'_>) -> String {
    let mut sprites = Sprites::new(page.catalog, None);
    let mut out = format!("<div class=\"report\">\n{}<h3>{}</h3>\n", chart_style(), escape(&page.title));
    for line in &page.lead {
        let _ = writeln!(out, "<p>{}</p>", escape(line));
    }
    for section in &page.sections {
        let _ = writeln!(out, "<h4>{}</h4>", escape(&section.title));
        let plain = |said: &ChartSentence| sentence(&ChartSentence { text: said.text.clone(), link: None });
        out.extend(section.sentences.iter().map(plain));
        out.extend(section.charts.iter().map(|chart| draw(&chart.without_tiles(), &mut sprites)));
        out.extend(section.table.as_ref().map(table));
    }
    out + "</div>\n"
}

impl PageChart {
    /// Returns the chart without pictures of tiles.
    fn without_tiles(&self) -> PageChart {
        let mut chart = self.clone();
        if let PageChartForm::Bars { bars, .. } = &mut chart.form {
            for bar in bars {
                if matches!(bar.mark, ChartMark::Tile(_)) {
                    bar.mark = ChartMark::Plain;
                }
            }
        }
        chart
    }
}

/// Writes a table.
fn table(table: &ChartTable) -> String {
    let row = |cells: &[String], tag: &str| {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = table.rows.iter().map(|cells| row(cells, "td")).collect();
    format!("<table>\n{}{rows}</table>\n", row(&table.head, "th"))
}

/// Writes a sentence as a paragraph. The parts in backquotes are code.
fn sentence(sentence: &ChartSentence) -> String {
    let text: String = sentence
        .text
        .split('`')
        .enumerate()
        .map(|(number, part)| match number % 2 {
            0 => escape(part),
            _ => format!("<code>{}</code>", escape(part)),
        })
        .collect();
    match &sentence.link {
        None => format!("<p>{text}</p>\n"),
        Some((words, file)) => format!("<p>{text} <a href=\"{}\">{}</a></p>\n", address(file), escape(words)),
    }
}

fn draw(chart: &PageChart, sprites: &mut Sprites<'_>) -> String {
    let drawn = match &chart.form {
        PageChartForm::Bars { unit, bars } => bars::draw(bars, unit, sprites),
        PageChartForm::Stacks { parts, stacks } => plots::draw_stacks(parts, stacks),
        PageChartForm::Histogram { start, width, series } => plots::draw_histograms(*start, *width, series),
        PageChartForm::Lines(lines) => plots::draw_lines(lines),
    };
    let caption = escape(&chart.caption);
    format!(
        "<figure>\n<figcaption>{caption}</figcaption>\n<svg role=\"img\" aria-label=\"{caption}\" \
         viewBox=\"0 0 {WIDTH} {}\" width=\"100%\" font-size=\"13\" fill=\"currentColor\" stroke=\"none\">\n{}</svg>\n</figure>\n",
        drawn.height, drawn.markup
    )
}

/// Drawing of a chart, of the width of all charts.
struct Drawing {
    height: f64,
    markup: String,
}

/// Returns the path of a file as an address, with all characters escaped that have a meaning in addresses.
fn address(file: &str) -> String {
    let mut text = String::new();
    for byte in file.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(bars: Vec<ChartBar>) -> String {
        let link = ("Game <3>".to_owned(), "a b#é/3.html".to_owned());
        let sentences = || vec![ChartSentence { text: "1 < 2 in `<x>`".into(), link: Some(link.clone()) }];
        let charts =
            vec![PageChart { caption: "Points <of> lead".into(), form: PageChartForm::Bars { unit: " %", bars } }];
        let sections = vec![
            ChartSection { title: "Short".into(), sentences: sentences(), charts: Vec::new(), table: None },
            ChartSection {
                title: "Tiles & more".into(),
                sentences: [sentences(), sentences()].concat(),
                charts,
                table: None,
            },
        ];
        let catalog = Catalog::default();
        let page = ChartPage {
            catalog: &catalog,
            art: None,
            title: "A <game>".into(),
            lead: vec!["By \"bots\"".into()],
            sections,
        };
        chart_page(&page)
    }

    fn bar(name: &str, value: f64) -> ChartBar {
        let text = format!("{value}");
        ChartBar { name: name.into(), mark: ChartMark::Plain, value, low: value - 1.0, high: value + 1.0, text }
    }

    #[test]
    fn bars_lie_on_one_scale_around_nothing() {
        let page = page(vec![bar("up", 3.0), bar("down <b>", -2.0)]);
        // The scale from -3 to 4 takes 330 units, so zero is at three sevenths of them.
        assert!(page.contains("<rect x=\"291.4\" y=\"5.0\" width=\"141.4\""), "{page}");
        assert!(page.contains("<rect x=\"197.1\" y=\"29.0\" width=\"94.3\""), "{page}");
        assert!(page.contains("M385.7 12.0H480.0"), "{page}");
        assert!(page.contains("x=\"385.7\" y=\"63\" text-anchor=\"middle\">2 %</text>"), "{page}");
        assert!(page.contains("down &lt;b&gt;") && !page.contains("<b>") && page.contains("A &lt;game&gt;"));
    }

    #[test]
    fn sentences_lead_to_files_beside_the_page_and_fold_behind_charts() {
        let page = page(vec![bar("up", 3.0)]);
        let sentence =
            "<p>1 &lt; 2 in <code>&lt;x&gt;</code> <a href=\"a%20b%23%C3%A9/3.html\">Game &lt;3&gt;</a></p>\n";
        assert!(page.contains(&format!("<h2>Short</h2>\n{sentence}")), "{page}");
        assert!(
            page.contains(&format!("<details>\n<summary>In words</summary>\n{sentence}{sentence}</details>")),
            "{page}"
        );
    }

    #[test]
    fn a_notebook_shows_a_page_with_its_own_style() {
        let catalog = Catalog::default();
        let tile = ChartBar { mark: ChartMark::Tile(TileKindId(0)), ..bar("up", 3.0) };
        let form = PageChartForm::Bars { unit: "", bars: vec![tile] };
        let charts = vec![PageChart { caption: "Points".into(), form }];
        let link = Some(("Game 3".to_owned(), "3.html".to_owned()));
        let sentences = vec![ChartSentence { text: "1 < 2".into(), link }];
        let table = Some(ChartTable { head: vec!["<b>".into()], rows: vec![vec!["1 < 2".into()]] });
        let sections = vec![ChartSection { title: "Result".into(), sentences, charts, table }];
        let page = ChartPage { catalog: &catalog, art: None, title: "A <game>".into(), lead: Vec::new(), sections };
        let shown = chart_fragment(&page);
        assert!(shown.contains("<h3>A &lt;game&gt;</h3>") && shown.contains("<p>1 &lt; 2</p>"), "{shown}");
        assert!(shown.contains(".report .bar") && shown.contains("--accent") && shown.contains("<svg role"), "{shown}");
        assert!(!shown.contains("<use") && !shown.contains("<a ") && !shown.contains("body {"), "{shown}");
        assert!(shown.contains("<tr><th>&lt;b&gt;</th></tr>\n<tr><td>1 &lt; 2</td></tr>\n</table>"), "{shown}");
        assert!(!shown.contains(":root") && shown.matches("<div").count() == shown.matches("</div>").count());
    }

    #[test]
    fn seats_have_their_colours() {
        let seat = |seat| ChartBar { mark: ChartMark::Seat(Seat(seat)), ..bar("seat", 1.0) };
        let page = page(vec![seat(0), seat(1)]);
        assert!(page.contains("fill=\"#d55e00\"") && page.contains("fill=\"#0072b2\""), "{page}");
    }

    #[test]
    fn long_names_have_room_and_the_longest_are_narrower() {
        let long = page(vec![bar(&"a".repeat(30), 1.0)]);
        // The names take 30 letters of 7.6 units, and a gap of 8.
        assert!(long.contains("<text x=\"228.0\" y=\"16.5\" text-anchor=\"end\">aaa"), "{long}");
        assert!(long.contains("M236.0 12.0H480.0"), "{long}");
        let longest = page(vec![bar(&"a".repeat(60), 1.0), bar("short", 1.0)]);
        assert_eq!(longest.matches("textLength=\"292.0\"").count(), 1, "{longest}");
    }

    #[test]
    fn what_is_not_known_draws_nothing_odd() {
        let unknown = ChartBar { low: f64::NEG_INFINITY, high: f64::INFINITY, ..bar("one", 0.0) };
        for page in [page(vec![unknown]), page(Vec::new())] {
            assert!(!page.contains("NaN") && !page.contains("inf\"") && !page.contains("infH"), "{page}");
        }
    }
}
