//! Import of an archive: it is inspected first, then installed, played once, copied for editing, or closed.

mod needs;
mod seen;
mod shown;

use std::path::{Path, PathBuf};

use egui::{ColorImage, Context, Key, RichText, TextureHandle, TextureOptions, Ui};
use tilewright_art::raster::pixels;
use tilewright_art::sheet::overview;
use tilewright_art::tile::{Artist, Style};
use tilewright_editor_model::job::{Job, JobPoll, Teller};
use tilewright_editor_model::pack::document::disk::shown_path;
use tilewright_editor_model::pack::home::Home;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::preview::Preview;
use tilewright_lab::compat::read_claims;
use tilewright_share::install::{Client, Fetched, Ready};
use tilewright_share::plan::InstallRequest;
use tilewright_share::standing::Author;

use super::download::fetch;
use super::parts::{SharingContext, Where, going_on};
use super::words::{SharingError, show_test_results};
use crate::context::EditorAction;
use crate::ui::notices::NoticeWeight;
use crate::ui::waker;
use crate::ui::widgets;
use seen::{InspectedArchive, is_still};

/// Width of a cell in the picture of the preview, in pixels.
const CELL: f32 = 56.0;

/// The import dialog for an archive.
pub struct Import {
    path: PathBuf,
    stage: ImportStage,
    picture: Option<TextureHandle>,
    /// Text that confirms a changed signing key.
    typed: String,
    place: Where,
    /// Error of the last action; `None` if it succeeded.
    failed: Option<String>,
    /// Search for missing dependencies; `None` if the pack lacks none.
    needs: Option<needs::NeedSearch>,
}

enum ImportStage {
    /// The user chooses the file.
    Asking,
    /// The archive is inspected.
    Looking(Job<Result<Box<InspectedArchive>, SharingError>>),
    /// The archive cannot be read.
    Refused(String),
    /// The preview of the archive is shown.
    Shown(Box<InspectedArchive>),
    /// The archive is tested before its installation.
    Trying(Box<InspectedArchive>, Job<Result<Box<Fetched>, SharingError>>),
    /// Tests fail on this computer, and the user decides.
    Failing(Box<InspectedArchive>, Box<Fetched>),
    /// The pack is being installed.
    Installing(Box<InspectedArchive>, Job<Result<Vec<String>, SharingError>>),
}

impl Import {
    fn with_stage(path: PathBuf, place: PathBuf, stage: ImportStage) -> Import {
        Import {
            path,
            stage,
            picture: None,
            typed: String::new(),
            place: Where::from_path(place),
            failed: None,
            needs: None,
        }
    }

    /// Returns a dialog that asks for a file.
    pub fn ask() -> Import {
        Import::with_stage(PathBuf::new(), PathBuf::new(), ImportStage::Asking)
    }

    /// Starts to inspect a file.
    pub fn begin(ctx: &Context, home: &Home, path: PathBuf) -> Import {
        let (client, finder, own) = (home.client(), home.finder(), path.clone());
        let stage =
            ImportStage::Looking(Job::start_single(waker(ctx), move |_| look(&client, &finder, &own).map(Box::new)));
        Import::with_stage(path, home.packs(), stage)
    }

