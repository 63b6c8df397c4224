//! Defines points and paths, and the geometry that places ornaments on free areas.

use std::ops::{Add, Mul, Sub};

/// A point, or the difference between two points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// Horizontal coordinate, to the right.
    pub x: f32,
    /// Vertical coordinate, downward.
    pub y: f32,
}

impl Point {
    /// Creates a point from its coordinates.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// Returns the distance from the origin.
    pub fn length(self) -> f32 {
        self.x.hypot(self.y)
    }

    /// Scales the vector to length 1; the zero vector stays unchanged.
    #[must_use]
    pub fn unit(self) -> Point {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// Interpolates between this point (`part` 0) and `other` (`part` 1).
    #[must_use]
    pub fn lerp(self, other: Point, part: f32) -> Point {
        self + (other - self) * part
    }

    /// Rotates the point about a centre by an angle in radians, clockwise on the screen.
    #[must_use]
    pub fn rotate(self, center: Point, angle: f32) -> Point {
        let (sin, cos) = angle.sin_cos();
        let at = self - center;
        center + Point::new(at.x * cos - at.y * sin, at.x * sin + at.y * cos)
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Point {
    type Output = Point;
    fn mul(self, factor: f32) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}

/// A segment of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PathPiece {
    /// Starts a new figure at the point.
    Move(Point),
    /// Draws a straight line to the point.
    Line(Point),
    /// Draws a curve with one control point; the end is last.
    Quad(Point, Point),
    /// Draws a curve with two control points; the end is last.
    Cubic(Point, Point, Point),
    /// Draws a line back to the start of the figure.
    Close,
}

/// A line of straight and curved pieces.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path(pub Vec<PathPiece>);

impl Path {
    /// Starts a path at a point.
    pub fn from(start: Point) -> Path {
        Path(vec![PathPiece::Move(start)])
    }

    /// Appends a straight line.
    #[must_use]
    pub fn to(mut self, end: Point) -> Path {
        self.0.push(PathPiece::Line(end));
        self
    }

    /// Appends a curve with one control point.
    #[must_use]
    pub(crate) fn quad(mut self, control: Point, end: Point) -> Path {
        self.0.push(PathPiece::Quad(control, end));
        self
    }

    /// Appends a curve with two control points.
    #[must_use]
    pub(crate) fn cubic(mut self, a: Point, b: Point, end: Point) -> Path {
        self.0.push(PathPiece::Cubic(a, b, end));
        self
    }

    /// Closes the current figure.
    #[must_use]
    pub fn close(mut self) -> Path {
        self.0.push(PathPiece::Close);
        self
    }

    /// Builds a closed polygon.
    pub fn polygon(points: &[Point]) -> Path {
        let mut pieces: Vec<PathPiece> = points.iter().map(|&p| PathPiece::Line(p)).collect();
        if let Some(first) = points.first() {
            pieces[0] = PathPiece::Move(*first);
        }
        Path(pieces).close()
    }

    /// Builds a circle from four curves.
    pub fn circle(center: Point, radius: f32) -> Path {
        // The control length for a quarter circle is four thirds of (square root of 2 minus 1).
        let k = radius * 0.552_285;
        let at = |x: f32, y: f32| center + Point::new(x, y);
        Path::from(at(radius, 0.0))
            .cubic(at(radius, k), at(k, radius), at(0.0, radius))
            .cubic(at(-k, radius), at(-radius, k), at(-radius, 0.0))
            .cubic(at(-radius, -k), at(-k, -radius), at(0.0, -radius))
            .cubic(at(k, -radius), at(radius, -k), at(radius, 0.0))
            .close()
    }

    /// Returns the path moved by a vector.
    #[must_use]
    pub fn translate(&self, by: Point) -> Path {
        self.map_points(|p| p + by)
    }

    /// Returns the path with every point replaced by `map`.
    #[must_use]
    pub(crate) fn map_points(&self, map: impl Fn(Point) -> Point) -> Path {
        let pieces = self.0.iter().map(|piece| match *piece {
            PathPiece::Move(p) => PathPiece::Move(map(p)),
            PathPiece::Line(p) => PathPiece::Line(map(p)),
            PathPiece::Quad(a, p) => PathPiece::Quad(map(a), map(p)),
            PathPiece::Cubic(a, b, p) => PathPiece::Cubic(map(a), map(b), map(p)),
            PathPiece::Close => PathPiece::Close,
        });
        Path(pieces.collect())
    }

    /// Returns the figures as chains of points, with curves approximated by short straight lines.
    pub fn to_polylines(&self) -> Vec<Vec<Point>> {
        const STEPS: usize = 12;
        let mut figures: Vec<Vec<Point>> = Vec::new();
        for piece in &self.0 {
            let last = figures.last().and_then(|f| f.last()).copied().unwrap_or_default();
            let parts = (1..=STEPS).map(|i| i as f32 / STEPS as f32);
            match *piece {
                PathPiece::Move(p) => figures.push(vec![p]),
                PathPiece::Line(p) => push(&mut figures, [p]),
                PathPiece::Quad(a, p) => {
                    push(&mut figures, parts.map(|t| last.lerp(a, t).lerp(a.lerp(p, t), t)));
                }
                PathPiece::Cubic(a, b, p) => push(
                    &mut figures,
                    parts.map(|t| {
                        let (ab, bc, cd) = (last.lerp(a, t), a.lerp(b, t), b.lerp(p, t));
                        ab.lerp(bc, t).lerp(bc.lerp(cd, t), t)
                    }),
                ),
                PathPiece::Close => {
                    if let Some(first) = figures.last().and_then(|f| f.first()).copied() {
                        push(&mut figures, [first]);
                    }
                }
            }
        }
        figures
    }
}

fn push(figures: &mut [Vec<Point>], points: impl IntoIterator<Item = Point>) {
    if let Some(figure) = figures.last_mut() {
        figure.extend(points);
    }
}

/// True if a point is inside a closed chain of points.
pub fn is_inside(chain: &[Point], at: Point) -> bool {
    let mut inside = false;
    for pair in chain.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        if (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x) {
            inside = !inside;
        }
    }
    inside
}

/// Returns the distance of a point from a chain of points.
pub fn distance(chain: &[Point], at: Point) -> f32 {
    let to_piece = |pair: &[Point]| {
        let (a, along) = (pair[0], pair[1] - pair[0]);
        let square = along.x * along.x + along.y * along.y;
        let off = at - a;
        let part = if square > 0.0 { ((off.x * along.x + off.y * along.y) / square).clamp(0.0, 1.0) } else { 0.0 };
        (at - (a + along * part)).length()
    };
    chain.windows(2).map(to_piece).fold(f32::INFINITY, f32::min)
}
