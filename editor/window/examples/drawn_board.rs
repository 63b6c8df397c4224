//! Measures the drawing of a large board in a real window, including the computer's graphics:
//! `cargo run --locked --release -p tilewright-window --example drawn_board`.
//!
//! Bots place 10,000 tiles in a window of 1280 by 800 in the workspace for playing. Then the board is shown whole and
//! enlarged, and moved in every frame. Frames are drawn as fast as possible; the time of a frame runs from its start to
//! the next one: interface, triangles and rasterisation, which finishes before the buffers are swapped. Each figure is
//! the median of five runs; a run yields the mean and the worst time of its frames. `LIBGL_ALWAYS_SOFTWARE=1` makes
//! Mesa rasterise without a graphics card.
#![expect(clippy::print_stdout, reason = "the program prints measurements")]

#[path = "../../ui/examples/measured/wide.rs"]
mod wide;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use eframe::egui;
use egui::{Event, Modifiers, PointerButton, Pos2, Vec2};
use tilewright_editor::app::settings::EditorSettings;
use tilewright_editor::context::EditorAction;
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::ui::theme::Tokens;
use tilewright_editor::views::play::board_pane::AT_ONCE;
use tilewright_editor::{Editor, Home, WindowHost};

const FRAMES: usize = 60;
const RUNS: usize = 5;
const MIDDLE: Pos2 = Pos2::new(300.0, 500.0);
/// Frames until all pictures are ready and animations have ended.
const STILL: usize = 200;

/// Activity in the next frames.
enum FrameActivity {
    Opening,
    Playing,
    Waiting { left: usize },
    Moving { frame: usize },
}

struct Measured {
    editor: Editor,
    doing: FrameActivity,
    looks: Vec<(&'static str, f32)>,
    began: Instant,
    frames: Vec<Duration>,
    runs: Vec<(Duration, Duration)>,
    told: Arc<Mutex<Vec<String>>>,
}

fn press(pressed: bool) -> Event {
    Event::PointerButton { pos: MIDDLE, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

fn median(all: impl Iterator<Item = Duration>) -> f64 {
    let mut all: Vec<Duration> = all.collect();
    all.sort();
    all[all.len() / 2].as_secs_f64() * 1000.0
}

impl Measured {
    fn tiles(&self) -> usize {
        self.editor.table().map_or(0, |table| table.game().board().tiles().len())
    }

    /// Starts the next view of the board; returns false if there are no more.
    fn look(&mut self, input: &mut egui::RawInput) -> bool {
        let Some((_, zoom)) = self.looks.first() else { return false };
        input.events.extend([Event::PointerMoved(MIDDLE), Event::Zoom(*zoom)]);
        self.doing = FrameActivity::Waiting { left: STILL };
        true
    }

    /// Reports the results of all runs of a view.
    fn tell(&mut self) {
        let name = self.looks.first().map_or("", |(name, _)| *name);
        let (mean, worst) = (median(self.runs.iter().map(|r| r.0)), median(self.runs.iter().map(|r| r.1)));
        let text = format!("{} tiles, {name:<20} frame {mean:6.2} ms  worst {worst:6.2} ms", self.tiles());
        if let Ok(mut told) = self.told.lock() {
            told.push(text);
        }
        self.runs.clear();
        self.looks.remove(0);
    }
}

impl eframe::App for Measured {
    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        Tokens::for_mode(visuals.dark_mode).panel.to_normalized_gamma_f32()
    }

    fn raw_input_hook(&mut self, ctx: &egui::Context, input: &mut egui::RawInput) {
        // Real input must not move the board.
        input.events.clear();
        input.focused = true;
        let now = Instant::now();
        let took = now - self.began;
        self.began = now;
        match self.doing {
            FrameActivity::Opening => {
                self.editor.settle();
                self.editor.act(ctx, EditorAction::Play);
                if self.editor.table().is_some() {
                    self.editor.act(ctx, EditorAction::Command(EditorCommand::PlayOn));
                    self.doing = FrameActivity::Playing;
                }
            }
            FrameActivity::Playing if self.tiles() >= wide::TILES => {
                self.editor.act(ctx, EditorAction::Command(EditorCommand::PlayOn));
                if !self.look(input) {
                    ctx.send_viewport_cmd(egui::ViewportCommand::Close);
                }
            }
            FrameActivity::Playing => {}
            FrameActivity::Waiting { left: 0 } => {
                self.frames.clear();
                input.events.extend([Event::PointerMoved(MIDDLE), press(true)]);
                self.doing = FrameActivity::Moving { frame: 0 };
            }
            FrameActivity::Waiting { left } => {
                let person = self.editor.table().is_some_and(|table| table.asks_person());
                if !person {
                    self.editor.act(ctx, EditorAction::Command(EditorCommand::Step));
                }
                self.doing = FrameActivity::Waiting { left: left - 1 };
            }
            FrameActivity::Moving { frame } => {
                // The first frame includes earlier work.
                if frame > 1 {
                    self.frames.push(took);
                }
                if frame < FRAMES + 2 {
                    input.events.push(Event::PointerMoved(MIDDLE + Vec2::new((frame % 20) as f32, (frame % 7) as f32)));
                    self.doing = FrameActivity::Moving { frame: frame + 1 };
                    return;
                }
                input.events.push(press(false));
                let sum: Duration = self.frames.iter().sum();
                let worst = self.frames.iter().max().copied().unwrap_or_default();
                self.runs.push((sum / self.frames.len().max(1) as u32, worst));
                self.doing = FrameActivity::Waiting { left: 20 };
                if self.runs.len() == RUNS {
                    self.tell();
                    if !self.look(input) {
                        ctx.send_viewport_cmd(egui::ViewportCommand::Close);
                    }
                }
            }
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.editor.show(ui);
        ui.ctx().request_repaint();
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let home = std::env::temp_dir().join(format!("tilewright-drawn-{}", std::process::id()));
    drop(std::fs::remove_dir_all(&home));
    let folder = home.join("packs/wide");
    wide::write_pack(&folder)?;
    let viewport = egui::ViewportBuilder::default().with_title("Drawn").with_inner_size([1280.0, 800.0]);
    let glow_options = eframe::egui_glow::GlowConfiguration { vsync: false, ..Default::default() };
    let options = eframe::NativeOptions { viewport, dithering: false, glow_options, ..Default::default() };
    let told = Arc::new(Mutex::new(Vec::new()));
    let (place, lines) = (home.clone(), Arc::clone(&told));
    eframe::run_native(
        "Drawn",
        options,
        Box::new(move |cx| {
            let home = Home::from_folder(&place);
            // Bots at the default speed would take an hour.
            EditorSettings { speed: AT_ONCE, ..EditorSettings::default() }.write(&home)?;
            let mut editor = Editor::new(&cx.egui_ctx, home, WindowHost::default());
            editor.open(&cx.egui_ctx, &folder);
            Ok(Box::new(Measured {
                editor,
                doing: FrameActivity::Opening,
                looks: vec![("all in sight", 1.0), ("enlarged eight times", 8.0)],
                began: Instant::now(),
                frames: Vec::new(),
                runs: Vec::new(),
                told: lines,
            }))
        }),
    )?;
    drop(std::fs::remove_dir_all(&home));
    for line in told.lock().map_err(|_| "the window has failed")?.iter() {
        println!("{line}");
    }
    Ok(())
}
