//! Guesses the parts of a tile from the terrains at its ports.
//!
//! Equal ports that are adjacent around the tile join. A single port between two ports of the ground on its side is the
//! end of a path: the ends of two paths of a terrain join, more meet at a crossing, and one ends on the tile. Areas at
//! sides that are not adjacent stay separate, unless the author decides otherwise.

use tilewright_core::catalog::lattice::{Lattice, Side};
use tilewright_core::catalog::tile::port_name;
use tilewright_pack::edit::Written;

/// Ports of a tile of one cell.
#[derive(Clone, Debug)]
pub(crate) struct TileRing {
    pub(crate) lattice: Lattice,
    /// Terrains at the ports of each side, clockwise.
    pub(crate) sides: Vec<(Side, Vec<String>)>,
}

/// Decisions about the parts of tiles.
#[derive(Clone, Debug)]
pub(crate) struct JoinChoice<'a> {
    /// Terrains that fill the rest of a tile.
    pub(crate) ground: &'a [String],
    /// True if areas of one terrain always join.
    pub(crate) joins_opposite: bool,
}

/// Parts of a tile, with the guesses that they need.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct GuessedParts {
    pub(crate) parts: Vec<Written>,
    pub(crate) guesses: Vec<String>,
}

/// Port on the ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RingPort<'r> {
    side: Side,
    index: usize,
    count: usize,
    terrain: &'r str,
    /// True if it is the end of a path.
    path: bool,
}

