//! Writes a page of sentences with bar charts: the results of many games.

use std::fmt::Write;

use crate::document::{Document, Pictures};
use crate::html::escape;

/// Content of a page with sentences and charts.
pub struct ChartPage {
    /// Title of the page, as plain text.
    pub title: String,
    /// Lines at the top that describe the games and the players.
    pub lead: Vec<String>,
    /// Sections in the order in which they are shown.
    pub sections: Vec<ChartSection>,
}

/// Sentences on one subject, with charts of their numbers.
pub struct ChartSection {
    /// Heading of the section, as plain text.
    pub title: String,
    /// Sentences of the section, one paragraph each.
    pub sentences: Vec<ChartSentence>,
    /// Charts below the sentences.
    pub charts: Vec<PageChart>,
}

/// Sentence with an optional link.
pub struct ChartSentence {
    /// Sentence as plain text.
    pub text: String,
    /// Words after the sentence that link to a page, and the path of the page next to this one; `None` for no link.
    pub link: Option<(String, String)>,
}

/// Bars below each other, on a common scale.
pub struct PageChart {
    /// Description of the numbers, with their unit.
    pub caption: String,
    /// Bars from top to bottom.
    pub bars: Vec<ChartBar>,
}

/// Number as a bar, with a line over its confidence interval.
pub struct ChartBar {
    /// Name of the measured quantity.
    pub name: String,
    /// Estimated value, which is the length of the bar.
    pub value: f64,
    /// Lower end of the confidence interval.
    pub low: f64,
    /// Upper end of the confidence interval.
    pub high: f64,
    /// Text next to the bar: the number with its interval.
    pub text: String,
}

/// Sizes in the units of the picture. The columns of names and numbers have at least these widths.
const NAMES: f64 = 150.0;
const NUMBERS: f64 = 160.0;
const WIDTH: f64 = 640.0;
const ROW: f64 = 24.0;

/// Maximum width of the column of names; longer names are drawn narrower.
const MOST_NAMES: f64 = 300.0;

/// Space between the bars and the names or numbers.
const GAP: f64 = 8.0;

/// Returns the width of the longest text, estimated from its number of letters. The font of the browser is unknown, but
/// few fonts are wider.
fn room<'a>(texts: impl Iterator<Item = &'a str>) -> f64 {
    GAP + 7.6 * texts.map(|text| text.chars().count()).max().unwrap_or(0) as f64
}

