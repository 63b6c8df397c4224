//! Deriving a tile's ground segments and what touches what from its paths, areas and sites.
//!
//! The rim of a cell is a circle of ports. Parts that are joined on the tile (an area with the paths that
//! run into it, the paths of one crossing) form a *hub*. Hubs do not cross, so each cuts the circle into
//! arcs; two ground ports belong to one segment exactly if no hub puts them into different arcs, and a
//! ground segment touches the parts that bound its arcs. Hand-written links of this kind are the most
//! repeated mistake in tile data, which is why they are derived and only checked against what is written.

use std::collections::BTreeMap;

/// What a path that ends on the tile runs into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Into {
    /// Another part, by its number.
    Part(usize),
    /// A crossing; paths with the same number meet in it.
    Crossing(usize),
}

/// A part of a cell, with its ports as positions clockwise around the rim.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Positions of its ports, ascending.
    pub ports: Vec<usize>,
    /// What it runs into.
    pub into: Option<Into>,
}

/// What was derived for one cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Derived {
    /// Ground segments: the positions of their ports, ascending; in the order of their first ports.
    pub ground: Vec<Vec<usize>>,
    /// For each ground segment, the parts it touches.
    pub touches: Vec<Vec<usize>>,
    /// Pairs of parts that touch because one runs into the other.
    pub joined: Vec<(usize, usize)>,
}

/// Why nothing could be derived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Two parts cross, as on a bridge: the author has to say what lies where.
    Crossing(usize, usize),
    /// A part without ports lies somewhere, but it is open in which ground segment.
    Floating(usize),
}

struct Hub {
    /// Port positions, ascending, each with the part that owns it.
    ports: Vec<(usize, usize)>,
    members: Vec<usize>,
    center: Option<usize>,
}

impl Hub {
    fn arc(&self, position: usize) -> usize {
        self.ports.iter().filter(|(p, _)| *p < position).count() % self.ports.len().max(1)
    }

    /// Whether a region in `arc` is bounded by a member.
    fn bounds(&self, arc: usize, part: usize) -> bool {
        if self.center == Some(part) || self.ports.len() < 2 {
            return true;
        }
        let before = (arc + self.ports.len() - 1) % self.ports.len();
        self.ports[arc].1 == part || self.ports[before].1 == part
    }
}

/// Derives the ground segments of a cell from its parts. `ground` are the positions of uncovered ground ports.
///
/// # Errors
/// The first [`Problem`] that leaves the answer open.
pub fn derive(parts: &[Shape], ground: &[usize]) -> Result<Derived, Problem> {
    let hubs = hubs(parts);
    for (i, a) in hubs.iter().enumerate() {
        for b in &hubs[i + 1..] {
            if let (Some(&(first, _)), Some(_)) = (a.ports.first(), b.ports.first()) {
                let arc = b.arc(first);
                if let Some(&(_, part)) = a.ports.iter().find(|(p, _)| b.arc(*p) != arc) {
                    return Err(Problem::Crossing(part, b.members[0]));
                }
            }
        }
    }
    let mut regions: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for &position in ground {
        let arcs = hubs.iter().map(|h| h.arc(position)).collect();
        regions.entry(arcs).or_default().push(position);
    }
    let mut regions: Vec<(Vec<usize>, Vec<usize>)> = regions.into_iter().collect();
    regions.sort_by_key(|(_, ports)| ports[0]);
    let mut derived = Derived::default();
    for (arcs, ports) in &regions {
        let mut touches = Vec::new();
        for part in 0..parts.len() {
            let Some(own) = hubs.iter().position(|h| h.members.contains(&part)) else { continue };
            let floating = hubs[own].ports.is_empty();
            if floating && regions.len() > 1 {
                return Err(Problem::Floating(part));
            }
            let reaches = floating
                || hubs[own].bounds(arcs[own], part)
                    && hubs
                        .iter()
                        .enumerate()
                        .all(|(h, hub)| h == own || hub.ports.is_empty() || hub.arc(hubs[own].ports[0].0) == arcs[h]);
            if reaches {
                touches.push(part);
            }
        }
        derived.ground.push(ports.clone());
        derived.touches.push(touches);
    }
    for (part, shape) in parts.iter().enumerate() {
        if let Some(Into::Part(into)) = shape.into {
            derived.joined.push((part, into));
        }
    }
    Ok(derived)
}

fn hubs(parts: &[Shape]) -> Vec<Hub> {
    let mut hubs: Vec<Hub> = Vec::new();
    let mut hub_of: BTreeMap<Into, usize> = BTreeMap::new();
    for (part, shape) in parts.iter().enumerate() {
        let key = shape.into.unwrap_or(Into::Part(part));
        let hub = *hub_of.entry(key).or_insert_with(|| {
            hubs.push(Hub { ports: Vec::new(), members: Vec::new(), center: None });
            hubs.len() - 1
        });
        hubs[hub].members.push(part);
        hubs[hub].ports.extend(shape.ports.iter().map(|&p| (p, part)));
        if shape.into.is_none() {
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

    /// Parts as `ports>into` separated by spaces; `x` is a crossing, a digit a part.
    fn parts(text: &str) -> Vec<Shape> {
        text.split_whitespace()
            .map(|part| {
                let (ports, into) = part.split_once('>').unwrap_or((part, ""));
                Shape {
                    ports: ports.split(',').filter_map(|p| p.parse().ok()).collect(),
                    into: match into {
                        "" => None,
                        "x" => Some(Into::Crossing(0)),
                        n => Some(Into::Part(n.parse().unwrap())),
                    },
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
    fn bridges_and_floating_sites_are_asked_about() {
        assert!(matches!(derive(&parts("1,7 4,10"), &[0]), Err(Problem::Crossing(..))));
        assert_eq!(derive(&parts("1,7 -"), &[0, 5]), Err(Problem::Floating(1)));
        assert_eq!(derive(&parts("-"), &[0, 5]).unwrap().touches, [vec![0]]);
    }
}
