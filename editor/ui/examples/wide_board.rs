//! Measures the table with a large board: `cargo run --locked --release -p tilewright-editor --example wide_board`.
//! With the argument `art`, 18 of the 24 tile kinds have pictures of 600 pixels, and a texture continues across the
//! others.
//!
//! Bots place 10,000 tiles in a window of 1280 by 800 points in the layout for playing. Then the whole board is shown
//! with the places for the next tile, and the pointer moves a little in every frame. Each figure is the median of five
//! runs, where the value of a run is the mean (and the maximum) over its frames. The time of a frame includes all work
//! on the processor, including tessellation into triangles, but not that of the graphics card; `drawn_board` of the
//! window measures that too.
#![expect(clippy::print_stdout, reason = "the program prints measurements")]

mod measured;
#[path = "measured/painted.rs"]
mod painted;
#[path = "measured/wide.rs"]
mod wide;

use std::time::{Duration, Instant};

use egui::{Event, Modifiers, PointerButton, Pos2, Vec2};
use measured::{MeasuredFolder, MeasuredWindow, median};
use tilewright_editor::context::EditorAction;
use tilewright_editor::context::command::EditorCommand;

const FRAMES: usize = 60;
const RUNS: usize = 5;

fn press(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

/// Returns a window whose board has this many tiles and waits for a person.
fn open_wide_board(home: &MeasuredFolder, has_art: bool) -> Result<MeasuredWindow, Box<dyn std::error::Error>> {
    let folder = home.0.join("packs/wide");
    wide::write_pack(&folder)?;
    if has_art {
        painted::write_art(&folder, wide::KINDS - 6)?;
    }
    let mut window = MeasuredWindow::new(home, Vec2::new(1280.0, 800.0));
    let ctx = window.ctx.clone();
    window.editor.open(&ctx, &folder);
    window.frame(Vec::new());
    window.editor.settle();
    window.editor.act(&ctx, EditorAction::Command(EditorCommand::PlayLayout));
    window.frame(Vec::new());
    window.editor.act(&ctx, EditorAction::Command(EditorCommand::PlayOn));
    while window.editor.table().ok_or("no game")?.game().board().tiles().len() < wide::TILES {
        window.frame(Vec::new());
    }
    window.editor.act(&ctx, EditorAction::Command(EditorCommand::PlayOn));
    window.frame(Vec::new());
    while !window.editor.table().ok_or("no game")?.asks_person() {
        window.editor.act(&ctx, EditorAction::Command(EditorCommand::Step));
        window.frame(Vec::new());
    }
    // These frames let all pictures load.
    for _ in 0..200 {
        window.frame(Vec::new());
    }
    Ok(window)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let home = MeasuredFolder::new("wide");
    let start = Instant::now();
    let mut window = open_wide_board(&home, std::env::args().any(|argument| argument == "art"))?;
    println!("opened and played in {:.2} s", start.elapsed().as_secs_f64());
    let tiles = window.editor.table().map_or(0, |table| table.game().board().tiles().len());
    let middle = Pos2::new(300.0, 500.0);
    for (name, zoom) in [("all in sight", 1.0), ("enlarged eight times", 8.0)] {
        window.frame(vec![Event::PointerMoved(middle)]);
        window.frame(vec![Event::Zoom(zoom)]);
        for _ in 0..120 {
            window.frame(Vec::new());
        }
        let (mut means, mut worst, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..RUNS {
            window.frame(vec![Event::PointerMoved(middle)]);
            window.frame(vec![press(middle, true)]);
            let (mut sum, mut most) = (Duration::ZERO, Duration::ZERO);
            let mut last = None;
            for n in 0..FRAMES {
                let away = Vec2::new((n % 20) as f32, (n % 7) as f32);
                // The output of the previous frame is dropped, as in a real window.
                drop(last.take());
                let (took, output) = window.frame(vec![Event::PointerMoved(middle + away)]);
                shapes.push(output.shapes.len());
                (sum, most) = (sum + took, most.max(took));
                last = Some(output);
            }
            window.frame(vec![press(middle, false)]);
            means.push(sum / FRAMES as u32);
            worst.push(most);
        }
        shapes.sort_unstable();
        println!(
            "{tiles} tiles, {name:<20} frame {:6.2} ms  worst {:6.2} ms  {} shapes  {} MiB of textures",
            median(means),
            median(worst),
            shapes[shapes.len() / 2],
            window.editor.texture_bytes() >> 20,
        );
    }
    Ok(())
}
