//! Formats topics of the handbook for a terminal: wrapped to its width, with layouts that distinguish headings, lists,
//! code and tables. Colours only repeat the layout.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use tilewright_handbook::{Destination, Phrase, Piece, Topic};

use crate::out::{FAINT, STRONG};

/// Style of words of packs, rules and commands.
const CODE: Style = AnsiColor::Cyan.on_default();
const EMPHASIS: Style = Style::new().italic();
const PLAIN: Style = Style::new();
/// Maximum and minimum line width in columns, whatever the width of the terminal.
const WIDEST: usize = 100;
const NARROWEST: usize = 40;

/// Word that is not broken across lines: parts of text with their styles.
#[derive(Default)]
struct StyledWord {
    stretches: Vec<(Style, String)>,
}

impl StyledWord {
    fn width(&self) -> usize {
        self.stretches.iter().map(|(_, text)| text.chars().count()).sum()
    }
}

/// Formats a topic for a width in columns.
pub(crate) fn topic(topic: &Topic, columns: usize) -> String {
    let columns = columns.clamp(NARROWEST, WIDEST);
    let mut out = String::new();
    let mut after_item = false;
    for piece in &topic.pieces {
        let is_item = matches!(piece, Piece::Item { .. });
        let goes_on = is_item && after_item;
        if !out.is_empty() && !goes_on {
            out.push('\n');
        }
        after_item = is_item;
        match piece {
            Piece::Heading { level, phrases, .. } => heading(*level, &tilewright_handbook::plain(phrases), &mut out),
            Piece::Paragraph(phrases) => wrap_phrases(phrases, columns, "", "", &mut out),
            Piece::Item { depth, number, phrases } => {
                let mark = number.map_or_else(|| "- ".to_owned(), |n| format!("{n}. "));
                let indent = " ".repeat(2 + 3 * depth);
                let first = format!("{indent}{mark}");
                wrap_phrases(phrases, columns, &first, &" ".repeat(first.len()), &mut out);
            }
            Piece::Code(code) => {
                if let Some(file) = &code.file {
                    let _ = writeln!(out, "  {FAINT}{file}:{FAINT:#}");
                }
                // Code is not wrapped, so that it can be copied.
                for line in code.text.lines() {
                    let _ = match line {
                        "" => writeln!(out),
                        line => writeln!(out, "    {CODE}{line}{CODE:#}"),
                    };
                }
            }
            Piece::Table { head, rows } => table(head, rows, columns, &mut out),
        }
    }
    out
}

fn heading(level: u8, text: &str, out: &mut String) {
    let _ = writeln!(out, "{STRONG}{text}{STRONG:#}");
    let under = match level {
        1 => "=",
        2 => "-",
        _ => return,
    };
    let _ = writeln!(out, "{FAINT}{}{FAINT:#}", under.repeat(text.chars().count()));
}

/// Splits texts into words with styles. Code that looks like the surrounding words is in backquotes.
fn words(phrases: &[Phrase]) -> Vec<StyledWord> {
    let mut words: Vec<StyledWord> = Vec::new();
    let mut joined = false;
    let mut add = |style: Style, text: &str| {
        for (number, part) in text.split(' ').enumerate() {
            joined &= number == 0;
            if part.is_empty() {
                continue;
            }
            match words.last_mut() {
                Some(last) if joined => last.stretches.push((style, part.to_owned())),
                _ => words.push(StyledWord { stretches: vec![(style, part.to_owned())] }),
            }
            joined = true;
        }
        joined &= !text.ends_with(' ');
    };
    for phrase in phrases {
        let style = match phrase {
            Phrase { code: true, .. } => CODE,
            Phrase { strong: true, .. } => STRONG,
            Phrase { emphasis: true, .. } => EMPHASIS,
            _ => PLAIN,
        };
        if phrase.code {
            add(style, &format!("`{}`", phrase.text));
        } else {
            add(style, &phrase.text);
        }
        match &phrase.link {
            Some(Destination::Web(address)) if *address != phrase.text => add(FAINT, &format!(" ({address})")),
            // `tilewright handbook` opens the topic by this name.
            Some(Destination::Topic { slug, .. }) if *slug != phrase.text.to_lowercase() => {
                add(FAINT, &format!(" ({slug})"))
            }
            _ => {}
        }
    }
    words
}

