//! A rectangle of coloured characters.

use anstyle::{Ansi256Color, Color, RgbColor, Style};

/// RGB colour of a pack, written `#rrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Rgb {
    /// Parses `#rrggbb`; `None` for any other text.
    pub(crate) fn parse(text: &str) -> Option<Rgb> {
        let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
        let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
        Some(Rgb(part(0)?, part(2)?, part(4)?))
    }

    /// Returns black or white, whichever is easier to read on this colour.
    pub(crate) fn contrast(self) -> Rgb {
        let light = 299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2);
        if light > 128_000 { Rgb(0, 0, 0) } else { Rgb(255, 255, 255) }
    }

    /// Converts the colour for the terminal: exactly, or to the nearest of the 216 colours that nearly every terminal
    /// has.
    fn color(self, exact: bool) -> Color {
        if exact {
            return RgbColor(self.0, self.1, self.2).into();
        }
        let level = |v: u8| match v {
            0..=47 => 0,
            48..=114 => 1,
            _ => (v - 35) / 40,
        };
        Ansi256Color(16 + 36 * level(self.0) + 6 * level(self.1) + level(self.2)).into()
    }
}

/// One character with its colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Glyph {
    pub(crate) letter: char,
    /// Colour of the character; `None` for the default of the terminal.
    pub(crate) ink: Option<Rgb>,
    /// Background colour; `None` for the default of the terminal.
    pub(crate) fill: Option<Rgb>,
    pub(crate) bold: bool,
}

impl Glyph {
    /// Blank without colours.
    pub(crate) const BLANK: Glyph = Glyph { letter: ' ', ink: None, fill: None, bold: false };

    pub(crate) fn style(self, exact: bool) -> Style {
        let mut style = Style::new();
        if let Some(ink) = self.ink {
            style = style.fg_color(Some(ink.color(exact)));
        }
        if let Some(fill) = self.fill {
            style = style.bg_color(Some(fill.color(exact)));
        }
        if self.bold { style.bold() } else { style }
    }
}

/// Rectangle of characters; whatever is drawn outside is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    width: usize,
    height: usize,
    glyphs: Vec<Glyph>,
}

impl Canvas {
    pub(crate) fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, height, glyphs: vec![Glyph::BLANK; width * height] }
    }

    /// Sets the character at a position, unless that is outside of the canvas.
    pub(crate) fn put(&mut self, column: i32, row: i32, glyph: Glyph) {
        if let Some(place) = self.place(column, row) {
            self.glyphs[place] = glyph;
        }
    }

    /// Writes a text. Where `style` has no fill, the background stays, and the ink contrasts with it.
    pub(crate) fn write(&mut self, column: i32, row: i32, text: &str, style: Glyph) {
        for (i, letter) in (0..).zip(text.chars()) {
            if let Some(place) = self.place(column + i, row) {
                let fill = style.fill.or(self.glyphs[place].fill);
                let ink = style.ink.or(fill.map(Rgb::contrast));
                self.glyphs[place] = Glyph { letter, ink, fill, bold: style.bold };
            }
        }
    }

    fn place(&self, column: i32, row: i32) -> Option<usize> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        (column < self.width && row < self.height).then(|| row * self.width + column)
    }

    /// Returns the lines, each with a line feed and without trailing blanks.
    pub(crate) fn text(&self, exact: bool) -> String {
        let mut text = String::new();
        for row in self.glyphs.chunks(self.width.max(1)) {
            let end = row.iter().rposition(|g| *g != Glyph::BLANK).map_or(0, |i| i + 1);
            let mut style = Style::new();
            for glyph in &row[..end] {
                let next = glyph.style(exact);
                if next != style {
                    text.push_str(&format!("{style:#}{next}"));
                    style = next;
                }
                text.push(glyph.letter);
            }
            text.push_str(&format!("{style:#}\n"));
        }
        text
    }
}
