//! Tests edits of sample texts, shown as text, and random edits of all packs in the repository.

use std::path::{Path, PathBuf};

use expect_test::{Expect, expect};

use crate::edit::{Draft, EditError, Items, NodePath, PathStep, Written, apply, inverse, node_at, order, unfold};
use crate::read::syntax::{self, Node, NodeShape};
use crate::read::world::PackFiles;
use crate::schema::{LOOK, Section};

/// Pseudo-random numbers that are equal in every run.
struct EditDice(u64);

impl EditDice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Returns every RON file of the packs in this repository, with its text.
fn content() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|e| e == "ron") {
                found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"), &mut found);
    assert!(found.len() > 50, "{} files", found.len());
    found
}

/// Returns the comments of a text, in order.
fn comments(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut found = Vec::new();
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
                found.push(text[at..end].trim_end().to_owned());
                at = end;
            }
            _ => at += 1,
        }
    }
    found
}

/// Collects all paths of a tree, the root first.
fn paths(node: &Node, path: &NodePath, all: &mut Vec<NodePath>) {
    all.push(path.clone());
    let steps: Vec<(PathStep, &Node)> = match &node.shape {
        NodeShape::List(items) | NodeShape::Tuple(_, items) => {
            items.iter().enumerate().map(|(i, n)| (PathStep::Item(i), n)).collect()
        }
        NodeShape::Struct(_, fields) => fields.iter().map(|(k, n)| (PathStep::field(&k.value), n)).collect(),
        NodeShape::Map(entries) => entries.iter().map(|(k, n)| (PathStep::Key(k.to_value().to_string()), n)).collect(),
        _ => Vec::new(),
    };
    for (step, node) in steps {
        let mut path = path.clone();
        path.push(step);
        paths(node, &path, all);
    }
}

fn check(text: &str, change: impl Fn(&mut Draft) -> Result<(), EditError>, expect: Expect) {
    let changed = |text: &str| {
        let mut draft = Draft::new(text).unwrap();
        change(&mut draft).unwrap();
        let edits = draft.edits();
        assert_eq!(apply(text, &edits), draft.text());
        assert_eq!(apply(draft.text(), &inverse(text, &edits)), text);
        assert!(syntax::read(draft.text()).problems.is_empty(), "{}", draft.text());
        draft.text().to_owned()
    };
    expect.assert_eq(&changed(text));
    assert_eq!(changed(&text.replace('\n', "\r\n")), changed(text).replace('\n', "\r\n"));
}

const TILES: &str = r#"// All of them.
Tiles([
    // Ways.
    (id: "A", count: 2, edges: (n: road, s: road),
        parts: [road(at: [N, S])]),
    (id: "B", edges: (n: road, s: field), parts: [road(at: [N], into: inn), inn]), // an inn

    // Towns.
    (id: "C", edges: (n: town, s: town), parts: [town(at: [N], tags: {"banner": 1}), town(at: [S])]),
    // This one is odd.
    (id: "D", parts: [
        town(at: [N]), // first
        town(at: [S]),
    ]),
])
"#;

fn list() -> NodePath {
    vec![PathStep::Item(0)]
}

fn tile(i: usize) -> NodePath {
    vec![PathStep::Item(0), PathStep::Item(i)]
}

fn parts(i: usize) -> NodePath {
    vec![PathStep::Item(0), PathStep::Item(i), PathStep::field("parts")]
}

