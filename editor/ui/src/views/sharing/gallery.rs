//! The gallery of packs on shelves: browsing, searching, installing, updating and removing.
//!
//! No shelf is contacted before the user opens the gallery.

mod cards;
mod work;

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Context, Key, RichText, Ui};
use tilewright_editor_model::job::{Job, JobPoll};

use super::parts::{SharingContext, fact, facts, going_on, long};
use super::words::{author, show_test_results};
use crate::context::EditorAction;
use crate::ui::notices::NoticeWeight;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;
use work::{ChosenPack, GalleryAction, PackLookup, Planned, ShelfContents, ShelfScan, Task};

/// Preferred width of the gallery, in points.
pub(super) const WIDTH: f32 = 980.0;

/// Height of the dialog's parts outside its list, except for the last line, in points.
const ROOM: f32 = 130.0;

/// State of the gallery while it is shown.
pub struct PackGallery {
    looking: Option<Job<ShelfScan>>,
    known: ShelfContents,
    search: String,
    chosen: Option<ChosenPack>,
    /// Versions of chosen packs, as far as they were requested.
    records: BTreeMap<ChosenPack, PackLookup>,
    asking: Option<(ChosenPack, Job<PackLookup>)>,
    doing: GalleryAction,
    /// Error of the last action; `None` if it succeeded.
    failed: Option<String>,
    /// Task that could be retried with dependencies from any shelf.
    with_any_shelf: Option<Task>,
    /// Form for a new shelf: its name and address.
    adding: Option<(String, String)>,
    /// True until the form is first drawn.
    fresh_form: bool,
    /// Text that confirms a changed signing key.
    typed: String,
}

impl PackGallery {
    /// Starts to read all shelves.
    pub fn begin(ctx: &Context, given: &SharingContext<'_>) -> PackGallery {
        PackGallery {
            looking: Some(work::look(ctx, given.home)),
            known: ShelfContents::default(),
            search: String::new(),
            chosen: None,
            records: BTreeMap::new(),
            asking: None,
            doing: GalleryAction::Nothing,
            failed: None,
            with_any_shelf: None,
            adding: None,
            fresh_form: false,
            typed: String::new(),
        }
    }

    fn look_again(&mut self, ctx: &Context, given: &SharingContext<'_>) {
        self.looking = Some(work::look(ctx, given.home));
        self.records.clear();
        self.asking = None;
    }

