//! Export of the open pack as an archive: checks and tests the pack, then writes the file that the user chooses.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use egui::{Context, Key, RichText, Ui};
use tilewright_art::sheet;
use tilewright_core::diag::{Diagnostic, SourceMap};
use tilewright_editor_model::job::{Job, JobPoll, Teller};
use tilewright_editor_model::pack::document::PackDocument;
use tilewright_editor_model::pack::document::disk::shown_path;
use tilewright_editor_model::pack::home::Home;
use tilewright_kit::files;
use tilewright_kit::packs::archive::{Archive, ENDING, LIMITS, PICTURE, hash};
use tilewright_kit::packs::find::{Finder, PackPlace as At};
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::suite::Suite;
use tilewright_language::place::FilePlace;
use tilewright_share::sign::{Key as Signer, own_key};

use super::parts::{SharingContext, Where, fact, facts, going_on, long};
use super::words::SharingError;
use crate::context::{EditorAction, WindowHost};
use crate::ui::waker;
use crate::ui::widgets;

/// Width of the password field, in points.
const PASSWORD: f32 = 280.0;

/// Maximum number of listed reasons.
const MOST_REASONS: usize = 50;

/// The export dialog for the open pack.
pub struct Export {
    stage: ExportStage,
    /// Path of the user's signing key; `None` if the user has no key.
    key: Option<PathBuf>,
    sign: bool,
    password: String,
    place: Where,
    /// True until the path field is first drawn.
    fresh: bool,
    /// Error of the last attempt to write the archive.
    failed: Option<String>,
}

enum ExportStage {
    /// The pack is checked and tested.
    Trying(Job<Result<ShareablePack, PackExportError>>),
    /// The pack cannot be shared.
    Unshareable(PackExportError),
    /// The archive is ready to be written.
    Ready(Box<ShareablePack>),
    /// The archive is being written.
    Writing(Box<ShareablePack>, Job<Result<WrittenArchive, SharingError>>),
    /// The archive was written.
    Written(Box<ShareablePack>, WrittenArchive),
}

/// A pack that can be shared.
#[derive(Clone)]
struct ShareablePack {
    archive: Archive,
    /// Description of the pack that it was derived from; empty if there is none.
    changed_from: String,
    /// Size of the archive in bytes, without a signature.
    bytes: usize,
    tests: usize,
    /// True if the export drew a picture of the pack.
    drew: bool,
}

/// Error for a pack that cannot be shared.
struct PackExportError {
    /// Text key of the introduction to the reasons.
    key: &'static str,
    reasons: Vec<ExportReason>,
}

struct ExportReason {
    text: String,
    place: Option<FilePlace>,
}

#[derive(Clone)]
struct WrittenArchive {
    path: PathBuf,
    bytes: usize,
    hash: String,
}

impl Export {
    /// Starts to check a saved pack.
    pub fn begin(ctx: &Context, home: &Home, host: &WindowHost, document: &PackDocument) -> Export {
        let folder = document.folder().to_owned();
        let finder = home.finder_beside(&folder);
        let mut beside = folder.parent().unwrap_or(&folder).to_owned();
        if beside == home.packs() {
            // In the folder of packs, the archive would be taken for an installed pack.
            beside = host.outbox.clone().unwrap_or_else(|| home.outbox());
        }
        let key = Some(own_key(home.folder())).filter(|path| path.is_file());
        let stage = ExportStage::Trying(Job::start_single(waker(ctx), move |teller| prepare(&finder, &folder, teller)));
        let (sign, place) = (key.is_some(), Where::from_path(beside));
        Export { stage, key, sign, password: String::new(), place, fresh: true, failed: None }
    }

