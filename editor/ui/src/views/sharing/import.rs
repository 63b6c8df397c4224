//! A pack from elsewhere: looked into before anything is done with it, then installed, played once, made one's own, or not.

mod needs;
mod shown;

use std::path::{Path, PathBuf};

use egui::{ColorImage, Context, Key, RichText, TextureHandle, TextureOptions, Ui};
use tilewright_art::raster::pixels;
use tilewright_art::sheet::overview;
use tilewright_art::tile::{Artist, Style};
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::preview::Preview;
use tilewright_lab::certificate::Certificate;
use tilewright_lab::compat::claimed;
use tilewright_share::install::{Client, Fetched, Ready};
use tilewright_share::plan::{Plan, Wanted};
use tilewright_share::standing::{Author, Standing};

use super::words::{tried, trouble};
use super::{Given, Where, fetch, going_on};
use crate::context::Action;
use crate::pack::document::disk::shown_path;
use crate::pack::home::Home;
use crate::ui::job::{Came, Job, Teller};
use crate::ui::notices::Weight;
use crate::ui::widgets;

/// Pixels of a cell in the picture of a preview.
const CELL: f32 = 56.0;

/// A pack from elsewhere, from the moment in which it is looked into.
pub struct Import {
    path: PathBuf,
    stage: Stage,
    picture: Option<TextureHandle>,
    /// What somebody types to accept another key.
    typed: String,
    place: Where,
    /// Why the last thing did not work.
    failed: Option<String>,
    /// Where what it lacks is to be had.
    needs: Option<needs::Search>,
}

enum Stage {
    /// Its file is asked for.
    Asking,
    /// It is looked into.
    Looking(Job<Result<Box<Seen>, String>>),
    /// It cannot be read.
    Refused(String),
    /// It is shown.
    Shown(Box<Seen>),
    /// It is tried, to be installed.
    Trying(Box<Seen>, Job<Result<Box<Fetched>, String>>),
    /// Its tests fail here: somebody decides.
    Failing(Box<Seen>, Box<Fetched>),
    /// It is written.
    Installing(Box<Seen>, Job<Result<Vec<String>, String>>),
}

/// What was seen of it.
struct Seen {
    archive: Archive,
    bytes: u64,
    preview: Preview,
    standing: Standing,
    claims: Vec<Certificate>,
    picture: Option<ColorImage>,
}

impl Import {
    fn of(path: PathBuf, place: PathBuf, stage: Stage) -> Import {
        Import { path, stage, picture: None, typed: String::new(), place: Where::of(place), failed: None, needs: None }
    }

    /// Asks for a file.
    pub fn ask() -> Import {
        Import::of(PathBuf::new(), PathBuf::new(), Stage::Asking)
    }

    /// Begins to look into a file.
    pub fn begin(ctx: &Context, home: &Home, path: PathBuf) -> Import {
        let (client, finder, own) = (home.client(), home.finder(), path.clone());
        let stage = Stage::Looking(Job::of(ctx, move |_| look(&client, &finder, &own).map(Box::new)));
        Import::of(path, home.packs(), stage)
    }