    /// True while files are changed, when the dialog cannot be closed.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self.doing, GalleryAction::Changing(..))
    }

    /// Draws the gallery; returns true when the user has finished.
    pub(super) fn show(&mut self, ui: &mut Ui, height: f32, given: &mut SharingContext<'_>) -> bool {
        ui.heading(given.t("shelves-title"));
        self.go_on(ui.ctx(), given);
        if let Some(why) = &self.failed {
            ui.add(egui::Label::new(RichText::new(why).color(given.tokens.error)).wrap());
            if self.with_any_shelf.is_some() && ui.button(given.t("shelves-far")).clicked() {
                let task = self.with_any_shelf.take();
                self.failed = None;
                self.doing = task.map_or(GalleryAction::Nothing, |task| {
                    GalleryAction::Planning(work::plan(ui.ctx(), given.home, task, true))
                });
            }
        }
        match &self.doing {
            GalleryAction::Nothing => self.browse(ui, height, given),
            _ => {
                self.do_it(ui, height, given);
                false
            }
        }
    }

    /// Takes over the results of background jobs.
    fn go_on(&mut self, ctx: &Context, given: &mut SharingContext<'_>) {
        let broke_off = || given.t("share-broke-off");
        match self.looking.as_ref().map(Job::look) {
            Some(JobPoll::News(looked)) => {
                self.looking = None;
                match looked {
                    Ok(known) => {
                        // The form keeps its text if its shelf could not be added.
                        let is_there = |name: &str| known.shelves.iter().any(|shelf| shelf.name == name.trim());
                        self.adding.take_if(|(name, _)| is_there(name));
                        self.known = known;
                    }
                    Err(error) => self.failed = Some(error.to_string()),
                }
            }
            Some(JobPoll::Ended) => (self.looking, self.failed) = (None, Some(broke_off())),
            Some(JobPoll::Nothing) | None => {}
        }
        match self.asking.as_ref().map(|(_, job)| job.look()) {
            Some(JobPoll::News(record)) => {
                if let Some((chosen, _)) = self.asking.take() {
                    self.records.insert(chosen, record);
                }
            }
            Some(JobPoll::Ended) => (self.asking, self.failed) = (None, Some(broke_off())),
            Some(JobPoll::Nothing) | None => {}
        }
        let failed = |own: &mut PackGallery, why: String| {
            own.failed = Some(why);
            GalleryAction::Nothing
        };
        self.doing = match std::mem::replace(&mut self.doing, GalleryAction::Nothing) {
            GalleryAction::Planning(job) => match job.look() {
                JobPoll::News(Ok(planned)) => GalleryAction::Planned(planned),
                JobPoll::News(Err(refused)) => {
                    self.with_any_shelf = refused.with_any_shelf;
                    failed(self, refused.why)
                }
                JobPoll::Ended => failed(self, broke_off()),
                JobPoll::Nothing => GalleryAction::Planning(job),
            },
            GalleryAction::Fetching(job) => match job.look() {
                JobPoll::News(Ok(fetched)) if fetched.packs.iter().all(|pack| pack.tried.failed.is_empty()) => {
                    work::install(ctx, given, fetched)
                }
                JobPoll::News(Ok(fetched)) => GalleryAction::Failing(fetched),
                JobPoll::News(Err(error)) => failed(self, error.to_string()),
                JobPoll::Ended => failed(self, broke_off()),
                JobPoll::Nothing => GalleryAction::Fetching(job),
            },
            GalleryAction::Changing(job, told) => match job.look() {
                JobPoll::News(Ok(())) => {
                    given.actions.push(EditorAction::Notify(NoticeWeight::Done, told));
                    given.actions.push(EditorAction::LookAround);
                    self.look_again(ctx, given);
                    GalleryAction::Nothing
                }
                JobPoll::News(Err(error)) => {
                    // The shelf may be partly removed from the list, so all shelves are read again.
                    self.look_again(ctx, given);
                    failed(self, error.to_string())
                }
                JobPoll::Ended => failed(self, broke_off()),
                JobPoll::Nothing => GalleryAction::Changing(job, told),
            },
            other => other,
        };
    }

    /// Draws the shelves, the search, the list of packs and the chosen pack.
    fn browse(&mut self, ui: &mut Ui, height: f32, given: &mut SharingContext<'_>) -> bool {
        ui.horizontal_wrapped(|ui| {
            let field = widgets::filter(ui, &mut self.search, &given.t("shelves-search"));
            if ui.memory(|memory| memory.focused().is_none()) && self.adding.is_none() {
                field.request_focus();
            }
            if ui.add_enabled(self.looking.is_none(), egui::Button::new(given.t("shelves-look"))).clicked() {
                self.failed = None;
                self.look_again(ui.ctx(), given);
            }
            let newer = self.known.newer();
            if newer > 0 && ui.button(given.texts.count("shelves-update-all", newer)).clicked() {
                self.plan(ui.ctx(), given, Task::Newer(self.known.news.clone()));
            }
            if ui.button(given.t("shelves-add")).clicked() {
                self.adding = Some(Default::default());
                self.fresh_form = true;
            }
            if self.looking.is_some() {
                ui.label(given.t("shelves-looking"));
            }
        });
        self.shelves(ui, given);
        ui.separator();
        // The area above reduces the height of the lists.
        let above = ui.cursor().top() - ui.min_rect().top();
        let height = (height + ROOM - above).max(120.0);
        ui.columns(2, |columns| {
            // A fixed height keeps the layout in place while the user types.
            columns.iter_mut().for_each(|column| column.set_min_height(height));
            long(&mut columns[0], "found", height, |ui| self.found(ui, given));
            long(&mut columns[1], "chosen", height, |ui| self.details(ui, given));
        });
        ui.button(given.t("close")).clicked()
    }

    /// Draws the shelves with their warnings, and the form for a new shelf.
    fn shelves(&mut self, ui: &mut Ui, given: &mut SharingContext<'_>) {
        let mut gone = None;
        for shelf in self.known.shelves.iter() {
            ui.horizontal_wrapped(|ui| {
                let values = [("name", shelf.name.as_str().into()), ("title", shelf.known.head.title.as_str().into())];
                ui.label(given.texts.with("shelves-shelf", &values)).on_hover_text(&shelf.known.address);
                if let Some(why) = &shelf.stale {
                    let why = given.texts.with_name("shelves-offline", &why.to_string());
                    ui.label(RichText::new(why).color(given.tokens.warning));
                }
                let remove = ui.small_button(given.t("shelves-forget"));
                widgets::set_name(ui, &remove, &given.texts.with_name("shelves-forget-named", &shelf.name));
                if remove.clicked() {
                    gone = Some(shelf.name.clone());
                }
            });
        }
        for (name, why) in &self.known.failures {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(format!("{name}: {why}")).color(given.tokens.error));
                let remove = ui.small_button(given.t("shelves-forget"));
                widgets::set_name(ui, &remove, &given.texts.with_name("shelves-forget-named", name));
                if remove.clicked() {
                    gone = Some(name.clone());
                }
            });
        }
        if let Some(name) = gone {
            self.failed = None;
            self.doing = work::forget(ui.ctx(), given, name);
        }
        let Some((name, address)) = &mut self.adding else { return };
        let (mut add, mut cancel) = (false, false);
        ui.label(given.t("shelves-add-about"));
        let at = widgets::line(ui, &given.t("shelves-address"), address);
        if std::mem::take(&mut self.fresh_form) {
            at.request_focus();
        }
        let called = widgets::line(ui, &given.t("shelves-name"), name);
        let enter = (at.lost_focus() || called.lost_focus()) && ui.input(|i| i.key_pressed(Key::Enter));
        if address.trim().starts_with("http://") {
            ui.label(RichText::new(given.t("shelves-unsafe")).color(given.tokens.warning));
        }
        let full = !name.trim().is_empty() && !address.trim().is_empty();
        ui.horizontal(|ui| {
            add = widgets::main_button(ui, given.tokens, full, given.t("shelves-add-it")) || (enter && full);
            cancel = ui.button(given.t("cancel")).clicked();
        });
        if add {
            self.failed = None;
            self.doing = work::add(ui.ctx(), given, name.trim().to_owned(), address.trim().to_owned());
        }
        if cancel {
            self.adding = None;
        }
    }

    /// Starts to work out the steps of an installation.
    fn plan(&mut self, ctx: &Context, given: &SharingContext<'_>, task: Task) {
        (self.failed, self.with_any_shelf) = (None, None);
        self.typed.clear();
        self.doing = GalleryAction::Planning(work::plan(ctx, given.home, task, false));
    }

    /// Draws the current action.
    fn do_it(&mut self, ui: &mut Ui, height: f32, given: &mut SharingContext<'_>) {
        self.doing = match std::mem::replace(&mut self.doing, GalleryAction::Nothing) {
            GalleryAction::Nothing => GalleryAction::Nothing,
            GalleryAction::Planning(job) => {
                if going_on(ui, given, &job, "shelves-planning") {
                    GalleryAction::Nothing
                } else {
                    GalleryAction::Planning(job)
                }
            }
            GalleryAction::Planned(planned) => self.show_plan(ui, height, given, planned),
            GalleryAction::Fetching(job) => {
                if going_on(ui, given, &job, "shelves-fetching") {
                    GalleryAction::Nothing
                } else {
                    GalleryAction::Fetching(job)
                }
            }
            GalleryAction::Failing(fetched) => {
                show_test_results(ui, given, &fetched);
                ui.label(given.t("import-anyway-about"));
                let (mut anyway, mut cancel) = (false, false);
                ui.horizontal(|ui| {
                    cancel = ui.button(given.t("cancel")).clicked();
                    anyway = ui.button(given.t("import-anyway")).clicked();
                });
                match (cancel, anyway) {
                    (true, _) => GalleryAction::Nothing,
                    (_, true) => work::install(ui.ctx(), given, fetched),
                    _ => GalleryAction::Failing(fetched),
                }
            }
            GalleryAction::Changing(job, told) => {
                ui.label(given.t("import-installing"));
                GalleryAction::Changing(job, told)
            }
        };
    }

    /// Shows the packs to be installed.
    fn show_plan(
        &mut self,
        ui: &mut Ui,
        height: f32,
        given: &mut SharingContext<'_>,
        planned: Box<Planned>,
    ) -> GalleryAction {
        let mut others = Vec::new();
        long(ui, "plan", height, |ui| {
            for (id, version) in &planned.plan.there {
                ui.label(given.texts.with_name("shelves-there", &format!("{id} {version}")));
            }
            for (step, by) in planned.plan.steps.iter().zip(&planned.authors) {
                let release = &step.release;
                ui.label(RichText::new(format!("{} {} – {}", step.id, release.version, release.title)).medium());
                if step.is_need {
                    ui.label(given.t("shelves-comes-along"));
                }
                facts(ui, &step.id, |ui| {
                    fact(ui, given, "import-by", release.authors.join(", "));
                    fact(ui, given, "share-changed-from", release.changed_from.clone());
                    let none = || given.t("import-no-licence");
                    let licence = if release.licence.is_empty() { none() } else { release.licence.clone() };
                    fact(ui, given, "share-licence", licence);
                    fact(ui, given, "import-needs", release.needs.join(", "));
                    fact(ui, given, "import-signed", author(given.texts, by));
                    let bytes = usize::try_from(release.file.bytes).unwrap_or(usize::MAX);
                    fact(ui, given, "share-size", given.texts.count("share-bytes", bytes));
                });
                if let Some(had) = &step.had {
                    ui.label(given.texts.with_name("shelves-beside", &had.to_string()));
                }
                if step.replaces_bundled {
                    ui.label(given.t("import-replaces-bundled"));
                }
                if let Some(withdrawn) = &release.withdrawn {
                    ui.label(RichText::new(cards::withdrawn(given, withdrawn)).color(given.tokens.warning));
                }
                if let tilewright_share::standing::Author::Other { .. } = by {
                    others.push(step.id.clone());
                    for text in ["import-other-key", "import-other-key-about"] {
                        ui.label(RichText::new(given.t(text)).color(given.tokens.error));
                    }
                }
                ui.add_space(crate::ui::theme::GAP);
            }
        });
        let names = others.join(" ");
        if !others.is_empty() {
            ui.horizontal(|ui| {
                let label = ui.label(given.texts.with_name("import-accept", &names));
                ui.text_edit_singleline(&mut self.typed).labelled_by(label.id);
            });
        }
        let (mut install, mut cancel) = (false, false);
        ui.horizontal(|ui| {
            let can = !planned.plan.steps.is_empty() && (others.is_empty() || self.typed.trim() == names);
            install = widgets::main_button(ui, given.tokens, can, given.t("import-install"));
            cancel = ui.button(given.t("cancel")).clicked();
        });
        match (install, cancel) {
            (true, _) => GalleryAction::Fetching(work::fetch(ui.ctx(), given.home, planned, others)),
            (_, true) => GalleryAction::Nothing,
            _ => GalleryAction::Planned(planned),
        }
    }

    /// Returns the versions of the chosen pack; requests them first, and returns `None` until they arrive.
    fn record(&mut self, ctx: &Context) -> Option<&PackLookup> {
        let chosen = self.chosen.clone()?;
        let (Some(shelf), id) = &chosen else { return None };
        if !self.records.contains_key(&chosen) && self.asking.as_ref().is_none_or(|(other, _)| *other != chosen) {
            let job = work::record(ctx, Arc::clone(&self.known.shelves), shelf.clone(), id.clone());
            self.asking = Some((chosen.clone(), job));
        }
        self.records.get(&chosen)
    }
}