    /// True while the archive is written, when the dialog cannot be closed.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self.stage, ExportStage::Writing(..))
    }

    /// Draws the dialog; returns true when the user has finished.
    pub(super) fn show(&mut self, ui: &mut Ui, given: &mut SharingContext<'_>) -> bool {
        ui.heading(given.t("share-title"));
        self.go_on();
        let mut done = false;
        match &mut self.stage {
            ExportStage::Trying(job) => done = going_on(ui, given, job, "share-trying"),
            ExportStage::Unshareable(unfit) => {
                ui.label(RichText::new(given.t(unfit.key)).color(given.tokens.error));
                long(ui, "reasons", 320.0, |ui| {
                    for reason in unfit.reasons.iter().take(MOST_REASONS) {
                        match &reason.place {
                            Some(place) if ui.link(&reason.text).clicked() => {
                                given.actions.push(EditorAction::GoTo(place.clone()));
                                done = true;
                            }
                            Some(_) => {}
                            None => {
                                ui.label(&reason.text);
                            }
                        }
                    }
                });
                if unfit.reasons.len() > MOST_REASONS {
                    ui.label(given.texts.count("share-more", unfit.reasons.len() - MOST_REASONS));
                }
                done |= ui.button(given.t("close")).clicked();
            }
            ExportStage::Ready(ready) => {
                travels(ui, given, ready);
                ui.add_space(crate::ui::theme::GAP);
                let field = widgets::form(ui, "place", |ui| {
                    let field = self.place.row(ui, given, "share-place", given.host.save_file.as_ref());
                    if let Some(key) = &self.key {
                        ui.label("");
                        ui.checkbox(&mut self.sign, given.t("share-sign")).on_hover_text(shown_path(key));
                        ui.end_row();
                        if self.sign {
                            let edit = egui::TextEdit::singleline(&mut self.password).password(true);
                            let edit = edit.hint_text(given.t("share-password-hint"));
                            widgets::form_line(ui, &given.t("share-password"), edit, PASSWORD);
                            ui.end_row();
                        }
                    }
                    field
                });
                if std::mem::take(&mut self.fresh) {
                    field.request_focus();
                }
                if self.place.path().is_file() {
                    ui.label(RichText::new(given.t("share-replaces")).color(given.tokens.warning));
                }
                if let Some(why) = &self.failed {
                    ui.label(RichText::new(why).color(given.tokens.error));
                }
                let enter = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
                let mut write = enter;
                ui.horizontal(|ui| {
                    write |= widgets::main_button(ui, given.tokens, true, given.t("share-write"));
                    done = ui.button(given.t("cancel")).clicked();
                });
                if write {
                    self.failed = None;
                    let key = self.key.clone().filter(|_| self.sign);
                    let (ready, place, password) = (ready.clone(), self.place.path(), self.password.clone());
                    let own = ready.clone();
                    let job = Job::start_single(waker(ui.ctx()), move |_| {
                        write_to(*own, &place, key.map(|key| (key, password)))
                    });
                    self.stage = ExportStage::Writing(ready, job);
                }
            }
            ExportStage::Writing(..) => {
                ui.label(given.t("share-writing"));
            }
            ExportStage::Written(ready, written) => {
                let path = shown_path(&written.path);
                ui.label(RichText::new(given.texts.with_name("share-written", &path)).color(given.tokens.good));
                travels(ui, given, ready);
                facts(ui, "written", |ui| {
                    fact(ui, given, "share-size", given.texts.count("share-bytes", written.bytes));
                    fact(ui, given, "share-content", ready.archive.manifest.content());
                    fact(ui, given, "share-hash", &written.hash);
                });
                let button = ui.button(given.t("close"));
                if ui.memory(|memory| memory.focused().is_none()) {
                    button.request_focus();
                }
                done = button.clicked();
            }
        }
        done
    }

    /// Takes over the results of the background job.
    fn go_on(&mut self) {
        let ended = || PackExportError { key: "share-broke-off", reasons: Vec::new() };
        match &mut self.stage {
            ExportStage::Trying(job) => match job.look() {
                JobPoll::News(Ok(ready)) => {
                    self.place = Where::from_path(self.place.path().join(ready.archive.file_name()));
                    self.stage = ExportStage::Ready(Box::new(ready));
                }
                JobPoll::News(Err(unfit)) => self.stage = ExportStage::Unshareable(unfit),
                JobPoll::Ended => self.stage = ExportStage::Unshareable(ended()),
                JobPoll::Nothing => {}
            },
            ExportStage::Writing(ready, job) => match job.look() {
                JobPoll::News(Ok(written)) => self.stage = ExportStage::Written(ready.clone(), written),
                JobPoll::News(Err(error)) => {
                    self.failed = Some(error.to_string());
                    self.stage = ExportStage::Ready(ready.clone());
                }
                JobPoll::Ended => self.stage = ExportStage::Unshareable(ended()),
                JobPoll::Nothing => {}
            },
            ExportStage::Unshareable(_) | ExportStage::Ready(_) | ExportStage::Written(..) => {}
        }
    }
}

/// Shows the content of the archive.
fn travels(ui: &mut Ui, given: &SharingContext<'_>, ready: &ShareablePack) {
    let manifest = &ready.archive.manifest;
    facts(ui, "travels", |ui| {
        fact(ui, given, "share-pack", format!("{} {} – {}", manifest.id, manifest.version, manifest.title));
        fact(ui, given, "share-changed-from", ready.changed_from.clone());
        let licence = if manifest.licence.is_empty() { given.t("share-no-licence") } else { manifest.licence.clone() };
        fact(ui, given, "share-licence", licence);
        let files = given.texts.count("share-files", manifest.files.len());
        fact(ui, given, "share-travels", format!("{files}, {}", given.texts.count("share-bytes", ready.bytes)));
        let tests = given.texts.count(if ready.tests == 0 { "share-no-tests" } else { "share-tests" }, ready.tests);
        fact(ui, given, "share-tests-name", tests);
        let modules: Vec<&str> = manifest.modules.keys().map(String::as_str).collect();
        let modules = if modules.is_empty() { given.t("share-no-modules") } else { modules.join(", ") };
        fact(ui, given, "share-modules", modules);
        let picture = match (&ready.archive.picture, ready.drew) {
            (None, _) => "share-no-picture",
            (Some(_), true) => "share-drew",
            (Some(_), false) => "share-picture",
        };
        fact(ui, given, "share-picture-name", given.t(picture));
    });
}

