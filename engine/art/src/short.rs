//! Writes scenes as compact SVG for documents that contain many: in thousandths of a cell, with each point relative to
//! the previous one. Lines with round ends have the class `r`, whose rule the document must contain: [`ROUND`].

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::bitmap::Bitmap;
use crate::embed::data_uri;
use crate::geometry::{Path, PathPiece, Point};
use crate::scene::{Color, Pen, Shape};

/// Units per width of a cell.
pub const UNITS: f32 = 1000.0;

/// CSS rule that gives lines of the class `r` round ends.
pub const ROUND: &str = ".r { stroke-linecap: round; stroke-linejoin: round; }";

/// Numbers that ids of drawings, clip outlines and pictures contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IdNumbers {
    /// Consecutive numbers, in the order of first use.
    #[default]
    InOrder,
    /// Numbers of at most 53 bits that depend only on the content, so that they do not reveal earlier drawings.
    ByContent,
}

impl IdNumbers {
    /// Returns the number of a content after `count` others.
    pub fn number(self, content: &(impl Hash + ?Sized), count: usize) -> u64 {
        match self {
            IdNumbers::InOrder => count as u64,
            IdNumbers::ByContent => {
                let mut hasher = DefaultHasher::new();
                content.hash(&mut hasher);
                hasher.finish() >> 11
            }
        }
    }
}

/// Writes shapes as SVG and collects the clip outlines and pictures that they use.
#[derive(Debug, Default)]
pub struct SvgWriter {
    ids: IdNumbers,
    /// Outlines as path data, with the numbers of their ids.
    clips: Vec<(u64, String)>,
    /// Pictures, with the numbers of their ids.
    bitmaps: Vec<(u64, Arc<Bitmap>)>,
}

impl SvgWriter {
    /// Creates a writer without definitions.
    pub fn new(ids: IdNumbers) -> SvgWriter {
        SvgWriter { ids, ..SvgWriter::default() }
    }

    /// Writes elements for shapes, in painting order.
    pub fn shapes(&mut self, shapes: &[Shape]) -> String {
        let mut out = String::new();
        let mut rest = shapes;
        while let Some((first, others)) = rest.split_first() {
            rest = others;
            // Writing to a `String` cannot fail.
            let _ = match first {
                Shape::Fill(path, color) => {
                    let mut inks = format!(" fill=\"{}\"{}", hex(*color), opacity("fill", *color));
                    // A line around the area that was just filled shares its element.
                    if let Some((Shape::Line(around, pen), others)) = rest.split_first()
                        && around == path
                    {
                        inks.push_str(&stroke(pen));
                        rest = others;
                    }
                    write!(out, "<{}{inks}/>", geometry(path))
                }
                Shape::Line(path, pen) => write!(out, "<{} fill=\"none\"{}/>", geometry(path), stroke(pen)),
                Shape::Clipped(outline, inner) => {
                    let outline = data(outline);
                    let known = self.clips.iter().find(|(_, clip)| *clip == outline).map(|(number, _)| *number);
                    let number = known.unwrap_or_else(|| {
                        let number = self.ids.number(&outline, self.clips.len());
                        self.clips.push((number, outline));
                        number
                    });
                    write!(out, "<g clip-path=\"url(#c{number})\">{}</g>", self.shapes(inner))
                }
                Shape::Image(image) => {
                    let known =
                        self.bitmaps.iter().find(|(_, known)| *known == image.bitmap).map(|(number, _)| *number);
                    let number = known.unwrap_or_else(|| {
                        let number = self.ids.number(&data_uri(&image.bitmap), self.bitmaps.len());
                        self.bitmaps.push((number, Arc::clone(&image.bitmap)));
                        number
                    });
                    let [a, b, c, d, e, f] = image.matrix(1.0);
                    let (x, y) = (length(e), length(f));
                    write!(out, "<use href=\"#i{number}\" transform=\"matrix({a:.4} {b:.4} {c:.4} {d:.4} {x} {y})\"/>")
                }
            };
        }
        out
    }

    /// Writes the definitions of the outlines and pictures that were used so far.
    pub fn definitions(&self) -> String {
        let clips = self.clips.iter().map(|(number, outline)| clip_definition(*number, outline));
        clips.chain(self.bitmaps.iter().map(|(number, bitmap)| bitmap_definition(*number, bitmap))).collect()
    }

    /// Writes the definition with an id that [`SvgWriter::shapes`] has used; `None` for any other id.
    pub fn definition(&self, id: &str) -> Option<String> {
        let (sort, number) = id.split_at_checked(1)?;
        let number: u64 = number.parse().ok()?;
        match sort {
            "c" => self.clips.iter().find(|(own, _)| *own == number).map(|(_, clip)| clip_definition(number, clip)),
            "i" => self.bitmaps.iter().find(|(own, _)| *own == number).map(|(_, own)| bitmap_definition(number, own)),
            _ => None,
        }
    }
}

fn clip_definition(number: u64, outline: &str) -> String {
    format!("<clipPath id=\"c{number}\"><path d=\"{outline}\"/></clipPath>")
}

fn bitmap_definition(number: u64, bitmap: &Bitmap) -> String {
    format!(
        "<image id=\"i{number}\" width=\"{UNITS}\" height=\"{UNITS}\" preserveAspectRatio=\"none\" href=\"{}\"/>",
        data_uri(bitmap)
    )
}

