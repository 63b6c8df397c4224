//! Tests the text edits of forms: random edits of all bundled packs, each reverted byte for byte, and renaming.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_editor_model::pack::analysis::{PackSurroundings, analyse};
use tilewright_editor_model::pack::document::{FileTexts, PackDocument};
use tilewright_editor_model::pack::forms::field_edit::{FieldEdit, ValueEdit, fresh};
use tilewright_kit::packs::find::Finder;
use tilewright_language::inventory::PackInventory;
use tilewright_language::rename::{references, rename};
use tilewright_language::schema::{FormField, SECTIONS, ValueKind, WordKind, fields_of};
use tilewright_pack::edit::{NodePath as Way, PathStep, Written};
use tilewright_pack::syntax::{self, Node};

struct FormDice(u64);

impl FormDice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

pub(crate) fn surroundings() -> PackSurroundings {
    PackSurroundings::read(&Finder::only_bundled())
}

/// Collects all operations that a form offers for a value, with the same values as its widgets.
fn offers(inventory: &PackInventory, path: &Way, node: &Node, kind: &ValueKind, found: &mut Vec<(Way, ValueEdit)>) {
    if !kind.fits(node) {
        found.push((path.clone(), ValueEdit::Set(Written::Verbatim("if({\"pack\": other}, a, [b, 1])".to_owned()))));
        return;
    }
    match kind {
        ValueKind::Fields(fields) => offers_of_fields(inventory, path, node, fields, found),
        ValueKind::List(of) => {
            let items = node.items().unwrap_or_default();
            for (i, item) in items.iter().enumerate() {
                found.push((path.clone(), ValueEdit::Remove(i)));
                found.push((path.clone(), ValueEdit::Duplicate(i)));
                if i + 1 < items.len() {
                    found.push((path.clone(), ValueEdit::Move(i, i + 1)));
                    found.push((path.clone(), ValueEdit::Move(i + 1, i)));
                }
                let mut inner = path.clone();
                inner.push(PathStep::Item(i));
                offers(inventory, &inner, item, of, found);
            }
            found.push((path.clone(), ValueEdit::Insert(items.len(), fresh(inventory, of))));
        }
        ValueKind::Map(_, value) => {
            for (key, inner) in node.entries().unwrap_or_default() {
                let Some(word) = key.as_word() else { continue };
                found.push((path.clone(), ValueEdit::RemoveEntry(word.value.to_string())));
                let mut way = path.clone();
                way.push(PathStep::Key(word.value.to_string()));
                offers(inventory, &way, inner, value, found);
            }
            found.push((path.clone(), ValueEdit::SetEntry("another".to_owned(), fresh(inventory, value))));
        }
        ValueKind::Either(kinds) => {
            for (_, kind) in kinds {
                match kind.fits(node) {
                    true => offers(inventory, path, node, kind, found),
                    false => found.push((path.clone(), ValueEdit::Set(fresh(inventory, kind)))),
                }
            }
        }
        ValueKind::Forms(forms) => {
            for form in forms {
                let values: Vec<Written> = form.values.iter().map(|(_, kind)| fresh(inventory, kind)).collect();
                let value = match values.is_empty() {
                    true => Written::word(form.name),
                    false => Written::Tuple(Some(form.name.to_owned()), values),
                };
                found.push((path.clone(), ValueEdit::Set(value)));
            }
        }
        ValueKind::Text => found.push((path.clone(), ValueEdit::Set(Written::text("what \"is\" new\\")))),
        ValueKind::Int => found.push((path.clone(), ValueEdit::Set(Written::Int(-17)))),
        _ => found.push((path.clone(), ValueEdit::Set(fresh(inventory, kind)))),
    }
}

fn offers_of_fields(
    inventory: &PackInventory,
    path: &Way,
    node: &Node,
    fields: &[FormField],
    found: &mut Vec<(Way, ValueEdit)>,
) {
    let order: Vec<String> = fields.iter().map(|f| f.name.to_string()).collect();
    let bare = node.as_word().is_some();
    // The id of an entry that is only a name is that name.
    for field in fields.iter().filter(|f| !bare || f.kind != ValueKind::Id) {
        match node.field(&field.name) {
            Some(value) => {
                let mut inner = path.clone();
                inner.push(PathStep::field(&field.name));
                offers(inventory, &inner, value, &field.kind, found);
                found.push((path.clone(), ValueEdit::RemoveField(field.name.to_string())));
            }
            None => {
                let op = ValueEdit::SetField(field.name.to_string(), fresh(inventory, &field.kind), order.clone());
                found.push((path.clone(), op));
            }
        }
    }
}

