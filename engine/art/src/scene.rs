//! Defines scenes: flat shapes and pictures in painting order, in units in which a cell is 1 wide, with y downward.

use std::sync::Arc;

use crate::bitmap::Bitmap;
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

    /// Writes the colour as `#rrggbb`, without its opacity.
    pub fn to_hex(self) -> String {
        let [r, g, b] = self.rgb;
        format!("#{r:02x}{g:02x}{b:02x}")
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
    /// Decoded picture in a frame.
    Image(Image),
}

/// Decoded picture in a frame, which may be turned, flipped or slanted.
#[derive(Clone, PartialEq, Debug)]
pub struct Image {
    /// The picture.
    pub bitmap: Arc<Bitmap>,
    /// Position of the top left corner of the picture.
    pub corner: Point,
    /// Vector from the top left to the top right corner.
    pub across: Point,
    /// Vector from the top left to the bottom left corner.
    pub down: Point,
}

impl Image {
    /// Stretches a picture over an upright box with a given corner and size.
    pub fn in_box(bitmap: Arc<Bitmap>, corner: Point, size: Point) -> Image {
        Image { bitmap, corner, across: Point::new(size.x, 0.0), down: Point::new(0.0, size.y) }
    }

    /// Places an upright picture with its centre and its width; the height follows from its pixels.
    pub fn centered_at(bitmap: Arc<Bitmap>, at: Point, width: f32) -> Image {
        let size = Point::new(width, width * bitmap.aspect());
        Image::in_box(bitmap, at - size * 0.5, size)
    }

    /// Returns the image turned about a point by an angle in radians, clockwise.
    #[must_use]
    pub fn rotate(self, about: Point, angle: f32) -> Image {
        let vector = |v: Point| v.rotate(Point::default(), angle);
        Image {
            corner: self.corner.rotate(about, angle),
            across: vector(self.across),
            down: vector(self.down),
            bitmap: self.bitmap,
        }
    }

    /// Returns the image with left and right swapped, in the same frame.
    #[must_use]
    pub fn flip(self) -> Image {
        Image { corner: self.corner + self.across, across: self.across * -1.0, ..self }
    }

    /// Returns the image moved by a vector.
    #[must_use]
    pub(crate) fn translate(self, by: Point) -> Image {
        Image { corner: self.corner + by, ..self }
    }

    /// Returns the six numbers that map a square of a side length onto the frame, as SVG and PDF write them.
    pub(crate) fn matrix(&self, side: f32) -> [f32; 6] {
        let part = 1.0 / side;
        let (across, down) = (self.across * part, self.down * part);
        // The sines of whole turns are not exact, and their signs differ between machines.
        let exact = |value: f32| if value.abs() < 0.000_05 { 0.0 } else { value };
        [across.x, across.y, down.x, down.y, self.corner.x, self.corner.y].map(exact)
    }
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

    /// Adds a shape on top, moved by `by`.
    pub(crate) fn add_shape(&mut self, shape: &Shape, by: Point) {
        self.shapes.push(translate_shape(shape, by));
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
        Shape::Image(image) => Shape::Image(Image {
            bitmap: Arc::clone(&image.bitmap),
            corner: image.corner * scale + by,
            across: image.across * scale,
            down: image.down * scale,
        }),
    }
}

fn translate_shape(shape: &Shape, by: Point) -> Shape {
    match shape {
        Shape::Fill(path, color) => Shape::Fill(path.translate(by), *color),
        Shape::Line(path, pen) => Shape::Line(path.translate(by), pen.clone()),
        Shape::Clipped(path, shapes) => {
            Shape::Clipped(path.translate(by), shapes.iter().map(|s| translate_shape(s, by)).collect())
        }
        Shape::Image(image) => Shape::Image(image.clone().translate(by)),
    }
}
