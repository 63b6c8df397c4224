//! Takes dropped pictures into the open pack and shows them on tiles, in one step that can be undone.

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;
use tilewright_editor_model::job::{Job, JobPoll};
use tilewright_editor_model::pack::document::FileChange;
use tilewright_editor_model::pack::own_art::intake::{
    IntakeError, TakenPicture, is_picture_name, take_pictures, tile_named,
};
use tilewright_editor_model::pack::own_art::sheet::{SheetPlan, decode_sheet};
use tilewright_editor_model::pack::own_art::tiles::paintable_tiles;
use tilewright_language::art_text::{ArtText, file_name};
use tilewright_pack::edit::{EditError, Items};

use super::Editor;
use super::intake::{IntakeNews, PictureIntake};
use super::look_choice::LookChoice;
use crate::context::{EditorAction, Pane, PictureTarget};
use crate::ui::notices::NoticeWeight;
use crate::ui::waker;

impl Editor {
    /// True if a dropped file is a picture for the open pack.
    pub(super) fn is_picture_for_pack(&self, file: &std::path::Path) -> bool {
        self.workspace.document.is_some() && is_picture_name(file)
    }

    /// Reads pictures in the background, to show them on tiles.
    pub(super) fn take_pictures(&mut self, ctx: &Context, files: Vec<PathBuf>, target: PictureTarget) {
        let Some(document) = &self.workspace.document else { return };
        if self.workspace.visit.is_some() {
            return self.make_own();
        }
        let name =
            |file: &PathBuf| file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let names = files.iter().map(name).collect();
        let folder = document.folder().to_owned();
        // A single picture whose name means no tile may be a sheet.
        let stem = |file: &PathBuf| file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let unnamed = files.first().filter(|_| files.len() == 1).and_then(stem);
        let tiles = unnamed.filter(|stem| self.tile_of(stem).is_none()).and_then(|_| self.sheet_tiles());
        let job = Job::start_single(waker(ctx), move |_| {
            let taken = take_pictures(&folder, &files);
            let first = taken.first().and_then(|taken| taken.as_ref().ok());
            let sheet = tiles.zip(first).and_then(|(tiles, picture)| {
                let plan = SheetPlan::new(decode_sheet(picture.clone()).ok()?, tiles);
                plan.is_sheet().then(|| Ok(Box::new(plan)))
            });
            IntakeNews { taken, sheet }
        });
        self.workspace.intakes.push(PictureIntake { job, names, target });
    }

    /// Adds the pictures that were read to the pack.
    pub(super) fn look_at_intakes(&mut self, ctx: &Context) {
        for intake in std::mem::take(&mut self.workspace.intakes) {
            // Further pictures wait until the dialog for a sheet is closed.
            if self.shell.sheet.is_some() {
                self.workspace.intakes.push(intake);
                continue;
            }
            match intake.job.look() {
                JobPoll::Nothing => self.workspace.intakes.push(intake),
                JobPoll::News(IntakeNews { sheet: Some(Ok(plan)), .. }) => {
                    let PictureTarget { pointed, painted } = intake.target;
                    self.show_sheet(*plan, pointed.or(painted));
                }
                JobPoll::News(IntakeNews { sheet: Some(Err(error)), .. }) => {
                    self.refuse_picture(intake.names.first().map_or("", String::as_str), &error);
                }
                JobPoll::News(IntakeNews { taken, sheet: None }) => self.show_pictures(ctx, &intake, taken),
                JobPoll::Ended => {
                    self.shell.notices.tell(NoticeWeight::Failed, self.shell.texts.get("share-broke-off"));
                }
            }
        }
    }