/// Returns all edits that forms offer for a pack.
fn all_offers(inventory: &PackInventory) -> Vec<FieldEdit> {
    let mut all = Vec::new();
    for section in SECTIONS.iter() {
        for item in inventory.items(section) {
            let Some(node) =
                inventory.own.trees.get(&item.file).and_then(|t| tilewright_pack::edit::node_at(t, &item.path))
            else {
                continue;
            };
            let mut found = Vec::new();
            let fields = fields_of(section, Some(node), |name| inventory.module(name).map(ToString::to_string));
            offers_of_fields(inventory, &item.path, node, &fields, &mut found);
            if let Some((PathStep::Item(index), list)) = item.path.split_last() {
                found.push((list.to_vec(), ValueEdit::Remove(*index)));
                found.push((list.to_vec(), ValueEdit::Duplicate(*index)));
                if *index > 0 {
                    found.push((list.to_vec(), ValueEdit::Move(*index, index - 1)));
                }
            }
            all.extend(found.into_iter().map(|(path, op)| FieldEdit { file: item.file.clone(), path, op }));
        }
    }
    all
}

/// Returns the comments of a text, in order.
fn comments(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut at, mut found) = (0, Vec::new());
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += 1;
                while bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                let end = text[at..].find('\n').map_or(text.len(), |i| at + i);
                found.push(text[at..end].trim_end());
                at = end;
            }
            _ => at += 1,
        }
    }
    found
}

#[test]
fn random_edits_of_all_packs_are_taken_back_to_the_byte() {
    let surroundings = surroundings();
    let packs: Vec<(Arc<str>, FileTexts)> =
        surroundings.packs().map(|id| (id.clone(), surroundings.files(id).unwrap().clone())).collect();
    assert!(packs.len() > 8, "{} packs", packs.len());
    let mut dice = FormDice(20);
    let mut made = 0;
    let mut by_op: BTreeMap<&str, usize> = BTreeMap::new();
    let each = 10_000 / packs.len() + 1;
    for (id, files) in &packs {
        let mut document = PackDocument::new(Path::new(&**id), files.clone());
        let offered = all_offers(&PackInventory::read(files, &surroundings));
        for _ in 0..each {
            let field_edit = &offered[dice.below(offered.len())];
            let change = field_edit.change(document.files()).unwrap_or_else(|e| panic!("{id}: {field_edit:?}: {e}"));
            document.apply("edit", std::slice::from_ref(&change)).unwrap();
            let (before, after) = (&files[&field_edit.file], document.text(&field_edit.file).unwrap().clone());
            let reading = syntax::read(&after);
            assert!(reading.problems.is_empty(), "{id}: {field_edit:?} makes {after}");
            // Operations that only add or change a value must preserve all comments.
            if matches!(
                field_edit.op,
                ValueEdit::Move(..) | ValueEdit::Insert(..) | ValueEdit::SetField(..) | ValueEdit::SetEntry(..)
            ) {
                let (mut old, mut new) = (comments(before), comments(&after));
                if !matches!(field_edit.op, ValueEdit::Move(..)) {
                    assert_eq!(old, new, "{id}: {field_edit:?}");
                }
                old.sort_unstable();
                new.sort_unstable();
                assert_eq!(old, new, "{id}: {field_edit:?}");
            }
            if after != *before {
                document.undo();
            }
            assert_eq!(document.files(), files, "{id}: {field_edit:?}");
            made += 1;
            let name = match field_edit.op {
                ValueEdit::Set(_) => "set",
                ValueEdit::SetField(..) => "set field",
                ValueEdit::RemoveField(_) => "remove field",
                ValueEdit::Insert(..) => "insert",
                ValueEdit::Remove(_) => "remove",
                ValueEdit::Move(..) => "move",
                ValueEdit::Duplicate(_) => "duplicate",
                ValueEdit::SetEntry(..) => "set entry",
                ValueEdit::RemoveEntry(_) => "remove entry",
            };
            *by_op.entry(name).or_default() += 1;
        }
    }
    assert!(made >= 10_000 && by_op.len() == 9 && by_op.values().all(|n| *n > 10), "{made}: {by_op:?}");
}

