//! Reads the tile definitions of JCloisterZone: roads, cities, rivers, monasteries, gardens and fields.
//!
//! It names ports like packs. In packs, fields follow from the other parts; the fields of the file are compared with the
//! derived ones, and written out where they differ. Elements and attributes that have no meaning in packs are listed.

mod fields;

use std::collections::{BTreeMap, BTreeSet};

use tilewright_core::catalog::lattice::Lattice;
use tilewright_pack::edit::Written;
use tilewright_pack::limits::{BAG, KINDS};

use self::fields::{WrittenField, compare_fields};
use crate::error::{ExchangeError, ExchangeErrorKind, ExchangeErrors, MAX_ERRORS, brief};
use crate::guess::Guesses;
use crate::joins::part;
use crate::names::IdTable;
use crate::plan::{ImportRequest, ImportedPack, PackPlan, PlannedEdge, PlannedTerrain, PlannedTile, sort_fields};
use crate::print::print_pack;
use crate::xml::{XmlElement, read_xml};

/// Terrain that fills the rest of tiles.
const FIELD: &str = "field";
const SIDES: [&str; 4] = ["N", "E", "S", "W"];
/// Sites without ports, with the names of their elements in older files.
const SITES: [(&str, &[&str]); 2] = [("monastery", &["monastery", "cloister"]), ("garden", &["garden"])];

/// Converts tile definitions of JCloisterZone to a pack.
///
/// # Errors
/// The file cannot be read, has no tiles, or ports or counts that are not valid; each of them is reported.
pub fn import_jcloisterzone(bytes: &[u8], request: &ImportRequest<'_>) -> Result<ImportedPack, ExchangeErrors> {
    let root = read_xml(bytes).map_err(|error| vec![error])?;
    let mut guesses = Guesses::default();
    let mut reader = DefinitionReader {
        request,
        guesses: &mut guesses,
        errors: Vec::new(),
        tile_ids: IdTable::default(),
        tag_ids: IdTable::default(),
        unknown: BTreeMap::new(),
        tags: BTreeSet::new(),
    };
    let mut tiles = reader.tiles(&root);
    reader.list_unknown();
    let (mut errors, tags) = (reader.errors, reader.tags);
    if !errors.is_empty() {
        errors.sort_by_key(|error| error.line);
        return Err(errors);
    }
    compare_fields(&mut tiles, &tags, request, &mut guesses);
    let plan = finished_plan(tiles, tags);
    print_pack(&plan, request, guesses).map_err(|error| vec![error])
}

/// Tile with its fields, which are not yet compared.
struct DefinedTile {
    tile: PlannedTile,
    fields: Vec<WrittenField>,
}

struct DefinitionReader<'r, 'g> {
    request: &'r ImportRequest<'r>,
    guesses: &'g mut Guesses,
    errors: ExchangeErrors,
    tile_ids: IdTable,
    tag_ids: IdTable,
    /// Elements and attributes without a meaning, with the first line and the number of uses.
    unknown: BTreeMap<String, (usize, usize)>,
    tags: BTreeSet<String>,
}

/// Part of a tile that is not a field.
struct DefinedPart {
    terrain: &'static str,
    at: Vec<String>,
    tags: Vec<String>,
    /// Letters of parts that are next to each other for a wagon; they show the part that a road runs into.
    beside: BTreeSet<String>,
}

