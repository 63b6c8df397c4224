//! Draws pictures: small, upright drawings with one line weight, lit from the top left, from a pack or built in.

use tilewright_core::catalog::look::{Layer, OWN, PathOp, Picture, parse_path};

use crate::geometry::{Path, Point};
use crate::scene::{Color, Pen, Scene, Shape};

/// Ink colour of all outlines.
pub(crate) const INK: Color = Color::hex(0x5b3a29);
pub(crate) const CREAM: Color = Color::hex(0xfbf3df);
const ROOFS: [Color; 3] = [Color::hex(0xb03a26), Color::hex(0x8e2a22), Color::hex(0xc65a35)];
/// Width of all outlines, in cells.
pub(crate) const LINE: f32 = 0.008;

/// Position and style of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Stamp {
    /// Centre of the picture.
    pub at: Point,
    /// Width and height of the picture, in cells.
    pub size: f32,
    /// Number that selects one of several drawings with the same name, and the colour of roofs.
    pub choice: usize,
    /// Colour of the pictured object.
    pub own: Color,
    /// Ink of the pictured object.
    pub ink: Color,
    /// Rotation about the centre, in radians.
    pub angle: f32,
}

impl Stamp {
    /// Creates a stamp at a position, with the default colours.
    pub fn new(at: Point, size: f32) -> Stamp {
        Stamp { at, size, choice: 0, own: Color::hex(0xe69f00), ink: INK, angle: 0.0 }
    }
}

/// Draws a picture into a scene.
pub fn draw(scene: &mut Scene, picture: &Picture, stamp: Stamp) {
    match picture {
        Picture::Named(name) => draw_named(scene, name, stamp),
        Picture::Drawn(layers) => {
            for layer in layers {
                draw_layer(scene, layer, stamp);
            }
        }
    }
}

/// Returns a dot that replaces a very small picture, in the colour of its largest part; `None` if it has no filled
/// part.
pub(crate) fn dot(picture: &Picture, stamp: Stamp) -> Option<Shape> {
    let mut scene = Scene::default();
    draw(&mut scene, picture, stamp);
    let fills = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Fill(path, color) if color.alpha > 0.8 => Some((extent(path), *color)),
        _ => None,
    });
    let (_, color) = fills.max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Shape::Fill(Path::circle(stamp.at, stamp.size * 0.32), color))
}

/// Returns the area of the bounding box of a path.
fn extent(path: &Path) -> f32 {
    let points = path.to_polylines().concat();
    let fold = |axis: fn(&Point) -> f32, with: fn(f32, f32) -> f32, start| points.iter().map(axis).fold(start, with);
    let width = fold(|p| p.x, f32::max, f32::NEG_INFINITY) - fold(|p| p.x, f32::min, f32::INFINITY);
    let height = fold(|p| p.y, f32::max, f32::NEG_INFINITY) - fold(|p| p.y, f32::min, f32::INFINITY);
    if width.is_finite() && height.is_finite() { width * height } else { 0.0 }
}

/// Draws a built-in picture; unknown names draw nothing.
pub(crate) fn draw_named(scene: &mut Scene, name: &str, stamp: Stamp) {
    let drawings: Vec<&NamedDrawing> = DRAWINGS.iter().filter(|d| d.name == name).collect();
    let Some(drawing) = drawings.get(stamp.choice % drawings.len().max(1)) else { return };
    for part in drawing.parts {
        let Ok(ops) = parse_path(part.path) else { continue };
        let path = stamp_path(&ops, stamp);
        if let Some(fill) = ink_of(part.fill, stamp) {
            scene.fill(path.clone(), fill);
        }
        if let Some(line) = ink_of(part.line, stamp) {
            let width = if part.width == 0 { LINE } else { part.width as f32 / 100.0 * stamp.size };
            let pen = Pen::solid(line, width).with_round_ends();
            let dash = part.dashed.then_some((stamp.size * 0.07, stamp.size * 0.06));
            scene.line(path, Pen { dash, round: !part.dashed, ..pen });
        }
    }
}

/// Returns the outline of the first filled part of a picture, which serves as its halo.
pub(crate) fn silhouette(picture: &Picture, stamp: Stamp) -> Option<Path> {
    match picture {
        Picture::Named(name) => {
            let part = DRAWINGS.iter().find(|d| d.name == name)?.parts.iter().find(|p| p.fill != '-')?;
            Some(stamp_path(&parse_path(part.path).ok()?, stamp))
        }
        Picture::Drawn(layers) => layers.iter().find(|l| l.fill.is_some()).map(|l| stamp_path(&l.path, stamp)),
    }
}

