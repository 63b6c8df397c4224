//! Reads, paints and repaints every tile of every pack.

use std::path::Path;
use std::sync::Arc;

use tilewright_core::catalog::lattice::{Side, Turn};
use tilewright_core::catalog::tile::{Port, TileKind};
use tilewright_pack::edit::{Items, SectionItem, TextEdit, apply, inverse};
use tilewright_pack::syntax::{self, Node};
use tilewright_pack::{LoadOptions, Vocabulary, Workbench, World, load};

use crate::ground::is_path;
use crate::*;

/// Returns all playable packs of this repository.
fn content() -> World {
    let world = packs_of(&["content"]);
    assert!(world.packs.len() >= 11);
    world
}

fn packs_of(folders: &[&str]) -> World {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut world = World::default();
    fn walk(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { walk(&path, found) } else { found.push(path) }
        }
    }
    for packs in folders.iter().map(|folder| root.join(folder)) {
        let mut files = Vec::new();
        walk(&packs, &mut files);
        files.sort();
        for file in &files {
            let path = file.strip_prefix(&packs).unwrap().to_str().unwrap().replace('\\', "/");
            if let (Some((pack, path)), Ok(text)) = (path.split_once('/'), std::fs::read_to_string(file)) {
                world.add_file(pack, path, &text);
            }
        }
    }
    for entry in std::fs::read_dir(root.join("scripts")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "lua") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            world.add_module(name, &std::fs::read_to_string(&path).unwrap());
        }
    }
    world
}

/// Tile of a pack, with its text and syntax node.
struct TileSample {
    pack: Arc<str>,
    item: SectionItem,
    text: Arc<str>,
    node: Node,
}

/// Calls `run` for every tile of every pack.
fn each_tile(mut run: impl FnMut(&Workbench, &Vocabulary, &TileSample)) {
    let world = content();
    for (pack, files) in &world.packs {
        let bench = Workbench::new(&world, &[pack], &LoadOptions::default());
        let words = bench.vocabulary(pack).unwrap();
        let items = Items::read(files);
        for item in items.section("tiles") {
            let (text, node) = (files[&item.file].clone(), items.node(item).unwrap().clone());
            run(&bench, &words, &TileSample { pack: pack.clone(), item: item.clone(), text, node });
        }
    }
}

fn format_sample_name(sample: &TileSample) -> String {
    format!("{}:{}", sample.pack, sample.item.id.as_deref().unwrap_or_default())
}

/// Formats the properties of a tile that a drawing determines.
fn shape(kind: &TileKind) -> String {
    format!("{:?} {:?} {:?}", kind.cells, kind.segments, kind.tags)
}

/// Formats a drawing with parts numbered from 0, so that two readings can be compared.
fn plain(drawing: &DrawnTile) -> String {
    let sorted = |tags: &[(String, i64)]| {
        let mut tags = tags.to_vec();
        tags.sort();
        tags
    };
    let mut text = format!("{} {:?} {:?} {}", drawing.id, drawing.count, sorted(&drawing.tags), drawing.derive);
    for cell in &drawing.cells {
        let number = |id: PartId| cell.parts.iter().position(|p| p.id == id);
        text += &format!("\n{:?} {:?}", cell.at, cell.edges);
        for part in &cell.parts {
            let into = part.into.map(|t| match t {
                PathTarget::Part(p) => format!("part {:?}", number(p)),
                other => format!("{other:?}"),
            });
            let touches = part.touches.as_ref().map(|t| t.iter().map(|&p| number(p)).collect::<Vec<_>>());
            text += &format!("\n  {} {:?} {into:?} {:?} {touches:?}", part.terrain, part.ports, sorted(&part.tags));
        }
    }
    text
}

#[test]
fn every_tile_can_be_painted_or_says_why_not() {
    let mut not = Vec::new();
    let mut count = 0;
    each_tile(|_, words, sample| match DrawnTile::read(&sample.node, &sample.text, words) {
        Ok(_) => count += 1,
        Err(why) => {
            let why = match why {
                TilePaintError::Alternatives(variants) => {
                    let shown = variants.iter().map(|v| format!("{} ({} parts)", v.condition, v.cells[0].parts.len()));
                    shown.collect::<Vec<_>>().join(" / ")
                }
                other => format!("{other:?}"),
            };
            not.push(format!("{} {why}", format_sample_name(sample)));
        }
    });
    assert_eq!(
        not,
        [
            "carcassonne:L unless: {\"trees_do_not_end_roads\": true} (4 parts) / \
             when: {\"trees_do_not_end_roads\": true} (2 parts)",
            "leipzig:D Override",
        ]
    );
    assert!(count > 200, "{count}");
}