    /// Whether it is being written and cannot be left.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self.stage, Stage::Installing(..))
    }

    /// Draws it; whether somebody is done.
    pub(super) fn show(&mut self, ui: &mut Ui, height: f32, given: &mut Given<'_>) -> bool {
        ui.heading(given.t("import-title"));
        if self.go_on(ui.ctx(), given) {
            return true;
        }
        let mut done = false;
        match std::mem::replace(&mut self.stage, Stage::Refused(String::new())) {
            Stage::Asking => {
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
                    self.stage = Stage::Asking;
                }
            }
            Stage::Looking(job) => {
                done = going_on(ui, given, &job, "import-looking");
                self.stage = Stage::Looking(job);
            }
            Stage::Refused(why) => {
                ui.label(shown_path(&self.path));
                ui.label(RichText::new(&why).color(given.tokens.error));
                ui.label(given.t("import-refused"));
                done = ui.button(given.t("close")).clicked();
                self.stage = Stage::Refused(why);
            }
            Stage::Shown(seen) => {
                shown::preview(ui, height, given, &seen, self.picture.as_ref());
                (self.stage, done) = self.choices(ui, given, seen);
            }
            Stage::Trying(seen, job) => {
                let key = if self.needs.is_some() { "shelves-fetching" } else { "import-trying" };
                let stopped = going_on(ui, given, &job, key);
                // What was fetched goes when the job does; nothing is installed.
                self.stage = if stopped {
                    self.needs = needs::Search::begin(ui.ctx(), given.home, &self.path, &seen);
                    Stage::Shown(seen)
                } else {
                    Stage::Trying(seen, job)
                };
            }
            Stage::Failing(seen, fetched) => {
                tried(ui, given, &fetched);
                ui.label(given.t("import-anyway-about"));
                let mut anyway = false;
                ui.horizontal(|ui| {
                    done = ui.button(given.t("cancel")).clicked();
                    anyway = ui.button(given.t("import-anyway")).clicked();
                });
                self.stage =
                    if anyway { install(ui.ctx(), given, seen, fetched) } else { Stage::Failing(seen, fetched) };
            }
            Stage::Installing(seen, job) => {
                ui.label(given.t("import-installing"));
                self.stage = Stage::Installing(seen, job);
            }
        }
        done
    }

    /// Takes over what has come of the work; whether all is done.
    fn go_on(&mut self, ctx: &Context, given: &mut Given<'_>) -> bool {
        let broke_off = || given.t("share-broke-off");
        let stage = match std::mem::replace(&mut self.stage, Stage::Refused(String::new())) {
            Stage::Looking(job) => match job.look() {
                Came::News(Ok(mut seen)) => {
                    let image = seen.picture.take();
                    self.picture = image.map(|image| ctx.load_texture("preview", image, TextureOptions::LINEAR));
                    self.needs = needs::Search::begin(ctx, given.home, &self.path, &seen);
                    Stage::Shown(seen)
                }
                Came::News(Err(why)) => Stage::Refused(why),
                Came::Ended => Stage::Refused(broke_off()),
                Came::Nothing => Stage::Looking(job),
            },
            Stage::Trying(seen, job) => match job.look() {
                Came::News(Ok(fetched)) if fetched.packs.iter().all(|pack| pack.tried.failed.is_empty()) => {
                    install(ctx, given, seen, fetched)
                }
                Came::News(Ok(fetched)) => Stage::Failing(seen, fetched),
                Came::News(Err(why)) => {
                    self.failed = Some(why);
                    // The plan is used up.
                    self.needs = needs::Search::begin(ctx, given.home, &self.path, &seen);
                    Stage::Shown(seen)
                }
                Came::Ended => Stage::Refused(broke_off()),
                Came::Nothing => Stage::Trying(seen, job),
            },
            Stage::Installing(seen, job) => match job.look() {
                Came::News(Ok(names)) => {
                    let told = given.texts.named("import-installed", &names.join(", "));
                    given.actions.push(Action::Notify(Weight::Done, told));
                    given.actions.push(Action::LookAround);
                    return true;
                }
                Came::News(Err(why)) => {
                    self.failed = Some(why);
                    Stage::Shown(seen)
                }
                Came::Ended => Stage::Refused(broke_off()),
                Came::Nothing => Stage::Installing(seen, job),
            },
            other => other,
        };
        self.stage = stage;
        false
    }

    /// What can be done with it.
    fn choices(&mut self, ui: &mut Ui, given: &mut Given<'_>, seen: Box<Seen>) -> (Stage, bool) {
        if let Some(why) = &self.failed {
            ui.label(RichText::new(why).color(given.tokens.error));
        }
        let id = seen.archive.manifest.id.clone();
        let other_key = matches!(seen.standing.author, Author::Other { .. });
        if other_key {
            ui.horizontal(|ui| {
                let label = ui.label(given.texts.named("import-accept", &id));
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
                let job = Job::of(ui.ctx(), move |teller| fetch(&client, &plan, &accepted, teller).map(Box::new));
                self.failed = None;
                return (Stage::Trying(seen, job), false);
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
            let job =
                Job::of(ui.ctx(), move |teller| try_out(&client, &path, &content, &accepted, teller).map(Box::new));
            return (Stage::Trying(seen, job), false);
        }
        if once {
            given.actions.push(Action::Visit(Box::new(seen.archive.clone())));
            return (Stage::Shown(seen), true);
        }
        if mine {
            given.actions.extend([Action::Visit(Box::new(seen.archive.clone())), Action::Keep]);
            return (Stage::Shown(seen), true);
        }
        (Stage::Shown(seen), cancel)
    }
}

/// Looks into a file.
fn look(client: &Client, finder: &Finder, path: &Path) -> Result<Seen, String> {
    let archive = Archive::open(path).map_err(|error| error.to_string())?;
    let bytes = std::fs::metadata(path).map_or(0, |there| there.len());
    let preview = Preview::of(finder, path, &archive).map_err(|error| error.to_string())?;
    let standing = client.standing(&archive).map_err(|error| trouble(&error))?;
    let claims = claimed(&archive.files, &preview.loaded);
    let picture = preview.loaded.catalog().and_then(|catalog| {
        let artist = Artist::new(catalog, Style { frame: true, ornaments: true });
        let drawn = pixels(&overview(&artist, &archive.manifest.id)?, CELL).ok()?;
        Some(ColorImage::from_rgba_unmultiplied([drawn.width as usize, drawn.height as usize], &drawn.rgba))
    });
    Ok(Seen { archive, bytes, preview, standing, claims, picture })
}

/// Fetches what a file needs and runs the tests, as the command `install` does.
fn try_out(
    client: &Client,
    path: &Path,
    content: &str,
    accepted: &[String],
    teller: &Teller<Result<Box<Fetched>, String>>,
) -> Result<Fetched, String> {
    let plan = client.plan(&[Wanted::File(path.to_owned())], Vec::new(), false).map_err(|error| trouble(&error))?;
    is_still(&plan, path, content)?;
    fetch(client, &plan, accepted, teller)
}

/// What was looked at is what is installed.
fn is_still(plan: &Plan, path: &Path, content: &str) -> Result<(), String> {
    let is_there = plan.steps.iter().any(|step| step.release.content == content);
    is_there.then_some(()).ok_or_else(|| format!("{} has changed meanwhile", shown_path(path)))
}

/// Begins to write what was fetched.
fn install(ctx: &Context, given: &Given<'_>, seen: Box<Seen>, fetched: Box<Fetched>) -> Stage {
    let client = given.home.client();
    let named = |pack: &Ready| format!("{} {}", pack.step.id, pack.step.release.version);
    let names: Vec<String> = fetched.packs.iter().map(named).collect();
    let job = Job::of(ctx, move |_| client.install(*fetched).map(|_| names).map_err(|error| trouble(&error)));
    Stage::Installing(seen, job)
}