/// Formats a length in units, with one decimal if needed.
fn length(cells: f32) -> String {
    let text = format!("{:.1}", cells * UNITS);
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

fn hex(color: Color) -> String {
    let [r, g, b] = color.rgb;
    if [r, g, b].iter().all(|c| c >> 4 == c & 15) {
        return format!("#{:x}{:x}{:x}", r & 15, g & 15, b & 15);
    }
    color.to_hex()
}

fn opacity(what: &str, color: Color) -> String {
    if color.alpha < 1.0 { format!(" {what}-opacity=\"{:.2}\"", color.alpha) } else { String::new() }
}

fn stroke(pen: &Pen) -> String {
    let dash = pen.dash.map_or(String::new(), |(a, b)| format!(" stroke-dasharray=\"{} {}\"", length(a), length(b)));
    let cap = if pen.round { " class=\"r\"" } else { "" };
    let color = format!(" stroke=\"{}\"{}", hex(pen.color), opacity("stroke", pen.color));
    format!("{color} stroke-width=\"{}\"{dash}{cap}", length(pen.width))
}

/// Writes the start of the element for a path, without its colours.
fn geometry(path: &Path) -> String {
    match circle(path) {
        Some((at, radius)) => {
            format!("circle cx=\"{}\" cy=\"{}\" r=\"{}\"", length(at.x), length(at.y), length(radius))
        }
        None => format!("path d=\"{}\"", data(path)),
    }
}

/// Returns the centre and radius if a path is a circle.
fn circle(path: &Path) -> Option<(Point, f32)> {
    let [PathPiece::Move(right), _, PathPiece::Cubic(_, _, left), _, _, PathPiece::Close] = path.0[..] else {
        return None;
    };
    let (middle, radius) = (right.lerp(left, 0.5), (right.x - left.x) / 2.0);
    let near = |a: Point, b: Point| (a - b).length() < 0.5 / UNITS;
    let same = Path::circle(middle, radius).0.iter().zip(&path.0).all(|pair| match pair {
        (PathPiece::Move(a), PathPiece::Move(b)) => near(*a, *b),
        (PathPiece::Cubic(a, b, c), PathPiece::Cubic(d, e, f)) => near(*a, *d) && near(*b, *e) && near(*c, *f),
        (a, b) => a == b,
    });
    same.then_some((middle, radius))
}

/// Formats path data in whole units. Points are rounded before their differences are taken, so that errors do not add
/// up.
fn data(path: &Path) -> String {
    let mut out = String::new();
    let (mut pen, mut start) = ((0, 0), (0, 0));
    let whole = |p: &Point| ((p.x * UNITS).round() as i32, (p.y * UNITS).round() as i32);
    for piece in &path.0 {
        let from = pen;
        let mut points = |letter: char, all: &[&Point]| {
            out.push(letter);
            let mut first = true;
            for point in all {
                pen = whole(point);
                for number in [pen.0 - from.0, pen.1 - from.1] {
                    if !first && number >= 0 {
                        out.push(' ');
                    }
                    first = false;
                    let _ = write!(out, "{number}");
                }
            }
        };
        match piece {
            PathPiece::Move(p) => {
                points('m', &[p]);
                start = pen;
            }
            PathPiece::Line(p) => points('l', &[p]),
            PathPiece::Quad(a, p) => points('q', &[a, p]),
            PathPiece::Cubic(a, b, p) => points('c', &[a, b, p]),
            PathPiece::Close => {
                out.push('z');
                pen = start;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_told_shortly() {
        let at = |x: f32, y: f32| Point::new(x, y);
        let corner = Path::from(at(0.1, 0.2)).to(at(0.3, 0.1)).quad(at(0.3, 0.3), at(0.1, 0.2)).close();
        let then = Path(corner.0.iter().copied().chain(Path::from(at(0.2, 0.2)).to(at(0.2, 0.9)).0).collect());
        let disc = Path::circle(at(0.5, 0.5), 0.25);
        let (red, pen) = (Color::hex(0xff0000), Pen::solid(Color::hex(0x123456).alpha(0.5), 0.008).with_round_ends());
        let shapes = [
            Shape::Fill(then, red),
            Shape::Fill(disc.clone(), red),
            Shape::Line(disc.clone(), pen.clone()),
            Shape::Line(corner.clone(), Pen { round: false, dash: Some((0.05, 0.0425)), ..pen }),
            Shape::Clipped(corner.clone(), vec![Shape::Fill(disc.clone(), red)]),
            Shape::Clipped(corner, Vec::new()),
        ];
        let mut writer = SvgWriter::default();
        let wanted = [
            "<path d=\"m100 200l200-100q0 200-200 100zm100 0l0 700\" fill=\"#f00\"/>",
            "<circle cx=\"500\" cy=\"500\" r=\"250\" fill=\"#f00\" stroke=\"#123456\" stroke-opacity=\"0.50\" \
             stroke-width=\"8\" class=\"r\"/>",
            "<path d=\"m100 200l200-100q0 200-200 100z\" fill=\"none\" stroke=\"#123456\" stroke-opacity=\"0.50\" \
             stroke-width=\"8\" stroke-dasharray=\"50 42.5\"/>",
            "<g clip-path=\"url(#c0)\"><circle cx=\"500\" cy=\"500\" r=\"250\" fill=\"#f00\"/></g>",
            "<g clip-path=\"url(#c0)\"></g>",
        ];
        assert_eq!(writer.shapes(&shapes), wanted.concat());
        let clip = "<clipPath id=\"c0\"><path d=\"m100 200l200-100q0 200-200 100z\"/></clipPath>";
        assert_eq!(writer.definitions(), clip);
        assert_eq!((writer.definition("c0").as_deref(), writer.definition("c1")), (Some(clip), None));
        let mut by_content = SvgWriter::new(IdNumbers::ByContent);
        let written = by_content.shapes(&shapes);
        let id = written.split_once("url(#").unwrap().1.split_once(')').unwrap().0;
        let number: u64 = id[1..].parse().unwrap();
        assert!(number < 1 << 53, "{number}");
        assert_eq!(by_content.definition(id).unwrap(), clip.replace("c0", id));
    }
}