#[test]
fn a_drawing_that_is_not_changed_gives_no_edits() {
    each_tile(|_, words, sample| {
        let Ok(drawing) = DrawnTile::read(&sample.node, &sample.text, words) else { return };
        let patch = |new: &DrawnTile| new.patch(&drawing, &sample.node, &sample.text, words).unwrap();
        assert_eq!(patch(&drawing), [], "{}", format_sample_name(sample));
        // After a change in one place, all parts are compared, and only that place is edited.
        let renamed = drawing.paint(&Brush::Id("Other".into()), &[], words).unwrap().drawing;
        assert_eq!(patch(&renamed).len(), 1, "{}", format_sample_name(sample));
        // A new part can make names of other parts ambiguous, which then need explicit names.
        let there = |name: &str| drawing.cells[0].parts.iter().any(|p| p.terrain == name);
        let mut free = words.terrains.ids().filter(|t| !words.terrains[*t].ground && !there(words.terrain_name(*t)));
        let Some(site) = free.next() else { return };
        let brush = Brush::Site { cell: 0, terrain: words.terrain_name(site).to_owned() };
        let painted = drawing.paint(&brush, &[PaintAnswer::Open], words);
        let edits = patch(&painted.unwrap().drawing);
        // The parts are laid out again if the line is full.
        let lines = sample.text[..sample.node.range().end].lines().rev();
        let full = lines.take(6).any(|line| line.chars().count() > 100);
        let small = edits.len() <= 2 && edits.iter().all(|e| e.range.is_empty());
        assert!(small || (full && edits.len() == 1), "{} {edits:?}", format_sample_name(sample));
    });
}

#[test]
fn a_tile_read_by_itself_is_that_of_the_catalog() {
    let world = content();
    let catalogs: Vec<_> =
        world.packs.keys().map(|p| (p.clone(), load(&world, &[p], &LoadOptions::default()).catalog.unwrap())).collect();
    each_tile(|bench, words, sample| {
        let Ok(drawing) = DrawnTile::read(&sample.node, &sample.text, words) else { return };
        let catalog = &catalogs.iter().find(|(p, _)| *p == sample.pack).unwrap().1;
        let kind = catalog.kinds.find(&format!("{}:{}", sample.pack, drawing.id)).unwrap();
        let reading = bench.tile(&sample.pack, &sample.node).unwrap();
        assert_eq!(reading.findings, [], "{}", format_sample_name(sample));
        // If several tiles share an id, the options select one of them.
        let conditional = ["when", "unless"].iter().any(|field| sample.node.field(field).is_some());
        if conditional && shape(&reading.kind) != shape(&catalog.kinds[kind]) {
            return;
        }
        assert_eq!(shape(&reading.kind), shape(&catalog.kinds[kind]), "{}", format_sample_name(sample));
        let overlay = Overlay::from_drawing(&drawing, &reading.kind, words);
        let parts: usize = drawing.cells.iter().map(|cell| cell.parts.len()).sum();
        assert_eq!(
            overlay.segments.iter().filter(|s| s.part.is_some()).count(),
            parts,
            "{}",
            format_sample_name(sample)
        );
    });
}

/// Applies a brush, and answers its questions with `choose`.
fn paint(
    drawing: &DrawnTile,
    brush: &Brush,
    words: &Vocabulary,
    mut choose: impl FnMut(&PaintQuestion) -> PaintAnswer,
) -> Painted {
    let mut answers = Vec::new();
    loop {
        match drawing.paint(brush, &answers, words) {
            Ok(painted) => return painted,
            Err(PaintStop::Asks(question)) => answers.push(choose(&question)),
            Err(PaintStop::Refused(why)) => panic!("{brush:?} {why:?}\n{}", plain(drawing)),
        }
        assert!(answers.len() < 20, "{brush:?} asks for ever");
    }
}