    /// True while the pack is installed, when the dialog cannot be closed.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self.stage, ImportStage::Installing(..))
    }

    /// Draws the dialog; returns true when the user has finished.
    pub(super) fn show(&mut self, ui: &mut Ui, height: f32, given: &mut SharingContext<'_>) -> bool {
        ui.heading(given.t("import-title"));
        if self.go_on(ui.ctx(), given) {
            return true;
        }
        let mut done = false;
        match std::mem::replace(&mut self.stage, ImportStage::Refused(String::new())) {
            ImportStage::Asking => {
                ui.label(given.t("import-about"));
                let field = self.place.show(ui, given, "share-place", given.host.pick_file.as_ref());
                let path = self.place.path();
                let is_file = path.is_file();
                let mut look = is_file && field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
                if ui.memory(|memory| memory.focused().is_none()) {
                    field.request_focus();
                }
                ui.horizontal(|ui| {
                    look |= widgets::main_button(ui, given.tokens, is_file, given.t("import-look"));
                    done = ui.button(given.t("cancel")).clicked();
                });
                if look {
                    *self = Import::begin(ui.ctx(), given.home, path);
                } else {
                    self.stage = ImportStage::Asking;
                }
            }
            ImportStage::Looking(job) => {
                done = going_on(ui, given, &job, "import-looking");
                self.stage = ImportStage::Looking(job);
            }
            ImportStage::Refused(why) => {
                ui.label(shown_path(&self.path));
                ui.label(RichText::new(&why).color(given.tokens.error));
                ui.label(given.t("import-refused"));
                done = ui.button(given.t("close")).clicked();
                self.stage = ImportStage::Refused(why);
            }
            ImportStage::Shown(seen) => {
                shown::preview(ui, height, given, &seen, self.picture.as_ref());
                (self.stage, done) = self.choices(ui, given, seen);
            }
            ImportStage::Trying(seen, job) => {
                let key = if self.needs.is_some() { "shelves-fetching" } else { "import-trying" };
                let stopped = going_on(ui, given, &job, key);
                // The downloaded files are deleted with the job, and nothing is installed.
                self.stage = if stopped {
                    self.needs = needs::NeedSearch::begin(ui.ctx(), given.home, &self.path, &seen);
                    ImportStage::Shown(seen)
                } else {
                    ImportStage::Trying(seen, job)
                };
            }
            ImportStage::Failing(seen, fetched) => {
                show_test_results(ui, given, &fetched);
                ui.label(given.t("import-anyway-about"));
                let mut anyway = false;
                ui.horizontal(|ui| {
                    done = ui.button(given.t("cancel")).clicked();
                    anyway = ui.button(given.t("import-anyway")).clicked();
                });
                self.stage =
                    if anyway { install(ui.ctx(), given, seen, fetched) } else { ImportStage::Failing(seen, fetched) };
            }
            ImportStage::Installing(seen, job) => {
                ui.label(given.t("import-installing"));
                self.stage = ImportStage::Installing(seen, job);
            }
        }
        done
    }

    /// Takes over the results of background jobs; returns true if the dialog can close.
    fn go_on(&mut self, ctx: &Context, given: &mut SharingContext<'_>) -> bool {
        let broke_off = || given.t("share-broke-off");
        let stage = match std::mem::replace(&mut self.stage, ImportStage::Refused(String::new())) {
            ImportStage::Looking(job) => match job.look() {
                JobPoll::News(Ok(mut seen)) => {
                    let image = seen.picture.take();
                    self.picture = image.map(|image| ctx.load_texture("preview", image, TextureOptions::LINEAR));
                    self.needs = needs::NeedSearch::begin(ctx, given.home, &self.path, &seen);
                    ImportStage::Shown(seen)
                }
                JobPoll::News(Err(error)) => ImportStage::Refused(error.to_string()),
                JobPoll::Ended => ImportStage::Refused(broke_off()),
                JobPoll::Nothing => ImportStage::Looking(job),
            },
            ImportStage::Trying(seen, job) => match job.look() {
                JobPoll::News(Ok(fetched)) if fetched.packs.iter().all(|pack| pack.tried.failed.is_empty()) => {
                    install(ctx, given, seen, fetched)
                }
                JobPoll::News(Ok(fetched)) => ImportStage::Failing(seen, fetched),
                JobPoll::News(Err(error)) => {
                    self.failed = Some(error.to_string());
                    // The plan of the search has been used up.
                    self.needs = needs::NeedSearch::begin(ctx, given.home, &self.path, &seen);
                    ImportStage::Shown(seen)
                }
                JobPoll::Ended => ImportStage::Refused(broke_off()),
                JobPoll::Nothing => ImportStage::Trying(seen, job),
            },
            ImportStage::Installing(seen, job) => match job.look() {
                JobPoll::News(Ok(names)) => {
                    let told = given.texts.with_name("import-installed", &names.join(", "));
                    given.actions.push(EditorAction::Notify(NoticeWeight::Done, told));
                    given.actions.push(EditorAction::LookAround);
                    return true;
                }
                JobPoll::News(Err(error)) => {
                    self.failed = Some(error.to_string());
                    ImportStage::Shown(seen)
                }
                JobPoll::Ended => ImportStage::Refused(broke_off()),
                JobPoll::Nothing => ImportStage::Installing(seen, job),
            },
            other => other,
        };
        self.stage = stage;
        false
    }

    /// Draws the possible actions for the archive.
    fn choices(
        &mut self,
        ui: &mut Ui,
        given: &mut SharingContext<'_>,
        seen: Box<InspectedArchive>,
    ) -> (ImportStage, bool) {
        if let Some(why) = &self.failed {
            ui.label(RichText::new(why).color(given.tokens.error));
        }
        let id = seen.archive.manifest.id.clone();
        let other_key = matches!(seen.standing.author, Author::Other { .. });
        if other_key {
            ui.horizontal(|ui| {
                let label = ui.label(given.texts.with_name("import-accept", &id));
                ui.text_edit_singleline(&mut self.typed).labelled_by(label.id);
            });
        }
        let accepted = !other_key || self.typed.trim() == id;
        let fits = seen.preview.needs.iter().all(|need| need.fits);
        let plays = seen.preview.loaded.is_playable();
        let may = accepted && !seen.standing.is_installed && !seen.standing.differs;
        if let Some(needs) = &mut self.needs {
            needs.look();
            if let Some(plan) = needs.show(ui, given, may) {
                let client = given.home.client();
                let accepted = if other_key { vec![id] } else { Vec::new() };
                let job = Job::start_single(waker(ui.ctx()), move |teller| {
                    fetch(&client, &plan, &accepted, teller).map(Box::new)
                });
                self.failed = None;
                return (ImportStage::Trying(seen, job), false);
            }
        }
        let (mut install, mut once, mut mine, mut cancel) = (false, false, false, false);
        ui.horizontal(|ui| {
            install = widgets::main_button(ui, given.tokens, may && fits, given.t("import-install"));
            let button = ui.add_enabled(plays, egui::Button::new(given.t("import-once")));
            once = button.on_hover_text(given.t("import-once-about")).clicked();
            mine = ui.button(given.t("import-mine")).on_hover_text(given.t("import-mine-about")).clicked();
            cancel = ui.button(given.t("cancel")).clicked();
        });
        if install {
            self.failed = None;
            let (client, path) = (given.home.client(), self.path.clone());
            let accepted = if other_key { vec![id] } else { Vec::new() };
            let content = seen.archive.manifest.content();
            let job = Job::start_single(waker(ui.ctx()), move |teller| {
                try_out(&client, &path, &content, &accepted, teller).map(Box::new)
            });
            return (ImportStage::Trying(seen, job), false);
        }
        if once {
            given.actions.push(EditorAction::Visit(Box::new(seen.archive.clone())));
            return (ImportStage::Shown(seen), true);
        }
        if mine {
            given.actions.extend([EditorAction::Visit(Box::new(seen.archive.clone())), EditorAction::Keep]);
            return (ImportStage::Shown(seen), true);
        }
        (ImportStage::Shown(seen), cancel)
    }
}

