//! Checks that the packs of the repository load without findings and have the expected content.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tilewright_core::catalog::flow::StepKind;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::tile::port_name;
use tilewright_core::catalog::{Catalog, Extent, Value};

use super::{render_findings, set_option};
use crate::{LoadOptions, World, load};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns a world with the pack in the repository; its rule modules are empty unless the library has them.
pub(super) fn base_world() -> World {
    let mut world = World::default();
    let folder = root().join("content/carcassonne");
    let mut open = vec![folder.clone()];
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
                world.add_file("carcassonne", &name, &text);
            }
        }
    }
    let head = world.packs["carcassonne"]["pack.ron"].clone();
    for part in head.split("use: \"").skip(1) {
        world.add_module(part.split('"').next().unwrap(), "-- placeholder");
    }
    world
}

fn base(options: &[(&str, &str)]) -> Catalog {
    let mut choices = LoadOptions::default();
    for (name, value) in options {
        set_option(&mut choices, &format!("carcassonne:{name}={value}"));
    }
    let loaded = load(&base_world(), &["carcassonne"], &choices);
    assert_eq!(render_findings(&loaded.diagnostics, &loaded.sources), "");
    loaded.catalog.unwrap()
}

#[test]
fn the_base_pack_is_clean_under_every_single_option() {
    let loaded = load(&base_world(), &["carcassonne"], &LoadOptions::default());
    for option in &loaded.options {
        let values: Vec<String> = match &option.kind {
            crate::OptionType::Bool => vec!["true".into(), "false".into()],
            crate::OptionType::Int(min, max) => (*min..=*max).map(|n| n.to_string()).collect(),
            crate::OptionType::Choice(choices) => choices
                .iter()
                .map(|choice| match choice {
                    crate::Choice::Plain(value) => value.to_string(),
                    crate::Choice::Form(name, arguments) => {
                        format!("{name}({})", vec!["9"; arguments.len()].join(","))
                    }
                })
                .collect(),
        };
        for value in values {
            if option.requires.is_empty() {
                base(&[(&option.name, &value)]);
            }
        }
    }
}

/// Returns the terrain, the ports, and the touched cities of every segment.
fn facts(catalog: &Catalog, id: TileKindId) -> Vec<(String, Vec<String>, Vec<usize>)> {
    let kind = &catalog.kinds[id];
    kind.segments
        .iter()
        .map(|segment| {
            let terrain = catalog.terrains.key(segment.terrain);
            let ports = segment.ports.iter().map(|p| {
                let edge = kind.cells[0].edge(p.side);
                port_name(catalog.lattice, p.side, p.index.into(), catalog.edges[edge].ports.len())
            });
            let touched = (0..kind.segments.len()).filter(|&i| {
                terrain == "field"
                    && segment.touches & 1 << i != 0
                    && catalog.terrains.key(kind.segments[i].terrain) == "city"
            });
            (terrain.clone(), ports.collect(), touched.collect())
        })
        .collect()
}

/// Parts and derived fields of the 24 kinds: `terrain PORTS>touched cities`, separated by blanks.
const KINDS: &str = "\
A 2 road:S cloister field:NL.NR.EL.ER.SL.SR.WL.WR
B 4 cloister field:NL.NR.EL.ER.SL.SR.WL.WR
C 1 city:N.E.S.W
D 4 city:N road:E.W field:EL.WR>0 field:ER.SL.SR.WL
E 5 city:N field:EL.ER.SL.SR.WL.WR>0
F 2 city:E.W field:NL.NR>0 field:SL.SR>0
G 1 city:E.W field:NL.NR>0 field:SL.SR>0
H 3 city:N city:S field:EL.ER.WL.WR>0,1
I 2 city:N city:W field:EL.ER.SL.SR>0,1
J 3 city:N road:E.S field:EL.SR.WL.WR>0 field:ER.SL
K 3 city:N road:S.W field:EL.ER.SL.WR>0 field:SR.WL
L 3 city:N road:E road:S road:W field:EL.WR>0 field:ER.SL field:SR.WL
M 2 city:N.W field:EL.ER.SL.SR>0
N 3 city:N.W field:EL.ER.SL.SR>0
O 2 city:N.W road:E.S field:EL.SR>0 field:ER.SL
P 3 city:N.W road:E.S field:EL.SR>0 field:ER.SL
Q 1 city:N.E.W field:SL.SR>0
R 3 city:N.E.W field:SL.SR>0
S 2 city:N.E.W road:S field:SL>0 field:SR>0
T 1 city:N.E.W road:S field:SL>0 field:SR>0
U 8 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL
V 9 road:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL
W 4 road:E road:S road:W field:NL.NR.EL.WR field:ER.SL field:SR.WL
X 1 road:N road:E road:S road:W field:NL.WR field:NR.EL field:ER.SL field:SR.WL";