#[test]
fn fields_go_where_the_order_puts_them() {
    check(
        TILES,
        |draft| {
            draft.set_field(&tile(0), "tags", &Written::List(vec![Written::word("odd")]), order::TILE)?;
            draft.set_field(&tile(1), "count", &Written::Int(3), order::TILE)?;
            draft.set_field(&tile(2), "count", &Written::Int(9), order::TILE)?;
            draft.set_field(&tile(3), "edges", &Written::fields([("n", Written::word("town"))]), order::TILE)?;
            draft.set_field(
                &parts(1).into_iter().chain([PathStep::Item(1)]).collect::<NodePath>(),
                "name",
                &Written::word("old"),
                order::PART,
            )?;
            draft.remove_field(&tile(0), "count")
        },
        expect![[r#"
            // All of them.
            Tiles([
                // Ways.
                (id: "A", tags: [odd], edges: (n: road, s: road),
                    parts: [road(at: [N, S])]),
                (id: "B", count: 3, edges: (n: road, s: field), parts: [road(at: [N], into: inn), inn(name: old)]), // an inn

                // Towns.
                (id: "C", count: 9, edges: (n: town, s: town), parts: [town(at: [N], tags: {"banner": 1}), town(at: [S])]),
                // This one is odd.
                (id: "D", edges: (n: town), parts: [
                    town(at: [N]), // first
                    town(at: [S]),
                ]),
            ])
        "#]],
    );
}

#[test]
fn items_take_their_comments_along_and_leave_titles() {
    check(
        TILES,
        |draft| {
            draft.move_item(&list(), 3, 0)?;
            draft.remove(&list(), 2)?;
            draft.remove(&list(), 1)
        },
        expect![[r#"
            // All of them.
            Tiles([
                // Ways.
                // This one is odd.
                (id: "D", parts: [
                    town(at: [N]), // first
                    town(at: [S]),
                ]),

                // Towns.
                (id: "C", edges: (n: town, s: town), parts: [town(at: [N], tags: {"banner": 1}), town(at: [S])]),
            ])
        "#]],
    );
    check(
        TILES,
        |draft| draft.move_item(&list(), 0, 3),
        expect![[r#"
        // All of them.
        Tiles([
            // Ways.
            (id: "B", edges: (n: road, s: field), parts: [road(at: [N], into: inn), inn]), // an inn

            // Towns.
            (id: "C", edges: (n: town, s: town), parts: [town(at: [N], tags: {"banner": 1}), town(at: [S])]),
            // This one is odd.
            (id: "D", parts: [
                town(at: [N]), // first
                town(at: [S]),
            ]),
            (id: "A", count: 2, edges: (n: road, s: road),
                parts: [road(at: [N, S])]),
        ])
    "#]],
    );
    check(
        TILES,
        |draft| draft.duplicate(&list(), 3),
        expect![[r#"
        // All of them.
        Tiles([
            // Ways.
            (id: "A", count: 2, edges: (n: road, s: road),
                parts: [road(at: [N, S])]),
            (id: "B", edges: (n: road, s: field), parts: [road(at: [N], into: inn), inn]), // an inn

            // Towns.
            (id: "C", edges: (n: town, s: town), parts: [town(at: [N], tags: {"banner": 1}), town(at: [S])]),
            // This one is odd.
            (id: "D", parts: [
                town(at: [N]), // first
                town(at: [S]),
            ]),
            // This one is odd.
            (id: "D", parts: [
                town(at: [N]), // first
                town(at: [S]),
            ]),
        ])
    "#]],
    );
    check(
        TILES,
        |draft| draft.remove(&list(), 2),
        expect![[r#"
        // All of them.
        Tiles([
            // Ways.
            (id: "A", count: 2, edges: (n: road, s: road),
                parts: [road(at: [N, S])]),
            (id: "B", edges: (n: road, s: field), parts: [road(at: [N], into: inn), inn]), // an inn

            // This one is odd.
            (id: "D", parts: [
                town(at: [N]), // first
                town(at: [S]),
            ]),
        ])
    "#]],
    );
}

#[test]
fn lists_on_one_line_stay_on_it() {
    check(
        TILES,
        |draft| {
            draft.insert(&parts(0), 1, &Written::word("inn"))?;
            draft.insert(&parts(1), 0, &Written::word("mill"))?;
            draft.remove(&parts(2), 1)?;
            draft.insert(&parts(3), 1, &Written::word("mill"))?;
            draft.insert(&parts(3), 3, &Written::word("inn"))?;
            draft.remove(&parts(3), 0)
        },
        expect![[r#"
            // All of them.
            Tiles([
                // Ways.
                (id: "A", count: 2, edges: (n: road, s: road),
                    parts: [road(at: [N, S]), inn]),
                (id: "B", edges: (n: road, s: field), parts: [mill, road(at: [N], into: inn), inn]), // an inn

                // Towns.
                (id: "C", edges: (n: town, s: town), parts: [town(at: [N], tags: {"banner": 1})]),
                // This one is odd.
                (id: "D", parts: [
                    mill,
                    town(at: [S]),
                    inn,
                ]),
            ])
        "#]],
    );
}

#[test]
fn what_does_not_fit_gets_another_line() {
    let part = |side: &str| {
        Written::Struct(
            Some("road".into()),
            vec![
                ("at".into(), Written::List(vec![Written::word(side)])),
                ("into".into(), Written::word("crossing")),
                ("tags".into(), Written::List(vec![Written::word("pleasant")])),
            ],
        )
    };
    check(
        TILES,
        |draft| {
            for (i, side) in ["E", "S", "W"].into_iter().enumerate() {
                draft.insert(&parts(0), i + 1, &part(side))?;
            }
            let new = Written::fields([
                ("id", Written::text("E")),
                ("edges", Written::fields(["n", "e", "s", "w"].map(|side| (side, Written::word("road"))))),
                ("parts", Written::List(["N", "E", "S", "W"].map(part).to_vec())),
            ]);
            draft.insert(&list(), 4, &new)
        },
        expect![[r#"
            // All of them.
            Tiles([
                // Ways.
                (id: "A", count: 2, edges: (n: road, s: road),
                    parts: [road(at: [N, S]), road(at: [E], into: crossing, tags: [pleasant]),
                        road(at: [S], into: crossing, tags: [pleasant]), road(at: [W], into: crossing, tags: [pleasant])]),
                (id: "B", edges: (n: road, s: field), parts: [road(at: [N], into: inn), inn]), // an inn

                // Towns.
                (id: "C", edges: (n: town, s: town), parts: [town(at: [N], tags: {"banner": 1}), town(at: [S])]),
                // This one is odd.
                (id: "D", parts: [
                    town(at: [N]), // first
                    town(at: [S]),
                ]),
                (id: "E", edges: (n: road, e: road, s: road, w: road),
                    parts: [
                        road(at: [N], into: crossing, tags: [pleasant]), road(at: [E], into: crossing, tags: [pleasant]),
                        road(at: [S], into: crossing, tags: [pleasant]), road(at: [W], into: crossing, tags: [pleasant]),
                    ]),
            ])
        "#]],
    );
}

#[test]
fn empty_things_are_filled_and_emptied() {
    check(
        "Pack(tags: [], tiles: [\n    // none yet\n], look: (), board: (presets: [a]))\n",
        |draft| {
            draft.insert(&[PathStep::field("tags")], 0, &Written::word("a"))?;
            draft.insert(&[PathStep::field("tiles")], 0, &Written::fields([("id", Written::text("A"))]))?;
            draft.set_field(
                &[PathStep::field("look")],
                "fill",
                &Written::text("#aabbcc"),
                &LOOK.names().collect::<Vec<_>>(),
            )?;
            draft.remove(&[PathStep::field("board"), PathStep::field("presets")], 0)
        },
        expect![[r##"
            Pack(tags: [a], tiles: [
                // none yet
                (id: "A"),
            ], look: (fill: "#aabbcc"), board: (presets: []))
        "##]],
    );
}

#[test]
fn a_value_becomes_another_in_place() {
    check(
        "Rules([\n    (use: \"paths\", on: road, // which\n        per: 1, when: {\"a\": true, \"b\": [x]}),\n])\n",
        |draft| {
            let rule = [PathStep::Item(0), PathStep::Item(0)];
            let value = Written::fields([
                ("use", Written::text("areas")),
                ("on", Written::List(vec![Written::word("road"), Written::text("other:road")])),
                ("per", Written::Int(-2)),
                (
                    "when",
                    Written::Map(vec![(Written::text("b"), Written::word("x")), (Written::text("c"), Written::Int(1))]),
                ),
            ]);
            draft.set(&rule, &value)
        },
        expect![[r#"
            Rules([
                (use: "areas", on: [road, "other:road"], // which
                    per: -2, when: {"b": x, "c": 1}),
            ])
        "#]],
    );
}

#[test]
fn values_that_cannot_be_reached_are_refused() {
    assert!(matches!(Draft::new("Tiles(["), Err(EditError::NotRon(_))));
    let mut draft = Draft::new(TILES).unwrap();
    assert!(matches!(draft.remove(&list(), 4), Err(EditError::NoItem(_, 4))));
    assert!(matches!(draft.set(&tile(9), &Written::Int(1)), Err(EditError::NotThere(_))));
    assert!(matches!(draft.set_entry(&list(), "a", &Written::Int(1)), Err(EditError::WrongShape(..))));
    assert!(matches!(draft.replace(&tile(1), &Written::Verbatim("(id:".into())), Err(EditError::NotRon(_))));
    assert_eq!(draft.edits(), []);
}

#[test]
fn items_are_found_and_go_home() {
    let mut files = PackFiles::new();
    files.insert("pack.ron".into(), "Pack(\n    id: \"p\",\n    tags: [a, (id: b)],\n)\n".into());
    files.insert("tiles.ron".into(), TILES.into());
    files.insert("tiles/extra.ron".into(), "Tile(id: \"X\")\n".into());
    files.insert("texts/en.ron".into(), "Texts(\"en\", {})\n".into());
    let items = Items::read(&files);
    let x = items.find("tiles", "X").unwrap();
    assert_eq!((&*x.file, x.path.len()), ("tiles/extra.ron", 0));
    let c = items.find("tiles", "C").unwrap();
    assert_eq!((&*c.file, &c.path), ("tiles.ron", &tile(2)));
    assert_eq!(items.item_at("tiles.ron", items.node(c).unwrap().range().start + 5).unwrap().id.as_deref(), Some("C"));
    assert_eq!(items.find("tags", "b").unwrap().path, [PathStep::field("tags"), PathStep::Item(1)]);
    let add = |section: &str| {
        let value = Written::fields([("id", Written::word("new"))]);
        let (file, edits) = items.append(&files, section, &value).unwrap();
        format!("{file}\n{}", apply(&files[&file], &edits))
    };
    assert!(add("tiles").starts_with("tiles.ron\n"));
    assert!(add("tiles").ends_with("    ]),\n    (id: new),\n])\n"));
    expect![[r#"
        pack.ron
        Pack(
            id: "p",
            terrains: [(id: new)],
            tags: [a, (id: b)],
        )
        pack.ron
        Pack(
            id: "p",
            tags: [a, (id: b), (id: new)],
        )
    "#]]
    .assert_eq(&(add("terrains") + &add("tags")));
}

#[test]
fn half_typed_texts_still_have_a_tree() {
    for i in TILES.find('(').unwrap() + 1..TILES.len() - 1 {
        let reading = syntax::read(&TILES[..i]);
        assert!(!reading.problems.is_empty());
        let broken = format!("{}?{}", &TILES[..i], &TILES[i..]);
        if let Some(tree) = syntax::read(&broken).tree {
            assert!(tree.range().end <= broken.len());
        }
    }
    let tree = syntax::read("Tiles([(id: \"A\", count: ), (id: B parts: [road(at: [N)]), (id: \"C\")])").tree.unwrap();
    let mut all = Vec::new();
    paths(&tree, &Vec::new(), &mut all);
    let ids = all.iter().filter_map(|p| node_at(&tree, p)?.field("id")?.as_word());
    assert_eq!(ids.map(|w| w.value.to_string()).collect::<Vec<_>>(), ["A", "B", "C"]);
}

/// Returns a random value that differs from all values in the packs.
fn other(dice: &mut EditDice) -> Written {
    match dice.below(6) {
        0 => Written::Int(dice.below(1000) as i64),
        1 => Written::word("something"),
        2 => Written::text("two words \"quoted\""),
        3 => Written::List(vec![Written::word("something"), Written::Int(dice.below(9) as i64)]),
        4 => Written::Map(vec![(Written::text("some:key"), Written::Int(1))]),
        _ => Written::Struct(Some("something".into()), vec![("at".into(), Written::List(vec![Written::word("N")]))]),
    }
}

#[test]
fn what_is_written_is_read_again() {
    for (path, text) in content() {
        let tree = syntax::read(&text).tree.unwrap();
        let written = Written::from_node(&tree, &text);
        for printed in [written.flat(), written.print(0, 0, 0)] {
            let reading = syntax::read(&printed);
            assert!(reading.tree.is_some_and(|new| new.is_same(&tree)), "{}: {printed}", path.display());
        }
        let mut draft = Draft::new(&text).unwrap();
        draft.set(&[], &written).unwrap();
        assert_eq!(draft.edits(), [], "{}", path.display());
    }
}

#[test]
fn setting_a_value_and_setting_it_back_leaves_no_trace() {
    let mut dice = EditDice(1);
    for (file, text) in content() {
        let tree = syntax::read(&text).tree.unwrap();
        let mut all = Vec::new();
        paths(&tree, &Vec::new(), &mut all);
        for _ in 0..20 {
            let path = all[1 + dice.below(all.len() - 1)].clone();
            let old = text[node_at(&tree, &path).unwrap().range()].to_owned();
            let mut draft = Draft::new(&text).unwrap();
            draft.set(&path, &other(&mut dice)).unwrap();
            draft.replace(&path, &Written::Verbatim(old)).unwrap();
            assert_eq!(draft.edits(), [], "{} {path:?}", file.display());
        }
    }
}

/// Makes random changes in all files. The changed part has the new value, the other parts of the tree are unchanged, no
/// comment on a remaining entry is lost, and the inverse restores the old bytes.
#[test]
fn random_changes_leave_the_rest_alone() {
    let mut dice = EditDice(7);
    for (file, text) in content() {
        let tree = syntax::read(&text).tree.unwrap();
        let mut all = Vec::new();
        paths(&tree, &Vec::new(), &mut all);
        for round in 0..60 {
            let mut draft = Draft::new(&text).unwrap();
            let path = all[1 + dice.below(all.len() - 1)].clone();
            let node = node_at(&tree, &path).unwrap();
            let what = format!("{} round {round} {path:?}", file.display());
            let mut wanted = tree.clone();
            let target = at_mut(&mut wanted, &path);
            let mut keeps_comments = true;
            match (&mut target.shape, dice.below(6)) {
                (NodeShape::List(items), 0) => {
                    let (at, value) = (dice.below(items.len() + 1), other(&mut dice));
                    draft.insert(&path, at, &value).unwrap();
                    items.insert(at, as_node(&value));
                }
                (NodeShape::List(items), 1) if !items.is_empty() => {
                    let at = dice.below(items.len());
                    draft.remove(&path, at).unwrap();
                    items.remove(at);
                    keeps_comments = false;
                }
                (NodeShape::List(items), 2) if !items.is_empty() => {
                    let (from, to) = (dice.below(items.len()), dice.below(items.len()));
                    draft.move_item(&path, from, to).unwrap();
                    let item = items.remove(from);
                    items.insert(to, item);
                }
                (NodeShape::List(items), 3) if !items.is_empty() => {
                    let at = dice.below(items.len());
                    draft.duplicate(&path, at).unwrap();
                    items.insert(at + 1, items[at].clone());
                }
                (NodeShape::List(items), 4) if items.len() > 1 => {
                    // Tries a random order of a random subset of the items.
                    let mut order: Vec<usize> = (0..items.len()).filter(|_| dice.below(4) > 0).collect();
                    for i in (1..order.len()).rev() {
                        if dice.below(3) == 0 {
                            order.swap(i, dice.below(i + 1));
                        }
                    }
                    let plan: Vec<_> = order.iter().map(|&i| (Some(i), Written::from_node(&items[i], &text))).collect();
                    draft.arrange(&path, &plan).unwrap();
                    keeps_comments = order.len() == items.len();
                    *items = order.iter().map(|&i| items[i].clone()).collect();
                }
                (NodeShape::Struct(_, fields), 0 | 1) if !fields.is_empty() => {
                    let at = dice.below(fields.len());
                    let name = fields[at].0.value.to_string();
                    draft.remove_field(&path, &name).unwrap();
                    let first = fields.iter().position(|(n, _)| *n.value == *name).unwrap();
                    fields.remove(first);
                    keeps_comments = false;
                }
                (NodeShape::Struct(_, fields), 2 | 3) => {
                    let value = other(&mut dice);
                    draft.set_field(&path, "id_of_mine", &value, &["id_of_mine"]).unwrap();
                    let mut name = all_word("id_of_mine");
                    name.span = target_span(node);
                    fields.insert(0, (name, as_node(&value)));
                }
                (NodeShape::Map(entries), 0) if !entries.is_empty() => {
                    let key = entries.remove(dice.below(entries.len())).0.to_value().to_string();
                    draft.remove_entry(&path, &key).unwrap();
                    keeps_comments = false;
                }
                (NodeShape::Map(entries), 1) => {
                    let value = other(&mut dice);
                    draft.set_entry(&path, "some key", &value).unwrap();
                    entries.push((as_node(&Written::text("some key")), as_node(&value)));
                }
                (_, _) => {
                    let value = other(&mut dice);
                    draft.set(&path, &value).unwrap();
                    *target = as_node(&value);
                    keeps_comments = comments(&text[node.range()]).is_empty();
                }
            }
            let reading = syntax::read(draft.text());
            assert!(reading.problems.is_empty(), "{what}: {:?}\n{}", reading.problems, draft.text());
            let now = reading.tree.unwrap();
            assert!(now.is_same(&wanted), "{what}\n{}", draft.text());
            let edits = draft.edits();
            assert_eq!(apply(&text, &edits), draft.text(), "{what}");
            assert_eq!(apply(draft.text(), &inverse(&text, &edits)), text, "{what}");
            if keeps_comments {
                let (mut before, mut after) = (comments(&text), comments(draft.text()));
                before.sort();
                after.sort();
                after.dedup();
                before.dedup();
                assert_eq!(after, before, "{what}");
            }
        }
    }
}

/// Checks that a sequence of changes results in one list of edits.
#[test]
fn many_changes_make_one_list_of_edits() {
    let mut dice = EditDice(3);
    for (file, text) in content() {
        let mut draft = Draft::new(&text).unwrap();
        for _ in 0..30 {
            let mut all = Vec::new();
            paths(draft.tree(), &Vec::new(), &mut all);
            let path = all[dice.below(all.len())].clone();
            let value = other(&mut dice);
            let _ = match dice.below(4) {
                0 => draft.insert(&path, dice.below(3), &value),
                1 => draft.remove(&path, 0),
                2 => draft.set_field(&path, "mine", &value, &[]),
                _ if path.len() > 2 => draft.set(&path, &value),
                _ => Ok(()),
            };
            let edits = draft.edits();
            assert!(edits.windows(2).all(|w| w[0].range.end <= w[1].range.start), "{}", file.display());
            assert_eq!(apply(&text, &edits), draft.text(), "{}", file.display());
            assert!(syntax::read(draft.text()).problems.is_empty(), "{}\n{}", file.display(), draft.text());
        }
    }
}

fn at_mut<'a>(node: &'a mut Node, path: &[PathStep]) -> &'a mut Node {
    let Some((step, rest)) = path.split_first() else { return node };
    let next = match (&mut node.shape, step) {
        (NodeShape::List(items) | NodeShape::Tuple(_, items), PathStep::Item(i)) => &mut items[*i],
        (NodeShape::Struct(_, fields), PathStep::Field(name)) => {
            fields.iter_mut().find(|(n, _)| *n.value == **name).map(|(_, n)| n).unwrap()
        }
        (NodeShape::Map(entries), PathStep::Key(key)) => {
            entries.iter_mut().find(|(k, _)| k.to_value().to_string() == *key).map(|(_, n)| n).unwrap()
        }
        _ => unreachable!("every path leads to a node"),
    };
    at_mut(next, rest)
}

fn as_node(value: &Written) -> Node {
    syntax::read(&value.flat()).tree.unwrap()
}

fn all_word(word: &str) -> syntax::Word {
    syntax::read(word).tree.unwrap().head().unwrap()
}

fn target_span(node: &Node) -> tilewright_core::diag::Span {
    node.span
}

#[test]
fn every_field_of_the_packs_has_its_place() {
    let mut missing = Vec::new();
    for (path, text) in content() {
        if path.components().any(|c| c.as_os_str() == "tests") {
            continue;
        }
        let name = path.file_name().and_then(|n| n.to_str()).unwrap();
        let tree = syntax::read(&text).tree.unwrap();
        let items = Items::from_trees([(name.into(), tree)]);
        for item in items.all.iter().filter(|item| item.section != "rules") {
            let section = Section::by_field(item.section).expect("items are of sections");
            for (field, _) in items.node(item).and_then(Node::fields).unwrap_or_default() {
                if section.item.field(&field.value).is_none() {
                    missing.push(format!("{} {}", item.section, field.value));
                }
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}

#[test]
fn a_comment_about_a_line_of_several_stays_once_when_one_of_them_moves() {
    let text = "Tags([\n    a, b,   // both\n    c,      // alone\n    d,\n])\n";
    for (from, to) in [(1, 0), (0, 1), (1, 3), (0, 3), (2, 0), (3, 1)] {
        let mut draft = Draft::new(text).unwrap();
        draft.move_item(&list(), from, to).unwrap();
        assert_eq!(
            (draft.text().matches("both").count(), draft.text().matches("alone").count()),
            (1, 1),
            "{from} {to}"
        );
    }
}

/// Checks that the first tile of a pack is a block in house style, and stays one while it grows.
#[test]
fn a_thing_has_lines_of_its_own_from_the_first_on() {
    let edges = Written::fields(["n", "e", "s", "w"].map(|side| (side, Written::word("meadow"))));
    let tile = Written::fields([("id", Written::text("Mill_corner")), ("edges", edges)]);
    let expected = expect![[r#"
        Pack(
            id: "mills",
            tiles: [
                (id: "Mill_corner", count: 3,
                    tags: [inn, market, volcano], edges: (n: meadow, e: meadow, s: meadow, w: meadow), derive: false),
            ],
        )
    "#]];
    for text in ["Pack(\n    id: \"mills\",\n    tiles: [],\n)\n", "Pack(\n    id: \"mills\",\n)\n"] {
        let items = Items::from_trees([("pack.ron".into(), syntax::read(text).tree.unwrap())]);
        let files = PackFiles::from([("pack.ron".into(), text.into())]);
        let (_, edits) = items.append(&files, "tiles", &tile).unwrap();
        let mut draft = Draft::new(&apply(text, &edits)).unwrap();
        let path = [PathStep::field("tiles"), PathStep::Item(0)];
        draft.set_field(&path, "count", &Written::Int(3), order::TILE).unwrap();
        let tags = ["inn", "market", "volcano"].map(Written::word).to_vec();
        draft.set_field(&path, "tags", &Written::List(tags), order::TILE).unwrap();
        draft.set_field(&path, "derive", &Written::Bool(false), order::TILE).unwrap();
        expected.assert_eq(draft.text());
    }
}

/// Checks that a tile that outgrows its line is split into lines, together with its neighbours on that line, and that a
/// tile that still fits does not move.
#[test]
fn a_thing_that_outgrows_its_line_gets_lines_as_a_person_would_write_them() {
    let tile = "(id: \"Mill\", edges: (n: meadow, e: meadow, s: meadow, w: meadow))";
    let grown = |text: &str, index: usize| {
        let tree = syntax::read(text).tree.unwrap();
        let path = [PathStep::field("tiles"), PathStep::Item(index)];
        let (list, thing) = (node_at(&tree, &path[..1]), node_at(&tree, &path).unwrap());
        let mut draft = Draft::within(text, thing);
        draft.set_field(&[], "count", &Written::Int(3), order::TILE).unwrap();
        let few = apply(text, &unfold(text, list, thing, draft.edits()));
        let tags = ["inn", "market", "volcano"].map(Written::word).to_vec();
        draft.set_field(&[], "tags", &Written::List(tags), order::TILE).unwrap();
        let part = Written::Struct(Some("road".into()), vec![("at".into(), Written::List(vec![Written::word("N")]))]);
        draft.set_field(&[], "parts", &Written::List(vec![part]), order::TILE).unwrap();
        (few, apply(text, &unfold(text, list, thing, draft.edits())))
    };
    // The tile is alone between the brackets.
    let (few, all) = grown(&format!("Pack(\n    id: \"mills\",\n    tiles: [{tile}],\n)\n"), 0);
    assert!(few.contains("    tiles: [(id: \"Mill\", count: 3, edges"), "{few}");
    expect![[r#"
        Pack(
            id: "mills",
            tiles: [
                (id: "Mill", count: 3, tags: [inn, market, volcano], edges: (n: meadow, e: meadow, s: meadow, w: meadow),
                    parts: [road(at: [N])]),
            ],
        )
    "#]]
    .assert_eq(&all);
    // The tile follows a short one.
    let (_, all) = grown(&format!("Pack(\n    tiles: [(id: \"A\", count: 2), {tile}], // all\n)\n"), 1);
    expect![[r#"
        Pack(
            tiles: [
                (id: "A", count: 2),
                (id: "Mill", count: 3, tags: [inn, market, volcano], edges: (n: meadow, e: meadow, s: meadow, w: meadow),
                    parts: [road(at: [N])]),
            ], // all
        )
    "#]]
    .assert_eq(&all);
    // The tile already has a separate line: the others keep their line, and all keep their comments.
    let text = format!("Pack(\n    tiles: [\n        {tile}, // one\n        (id: \"A\"), (id: \"B\"),\n    ],\n)\n");
    let (_, all) = grown(&text, 0);
    expect![[r#"
        Pack(
            tiles: [
                (id: "Mill", count: 3, tags: [inn, market, volcano], edges: (n: meadow, e: meadow, s: meadow, w: meadow),
                    parts: [road(at: [N])]), // one
                (id: "A"), (id: "B"),
            ],
        )
    "#]]
    .assert_eq(&all);
    // A manual layout is kept.
    let by_hand = "Pack(\n    tiles: [\n        (\n            id: \"Mill\",\n            edges: (n: meadow),\n        ),\n    ],\n)\n";
    let (few, _) = grown(by_hand, 0);
    assert_eq!(few, by_hand.replace("\"Mill\",\n", "\"Mill\",\n            count: 3,\n"));
}
