//! The native window of the editor.
//!
//! `tilewright-editor [PATH]` opens the window, with the pack or the hosted table at the path if one is given.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use eframe::egui;
use tilewright_editor::ui::theme::Tokens;
use tilewright_editor::{Editor, Home, WindowHost, bug_reports, report_panic};

const HELP: &str = "\
The editor for packs of tile-laying games.

Usage: tilewright-editor [PATH]

  PATH   the folder of a pack, of a hosted table, or of an export of
         `tilewright host`, or the file of a pack, to be opened at once

The shell command `tilewright` checks, plays, tests and measures packs without a window.
";

fn main() -> ExitCode {
    let mut path = None;
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("-h" | "--help") => {
                say(HELP);
                return ExitCode::SUCCESS;
            }
            Some("-V" | "--version") => {
                say(concat!("tilewright-editor ", env!("CARGO_PKG_VERSION"), "\n"));
                return ExitCode::SUCCESS;
            }
            Some(flag) if flag.starts_with('-') => {
                complain(&format!("there is no flag `{flag}`; see `tilewright-editor --help`"));
                return ExitCode::from(2);
            }
            _ if path.is_some() => {
                complain("one path can be opened at a time; see `tilewright-editor --help`");
                return ExitCode::from(2);
            }
            _ => path = Some(PathBuf::from(argument)),
        }
    }
    if !has_display() {
        complain(
            "there is no display to open a window on.\n\
             Without one, the shell command does the same work:\n  \
             cargo run --locked --release -p tilewright-cli -- play PACK     plays on the terminal\n  \
             cargo run --locked --release -p tilewright-cli -- check PACK    looks for mistakes\n  \
             cargo run --locked --release -p tilewright-cli -- --help        shows everything",
        );
        return ExitCode::from(3);
    }
    std::panic::set_hook(Box::new(|panic| report_panic(panic, &bug_reports(), &complain)));
    match run(path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("the window cannot be opened: {error}"));
            ExitCode::from(3)
        }
    }
}

/// Returns true if a display is available for a window.
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

fn run(path: Option<PathBuf>) -> eframe::Result {
    let home = Home::of_system();
    let viewport = egui::ViewportBuilder::default()
        .with_title("Tilewright")
        .with_app_id("tilewright")
        .with_inner_size(Editor::window_size(&home).unwrap_or([1280.0, 800.0]))
        .with_min_inner_size([720.0, 480.0]);
    // The interface has no slow gradients that would show bands, and dithering is expensive without a graphics card.
    let options = eframe::NativeOptions { viewport, dithering: false, ..Default::default() };
    let host = WindowHost {
        pick_folder: Some(Arc::new(|| rfd::FileDialog::new().pick_folder())),
        outbox: std::env::home_dir(),
        pick_file: Some(Arc::new(|from| file_dialog(from, false).pick_file())),
        save_file: Some(Arc::new(|proposed| file_dialog(proposed, true).save_file())),
    };
    eframe::run_native(
        "Tilewright",
        options,
        Box::new(move |cx| {
            let mut editor = Editor::new(&cx.egui_ctx, home, host);
            if let Some(path) = path {
                editor.open_path(&cx.egui_ctx, &path);
            }
            Ok(Box::new(EditorWindow { editor }))
        }),
    )
}

/// Returns the system's file dialog, starting at a path. The extension of the path determines the filter. `is_saved` is
/// true if the file will be written.
fn file_dialog(path: &Path, is_saved: bool) -> rfd::FileDialog {
    let (folder, name) = if path.is_dir() { (Some(path), None) } else { (path.parent(), path.file_name()) };
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or("tilepack");
    let (called, ends): (&str, &[&str]) = match end {
        "tilepack" => ("Tilewright", &["tilepack"]),
        // A saved game is a record, or is in a capsule with its packs.
        "json" => ("Tilewright", &["json", "zip"]),
        // A sheet of tiles can have any of the formats.
        "png" if !is_saved => ("PNG, JPEG, WebP", &["png", "jpg", "jpeg", "webp"]),
        other => (other, &[other]),
    };
    let mut dialog = rfd::FileDialog::new().add_filter(called, ends);
    if let Some(folder) = folder.filter(|folder| folder.is_dir()) {
        dialog = dialog.set_directory(folder);
    }
    match name {
        Some(name) => dialog.set_file_name(name.to_string_lossy()),
        None => dialog,
    }
}

struct EditorWindow {
    editor: Editor,
}

impl eframe::App for EditorWindow {
    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        Tokens::for_mode(visuals.dark_mode).panel.to_normalized_gamma_f32()
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        if ctx.input(|i| i.viewport().close_requested()) && !self.editor.may_close() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
        }
        self.editor.show(ui);
        if self.editor.wants_to_quit() {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }
}

#[expect(clippy::print_stdout, reason = "the user has requested this text")]
fn say(text: &str) {
    print!("{text}");
}

#[expect(clippy::print_stderr, reason = "no window can show the error")]
fn complain(text: &str) {
    eprintln!("{text}");
}
