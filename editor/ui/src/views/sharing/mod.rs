//! Sharing of packs: exporting, importing, and the gallery of shelves.
//!
//! The work is done by the crates `kit` and `share` on background threads, so that drawing never waits for a disk or a
//! network.

pub mod export;
pub mod gallery;
pub mod import;
mod words;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{Context, Id, Key, Modal, Modifiers, RichText, ScrollArea, Ui};

use tilewright_editor_model::job::{Came, Job, Teller};
use tilewright_editor_model::pack::document::Document;
use tilewright_editor_model::pack::home::Home;
use tilewright_editor_model::texts::Texts;
use tilewright_share::install::{Client, Fetched};
use tilewright_share::plan::Plan;

use crate::context::{Action, Host, Picker};
use crate::ui::pictures::cards::Cards;
use crate::ui::theme::Tokens;
use crate::ui::waker;
use crate::ui::widgets;
use export::Export;
use gallery::Gallery;
use import::Import;
use words::SharingError;

/// Preferred width of the dialogs, in points.
const WIDTH: f32 = 600.0;

/// Open dialogs of sharing.
#[derive(Default)]
pub struct Sharing {
    export: Option<Export>,
    import: Option<Import>,
    gallery: Option<Gallery>,
    /// True if the gallery is requested.
    shows_shelves: bool,
    /// Files to inspect once the current import is closed.
    waiting: VecDeque<PathBuf>,
}

/// Borrowed state that the dialogs draw with.
pub struct Given<'a> {
    /// Texts of the interface in the chosen language.
    pub texts: &'a Texts,
    /// Colours of the current theme.
    pub tokens: &'static Tokens,
    /// Folders of the user's files.
    pub home: &'a Home,
    /// Services of the window, such as file dialogs.
    pub host: &'a Host,
    /// Pictures of installed packs.
    pub cards: &'a Cards,
    /// Actions that the dialogs request.
    pub actions: &'a mut Vec<Action>,
}

impl Given<'_> {
    fn t(&self, key: &str) -> String {
        self.texts.get(key)
    }
}

impl Sharing {
    /// Starts to export the open pack, which must be saved.
    pub fn export(&mut self, ctx: &Context, home: &Home, host: &Host, document: &Document) {
        self.export = Some(Export::begin(ctx, home, host, document));
    }

    /// Asks for a file to import.
    pub fn ask(&mut self) {
        self.import.get_or_insert_with(Import::ask);
    }

    /// Inspects a file, after those already waiting.
    pub fn import(&mut self, path: PathBuf) {
        self.waiting.push_back(path);
    }

    /// Opens or closes the gallery.
    pub fn show_shelves(&mut self, shown: bool) {
        self.shows_shelves = shown;
    }

    /// True if a dialog of sharing is open.
    pub fn is_open(&self) -> bool {
        let asked = self.export.is_some() || self.import.is_some() || !self.waiting.is_empty();
        asked || self.shows_shelves
    }

    /// Draws the open dialogs.
    pub fn show(&mut self, ctx: &Context, given: &mut Given<'_>) {
        // An import is drawn instead of the gallery while both are open.
        let covered = self.import.is_some() || !self.waiting.is_empty();
        if self.shows_shelves && !covered {
            let gallery = self.gallery.get_or_insert_with(|| Gallery::begin(ctx, given));
            let mut done = false;
            let closed = modal(ctx, "shelves", gallery::WIDTH, |ui, height| done = gallery.show(ui, height, given));
            self.shows_shelves = !done && (!closed || gallery.is_busy());
        }
        if !self.shows_shelves {
            self.gallery = None;
        }
        if let Some(export) = &mut self.export {
            let mut done = false;
            let closed = modal(ctx, "export", WIDTH, |ui, _| done = export.show(ui, given));
            if done || closed && !export.is_busy() {
                self.export = None;
            }
        }
        if self.import.is_none()
            && let Some(path) = self.waiting.pop_front()
        {
            self.import = Some(Import::begin(ctx, given.home, path));
        }
        if let Some(import) = &mut self.import {
            let mut done = false;
            let closed = modal(ctx, "import", WIDTH, |ui, height| done = import.show(ui, height, given));
            if done || closed && !import.is_busy() {
                self.import = None;
            }
        }
    }
}

