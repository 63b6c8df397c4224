//! Points, paths, and what has to be known of them to put ornaments where there is room.

use std::ops::{Add, Mul, Sub};

/// A point, or a difference of two.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downward.
    pub y: f32,
}

impl Point {
    /// A point.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// Its distance from the origin.
    pub fn length(self) -> f32 {
        self.x.hypot(self.y)
    }

    /// In the same direction, of length 1; nothing stays nothing.
    #[must_use]
    pub fn unit(self) -> Point {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// The point between this one (0) and another (1).
    #[must_use]
    pub fn toward(self, other: Point, part: f32) -> Point {
        self + (other - self) * part
    }

    /// Turned about a centre by an angle in radians, clockwise on screen.
    #[must_use]
    pub fn turned(self, center: Point, angle: f32) -> Point {
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

/// A piece of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Piece {
    /// Begins a figure.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A curve with one control point.
    Quad(Point, Point),
    /// A curve with two control points.
    Cubic(Point, Point, Point),
    /// Back to where the figure began.
    Close,
}

/// A line of straight and bent pieces.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path(pub Vec<Piece>);

impl Path {
    /// A path that begins at a point.
    pub fn from(start: Point) -> Path {
        Path(vec![Piece::Move(start)])
    }

    /// With a straight line.
    #[must_use]
    pub fn to(mut self, end: Point) -> Path {
        self.0.push(Piece::Line(end));
        self
    }

    /// With a curve of one control point.
    #[must_use]
    pub fn quad(mut self, control: Point, end: Point) -> Path {
        self.0.push(Piece::Quad(control, end));
        self
    }

    /// With a curve of two control points.
    #[must_use]
    pub fn cubic(mut self, a: Point, b: Point, end: Point) -> Path {
        self.0.push(Piece::Cubic(a, b, end));
        self
    }

    /// Closed.
    #[must_use]
    pub fn close(mut self) -> Path {
        self.0.push(Piece::Close);
        self
    }

    /// A closed polygon.
    pub fn polygon(points: &[Point]) -> Path {
        let mut pieces: Vec<Piece> = points.iter().map(|&p| Piece::Line(p)).collect();
        if let Some(first) = points.first() {
            pieces[0] = Piece::Move(*first);
        }
        Path(pieces).close()
    }

    /// A circle.
    pub fn circle(center: Point, radius: f32) -> Path {
        // The control length for a quarter: four thirds of (square root of 2 minus 1).
        let k = radius * 0.552_285;
        let at = |x: f32, y: f32| center + Point::new(x, y);
        Path::from(at(radius, 0.0))
            .cubic(at(radius, k), at(k, radius), at(0.0, radius))
            .cubic(at(-k, radius), at(-radius, k), at(-radius, 0.0))
            .cubic(at(-radius, -k), at(-k, -radius), at(0.0, -radius))
            .cubic(at(k, -radius), at(radius, -k), at(radius, 0.0))
            .close()
    }

    /// Moved by a difference.
    #[must_use]
    pub fn moved(&self, by: Point) -> Path {
        self.mapped(|p| p + by)
    }

    /// With every point put elsewhere.
    #[must_use]
    pub fn mapped(&self, map: impl Fn(Point) -> Point) -> Path {
        let pieces = self.0.iter().map(|piece| match *piece {
            Piece::Move(p) => Piece::Move(map(p)),
            Piece::Line(p) => Piece::Line(map(p)),
            Piece::Quad(a, p) => Piece::Quad(map(a), map(p)),
            Piece::Cubic(a, b, p) => Piece::Cubic(map(a), map(b), map(p)),
            Piece::Close => Piece::Close,
        });
        Path(pieces.collect())
    }

    /// Its figures as chains of points, curves cut into short straight lines.
    pub fn flattened(&self) -> Vec<Vec<Point>> {
        const STEPS: usize = 12;
        let mut figures: Vec<Vec<Point>> = Vec::new();
        for piece in &self.0 {
            let last = figures.last().and_then(|f| f.last()).copied().unwrap_or_default();
            let parts = (1..=STEPS).map(|i| i as f32 / STEPS as f32);
            match *piece {
                Piece::Move(p) => figures.push(vec![p]),
                Piece::Line(p) => push(&mut figures, [p]),
                Piece::Quad(a, p) => {
                    push(&mut figures, parts.map(|t| last.toward(a, t).toward(a.toward(p, t), t)));
                }
                Piece::Cubic(a, b, p) => push(
                    &mut figures,
                    parts.map(|t| {
                        let (ab, bc, cd) = (last.toward(a, t), a.toward(b, t), b.toward(p, t));
                        ab.toward(bc, t).toward(bc.toward(cd, t), t)
                    }),
                ),
                Piece::Close => {
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

/// Whether a point lies inside a closed chain of points.
pub fn inside(chain: &[Point], at: Point) -> bool {
    let mut inside = false;
    for pair in chain.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        if (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x) {
            inside = !inside;
        }
    }
    inside
}

/// Distance of a point from a chain of points.
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