impl DefinitionReader<'_, '_> {
    fn wrong(&mut self, line: usize, message: String) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(ExchangeError::new(ExchangeErrorKind::Value, message).at(line));
        }
    }

    fn unknown(&mut self, what: String, line: usize) {
        self.unknown.entry(what).or_insert((line, 0)).1 += 1;
    }

    fn list_unknown(&mut self) {
        for (what, (line, count)) in std::mem::take(&mut self.unknown) {
            let times = if count == 1 { String::new() } else { format!(", {count} times") };
            self.guesses.add(Some(line), format!("{what} is not read{times}"));
        }
    }

    fn tiles(&mut self, root: &XmlElement) -> Vec<DefinedTile> {
        let mut elements: Vec<&XmlElement> = Vec::new();
        collect(root, "tile", &mut elements);
        elements.retain(|tile| tile.attribute("id").is_some());
        let counts = self.counts(root);
        if elements.is_empty() {
            let error = ExchangeError::new(ExchangeErrorKind::Missing, "the file defines no tiles").at(root.line);
            self.errors.push(error.hint("expected `<tile id=\"…\">` with roads, cities and fields"));
        }
        if elements.len() > KINDS {
            let message = format!("the file has {} tiles; a pack has at most {KINDS}", elements.len());
            self.errors.push(ExchangeError::new(ExchangeErrorKind::TooLarge, message));
            return Vec::new();
        }
        let mut seen = BTreeSet::new();
        let mut tiles = Vec::new();
        for element in elements {
            let name = element.attribute("id").unwrap_or_default();
            if !seen.insert(name) {
                self.wrong(element.line, format!("there are two tiles `{}`", brief(name)));
                continue;
            }
            let count = match &counts {
                Some(counts) => counts.get(name).copied(),
                None => element.attribute("count").map_or(Some(1), |count| count.trim().parse().ok()),
            };
            tiles.push(self.tile(element, name, count));
        }
        tiles
    }

    /// Returns the copies of tiles in the set that the author names, or in the first one; `None` without sets.
    fn counts(&mut self, root: &XmlElement) -> Option<BTreeMap<String, i64>> {
        let mut sets: Vec<&XmlElement> = Vec::new();
        collect(root, "tile-set", &mut sets);
        let name = |set: &XmlElement| set.attribute("id").unwrap_or_default().to_owned();
        let set = match &self.request.mapping.set {
            Some(wanted) => match sets.iter().find(|set| name(set) == *wanted) {
                Some(set) => set,
                None => {
                    let message = format!("there is no set `{}`", brief(wanted));
                    let names: Vec<String> =
                        sets.iter().take(20).map(|set| format!("`{}`", brief(&name(set)))).collect();
                    let error = ExchangeError::new(ExchangeErrorKind::Missing, message);
                    self.errors.push(error.hint(format!("the sets are {}", names.join(", "))));
                    return None;
                }
            },
            None => sets.first()?,
        };
        if sets.len() > 1 {
            let text = format!(
                "the set `{}` gives the numbers of copies; the file has {} sets",
                brief(&name(set)),
                sets.len()
            );
            self.guesses.add(Some(set.line), text);
        }
        let mut counts = BTreeMap::new();
        for element in &set.elements {
            match (&*element.name, element.attribute("tile")) {
                ("ref", Some(tile)) => {
                    let count = element.attribute("count").map_or(Some(1), |count| count.trim().parse::<i64>().ok());
                    match count {
                        Some(count) if (0..=BAG as i64).contains(&count) => drop(counts.insert(tile.to_owned(), count)),
                        _ => self
                            .wrong(element.line, format!("the count of `{}` is not a number of copies", brief(tile))),
                    }
                }
                (other, _) => self.unknown(format!("`<{}>` of a set", brief(other)), element.line),
            }
        }
        Some(counts)
    }

    fn tile(&mut self, element: &XmlElement, name: &str, count: Option<i64>) -> DefinedTile {
        let mut tile = PlannedTile { line: Some(element.line), ..PlannedTile::default() };
        tile.id = self.tile_ids.tile_id(name);
        if tile.id != name {
            tile.guesses.push(format!("`{}` becomes `{}`", brief(name), tile.id));
        }
        match count {
            Some(1) => {}
            Some(count) if (2..=BAG as i64).contains(&count) => {
                tile.fields.push(("count".to_owned(), Written::Int(count)));
            }
            Some(0) | None => tile.fields.push(("bag".to_owned(), Written::word("none"))),
            Some(_) => self.wrong(element.line, format!("the count of `{}` is not a number of copies", brief(name))),
        }
        for (attribute, _) in element.attributes().filter(|(name, _)| !["id", "count"].contains(name)) {
            self.unknown(format!("the attribute `{}` of a tile", brief(attribute)), element.line);
        }
        let (parts, fields) = self.parts(element);
        let edges = SIDES.map(|side| {
            let shown = parts.iter().find(|part| part.at.iter().any(|at| at == side));
            (side.to_lowercase(), Written::word(shown.map_or(FIELD, |part| part.terrain)))
        });
        tile.fields.push(("edges".to_owned(), Written::Struct(None, edges.into())));
        let written = self.written_parts(&parts, &mut tile);
        tile.fields.push(("parts".to_owned(), Written::List(written)));
        sort_fields(&mut tile.fields);
        DefinedTile { tile, fields }
    }

    fn parts(&mut self, element: &XmlElement) -> (Vec<DefinedPart>, Vec<WrittenField>) {
        let (mut parts, mut fields): (Vec<DefinedPart>, Vec<WrittenField>) = (Vec::new(), Vec::new());
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for child in &element.elements {
            let site = SITES.iter().find(|(_, names)| names.contains(&&*child.name)).map(|(site, _)| *site);
            let way = ["city", "road", "river"].into_iter().find(|name| *name == child.name);
            let ports: Vec<String> = child.text.split_whitespace().take(20).map(str::to_owned).collect();
            let beside: BTreeSet<String> =
                child.attribute("wagon-move").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
            match (way, site, &*child.name) {
                (Some(terrain), ..) => {
                    let tags = self.tags(child, terrain);
                    for port in &ports {
                        if !SIDES.contains(&&**port) {
                            self.wrong(child.line, format!("`{}` is not a side of a tile", brief(port)));
                        } else if !taken.insert(port.clone()) {
                            self.wrong(child.line, format!("two parts reach the side {port}"));
                        }
                    }
                    if ports.is_empty() {
                        self.wrong(child.line, format!("the {terrain} reaches no side"));
                    }
                    parts.push(DefinedPart { terrain, at: ports, tags, beside });
                }
                (None, Some(terrain), _) => {
                    let tags = self.tags(child, terrain);
                    parts.push(DefinedPart { terrain, at: Vec::new(), tags, beside });
                }
                (None, None, "field" | "farm") => {
                    let mut field = WrittenField { tags: self.tags(child, FIELD), ..WrittenField::default() };
                    field.ports = ports.iter().filter(|port| *port != "I").cloned().collect();
                    if let Some(port) = field.ports.iter().find(|port| !is_half(port)) {
                        self.wrong(child.line, format!("`{}` is not half of a side", brief(port)));
                    }
                    let cities = child.attribute("city").unwrap_or_default();
                    field.cities = cities.split_whitespace().take(4).map(str::to_owned).collect();
                    fields.push(field);
                }
                (None, None, other) => self.unknown(format!("`<{}>`", brief(other)), child.line),
            }
        }
        for field in &mut fields {
            self.check_field(field, &parts, element.line);
        }
        (parts, fields)
    }

    /// Checks the ports of a field and the cities that it names, and names each city by its first side.
    fn check_field(&mut self, field: &mut WrittenField, parts: &[DefinedPart], line: usize) {
        let cities = || parts.iter().filter(|part| part.terrain == "city");
        let side_of = |port: &String| port.get(..1).map(str::to_owned);
        for side in field.ports.iter().filter_map(side_of).collect::<BTreeSet<_>>() {
            if cities().any(|city| city.at.contains(&side)) {
                self.wrong(line, format!("a field is at the side {side}, which shows a city"));
            }
        }
        let mut named = BTreeSet::new();
        for side in &field.cities {
            match cities().find(|city| city.at.contains(side)) {
                Some(city) => {
                    let first = SIDES.into_iter().find(|side| city.at.iter().any(|at| at == side));
                    named.extend(first.map(str::to_owned));
                }
                None => self.wrong(line, format!("a field touches a city at `{}`, where no city is", brief(side))),
            }
        }
        field.cities = named;
    }

    /// Returns the tags for the attributes of a part.
    fn tags(&mut self, element: &XmlElement, terrain: &str) -> Vec<String> {
        let mut tags = Vec::new();
        for (name, value) in element.attributes().take(20) {
            match (name, value) {
                ("city" | "wagon-move", _) => {}
                (_, "no" | "false" | "0") => {}
                (_, "yes" | "true") => tags.push(self.tag_ids.id(name)),
                ("pennant" | "pennants", "1") => tags.push("pennant".to_owned()),
                ("resource", resource) => tags.push(self.tag_ids.id(resource)),
                (name, _) => self.unknown(format!("the attribute `{}` of a {terrain}", brief(name)), element.line),
            }
        }
        tags.sort();
        tags.dedup();
        self.tags.extend(tags.iter().cloned());
        tags
    }

    /// Returns the parts in the notation of packs. Roads and rivers that end on the tile run into something.
    fn written_parts(&mut self, parts: &[DefinedPart], tile: &mut PlannedTile) -> Vec<Written> {
        let single_roads = parts.iter().filter(|part| part.terrain == "road" && part.at.len() == 1).count();
        let sites: Vec<&DefinedPart> = parts.iter().filter(|part| part.terrain == "monastery").collect();
        let cities: Vec<&DefinedPart> = parts.iter().filter(|part| part.terrain == "city").collect();
        let name_of = |target: &DefinedPart| match (target.terrain, cities.len()) {
            ("city", 2..) => format!("city:{}", target.at.first().map_or("", String::as_str)),
            (terrain, _) => terrain.to_owned(),
        };
        let mut written = Vec::new();
        for defined in parts {
            let is_path = defined.terrain == "road" || defined.terrain == "river";
            let into = match is_path && defined.at.len() == 1 {
                false => None,
                true => {
                    let target = parts.iter().find(|other| {
                        ["city", "monastery"].contains(&other.terrain) && !other.beside.is_disjoint(&defined.beside)
                    });
                    let (into, guess) = match (target, defined.terrain, single_roads, sites.len()) {
                        (Some(target), ..) => (name_of(target), false),
                        (None, "road", _, 1) => ("monastery".to_owned(), true),
                        (None, "road", 2.., _) => ("crossing".to_owned(), true),
                        _ => ("end".to_owned(), defined.terrain == "road"),
                    };
                    if guess {
                        let guess = format!("the road at {} runs into `{into}`", defined.at.join(" "));
                        self.guesses.add(tile.line, format!("`{}`: {guess}", tile.id));
                        tile.guesses.push(guess);
                    }
                    Some(into)
                }
            };
            let mut at = defined.at.clone();
            at.sort_by_key(|port| SIDES.iter().position(|side| side == port));
            written.push(with_tags(part(defined.terrain, at, into.as_deref()), &defined.tags));
        }
        written
    }
}

