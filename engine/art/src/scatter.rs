//! Scatters trees, houses and similar ornaments on free areas; the same tile kind always gets the same ones.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{TerrainId, TileKindId};
use tilewright_core::catalog::look::Picture;
use tilewright_core::state::chance::Generator;

use crate::geometry::Point;
use crate::layout::Layout;
use crate::look;
use crate::marks::{TagMark, segment_place};

/// An ornament on a tile.
#[derive(Clone, Debug)]
pub(crate) struct Ornament {
    pub(crate) at: Point,
    pub(crate) size: f32,
    pub(crate) choice: usize,
    pub(crate) terrain: TerrainId,
    pub(crate) picture: Picture,
}

/// Number of positions tried for each ornament.
const TRIES: u32 = 24;

/// Radius that is left free around the position of a figure, in cells.
const STAND: f32 = 0.06;

/// Scatters ornaments on all areas and grounds of a cell.
pub(crate) fn scatter(
    catalog: &Catalog,
    kind: TileKindId,
    cell: usize,
    layout: &Layout,
    marks: &[TagMark],
) -> Vec<Ornament> {
    let name = catalog.kinds.key(kind);
    let seed = name.bytes().chain([cell as u8]).fold(7u64, |n, b| n.wrapping_mul(0x100_0000_01b3) ^ u64::from(b));
    let mut generator = Generator::new(seed);
    let segments = &catalog.kinds[kind].segments;
    let mut taken: Vec<(Point, f32)> = marks.iter().map(|m| (m.at, m.size * 0.52)).collect();
    taken.extend(layout.gates.iter().map(|&(at, _)| (at, 0.085)));
    taken.extend(layout.sites.iter().map(|&(s, at)| (at, look::site_size(catalog, segments[s].terrain) * 0.5)));
    taken.extend(layout.crossing.map(|(at, t)| (at, look::crossing_size(catalog, t) / 2.0)));
    let own = (0..segments.len()).filter(|s| usize::from(segments[*s].cell) == cell);
    taken.extend(own.map(|s| (segment_place(catalog, s, layout), STAND)));
    let mut things: Vec<Ornament> = Vec::new();
    for (number, segment) in segments.iter().enumerate().filter(|(_, s)| usize::from(s.cell) == cell) {
        let share = layout.ground.share_of(number as i16);
        for (picture, count) in &catalog.terrains[segment.terrain].look.scatter {
            let Picture::Named(name) = picture else { continue };
            let size = look::scatter_size(name);
            let bank = if look::paint(catalog, segment.terrain).border == "wall" { 0.03 } else { 0.008 };
            // The random fraction rounds up on some tiles and down on others.
            let part = generator.below(100) as f32 / 100.0;
            // The exponent favours small areas: a town with one house would look like a mistake.
            let wanted = (f32::from(*count) * share.powf(0.85) + part).floor() as u32;
            for _ in 0..wanted {
                // Choosing the free position furthest from other ornaments spreads them evenly without a visible
                // pattern.
                let mut best: Option<(f32, Ornament)> = None;
                for _ in 0..TRIES {
                    let at = anywhere(&mut generator);
                    let choice = generator.below(1 << 12) as usize;
                    let size = size * (0.88 + generator.below(25) as f32 / 100.0);
                    let radius = radius_of(size);
                    let fits = layout.ground.owner(at) == number as i16
                        && layout.ground.room(at) > radius + bank
                        && layout.ground.rim(at) > radius + 0.004
                        && taken.iter().all(|&(other, r)| (other - at).length() > r + radius);
                    let away = things.iter().map(|thing: &Ornament| (thing.at - at).length()).fold(1.0, f32::min);
                    if fits && best.as_ref().is_none_or(|(most, _)| away > *most) {
                        let thing = Ornament { at, size, choice, terrain: segment.terrain, picture: picture.clone() };
                        best = Some((away, thing));
                    }
                }
                if let Some((_, thing)) = best {
                    taken.push((thing.at, radius_of(thing.size)));
                    things.push(thing);
                }
            }
        }
    }
    things
}

/// Returns half the width that an ornament needs.
fn radius_of(size: f32) -> f32 {
    size * if size > 0.1 { 0.42 } else { 0.46 }
}

fn anywhere(generator: &mut Generator) -> Point {
    Point::new(generator.below(1000) as f32 / 1000.0, generator.below(1000) as f32 / 1000.0)
}