/// Draws a dialog; returns true if it should close. The content receives the maximum height of scroll areas.
fn modal(ctx: &Context, name: &str, width: f32, content: impl FnOnce(&mut Ui, f32)) -> bool {
    // The key is consumed first: a text field would only use it to give up the keyboard.
    let escaped = ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape));
    let frame = egui::Frame::popup(&ctx.style_of(ctx.theme())).inner_margin(16);
    let room = ctx.content_rect().size();
    let modal = Modal::new(Id::unique(("sharing", name))).frame(frame).show(ctx, |ui| {
        ui.set_width(width.min(room.x - 60.0));
        content(ui, (room.y - 240.0).max(90.0));
    });
    escaped || modal.should_close()
}

/// Draws a list that scrolls if it is long.
fn long<R>(ui: &mut Ui, name: &str, height: f32, content: impl FnOnce(&mut Ui) -> R) -> R {
    // The minimum height lets the list grow again after the dialog was small.
    let list = ScrollArea::vertical().id_salt(name).max_height(height).min_scrolled_height(height);
    list.auto_shrink([false, true]).show(ui, content).inner
}

/// Shows the progress of a job with a button that stops it; returns true if the button was pressed.
fn going_on<N: Send + 'static>(ui: &mut Ui, given: &Given<'_>, job: &Job<N>, what: &str) -> bool {
    let (done, of) = job.progress();
    ui.label(given.t(what));
    if of > 0 {
        let text = given.texts.with("share-progress", &[("done", done.into()), ("n", of.into())]);
        ui.add(egui::ProgressBar::new(done as f32 / of as f32).text(text));
    }
    ui.button(given.t("cancel")).clicked()
}

/// Downloads and tests the planned packs, and reports the progress in KiB.
fn fetch<N: Send>(
    client: &Client,
    plan: &Plan,
    accepted: &[String],
    teller: &Teller<N>,
) -> Result<Fetched, SharingError> {
    Ok(client.fetch_while(plan, accepted, &watch(plan, teller))?)
}

/// Returns a callback that reports the downloaded KiB of a plan, and returns false once the job is stopped.
fn watch<N: Send>(plan: &Plan, teller: &Teller<N>) -> impl Fn(usize, u64) -> bool + Sync {
    let sizes: Vec<u64> = plan.steps.iter().map(|step| step.release.file.bytes).collect();
    let kib = |bytes: u64| usize::try_from(bytes.div_ceil(1024)).unwrap_or(usize::MAX);
    let all = kib(sizes.iter().sum());
    move |number: usize, done: u64| {
        teller.at(kib(sizes[..number].iter().sum::<u64>() + done), all);
        teller.goes_on()
    }
}

/// A path that the user types or picks in the system's dialog.
#[derive(Default)]
struct Where {
    text: String,
    picking: Option<Job<Option<PathBuf>>>,
}

impl Where {
    fn of(path: PathBuf) -> Where {
        Where { text: path.display().to_string(), picking: None }
    }

    /// Returns the typed path without surrounding spaces.
    fn path(&self) -> PathBuf {
        PathBuf::from(self.text.trim())
    }

    /// Draws the path in a separate form; returns the field.
    fn show(&mut self, ui: &mut Ui, given: &Given<'_>, name: &str, pick: Option<&Picker>) -> egui::Response {
        widgets::form(ui, name, |ui| self.row(ui, given, name, pick))
    }

    /// Draws the path as a row of a form; returns the field.
    fn row(&mut self, ui: &mut Ui, given: &Given<'_>, name: &str, pick: Option<&Picker>) -> egui::Response {
        if let Some(job) = &self.picking {
            match job.look() {
                Came::News(picked) => {
                    if let Some(path) = picked {
                        self.text = path.display().to_string();
                    }
                    self.picking = None;
                }
                Came::Ended => self.picking = None,
                Came::Nothing => {}
            }
        }
        let browse = pick.map(|_| (given.t("browse"), self.picking.is_none()));
        let (field, pressed) = widgets::path_line(ui, &given.t(name), &mut self.text, browse);
        if let Some(pick) = pick.filter(|_| pressed) {
            let (pick, path) = (Arc::clone(pick), self.path());
            self.picking = Some(Job::of(waker(ui.ctx()), move |_| pick(&path)));
        }
        field
    }
}

/// Draws a row with a name and its text, unless the text is empty.
fn fact(ui: &mut Ui, given: &Given<'_>, name: &str, text: impl Into<String>) {
    let text = text.into();
    if text.is_empty() {
        return;
    }
    ui.label(RichText::new(given.t(name)).color(given.tokens.weak));
    ui.add(egui::Label::new(text).wrap());
    ui.end_row();
}

/// Draws a grid of facts with two columns.
fn facts(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    egui::Grid::new(("facts", name)).num_columns(2).show(ui, content);
}
