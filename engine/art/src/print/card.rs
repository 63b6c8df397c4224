//! Draws cards with text, such as a summary of the rules for each player.

use crate::geometry::{Path, Point};
use crate::lettering;
use crate::picture::{CREAM, INK};
use crate::print::layout::PrintLayout;
use crate::scene::{Color, Pen, Scene};

/// Width and height of a card, in millimetres.
const CARD: Point = Point::new(89.0, 127.0);
/// Free margin within the cut, in millimetres.
const MARGIN: f32 = 6.0;
/// Heights of letters in titles, headings and lines, in millimetres.
const TITLE: f32 = 3.6;
const HEADING: f32 = 2.6;
const TEXT: f32 = 2.0;
/// Distance from a line to the next, in heights of its letters.
const LEADING: f32 = 1.6;
/// Width of the column for the numbers before the lines, in millimetres.
const NUMBERS: f32 = 8.0;
/// Side of the patch of colour before a heading, in millimetres.
const PATCH: f32 = 3.2;

/// Card with text. A long text continues on further cards.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TextCard {
    /// Title of each card.
    pub title: String,
    /// Sections in order.
    pub sections: Vec<CardSection>,
}

/// Part of a card under a heading.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CardSection {
    /// Heading of the section.
    pub heading: String,
    /// Colours of the terrains that the section is about, shown before the heading.
    pub colors: Vec<Color>,
    /// Lines of the section.
    pub lines: Vec<CardLine>,
}

/// Line of a card, which continues on the next one if it is long.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CardLine {
    /// Number or amount before the text; empty for plain text.
    pub number: String,
    /// Text of the line.
    pub text: String,
}

/// Row of a card, with its distance from the row above.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    height: f32,
    content: RowContent,
}

#[derive(Clone, PartialEq, Debug)]
enum RowContent {
    Heading(Vec<Color>, String),
    Line { number: String, text: String, is_indented: bool },
}

/// Draws a card with bleed around the cut, or several if the text is long. Each scene has the same size.
pub(super) fn card_faces(card: &TextCard, layout: &PrintLayout) -> Vec<Scene> {
    let title = wrapped(&card.title, CARD.x - 2.0 * MARGIN, TITLE);
    let above = MARGIN + title.len() as f32 * TITLE * LEADING;
    let mut faces: Vec<(Scene, f32)> = Vec::new();
    let rows: Vec<Row> = card.sections.iter().flat_map(rows).collect();
    for (number, row) in rows.iter().enumerate() {
        // A heading stays with the line below it.
        let below = match row.content {
            RowContent::Heading(..) => rows.get(number + 1).map_or(0.0, |row| row.height),
            RowContent::Line { .. } => 0.0,
        };
        let (mut scene, y) = match faces.pop() {
            Some((scene, y)) if y + row.height + below <= CARD.y - MARGIN => (scene, y),
            full => {
                faces.extend(full);
                (empty_face(&title, layout), above)
            }
        };
        let foot = y + row.height;
        draw_row(&mut scene, row, Point::new(MARGIN, foot) + Point::new(layout.bleed, layout.bleed));
        faces.push((scene, foot));
    }
    faces.into_iter().map(|(scene, _)| scene).collect()
}

/// Returns the size of a card without bleed, in millimetres.
pub(super) fn card_size() -> Point {
    CARD
}

fn rows(section: &CardSection) -> Vec<Row> {
    let width = CARD.x - 2.0 * MARGIN;
    let mut rows = Vec::new();
    let patches = section.colors.len() as f32 * (PATCH + 1.0);
    for (number, text) in wrapped(&section.heading, width - patches, HEADING).into_iter().enumerate() {
        let colors = if number == 0 { section.colors.clone() } else { Vec::new() };
        let height = HEADING * if number == 0 { 2.2 } else { LEADING };
        rows.push(Row { height, content: RowContent::Heading(colors, text) });
    }
    for line in &section.lines {
        let indent = if line.number.is_empty() { 0.0 } else { NUMBERS };
        for (number, text) in wrapped(&line.text, width - indent, TEXT).into_iter().enumerate() {
            let shown = if number == 0 { line.number.clone() } else { String::new() };
            let height = TEXT * if number == 0 { 1.9 } else { LEADING };
            rows.push(Row { height, content: RowContent::Line { number: shown, text, is_indented: indent > 0.0 } });
        }
    }
    rows
}

/// Divides a text into lines of at most `width` millimetres. A longer word is also divided.
fn wrapped(text: &str, width: f32, height: f32) -> Vec<String> {
    let fits = |line: &str| lettering::width(line) * height <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}")).filter(|line| fits(line));
        match (lines.last_mut(), longer) {
            (Some(line), Some(longer)) => *line = longer,
            _ => lines.push(String::new()),
        }
        if lines.last().is_some_and(String::is_empty) {
            for letter in word.chars() {
                let longer = lines.last().map(|line| format!("{line}{letter}")).filter(|line| fits(line));
                match (lines.last_mut(), longer) {
                    (Some(line), Some(longer)) => *line = longer,
                    _ => lines.push(letter.to_string()),
                }
            }
        }
    }
    lines
}

fn empty_face(title: &[String], layout: &PrintLayout) -> Scene {
    let whole = CARD + Point::new(layout.bleed, layout.bleed) * 2.0;
    let mut scene = Scene::new(whole.x, whole.y);
    scene.fill(rectangle(Point::default(), whole), CREAM);
    for (number, line) in title.iter().enumerate() {
        let y = MARGIN + number as f32 * TITLE * LEADING;
        write(&mut scene, line, Point::new(MARGIN, y) + Point::new(layout.bleed, layout.bleed), TITLE);
    }
    scene
}

/// Draws a row whose foot is at a point.
fn draw_row(scene: &mut Scene, row: &Row, foot: Point) {
    match &row.content {
        RowContent::Heading(colors, text) => {
            let mut x = foot.x;
            for &color in colors {
                let patch = rectangle(Point::new(x, foot.y - PATCH), Point::new(x + PATCH, foot.y));
                scene.fill(patch.clone(), color);
                scene.line(patch, Pen::solid(INK, 0.2));
                x += PATCH + 1.0;
            }
            write(scene, text, Point::new(x, foot.y - HEADING), HEADING);
        }
        RowContent::Line { number, text, is_indented } => {
            let indent = if *is_indented { NUMBERS } else { 0.0 };
            write(scene, number, Point::new(foot.x, foot.y - TEXT), TEXT);
            write(scene, text, Point::new(foot.x + indent, foot.y - TEXT), TEXT);
        }
    }
}

fn rectangle(from: Point, to: Point) -> Path {
    Path::polygon(&[from, Point::new(to.x, from.y), to, Point::new(from.x, to.y)])
}

fn write(scene: &mut Scene, text: &str, corner: Point, height: f32) {
    if !text.is_empty() {
        let pen = Pen::solid(INK, height * 0.12).with_round_ends();
        scene.line(lettering::outline(text, corner, height), pen);
    }
}