#[test]
fn fields_and_what_they_touch_are_derived_for_all_kinds() {
    let catalog = base(&[]);
    let mut text = String::new();
    let counts: BTreeMap<_, _> = catalog.bags.as_slice()[0].contents.iter().copied().collect();
    for (id, _) in catalog.kinds.iter() {
        text += &format!("{} {}", catalog.kinds.name(id).local, counts[&id]);
        for (terrain, ports, touches) in facts(&catalog, id) {
            let touches: Vec<String> = touches.iter().map(usize::to_string).collect();
            text += &format!(" {terrain}");
            text += if ports.is_empty() { "" } else { ":" };
            text += &ports.join(".");
            text += if touches.is_empty() { "" } else { ">" };
            text += &touches.join(",");
        }
        text.push('\n');
    }
    assert_eq!(text.trim_end(), KINDS);
    assert_eq!(catalog.bags.as_slice()[0].total(), 72);
    let pennants = catalog.tags.find("pennant").unwrap();
    let marked = catalog.kinds.iter().filter(|(_, k)| k.segments.iter().any(|s| s.tag(pennants) == 1));
    let names: Vec<String> = marked.map(|(id, _)| catalog.kinds.key(id)).collect();
    assert_eq!(names, ["C", "F", "M", "O", "Q", "S"]);
}

#[test]
fn options_change_the_flow_and_the_board() {
    let names = |steps: &[tilewright_core::catalog::flow::Step]| {
        steps.iter().map(|s| s.name.to_string()).collect::<Vec<_>>().join(" ")
    };
    let plain = base(&[]);
    assert_eq!(names(&plain.flow.setup), "");
    assert_eq!(names(&plain.flow.turn), "draw place deploy score");
    assert_eq!(names(&plain.flow.finish), "final");
    assert_eq!(plain.board.presets.len(), 1);
    assert_eq!(plain.modules.len(), 4);
    assert!(!plain.flow.open_hands);

    let hands = base(&[("hand_size", "3")]);
    assert_eq!(names(&hands.flow.setup), "refill");
    assert!(hands.flow.setup[0].each_seat);
    assert_eq!(names(&hands.flow.turn), "tile place deploy score");
    assert!(matches!(hands.flow.closing[0].kind, StepKind::Refill { size: 3, .. }));

    let preview = base(&[("preview", "true")]);
    assert!(matches!(preview.flow.closing[0].kind, StepKind::Refill { size: 1, .. }) && preview.flow.open_hands);

    let bag = base(&[("start_in_bag", "true")]);
    assert!(bag.board.presets.is_empty() && matches!(bag.flow.setup[0].kind, StepKind::Lay { .. }));

    let table = base(&[("table", "fixed(8,5)"), ("table_edge_completes", "true")]);
    let Extent::Bounded { min, max } = table.board.extent else { panic!("bounded") };
    assert_eq!((min.x, max.x, min.y, max.y), (-3, 4, -2, 2));
    assert!(table.board.rim_closes);

    assert_eq!(plain.flow.score_track, Some(50));
    assert_eq!(base(&[("hundred_track", "true")]).flow.score_track, Some(100));

    let table = base(&[("table", "extendable(9,9,2,1)")]);
    assert_eq!(table.board.extent, base(&[("table", "fixed(9,9)")]).board.extent);

    let farms = base(&[("farm_scoring", "per_city_4")]);
    let fields = farms.modules.iter().find(|m| m.path.contains("fields")).unwrap();
    assert!(fields.params.contains(&("by".into(), Value::text("area"))));
}

#[test]
fn copies_multiply_the_bags_and_leave_the_presets() {
    let choices = LoadOptions { copies: 3, ..LoadOptions::default() };
    let catalog = load(&base_world(), &["carcassonne"], &choices).catalog.unwrap();
    assert_eq!((catalog.bags.as_slice()[0].total(), catalog.board.presets.len()), (216, 1));
}