fn draw_layer(scene: &mut Scene, layer: &Layer, stamp: Stamp) {
    let color = |text: &Option<String>| {
        let text = text.as_deref()?;
        if text == OWN { Some(stamp.own) } else { Color::parse(text) }
    };
    let path = stamp_path(&layer.path, stamp);
    if let Some(fill) = color(&layer.fill) {
        scene.fill(path.clone(), fill);
    }
    if let Some(line) = color(&layer.line) {
        scene.line(path, Pen::solid(line, f32::from(layer.width) / 100.0 * stamp.size).with_round_ends());
    }
}

fn stamp_path(ops: &[PathOp], stamp: Stamp) -> Path {
    let point = |x: i16, y: i16| {
        let at = stamp.at + Point::new(f32::from(x), f32::from(y)) * (stamp.size / 100.0);
        if stamp.angle == 0.0 { at } else { at.rotate(stamp.at, stamp.angle) }
    };
    let mut path = Path::default();
    for op in ops {
        path = match *op {
            PathOp::Move([x, y]) => {
                path.0.extend(Path::from(point(x, y)).0);
                path
            }
            PathOp::Line([x, y]) => path.to(point(x, y)),
            PathOp::Quad([a, b, x, y]) => path.quad(point(a, b), point(x, y)),
            PathOp::Cubic([a, b, c, d, x, y]) => path.cubic(point(a, b), point(c, d), point(x, y)),
            PathOp::Circle([x, y, r]) => {
                path.0.extend(Path::circle(point(x, y), f32::from(r) * stamp.size / 100.0).0);
                path
            }
            PathOp::Close => path.close(),
        };
    }
    path
}

fn ink_of(code: char, stamp: Stamp) -> Option<Color> {
    Some(match code {
        'i' => INK,
        'c' => CREAM,
        'r' => ROOFS[stamp.choice / 4 % 3],
        'q' => ROOFS[(stamp.choice / 4 + 1) % 3],
        'l' => Color::hex(0x5e8c5a),
        's' => Color::hex(0x33563b),
        'h' => Color::hex(0x86ad78),
        'g' => Color::hex(0xa6c47e),
        'b' => Color::hex(0x1f5fa8),
        'w' => Color::hex(0xffffff),
        'y' => Color::hex(0xe8b93c),
        'd' => Color::hex(0x8a5a35),
        'e' => Color::hex(0xe3d3b4),
        'a' => Color::hex(0xa7a29a),
        'f' => Color::hex(0xe2662c),
        'p' => Color::hex(0x8e2f5b),
        'm' => Color::hex(0x8c7460),
        'n' => Color::hex(0x2a2018),
        't' => Color::hex(0x6f8ea6),
        'z' => INK.alpha(0.22),
        'x' => CREAM.alpha(0.45),
        'o' => stamp.own,
        'k' => stamp.ink,
        _ => return None,
    })
}

/// A named drawing; several drawings of one name are variants.
struct NamedDrawing {
    name: &'static str,
    parts: &'static [PicturePart],
}

#[derive(Clone, Copy)]
struct PicturePart {
    path: &'static str,
    fill: char,
    line: char,
    /// Line width in hundredths of the picture; 0 for the standard width of outlines.
    width: u8,
    dashed: bool,
}

/// Creates a filled part without an outline.
const fn f(path: &'static str, fill: char) -> PicturePart {
    PicturePart { path, fill, line: '-', width: 0, dashed: false }
}

/// Creates a filled part with an outline.
const fn o(path: &'static str, fill: char) -> PicturePart {
    PicturePart { path, fill, line: 'i', width: 0, dashed: false }
}

/// Creates a part that is a line.
const fn l(path: &'static str, line: char, width: u8) -> PicturePart {
    PicturePart { path, fill: '-', line, width, dashed: false }
}

const fn d(name: &'static str, parts: &'static [PicturePart]) -> NamedDrawing {
    NamedDrawing { name, parts }
}

const ROUND_GREEN: [PicturePart; 2] =
    [f("O0 0 48", 'g'), PicturePart { path: "O0 0 48", fill: '-', line: 's', width: 3, dashed: true }];