/// Inspects the archive in a file.
fn look(client: &Client, finder: &Finder, path: &Path) -> Result<InspectedArchive, SharingError> {
    let archive = Archive::open(path)?;
    let bytes = std::fs::metadata(path).map_or(0, |there| there.len());
    let preview = Preview::inspect(finder, path, &archive)?;
    let standing = client.standing(&archive)?;
    let claims = read_claims(&archive.files, &preview.loaded);
    let picture = preview.loaded.catalog().and_then(|catalog| {
        let artist = Artist::new(catalog, Style { frame: true, ornaments: true });
        let drawn = pixels(&overview(&artist, &archive.manifest.id)?, CELL).ok()?;
        Some(ColorImage::from_rgba_unmultiplied([drawn.width as usize, drawn.height as usize], &drawn.rgba))
    });
    Ok(InspectedArchive { archive, bytes, preview, standing, claims, picture })
}

/// Downloads the dependencies of a file and runs the tests, like the command `install`.
fn try_out(
    client: &Client,
    path: &Path,
    content: &str,
    accepted: &[String],
    teller: &Teller<Result<Box<Fetched>, SharingError>>,
) -> Result<Fetched, SharingError> {
    let plan = client.plan(&[InstallRequest::File(path.to_owned())], Vec::new(), false)?;
    is_still(&plan, path, content)?;
    fetch(client, &plan, accepted, teller)
}

/// Starts to install the downloaded packs.
fn install(
    ctx: &Context,
    given: &SharingContext<'_>,
    seen: Box<InspectedArchive>,
    fetched: Box<Fetched>,
) -> ImportStage {
    let client = given.home.client();
    let named = |pack: &Ready| format!("{} {}", pack.step.id, pack.step.release.version);
    let names: Vec<String> = fetched.packs.iter().map(named).collect();
    let job = Job::start_single(waker(ctx), move |_| Ok(client.install(*fetched).map(|_| names)?));
    ImportStage::Installing(seen, job)
}