/// Paints a blank tile until it equals `model`.
fn repaint(model: &DrawnTile, words: &Vocabulary) -> DrawnTile {
    let mut drawing = DrawnTile::blank(&model.id, words);
    let go = |drawing: &mut DrawnTile, brush: Brush, choices: &[PaintAnswer]| {
        *drawing = paint(drawing, &brush, words, |question| {
            let fits = |c: &&PaintAnswer| match c {
                PaintAnswer::Edge(cell, side, edge) => model.cells[*cell].edges[side.index()] == *edge,
                choice => choices.contains(choice),
            };
            question.choices.iter().find(fits).unwrap_or_else(|| panic!("{question:?}")).clone()
        })
        .drawing;
    };
    for cell in &model.cells[1..] {
        go(&mut drawing, Brush::AddCell(cell.at), &[]);
    }
    go(&mut drawing, Brush::Count(model.count.clone()), &[]);
    go(&mut drawing, Brush::Tags(model.tags.clone()), &[]);
    go(&mut drawing, Brush::Derive(model.derive), &[]);
    for (number, cell) in model.cells.iter().enumerate() {
        let ground = |p: &&DrawnPart| words.is_ground(&p.terrain);
        let mut twins: Vec<(PartId, PartId)> = Vec::new();
        // Targets of other parts must be painted first.
        let mut rest: Vec<&DrawnPart> = cell.parts.iter().filter(|p| !ground(p)).collect();
        rest.sort_by_key(|p| (matches!(p.into, Some(PathTarget::Part(_))), p.ports.is_empty()));
        for part in rest {
            let sides: Vec<Side> = part.ports.iter().map(|p| p.side).collect();
            let terrain = part.terrain.clone();
            let path = is_path(cell, part, words);
            let last = |d: &DrawnTile| d.cells[number].parts.iter().filter(|p| !ground(p)).map(|p| p.id).max().unwrap();
            if part.ports.is_empty() {
                go(&mut drawing, Brush::Site { cell: number, terrain }, &[PaintAnswer::Open]);
            } else if !path {
                let brush = Brush::Area { cell: number, terrain, sides };
                go(&mut drawing, brush, &[PaintAnswer::Bridge]);
            } else if let Some(into) = part.into {
                let to = match into {
                    PathTarget::End => PathEnd::Nowhere,
                    PathTarget::Crossing(_) => PathEnd::Crossing,
                    PathTarget::Part(p) => PathEnd::Part(twins.iter().find(|(model, _)| *model == p).unwrap().1),
                };
                let brush = Brush::Path { cell: number, terrain, from: PathEnd::Side(sides[0]), to };
                go(&mut drawing, brush, &[PaintAnswer::OnlyThis]);
            } else {
                let path = |from, to| Brush::Path { cell: number, terrain: terrain.clone(), from, to };
                go(&mut drawing, path(PathEnd::Side(sides[0]), PathEnd::Side(sides[1])), &[PaintAnswer::Bridge]);
                for pair in sides[1..].windows(2) {
                    go(&mut drawing, path(PathEnd::Side(pair[0]), PathEnd::Side(pair[1])), &[PaintAnswer::Joined]);
                }
            }
            let twin = last(&drawing);
            go(&mut drawing, Brush::PartTags(twin, part.tags.clone()), &[]);
            go(&mut drawing, Brush::Name(twin, part.name.clone()), &[]);
            twins.push((part.id, twin));
        }
        // Ground that was written out in intermediate steps is replaced by that of the model.
        let written: Vec<PartId> = drawing.cells[number].parts.iter().filter(ground).map(|p| p.id).collect();
        written.into_iter().for_each(|id| go(&mut drawing, Brush::Erase(id), &[]));
        for part in cell.parts.iter().filter(ground) {
            let touches = part.touches.iter().flatten();
            let touches = touches.filter_map(|p| Some(twins.iter().find(|(m, _)| m == p)?.1)).collect();
            let (terrain, ports) = (part.terrain.clone(), part.ports.clone());
            go(&mut drawing, Brush::Ground { cell: number, terrain, ports, touches }, &[]);
            let twin = drawing.cells[number].parts.iter().map(|p| p.id).max().unwrap();
            go(&mut drawing, Brush::PartTags(twin, part.tags.clone()), &[]);
            twins.push((part.id, twin));
        }
        let twin = |id: PartId| twins.iter().find(|(model, _)| *model == id).unwrap().1;
        for (at, part) in cell.parts.iter().enumerate() {
            let touches = part.touches.as_ref().map(|t| t.iter().map(|&p| twin(p)).collect());
            go(&mut drawing, Brush::Touches(twin(part.id), touches), &[]);
            go(&mut drawing, Brush::Order(twin(part.id), at), &[]);
        }
    }
    drawing
}