#[rustfmt::skip] // one part a line reads best
const DRAWINGS: &[NamedDrawing] = &[
    d("anchor", &[
        l("M0 -26L0 40M-22 -14L22 -14M-38 14Q-30 40 0 40Q30 40 38 14", 'i', 9), l("O0 -36 9", 'i', 7),
    ]),
    d("banner", &[
        l("M-26 48L-26 -46", 'd', 8), o("M-26 -44L38 -44L24 -24L38 -4L-26 -4Z", 'o'),
    ]),
    d("barrel", &[
        o("M-27 -40Q-46 0 -27 40L27 40Q46 0 27 -40Z", 'd'), f("M-24 -36Q-36 0 -24 36L-12 36Q-20 0 -12 -36Z", 'x'),
        l("M-33 -22L33 -22M-33 22L33 22", 'i', 7), f("O2 0 13", 'p'),
    ]),
    d("beacon", &[
        ROUND_GREEN[0], ROUND_GREEN[1],
        o("M-12 -6L12 -6L18 38L-18 38Z", 'e'), f("M3 -4L11 -4L16 37L8 37Z", 'z'), f("M-5 38L-5 24Q0 16 5 24L5 38Z", 'i'),
        o("M-22 -14L22 -14L15 -3L-15 -3Z", 'd'),
        f("M-16 -14Q-22 -32 -2 -50Q0 -36 12 -32Q22 -22 15 -14Z", 'f'), f("M-8 -14Q-10 -26 0 -36Q2 -26 8 -22Q10 -18 7 -14Z", 'y'),
    ]),
    d("boat", &[
        l("M0 14L0 -44", 'i', 5), o("M4 -42L32 6L4 6Z", 'c'), o("M-44 12L44 12L28 36L-28 36Z", 'd'),
    ]),
    d("bush", &[
        f("O-16 12 26", 's'), f("O22 14 24", 's'), f("O2 -8 30", 's'),
        f("O-19 8 23", 'l'), f("O19 11 21", 'l'), f("O-1 -11 27", 'l'), f("O-9 -20 9", 'h'), f("O-25 3 7", 'h'),
    ]),
    d("castle", &[
        o("M-15 -28L15 -28L15 0L-15 0Z", 'c'), o("M-21 -26L0 -50L21 -26Z", 'r'), f("M-4 -20L4 -20L4 -10L-4 -10Z", 'i'),
        o("M-32 -4L-22 -4L-22 -10L-12 -10L-12 -4L-4 -4L-4 -10L4 -10L4 -4L12 -4L12 -10L22 -10L22 -4L32 -4L32 36L-32 36Z", 'e'),
        o("M-48 -20L-42 -20L-42 -14L-37 -14L-37 -20L-31 -20L-31 -14L-26 -14L-26 38L-48 38Z", 'c'),
        o("M48 -20L42 -20L42 -14L37 -14L37 -20L31 -20L31 -14L26 -14L26 38L48 38Z", 'c'),
        f("M41 -13L47 -13L47 37L41 37Z", 'z'), f("M-33 -13L-27 -13L-27 37L-33 37Z", 'z'),
        f("M-11 37L-11 16Q0 2 11 16L11 37Z", 'i'), f("M-40 0L-34 0L-34 10L-40 10Z", 'i'), f("M34 0L40 0L40 10L34 10Z", 'i'),
    ]),
    d("cathedral", &[
        f("O0 6 46", 'e'), PicturePart { path: "O0 6 46", fill: '-', line: 'i', width: 2, dashed: true },
        o("M-20 -6L20 -6L20 36L-20 36Z", 'c'), o("M-22 -4L0 -32L22 -4Z", 'r'),
        o("M-38 -18L-18 -18L-18 36L-38 36Z", 'c'), o("M18 -18L38 -18L38 36L18 36Z", 'c'),
        f("M31 -17L37 -17L37 35L31 35Z", 'z'), f("M-25 -17L-19 -17L-19 35L-25 35Z", 'z'),
        o("M-41 -16L-28 -50L-15 -16Z", 't'), o("M15 -16L28 -50L41 -16Z", 't'),
        o("O0 2 8", 't'), f("M-7 36L-7 24Q0 12 7 24L7 36Z", 'i'),
        f("M-31 -8L-25 -8L-25 6L-31 6Z", 'i'), f("M25 -8L31 -8L31 6L25 6Z", 'i'), f("M-31 16L-25 16L-25 28L-31 28Z", 'i'), f("M25 16L31 16L31 28L25 28Z", 'i'),
    ]),
    d("chest", &[
        f("O-20 -14 9", 'y'), f("O-2 -20 10", 'y'), f("O18 -14 9", 'y'),
        o("M-42 -8L42 -8L42 38L-42 38Z", 'd'), o("M-42 -8Q-42 -38 -26 -40L26 -40Q42 -38 42 -8Z", 'd'),
        f("M-38 -12Q-36 -34 -24 -36L20 -36L20 -30L-20 -30Q-30 -28 -32 -12Z", 'x'),
        l("M-42 -8L42 -8", 'i', 7), l("M-26 -38L-26 36M26 -38L26 36", 'y', 7), o("M-8 -14L8 -14L8 6L-8 6Z", 'y'),
    ]),
    d("church", &[
        ROUND_GREEN[0], ROUND_GREEN[1],
        o("M-8 -2L31 -2L31 27L-8 27Z", 'c'), o("M-11 -1L-6 -21L33 -21L37 -1Z", 'r'),
        o("M-28 -22L-9 -22L-9 27L-28 27Z", 'c'), f("M-15 -21L-10 -21L-10 26L-15 26Z", 'z'), o("M-32 -20L-18 -49L-5 -20Z", 'q'),
        f("M0 18L0 9Q3 4 6 9L6 18Z", 'i'), f("M11 18L11 9Q14 4 17 9L17 18Z", 'i'), f("M22 18L22 9Q25 4 28 9L28 18Z", 'i'),
        f("O-19 -11 4", 'i'), f("M-24 27L-24 14Q-19 7 -14 14L-14 27Z", 'i'),
    ]),
    d("cloth", &[
        o("M-38 8Q-20 26 -26 42L34 42L34 -4Z", 'b'), o("M-30 -32L34 -32L34 8L-30 8Z", 'b'),
        f("M-26 -28L30 -28L30 -18L-26 -18Z", 'x'), o("M-30 -32Q-46 -12 -30 8Q-14 -12 -30 -32Z", 'c'), l("M-30 -20Q-36 -12 -30 -4", 'i', 4),
        l("M-18 18L34 18M-20 30L34 30", 'y', 5),
    ]),
    d("cloud", &[f("O-20 4 22", 'i'), f("O20 4 22", 'i'), f("O0 -10 28", 'i'), f("O-20 4 18", 'w'), f("O20 4 18", 'w'), f("O0 -10 24", 'w')]),
    d("coin", &[o("O0 0 42", 'y'), l("O0 0 32", 'd', 4), f("M0 -22L16 0L0 22L-16 0Z", 'd')]),
    d("crag", &[
        f("M-46 36Q0 50 48 36L40 30L-40 30Z", 'z'),
        o("M-48 36L-36 -8L-22 4L-8 -44L8 -14L22 -26L48 36Z", 'a'), f("M-8 -44L8 -14L4 36L22 36L48 36L22 -26L8 -14Z", 'z'),
        f("M-34 -4L-24 6L-30 30L-42 32Z", 'x'), f("M-8 -36L0 -16L-10 10L-16 0Z", 'x'),
        l("M-8 -44L-4 -12L-14 14M22 -26L18 4L28 22", 'i', 3),
    ]),
    d("cross", &[o("M-12 -44L12 -44L12 -12L44 -12L44 12L12 12L12 44L-12 44L-12 12L-44 12L-44 -12L-12 -12Z", 'o')]),
    d("crown", &[o("M-38 32L-46 -22L-20 2L0 -38L20 2L46 -22L38 32Z", 'y'), l("M-36 22L36 22", 'd', 6), o("O0 -38 6", 'f'), o("O-46 -22 5", 'f'), o("O46 -22 5", 'f')]),
    d("diamond", &[o("M0 -46L36 0L0 46L-36 0Z", 'o')]),
    d("disc", &[o("O0 0 42", 'o'), f("O-12 -12 14", 'x')]),
    d("eye", &[o("M-46 0Q0 -52 46 0Q0 52 -46 0Z", 'w'), f("O0 0 18", 'b'), f("O0 0 9", 'n'), f("O-5 -5 4", 'w')]),
    d("feather", &[o("M-30 42Q-40 -10 30 -46Q44 10 -14 28Z", 'c'), l("M-34 46Q-6 10 22 -32", 'i', 5)]),
    d("fir", &[
        f("M-5 32L5 32L5 48L-5 48Z", 'd'), f("M0 -14L34 36L-34 36Z", 's'), f("M0 -48L27 6L-27 6Z", 's'),
        f("M0 -14L0 36L-34 36Z", 'l'), f("M0 -48L0 6L-27 6Z", 'l'),
    ]),
    d("flag", &[l("M-22 48L-22 -46", 'd', 9), o("M-20 -44L42 -27L-20 -8Z", 'f')]),
    d("flower", &[
        f("O0 8 44", 's'), f("M0 8L52 -8L52 22Z", 'l'), f("O0 6 40", 'l'),
        o("M0 18Q-48 6 -36 -18Q-14 -14 0 18Z", 'w'), o("M0 18Q48 6 36 -18Q14 -14 0 18Z", 'w'),
        o("M0 18Q-30 -14 -16 -36Q4 -22 0 18Z", 'w'), o("M0 18Q30 -14 16 -36Q-4 -22 0 18Z", 'w'), o("M0 20Q-16 -8 0 -30Q16 -8 0 20Z", 'w'),
        f("O0 10 8", 'y'),
    ]),
    d("gate", &[
        o("M-38 44L-38 -40L-22 -40L-22 -28L-8 -28L-8 -40L8 -40L8 -28L22 -28L22 -40L38 -40L38 44Z", 'e'),
        f("M26 -26L36 -26L36 43L26 43Z", 'z'), l("M-36 -14L36 -14", 'i', 4), f("M-18 44L-18 18Q0 -12 18 18L18 44Z", 'i'),
    ]),
    d("gem", &[o("M-30 -34L30 -34L46 -8L0 44L-46 -8Z", 't'), l("M-46 -8L46 -8M-14 -34L-18 -8L0 44L18 -8L14 -34", 'i', 3), f("M-28 -31L-16 -31L-20 -11L-40 -11Z", 'x')]),
    d("grapes", &[
        o("O-20 -6 13", 'p'), o("O4 -8 13", 'p'), o("O26 -4 13", 'p'), o("O-10 14 13", 'p'), o("O14 14 13", 'p'), o("O2 34 13", 'p'),
        o("M0 -16Q-30 -20 -26 -42Q4 -44 0 -16Z", 'l'), l("M0 -16L8 -44", 'd', 7),
    ]),
    d("hammer", &[
        o("M-7 48L-7 -16L7 -16L7 48Z", 'o'), o("M-40 -44L26 -44Q46 -40 46 -22L40 -12L-40 -12Z", 'o'), l("M-7 -12L7 -12", 'i', 5),
    ]),
    d("hill", &[o("M-12 28Q18 -28 48 28Z", 'g'), o("M-48 30Q-16 -44 18 30Z", 'g'), l("M-26 6Q-20 -10 -10 -4M-8 14Q-2 4 4 12", 's', 3)]),
    d("house", &[
        o("M-28 -4L28 -4L28 42L-28 42Z", 'c'), f("M16 -2L27 -2L27 41L16 41Z", 'z'), o("M-42 0L0 -42L42 0Z", 'r'), f("M-8 42L-8 16L8 16L8 42Z", 'i'),
    ]),
    d("house", &[
        o("M-34 2L34 2L34 40L-34 40Z", 'c'), o("M-44 4L-30 -30L30 -30L44 4Z", 'r'), o("M14 -42L24 -42L24 -22L14 -22Z", 'c'),
        f("M-22 12L-10 12L-10 24L-22 24Z", 'i'), f("M6 40L6 16L20 16L20 40Z", 'i'),
    ]),
    d("house", &[
        o("M-22 -12L22 -12L22 44L-22 44Z", 'c'), f("M12 -10L21 -10L21 43L12 43Z", 'z'), o("M-32 -8L0 -50L32 -8Z", 'r'),
        f("M-7 44L-7 24L7 24L7 44Z", 'i'), f("M-6 -2L6 -2L6 10L-6 10Z", 'i'),
    ]),
    d("houses", &[
        o("M-50 2L0 2L0 34L-50 34Z", 'c'), o("M-54 4L-44 -18L2 -18L2 4Z", 'q'), o("M-2 -8L44 -8L44 34L-2 34Z", 'c'), f("M34 -6L43 -6L43 33L34 33Z", 'z'),
        o("M-10 -5L21 -40L52 -5Z", 'r'), f("M14 34L14 14L28 14L28 34Z", 'i'), f("M-38 12L-28 12L-28 22L-38 22Z", 'i'), f("M-18 34L-18 16L-8 16L-8 34Z", 'i'),
    ]),
    d("houses", &[
        o("M-16 -16L18 -16L18 20L-16 20Z", 'c'), o("M-24 -13L1 -46L26 -13Z", 'q'),
        o("M-50 4L-10 4L-10 38L-50 38Z", 'c'), o("M-56 7L-30 -22L-4 7Z", 'r'), o("M4 8L46 8L46 38L4 38Z", 'c'), o("M-2 10L6 -12L44 -12L52 10Z", 'r'),
        f("M-36 38L-36 20L-24 20L-24 38Z", 'i'), f("M12 16L22 16L22 26L12 26Z", 'i'), f("M30 38L30 18L40 18L40 38Z", 'i'), f("M-4 -8L6 -8L6 2L-4 2Z", 'i'),
    ]),
    d("houses", &[
        o("M6 -6L48 -6L48 30L6 30Z", 'c'), o("M0 -3L10 -28L44 -28L54 -3Z", 'q'), o("M-44 -12L-8 -12L-8 36L-44 36Z", 'c'), f("M-17 -10L-9 -10L-9 35L-17 35Z", 'z'),
        o("M-52 -8L-26 -44L0 -8Z", 'r'), f("M-32 36L-32 18L-20 18L-20 36Z", 'i'), f("M-31 -2L-21 -2L-21 8L-31 8Z", 'i'), f("M16 4L26 4L26 14L16 14Z", 'i'), f("M32 30L32 10L42 10L42 30Z", 'i'),
    ]),
    d("hut", &[
        o("M-32 0L32 0L30 40L-30 40Z", 'e'), l("M-18 2L-17 38M20 2L19 38", 'd', 4), o("M-48 6Q-34 -20 0 -46Q34 -20 48 6Q0 18 -48 6Z", 'y'),
        l("M-4 -38Q-22 -16 -28 4M4 -38Q22 -16 28 4M0 -40L0 8", 'd', 4), f("M-10 40L-10 24Q0 14 10 24L10 40Z", 'i'),
    ]),
    d("inn", &[
        o("M6 -48L16 -48L16 -24L6 -24Z", 'e'), o("M-38 -2L26 -2L26 42L-38 42Z", 'c'), f("M16 0L25 0L25 41L16 41Z", 'z'), o("M-48 2L-34 -34L20 -34L35 2Z", 'r'),
        f("M-30 10L-18 10L-18 22L-30 22Z", 'y'), f("M-10 42L-10 16L6 16L6 42Z", 'i'), l("M27 8L47 8", 'i', 5), o("M33 10L50 10L50 28L33 28Z", 'y'),
    ]),
    d("key", &[l("O-22 0 18", 'i', 11), l("M-4 0L44 0M30 0L30 18M42 0L42 20", 'i', 11), l("O-22 0 18", 'y', 6), l("M-4 0L44 0M30 0L30 18M42 0L42 20", 'y', 6)]),
    d("lamp", &[
        f("O0 0 48", 'x'), o("O0 -2 26", 'o'), o("M-14 18L14 18L10 34L-10 34Z", 'd'), f("M-8 14Q-14 -4 0 -20Q14 -4 8 14Z", 'f'), f("M-4 14Q-6 2 0 -6Q6 2 4 14Z", 'y'),
        l("M-12 -24Q0 -46 12 -24", 'i', 5),
    ]),
    d("letter", &[o("M-44 -28L44 -28L44 30L-44 30Z", 'c'), l("M-44 -28L0 6L44 -28", 'i', 4), f("O0 8 10", 'f')]),
    d("maze", &[
        o("O0 0 49", 'c'),
        l("M-8 37Q-37 32 -37 0Q-37 -37 0 -37Q37 -37 37 0Q37 32 10 37", 's', 8), l("M0 -24Q-24 -24 -24 0Q-24 24 0 24Q24 24 24 0Q24 -10 18 -16M0 -37L0 -24M-37 4L-24 4", 's', 8),
        l("M11 2Q11 -11 0 -11Q-11 -11 -11 0Q-11 11 0 11M11 2L24 6", 's', 8),
        l("M-8 37Q-37 32 -37 0Q-37 -37 0 -37Q37 -37 37 0Q37 32 10 37", 'l', 4), l("M0 -24Q-24 -24 -24 0Q-24 24 0 24Q24 24 24 0Q24 -10 18 -16", 'l', 4), l("M11 2Q11 -11 0 -11Q-11 -11 -11 0Q-11 11 0 11", 'l', 4),
    ]),
    d("moon", &[o("M14 -44Q-44 -34 -38 8Q-30 48 20 40Q-10 22 -8 -4Q-6 -30 14 -44Z", 'y')]),
    d("none", &[]),
    d("number", &[o("O0 0 46", 'y'), l("O0 0 38", 'd', 3)]),
    d("peak", &[
        o("M-48 36L-8 -42L6 -26L14 -32L48 36Z", 'm'), f("M6 -26L14 -32L48 36L18 36L2 4Z", 'z'),
        f("M-22 -14L-8 -42L6 -26L14 -32L25 -10L14 -17L5 -8L-5 -18L-12 -8Z", 'w'),
    ]),
    d("peak", &[
        o("M-2 36L22 -14L48 36Z", 'm'), o("M-48 36L-14 -34L22 36Z", 'm'), f("M-14 -34L22 36L-2 36L-18 2Z", 'z'),
        f("M-25 -12L-14 -34L-3 -12L-10 -18L-16 -9Z", 'w'),
    ]),
    d("person", &[
        o("M-50 46L-20 2L-46 2Q-52 -20 -22 -20C-34 -58 34 -58 22 -20Q52 -20 46 2L20 2L50 46L14 46L0 20L-14 46Z", 'o'),
        f("M-38 -4Q-38 -14 -20 -14L-8 -14L-8 -4Z", 'x'),
    ]),
    d("pig", &[
        o("M-36 24L-44 -2Q-40 -28 -8 -26L22 -26L34 -36L36 -20Q48 -14 50 2L40 12L30 14L26 40L12 40L12 22L-12 22L-14 40L-30 40Z", 'o'),
        f("O34 -8 4", 'n'), l("M-44 -6Q-54 -14 -46 -22", 'i', 5),
    ]),
    d("reeds", &[
        l("M-22 44Q-22 0 -28 -18M-4 44Q-4 -6 2 -34M16 44Q18 6 26 -10M-12 44Q-30 20 -44 14M6 44Q24 24 42 18", 's', 6),
        l("M-28 -14L-31 -30M2 -28L4 -46M26 -8L30 -24", 'd', 13),
    ]),
    d("rock", &[o("M-42 28L-30 -10L-8 -26L18 -16L40 28Z", 'a'), f("M18 -16L40 28L8 28L2 -4Z", 'z'), f("M-30 -10L-8 -26L-4 -8L-26 6Z", 'x')]),
    d("sheaf", &[
        l("M0 4L-30 -40M0 4L-14 -46M0 4L0 -48M0 4L14 -46M0 4L30 -40", 'i', 12),
        l("M0 4L-30 -40M0 4L-14 -46M0 4L0 -48M0 4L14 -46M0 4L30 -40", 'y', 8),
        o("M-12 2L12 2L28 44L-28 44Z", 'y'), l("M-6 12L-12 40M0 12L0 42M6 12L12 40", 'd', 3), o("M-15 -6L15 -6L14 8L-14 8Z", 'f'),
    ]),
    d("shield", &[
        f("M-42 -48L42 -48L42 2Q38 36 0 50Q-38 36 -42 2Z", 'i'), f("M-37 -43L37 -43L37 1Q33 31 0 44Q-33 31 -37 1Z", 'w'),
        f("M-29 -35L29 -35L29 0Q27 24 0 35Q-27 24 -29 0Z", 'b'), f("M12 -35L29 -35L29 -27L-20 21L-27 10L-27 5Z", 'w'),
    ]),
    d("ship", &[
        l("M-14 18L-14 -46M16 18L16 -38", 'i', 4),
        o("M-32 -40Q-2 -34 2 -18Q-2 -6 -32 2Q-24 -18 -32 -40Z", 'o'), o("M4 -32Q32 -28 36 -14Q32 -2 4 6Q12 -12 4 -32Z", 'o'),
        f("M-14 -50L-34 -46L-14 -41Z", 'f'), o("M-48 8L-36 14L34 14L48 2L36 38L-34 38Z", 'd'), l("M-40 24L40 22", 'i', 3), f("O-22 29 3", 'i'), f("O-4 29 3", 'i'), f("O14 29 3", 'i'),
    ]),
    d("skull", &[
        l("M-40 40L40 16M40 40L-40 16", 'i', 15), l("M-40 40L40 16M40 40L-40 16", 'c', 10),
        o("M-34 -12Q-34 -46 0 -46Q34 -46 34 -12Q34 6 20 12L20 28L-20 28L-20 12Q-34 6 -34 -12Z", 'c'),
        f("O-14 -10 10", 'n'), f("O14 -10 10", 'n'), f("M0 2L6 12L-6 12Z", 'n'), l("M-8 18L-8 28M0 18L0 28M8 18L8 28", 'n', 3),
    ]),
    d("square", &[o("M-36 -36L36 -36L36 36L-36 36Z", 'o')]),
    d("star", &[
        o("M0 -48L12 -16L46 -15L19 6L28 40L0 20L-28 40L-19 6L-46 -15L-12 -16Z", 'y'), f("M0 -40L8 -12L0 0L-12 -10Z", 'x'), f("M-36 -12L-12 -10L0 0L-16 4Z", 'x'),
    ]),
    d("storm", &[
        f("O-24 -8 24", 'i'), f("O22 -8 24", 'i'), f("O0 -20 28", 'i'), f("O-24 -8 20", 't'), f("O22 -8 20", 't'), f("O0 -20 24", 't'), f("O-8 -26 10", 'x'),
        o("M4 -6L-18 24L-2 24L-10 48L20 14L4 14L16 -6Z", 'y'),
    ]),
    d("sun", &[l("M0 -48L0 48M-48 0L48 0M-34 -34L34 34M-34 34L34 -34", 'y', 8), o("O0 0 26", 'y')]),
    d("tent", &[o("M0 -40L46 40L-46 40Z", 'c'), f("M0 -40L46 40L18 40Z", 'z'), f("M0 -4L14 40L-14 40Z", 'i'), l("M0 -40L0 -50", 'i', 5)]),
    d("tower", &[
        o("M-20 -22L20 -22L22 44L-22 44Z", 'e'), f("M6 -20L19 -20L21 43L8 43Z", 'z'), o("M-28 -18L0 -50L28 -18Z", 'o'),
        f("M-5 -8L5 -8L5 8L-5 8Z", 'i'), f("M-8 44L-8 28Q0 18 8 28L8 44Z", 'i'),
    ]),
    d("tree", &[f("O6 6 38", 's'), f("O-1 -1 35", 'l'), f("O-12 -12 13", 'h')]),
    d("trees", &[
        f("O26 13 23", 's'), f("O23 10 20", 'l'), f("O17 4 7", 'h'), f("O-14 -3 33", 's'), f("O-18 -7 29", 'l'), f("O-27 -16 11", 'h'),
    ]),
    d("tuft", &[l("M-6 24L-34 -20M0 24L0 -40M6 24L34 -20", 'k', 15)]),
    d("village", &[
        PicturePart { path: "O0 0 48", fill: 'g', line: 'k', width: 5, dashed: false },
        o("M8 -18L32 -18L32 4L8 4Z", 'c'), o("M2 -15L20 -36L38 -15Z", 'q'), o("M-32 -4L-4 -4L-4 20L-32 20Z", 'c'), o("M-39 -1L-18 -25L3 -1Z", 'r'),
        f("M-22 20L-22 6L-13 6L-13 20Z", 'i'), f("O17 24 13", 's'), f("O15 22 11", 'l'),
    ]),
    d("wave", &[l("M-44 0Q-22 -24 0 0Q22 24 44 0", 'k', 8)]),
    d("well", &[
        l("M-24 20L-24 -20M24 20L24 -20", 'd', 8), o("M-38 -18L0 -46L38 -18Z", 'r'), o("M-32 12L32 12L28 42L-28 42Z", 'e'), f("M-24 14L24 14L20 22L-20 22Z", 'b'), l("M-30 26L30 26", 'i', 3),
    ]),
    d("wheel", &[l("O0 0 38", 'i', 12), l("O0 0 38", 'd', 7), l("M-36 0L36 0M0 -36L0 36M-26 -26L26 26M-26 26L26 -26", 'd', 6), o("O0 0 10", 'd')]),
    d("winged", &[
        o("M-6 2Q-30 -46 -48 -28Q-50 -4 -8 10Q-44 12 -36 34Q-20 40 -4 14Z", 'w'), o("M6 2Q30 -46 48 -28Q50 -4 8 10Q44 12 36 34Q20 40 4 14Z", 'w'),
        o("M-7 -6L7 -6L20 46L-20 46Z", 'o'), o("O0 -20 14", 'c'), o("M-15 -20Q-12 -40 0 -38Q12 -40 15 -20Q4 -28 0 -28Q-4 -28 -15 -20Z", 'y'),
    ]),
    d("witch", &[
        o("M-34 46Q-30 4 0 -6Q30 4 34 46Z", 'o'), o("O0 -10 15", 'c'), o("M-40 -14Q0 -2 40 -14L16 -22Q16 -34 26 -46Q-4 -48 -14 -22Z", 'o'), l("M-15 -22Q0 -16 16 -22", 'y', 5),
        l("M40 44L28 -2", 'd', 6),
    ]),
    d("wizard", &[
        o("M-34 46L-16 0L16 0L34 46Z", 'o'), o("O0 -8 14", 'c'), o("M-14 -2Q-12 32 0 34Q12 32 14 -2Q0 8 -14 -2Z", 'w'), o("M-24 -14L2 -50L24 -14Q0 -6 -24 -14Z", 'o'),
        f("O2 -26 5", 'y'), l("M38 46L34 -20", 'd', 6), f("O34 -24 8", 'y'),
    ]),
];

#[cfg(test)]
mod tests {
    use tilewright_core::catalog::look::PICTURES;

    use super::*;

    #[test]
    fn every_name_has_a_drawing_and_every_drawing_can_be_read() {
        for name in PICTURES {
            assert!(DRAWINGS.iter().any(|d| d.name == *name), "{name}");
        }
        for drawing in DRAWINGS {
            assert!(PICTURES.contains(&drawing.name), "{}", drawing.name);
            for part in drawing.parts {
                assert!(parse_path(part.path).is_ok(), "{}: {} {:?}", drawing.name, part.path, parse_path(part.path));
                let stamp = Stamp::new(Point::default(), 1.0);
                assert!(part.fill == '-' || ink_of(part.fill, stamp).is_some(), "{}: {}", drawing.name, part.fill);
                assert!(part.line == '-' || ink_of(part.line, stamp).is_some(), "{}: {}", drawing.name, part.line);
            }
        }
    }
}