/// Wraps words into lines, with a prefix for the first line and one for all others.
fn wrap_phrases(phrases: &[Phrase], columns: usize, first: &str, others: &str, out: &mut String) {
    for (number, line) in lines(phrases, columns - first.len().min(columns / 2)).into_iter().enumerate() {
        let before = if number == 0 { first } else { others };
        let _ = writeln!(out, "{before}{}", line.trim_end());
    }
}

/// Wraps words into lines of `columns` columns; a longer word has its own line.
fn lines(phrases: &[Phrase], columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in words(phrases) {
        if used > 0 && used + 1 + word.width() > columns {
            lines.push(String::new());
            used = 0;
        }
        let Some(line) = lines.last_mut() else { break };
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        used += word.width();
        for (style, text) in word.stretches {
            let _ = write!(line, "{style}{text}{style:#}");
        }
    }
    lines
}

/// Formats a table. Columns are as wide as their words; if the table is too wide, the widest column shrinks.
fn table(head: &[Vec<Phrase>], rows: &[Vec<Vec<Phrase>>], columns: usize, out: &mut String) {
    let width = |phrases: &Vec<Phrase>| lines(phrases, usize::MAX).iter().map(|line| visible(line)).max().unwrap_or(0);
    let mut widths: Vec<usize> = head.iter().map(width).collect();
    for row in rows {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = width(cell).max(*widest);
        }
    }
    // Two blanks precede each cell.
    let room = columns.saturating_sub(2 * widths.len());
    while widths.iter().sum::<usize>() > room {
        let Some(widest) = widths.iter_mut().max() else { return };
        if *widest <= 8 {
            break;
        }
        *widest -= 1;
    }
    out.push_str(&row_text(head, &widths));
    let under: String = widths.iter().map(|&width| format!("  {}", "-".repeat(width))).collect();
    let _ = writeln!(out, "{FAINT}{under}{FAINT:#}");
    rows.iter().for_each(|row| out.push_str(&row_text(row, &widths)));
}

/// Formats a row of a table; cells may have several lines.
fn row_text(row: &[Vec<Phrase>], widths: &[usize]) -> String {
    let cells: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, &width)| lines(cell, width)).collect();
    let mut out = String::new();
    for number in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
        let mut line = String::new();
        for (cell, &width) in cells.iter().zip(widths) {
            let text = cell.get(number).map_or("", String::as_str);
            let _ = write!(line, "  {text}{}", " ".repeat(width.saturating_sub(visible(text))));
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// Returns the width of a text with styles, in columns.
fn visible(text: &str) -> usize {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().map_or(0, |part| part.chars().count());
    first + parts.map(|part| part.split_once('m').map_or(0, |(_, after)| after.chars().count())).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrase(text: &str) -> Phrase {
        Phrase { text: text.to_owned(), ..Phrase::default() }
    }

    #[test]
    fn lines_are_broken_between_words_only() {
        let marked = Phrase { code: true, ..phrase("tilewright check") };
        let phrases = [phrase("one two three ("), marked, phrase(") four")];
        let shown: Vec<String> =
            lines(&phrases, 14).iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect();
        assert_eq!(shown, ["one two three", "(`tilewright", "check`) four"]);
        assert_eq!(lines(&[phrase("alongwordthatdoesnotfit x")], 5).len(), 2);
        assert_eq!(visible(&lines(&phrases, 80)[0]), "one two three (`tilewright check`) four".len());
    }

    #[test]
    fn tables_keep_to_the_columns_that_there_are() {
        let row = |a: &str, b: &str| vec![vec![phrase(a)], vec![phrase(b)]];
        let mut text = String::new();
        table(&row("a", "b"), &[row("one", "two three four five six seven eight nine ten")], 30, &mut text);
        let text = anstream::adapter::strip_str(&text).to_string();
        assert!(text.lines().all(|line| line.len() <= 30), "{text}");
        assert_eq!(text.lines().nth(2), Some("  one  two three four five six"));
    }
}
