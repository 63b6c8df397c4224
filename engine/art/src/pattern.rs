//! Draws patterns and borders. Patterns are fixed to the board, not to the tile, so they continue from tile to tile.

use tilewright_core::catalog::lattice::Lattice;

use crate::geometry::{Path, PathPiece, Point};
use crate::look::Paint;
use crate::outline::{basis, cell_size};
use crate::picture::{CREAM, INK};
use crate::scene::{Color, Pen, Scene};

/// Draws the pattern of a terrain where `covers` returns true. `covers` receives a point in the box of the cell, as the
/// tile is turned on the board, and the distance from other areas that a stroke needs there.
pub(crate) fn fill(scene: &mut Scene, lattice: Lattice, paint: Paint<'_>, covers: impl Fn(Point, f32) -> bool) {
    let light = paint.fill.mix(CREAM, 0.62);
    let faint = paint.ink.alpha(0.34);
    match paint.pattern {
        "hatch" => hatch(scene, lattice, paint.ink.alpha(0.26), covers),
        "waves" => {
            strokes(scene, lattice, (6, 6), 0.034, covers, Pen::solid(light, 0.009).with_round_ends(), |p, odd| {
                let w = if odd { 0.042 } else { 0.034 };
                let at = |x: f32, y: f32| p + Point::new(x, y) * w;
                Path::from(at(-1.0, 0.0)).quad(at(-0.5, -0.5), at(0.0, 0.0)).quad(at(0.5, 0.5), at(1.0, 0.0))
            });
        }
        "cobbles" => {
            strokes(scene, lattice, (7, 8), 0.024, covers, Pen::solid(faint, 0.006).with_round_ends(), |p, odd| {
                let w = if odd { 0.02 } else { 0.014 };
                let mut path = Path::from(p - Point::new(w, 0.0)).to(p + Point::new(w, 0.0));
                let below = p + Point::new(0.012, 0.018);
                path.0.extend(Path::from(below - Point::new(w, 0.0)).to(below + Point::new(w * 0.6, 0.0)).0);
                path
            });
        }
        "dots" => {
            strokes(scene, lattice, (10, 10), 0.016, covers, Pen::solid(faint, 0.011).with_round_ends(), |p, _| {
                Path::from(p).to(p + Point::new(0.001, 0.0))
            });
        }
        "chevrons" => {
            strokes(scene, lattice, (7, 8), 0.026, covers, Pen::solid(faint, 0.007).with_round_ends(), |p, odd| {
                let w = if odd { 0.024 } else { 0.018 };
                Path::from(p + Point::new(-w, w * 0.6)).to(p + Point::new(0.0, -w * 0.6)).to(p + Point::new(w, w * 0.6))
            });
        }
        "dashes" => {
            strokes(scene, lattice, (6, 10), 0.026, covers, Pen::solid(faint, 0.007).with_round_ends(), |p, _| {
                Path::from(p - Point::new(0.022, 0.0)).to(p + Point::new(0.022, 0.0))
            });
        }
        _ => {}
    }
}

/// Draws small strokes on a grid that repeats from cell to cell; on squares every second row is shifted by half a step.
fn strokes(
    scene: &mut Scene,
    lattice: Lattice,
    (across, down): (i32, i32),
    room: f32,
    covers: impl Fn(Point, f32) -> bool,
    pen: Pen,
    stroke: impl Fn(Point, bool) -> Path,
) {
    let (u, v) = basis(lattice);
    let mut path = Path::default();
    // The box of a triangle is larger than that of other cells, and the grid crosses it at a slant.
    let (reach, rows, columns) = match lattice {
        Lattice::Triangle => (cell_size(lattice), -3 * down..=3 * down, -across..=3 * across),
        Lattice::Square | Lattice::Hex => ((1.1, 1.1), -1..=2 * down, -across..=2 * across),
    };
    for j in rows {
        for i in columns.clone() {
            let half = if j.rem_euclid(2) == 1 && lattice == Lattice::Square { 0.5 } else { 0.0 };
            let p = u * ((i as f32 + 0.25 + half) / across as f32) + v * ((j as f32 + 0.5) / down as f32);
            if (-0.1..reach.0).contains(&p.x) && (-0.1..reach.1).contains(&p.y) && covers(p, room) {
                path.0.extend(stroke(p, (i + j).rem_euclid(2) == 0).0);
            }
        }
    }
    if !path.0.is_empty() {
        scene.line(path, pen);
    }
}