#[test]
fn edits_on_top_of_each_other_are_taken_back_to_the_byte() {
    let surroundings = surroundings();
    let mut dice = FormDice(4);
    for id in surroundings.packs() {
        let files = surroundings.files(id).unwrap();
        let mut document = PackDocument::new(Path::new(&**id), files.clone());
        let mut made = 0;
        for _ in 0..40 {
            let offered = all_offers(&PackInventory::read(document.files(), &surroundings));
            let field_edit = &offered[dice.below(offered.len())];
            let change = field_edit.change(document.files()).unwrap_or_else(|e| panic!("{id}: {field_edit:?}: {e}"));
            let revision = document.revision();
            document.apply("edit", &[change]).unwrap();
            made += usize::from(document.revision() != revision);
        }
        assert!(made > 20);
        for _ in 0..made {
            document.undo();
        }
        assert_eq!(document.files(), files, "{id}");
    }
}

#[test]
fn the_table_knows_every_field_of_every_pack() {
    let surroundings = surroundings();
    for id in surroundings.packs() {
        let inventory = PackInventory::read(surroundings.files(id).unwrap(), &surroundings);
        for section in SECTIONS.iter().filter(|s| s.shown && s.name != "pack") {
            for item in inventory.items(section) {
                let Some(node) = inventory.own.node(&item) else { continue };
                let fields = fields_of(section, Some(node), |name| inventory.module(name).map(ToString::to_string));
                for (name, _) in node.fields().unwrap_or_default() {
                    let known = fields.iter().any(|f| *f.name == *name.value);
                    assert!(known, "{id}: {} has no field {}", section.name, name.value);
                }
            }
        }
    }
}

/// Renames every name in all bundled packs, and checks that loading reports the same findings as before.
#[test]
fn whatever_is_renamed_the_pack_stays_sound() {
    let surroundings = surroundings();
    let mut renamed = 0;
    for id in surroundings.packs() {
        let files = surroundings.files(id).unwrap();
        let inventory = PackInventory::read(files, &surroundings);
        // Scripts of a pack can contain names; they are reported and not changed.
        let mut document = PackDocument::new(Path::new(&**id), files.clone());
        for section in SECTIONS.iter() {
            let Some(sort) = section.sort else { continue };
            let ids: std::collections::BTreeSet<Arc<str>> = (inventory.items(section).iter())
                .filter(|i| inventory.own.node(i).is_some_and(|n| n.field("override").is_none()))
                .filter_map(|i| i.id.clone())
                .filter(|id| !id.contains(':'))
                .collect();
            for old in ids {
                let now = PackInventory::read(document.files(), &surroundings);
                let new = format!("{old}_r");
                let done = rename(&now, document.files(), id, sort, &old, &new);
                assert!(done.places > 0, "{id}: {old}");
                if !done.look_at.iter().any(|path| path.ends_with(".lua")) {
                    document.apply("rename", &done.changes).unwrap();
                    renamed += 1;
                }
            }
        }
        let before = analyse(&surroundings, id, files, 1).loaded;
        let after = analyse(&surroundings, id, document.files(), 2).loaded;
        let told = |loaded: &tilewright_kit::packs::load::Loaded| -> Vec<String> {
            loaded.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect()
        };
        assert_eq!(told(&before).len(), told(&after).len(), "{id}: {:#?}", told(&after));
    }
    assert!(renamed > 200, "{renamed}");
}

