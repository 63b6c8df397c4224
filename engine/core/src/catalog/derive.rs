//! Derives the ground segments of a tile, and which segments touch, from its paths, areas and sites.
//!
//! The rim of a cell is a circle of ports. Parts that are joined on the tile (an area with the paths that
//! run into it, the paths of one crossing) form a *hub*. Hubs do not cross, so each cuts the circle into
//! arcs; two ground ports belong to one segment exactly if no hub puts them into different arcs, and a
//! ground segment touches the parts that bound its arcs. Hand-written links of this kind are the most
//! repeated mistake in tile data, so the engine derives them and only checks explicit links against the result.

use std::collections::BTreeMap;

/// Target of a path that ends on the tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Into {
    /// Another part, by its number.
    Part(usize),
    /// A crossing; paths with the same number join there.
    Crossing(usize),
}

/// A part of a cell, with its ports as positions clockwise around the rim.
#[derive(Clone, Debug, Default)]
pub struct PartShape {
    /// Positions of its ports, ascending.
    pub ports: Vec<usize>,
    /// Target of the part, as the pack declares it; `None` if it does not run into another part.
    pub into: Option<Into>,
    /// True if it is a path in the sense of [`is_path`](crate::catalog::tile::is_path): an area on both sides of one of
    /// its ports passes beneath it.
    pub is_path: bool,
}

/// Derived segments and contacts of one cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Derived {
    /// Ground segments: the positions of their ports, ascending; in the order of their first ports.
    pub ground: Vec<Vec<usize>>,
    /// Parts that each ground segment touches.
    pub touches: Vec<Vec<usize>>,
    /// Pairs of parts that touch because one runs into the other.
    pub joined: Vec<(usize, usize)>,
}

/// Reason why the segments of a cell cannot be derived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Two parts cross, as on a bridge: the author must declare the ground.
    Crossing(usize, usize),
    /// A part without ports is on a cell with several ground segments, and it is open which of them contains it.
    Floating(usize),
}

/// Parts that are connected, such as the paths of a crossing, or an area with the paths that run into it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hub {
    /// Port positions, ascending, each with the part that owns it.
    pub ports: Vec<(usize, usize)>,
    /// Numbers of the parts in the hub.
    pub members: Vec<usize>,
    /// Part that the others run into; `None` for a crossing.
    pub center: Option<usize>,
}

impl Hub {
    fn arc(&self, position: usize) -> usize {
        self.ports.iter().filter(|(p, _)| *p < position).count() % self.ports.len().max(1)
    }

    /// Returns true if a region in `arc` touches the part, a member of the hub.
    fn bounds(&self, arc: usize, part: usize) -> bool {
        if self.center == Some(part) || self.ports.len() < 2 {
            return true;
        }
        let before = (arc + self.ports.len() - 1) % self.ports.len();
        self.ports[arc].1 == part || self.ports[before].1 == part
    }

    /// Returns the first member with a port in another arc of `other` than the hub's first port: the hubs cross there.
    fn crossing(&self, other: &Hub) -> Option<usize> {
        let (&(first, _), _) = (self.ports.first()?, other.ports.first()?);
        let arc = other.arc(first);
        self.ports.iter().find(|(p, _)| other.arc(*p) != arc).map(|&(_, part)| part)
    }

    /// Returns true if the two hubs cross.
    pub fn crosses(&self, other: &Hub) -> bool {
        self.crossing(other).is_some()
    }

    /// Returns the hub without its paths.
    fn without_paths(&self, parts: &[PartShape]) -> Hub {
        Hub { ports: self.ports.iter().copied().filter(|&(_, part)| !parts[part].is_path).collect(), ..self.clone() }
    }
}

/// Returns the positions of the nearest ports before and after `position` that do not belong to a path, or `None` if
/// all ports belong to paths. `paths` has an entry for each port, clockwise: true if it belongs to a path.
pub fn flanks(paths: &[bool], position: usize) -> Option<(usize, usize)> {
    let count = paths.len();
    let free = |steps: usize| Some((position + steps) % count).filter(|&at| !paths[at]);
    let after = (1..=count).find_map(free)?;
    (1..=count).rev().find_map(|steps| free(steps % count)).map(|before| (before, after))
}

