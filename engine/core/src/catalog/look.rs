//! Describes the appearance of things as packs declare it: colours, names, and drawings as text. Other crates draw it.

use crate::catalog::id::CounterId;

/// Names of the patterns that areas and paths are filled with.
pub const PATTERNS: &[&str] = &["plain", "hatch", "waves", "cobbles", "dots", "chevrons", "dashes"];

/// Names of the borders that can follow the rim of an area or a path.
pub const BORDERS: &[&str] = &["none", "line", "wall", "bank", "ridge", "hedge"];

/// Names of the built-in pictures, which need no drawing in a pack.
#[rustfmt::skip] // many names to a line
pub const PICTURES: &[&str] = &[
    "anchor", "banner", "barrel", "beacon", "boat", "bush", "castle", "cathedral", "chest", "church", "cloth",
    "cloud", "coin", "crag", "cross", "crown", "diamond", "disc", "eye", "feather", "fir", "flag", "flower", "gate",
    "gem", "grapes", "hammer", "hill", "house", "houses", "hut", "inn", "key", "lamp", "letter", "maze", "moon",
    "none", "number", "peak", "person", "pig", "reeds", "rock", "sheaf", "shield", "ship", "skull", "square",
    "star", "storm", "sun", "tent", "tower", "tree", "trees", "tuft", "village", "wave", "well", "wheel", "winged",
    "witch", "wizard",
];

/// Name in a [`Layer`] for the colour of the piece itself, such as the colour of its seat.
pub const OWN: &str = "own";

/// Default colour of ground.
pub const GROUND_FILL: &str = "#cbdda2";
/// Default colour of other terrains.
pub const OTHER_FILL: &str = "#fbf3df";

/// Appearance of a terrain, a tag, a figure or a token. Colours are `#rrggbb`; every field has a default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Fill colour, as `#rrggbb`.
    pub fill: Option<String>,
    /// Ink colour, as `#rrggbb`.
    pub ink: Option<String>,
    /// Name of a pattern, one of [`PATTERNS`].
    pub pattern: Option<String>,
    /// Name of a border, one of [`BORDERS`].
    pub border: Option<String>,
    /// Width of a path, in hundredths of a cell.
    pub width: Option<u8>,
    /// Pictures that are scattered over an area, each with its number on a cell that the area fills.
    pub scatter: Vec<(Picture, u8)>,
    /// Picture of a site of the terrain, or of the tag, figure or token.
    pub picture: Option<Picture>,
    /// Picture where paths of this terrain meet or end.
    pub crossing: Option<Picture>,
    /// Width of the picture, in hundredths of a cell.
    pub size: Option<u8>,
    /// True if the picture of a tag is drawn in the middle of the tile, instead of a crossing.
    pub middle: bool,
    /// A letter for text boards.
    pub letter: Option<char>,
    /// Counter whose value is written on a figure or a token.
    pub number: Option<CounterId>,
}

impl Look {
    /// Returns the pattern, or the default for ground or other terrains.
    pub fn pattern_of(&self, ground: bool) -> &str {
        self.pattern.as_deref().unwrap_or(if ground { "hatch" } else { "plain" })
    }

    /// Returns the border, or the default for ground or other terrains.
    pub fn border_of(&self, ground: bool) -> &str {
        self.border.as_deref().unwrap_or(if ground { "none" } else { "line" })
    }
}

/// A picture, either built in or drawn by the pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Name of a built-in picture, one of [`PICTURES`].
    Named(String),
    /// A drawing in the pack, from bottom to top.
    Drawn(Vec<Layer>),
}

/// A part of a drawn picture; later layers cover earlier ones.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layer {
    /// Outline in coordinates from -50 to 50, with y downward.
    pub path: Vec<PathOp>,
    /// Fill colour, or [`OWN`].
    pub fill: Option<String>,
    /// Colour of the line, or [`OWN`].
    pub line: Option<String>,
    /// Width of the line, in hundredths of the picture.
    pub width: u8,
}

/// A segment of a drawn outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathOp {
    /// `M x y`: begins a subpath.
    Move([i16; 2]),
    /// `L x y`: a straight line.
    Line([i16; 2]),
    /// `Q x y x y`: a curve with one control point.
    Quad([i16; 4]),
    /// `C x y x y x y`: a curve with two control points.
    Cubic([i16; 6]),
    /// `O x y r`: a circle, which is a separate subpath.
    Circle([i16; 3]),
    /// `Z`: a line back to the start of the subpath.
    Close,
}

/// Parses an outline such as `M-40 40L0 -40L40 40Z`: letters as in [`PathOp`], each followed by whole numbers from -100
/// to 100.
///
/// # Errors
/// The text is not an outline; the error is a short message for the author of the pack.
pub fn parse_path(text: &str) -> Result<Vec<PathOp>, String> {
    let mut ops: Vec<PathOp> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(letter) = rest.chars().next() {
        rest = rest[letter.len_utf8()..].trim_start();
        let first = ops.is_empty() || matches!(ops.last(), Some(PathOp::Close | PathOp::Circle(_)));
        if first && !matches!(letter, 'M' | 'O') {
            return Err(format!("`{letter}` must follow a start: a shape starts with M, a circle is O"));
        }
        ops.push(match letter {
            'M' => PathOp::Move(numbers(&mut rest, letter)?),
            'L' => PathOp::Line(numbers(&mut rest, letter)?),
            'Q' => PathOp::Quad(numbers(&mut rest, letter)?),
            'C' => PathOp::Cubic(numbers(&mut rest, letter)?),
            'O' => PathOp::Circle(numbers(&mut rest, letter)?),
            'Z' => PathOp::Close,
            other => return Err(format!("`{other}` is not one of M, L, Q, C, O and Z")),
        });
    }
    if ops.is_empty() { Err("an outline starts with M or O".to_owned()) } else { Ok(ops) }
}

fn numbers<const N: usize>(rest: &mut &str, letter: char) -> Result<[i16; N], String> {
    let mut found = [0; N];
    for number in &mut found {
        let end = rest
            .char_indices()
            .find(|&(i, c)| !(c.is_ascii_digit() || i == 0 && c == '-'))
            .map_or(rest.len(), |(i, _)| i);
        *number = rest[..end]
            .parse()
            .ok()
            .filter(|n| (-100..=100).contains(n))
            .ok_or_else(|| format!("after `{letter}` come {N} whole numbers from -100 to 100"))?;
        *rest = rest[end..].trim_start_matches([' ', ',', '\n', '\t', '\r']);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_are_read() {
        assert_eq!(
            parse_path(" M-40 40 L0,-40L40 40Z O0 0 5"),
            Ok(vec![
                PathOp::Move([-40, 40]),
                PathOp::Line([0, -40]),
                PathOp::Line([40, 40]),
                PathOp::Close,
                PathOp::Circle([0, 0, 5])
            ])
        );
        for (wrong, why) in [
            ("", "starts with M or O"),
            ("L1 1", "must follow a start"),
            ("M1", "2 whole numbers"),
            ("M1 200", "from -100 to 100"),
            ("M1 1é", "not one of M"),
            ("M1 1ZL2 2", "must follow a start"),
        ] {
            let found = parse_path(wrong).unwrap_err();
            assert!(found.contains(why), "{wrong}: {found}");
        }
    }

    #[test]
    fn names_are_sorted_and_single() {
        assert!(PICTURES.is_sorted_by(|a, b| a < b));
    }
}
