//! Counts tiles: edges on each side, missing or frequent combinations of edges, and the chance that a hole is filled.
//! This module draws nothing, and its chances are exact except for rounding.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, EdgeTypeId, Id, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::{MAX_SIDES, Side, Turn};
use tilewright_pack::edit::Written;

/// Number of copies of each kind of tile that has cells.
pub type Supply = Vec<(TileKindId, u64)>;

/// Edges around an empty cell, by side; `None` where the neighbouring cell is empty.
pub type Hole = [Option<EdgeTypeId>; MAX_SIDES];

/// Returns the content of a bag at the start of a game, or of all bags if `bag` is `None`. Chips are left out.
pub fn supply(catalog: &Catalog, bag: Option<BagId>) -> Supply {
    let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
    let declared = catalog.bags.ids().filter(|&id| catalog.declared_bag(id) == id);
    // The bags of all seats have equal content, so one of them is counted.
    for held in declared.filter(|id| bag.is_none_or(|b| b == *id)).filter_map(|id| catalog.bags_of(id).next()) {
        for &(kind, count) in &catalog.bags[held].contents {
            if !catalog.kinds[kind].cells.is_empty() {
                *counts.entry(kind.index()).or_default() += u64::from(count);
            }
        }
    }
    counts.into_iter().map(|(kind, count)| (TileKindId::from_index(kind), count)).collect()
}

/// Returns the total number of tiles.
pub fn total(supply: &Supply) -> u64 {
    supply.iter().map(|(_, count)| count).sum()
}

/// Returns the outer sides of a kind as cell, side and edge. Sides between two cells of the kind are left out.
fn rim(catalog: &Catalog, kind: TileKindId) -> Vec<(usize, usize, EdgeTypeId)> {
    let cells = &catalog.kinds[kind].cells;
    let mut found = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        for side in catalog.lattice.sides_at(cell.offset).map(Side::index) {
            let (dx, dy) = catalog.lattice.steps()[side];
            let beside = (cell.offset.0 + dx, cell.offset.1 + dy);
            if cells.iter().all(|c| c.offset != beside) {
                found.push((number, side, cell.edges[side]));
            }
        }
    }
    found
}

/// Returns the number of occurrences of each edge on each side of the tiles as drawn.
pub fn by_side(catalog: &Catalog, supply: &Supply) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0; catalog.lattice.side_count()]; catalog.edges.len()];
    for &(kind, count) in supply {
        for (_, side, edge) in rim(catalog, kind) {
            table[edge.index()][side] += count;
        }
    }
    table
}

/// Returns the number of tiles that show each terrain.
pub fn by_terrain(catalog: &Catalog, supply: &Supply) -> Vec<u64> {
    let mut counts = vec![0; catalog.terrains.len()];
    for &(kind, count) in supply {
        let there: BTreeSet<TerrainId> = catalog.kinds[kind].segments.iter().map(|s| s.terrain).collect();
        for terrain in there {
            counts[terrain.index()] += count;
        }
    }
    counts
}

/// Returns the edges of a tile clockwise, starting at the turn that is first in order, so that turned tiles have equal
/// signatures.
pub fn signature(edges: &[EdgeTypeId]) -> Vec<EdgeTypeId> {
    let turned = |by: usize| (0..edges.len()).map(|i| edges[(i + by) % edges.len()]).collect::<Vec<_>>();
    (0..edges.len()).map(turned).min_by_key(|all| all.iter().map(|e| e.index()).collect::<Vec<_>>()).unwrap_or_default()
}

/// Returns the number of turns that look different.
fn turns(edges: &[EdgeTypeId]) -> usize {
    let same = |by: usize| (0..edges.len()).all(|i| edges[i] == edges[(i + by) % edges.len()]);
    (1..edges.len()).find(|&by| same(by)).unwrap_or(edges.len())
}

/// Number of one-cell tiles with the same edges, and the number to expect if edges were put on tiles at random, each as
/// often as it occurs.
#[derive(Clone, PartialEq, Debug)]
pub struct Likeness {
    /// Edges in clockwise order.
    pub edges: Vec<EdgeTypeId>,
    /// Actual number of tiles.
    pub there: u64,
    /// Expected number of tiles with random edges.
    pub by_lot: f64,
}

