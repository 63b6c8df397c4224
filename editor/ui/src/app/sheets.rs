//! Cuts sheets into pictures of tiles: chooses the file, shows the dialog, and changes the pack in one step that can be
//! undone.

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;
use tilewright_editor_model::job::Job;
use tilewright_editor_model::pack::own_art::intake::TakenPicture;
use tilewright_editor_model::pack::own_art::sheet::{SheetPlan, SheetTiles, take_sheet};
use tilewright_editor_model::pack::own_art::tiles::paintable_tiles;

use super::Editor;
use super::dialogs::{Dialog, Purpose};
use super::intake::{IntakeNews, PictureIntake};
use super::look_choice::LookChoice;
use crate::context::PictureTarget;
use crate::ui::notices::NoticeWeight;
use crate::ui::theme::Tokens;
use crate::ui::waker;
use crate::views::sheet::{SheetAnswer, SheetContext, SheetDialog};

impl Editor {
    /// Asks for the file of a sheet to cut.
    pub(super) fn ask_for_sheet(&mut self, ctx: &Context) {
        if self.workspace.visit.is_some() {
            return self.make_own();
        }
        let Some(document) = &self.workspace.document else { return };
        let folder = document.folder().to_owned();
        match self.shell.host.pick_file.clone() {
            // The extension of the proposed path filters the files in the dialog.
            Some(pick) => self.ask_place(ctx, pick, folder.join("sheet.png"), Purpose::Sheet),
            None => self.shell.dialog = Some(Dialog::place(&folder.join(""), Purpose::Sheet)),
        }
    }

    /// Reads a sheet in the background, to cut it.
    pub(super) fn take_sheet(&mut self, ctx: &Context, file: PathBuf) {
        let (Some(document), Some(tiles)) = (&self.workspace.document, self.sheet_tiles()) else { return };
        let folder = document.folder().to_owned();
        let names = vec![file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()];
        let job = Job::start_single(waker(ctx), move |_| {
            let plan = take_sheet(&folder, &file).map(|sheet| Box::new(SheetPlan::new(sheet, tiles)));
            IntakeNews { taken: Vec::new(), sheet: Some(plan) }
        });
        self.workspace.intakes.push(PictureIntake { job, names, target: PictureTarget::default() });
    }

    /// Returns the tiles that the pictures of a sheet can show; `None` if the packs have errors.
    pub(super) fn sheet_tiles(&self) -> Option<Arc<SheetTiles>> {
        let (document, good) = (self.workspace.document.as_ref()?, self.workspace.analyst.good()?);
        let look = LookChoice::of_pack(&self.shell.settings, document.folder(), document.id()).look(&good.loaded);
        let tiles = paintable_tiles(&good.loaded, document.id(), look);
        let catalog = Arc::clone(good.loaded.catalog()?);
        (!tiles.is_empty()).then(|| Arc::new(SheetTiles { catalog, tiles }))
    }

    /// Opens the dialog for a sheet that was read. `single` is the tile that could show the whole picture.
    pub(super) fn show_sheet(&mut self, plan: SheetPlan, single: Option<Arc<str>>) {
        self.shell.sheet = Some(SheetDialog::new(plan, single));
    }

    /// Draws the dialog for a sheet, if it is open, and carries out the answer.
    pub(super) fn draw_sheet(&mut self, ctx: &Context, tokens: &'static Tokens) {
        let Some(dialog) = &mut self.shell.sheet else { return };
        let pictures = &mut self.workspace.pictures;
        let mut given = SheetContext { texts: &self.shell.texts, tokens, pictures };
        match dialog.show(ctx, &mut given) {
            None => {}
            Some(SheetAnswer::Cancel) => self.shell.sheet = None,
            Some(SheetAnswer::Whole(tile)) => {
                let picture = dialog.plan().sheet().picture.clone();
                self.shell.sheet = None;
                self.show_whole(ctx, tile, picture);
            }
            Some(SheetAnswer::Cut) => {
                let failed = self.cut_sheet();
                match (&mut self.shell.sheet, failed) {
                    // The dialog stays open, so that no assigned cell is lost.
                    (Some(dialog), Some(why)) => dialog.failed = Some(why),
                    _ => self.shell.sheet = None,
                }
            }
        }
    }

    /// Adds the sheet of the dialog to the pack and shows its cells on their tiles. Returns the reason for the user if
    /// the pack cannot be changed.
    fn cut_sheet(&mut self) -> Option<String> {
        let shown = self.shown_look();
        let (Some(dialog), Some(document)) = (&self.shell.sheet, &mut self.workspace.document) else { return None };
        let plan = dialog.plan();
        let count = plan.assigned().len();
        let changes = plan.changes(document.files(), shown.as_deref());
        let changes = match changes {
            Ok(changes) => changes,
            Err(error) => return Some(format!("art/art.ron: {error}")),
        };
        let label = self.shell.texts.count("art-step-pictures", count);
        if let Err(misfit) = document.apply(&label, &changes) {
            return Some(format!("{}: {}", misfit.path, misfit.why));
        }
        self.shell.notices.tell(NoticeWeight::Done, self.shell.texts.count("sheet-done", count));
        None
    }

    /// Shows a whole picture on a tile.
    fn show_whole(&mut self, ctx: &Context, tile: Arc<str>, picture: TakenPicture) {
        self.show_on_tiles(ctx, &[(tile, picture)]);
    }
}
