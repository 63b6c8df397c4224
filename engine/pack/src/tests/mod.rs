//! Tests loading as a whole. A world is written as one text with a line `//- pack/path` before each file.

mod adjust;
mod art;
mod base;
mod causes;
mod edit;
mod explained;
mod fields;
mod findings;
mod forms;
mod hostile;
mod limits;
mod order;
mod overrides;
mod slips;

use std::fmt::Write as _;

use expect_test::Expect;
use tilewright_core::diag::{Diagnostic, SourceMap};

use crate::{LoadOptions, LoadedPacks, PictureFacts, PictureFault, PictureSize, World, is_art, is_picture, load};

/// Small game without findings, which examples and tests extend.
const DEMO: &str = r##"//- demo/pack.ron
Pack(
    id: "demo", version: "1.2.0", format: 1, title: "Demo", licence: "MIT", seats: (2, 5),
    options: [(id: size, type: int(1, 3), default: 2)],
    terrains: [(id: grass, ground: true), (id: path, complete: closed)],
    edges: [(id: grass, ports: [grass, grass]), (id: path, ports: [grass, path, grass])],
    figures: [(id: walker, supply: 3, on: [path])],
    bags: [tiles, spare],
    tiles: [
        (id: "P1", count: 4, edges: (n: grass, e: path, s: grass, w: path), parts: [path(at: [E, W])]),
        (id: "P2", count: 4, edges: (n: path, e: path, s: path, w: grass),
            parts: [path(at: [N], into: crossing), path(at: [E], into: crossing), path(at: [S], into: crossing)]),
    ],
    flow: (turn: [draw(from: tiles), place, deploy, score], finish: [score_rest], ends_with: [tiles]),
    rules: [(use: "paths", on: path, per_tile: 1)],
)
//- demo/texts/en.ron
Texts("en", {
    "terrain.grass": "Grass", "terrain.path": "Path", "figure.walker": "Walker", "bag.tiles": "Tiles",
    "bag.spare": "Spare tiles", "option.size": "Size", "step.place": "Place the tile", "step.deploy": "Send a walker",
})
"##;

/// Adds the files of a text to a world. Text before the first `//-` line is the file `demo/extra.ron`.
fn add_files(world: &mut World, text: &str) {
    let mut at = "demo/extra.ron".to_owned();
    let mut file = String::new();
    let mut flush = |at: &str, file: &mut String| {
        if !file.trim().is_empty() {
            let (pack, path) = at.split_once('/').expect("a path begins with its pack");
            add_file(world, pack, path, file);
        }
        file.clear();
    };
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("//- ") {
            flush(&at, &mut file);
            at = path.trim().to_owned();
        } else {
            file.push_str(line);
            file.push('\n');
        }
    }
    flush(&at, &mut file);
}

/// Adds a file. The text of a picture describes it: `640 x 480 pixels`, with `N bytes` or `with text`, or `damaged`. The
/// pictures of a pack are known as soon as it has own art.
fn add_file(world: &mut World, pack: &str, path: &str, text: &str) {
    if is_art(path) {
        world.pictures.entry(pack.into()).or_default();
    }
    if !is_picture(path) {
        return world.add_file(pack, path, text);
    }
    let numbers: Vec<u32> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let size = match numbers[..] {
        [width, height, ..] => {
            let (is_vector, has_text) = (path.ends_with(".svg"), text.contains("with text"));
            Ok(PictureSize { width, height, is_vector, has_text })
        }
        _ => Err(PictureFault::Unreadable("the file is damaged".to_owned())),
    };
    let bytes = numbers.get(2).map_or(1000, |bytes| u64::from(*bytes));
    world.pictures.entry(pack.into()).or_default().insert(path.into(), PictureFacts { bytes, size });
}

fn demo_world(more: &str) -> World {
    let mut world = World::default();
    world.add_module("paths", "-- a library module");
    world.add_module("nothing", "-- does nothing");
    add_files(&mut world, DEMO);
    add_files(&mut world, more);
    world
}

/// Adds an option, written as `pack:option=value`.
fn set_option(options: &mut LoadOptions, assignment: &str) {
    let (name, value) = assignment.split_once('=').unwrap();
    options.values.push((name.trim().into(), crate::parse_value(value)));
}

/// Loads all packs of the demo world, extended by more files.
fn load_demo(more: &str, options: &LoadOptions) -> LoadedPacks {
    let world = demo_world(more);
    let packs: Vec<String> = world.packs.keys().map(|k| k.to_string()).collect();
    let packs: Vec<&str> = packs.iter().map(String::as_str).collect();
    load(&world, &packs, options)
}

/// Returns the findings, except about texts, of a pack with these fields on top of the demo.
pub(crate) fn load_on_demo(fields: &str) -> String {
    let more = format!(
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"T\", needs: [\"demo\"], {fields})\n"
    );
    let loaded = load_demo(&more, &LoadOptions { lints: false, ..LoadOptions::default() });
    render_findings(&loaded.diagnostics, &loaded.sources)
}

fn render_findings(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let mut text = String::new();
    for d in diagnostics {
        let place = d.span.map_or("?".to_owned(), |s| sources.place(s));
        let _ = writeln!(text, "{place}: {} {}: {}", d.severity, d.code, d.message);
        for (span, label) in &d.related {
            let _ = writeln!(text, "    {}: {label}", sources.place(*span));
        }
        if let Some(hint) = &d.hint {
            let _ = writeln!(text, "    hint: {hint}");
        }
    }
    text
}

/// Loads the demo with more files and compares the findings.
fn check(more: &str, expect: Expect) {
    let loaded = load_demo(more, &LoadOptions::default());
    expect.assert_eq(&render_findings(&loaded.diagnostics, &loaded.sources));
}

#[test]
fn the_demo_is_clean() {
    check("", expect_test::expect![[""]]);
}
