//! Completes the plan of a table: blank tiles, parts that follow from sides, and the terrains and edge types that the
//! tiles need.
//!
//! The parts of tiles show the ports of edge types: an edge type that no part covers shows ground; a terrain whose parts
//! run into others is a path, with ground on both sides; every other terrain fills its side.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_core::catalog::lattice::Lattice;
use tilewright_core::catalog::tile::parse_port;
use tilewright_pack::edit::Written;

use super::cells::name_of;
use super::read::side_names;
use crate::guess::Guesses;
use crate::joins::{JoinChoice, TileRing};
use crate::plan::{ImportRequest, PackPlan, PlannedEdge, PlannedTerrain, PlannedTile, sort_fields};

/// Edge type and ground of tiles without sides.
const BLANK: &str = "unpainted";
/// Hint that the file with decisions can name the ports of an edge type.
const PORTS_HINT: &str = "`--map` can name its ports";

/// Completes a plan whose tiles have the fields of the table.
pub(super) fn complete(plan: &mut PackPlan, has_parts: bool, request: &ImportRequest<'_>, guesses: &mut Guesses) {
    if request.known.is_none() {
        fill_blank_tiles(plan, guesses);
    }
    let lattice = match request.known {
        Some(known) => known.lattice,
        None => plan.lattice,
    };
    plan.lattice = lattice;
    if has_parts {
        let evidence = SideEvidence::gather(plan);
        declare(plan, &evidence, request);
    } else {
        guess_parts(plan, request, guesses);
    }
    declare_tags(plan);
}

/// Gives tiles without sides blank ones, so that they can be painted.
fn fill_blank_tiles(plan: &mut PackPlan, guesses: &mut Guesses) {
    let sides = side_names(plan.lattice);
    let mut blank_count = 0usize;
    let blanks = plan
        .tiles
        .iter_mut()
        .filter(|tile| !tile.chip && ["edges", "cells", "override"].iter().all(|field| tile.field(field).is_none()));
    for tile in blanks {
        let edges = sides.iter().map(|side| ((*side).to_owned(), Written::word(BLANK))).collect();
        tile.fields.push(("edges".to_owned(), Written::Struct(None, edges)));
        sort_fields(&mut tile.fields);
        blank_count += 1;
    }
    if blank_count > 0 {
        let tiles = if blank_count == 1 { "1 tile has" } else { &format!("{blank_count} tiles have") };
        guesses.add(None, format!("{tiles} no sides: paint them, or write them into the table"));
    }
}

/// Sides and parts of a cell.
#[derive(Clone, Copy, Default)]
struct CellFields<'t> {
    sides: &'t [(String, Written)],
    parts: &'t [Written],
}

impl<'t> CellFields<'t> {
    fn new(edges: Option<&'t Written>, parts: Option<&'t Written>) -> CellFields<'t> {
        let sides = match edges {
            Some(Written::Struct(_, sides)) => sides,
            _ => &[][..],
        };
        let parts = match parts {
            Some(Written::List(parts)) => parts,
            _ => &[][..],
        };
        CellFields { sides, parts }
    }
}

/// Returns the cells of a tile.
fn cells_of(tile: &PlannedTile) -> Vec<CellFields<'_>> {
    let Some(Written::List(cells)) = tile.field("cells") else {
        return vec![CellFields::new(tile.field("edges"), tile.field("parts"))];
    };
    fn of_cell(cell: &Written) -> CellFields<'_> {
        let Written::Struct(_, fields) = cell else { return CellFields::default() };
        let value = |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value);
        CellFields::new(value("edges"), value("parts"))
    }
    cells.iter().map(of_cell).collect()
}

/// Evidence of the terrains and edge types of tiles.
#[derive(Debug, Default)]
struct SideEvidence {
    /// Edge types in the order of their first use.
    edges: Vec<EdgeEvidence>,
    /// Terrains in the order of their first use.
    terrains: Vec<String>,
    /// Terrains whose parts run into others, or end.
    paths: BTreeSet<String>,
    /// Terrains that name halves of sides.
    halves: BTreeSet<String>,
    /// Terrains that reach a side.
    reaching: BTreeSet<String>,
}

