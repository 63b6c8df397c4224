//! Estimates the work of drawing an SVG file before it is drawn, in pixels, so that the limit of time does not depend on
//! a clock.

use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{ClipPath, Group, Mask, Node, Path, Tree};

use crate::error::PictureFileError;

/// Maximum number of pixels that are painted. Painting them takes about two seconds.
const MAX_PAINTED: f64 = 400e6;
/// Maximum number of pixels in layers that exist at the same time, in addition to the picture.
const MAX_LAYER_PIXELS: f64 = 12e6;
/// Work of a point of an outline, and of a dash of a line, in pixels.
const POINT_WORK: f64 = 40.0;
const DASH_WORK: f64 = 200.0;

/// Checks that a drawing can be drawn at a scale within the limits of time and memory.
///
/// # Errors
/// The drawing exceeds a limit.
pub(super) fn check(tree: &Tree, scale: (f32, f32), size: (u32, u32)) -> Result<(), PictureFileError> {
    let size = (f64::from(size.0), f64::from(size.1));
    let mut work = Work { size, painted: 0.0 };
    work.group(tree.root(), Transform::from_scale(scale.0, scale.1), 0.0)
}

/// Sum of the work so far.
struct Work {
    /// Width and height of the picture.
    size: (f64, f64),
    painted: f64,
}

impl Work {
    /// Adds pixels that are painted.
    ///
    /// # Errors
    /// The sum exceeds the limit.
    fn add(&mut self, pixels: f64) -> Result<(), PictureFileError> {
        self.painted += pixels;
        let is_within = self.painted <= MAX_PAINTED;
        if is_within { Ok(()) } else { Err(PictureFileError::SvgTooComplex) }
    }

    /// Returns the number of pixels of a box of a given size. Layers may extend beyond the picture by twice its size on
    /// each side.
    fn area(&self, width: f32, height: f32) -> f64 {
        let side = |length: f32, limit: f64| f64::from(length).abs().min(5.0 * limit) + 4.0;
        side(width, self.size.0) * side(height, self.size.1)
    }

    /// Adds the work for a group. `layers` is the number of pixels in the layers around it.
    ///
    /// # Errors
    /// The work exceeds a limit.
    fn group(&mut self, group: &Group, transform: Transform, layers: f64) -> Result<(), PictureFileError> {
        let transform = transform.pre_concat(group.transform());
        self.add(POINT_WORK)?;
        let mut layers = layers;
        if group.should_isolate() {
            let layer = group.layer_bounding_box().transform(transform).ok_or(PictureFileError::SvgTooComplex)?;
            let pixels = self.area(layer.width(), layer.height());
            // A clip and a mask need a layer each, as large as the layer of the group.
            layers += pixels * 3.0;
            if layers > MAX_LAYER_PIXELS {
                return Err(PictureFileError::SvgTooComplex);
            }
            self.add(pixels * 4.0)?;
            if let Some(clip) = group.clip_path() {
                self.clip(clip, transform, pixels, layers)?;
            }
            if let Some(mask) = group.mask() {
                self.mask(mask, transform, pixels, layers)?;
            }
        }
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner, transform, layers)?,
                Node::Path(path) => self.path(path, transform)?,
                // Pictures and texts were refused or left out before.
                Node::Image(_) | Node::Text(_) => return Err(PictureFileError::SvgTooComplex),
            }
        }
        Ok(())
    }

    /// Adds the work for a clip path on a layer of a number of pixels.
    ///
    /// # Errors
    /// The work exceeds a limit.
    fn clip(
        &mut self,
        clip: &ClipPath,
        transform: Transform,
        pixels: f64,
        layers: f64,
    ) -> Result<(), PictureFileError> {
        self.add(pixels * 2.0)?;
        let layers = layers + pixels;
        if let Some(further) = clip.clip_path() {
            self.clip(further, transform, pixels, layers)?;
        }
        self.group(clip.root(), transform.pre_concat(clip.transform()), layers)
    }

    /// Adds the work for a mask on a layer of a number of pixels.
    ///
    /// # Errors
    /// The work exceeds a limit.
    fn mask(&mut self, mask: &Mask, transform: Transform, pixels: f64, layers: f64) -> Result<(), PictureFileError> {
        self.add(pixels * 4.0)?;
        let layers = layers + pixels;
        if let Some(further) = mask.mask() {
            self.mask(further, transform, pixels, layers)?;
        }
        self.group(mask.root(), transform, layers)
    }

    /// Adds the work for a path: its area, its points, and the dashes of its line.
    ///
    /// # Errors
    /// The work exceeds a limit.
    fn path(&mut self, path: &Path, transform: Transform) -> Result<(), PictureFileError> {
        let size = path.stroke_bounding_box().transform(transform);
        let (width, height) = size.map_or((0.0, 0.0), |size| (size.width(), size.height()));
        let limited = |length: f32, limit: f64| f64::from(length).min(limit) + 2.0;
        let area = limited(width, self.size.0) * limited(height, self.size.1);
        let times = f64::from(u8::from(path.fill().is_some()) + 2 * u8::from(path.stroke().is_some()));
        self.add(area * times + path.data().len() as f64 * POINT_WORK)?;
        let Some(dashes) = path.stroke().and_then(|stroke| stroke.dasharray()) else { return Ok(()) };
        let period: f64 = dashes.iter().map(|&length| f64::from(length)).sum();
        if period <= 0.0 {
            return Err(PictureFileError::SvgTooComplex);
        }
        self.add(length(path) / period * dashes.len() as f64 * DASH_WORK)
    }
}

/// Returns an upper bound of the length of a path: the length of the lines between its control points.
fn length(path: &Path) -> f64 {
    let (mut sum, mut at, mut start) = (0.0, Point::zero(), Point::zero());
    let mut to = |at: &mut Point, next: Point| {
        sum += f64::from(next.x - at.x).hypot(f64::from(next.y - at.y));
        *at = next;
    };
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(point) => (at, start) = (point, point),
            PathSegment::LineTo(point) => to(&mut at, point),
            PathSegment::QuadTo(a, point) => [a, point].into_iter().for_each(|next| to(&mut at, next)),
            PathSegment::CubicTo(a, b, point) => [a, b, point].into_iter().for_each(|next| to(&mut at, next)),
            PathSegment::Close => to(&mut at, start),
        }
    }
    sum
}