#[test]
fn a_name_is_changed_where_it_is_meant_and_nowhere_else() {
    let head = r#"Pack(
    id: "p", version: "1.0.0", format: 1, title: "P", seats: (1, 2), lattice: square,
    options: [(id: road, default: false)],
    terrains: [(id: grass, ground: true), (id: road, complete: closed)], // the road
    edges: [(id: grass, ports: [grass]), (id: road, ports: [grass, road, grass])],
    figures: [(id: man, supply: 3, on: if({"road": true}, [grass], [grass, road]))],
    bags: [road],
    rules: [(use: "paths", on: road, per_tile: 1, when: {"road": true})],
)
"#;
    let tiles = r#"Tiles([
    (id: "road", bag: road, edges: (n: road, e: road, s: road, w: grass),
        parts: [road(at: [N], into: "road:E", name: first), road(at: [E, S], touches: ["road:N", first])]),
])
"#;
    let texts = "Texts(\"en\", {\"terrain.road\": \"road\", \"bag.road\": \"Road\", \"option.road\": \"Road\"})\n";
    let rule = "score(\"road\", function(sheet, road) end)\nlocal name = \"road\"\n";
    let tests = "Tests([(name: \"road\", options: {\"road\": true}, board: \"road@0,0\", by_kind: {\"road\": [1]})])\n";
    let doubtful = "Tests([(name: \"b\", steps: [\"draw road\"])])\n";
    let files: FileTexts = [
        ("pack.ron", head),
        ("tiles.ron", tiles),
        ("texts/en.ron", texts),
        ("rules/own.lua", rule),
        ("tests/a.ron", tests),
        ("tests/b.ron", doubtful),
    ]
    .map(|(path, text)| (Arc::from(path), Arc::from(text)))
    .into();
    let inventory = PackInventory::read(&files, &surroundings());
    let done = rename(&inventory, &files, "p", WordKind::Declared(DeclaredKind::Terrain), "road", "path");
    let mut document = PackDocument::new(Path::new("p"), files.clone());
    document.apply("rename", &done.changes).unwrap();
    let text = |path: &str| document.text(path).unwrap().to_string();
    assert_eq!(
        text("pack.ron"),
        head.replace("(id: road, complete", "(id: path, complete")
            .replace("ports: [grass, road, grass]", "ports: [grass, path, grass]")
            .replace("[grass, road])", "[grass, path])")
            .replace("on: road", "on: path")
    );
    assert_eq!(
        text("tiles.ron"),
        tiles
            .replace("[road(at", "[path(at")
            .replace("), road(at", "), path(at")
            .replace("road:E", "path:E")
            .replace("road:N", "path:N")
    );
    assert_eq!(text("texts/en.ron"), texts.replace("terrain.road", "terrain.path"));
    assert_eq!(text("rules/own.lua"), rule.replace("score(\"road\"", "score(\"path\""));
    assert_eq!(text("tests/a.ron"), tests.replace("by_kind: {\"road\"", "by_kind: {\"path\""));
    assert_eq!(done.look_at, ["rules/own.lua".into(), "tests/b.ron".into()]);
    assert_eq!(text("tests/b.ron"), doubtful);
    let options = references(&inventory)
        .into_iter()
        .filter(|r| r.sort == WordKind::Declared(DeclaredKind::Option) && &*r.word == "road");
    assert_eq!(options.count(), 4, "declared, in two conditions, and in its text");
}

#[test]
fn the_mirror_image_of_a_tile_is_called_after_it() {
    let head = r#"Pack(
    id: "p", version: "1.0.0", format: 1, title: "P", seats: (1, 2), lattice: square,
    terrains: [(id: grass)],
    edges: [(id: grass, ports: [grass])],
    bags: [main],
    board: (presets: [(tile: "Hook~", at: (0, 0)), (tile: "p:Hook~", at: (4, 0)), (tile: Hook_2, at: (8, 0))]),
)
"#;
    let tiles = r#"Tiles([
    (id: Hook, bag: main, mirrored: true, cells: [(0, 0), (1, 0), (1, 1)], edges: (*: grass)),
    (id: Hook_2, bag: main, edges: (*: grass)),
])
"#;
    let rule = "restrict(\"place\", { beside_kind = \"Hook~\", reason = \"alike\" })\n";
    let tests = "Tests([(name: \"Hook\", board: \"Hook@0,0 Hook~@4,0 Hook_2@8,0\", steps: [\"draw Hook\"])])\n";
    let files: FileTexts = [("pack.ron", head), ("tiles.ron", tiles), ("rules/own.lua", rule), ("tests/a.ron", tests)]
        .map(|(path, text)| (Arc::from(path), Arc::from(text)))
        .into();
    let inventory = PackInventory::read(&files, &surroundings());
    let done = rename(&inventory, &files, "p", WordKind::Declared(DeclaredKind::Tile), "Hook", "Crook");
    let mut document = PackDocument::new(Path::new("p"), files.clone());
    document.apply("rename", &done.changes).unwrap();
    let text = |path: &str| document.text(path).unwrap().to_string();
    assert_eq!(text("pack.ron"), head.replace("\"Hook~", "\"Crook~").replace("p:Hook~", "p:Crook~"));
    assert_eq!(text("tiles.ron"), tiles.replace("Hook,", "Crook,"));
    assert_eq!(text("rules/own.lua"), rule.replace("Hook~", "Crook~"));
    let renamed = tests.replace("\"Hook@", "\"Crook@").replace("Hook~", "Crook~").replace("draw Hook", "draw Crook");
    assert_eq!(text("tests/a.ron"), renamed);
    assert!(done.look_at.is_empty(), "the name of the test is a sentence: {:?}", done.look_at);
}