/// Collects the elements with a name, in the order of the file.
fn collect<'x>(element: &'x XmlElement, name: &str, found: &mut Vec<&'x XmlElement>) {
    for child in &element.elements {
        if child.name == name {
            found.push(child);
        } else {
            // XML nests at most as deep as its limit.
            collect(child, name, found);
        }
    }
}

fn is_half(port: &str) -> bool {
    SIDES.iter().any(|side| port.strip_prefix(side).is_some_and(|half| half == "L" || half == "R"))
}

/// Returns a part with tags.
fn with_tags(part: Written, tags: &[String]) -> Written {
    if tags.is_empty() {
        return part;
    }
    let tags = Written::List(tags.iter().map(|tag| Written::word(tag)).collect());
    let (head, mut fields) = match part {
        Written::Struct(head, fields) => (head, fields),
        Written::Word(head) => (Some(head), Vec::new()),
        other => return other,
    };
    fields.push(("tags".to_owned(), tags));
    Written::Struct(head, fields)
}

/// Returns the plan of a pack with these tiles.
fn finished_plan(tiles: Vec<DefinedTile>, tags: BTreeSet<String>) -> PackPlan {
    let tiles: Vec<PlannedTile> = tiles.into_iter().map(|defined| defined.tile).collect();
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for tile in &tiles {
        if let Some(Written::List(parts)) = tile.field("parts") {
            used.extend(parts.iter().filter_map(|part| match part {
                Written::Struct(Some(head), _) | Written::Word(head) => Some(head.as_str()),
                _ => None,
            }));
        }
    }
    let terrain = |id: &str, ground: bool, site: bool, path: bool| PlannedTerrain {
        id: id.to_owned(),
        ground,
        site,
        path,
        ..PlannedTerrain::default()
    };
    let mut terrains = vec![terrain(FIELD, true, false, false)];
    let mut edges =
        vec![PlannedEdge { id: FIELD.to_owned(), ports: vec![FIELD.to_owned(); 2], ..PlannedEdge::default() }];
    for way in ["city", "road", "river"].into_iter().filter(|way| used.contains(way)) {
        terrains.push(terrain(way, false, false, way != "city"));
        let ports = match way {
            "city" => vec![way.to_owned()],
            _ => vec![FIELD.to_owned(), way.to_owned(), FIELD.to_owned()],
        };
        edges.push(PlannedEdge { id: way.to_owned(), ports, ..PlannedEdge::default() });
    }
    for (site, _) in SITES.iter().filter(|(site, _)| used.contains(site)) {
        terrains.push(terrain(site, false, true, false));
    }
    PackPlan { lattice: Lattice::Square, terrains, edges, tags, tiles, ..PackPlan::default() }
}