/// Checks a pack, runs its tests, draws a picture if it has none, and builds the archive, like the command `pack`.
fn prepare(
    finder: &Finder,
    folder: &Path,
    teller: &Teller<Result<ShareablePack, PackExportError>>,
) -> Result<ShareablePack, PackExportError> {
    let named = folder.to_string_lossy();
    let failed = |error: &dyn Display| PackExportError {
        key: "share-unfit-files",
        reasons: vec![ExportReason { text: error.to_string(), place: None }],
    };
    let found = finder.find(&named).map_err(|error| failed(&error))?;
    let loaded = load(finder, &Request { lints: false, ..Request::new([&*named]) }).map_err(|error| failed(&error))?;
    if !loaded.is_playable() {
        let reasons = loaded.errors().map(|finding| reason(finding, &loaded.sources, folder)).collect();
        return Err(PackExportError { key: "share-unfit-findings", reasons });
    }
    if !loaded.unlocked.is_empty() {
        let reasons = loaded.unlocked.iter().map(|one| ExportReason { text: one.to_string(), place: None }).collect();
        return Err(PackExportError { key: "share-unfit-lock", reasons });
    }
    let mut suite = Suite::read(finder, &[named.to_string()]).map_err(|error| failed(&error))?;
    let tests = suite.cases.len();
    // One core is reserved for the window.
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get().saturating_sub(1).max(1));
    suite.run(threads, &|done| {
        teller.report_progress(done, tests);
        teller.goes_on()
    });
    let reasons: Vec<ExportReason> = suite
        .failures()
        .map(|(case, failure)| ExportReason {
            text: format!("{}: {failure}", case.name),
            place: line_of(&failure.place, folder).or_else(|| line_of(&case.place, folder)),
        })
        .collect();
    if !reasons.is_empty() {
        return Err(PackExportError { key: "share-unfit-tests", reasons });
    }
    let picture = folder.join(PICTURE);
    let mut drew = false;
    if let (At::Folder(_), false, true) = (&found.place, picture.exists(), teller.goes_on())
        && let Some(drawn) = loaded.catalog().and_then(|catalog| sheet::picture(catalog, &found.id))
    {
        files::write(&picture, &drawn).map_err(|error| failed(&error))?;
        drew = true;
    }
    let archive = found.archive().map_err(|error| failed(&error))?;
    let bytes = archive.write().map_err(|error| failed(&error))?.len();
    let changed_from = archive.changed_from().map(|origin| origin.in_words()).unwrap_or_default();
    Ok(ShareablePack { archive, changed_from, bytes, tests, drew })
}

/// Returns a finding with its place, if that is within the pack.
fn reason(finding: &Diagnostic, sources: &SourceMap, folder: &Path) -> ExportReason {
    let place = finding.span.and_then(|span| {
        let path = within(&sources.get(span.file)?.path, folder)?;
        Some(FilePlace { path: path.into(), range: span.start as usize..span.end as usize })
    });
    let at = finding.span.map(|span| sources.place(span)).unwrap_or_default();
    let at = within(&at, folder).unwrap_or(at);
    let hint = finding.hint.as_ref().map(|hint| format!(" – {hint}")).unwrap_or_default();
    ExportReason { text: format!("{at} {} [{}]{hint}", finding.message, finding.code).trim_start().to_owned(), place }
}

/// Returns a path relative to the folder of the pack; `None` outside of it.
fn within(path: &str, folder: &Path) -> Option<String> {
    let rest = Path::new(path).strip_prefix(folder).ok()?;
    Some(rest.to_string_lossy().replace('\\', "/"))
}

/// Returns the place of `path:line:column`; `None` outside the pack.
fn line_of(place: &str, folder: &Path) -> Option<FilePlace> {
    let mut parts = place.rsplitn(3, ':').skip(1);
    let line: usize = parts.next()?.parse().ok()?;
    let path = parts.next()?;
    let text = files::read_text(Path::new(path), LIMITS.file as u64).ok()?;
    let start = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum::<usize>();
    let end = start + text.get(start..)?.lines().next().map_or(0, str::len);
    Some(FilePlace { path: within(path, folder)?.into(), range: start..end })
}

/// Signs an archive if `key` is given, and writes it.
fn write_to(
    ready: ShareablePack,
    place: &Path,
    key: Option<(PathBuf, String)>,
) -> Result<WrittenArchive, SharingError> {
    let mut archive = ready.archive;
    if let Some((path, password)) = key {
        let password = Some(password).filter(|password| !password.is_empty());
        Signer::read(&path, password)?.sign(&mut archive)?;
    }
    let mut path = if place.is_dir() { place.join(archive.file_name()) } else { place.to_owned() };
    if path.extension().is_none_or(|end| end != ENDING) {
        let mut name = path.into_os_string();
        name.push(format!(".{ENDING}"));
        path = name.into();
    }
    let bytes = archive.write()?;
    files::write_with_folders(&path, &bytes)?;
    let path = std::path::absolute(&path).unwrap_or(path);
    Ok(WrittenArchive { path, bytes: bytes.len(), hash: hash(&bytes) })
}