/// Returns all arrangements of the edges in use, sorted by expected number; `None` if there are more than `most`.
pub fn likenesses(catalog: &Catalog, supply: &Supply, most: usize) -> Option<Vec<Likeness>> {
    let drawn = |kind: TileKindId| {
        let cell = &catalog.kinds[kind].cells[0];
        catalog.lattice.sides_at(cell.offset).map(|side| cell.edge(side)).collect::<Vec<_>>()
    };
    let sides = catalog.lattice.sides_of_one();
    let single: Supply = supply.iter().copied().filter(|(kind, _)| catalog.kinds[*kind].cells.len() == 1).collect();
    let mut there: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
    let mut often = vec![0u64; catalog.edges.len()];
    for &(kind, count) in &single {
        let edges = drawn(kind);
        let key = signature(&edges).iter().map(|e| e.index()).collect();
        *there.entry(key).or_default() += count;
        edges.iter().for_each(|e| often[e.index()] += count);
    }
    let used: Vec<usize> = (0..often.len()).filter(|&e| often[e] > 0).collect();
    let count = used.len().checked_pow(sides as u32).filter(|n| *n <= most)?;
    let all: u64 = often.iter().sum();
    let tiles = total(&single) as f64;
    let mut found = Vec::new();
    for number in 0..count {
        let mut rest = number;
        let edges: Vec<EdgeTypeId> = (0..sides)
            .map(|_| {
                let edge = used[rest % used.len()];
                rest /= used.len();
                EdgeTypeId::from_index(edge)
            })
            .collect();
        if signature(&edges) != edges {
            continue;
        }
        let chance: f64 = edges.iter().map(|e| often[e.index()] as f64 / all as f64).product();
        let key: Vec<usize> = edges.iter().map(|e| e.index()).collect();
        let by_lot = tiles * chance * turns(&edges) as f64;
        found.push(Likeness { there: there.get(&key).copied().unwrap_or(0), by_lot, edges });
    }
    found.sort_by(|a, b| b.by_lot.total_cmp(&a.by_lot));
    Some(found)
}

/// Returns true if a tile fits into a hole with any of its cells, at any turn at which it may be placed. Its other
/// cells cover neighbours where the hole has no edge; cells beyond these neighbours are ignored.
pub fn fits(catalog: &Catalog, kind: TileKindId, hole: &Hole) -> bool {
    let lattice = catalog.lattice;
    catalog.turns(kind).iter().any(|turn| {
        let faces = catalog.faces(kind, turn);
        faces.iter().zip(&catalog.kinds[kind].cells).any(|(face, cell)| {
            lattice.sides().all(|side| {
                let Some(edge) = hole[side.index()] else { return true };
                if !lattice.shows(cell.offset, side, turn) {
                    return false;
                }
                let (dx, dy) = lattice.steps()[side.index()];
                let beside = (face.offset.0 + dx, face.offset.1 + dy);
                faces.iter().all(|f| f.offset != beside) && catalog.meet(face.edge(side), edge)
            })
        })
    })
}

/// Returns the number of tiles that fit into a hole.
pub fn fitting(catalog: &Catalog, supply: &Supply, hole: &Hole) -> u64 {
    supply.iter().filter(|(kind, _)| fits(catalog, *kind, hole)).map(|(_, count)| count).sum()
}

/// Returns the chance that at least one of the next `coming` tiles fits, drawn without replacement from `total` tiles
/// with `fitting` that fit.
pub fn chance(total: u64, fitting: u64, coming: u64) -> f64 {
    let (fitting, coming) = (fitting.min(total), coming.min(total));
    if fitting == 0 || coming == 0 {
        return 0.0;
    }
    if coming > total - fitting {
        return 1.0;
    }
    // Chance that no drawn tile fits: (rest / total) · (rest - 1) / (total - 1) · …, with the smaller number of
    // factors.
    let (factors, rest) = if coming < fitting { (coming, total - fitting) } else { (fitting, total - coming) };
    let none: f64 = (0..factors).map(|i| (rest - i) as f64 / (total - i) as f64).product();
    1.0 - none
}

/// Formats a share as a percentage that is never rounded to 0 % or 100 % unless it is exact.
pub fn percent(share: f64) -> String {
    let hundredths = share * 100.0;
    match hundredths {
        h if h > 0.0 && h < 0.05 => "< 0.1 %".to_owned(),
        h if (99.95..100.0).contains(&h) => "> 99.9 %".to_owned(),
        h => format!("{h:.1} %"),
    }
}