/// Lists each path with the areas that pass beneath it: the areas on both sides of one of its ports.
fn passages(parts: &[PartShape], ground: &[usize]) -> Vec<(usize, usize)> {
    let owned = parts.iter().enumerate().flat_map(|(part, shape)| shape.ports.iter().map(move |&at| (at, Some(part))));
    let mut rim: Vec<(usize, Option<usize>)> = owned.chain(ground.iter().map(|&at| (at, None))).collect();
    rim.sort_unstable();
    let paths: Vec<bool> = rim.iter().map(|(_, owner)| owner.is_some_and(|part| parts[part].is_path)).collect();
    let passage = |at: usize| {
        let (path, (before, after)) = (rim[at].1?, flanks(&paths, at)?);
        let area = rim[before].1.filter(|_| paths[at] && rim[before].1 == rim[after].1)?;
        Some((path, area))
    };
    (0..rim.len()).filter_map(passage).collect()
}

/// A connected area of ground.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Region {
    /// Positions of its ports, ascending.
    pub ports: Vec<usize>,
    /// Parts that the ground touches, ascending.
    pub touches: Vec<usize>,
}

/// Derives the ground segments of a cell from its parts. `ground` are the positions of uncovered ground ports.
///
/// # Errors
/// The result is not unique; the error is the first [`Problem`].
pub fn derive(parts: &[PartShape], ground: &[usize]) -> Result<Derived, Problem> {
    let hubs = hubs(parts);
    let passages = passages(parts, ground);
    let passes_over = |path: &Hub, area: &Hub| {
        passages.iter().any(|(over, under)| path.members.contains(over) && area.members.contains(under))
    };
    for (i, a) in hubs.iter().enumerate() {
        for b in &hubs[i + 1..] {
            // A path over an area may cross all of it, but areas may not cross each other.
            let above = if passes_over(a, b) { &a.without_paths(parts) } else { a };
            let below = if passes_over(b, a) { &b.without_paths(parts) } else { b };
            if let Some(part) = above.crossing(below) {
                return Err(Problem::Crossing(part, b.members[0]));
            }
        }
    }
    let regions = regions(&hubs, ground);
    let mut floating = hubs.iter().filter(|hub| hub.ports.is_empty()).flat_map(|hub| &hub.members);
    if let (2.., Some(part)) = (regions.len(), floating.by_ref().min()) {
        return Err(Problem::Floating(*part));
    }
    let mut derived = Derived::default();
    for region in regions {
        derived.ground.push(region.ports);
        derived.touches.push(region.touches);
    }
    for part in 0..parts.len() {
        match runs_into(parts, part) {
            Into::Part(into) if into != part => derived.joined.push((part, into)),
            _ => {}
        }
    }
    Ok(derived)
}

/// Returns the areas of ground between hubs, in the order of their first ports. `ground` are the positions of ground
/// ports.
///
/// Unlike [`derive()`], it accepts unfinished tiles: parts that cross cut each other's arcs without ending there, and a
/// part without ports touches ground only if all ground is connected.
pub fn regions(hubs: &[Hub], ground: &[usize]) -> Vec<Region> {
    let mut pieces: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for &position in ground {
        pieces.entry(hubs.iter().map(|h| h.arc(position)).collect()).or_default().push(position);
    }
    let alone = pieces.len() == 1;
    let regions = pieces.into_iter().map(|(arcs, ports)| {
        let mut touches = Vec::new();
        for (own, hub) in hubs.iter().enumerate() {
            let (first, here) = match hub.ports.first() {
                None if alone => {
                    touches.extend(&hub.members);
                    continue;
                }
                None => continue,
                Some(&(first, _)) => (first, arcs[own]),
            };
            let reaches = hubs.iter().zip(&arcs).enumerate().all(|(number, (other, &arc))| {
                number == own || other.ports.is_empty() || hub.crosses(other) || other.arc(first) == arc
            });
            if reaches {
                touches.extend(hub.members.iter().filter(|&&part| hub.bounds(here, part)));
            }
        }
        touches.sort_unstable();
        Region { ports, touches }
    });
    let mut regions: Vec<Region> = regions.collect();
    regions.sort_by_key(|region| region.ports[0]);
    regions
}