/// Evidence of the ports of an edge type.
#[derive(Debug, Default)]
struct EdgeEvidence {
    id: String,
    /// Number of sides of this type.
    side_count: usize,
    /// Number of these sides that a part covers as a whole.
    covered_count: usize,
    /// Terrains of these parts, with the number of sides that each covers.
    terrains: BTreeMap<String, usize>,
}

impl EdgeEvidence {
    /// True if hardly any part covers sides of this type, so that they show ground. A few mistakes do not count.
    fn is_bare(&self) -> bool {
        self.covered_count * 2 < self.side_count
    }

    /// Returns the terrains that usually cover sides of this type. A terrain on a few of them is a mistake.
    fn covering(&self) -> BTreeSet<&str> {
        let usual = self.terrains.iter().filter(|(_, count)| **count * 4 >= self.covered_count);
        usual.filter(|_| !self.is_bare()).map(|(terrain, _)| terrain.as_str()).collect()
    }
}

impl SideEvidence {
    fn gather(plan: &PackPlan) -> SideEvidence {
        let mut found = SideEvidence::default();
        for CellFields { sides, parts } in plan.tiles.iter().flat_map(cells_of) {
            let covered: BTreeSet<(String, String)> =
                parts.iter().flat_map(|part| found.add_part(part, plan.lattice)).collect();
            for (side, edge) in sides {
                let Some(edge) = name_of(edge) else { continue };
                let evidence = found.edge(edge);
                evidence.side_count += 1;
                let terrains = covered.iter().filter(|(covered, _)| covered == side).map(|(_, terrain)| terrain);
                let terrains: Vec<&String> = terrains.collect();
                evidence.covered_count += usize::from(!terrains.is_empty());
                for terrain in terrains {
                    *evidence.terrains.entry(terrain.clone()).or_default() += 1;
                }
            }
        }
        found
    }

    fn edge(&mut self, id: &str) -> &mut EdgeEvidence {
        let at = self.edges.iter().position(|edge| edge.id == id).unwrap_or_else(|| {
            self.edges.push(EdgeEvidence { id: id.to_owned(), ..EdgeEvidence::default() });
            self.edges.len() - 1
        });
        &mut self.edges[at]
    }

    /// Adds a part, and returns the sides that it covers as a whole, each with its terrain.
    fn add_part(&mut self, part: &Written, lattice: Lattice) -> Vec<(String, String)> {
        let (terrain, fields): (&str, &[(String, Written)]) = match part {
            Written::Word(terrain) => (terrain, &[]),
            Written::Struct(Some(terrain), fields) => (terrain, fields),
            _ => return Vec::new(),
        };
        if !self.terrains.iter().any(|known| known == terrain) {
            self.terrains.push(terrain.to_owned());
        }
        let field = |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value);
        if field("into").is_some() {
            self.paths.insert(terrain.to_owned());
        }
        let at: Vec<&str> = match field("at") {
            Some(Written::List(ports)) => ports.iter().filter_map(name_of).collect(),
            Some(port) => name_of(port).into_iter().collect(),
            None => Vec::new(),
        };
        let mut covered = Vec::new();
        for port in at {
            self.reaching.insert(terrain.to_owned());
            match parse_port(lattice, port) {
                Some((side, None)) => covered.push((lattice.side_name(side).to_lowercase(), terrain.to_owned())),
                Some((_, Some(_))) => drop(self.halves.insert(terrain.to_owned())),
                None => {}
            }
        }
        covered
    }
}