/// Returns a new kind of tile that fits into a hole. It has the required edges, ground on the other sides, and parts
/// that join sides of the same terrain. `None` if no edge is suitable for the free sides.
pub fn made_tile(catalog: &Catalog, hole: &Hole, id: &str) -> Option<Written> {
    let lattice = catalog.lattice;
    let ground = |e: EdgeTypeId| catalog.edges[e].ports.iter().all(|t| catalog.terrains[*t].ground);
    let plain = |e: &EdgeTypeId| !catalog.edges[*e].wildcard && !catalog.edges[*e].ports.is_empty();
    let free = catalog.edges.ids().filter(plain).find(|e| ground(*e)).or_else(|| catalog.edges.ids().find(plain))?;
    let names = catalog.lattice.side_names();
    // A hole for a triangle that points up is filled by a tile after half a turn.
    let half = Turn(if hole_points_up(catalog, hole) { 3 } else { 0 });
    let drawn: Vec<Side> = lattice.sides_at((0, 0)).collect();
    let sides = drawn.len();
    let names: Vec<&str> = drawn.iter().map(|side| names[side.index()]).collect();
    let wanted = |side: &Side| mate(catalog, hole[lattice.turn_side(*side, half).index()], free);
    let edges: Vec<EdgeTypeId> = drawn.iter().map(wanted).collect();
    let word = |name: String| if name.contains(':') { Written::Text(name) } else { Written::Word(name) };
    let shown: Vec<(String, Written)> =
        (0..sides).map(|s| (names[s].to_lowercase(), word(catalog.edges.key(edges[s])))).collect();
    // Sides on which each terrain has ports, without ground.
    let mut reached: Vec<(TerrainId, Vec<usize>)> = Vec::new();
    for (side, edge) in edges.iter().enumerate() {
        for terrain in &catalog.edges[*edge].ports {
            if catalog.terrains[*terrain].ground {
                continue;
            }
            match reached.iter_mut().find(|(t, _)| t == terrain) {
                Some((_, at)) if at.last() == Some(&side) => {}
                Some((_, at)) => at.push(side),
                None => reached.push((*terrain, vec![side])),
            }
        }
    }
    let mut parts = Vec::new();
    let ways = reached.iter().filter(|(t, at)| at.iter().all(|s| is_way(catalog, edges[*s], *t))).count();
    for (terrain, at) in &reached {
        let name = catalog.terrains.key(*terrain);
        let list = |at: &[usize]| Written::List(at.iter().map(|s| Written::word(names[*s])).collect());
        let part = |fields: Vec<(&str, Written)>| {
            let fields = fields.into_iter().map(|(n, v)| (n.to_owned(), v)).collect();
            Written::Struct(Some(name.clone()), fields)
        };
        let way = at.iter().all(|s| is_way(catalog, edges[*s], *terrain));
        if !way {
            // Adjacent sides form one area. Other sides stay separate, so that no path is cut.
            for group in neighbours(at, sides) {
                parts.push(part(vec![("at", list(&group))]));
            }
        } else if at.len() == 2 && ways == 1 && reached.len() == 1 {
            parts.push(part(vec![("at", list(at))]));
        } else {
            let end = if at.len() == 1 && ways == 1 { "end" } else { "crossing" };
            for side in at {
                parts.push(part(vec![("at", list(&[*side])), ("into", Written::word(end))]));
            }
        }
    }
    let mut fields = vec![("id".to_owned(), Written::text(id)), ("edges".to_owned(), Written::Struct(None, shown))];
    if !parts.is_empty() {
        fields.push(("parts".to_owned(), Written::List(parts)));
    }
    Some(Written::Struct(None, fields))
}

/// Returns true if only a triangle that points up can fill the hole.
fn hole_points_up(catalog: &Catalog, hole: &Hole) -> bool {
    let lattice = catalog.lattice;
    let has = |at| lattice.sides_at(at).any(|side| hole[side.index()].is_some());
    !lattice.is_even() && has((1, 0))
}

/// Returns an edge that meets `wanted`: the same edge, or a plain one for a wildcard; `free` if `wanted` is `None`.
fn mate(catalog: &Catalog, wanted: Option<EdgeTypeId>, free: EdgeTypeId) -> EdgeTypeId {
    let Some(edge) = wanted else { return free };
    if !catalog.edges[edge].wildcard && catalog.meet(edge, edge) {
        return edge;
    }
    catalog.edges.ids().find(|e| !catalog.edges[*e].wildcard && catalog.meet(*e, edge)).unwrap_or(free)
}

/// Returns true if the edge shows the terrain as a path with other terrain next to it.
fn is_way(catalog: &Catalog, edge: EdgeTypeId, terrain: TerrainId) -> bool {
    catalog.edges[edge].ports.iter().any(|t| *t != terrain)
}

/// Groups sides that are adjacent around the tile.
fn neighbours(at: &[usize], sides: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &side in at {
        match groups.last_mut() {
            Some(group) if group.last().is_some_and(|last| last + 1 == side) => group.push(side),
            _ => groups.push(vec![side]),
        }
    }
    let around = groups.len() > 1 && groups[0].first() == Some(&0) && at.last() == Some(&(sides - 1));
    if around && let Some(last) = groups.pop() {
        groups[0].splice(0..0, last);
    }
    groups
}

#[cfg(test)]
mod tests;
