//! Compares the fields of a file with the fields that packs derive, and writes them out where they differ.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_core::catalog::tile::{Segment, TileKind, port_name};
use tilewright_pack::edit::{Items, Written};
use tilewright_pack::{LoadOptions, Vocabulary, Workbench, World};

use super::{DefinedTile, FIELD, SIDES, finished_plan, with_tags};
use crate::guess::Guesses;
use crate::joins::part;
use crate::plan::{ImportRequest, PlannedTile, sort_fields};
use crate::print::print_pack;

/// Field as the file describes it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct WrittenField {
    /// Ports; empty for a field inside the tile.
    pub(super) ports: BTreeSet<String>,
    /// Sides of the cities that it touches.
    pub(super) cities: BTreeSet<String>,
    pub(super) tags: Vec<String>,
}

/// Compares the fields of the file with the derived ones, and writes out those of tiles on which they differ.
pub(super) fn compare_fields(
    tiles: &mut [DefinedTile],
    tags: &BTreeSet<String>,
    request: &ImportRequest<'_>,
    guesses: &mut Guesses,
) {
    let planned: Vec<PlannedTile> = tiles.iter().map(|defined| defined.tile.clone()).collect();
    let derived = derived_fields(planned, tags, request);
    let mut differing = 0usize;
    for defined in tiles.iter_mut().filter(|defined| !defined.fields.is_empty()) {
        let plain = |field: &WrittenField| WrittenField { tags: Vec::new(), ..field.clone() };
        let mut wanted: Vec<WrittenField> = defined.fields.iter().map(plain).collect();
        wanted.sort();
        let has_tags = defined.fields.iter().any(|field| !field.tags.is_empty());
        let same = derived.get(&defined.tile.id).is_some_and(|found| *found == wanted);
        if same && !has_tags {
            continue;
        }
        if !same {
            differing += 1;
            defined
                .tile
                .guesses
                .push("the fields are written as in the file, because they differ from the derived ones".to_owned());
            guesses.add(defined.tile.line, format!("`{}`: the fields differ from the derived ones", defined.tile.id));
        }
        write_fields(defined);
    }
    let compared = tiles.iter().filter(|defined| !defined.fields.is_empty()).count();
    guesses
        .add(None, format!("the fields of {} of {compared} tiles follow from their other parts", compared - differing));
}

/// Writes the fields of the file into the parts of a tile.
fn write_fields(defined: &mut DefinedTile) {
    let clockwise = |port: &String| {
        let side = SIDES.iter().position(|side| port.starts_with(side)).unwrap_or(0);
        (side, port.ends_with('R'))
    };
    let cities = |tile: &PlannedTile| match tile.field("parts") {
        Some(Written::List(parts)) => {
            parts.iter().filter(|part| matches!(part, Written::Struct(Some(head), _) if head == "city")).count()
        }
        _ => 0,
    };
    let city_count = cities(&defined.tile);
    let mut fields = std::mem::take(&mut defined.fields);
    for field in &mut fields {
        let mut ports: Vec<String> = field.ports.iter().cloned().collect();
        ports.sort_by_key(clockwise);
        let mut written = match part(FIELD, ports, None) {
            Written::Struct(head, fields) => (head, fields),
            _ => (Some(FIELD.to_owned()), Vec::new()),
        };
        if !field.cities.is_empty() {
            let name = |side: &String| match city_count {
                1 => Written::word("city"),
                _ => Written::Text(format!("city:{side}")),
            };
            written.1.push(("touches".to_owned(), Written::List(field.cities.iter().map(name).collect())));
        }
        let written = with_tags(Written::Struct(written.0, written.1), &field.tags);
        if let Some((_, Written::List(parts))) = defined.tile.fields.iter_mut().find(|(name, _)| name == "parts") {
            parts.push(written);
        }
    }
    defined.fields = fields;
    defined.tile.fields.push(("derive".to_owned(), Written::Bool(false)));
    sort_fields(&mut defined.tile.fields);
}

/// Returns the fields that packs derive on each tile: their ports, and the cities that they touch. Tiles that cannot be
/// read are left out.
fn derived_fields(
    tiles: Vec<PlannedTile>,
    tags: &BTreeSet<String>,
    request: &ImportRequest<'_>,
) -> BTreeMap<String, Vec<WrittenField>> {
    let tiles = tiles.into_iter().map(|tile| DefinedTile { tile, fields: Vec::new() }).collect();
    let plan = finished_plan(tiles, tags.clone());
    let fresh = ImportRequest { known: None, ..*request };
    let Ok(pack) = print_pack(&plan, &fresh, Guesses::default()) else { return BTreeMap::new() };
    let mut world = World::default();
    for (path, text) in pack.files.iter().filter(|(path, _)| path.ends_with(".ron")) {
        world.add_file(request.id, path, text);
    }
    let bench = Workbench::new(&world, &[request.id], &LoadOptions::default());
    let (Some(words), Some(files)) = (bench.vocabulary(request.id), world.packs.get(request.id)) else {
        return BTreeMap::new();
    };
    let items = Items::read(files);
    let tiles = items.section("tiles").filter_map(|item| {
        let reading = bench.tile(request.id, items.node(item)?)?;
        let is_sound = reading.findings.iter().all(|finding| !finding.is_error());
        Some((item.id.as_deref()?.to_owned(), fields_of(&words, &reading.kind))).filter(|_| is_sound)
    });
    tiles.collect()
}

fn fields_of(words: &Vocabulary, kind: &TileKind) -> Vec<WrittenField> {
    let lattice = words.lattice;
    let is_named = |segment: &Segment, name: &str| words.terrain_name(segment.terrain) == name;
    let mut fields: Vec<WrittenField> = Vec::new();
    for segment in kind.segments.iter().filter(|segment| is_named(segment, FIELD)) {
        let mut field = WrittenField::default();
        for port in &segment.ports {
            let count = words.edges.get(kind.cells[0].edge(port.side)).map_or(0, |edge| edge.ports.len());
            field.ports.insert(port_name(lattice, port.side, usize::from(port.index), count));
        }
        let touched = kind.segments.iter().enumerate().filter(|(at, _)| *at < 32 && segment.touches >> at & 1 == 1);
        for (_, city) in touched.filter(|(_, other)| is_named(other, "city")) {
            let first = city.ports.iter().min_by_key(|port| port.side.index());
            field.cities.extend(first.map(|port| lattice.side_name(port.side).to_owned()));
        }
        fields.push(field);
    }
    fields.sort();
    fields
}