/// Draws diagonal lines, cut where they leave the covered area.
fn hatch(scene: &mut Scene, lattice: Lattice, ink: Color, covers: impl Fn(Point, f32) -> bool) {
    // On each line, the dot product of `normal` and the position is a multiple of the pitch. The pitch divides both
    // basis steps, so lines continue in the next cell.
    let (normal, pitch) = match lattice {
        Lattice::Square => (Point::new(1.0, 1.0), 1.0 / 11.0),
        Lattice::Hex | Lattice::Triangle => (Point::new(0.5, 0.866_025_4), 0.75 / 11.0),
    };
    let square = normal.x * normal.x + normal.y * normal.y;
    let along = Point::new(normal.y, -normal.x).unit();
    let (width, height) = cell_size(lattice);
    let middle = Point::new(width / 2.0, height / 2.0);
    let mut path = Path::default();
    const STEP: f32 = 0.02;
    let far = if lattice == Lattice::Triangle { 60 } else { 40 };
    for line in -12..=36 {
        let value = (line as f32 + 0.5) * pitch;
        let offset = (value - (middle.x * normal.x + middle.y * normal.y)) / square;
        let foot = middle + normal * offset;
        let mut drawing = false;
        for step in -far..=far {
            let p = foot + along * (step as f32 * STEP);
            let within = (-0.02..=width + 0.02).contains(&p.x) && (-0.02..=height + 0.02).contains(&p.y);
            let on = within && covers(p, 0.0);
            match (drawing, on) {
                (false, true) => path.0.push(PathPiece::Move(p)),
                (true, true) if step == far => path.0.push(PathPiece::Line(p)),
                (true, false) => path.0.push(PathPiece::Line(p - along * STEP)),
                _ => {}
            }
            drawing = on;
        }
    }
    if !path.0.is_empty() {
        scene.line(path, Pen::solid(ink, 0.006));
    }
}

/// Draws the part of a border below the area: a shadow, or the lines along a coast.
pub(crate) fn border_below(scene: &mut Scene, border: &Path, area: Paint<'_>, beside: Paint<'_>) {
    match stronger(area, beside) {
        "wall" | "ridge" => scene.line(border.clone(), Pen::solid(Color::hex(0x33402a).alpha(0.17), 0.125)),
        "bank" if area.border != "bank" => coast(scene, border, beside),
        _ => {}
    }
}

/// Draws the part of a border above the area.
pub(crate) fn border_above(scene: &mut Scene, border: &Path, area: Paint<'_>, beside: Paint<'_>) {
    let ink = if area.border == stronger(area, beside) { area.ink } else { beside.ink };
    match stronger(area, beside) {
        "wall" => {
            scene.line(border.clone(), Pen::solid(INK, 0.064));
            scene.line(border.clone(), Pen::dashed(Color::hex(0xe9d8bd), 0.04, 0.034, 0.013));
        }
        "bank" => scene.line(border.clone(), Pen::solid(ink, 0.018)),
        "ridge" => {
            scene.line(border.clone(), Pen::dashed(ink.alpha(0.75), 0.05, 0.012, 0.02));
            scene.line(border.clone(), Pen::solid(ink, 0.014));
        }
        "hedge" => {
            let dots = |color, width| Pen { round: true, ..Pen::dashed(color, width, 0.001, 0.04) };
            scene.line(border.clone(), dots(Color::hex(0x33563b), 0.046));
            scene.line(border.clone(), dots(Color::hex(0x5e8c5a), 0.034));
        }
        "line" => scene.line(border.clone(), Pen::solid(ink, 0.016)),
        _ => {}
    }
}

/// Draws the lines along both sides of a coast; the land drawn later hides one half.
pub(crate) fn coast(scene: &mut Scene, border: &Path, water: Paint<'_>) {
    let light = water.fill.mix(CREAM, 0.5);
    scene.line(border.clone(), Pen::solid(light, 0.106));
    scene.line(border.clone(), Pen::solid(water.fill, 0.09));
    scene.line(border.clone(), Pen::solid(water.fill.mix(CREAM, 0.34), 0.056));
}

/// Returns the stronger border style of two neighbouring areas, which is the one to draw.
fn stronger<'a>(a: Paint<'a>, b: Paint<'a>) -> &'a str {
    let rank = |name: &str| ["none", "line", "hedge", "ridge", "bank", "wall"].iter().position(|n| *n == name);
    if rank(a.border) >= rank(b.border) { a.border } else { b.border }
}

/// Draws the paths of one terrain together, so that they merge.
pub(crate) fn tracks(scene: &mut Scene, paths: &[Path], paint: Paint<'_>, width: f32) {
    let casing = if paint.border == "none" { 0.0 } else { 0.026 };
    for path in paths {
        scene.line(path.clone(), Pen::solid(paint.ink, width + casing).with_round_ends());
    }
    for path in paths {
        scene.line(path.clone(), Pen::solid(paint.fill, width).with_round_ends());
    }
    for path in paths {
        match paint.pattern {
            "waves" => {
                scene.line(path.clone(), Pen::dashed(paint.fill.mix(CREAM, 0.7), 0.012, 0.06, 0.06).with_round_ends())
            }
            "plain" => {}
            "dots" => {
                scene.line(path.clone(), Pen { round: true, ..Pen::dashed(paint.ink.alpha(0.6), 0.014, 0.001, 0.045) })
            }
            _ => scene.line(path.clone(), Pen::dashed(paint.ink.mix(paint.fill, 0.35), 0.011, 0.045, 0.04)),
        }
    }
}
