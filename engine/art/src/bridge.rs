//! Finds and draws bridges, where a path passes over water.

use std::collections::BTreeSet;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TerrainId;
use tilewright_core::catalog::tile::Segment;

use crate::geometry::{Path, Point, distance, is_inside};
use crate::layout::{Area, Track};
use crate::look;
use crate::scene::{Pen, Scene};

/// Distance that a bridge extends onto the bank, in cells.
const ABUTMENT: f32 = 0.035;

/// Distance between the points of a path that are tested for water, in cells.
const STEP: f32 = 0.01;

/// A stretch of a path over water.
#[derive(Clone, Debug)]
pub(crate) struct Bridge {
    pub(crate) segment: usize,
    pub(crate) path: Path,
    pub(crate) chain: Vec<Point>,
}

/// Finds the bridges of a cell. `into` returns the segment in which a path ends, because a path does not cross its end.
pub(crate) fn bridges(
    catalog: &Catalog,
    segments: &[Segment],
    areas: &[Area],
    tracks: &[Track],
    into: impl Fn(usize) -> Option<usize>,
) -> Vec<Bridge> {
    let is_water = |segment: usize| look::is_water(catalog, segments[segment].terrain);
    let width = |track: &Track| look::width(catalog, segments[track.segment].terrain);
    let mut found = Vec::new();
    for track in tracks.iter().filter(|t| !is_water(t.segment)) {
        let end = into(track.segment);
        let lake = |s: usize| {
            // Any land may be beneath a path that crosses from rim to rim; there, only terrain that looks like water
            // needs a bridge.
            let is_beneath = areas.iter().any(|area| area.segment == s && area.is_beneath);
            (is_water(s) || !is_beneath && look::is_bridged(catalog, segments[s].terrain)) && Some(s) != end
        };
        let is_dry = |p: Point| areas.iter().any(|a| !lake(a.segment) && is_inside(&a.chain, p));
        let is_wet = |p: Point| {
            let lake = areas.iter().any(|a| lake(a.segment) && is_inside(&a.chain, p));
            let stream = |t: &Track| {
                is_water(t.segment)
                    && Some(t.segment) != end
                    && t.chains.iter().any(|c| distance(c, p) < width(t) / 2.0)
            };
            (lake || tracks.iter().any(stream)) && !is_dry(p)
        };
        for chain in &track.chains {
            let points = even(chain);
            let wet: Vec<bool> = points.iter().map(|&p| is_wet(p)).collect();
            let mut next = 0;
            while let Some(first) = (next..wet.len()).find(|&i| wet[i]) {
                let last = (first..wet.len()).take_while(|&i| wet[i]).last().unwrap_or(first);
                next = last + 1;
                // A path that only grazes a shore does not cross it.
                if (last - first) as f32 * STEP < width(track) * 0.6 {
                    continue;
                }
                let more = (ABUTMENT / STEP) as usize;
                let from = (first.saturating_sub(more)..=first).find(|&i| !is_dry(points[i])).unwrap_or(first);
                let to = (last..=(last + more).min(points.len() - 1)).rev().find(|&i| !is_dry(points[i]));
                let chain = points[from..=to.unwrap_or(last)].to_vec();
                let path = chain[1..].iter().fold(Path::from(chain[0]), |path, &p| path.to(p));
                found.push(Bridge { segment: track.segment, path, chain });
            }
        }
    }
    found
}

/// Returns a chain with points at equal distances.
fn even(chain: &[Point]) -> Vec<Point> {
    let mut points: Vec<Point> = chain.first().copied().into_iter().collect();
    for pair in chain.windows(2) {
        let parts = ((pair[1] - pair[0]).length() / STEP).round().max(1.0) as usize;
        points.extend((1..=parts).map(|i| pair[0].lerp(pair[1], i as f32 / parts as f32)));
    }
    points
}

/// Draws bridges with rails on both sides and planks between them. Bridges of one terrain are drawn together, so that
/// they merge where they meet over water.
pub(crate) fn draw(
    scene: &mut Scene,
    bridges: &[Bridge],
    catalog: &Catalog,
    terrain_of: impl Fn(usize) -> TerrainId,
    turned: impl Fn(Point) -> Point,
) {
    let terrains: BTreeSet<TerrainId> = bridges.iter().map(|b| terrain_of(b.segment)).collect();
    for terrain in terrains {
        let own = bridges.iter().filter(|b| terrain_of(b.segment) == terrain);
        let paths: Vec<Path> = own.map(|b| b.path.map_points(&turned)).collect();
        let (paint, width) = (look::paint(catalog, terrain), look::width(catalog, terrain));
        let mut lines = |pen: Pen| paths.iter().for_each(|path| scene.line(path.clone(), pen.clone()));
        lines(Pen::solid(paint.ink, width + 0.068));
        lines(Pen::solid(paint.fill, width + 0.044));
        lines(Pen::solid(paint.ink, width + 0.014));
        lines(Pen::solid(paint.fill.mix(paint.ink, 0.12), width - 0.004));
        lines(Pen::dashed(paint.ink.mix(paint.fill, 0.45), width - 0.004, 0.007, 0.026));
    }
}