/// Declares the terrains and edge types of tiles that have parts.
fn declare(plan: &mut PackPlan, evidence: &SideEvidence, request: &ImportRequest<'_>) {
    let mapping = request.mapping;
    let mut grounds: Vec<String> = mapping.ground.iter().cloned().collect();
    let bare = evidence.edges.iter().filter(|edge| edge.is_bare() && !mapping.edges.contains_key(&edge.id));
    grounds.extend(bare.map(|edge| edge.id.clone()));
    let halves = evidence.halves.iter().filter(|terrain| !evidence.paths.contains(*terrain));
    grounds.extend(halves.cloned());
    let local = |name: &String| !name.contains(':');
    grounds.retain(local);
    let mut seen = BTreeSet::new();
    grounds.retain(|ground| seen.insert(ground.clone()));
    let mut terrains: Vec<String> = grounds.clone();
    terrains.extend(evidence.terrains.iter().cloned());
    for edge in evidence.edges.iter().filter(|edge| local(&edge.id)) {
        let (ports, guess) = match mapping.edges.get(&edge.id) {
            Some(ports) => (ports.clone(), String::new()),
            None => guess_ports(edge, &grounds, evidence),
        };
        terrains.extend(ports.iter().cloned());
        plan.edges.push(PlannedEdge { id: edge.id.clone(), ports, reverse: None, guess });
    }
    let mut seen = BTreeSet::new();
    terrains.retain(|terrain| local(terrain) && seen.insert(terrain.clone()));
    let on_edges: BTreeSet<&String> = plan.edges.iter().flat_map(|edge| &edge.ports).collect();
    let terrains = terrains.into_iter().map(|id| {
        let ground = grounds.contains(&id);
        let guess = match ground && mapping.ground.as_ref() != Some(&id) {
            true => "no part covers its sides, so it is the ground".to_owned(),
            false => String::new(),
        };
        PlannedTerrain {
            ground,
            site: !on_edges.contains(&id) && !evidence.reaching.contains(&id) && !ground,
            path: evidence.paths.contains(&id) && !ground,
            guess,
            id,
            colour: None,
        }
    });
    let terrains = terrains.collect();
    plan.terrains = terrains;
}

/// Guesses the ports of an edge type from the terrains whose parts cover whole sides of it.
fn guess_ports(edge: &EdgeEvidence, grounds: &[String], evidence: &SideEvidence) -> (Vec<String>, String) {
    let covering = edge.covering();
    let own = |count: usize| vec![edge.id.clone(); count];
    let one = format!("one port on each side; {PORTS_HINT}");
    let path = covering.iter().find(|terrain| evidence.paths.contains(**terrain));
    let ground = covering.iter().copied().find(|terrain| grounds.iter().any(|ground| ground == terrain));
    let ground = ground.or_else(|| grounds.first().map(String::as_str));
    match (path, ground, covering.first()) {
        (Some(path), Some(ground), _) => {
            let ports = [ground, path, ground].map(str::to_owned).into();
            (ports, format!("`{path}` is a path with `{ground}` on both sides; {PORTS_HINT}"))
        }
        (_, _, Some(terrain)) => (vec![(*terrain).to_owned()], one),
        // Paths divide the ground, so that a side of ground has two halves.
        (_, _, None) if !evidence.paths.is_empty() || evidence.halves.contains(&edge.id) => {
            (own(2), format!("two ports on each side; {PORTS_HINT}"))
        }
        (_, _, None) => (own(1), one),
    }
}