#[test]
fn every_tile_can_be_painted_from_nothing() {
    each_tile(|bench, words, sample| {
        let Ok(model) = DrawnTile::read(&sample.node, &sample.text, words) else { return };
        let drawing = repaint(&model, words);
        assert_eq!(plain(&drawing), plain(&model), "{}", format_sample_name(sample));
        let text = format!("Tile{}\n", drawing.write_tile(words).print(0, 4, 0));
        let reading = syntax::read(&text);
        assert!(reading.problems.is_empty(), "{text}");
        let (old, new) = (bench.tile(&sample.pack, &sample.node), bench.tile(&sample.pack, &reading.tree.unwrap()));
        assert_eq!(new.as_ref().map(|r| &r.findings[..]), Some(&[][..]), "{text}");
        assert_eq!(new.map(|r| shape(&r.kind)), old.map(|r| shape(&r.kind)), "{text}");
    });
}

/// Generator of pseudo-random numbers that are equal in every run.
struct PaintDice(u64);

impl PaintDice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        let at = self.below(all.len());
        all.get(at).cloned()
    }
}

/// Returns a random brush, valid in most cases.
fn any_brush(drawing: &DrawnTile, words: &Vocabulary, dice: &mut PaintDice) -> Brush {
    let beyond = usize::from(dice.below(50) == 0);
    let cell = dice.below(drawing.cells.len() + beyond);
    let drawn = &drawing.cells[cell.min(drawing.cells.len() - 1)];
    let ids: Vec<PartId> = drawn.parts.iter().map(|p| p.id).collect();
    let part = dice.pick(&ids).unwrap_or(PartId(99));
    let names: Vec<String> = words.terrains.ids().map(|t| words.terrain_name(t).to_owned()).collect();
    let terrain = dice.pick(&names).unwrap_or_default();
    let beyond = usize::from(dice.below(100) == 0);
    let sides = words.lattice.side_count() + beyond;
    let side = |dice: &mut PaintDice| Side(dice.below(sides) as u8);
    let port = Port { side: side(dice), index: dice.below(4) as u8 };
    let some_sides: Vec<Side> = (0..sides as u8).map(Side).filter(|_| dice.below(3) == 0).collect();
    let some_parts: Vec<PartId> = ids.iter().copied().filter(|p| *p != part && dice.below(2) == 0).collect();
    let mut tags: Vec<(String, i64)> = words.tags().iter().map(|t| (t.clone(), 1 + dice.below(2) as i64)).collect();
    tags.retain(|_| dice.below(4) == 0);
    let mut end = || match dice.below(8) {
        0..4 => PathEnd::Side(side(dice)),
        4 => PathEnd::Port(port),
        5 => PathEnd::Part(dice.pick(&ids).unwrap_or(PartId(7))),
        6 => PathEnd::Crossing,
        _ => PathEnd::Nowhere,
    };
    let (from, to) = (end(), end());
    match dice.below(34) {
        0..8 => Brush::Path { cell, terrain, from, to },
        8..12 => Brush::Area { cell, terrain, sides: some_sides },
        12 => Brush::Cut { part, sides: some_sides },
        13 => Brush::Join(ids),
        14 => Brush::Site { cell, terrain },
        15..17 => Brush::Erase(part),
        17 => Brush::Clear { cell, side: side(dice) },
        18 => {
            let edges: Vec<String> = words.edges.ids().map(|e| words.edge_name(e).to_owned()).collect();
            Brush::Edge { cell, side: side(dice), edge: dice.pick(&edges).unwrap_or_default() }
        }
        19 => Brush::Ground { cell, terrain, ports: vec![port], touches: some_parts },
        20 => Brush::Into(part, dice.pick(&ids).map(PathTarget::Part)),
        21 => Brush::Into(part, Some(PathTarget::Crossing(dice.below(3) as u8))),
        22 => Brush::Touches(part, Some(some_parts)),
        23 => Brush::Name(part, dice.pick(&[None, Some("gate".to_owned()), Some("two words".to_owned())]).flatten()),
        24 => Brush::PartTags(part, tags),
        25 => Brush::Order(part, dice.below(5)),
        26 => Brush::Id(dice.pick(&["Z9".to_owned(), "two words".to_owned()]).unwrap()),
        27 => {
            Brush::Count(if dice.below(2) == 0 { TileCount::Unsaid } else { TileCount::Number(dice.below(9) as i64) })
        }
        28 => Brush::Tags(tags),
        29 => Brush::Derive(dice.below(2) == 0),
        30 => Brush::Turn(Turn(dice.below(7) as u8)),
        31 => Brush::Mirror,
        32 => Brush::AddCell((dice.below(3) as i16 - 1, dice.below(3) as i16 - 1)),
        _ => Brush::RemoveCell(cell),
    }
}

