//! Measures typing in a large pack: `cargo run --locked --release -p tilewright-editor --example typing`.
//!
//! The example creates a pack with 500 kinds of tile in memory, types letters into its tiles, and draws a frame for
//! each letter. Each figure is the median of five runs, where the value of a run is the mean (and the maximum) over its
//! keys. The time of a frame includes all work on the processor, including tessellation into triangles, but not that of
//! the graphics card.
#![expect(clippy::print_stdout, reason = "the program prints measurements")]

mod measured;

use std::time::{Duration, Instant};

use egui::{Event, Key, Modifiers, Vec2};
use measured::{MeasuredFolder, MeasuredWindow, median};
use tilewright_editor::context::EditorAction;
use tilewright_editor_model::pack::document::disk::write_whole;
use tilewright_language::place::FilePlace;

const KINDS: usize = 500;
const KEYS: usize = 40;
const RUNS: usize = 5;

/// Writes a pack with 500 kinds of tile, and `mistakes` mistakes among them.
fn write_pack(folder: &std::path::Path, mistakes: usize) -> std::io::Result<()> {
    let pack = r##"Pack(
    id: "large", version: "1.0.0", format: 1, title: "Large", authors: ["Example"], licence: "MIT",
    seats: (2, 5), lattice: square,
    terrains: [(id: grass, ground: true), (id: path, complete: closed), (id: town, complete: closed)],
    edges: [(id: grass, ports: [grass, grass]), (id: path, ports: [grass, path, grass]), (id: town, ports: [town])],
    tags: [inn],
    figures: [(id: walker, supply: 7, weight: 1, on: [path, town, grass])],
    bags: [tiles],
    board: (presets: [(tile: "T0", at: (0, 0), from: tiles)]),
    flow: (turn: [draw(from: tiles), place, deploy, score], finish: [score_rest], ends_with: [tiles]),
    rules: [(use: "paths", on: path), (use: "areas", on: town)],
)
"##;
    let texts = r#"Texts("en", {
    "terrain.grass": "Grass", "terrain.path": "Path", "terrain.town": "Town", "figure.walker": "Walker",
    "bag.tiles": "Tiles", "step.place": "Place", "step.deploy": "Deploy",
})
"#;
    let shapes = [
        "edges: (n: town, e: path, s: grass, w: path),\n        parts: [town(at: [N]), path(at: [E, W], tags: [inn])]",
        "edges: (n: path, e: path, s: grass, w: town),\n        parts: [path(at: [N, E]), town(at: [W])]",
        "edges: (n: town, e: town, s: path, w: path),\n        parts: [town(at: [N, E]), path(at: [S, W])]",
        "edges: (n: grass, e: path, s: town, w: path),\n        parts: [path(at: [E, W]), town(at: [S])]",
    ];
    let mut tiles = String::from("Tiles([\n");
    for n in 0..KINDS {
        let shape = shapes[n % shapes.len()];
        let shape = if n < mistakes { shape.replacen("town", "twon", 1) } else { shape.to_owned() };
        tiles.push_str(&format!("    (id: \"T{n}\", count: {}, {shape}),\n", 1 + n % 3));
    }
    tiles.push_str("])\n");
    let write = |path: &str, text: &str| write_whole(&folder.join(path), text).map_err(std::io::Error::other);
    write("pack.ron", pack)?;
    write("texts/en.ron", texts)?;
    write("tiles.ron", &tiles)
}

fn measure(name: &str, mistakes: usize, reader: bool, typed: &str) -> Result<(), Box<dyn std::error::Error>> {
    let (mut means, mut worst, mut checks, mut opened) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let home = MeasuredFolder::new("typing");
        let folder = home.0.join("packs/large");
        write_pack(&folder, mistakes)?;
        let mut window = MeasuredWindow::new(&home, Vec2::new(1600.0, 1000.0));
        let ctx = window.ctx.clone();
        if reader {
            ctx.enable_accesskit();
        }
        let start = Instant::now();
        window.editor.open(&ctx, &folder);
        window.frame(Vec::new());
        window.editor.settle();
        window.frame(Vec::new());
        opened.push(start.elapsed());
        let text = window.editor.document().and_then(|d| d.text("tiles.ron").cloned()).ok_or("no tiles")?;
        // The cursor is in the middle of the file, at a place for a name.
        let at = text.find("(id: \"T250\", count: ").ok_or("no tile")? + "(id: \"T250\", ".len();
        window.editor.act(&ctx, EditorAction::GoTo(FilePlace { path: "tiles.ron".into(), range: at..at }));
        for _ in 0..5 {
            window.frame(Vec::new());
        }
        let (mut sum, mut most) = (Duration::ZERO, Duration::ZERO);
        let letters: Vec<char> = typed.chars().cycle().take(KEYS).collect();
        for letter in letters {
            let (took, _) = window.frame(vec![Event::Text(letter.to_string())]);
            sum += took;
            most = most.max(took);
            // The background thread works during this pause, as it does while users type.
            std::thread::sleep(Duration::from_millis(20));
        }
        let changed = window.editor.document().and_then(|d| d.text("tiles.ron").cloned()).ok_or("no tiles")?;
        assert_eq!(changed.len(), text.len() + KEYS, "all letters have arrived");
        // The time from the last key to its findings is measured here.
        let enter = Event::Key {
            key: Key::Delete,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        let start = Instant::now();
        window.frame(vec![enter]);
        window.editor.settle();
        window.frame(Vec::new());
        checks.push(start.elapsed());
        means.push(sum / KEYS as u32);
        worst.push(most);
    }
    println!(
        "{name:<44} opens, findings and all, in {:6.1} ms  frame {:6.2} ms  worst {:6.2} ms  \
         findings {:6.1} ms after the last key",
        median(opened),
        median(means),
        median(worst),
        median(checks)
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{KINDS} kinds of tiles, {KEYS} keys a run, median of {RUNS} runs");
    measure("typing", 0, false, " ")?;
    measure("typing names (with the list)", 0, false, "bag ")?;
    measure("typing, 200 errors in the pack", 200, false, " ")?;
    measure("typing names, with a screen reader", 0, true, "bag ")
}