impl TileRing {
    fn ports<'r>(&'r self, ground: &[String]) -> Vec<RingPort<'r>> {
        let is_ground = |terrain: &String| ground.contains(terrain);
        let mut ports = Vec::new();
        for (side, terrains) in &self.sides {
            for (index, terrain) in terrains.iter().enumerate() {
                let before = index.checked_sub(1).and_then(|before| terrains.get(before));
                let beside = |port: Option<&String>| port.is_some_and(is_ground);
                let path = !is_ground(terrain) && beside(before) && beside(terrains.get(index + 1));
                ports.push(RingPort { side: *side, index, count: terrains.len(), terrain, path });
            }
        }
        ports
    }

    /// Guesses the parts. Ground has no parts, because it follows from the others.
    pub(crate) fn guess_parts(&self, choice: &JoinChoice<'_>) -> GuessedParts {
        let ports = self.ports(choice.ground);
        let mut found = GuessedParts::default();
        let mut terrains: Vec<&str> = Vec::new();
        for port in &ports {
            if !terrains.contains(&port.terrain) && !choice.ground.iter().any(|ground| *ground == *port.terrain) {
                terrains.push(port.terrain);
            }
        }
        for terrain in terrains {
            let ends: Vec<usize> =
                (0..ports.len()).filter(|&at| ports[at].path && ports[at].terrain == terrain).collect();
            if !self.add_areas(&ports, &ends, terrain, choice, &mut found) {
                self.add_paths(&ports, &ends, terrain, &mut found);
            }
        }
        found
    }

    /// Adds the areas of a terrain. Returns true if its only area takes the ends of its paths.
    fn add_areas(
        &self,
        ports: &[RingPort<'_>],
        ends: &[usize],
        terrain: &str,
        choice: &JoinChoice<'_>,
        found: &mut GuessedParts,
    ) -> bool {
        let mut runs = runs(ports, |port| port.terrain == terrain && !port.path);
        if runs.len() > 1 {
            let names: Vec<String> = runs.iter().map(|run| self.names(ports, run, terrain).join(" ")).collect();
            let names = names.join(" and ");
            if choice.joins_opposite {
                found.guesses.push(format!("`{terrain}` at {names} is joined"));
                runs = vec![runs.concat()];
            } else {
                found.guesses.push(format!("`{terrain}` at {names} is separate"));
            }
        }
        let takes_ends = runs.len() == 1 && !ends.is_empty();
        if takes_ends {
            found.guesses.push(format!("`{terrain}` at {} is one part", self.names(ports, ends, terrain).join(" ")));
            runs[0].extend(ends);
        }
        for run in runs {
            found.parts.push(part(terrain, self.names(ports, &run, terrain), None));
        }
        takes_ends
    }

    fn add_paths(&self, ports: &[RingPort<'_>], ends: &[usize], terrain: &str, found: &mut GuessedParts) {
        let names = self.names(ports, ends, terrain);
        match ends.len() {
            0 => {}
            1 => {
                found.guesses.push(format!("`{terrain}` at {} ends on the tile", names.join(" ")));
                found.parts.push(part(terrain, names, Some("end")));
            }
            2 => {
                found.guesses.push(format!("`{terrain}` leads from {} to {}", names[0], names[names.len() - 1]));
                found.parts.push(part(terrain, names, None));
            }
            _ => {
                found.guesses.push(format!("`{terrain}` at {} meets at a crossing", names.join(" ")));
                found.parts.extend(names.into_iter().map(|name| part(terrain, vec![name], Some("crossing"))));
            }
        }
    }

    /// Returns the names of ports for `at`: the name of a side if all its ports of the terrain are included.
    fn names(&self, ports: &[RingPort<'_>], run: &[usize], terrain: &str) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for &at in run {
            let port = ports[at];
            let of_side = |other: &RingPort<'_>| other.side == port.side && other.terrain == terrain;
            let is_whole = (0..ports.len()).all(|other| !of_side(&ports[other]) || run.contains(&other));
            let name = match is_whole {
                true => self.lattice.side_name(port.side).to_owned(),
                // The middle of three ports has the name of the side, which would mean all of them.
                false if port.count == 3 && port.index == 1 => format!("{}2", self.lattice.side_name(port.side)),
                false => port_name(self.lattice, port.side, port.index, port.count),
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

/// Returns the runs of adjacent ports around a tile that are `wanted`, as indices of ports, clockwise.
fn runs(ports: &[RingPort<'_>], wanted: impl Fn(&RingPort<'_>) -> bool) -> Vec<Vec<usize>> {
    let mut runs: Vec<Vec<usize>> = Vec::new();
    let mut before = false;
    for (at, port) in ports.iter().enumerate() {
        let here = wanted(port);
        match runs.last_mut().filter(|_| before) {
            Some(run) if here => run.push(at),
            _ if here => runs.push(vec![at]),
            _ => {}
        }
        before = here;
    }
    // The ring closes: the last port is next to the first.
    let closes = ports.first().is_some_and(&wanted) && before;
    if closes && runs.len() > 1 {
        let mut last = runs.pop().unwrap_or_default();
        last.append(&mut runs[0]);
        runs[0] = last;
    }
    runs
}

/// Returns a part of a tile.
pub(crate) fn part(terrain: &str, at: Vec<String>, into: Option<&str>) -> Written {
    let mut fields = Vec::new();
    if !at.is_empty() {
        fields.push(("at".to_owned(), Written::List(at.into_iter().map(Written::Word).collect())));
    }
    if let Some(into) = into {
        fields.push(("into".to_owned(), Written::word(into)));
    }
    match fields.is_empty() {
        true => Written::word(terrain),
        false => Written::Struct(Some(terrain.to_owned()), fields),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(sides: [&[&str]; 4], joins_opposite: bool) -> (String, Vec<String>) {
        let lattice = Lattice::Square;
        let sides = lattice.sides().zip(sides);
        let sides = sides.map(|(side, ports)| (side, ports.iter().map(|&port| port.to_owned()).collect())).collect();
        let ground = ["g".to_owned()];
        let found = TileRing { lattice, sides }.guess_parts(&JoinChoice { ground: &ground, joins_opposite });
        (found.parts.iter().map(Written::flat).collect::<Vec<_>>().join(", "), found.guesses)
    }

    #[test]
    fn one_port_a_side_joins_adjacent_sides() {
        assert_eq!(guess([&["c"], &["c"], &["g"], &["g"]], false).0, "c(at: [N, E])");
        assert_eq!(guess([&["c"], &["g"], &["g"], &["c"]], false).0, "c(at: [W, N])");
        assert_eq!(guess([&["c"], &["c"], &["c"], &["c"]], false).0, "c(at: [N, E, S, W])");
        let (parts, guesses) = guess([&["c"], &["g"], &["c"], &["g"]], false);
        assert_eq!((&*parts, &*guesses[0]), ("c(at: [N]), c(at: [S])", "`c` at N and S is separate"));
        assert_eq!(guess([&["c"], &["g"], &["c"], &["g"]], true).0, "c(at: [N, S])");
        assert_eq!(guess([&["g"], &["g"], &["g"], &["g"]], false).0, "");
    }

    #[test]
    fn corners_join_across_the_corner() {
        let corner = guess([&["g", "l"], &["l", "g"], &["g", "g"], &["g", "g"]], false);
        assert_eq!(corner, ("l(at: [N, E])".to_owned(), Vec::new()));
        assert_eq!(guess([&["l", "l"], &["l", "g"], &["g", "g"], &["g", "l"]], false).0, "l(at: [W, N, E])");
        let diagonal = guess([&["l", "g"], &["g", "l"], &["l", "g"], &["g", "l"]], false).0;
        assert_eq!(diagonal, "l(at: [W, N]), l(at: [E, S])");
    }

    #[test]
    fn single_ports_between_ground_are_paths() {
        let (road, grass): (&[&str], &[&str]) = (&["g", "r", "g"], &["g", "g", "g"]);
        assert_eq!(guess([road, grass, road, grass], false).0, "r(at: [N, S])");
        assert_eq!(guess([road, grass, grass, grass], false).0, "r(at: [N], into: end)");
        let crossing = "r(at: [N], into: crossing), r(at: [E], into: crossing), r(at: [S], into: crossing)";
        assert_eq!(guess([road, road, road, grass], false).0, crossing);
        // A path of the terrain of an area runs into it.
        assert_eq!(guess([&["r", "r", "r"], grass, road, grass], false).0, "r(at: [N, S])");
    }

    #[test]
    fn parts_of_one_terrain_on_a_side_are_named_by_port() {
        let (split, grass): (&[&str], &[&str]) = (&["r", "g", "r"], &["g", "g", "g"]);
        assert_eq!(guess([split, grass, grass, grass], false).0, "r(at: [NL]), r(at: [NR])");
    }
}
