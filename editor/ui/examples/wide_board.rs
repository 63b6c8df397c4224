//! Measures the table with a large board: `cargo run --release -p tilewright-editor --example wide_board`.
//!
//! Bots place 10,000 tiles in a window of 1280 by 800 with room for playing; then the board is shown
//! whole, with the places where the next tile fits, and moved a little in every frame. Every figure is the median of five runs, of a run the mean (and the worst) of
//! its frames. A frame is everything that is done for it, painting into triangles included; the machine's graphics are
//! not. Then the triangles are filled by the plain renderer that tests take their pictures with.
#![expect(clippy::print_stdout, reason = "the figures are what it is for")]
#![allow(clippy::unwrap_used, dead_code, reason = "the renderer is that of the tests")]

#[path = "../tests/all/paint.rs"]
mod paint;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use egui::{Event, FullOutput, Modifiers, PointerButton, Pos2, RawInput, Rect, Vec2};
use tilewright_editor::command::Command;
use tilewright_editor::document::disk::write_whole;
use tilewright_editor::settings::Home;
use tilewright_editor::views::Action;
use tilewright_editor::{Editor, Host};

const TILES: usize = 10_000;
const KINDS: usize = 24;
const FRAMES: usize = 60;
const RUNS: usize = 5;

fn write_pack(folder: &std::path::Path) -> std::io::Result<()> {
    let pack = r##"Pack(
    id: "wide", version: "1.0.0", format: 1, title: "Wide", authors: ["Nobody"], licence: "MIT",
    seats: (2, 5), lattice: square,
    terrains: [(id: grass, ground: true), (id: hut, complete: surrounded)],
    edges: [(id: grass, ports: [grass])],
    figures: [(id: walker, supply: 7, weight: 1, on: [hut])],
    bags: [tiles],
    board: (presets: [(tile: "T0", at: (0, 0), from: tiles)]),
    flow: (turn: [draw(from: tiles), place, score], finish: [score_rest], ends_with: [tiles]),
    rules: [(use: "surrounded", on: hut)],
)
"##;
    let mut tiles = String::from("Tiles([\n");
    for n in 0..KINDS {
        let parts = if n % 2 == 0 { ", parts: [hut()]" } else { "" };
        tiles.push_str(&format!(
            "    (id: \"T{n}\", count: 450, edges: (n: grass, e: grass, s: grass, w: grass){parts}),\n"
        ));
    }
    tiles.push_str("])\n");
    let write = |path: &str, text: &str| write_whole(&folder.join(path), text).map_err(std::io::Error::other);
    write("pack.ron", pack)?;
    write("tiles.ron", &tiles)
}

struct Window {
    ctx: egui::Context,
    editor: Editor,
    time: f64,
    textures: paint::Textures,
}

impl Window {
    fn frame(&mut self, events: Vec<Event>) -> (Duration, FullOutput) {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 800.0))),
            time: Some(self.time),
            focused: true,
            events,
            ..RawInput::default()
        };
        let start = Instant::now();
        let editor = &mut self.editor;
        let mut output = self.ctx.run_ui(input, |ui| editor.show(ui));
        self.textures.update(&output.textures_delta);
        output.textures_delta.clear();
        let shapes = output.shapes.clone();
        std::hint::black_box(self.ctx.tessellate(shapes, output.pixels_per_point));
        (start.elapsed(), output)
    }
}

impl Window {
    fn tiles(&self) -> usize {
        self.editor.table().map_or(0, |table| table.game().board().tiles().len())
    }

    /// Clicks on what has a label.
    fn press(&mut self, label: &str) -> Result<(), Box<dyn std::error::Error>> {
        let (_, output) = self.frame(Vec::new());
        let update = output.platform_output.accesskit_update.ok_or("no names")?;
        let node = update.nodes.iter().find(|(_, node)| node.label() == Some(label));
        let bounds = node.and_then(|(_, node)| node.bounds()).ok_or_else(|| format!("no `{label}`"))?;
        let pos = Pos2::new((bounds.x0 + bounds.x1) as f32 / 2.0, (bounds.y0 + bounds.y1) as f32 / 2.0);
        let button =
            |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        self.frame(vec![Event::PointerMoved(pos), button(true)]);
        self.frame(vec![button(false)]);
        Ok(())
    }
}

fn median(mut all: Vec<Duration>) -> f64 {
    all.sort();
    all[all.len() / 2].as_secs_f64() * 1000.0
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let home = std::env::temp_dir().join(format!("tilewright-wide-{}", std::process::id()));
    drop(std::fs::remove_dir_all(&home));
    let folder: PathBuf = home.join("packs/wide");
    write_pack(&folder)?;
    let ctx = egui::Context::default();
    let editor = Editor::new(&ctx, Home::at(&home), Host::default());
    let mut window = Window { ctx: ctx.clone(), editor, time: 0.0, textures: paint::Textures::default() };
    window.editor.open(&ctx, &folder);
    window.frame(Vec::new());
    window.editor.settle();
    window.editor.act(&ctx, Action::Command(Command::PlayLayout));
    ctx.enable_accesskit();
    window.frame(Vec::new());
    window.press("Play on")?;
    while window.tiles() < TILES {
        window.frame(Vec::new());
    }
    window.press("Pause")?;
    while !window.editor.table().ok_or("no game")?.asks_person() {
        window.press("Step")?;
    }
    ctx.disable_accesskit();
    // Until all pictures are there.
    for _ in 0..200 {
        window.frame(Vec::new());
    }
    let tiles = window.tiles();
    let middle = Pos2::new(300.0, 500.0);
    for (name, zoom) in [("all in sight", 1.0), ("enlarged eight times", 8.0)] {
        window.frame(vec![Event::PointerMoved(middle)]);
        window.frame(vec![Event::Zoom(zoom)]);
        for _ in 0..120 {
            window.frame(Vec::new());
        }
        let (mut means, mut worst, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
        let mut last = None;
        for _ in 0..RUNS {
            let button = |pressed| Event::PointerButton {
                pos: middle,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            window.frame(vec![Event::PointerMoved(middle)]);
            window.frame(vec![button(true)]);
            let (mut sum, mut most) = (Duration::ZERO, Duration::ZERO);
            for n in 0..FRAMES {
                let away = Vec2::new((n % 20) as f32, (n % 7) as f32);
                // What the frame before has drawn is gone, as in a window.
                drop(last.take());
                let (took, output) = window.frame(vec![Event::PointerMoved(middle + away)]);
                shapes.push(output.shapes.len());
                (sum, most) = (sum + took, most.max(took));
                last = Some(output);
            }
            window.frame(vec![button(false)]);
            means.push(sum / FRAMES as u32);
            worst.push(most);
        }
        let output = last.ok_or("no frame")?;
        let rasters = (0..RUNS).map(|_| {
            let start = Instant::now();
            std::hint::black_box(paint::draw(&ctx, &output, &window.textures));
            start.elapsed()
        });
        let raster = median(rasters.collect());
        shapes.sort_unstable();
        println!(
            "{tiles} tiles, {name:<20} frame {:6.2} ms  worst {:6.2} ms  {} shapes  filled by the tests' renderer {raster:6.1} ms",
            median(means),
            median(worst),
            shapes[shapes.len() / 2],
        );
    }
    drop(std::fs::remove_dir_all(&home));
    Ok(())
}
