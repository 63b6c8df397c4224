//! Export of the open pack to virtual tables and print shops.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Context, DragValue, RichText, Ui};
use tilewright_core::catalog::art::ArtLook;
use tilewright_editor_model::job::{Job, JobPoll};
use tilewright_editor_model::pack::document::PackDocument;
use tilewright_editor_model::pack::document::disk::shown_path;
use tilewright_editor_model::pack::game_export::{GameExportError, GameExportOrder, WrittenExport, export_game};
use tilewright_editor_model::pack::home::Home;
use tilewright_export::ExportTarget;
use tilewright_kit::packs::load::Loaded;

use super::ShownPack;
use super::parts::{SharingContext, Where, going_on, long};
use crate::context::WindowHost;
use crate::ui::waker;
use crate::ui::widgets;

/// Maximum height of the list of notes, in points.
const NOTES: f32 = 160.0;

/// Dialog that exports the game of the open pack.
pub(super) struct TargetExport {
    loaded: Arc<Loaded>,
    /// Look that the window shows.
    look: Option<ArtLook>,
    /// Least and greatest number of players.
    possible: (u8, u8),
    /// Folder in which exports are proposed.
    beside: PathBuf,
    /// Id of the open pack.
    id: Arc<str>,
    target: ExportTarget,
    seats: u8,
    place: Where,
    stage: TargetExportStage,
}

enum TargetExportStage {
    /// The user chooses; the text is the reason why the last attempt failed.
    Choosing(Option<String>),
    /// The files are being drawn.
    Running(Job<Result<WrittenExport, GameExportError>>),
    /// The files are written.
    Written(WrittenExport),
}

impl TargetExport {
    /// Opens the dialog for a pack without errors.
    pub(super) fn begin(home: &Home, host: &WindowHost, document: &PackDocument, shown: ShownPack<'_>) -> TargetExport {
        let ShownPack { loaded, look } = shown;
        let folder = document.folder();
        let mut beside = folder.parent().unwrap_or(folder).to_owned();
        if beside == home.packs() {
            beside = host.outbox.clone().unwrap_or_else(|| home.outbox());
        }
        let possible = loaded.catalog().map_or((1, 1), |catalog| catalog.seats);
        let mut dialog = TargetExport {
            loaded: Arc::clone(loaded),
            look: look.cloned(),
            possible,
            beside,
            id: document.id().clone(),
            target: ExportTarget::Tts,
            seats: possible.1.max(1),
            place: Where::default(),
            stage: TargetExportStage::Choosing(None),
        };
        dialog.propose();
        dialog
    }

    /// Proposes a new folder for the target.
    fn propose(&mut self) {
        let name = format!("{}-{}", self.id, self.target.name());
        let names = (1..).map(|number| if number == 1 { name.clone() } else { format!("{name}-{number}") });
        let mut folders = names.map(|name| self.beside.join(name));
        let free = folders.find(|folder| !folder.exists());
        self.place = Where::from_path(free.unwrap_or_else(|| unreachable!("there are names without end")));
    }

    /// True while files are written, when the dialog cannot be closed.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self.stage, TargetExportStage::Running(_))
    }

    /// Draws the dialog; returns true when the user has finished.
    pub(super) fn show(&mut self, ui: &mut Ui, given: &SharingContext<'_>) -> bool {
        ui.heading(given.t("target-title"));
        self.receive(given);
        match &self.stage {
            TargetExportStage::Choosing(why) => {
                let why = why.clone();
                self.choose(ui, given, why.as_deref())
            }
            TargetExportStage::Running(job) => {
                if going_on(ui, given, job, "target-running") {
                    self.stage = TargetExportStage::Choosing(None);
                }
                false
            }
            TargetExportStage::Written(written) => show_written(ui, given, written),
        }
    }

    /// Takes over the result of the background job.
    fn receive(&mut self, given: &SharingContext<'_>) {
        let TargetExportStage::Running(job) = &self.stage else { return };
        self.stage = match job.look() {
            JobPoll::Nothing => return,
            JobPoll::News(Ok(written)) => TargetExportStage::Written(written),
            JobPoll::News(Err(error)) => TargetExportStage::Choosing(Some(error.to_string())),
            JobPoll::Ended => TargetExportStage::Choosing(Some(given.t("share-broke-off"))),
        };
    }

    /// Draws the settings; returns true if the user cancels.
    fn choose(&mut self, ui: &mut Ui, given: &SharingContext<'_>, why: Option<&str>) -> bool {
        let before = self.target;
        for target in ExportTarget::ALL {
            ui.radio_value(&mut self.target, target, given.t(title(target)));
        }
        if self.target != before {
            self.propose();
        }
        ui.add_space(crate::ui::theme::GAP);
        widgets::form(ui, "target", |ui| {
            let (least, most) = self.possible;
            let name = ui.label(given.t("target-seats"));
            ui.add(DragValue::new(&mut self.seats).range(least.max(1)..=most.max(1))).labelled_by(name.id);
            ui.end_row();
            self.place.row(ui, given, "target-folder", given.host.save_file.as_ref());
        });
        if let Some(why) = why {
            ui.label(RichText::new(why).color(given.tokens.error));
        }
        let mut done = false;
        ui.horizontal(|ui| {
            if widgets::main_button(ui, given.tokens, true, given.t("target-export")) {
                self.start(ui.ctx());
            }
            done = ui.button(given.t("cancel")).clicked();
        });
        done
    }

    fn start(&mut self, ctx: &Context) {
        let (loaded, look, folder) = (Arc::clone(&self.loaded), self.look.clone(), self.place.path());
        let order = GameExportOrder { loaded, look, target: self.target, seats: self.seats, folder };
        let job = Job::start_single(waker(ctx), move |teller| export_game(&order, teller));
        self.stage = TargetExportStage::Running(job);
    }
}

/// Returns the key of the title of a target.
fn title(target: ExportTarget) -> &'static str {
    match target {
        ExportTarget::Tts => "target-tts",
        ExportTarget::TabletopPlayground => "target-tabletop-playground",
        ExportTarget::Screentop => "target-screentop",
        ExportTarget::Tabletopia => "target-tabletopia",
        ExportTarget::GameCrafter => "target-game-crafter",
        ExportTarget::Png => "target-png",
        ExportTarget::Csv => "target-csv",
    }
}

/// Shows the folder that was written, and the steps that follow; returns true if the user has finished.
fn show_written(ui: &mut Ui, given: &SharingContext<'_>, written: &WrittenExport) -> bool {
    let values = [("tiles", written.tiles.into()), ("n", written.files.into())];
    ui.label(RichText::new(given.texts.with("target-written", &values)).color(given.tokens.good));
    let folder = shown_path(&written.folder);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&folder).monospace());
        if ui.button(given.t("target-copy-path")).clicked() {
            ui.ctx().copy_text(folder.clone());
        }
    });
    long(ui, "notes", NOTES, |ui| {
        for note in &written.notes {
            ui.label(RichText::new(note).color(given.tokens.weak));
        }
    });
    ui.label(given.texts.with_name("target-next", &shown_path(&written.folder.join("README.md"))));
    ui.button(given.t("close")).clicked()
}