/// Returns the final target of a part, or the part itself: a path into a path that runs into an area ends at that area.
fn runs_into(parts: &[PartShape], part: usize) -> Into {
    let mut key = parts[part].into.unwrap_or(Into::Part(part));
    // The limit is the number of parts, as a tile that is being drawn may contain a cycle.
    for _ in 0..parts.len() {
        match key {
            Into::Part(next) if next != part => match parts.get(next).and_then(|next| next.into) {
                Some(further) if further != Into::Part(part) => key = further,
                _ => break,
            },
            _ => break,
        }
    }
    key
}

/// Groups the parts into hubs of connected parts.
pub fn hubs(parts: &[PartShape]) -> Vec<Hub> {
    let mut hubs: Vec<Hub> = Vec::new();
    let mut hub_of: BTreeMap<Into, usize> = BTreeMap::new();
    for (part, shape) in parts.iter().enumerate() {
        let key = runs_into(parts, part);
        let hub = *hub_of.entry(key).or_insert_with(|| {
            hubs.push(Hub::default());
            hubs.len() - 1
        });
        hubs[hub].members.push(part);
        hubs[hub].ports.extend(shape.ports.iter().map(|&p| (p, part)));
        if key == Into::Part(part) {
            hubs[hub].center = Some(part);
        }
    }
    for hub in &mut hubs {
        hub.ports.sort_unstable();
    }
    hubs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses parts written as `ports>into` and separated by spaces; `x` is a crossing, a digit a part.
    fn parts(text: &str) -> Vec<PartShape> {
        text.split_whitespace()
            .map(|part| {
                let (ports, into) = part.split_once('>').unwrap_or((part, ""));
                PartShape {
                    ports: ports.split(',').filter_map(|p| p.parse().ok()).collect(),
                    into: match into {
                        "" => None,
                        "x" => Some(Into::Crossing(0)),
                        n => Some(Into::Part(n.parse().unwrap())),
                    },
                    is_path: false,
                }
            })
            .collect()
    }

    // A square cell whose sides have three ports each: side s has positions 3s, 3s+1, 3s+2.

    #[test]
    fn a_crossing_parts_every_corner() {
        let derived = derive(&parts("1>x 4>x 7>x 10>x"), &[0, 2, 3, 5, 6, 8, 9, 11]).unwrap();
        assert_eq!(derived.ground, [vec![0, 11], vec![2, 3], vec![5, 6], vec![8, 9]]);
        assert_eq!(derived.touches, [vec![0, 3], vec![0, 1], vec![1, 2], vec![2, 3]]);
    }

    #[test]
    fn a_path_cuts_an_area_off_from_the_ground_behind_it() {
        let derived = derive(&parts("1 4,10"), &[3, 5, 6, 8, 9, 11]).unwrap();
        assert_eq!(derived.ground, [vec![3, 11], vec![5, 6, 8, 9]]);
        assert_eq!(derived.touches, [vec![0, 1], vec![1]]);
    }

    #[test]
    fn paths_into_an_area_leave_it_touching_every_arc() {
        let derived = derive(&parts("4 1>0 7>0"), &[0, 2, 3, 5, 6, 8, 9, 11]).unwrap();
        assert_eq!(derived.ground.len(), 3);
        assert!(derived.touches.iter().all(|t| t.contains(&0)));
        assert_eq!(derived.joined, [(1, 0), (2, 0)]);
    }

    #[test]
    fn a_path_into_a_path_ends_where_that_ends() {
        let derived = derive(&parts("4 1>0 7>1"), &[0, 2, 3, 5, 6, 8, 9, 11]).unwrap();
        assert_eq!(derived, derive(&parts("4 1>0 7>0"), &[0, 2, 3, 5, 6, 8, 9, 11]).unwrap());
        // Parts that run into each other in a cycle occur only while a tile is being drawn.
        assert_eq!(hubs(&parts("1>1 4>0")).len(), 2);
    }

    #[test]
    fn ground_is_told_as_far_as_it_can_be_while_a_tile_is_drawn() {
        let told = |text: &str, ground: &[usize]| {
            let regions = regions(&hubs(&parts(text)), ground).into_iter();
            regions.map(|region| (region.ports, region.touches)).collect::<Vec<_>>()
        };
        let corners = [0, 2, 3, 5, 6, 8, 9, 11];
        // A bridge: the ground of every corner touches both.
        let bridge = told("1,7 4,10", &corners);
        assert_eq!(bridge.iter().map(|r| &r.0[..]).collect::<Vec<_>>(), [&[0, 11][..], &[2, 3], &[5, 6], &[8, 9]]);
        assert!(bridge.iter().all(|(_, touches)| *touches == [0, 1]));
        // A site is in one ground segment, but with two of them it is unknown which.
        assert_eq!(told("1,7 -", &[0, 5]), [(vec![0], vec![0]), (vec![5], vec![0])]);
        assert_eq!(told("-", &[0, 5]), [(vec![0, 5], vec![0])]);
    }

    #[test]
    fn an_area_on_both_sides_of_a_port_passes_beneath_the_path() {
        let crossing = |text: &str, paths: &[usize], ground: &[usize]| {
            let mut parts = parts(text);
            paths.iter().for_each(|&path| parts[path].is_path = true);
            derive(&parts, ground).is_err()
        };
        // A road over a pasture that fills the cell, and one that leaves it on the far side for a mountain.
        assert!(!crossing("1,7 0,2,3,4,5,6,8,9,10,11", &[0], &[]));
        assert!(!crossing("1,7 0,2,3,4,5,9,10,11 6,8", &[0], &[]));
        // A path crosses the parts that it divides unless one of them has ports on both sides of a port of the path.
        assert!(crossing("1,7 3,4,5,9,10,11 0,2 6,8", &[0], &[]));
        // Two roads over the pasture still cross each other, and so do two areas beneath a road.
        assert!(crossing("1,7 4,10 0,2,3,5,6,8,9,11", &[0, 1], &[]));
        assert!(!crossing("1>x 4>x 7>x 10>x 0,2,3,5,6,8,9,11", &[0, 1, 2, 3], &[]));
        assert!(crossing("1>1 6,7,8,0 2,11,3,4,5,9,10", &[0], &[]));
        assert!(crossing("1 0,2,6,7,8 3,4,5,9,10,11", &[0], &[]));
        // Ground on one side of the port: no area passes beneath.
        assert!(crossing("1,7 0,3,4,5,9,10,11", &[0], &[2, 6, 8]));
        // A field next to an area that a road passes over.
        let mut shapes = parts("1,7 0,2");
        shapes[0].is_path = true;
        let derived = derive(&shapes, &[3, 4, 5, 6, 8, 9, 10, 11]).unwrap();
        assert_eq!(derived.ground, [vec![3, 4, 5, 6], vec![8, 9, 10, 11]]);
        assert_eq!(derived.touches, [vec![0, 1], vec![0, 1]]);
    }

    #[test]
    fn bridges_and_floating_sites_are_asked_about() {
        assert!(matches!(derive(&parts("1,7 4,10"), &[0]), Err(Problem::Crossing(..))));
        assert_eq!(derive(&parts("1,7 -"), &[0, 5]), Err(Problem::Floating(1)));
        assert_eq!(derive(&parts("-"), &[0, 5]).unwrap().touches, [vec![0]]);
    }
}
