//! Provides the common parts of the measuring examples: an editor without a window, and medians.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use egui::{Context, Event, FullOutput, Pos2, RawInput, Rect, Vec2};
use tilewright_editor::{Editor, WindowHost};
use tilewright_editor_model::pack::home::Home;

/// Temporary folder that exists during a measurement.
pub(crate) struct MeasuredFolder(pub(crate) PathBuf);

impl MeasuredFolder {
    pub(crate) fn new(name: &str) -> MeasuredFolder {
        let folder = std::env::temp_dir().join(format!("tilewright-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        MeasuredFolder(folder)
    }
}

impl Drop for MeasuredFolder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Editor without a window, at 60 frames per second.
pub(crate) struct MeasuredWindow {
    pub(crate) ctx: Context,
    pub(crate) editor: Editor,
    time: f64,
    size: Vec2,
}

impl MeasuredWindow {
    /// Returns a window of this size in points, with its settings in the folder `home`.
    pub(crate) fn new(home: &MeasuredFolder, size: Vec2) -> MeasuredWindow {
        let ctx = Context::default();
        let editor = Editor::new(&ctx, Home::from_folder(&home.0), WindowHost::default());
        MeasuredWindow { ctx, editor, time: 0.0, size }
    }

    /// Draws a frame; returns its time, including tessellation into triangles, and its output.
    pub(crate) fn frame(&mut self, events: Vec<Event>) -> (Duration, FullOutput) {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(self.time),
            focused: true,
            events,
            ..RawInput::default()
        };
        let start = Instant::now();
        let editor = &mut self.editor;
        let mut output = self.ctx.run_ui(input, |ui| editor.show(ui));
        output.textures_delta.clear();
        let shapes = output.shapes.clone();
        std::hint::black_box(self.ctx.tessellate(shapes, output.pixels_per_point));
        (start.elapsed(), output)
    }
}

/// Returns the median in milliseconds.
pub(crate) fn median(mut all: Vec<Duration>) -> f64 {
    all.sort();
    all[all.len() / 2].as_secs_f64() * 1000.0
}
