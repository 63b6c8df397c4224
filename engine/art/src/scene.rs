//! Defines scenes: flat shapes in painting order, in units in which a cell is 1 wide, with y downward.

use crate::geometry::{Path, Point};

/// RGB colour with an opacity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Color {
    /// Red, green and blue components.
    pub rgb: [u8; 3],
    /// Opacity from 0, invisible, to 1, opaque.
    pub alpha: f32,
}

impl Color {
    /// Creates an opaque colour from `0xrrggbb`.
    pub const fn hex(rgb: u32) -> Color {
        Color { rgb: [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8], alpha: 1.0 }
    }

    /// Parses `#rrggbb` as an opaque colour; `None` if the text has another form.
    pub fn parse(text: &str) -> Option<Color> {
        let digits = text.strip_prefix('#').filter(|d| d.len() == 6)?;
        u32::from_str_radix(digits, 16).ok().map(Color::hex)
    }

    /// Returns the colour with another opacity.
    #[must_use]
    pub const fn alpha(self, alpha: f32) -> Color {
        Color { rgb: self.rgb, alpha }
    }

    /// Mixes the colour with another: `part` 0 gives this colour, 1 gives `other`. The opacity stays.
    #[must_use]
    pub(crate) fn mix(self, other: Color, part: f32) -> Color {
        let channel = |i: usize| {
            let (a, b) = (f32::from(self.rgb[i]), f32::from(other.rgb[i]));
            (a + (b - a) * part).round().clamp(0.0, 255.0) as u8
        };
        Color { rgb: [channel(0), channel(1), channel(2)], alpha: self.alpha }
    }
}

/// Style of a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Pen {
    /// Colour of the line.
    pub color: Color,
    /// Width of the line, in units of the scene.
    pub width: f32,
    /// Lengths of dash and gap; `None` for a solid line.
    pub dash: Option<(f32, f32)>,
    /// True if the ends and joins are round.
    pub round: bool,
}

impl Pen {
    /// Creates a pen for a solid line.
    pub const fn solid(color: Color, width: f32) -> Pen {
        Pen { color, width, dash: None, round: false }
    }

    /// Creates a pen for a dashed line.
    pub(crate) const fn dashed(color: Color, width: f32, dash: f32, gap: f32) -> Pen {
        Pen { color, width, dash: Some((dash, gap)), round: false }
    }

    /// Returns the pen with round ends and joins.
    #[must_use]
    pub(crate) fn with_round_ends(self) -> Pen {
        Pen { round: true, ..self }
    }
}

/// A shape with its colour.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// Filled area with its colour.
    Fill(Path, Color),
    /// Line along a path.
    Line(Path, Pen),
    /// Shapes that are visible only inside the area.
    Clipped(Path, Vec<Shape>),
}

/// List of shapes in painting order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// Width and height of the scene.
    pub size: (f32, f32),
    /// Shapes of the scene; later ones cover earlier ones.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// Creates an empty scene.
    pub fn new(width: f32, height: f32) -> Scene {
        Scene { size: (width, height), shapes: Vec::new() }
    }

    /// Adds a filled area on top.
    pub fn fill(&mut self, path: Path, color: Color) {
        self.shapes.push(Shape::Fill(path, color));
    }

    /// Adds a line on top.
    pub fn line(&mut self, path: Path, pen: Pen) {
        self.shapes.push(Shape::Line(path, pen));
    }

    /// Adds all shapes of another scene, moved by `by`.
    pub fn add(&mut self, other: &Scene, by: Point) {
        self.shapes.extend(other.shapes.iter().map(|shape| translate_shape(shape, by)));
    }

    /// Adds all shapes of another scene, scaled and moved; line widths are scaled as well.
    pub fn add_scaled(&mut self, other: &Scene, by: Point, scale: f32) {
        self.shapes.extend(other.shapes.iter().map(|shape| scale_shape(shape, by, scale)));
    }
}

fn scale_shape(shape: &Shape, by: Point, scale: f32) -> Shape {
    let place = |path: &Path| path.map_points(|p| p * scale + by);
    match shape {
        Shape::Fill(path, color) => Shape::Fill(place(path), *color),
        Shape::Line(path, pen) => {
            let dash = pen.dash.map(|(a, b)| (a * scale, b * scale));
            Shape::Line(place(path), Pen { width: pen.width * scale, dash, ..pen.clone() })
        }
        Shape::Clipped(path, shapes) => {
            Shape::Clipped(place(path), shapes.iter().map(|s| scale_shape(s, by, scale)).collect())
        }
    }
}

fn translate_shape(shape: &Shape, by: Point) -> Shape {
    match shape {
        Shape::Fill(path, color) => Shape::Fill(path.translate(by), *color),
        Shape::Line(path, pen) => Shape::Line(path.translate(by), pen.clone()),
        Shape::Clipped(path, shapes) => {
            Shape::Clipped(path.translate(by), shapes.iter().map(|s| translate_shape(s, by)).collect())
        }
    }
}