/// Declares the tags that tiles and parts have.
fn declare_tags(plan: &mut PackPlan) {
    fn collect(tags: &Written, found: &mut BTreeSet<String>) {
        match tags {
            Written::List(names) => found.extend(names.iter().filter_map(name_of).map(str::to_owned)),
            Written::Map(entries) => {
                found.extend(entries.iter().filter_map(|(tag, _)| name_of(tag)).map(str::to_owned))
            }
            Written::Word(tag) | Written::Text(tag) => drop(found.insert(tag.clone())),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    for tile in &plan.tiles {
        tile.field("tags").into_iter().for_each(|tags| collect(tags, &mut found));
        for part in cells_of(tile).into_iter().flat_map(|cell| cell.parts) {
            if let Written::Struct(_, fields) = part {
                fields.iter().filter(|(name, _)| name == "tags").for_each(|(_, tags)| collect(tags, &mut found));
            }
        }
    }
    found.retain(|tag| !tag.contains(':'));
    plan.tags = found;
}

/// Guesses the parts of tiles of one cell from their sides, and declares their terrains and edge types.
fn guess_parts(plan: &mut PackPlan, request: &ImportRequest<'_>, guesses: &mut Guesses) {
    let mapping = request.mapping;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut edges: Vec<String> = Vec::new();
    for (_, edge) in plan.tiles.iter().flat_map(cells_of).flat_map(|cell| cell.sides) {
        let Some(edge) = name_of(edge) else { continue };
        *counts.entry(edge.to_owned()).or_default() += 1;
        if !edges.iter().any(|known| known == edge) {
            edges.push(edge.to_owned());
        }
    }
    let known = request.known;
    let ports_of = |edge: &str| -> Vec<String> {
        let known = known.and_then(|known| known.edges.get(edge));
        known.or_else(|| mapping.edges.get(edge)).cloned().unwrap_or_else(|| vec![edge.to_owned()])
    };
    // The first of equally frequent edges is the ground.
    let commonest = edges.iter().rev().max_by_key(|edge| counts[*edge]).cloned();
    let ground: Vec<String> = match (known, &mapping.ground) {
        (Some(known), _) => known.ground.clone(),
        (None, Some(ground)) => vec![ground.clone()],
        (None, None) => commonest.into_iter().flat_map(|edge| ports_of(&edge)).take(1).collect(),
    };
    let choice = JoinChoice { ground: &ground, joins_opposite: mapping.joins_opposite };
    let lattice = plan.lattice;
    for tile in plan.tiles.iter_mut().filter(|tile| !tile.chip && tile.field("parts").is_none()) {
        let Some(Written::Struct(None, sides)) = tile.field("edges") else { continue };
        let named = |side: &str| sides.iter().find(|(name, _)| name == side).and_then(|(_, edge)| name_of(edge));
        let ring = lattice.sides().filter_map(|side| {
            let edge = named(&lattice.side_name(side).to_lowercase())?;
            Some((side, ports_of(edge)))
        });
        let found = TileRing { lattice, sides: ring.collect() }.guess_parts(&choice);
        for guess in &found.guesses {
            guesses.add(tile.line, format!("`{}`: {guess}", tile.id));
        }
        tile.guesses.extend(found.guesses);
        if !found.parts.is_empty() {
            tile.fields.push(("parts".to_owned(), Written::List(found.parts)));
            sort_fields(&mut tile.fields);
        }
    }
    declare_sides(plan, &edges, &ground, &ports_of, mapping.ground.is_none());
}

/// Declares edge types with these ports, and their terrains.
fn declare_sides(
    plan: &mut PackPlan,
    edges: &[String],
    ground: &[String],
    ports_of: &dyn Fn(&str) -> Vec<String>,
    is_ground_guessed: bool,
) {
    let mut terrains: Vec<String> = ground.to_vec();
    for edge in edges.iter().filter(|edge| !edge.contains(':')) {
        let ports = ports_of(edge);
        let guess = match &ports[..] {
            [only] if only == edge => format!("one port on each side; {PORTS_HINT}"),
            _ => String::new(),
        };
        terrains.extend(ports.iter().cloned());
        plan.edges.push(PlannedEdge { id: edge.clone(), ports, reverse: None, guess });
    }
    let mut seen = BTreeSet::new();
    terrains.retain(|terrain| seen.insert(terrain.clone()));
    let is_path = |terrain: &String| {
        plan.edges
            .iter()
            .any(|edge| matches!(&edge.ports[..], [a, path, b] if path == terrain && a != path && b != path))
    };
    let terrains = terrains.iter().map(|id| {
        let is_ground = ground.contains(id);
        let guess = match is_ground && is_ground_guessed && id != BLANK {
            true => "the most frequent side is the ground".to_owned(),
            false => String::new(),
        };
        PlannedTerrain {
            ground: is_ground,
            path: !is_ground && is_path(id),
            guess,
            id: id.clone(),
            ..Default::default()
        }
    });
    let terrains = terrains.collect();
    plan.terrains = terrains;
}
