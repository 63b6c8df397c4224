//! Compares the pictures of tiles with their edges: every port of a side should look like its terrain.
//!
//! The colour of a terrain is the median over all ports of the terrain on all pictures of a look, so that a few wrong
//! pictures do not change it. A port disagrees if its colour is far from its own terrain and much closer to another one.

use std::collections::BTreeMap;
use std::ops::Range;

use tilewright_core::catalog::id::{PictureId, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::{Side, Turn};
use tilewright_core::catalog::tile::Port;
use tilewright_pack::colour::distance;

use crate::side_colors::{Lab, TileSampler, median};

/// Difference in CIELAB up to which a port always agrees with its terrain.
const TOLERATED: f64 = 12.0;
/// Number of ports of a terrain from which its colour is known.
const MIN_PORTS: usize = 3;
/// A port disagrees only if another terrain is closer than this part of the difference from its own.
const CLOSER: f64 = 0.6;
/// Half of the width of the part of a side that shows a port, so that it fits into a path.
const PORT_PART: f32 = 0.04;
/// Multiple of the usual difference within a terrain up to which a port agrees.
const USUAL: f64 = 3.0;

/// Port whose picture looks like another terrain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongPort {
    /// Cell of the tile.
    pub cell: usize,
    /// Side and position of the port.
    pub port: Port,
    /// Terrain that the tile has there.
    pub terrain: TerrainId,
    /// Terrain that the picture looks like.
    pub shown: TerrainId,
}

/// Tile whose picture disagrees with its edges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// Kind of tile.
    pub kind: TileKindId,
    /// Picture of the tile; of its first cell if each cell has a picture.
    pub picture: PictureId,
    /// Ports that disagree, at least one.
    pub ports: Vec<WrongPort>,
    /// Correction of the picture; `None` if neither a turn nor another tile agrees.
    pub remedy: Option<Remedy>,
}

/// Correction of a picture, so that it agrees with the edges of its tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// The picture has to be turned clockwise by this number of steps.
    Turn(Turn),
    /// The picture shows this kind of tile.
    Kind(TileKindId),
}

/// Colour of a port in the picture of a tile.
#[derive(Clone, Copy, Debug)]
struct PortColor {
    cell: usize,
    port: Port,
    terrain: TerrainId,
    color: Lab,
}

/// Colours of a terrain in all pictures.
struct TerrainColor {
    middle: Lab,
    /// Half of the ports are at most this far from the middle.
    spread: f64,
}

/// Returns the tiles whose pictures disagree with their edges, in the order of their kinds.
pub fn disagreements(sampler: &TileSampler<'_>) -> Vec<Disagreement> {
    let tiles = shown_tiles(sampler);
    let colors = terrain_colors(tiles.values().flatten());
    let wrong: BTreeMap<TileKindId, Vec<WrongPort>> = tiles
        .iter()
        .map(|(&kind, ports)| (kind, ports.iter().filter_map(|port| wrong_port(*port, &colors)).collect::<Vec<_>>()))
        .filter(|(_, wrong)| !wrong.is_empty())
        .collect();
    let find = Search { sampler, colors: &colors, wrong: &wrong };
    let described = wrong.iter().filter_map(|(&kind, ports)| {
        let picture = sampler.picture_of(kind)?;
        Some(Disagreement { kind, picture, ports: ports.clone(), remedy: find.remedy(kind) })
    });
    described.collect()
}

/// Returns the colours of the ports of all tiles that a picture covers completely.
fn shown_tiles(sampler: &TileSampler<'_>) -> BTreeMap<TileKindId, Vec<PortColor>> {
    let tiles = sampler.covered_kinds().into_iter().map(|kind| (kind, ports(sampler, kind)));
    tiles.filter(|(_, ports)| !ports.is_empty()).collect()
}

/// Part of a side that shows one port.
#[derive(Clone, Debug)]
pub(crate) struct PortPart {
    cell: usize,
    pub(crate) port: Port,
    pub(crate) terrain: TerrainId,
    pub(crate) part: Range<f32>,
}

