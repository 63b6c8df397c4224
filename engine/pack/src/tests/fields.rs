//! Checks that the reader and the grammar have the same fields.

use super::{add_files, art, load_demo};
use crate::read::asked;
use crate::schema::{self, FILES, Field, Kind, SECTIONS, STEPS};
use crate::{LoadOptions, World, load};

/// Pack with one struct of every kind.
const ONE_OF_EACH: &str = r##"
Pack(
    id: "more", version: "1.0.0", format: 1, title: "More", needs: ["demo"],
    changed_from: (id: "less", version: "0.9.0", title: "Less", authors: ["Ann"]),
    renamed: [(since: "1.0.0", kind: tag, from: "sign", to: "mark")],
    gone: [(since: "1.0.0", kind: tag, id: "old", why: "unused")], was: ["less"],
    requires: {}, excludes: {}, seats: (2, 4), lattice: square,
    options: [(id: large, type: bool, default: false), (id: "demo:size", add: [4])],
    terrains: [(id: lake, complete: closed, look: (fill: "#4a8fc0"))],
    edges: [(id: lake, ports: [lake])], tags: [(id: mark, look: (picture: [(path: "M0 0L10 0Z", fill: own)]))], bags: [(id: heap, stacked: true)],
    figures: [(id: boat, supply: 1, on: [lake], look: (number: wind))], zones: [(id: quay, slots: 2)], planes: [(id: bay, each_seat: true)], counters: [(id: wind), (id: tide, scope: keyed)],
    dice: [(id: die, faces: [1, 2])], tokens: [(id: ship)], books: [(id: trade)],
    results: [(id: prosperous, at_least: 40, wins: all)],
    tiles: [(id: "L", bag: heap, number: tide, cells: [
        (at: (0, 0), edges: (n: lake, e: lake, s: lake, w: lake), parts: [lake(at: [N, E, S, W])]),
    ])],
    chips: [(id: "C", bag: heap)], added_parts: [(id: dam, terrain: lake, sides: [N], edges: {})],
    board: (presets: [(tile: "demo:P1", at: (0, 0))], rim: [(at: (5, 5), side: N, edge: lake, name: quay)], turns: distinct),
    steps: [(after: place, step: script(name: sail)), (append: finish, step: deploy), (append: finish, step: choose(from: heap)),
        (append: finish, step: lay(from: heap)), (append: finish, step: refill(from: heap, size: 1)),
        (append: finish, step: score), (append: finish, step: score_rest), (append: finish, step: place(free: false)),
        (append: finish, step: draw(from: heap)), (append: finish, step: repeat(steps: [place]))],
    flow: (parts: {"more": [place]}), rules: [(use: "nothing")],
)
"##;

#[test]
fn the_reader_asks_for_every_field_of_the_grammar() {
    load_demo(&format!("//- more/pack.ron\n{ONE_OF_EACH}"), &LoadOptions::default());
    load_demo(art::ALL, &LoadOptions::default());
    let mut world = World::default();
    let hex = r##"//- hexes/pack.ron
        Pack(id: "hexes", version: "1.0.0", format: 1, title: "Hexes", lattice: hex, terrains: [sea],
            edges: [(id: sea, ports: [sea])], bags: [tiles],
            tiles: [(id: "A", edges: (n: sea, ne: sea, se: sea, s: sea, sw: sea, nw: sea), parts: [sea])])
    "##;
    add_files(&mut world, hex);
    load(&world, &["hexes"], &LoadOptions::default());
    // Another crate reads the tests of packs, and checks their fields.
    let never = asked::never(&schema::structs(|file| !file.place.starts_with("tests/")));
    assert_eq!(never, [""; 0], "fields of the grammar that are never read");
}

#[test]
fn the_grammar_is_whole() {
    let structs = schema::structs(|_| true);
    assert!(structs.len() > 30, "everything is found from the files");
    for of in &structs {
        let names: Vec<&str> = of.fields.iter().map(|field| field.name).collect();
        let mut once = names.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), names.len(), "{} has a field twice", of.what);
        for field in of.fields {
            assert!(field.doc.ends_with('.') && field.doc.len() > 4, "{}: {} is explained", of.what, field.name);
            assert!(!field.needed || field.default.is_none(), "{}: {} has to be given", of.what, field.name);
        }
    }
    let mut docs: Vec<&str> = structs.iter().map(|of| of.doc).collect();
    docs.sort_unstable();
    docs.dedup();
    assert_eq!(docs.len(), structs.len(), "structs have different descriptions");
    let words: Vec<&str> =
        SECTIONS.iter().flat_map(schema::Section::words).chain(FILES.iter().map(|f| f.word)).collect();
    assert!(words.iter().all(|word| words.iter().filter(|other| other == &word).count() == 1), "{words:?}");
    for section in SECTIONS {
        let field = schema::PACK.field(section.field).expect("every section is a field of the pack");
        let is_item = |kind: &Kind| *kind == Kind::Item(section.field);
        assert!(is_item(&field.kind) || matches!(&field.kind, Kind::List(of) if is_item(of)), "{}", section.field);
    }
    assert!(STEPS.iter().all(|step| schema::step(step.word.text()).is_some_and(|other| other == step)));
}

/// Checks that the default of each field is a valid value of the field.
#[test]
fn defaults_can_be_written() {
    let fits = |field: &Field, text: &str| match field.kind {
        Kind::Flag => matches!(text, "true" | "false"),
        Kind::Int(least, most) => text.parse::<i64>().is_ok_and(|n| (least..=most).contains(&n)),
        Kind::OneOf(words) => words.contains(&text),
        Kind::Forms(forms) => forms.iter().any(|form| form.word == text && form.values.is_empty()),
        Kind::Pair => text.starts_with('(') && text.ends_with(')'),
        Kind::Either(ways) => ways.iter().any(|way| matches!(way.kind, Kind::Int(..)) && text.parse::<i64>().is_ok()),
        _ => false,
    };
    for of in schema::structs(|_| true) {
        for (field, default) in of.fields.iter().filter_map(|field| Some((field, field.default?))) {
            assert!(fits(field, default), "{}: {} is {default} when it is left out", of.what, field.name);
        }
    }
}

#[test]
fn everything_can_be_looked_up() {
    let entries = schema::reference();
    for of in schema::structs(|_| true) {
        let names = of.names().all(|name| entries.iter().any(|entry| entry.text.contains(&format!("| `{name}` |"))));
        assert!(names, "the reference lists {} with all its fields", of.what);
    }
    for word in schema::file_words().chain(STEPS.iter().map(|step| step.word.text())) {
        assert!(entries.iter().any(|entry| entry.words.contains(&word)), "{word}");
    }
}