#[test]
fn ten_thousand_brushes_can_be_undone_to_the_byte() {
    // The packs of the tests have triangles, and tiles that can be placed either way up.
    let world = packs_of(&["content", "engine/kit/tests/probes"]);
    let mut dice = PaintDice(11);
    let (mut painted, mut refused, mut asked, mut edited) = (0, 0, 0, 0);
    let mut samples = Vec::new();
    for (pack, files) in &world.packs {
        let bench = Workbench::new(&world, &[pack], &LoadOptions::default());
        let words = Arc::new(bench.vocabulary(pack).unwrap());
        let items = Items::read(files);
        let of = |item: &SectionItem| (item.clone(), files[&item.file].clone(), items.node(item).unwrap().clone());
        let all: Vec<_> = items.section("tiles").map(of).collect();
        let bench = Arc::new((pack.clone(), bench));
        samples.extend(all.into_iter().map(|s| (s, Arc::clone(&words), Arc::clone(&bench))));
    }
    while painted < 10_000 {
        let ((item, original, node), words, bench) = dice.pick(&samples).unwrap();
        let Ok(mut drawing) = DrawnTile::read(&node, &original, &words) else { continue };
        let mut text = original.to_string();
        let mut node = node;
        let mut undo: Vec<Vec<TextEdit>> = Vec::new();
        for _ in 0..4 {
            let brush = any_brush(&drawing, &words, &mut dice);
            let what = || format!("{:?} {brush:?}\n{}\n{text}", item.id, plain(&drawing));
            let mut answers = Vec::new();
            let result = loop {
                match drawing.paint(&brush, &answers, &words) {
                    Err(PaintStop::Asks(question)) => {
                        assert!(question.choices.len() > 1 && answers.len() < 30, "{question:?} {}", what());
                        asked += 1;
                        answers.push(dice.pick(&question.choices).unwrap());
                    }
                    other => break other,
                }
            };
            let Ok(new) = result else {
                refused += 1;
                continue;
            };
            painted += 1;
            let edits = new.drawing.patch(&drawing, &node, &text, &words).unwrap();
            let after = apply(&text, &edits);
            undo.push(inverse(&text, &edits));
            edited += usize::from(!edits.is_empty());
            let reading = syntax::read(&after);
            assert_eq!(reading.problems, [], "{}\n{after}", what());
            let tree = reading.tree.unwrap();
            let now = tilewright_pack::edit::node_at(&tree, &item.path).unwrap().clone();
            let again = DrawnTile::read(&now, &after, &words);
            let again = again.unwrap_or_else(|why| panic!("{why:?}\n{}\n{after}", what()));
            assert_eq!(plain(&again), plain(&new.drawing), "{}\n{after}", what());
            // The engine must read any painted tile without an error.
            let _ = bench.1.tile(&bench.0, &now).unwrap();
            (drawing, node, text) = (again, now, after);
        }
        for edits in undo.into_iter().rev() {
            text = apply(&text, &edits);
        }
        assert_eq!(text, *original);
    }
    println!("{painted} painted, {edited} with edits, {refused} refused, {asked} questions");
    assert!(asked > 200 && edited > 5000, "{asked} {edited}");
}

/// Reading a single tile takes far less time than a frame. The limit is generous, since the machine may be busy.
#[test]
fn single_tiles_are_read_quickly() {
    let (mut count, mut slowest) = (0u32, std::time::Duration::ZERO);
    let mut total = std::time::Duration::ZERO;
    each_tile(|bench, words, sample| {
        let start = std::time::Instant::now();
        let reading = bench.tile(&sample.pack, &sample.node).unwrap();
        let drawing = DrawnTile::read(&sample.node, &sample.text, words);
        let _ = drawing.map(|d| Overlay::from_drawing(&d, &reading.kind, words));
        (count, total, slowest) = (count + 1, total + start.elapsed(), slowest.max(start.elapsed()));
    });
    println!("{count} tiles, {:?} each, {slowest:?} at most", total / count);
    assert!(total / count < std::time::Duration::from_millis(5), "{total:?}");
}