/// Returns the whole page in English.
pub fn chart_page(page: &ChartPage) -> String {
    let mut body = format!("<main>\n<h1>{}</h1>\n", escape(&page.title));
    for line in &page.lead {
        paragraph(line, &mut body);
    }
    for section in &page.sections {
        // Writing to a string cannot fail, so the results are ignored.
        let _ = writeln!(body, "<section>\n<h2>{}</h2>", escape(&section.title));
        for sentence in &section.sentences {
            let text = escape(&sentence.text);
            let _ = match &sentence.link {
                None => writeln!(body, "<p>{text}</p>"),
                Some((words, file)) => {
                    writeln!(body, "<p>{text} <a href=\"{}\">{}</a></p>", address(file), escape(words))
                }
            };
        }
        for chart in &section.charts {
            draw(chart, &mut body);
        }
        body.push_str("</section>\n");
    }
    body.push_str("</main>\n");
    Document { language: "en", title: &page.title, body, pictures: Pictures::Within }.write()
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

fn paragraph(text: &str, out: &mut String) {
    let _ = writeln!(out, "<p>{}</p>", escape(text));
}

fn draw(chart: &PageChart, out: &mut String) {
    let known = |n: f64| if n.is_finite() { n } else { 0.0 };
    let ends = chart.bars.iter().flat_map(|bar| [bar.value, bar.low, bar.high]).map(known);
    let (least, most) = ends.fold((0.0f64, 0.0f64), |(least, most), n| (least.min(n), most.max(n)));
    let names = room(chart.bars.iter().map(|bar| &*bar.name)).clamp(NAMES, MOST_NAMES);
    let plot = WIDTH - names - room(chart.bars.iter().map(|bar| &*bar.text)).max(NUMBERS);
    let scale = if most > least { plot / (most - least) } else { 0.0 };
    let x = |n: f64| names + (known(n) - least) * scale;
    let height = ROW * chart.bars.len() as f64;
    let caption = escape(&chart.caption);
    let _ = writeln!(
        out,
        "<figure>\n<svg role=\"img\" aria-label=\"{caption}\" viewBox=\"0 0 {WIDTH} {height}\" width=\"100%\" \
         font-size=\"13\" fill=\"currentColor\" stroke=\"none\">"
    );
    for (number, bar) in chart.bars.iter().enumerate() {
        let top = ROW * number as f64;
        let (text, middle) = (top + 16.5, top + 12.0);
        let (from, to) = (x(0.0).min(x(bar.value)), x(0.0).max(x(bar.value)));
        let narrowed = room(std::iter::once(&*bar.name)) > MOST_NAMES;
        let narrowed = if narrowed {
            format!(" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\"", MOST_NAMES - GAP)
        } else {
            String::new()
        };
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{text:.1}\" text-anchor=\"end\"{narrowed}>{}</text>\
             <rect x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\" opacity=\"0.35\"/>\
             <path d=\"M{:.1} {middle:.1}H{:.1}\" stroke=\"currentColor\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{text:.1}\">{}</text>",
            names - GAP,
            escape(&bar.name),
            top + 5.0,
            to - from,
            x(bar.low),
            x(bar.high),
            names + plot + GAP,
            escape(&bar.text)
        );
    }
    let _ = writeln!(
        out,
        "<path d=\"M{0:.1} 0V{height}\" stroke=\"currentColor\" stroke-width=\"1\"/>\n</svg>\n<figcaption>{caption}</figcaption>\n\
         </figure>",
        x(0.0)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(bars: Vec<ChartBar>) -> String {
        let link = ("Game <3>".to_owned(), "a b#é/3.html".to_owned());
        let sentences = vec![ChartSentence { text: "1 < 2".into(), link: Some(link) }];
        let charts = vec![PageChart { caption: "Points <of> lead".into(), bars }];
        let sections = vec![ChartSection { title: "Tiles & more".into(), sentences, charts }];
        chart_page(&ChartPage { title: "A <game>".into(), lead: vec!["By \"bots\"".into()], sections })
    }

    #[test]
    fn bars_lie_on_one_scale_around_nothing() {
        let bar = |name: &str, value: f64| ChartBar {
            name: name.into(),
            value,
            low: value - 1.0,
            high: value + 1.0,
            text: format!("{value}"),
        };
        let page = page(vec![bar("up", 3.0), bar("down <b>", -2.0)]);
        // The scale from -3 to 4 takes 330 units, so zero is at three sevenths of them.
        assert!(page.contains("<rect x=\"291.4\" y=\"5.0\" width=\"141.4\""), "{page}");
        assert!(page.contains("<rect x=\"197.1\" y=\"29.0\" width=\"94.3\""), "{page}");
        assert!(page.contains("M385.7 12.0H480.0"), "{page}");
        assert!(page.contains("down &lt;b&gt;") && !page.contains("<b>") && page.contains("A &lt;game&gt;"));
    }

    #[test]
    fn sentences_lead_to_files_beside_the_page() {
        let page = page(Vec::new());
        assert!(page.contains("<p>1 &lt; 2 <a href=\"a%20b%23%C3%A9/3.html\">Game &lt;3&gt;</a></p>"), "{page}");
    }

    #[test]
    fn long_names_have_room_and_the_longest_are_narrower() {
        let bar = |name: String| ChartBar { name, value: 1.0, low: 0.0, high: 2.0, text: "1".into() };
        let long = page(vec![bar("a".repeat(30))]);
        // The names take 30 letters of 7.6 units, and a gap of 8.
        assert!(long.contains("<text x=\"228.0\" y=\"16.5\" text-anchor=\"end\">aaa"), "{long}");
        assert!(long.contains("M236.0 12.0H480.0"), "{long}");
        let longest = page(vec![bar("a".repeat(60)), bar("short".into())]);
        assert_eq!(longest.matches("textLength=\"292.0\"").count(), 1, "{longest}");
    }

    #[test]
    fn what_is_not_known_draws_nothing_odd() {
        let unknown =
            ChartBar { name: "one".into(), value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY, text: "?".into() };
        for page in [page(vec![unknown]), page(Vec::new())] {
            assert!(!page.contains("NaN") && !page.contains("inf\"") && !page.contains("infH"), "{page}");
        }
    }
}