    fn show_pictures(&mut self, ctx: &Context, intake: &PictureIntake, taken: Vec<Result<TakenPicture, IntakeError>>) {
        let mut shown: Vec<(Arc<str>, TakenPicture)> = Vec::new();
        for (number, (taken, name)) in taken.into_iter().zip(&intake.names).enumerate() {
            let picture = match taken {
                Ok(picture) => picture,
                Err(error) => {
                    self.refuse_picture(name, &error);
                    continue;
                }
            };
            let pointed = intake.target.pointed.clone().filter(|_| number == 0);
            let painted = || intake.target.painted.clone().filter(|_| intake.names.len() == 1);
            let tile = pointed.or_else(|| self.tile_of(&picture.name)).or_else(painted);
            match tile {
                Some(tile) => shown.push((tile, picture)),
                None => {
                    self.shell.notices.tell(NoticeWeight::Failed, self.shell.texts.with_name("art-no-tile", name));
                }
            }
        }
        self.show_on_tiles(ctx, &shown);
    }

    /// Reports why a picture was not added to the pack.
    fn refuse_picture(&mut self, name: &str, error: &IntakeError) {
        let why = format!("{error}. {}", self.shell.texts.get(error.advice()));
        let values = [("name", name.into()), ("why", why.into())];
        self.shell.notices.tell(NoticeWeight::Failed, self.shell.texts.with("art-not-taken", &values));
    }

    /// Adds pictures to the pack and shows them on tiles, in one step.
    pub(super) fn show_on_tiles(&mut self, ctx: &Context, shown: &[(Arc<str>, TakenPicture)]) {
        let Some((tile, _)) = shown.first() else { return };
        let label = match shown.len() {
            1 => self.shell.texts.with_name("art-step-picture", tile),
            count => self.shell.texts.count("art-step-pictures", count),
        };
        match self.changes_to_show(shown) {
            Ok(changes) => self.act(ctx, EditorAction::Change(label, changes)),
            Err(error) => self.shell.notices.tell(NoticeWeight::Failed, format!("art/art.ron: {error}")),
        }
    }

    /// Returns the changes that add pictures to the pack and show them on tiles.
    ///
    /// # Errors
    /// The file `art/art.ron` has mistakes.
    fn changes_to_show(&self, shown: &[(Arc<str>, TakenPicture)]) -> Result<Vec<FileChange>, EditError> {
        let Some(document) = &self.workspace.document else { return Ok(Vec::new()) };
        let mut art = ArtText::read(document.files())?;
        let look = art.look(self.shown_look().as_deref());
        let mut changes = Vec::new();
        for (tile, picture) in shown {
            let id = art.add_picture(file_name(&picture.path))?;
            art.show_on_tile(&look, tile, &id)?;
            changes.push(FileChange::AddPicture { path: picture.path.clone(), bytes: Arc::clone(&picture.bytes) });
        }
        changes.push(art.into_change());
        Ok(changes)
    }

    /// Returns the id of the look that is shown, if the open pack declares looks of this id.
    pub(super) fn shown_look(&self) -> Option<String> {
        let (document, good) = (self.workspace.document.as_ref()?, self.workspace.analyst.good()?);
        let choice = LookChoice::of_pack(&self.shell.settings, document.folder(), document.id());
        choice.look(&good.loaded).map(|look| look.id.to_string())
    }

    /// Finds the tile that the name of a picture means, and returns its name in the own art of the open pack.
    fn tile_of(&self, name: &str) -> Option<Arc<str>> {
        let document = self.workspace.document.as_ref()?;
        let items = Items::read(document.files());
        let own: Vec<Arc<str>> = items.section("tiles").filter_map(|item| item.id.clone()).collect();
        if let Some(tile) = tile_named(name, &own) {
            return Some(tile.clone());
        }
        let others = paintable_tiles(&self.workspace.analyst.good()?.loaded, document.id(), None);
        let found = tile_named(name, others.iter().map(|tile| &tile.name))?;
        others.iter().find(|tile| tile.name == *found).map(|tile| tile.written.clone())
    }

    /// True if the view of tiles is visible, which takes pictures that are dropped on it.
    pub(super) fn shows_tiles(&mut self) -> bool {
        self.shell.views_in_sight().iter().any(|(pane, _)| *pane == Pane::Tiles)
    }
}