/// Lists the parts of the sides of a kind that should show its terrains. The middle of a port belongs to a path as well
/// as to an area.
pub(crate) fn port_parts(sampler: &TileSampler<'_>, kind: TileKindId) -> Vec<PortPart> {
    let catalog = sampler.catalog();
    let mut found = Vec::new();
    for (cell, side) in sampler.outer_sides(kind) {
        let edge = &catalog.edges[catalog.kinds[kind].cells[cell].edge(side)];
        if edge.wildcard {
            continue;
        }
        let count = edge.ports.len();
        let middle = |middle: f32| middle - PORT_PART..middle + PORT_PART;
        for (index, &terrain) in (0..).zip(&edge.ports) {
            let mut parts = vec![middle((f32::from(index) + 0.5) / count as f32)];
            if count == 1 {
                parts.extend([0.1..0.25, 0.75..0.9]);
            }
            // A path must not cross the side between two ports of one area.
            if edge.ports.get(usize::from(index) + 1) == Some(&terrain) {
                parts.push(middle(f32::from(index + 1) / count as f32));
            }
            let port = Port { side, index };
            found.extend(parts.into_iter().map(|part| PortPart { cell, port, terrain, part }));
        }
    }
    found
}

fn ports(sampler: &TileSampler<'_>, kind: TileKindId) -> Vec<PortColor> {
    let parts = port_parts(sampler, kind).into_iter();
    let measured = parts.filter_map(|PortPart { cell, port, terrain, part }| {
        let color = sampler.color(kind, cell, port.side, part)?;
        Some(PortColor { cell, port, terrain, color })
    });
    measured.collect()
}

fn terrain_colors<'a>(ports: impl Iterator<Item = &'a PortColor>) -> BTreeMap<TerrainId, TerrainColor> {
    let mut by_terrain: BTreeMap<TerrainId, Vec<Lab>> = BTreeMap::new();
    for port in ports {
        by_terrain.entry(port.terrain).or_default().push(port.color);
    }
    let known = by_terrain.into_iter().filter(|(_, colors)| colors.len() >= MIN_PORTS);
    known
        .map(|(terrain, colors)| {
            let middle = [0, 1, 2].map(|channel| median(colors.iter().map(|color| color[channel]).collect()));
            let spread = median(colors.iter().map(|&color| distance(color, middle)).collect());
            (terrain, TerrainColor { middle, spread })
        })
        .collect()
}

/// Returns the terrain that a port looks like if it is not its own; `None` if the port agrees.
fn wrong_port(port: PortColor, colors: &BTreeMap<TerrainId, TerrainColor>) -> Option<WrongPort> {
    let shown = other_terrain(port.terrain, port.color, colors)?;
    Some(WrongPort { cell: port.cell, port: port.port, terrain: port.terrain, shown })
}

/// Returns another terrain that a colour clearly looks like; `None` if it can be the terrain itself.
fn other_terrain(terrain: TerrainId, color: Lab, colors: &BTreeMap<TerrainId, TerrainColor>) -> Option<TerrainId> {
    let own = colors.get(&terrain)?;
    let far = distance(color, own.middle);
    if far <= TOLERATED.max(USUAL * own.spread) {
        return None;
    }
    let others = colors.iter().filter(|(other, _)| **other != terrain);
    let (&shown, near) =
        others.map(|(other, of)| (other, distance(color, of.middle))).min_by(|a, b| a.1.total_cmp(&b.1))?;
    (near < CLOSER * far).then_some(shown)
}

/// Search for corrections of pictures.
struct Search<'a> {
    sampler: &'a TileSampler<'a>,
    colors: &'a BTreeMap<TerrainId, TerrainColor>,
    wrong: &'a BTreeMap<TileKindId, Vec<WrongPort>>,
}

impl Search<'_> {
    /// Returns the correction of the picture of a kind: a turn if one suffices, otherwise another kind with a wrong
    /// picture.
    fn remedy(&self, kind: TileKindId) -> Option<Remedy> {
        let turns = (1..self.sampler.catalog().lattice.side_count() as u8).map(Turn);
        let turn = turns.into_iter().find(|&turn| self.fits(kind, kind, turn));
        let other = || self.wrong.keys().find(|&&other| other != kind && self.fits(kind, other, Turn::NONE));
        turn.map(Remedy::Turn).or_else(|| other().copied().map(Remedy::Kind))
    }

    /// True if the turned picture of a kind agrees with the edges of `wanted`. Tiles of several cells have one turn.
    fn fits(&self, kind: TileKindId, wanted: TileKindId, turn: Turn) -> bool {
        let kinds = &self.sampler.catalog().kinds;
        let is_alike = kinds[kind].cells.len() == kinds[wanted].cells.len();
        if !is_alike || (turn != Turn::NONE && kinds[kind].cells.len() > 1) {
            return false;
        }
        let count = self.sampler.catalog().lattice.side_count() as u8;
        port_parts(self.sampler, wanted).into_iter().all(|PortPart { cell, port, terrain, part }| {
            let side = Side((port.side.0 + count - turn.0 % count) % count);
            let color = self.sampler.color(kind, cell, side, part);
            color.is_some_and(|color| other_terrain(terrain, color, self.colors).is_none())
        })
    }
}
