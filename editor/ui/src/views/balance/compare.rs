//! Settings and background work of a comparison of two versions.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use egui::text::{CCursor, CCursorRange, CharIndex};
use egui::{Button, ComboBox, Context, Id, Key, TextEdit, Ui};
use tilewright_editor_model::job::{Job, Teller};
use tilewright_editor_model::pack::analysis::PackSurroundings;
use tilewright_editor_model::pack::document::FileTexts;
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::table::SeatChooser;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;
use tilewright_kit::packs::setting::parse_setting;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::versions::told::{ComparedVersion, VersionReport};
use tilewright_lab::versions::{Matters, VersionPlan, compare_versions, games_beside, most_changed};
use tilewright_pack::adjustable_paths;

use super::kept::{KeptResult, KeptResults};
use super::run::{BalanceRequest, GamesProgress, poll_job};
use crate::context::ViewCx;
use crate::ui::theme::GAP;
use crate::ui::{waker, widgets};

/// Maximum time of a comparison, as on the command line.
const TIME: Duration = Duration::from_secs(120);
/// Maximum number of seeds; the time ends a comparison before.
const MOST: u64 = 1_000_000;
/// Maximum number of suggested paths.
const SUGGESTED: usize = 6;

/// Version that the present one is compared with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum OtherVersion {
    /// The present version with another value.
    #[default]
    Changed,
    /// The pack at its opening.
    Opened,
    /// The version of the report with this number.
    OfReport(u64),
}

impl OtherVersion {
    fn text(&self, cx: &ViewCx<'_>) -> String {
        match self {
            OtherVersion::Changed => cx.t("balance-with-value"),
            OtherVersion::Opened => cx.t("balance-with-opened"),
            OtherVersion::OfReport(number) => cx.texts.with_name("balance-with-report", &number.to_string()),
        }
    }
}

/// Version of a comparison, as the user knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum VersionName {
    /// The version at the time of the comparison.
    Present,
    /// The pack at its opening.
    Opened,
    /// The version of a report.
    OfReport(u64),
    /// The present version with this value, such as `tiles.T1.count=5`.
    Changed(String),
}

impl VersionName {
    /// Returns the name in the language of the editor.
    pub(super) fn text(&self, cx: &ViewCx<'_>) -> String {
        match self {
            VersionName::Present => cx.t("balance-version-present"),
            VersionName::Opened => cx.t("balance-version-opened"),
            VersionName::OfReport(number) => cx.texts.with_name("balance-version-report", &number.to_string()),
            VersionName::Changed(setting) => setting.clone(),
        }
    }
}

/// Settings of the next comparison.
#[derive(Default)]
pub(super) struct CompareChoice {
    other: OtherVersion,
    /// Text of the changed value.
    setting: String,
    /// Bot that plays further games in all seats.
    also: Option<SeatChooser>,
    /// Paths of values, with the revision of the pack.
    paths: Option<(u64, Vec<String>)>,
}

impl CompareChoice {
    /// Draws the settings. Returns true if the user starts a comparison.
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, kept: &KeptResults) -> bool {
        let is_changed = cx.document.files() != cx.document.opened_files();
        let is_offered = match self.other {
            OtherVersion::Changed => true,
            OtherVersion::Opened => is_changed,
            OtherVersion::OfReport(number) => kept.get(number).is_some(),
        };
        if !is_offered {
            self.other = OtherVersion::Changed;
        }
        let mut begin = false;
        ui.horizontal_wrapped(|ui| {
            let is_ready = self.other != OtherVersion::Changed || parse_setting(&self.setting).is_ok();
            begin = ui.add_enabled(is_ready, Button::new(cx.t("balance-compare"))).clicked();
            let list = ComboBox::from_id_salt("compare-with").selected_text(self.other.text(cx));
            let list = list.show_ui(ui, |ui| {
                let opened = is_changed.then_some(OtherVersion::Opened);
                let reports = kept.reports().map(OtherVersion::OfReport);
                for other in std::iter::once(OtherVersion::Changed).chain(opened).chain(reports) {
                    let text = other.text(cx);
                    ui.selectable_value(&mut self.other, other, text);
                }
            });
            widgets::set_name(ui, &list.response, &cx.t("balance-compare-with"));
            if self.other == OtherVersion::Changed {
                let field = TextEdit::singleline(&mut self.setting).id(value_field()).hint_text("tiles.TILE.count=5");
                let field = ui.add(field.desired_width(220.0));
                widgets::set_name(ui, &field, &cx.t("balance-value"));
                begin |= is_ready && field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            }
            ui.add_space(GAP);
            ui.label(cx.t("balance-also"));
            let text = |also: &Option<SeatChooser>| match also {
                Some(bot) => cx.t(&bot.text()),
                None => cx.t("balance-also-none"),
            };
            let list = ComboBox::from_id_salt("compare-also").selected_text(text(&self.also)).width(60.0);
            let list = list.show_ui(ui, |ui| {
                let bots = SeatChooser::all().filter(|one| *one != SeatChooser::Person).map(Some);
                for also in std::iter::once(None).chain(bots) {
                    let text = text(&also);
                    ui.selectable_value(&mut self.also, also, text);
                }
            });
            widgets::set_name(ui, &list.response, &cx.t("balance-also-list"));
        });
        if self.other == OtherVersion::Changed {
            self.suggest(ui, cx);
        }
        begin
    }

    /// Draws the paths that contain the typed text, until the text has a value; a click enters the path.
    fn suggest(&mut self, ui: &mut Ui, cx: &ViewCx<'_>) {
        let typed = self.setting.trim().to_lowercase();
        if typed.is_empty() || typed.contains('=') {
            return;
        }
        let revision = cx.document.revision();
        if self.paths.as_ref().is_none_or(|(known, _)| *known != revision) {
            let world = cx.surroundings.with(cx.document.id(), cx.document.files());
            let loaded = cx.good.map(|good| good.loaded.packs.iter().map(|pack| &*pack.id).collect::<Vec<&str>>());
            let ids = loaded.unwrap_or_else(|| vec![cx.document.id()]);
            self.paths = Some((revision, adjustable_paths(&world, &ids)));
        }
        let Some((_, paths)) = &self.paths else { return };
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            for path in paths.iter().filter(|path| path.to_lowercase().contains(&typed)).take(SUGGESTED) {
                if ui.small_button(path).clicked() {
                    chosen = Some(format!("{path}="));
                }
            }
        });
        if let Some(chosen) = chosen {
            // The user continues to type after the path.
            let end = CCursor::new(CharIndex(chosen.chars().count()));
            let mut state = TextEdit::load_state(ui.ctx(), value_field()).unwrap_or_default();
            state.cursor.set_char_range(Some(CCursorRange::one(end)));
            state.store(ui.ctx(), value_field());
            ui.memory_mut(|memory| memory.request_focus(value_field()));
            self.setting = chosen;
        }
    }

    /// Starts a comparison of the chosen versions. `asked` is the request about the present version. Returns `None` if
    /// the report of a version was removed, or no value is given.
    pub(super) fn begin(
        &self,
        ctx: &Context,
        cx: &ViewCx<'_>,
        kept: &KeptResults,
        asked: BalanceRequest,
    ) -> Option<ComparisonRun> {
        let source = VersionSource::Loaded(Arc::clone(&asked.loaded));
        let present = PlannedVersion { name: VersionName::Present, source, pack_set: asked.pack_set.clone() };
        let versions = match &self.other {
            OtherVersion::Changed => {
                let (name, value) = parse_setting(&self.setting).ok()?;
                let mut pack_set = asked.pack_set.clone();
                pack_set.options.insert(name, value.to_string());
                let source = VersionSource::Files(cx.document.files().clone());
                let name = VersionName::Changed(self.setting.trim().to_owned());
                [present, PlannedVersion { name, source, pack_set }]
            }
            OtherVersion::Opened => {
                let source = VersionSource::Files(cx.document.opened_files().clone());
                let pack_set = asked.pack_set.clone();
                [PlannedVersion { name: VersionName::Opened, source, pack_set }, present]
            }
            OtherVersion::OfReport(number) => {
                let of = kept.get(*number).map(KeptResult::asked)?;
                let (source, pack_set) = (VersionSource::Loaded(Arc::clone(&of.loaded)), of.pack_set.clone());
                [PlannedVersion { name: VersionName::OfReport(*number), source, pack_set }, present]
            }
        };
        let seats = usize::from(asked.plan.seats);
        let also = self.also.iter().filter_map(|also| match also {
            SeatChooser::Bot(bot) => Some(vec![bot.clone(); seats]),
            SeatChooser::Person | SeatChooser::Guest => None,
        });
        let mut tables: Vec<Vec<BotSpec>> = vec![asked.bots.clone()];
        tables.extend(also.filter(|table| *table != asked.bots));
        let (surroundings, id) = (cx.surroundings.clone(), Arc::clone(cx.document.id()));
        Some(ComparisonRun::begin(ctx, PlannedComparison { surroundings, id, versions, tables, asked }))
    }
}

/// Returns the id of the field for the changed value.
fn value_field() -> Id {
    Id::unique("balance-value")
}

/// Version to be compared.
struct PlannedVersion {
    name: VersionName,
    source: VersionSource,
    pack_set: PackSet,
}

/// Packs of a version, or the files of the open pack in it.
enum VersionSource {
    Loaded(Arc<Loaded>),
    Files(FileTexts),
}

/// Comparison before its games.
struct PlannedComparison {
    surroundings: PackSurroundings,
    /// Id of the open pack.
    id: Arc<str>,
    versions: [PlannedVersion; 2],
    /// Bot of each seat, for each table.
    tables: Vec<Vec<BotSpec>>,
    asked: BalanceRequest,
}

/// Reason why versions are not compared.
#[derive(Debug)]
pub(super) enum CompareError {
    /// A version has a mistake, with the message of its finding.
    Unplayable(String),
    /// Games cannot be played.
    Games(KitError),
}

impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompareError::Unplayable(why) => f.write_str(why),
            CompareError::Games(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for CompareError {}

/// Result of a comparison.
pub(super) struct ComparisonResult {
    /// Names of both versions.
    pub(super) names: [VersionName; 2],
    /// Packs, bots and seed of both versions, to replay games.
    pub(super) sides: [BalanceRequest; 2],
    pub(super) report: VersionReport,
}

/// The games of a comparison while they are played.
pub(super) struct ComparisonRun {
    job: Job<Result<ComparisonResult, CompareError>>,
    since: Instant,
    stopped: Arc<AtomicBool>,
}

impl ComparisonRun {
    fn begin(ctx: &Context, plan: PlannedComparison) -> ComparisonRun {
        let stopped = Arc::new(AtomicBool::new(false));
        let (is_stopped, since) = (Arc::clone(&stopped), Instant::now());
        let work = move |teller: &Teller<_>| {
            let goes_on = |done: u64, expected: u64| {
                teller.report_progress(done as usize, expected as usize);
                teller.goes_on() && !is_stopped.load(Ordering::Relaxed) && since.elapsed() < TIME
            };
            plan.compare(&goes_on)
        };
        ComparisonRun { job: Job::start_single(waker(ctx), work), since, stopped }
    }

    /// Ends the games; the result is about the games so far.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Polls the games: `None` while they are played, and an inner `None` if the work ended without a result.
    pub(super) fn look(&self) -> Option<Option<Result<ComparisonResult, CompareError>>> {
        poll_job(&self.job)
    }

    /// Returns the progress of the games.
    pub(super) fn progress(&self) -> GamesProgress {
        GamesProgress::of(&self.job, self.since)
    }
}

impl PlannedComparison {
    /// Loads both versions and plays their games.
    fn compare(self, goes_on: &(dyn Fn(u64, u64) -> bool + Sync)) -> Result<ComparisonResult, CompareError> {
        let loaded = [self.load(0)?, self.load(1)?];
        let report = self.report(loaded.each_ref().map(|loaded| &**loaded), goes_on).map_err(CompareError::Games)?;
        let ([before, after], [first, second]) = (self.versions, loaded);
        let side = |loaded, pack_set| BalanceRequest { loaded, pack_set, ..self.asked.clone() };
        Ok(ComparisonResult {
            names: [before.name, after.name],
            sides: [side(first, before.pack_set), side(second, after.pack_set)],
            report,
        })
    }

    fn load(&self, version: usize) -> Result<Arc<Loaded>, CompareError> {
        let version = &self.versions[version];
        match &version.source {
            VersionSource::Loaded(loaded) => Ok(Arc::clone(loaded)),
            VersionSource::Files(files) => {
                let loaded = self.surroundings.load_with(&self.id, files, &version.pack_set.request(&self.id));
                let error = loaded.errors().next().map(|error| error.message.clone());
                error.map_or_else(|| Ok(Arc::new(loaded)), |error| Err(CompareError::Unplayable(error)))
            }
        }
    }

    fn report(
        &self,
        loaded: [&Loaded; 2],
        goes_on: &(dyn Fn(u64, u64) -> bool + Sync),
    ) -> Result<VersionReport, KitError> {
        let plan = VersionPlan {
            seats: self.asked.plan.seats,
            seed: self.asked.plan.seed,
            blocks: MOST,
            matters: Matters::default(),
            threads: self.asked.plan.threads,
        };
        let found = compare_versions(loaded, &self.tables, &plan, goes_on)?;
        let beside = match found.tables.iter().find(|table| !table.blocks.is_empty()) {
            Some(table) => games_beside(loaded, &table.bots, &plan, &most_changed(&table.blocks))?,
            None => Vec::new(),
        };
        let version = |own: usize| match [own, 1 - own].map(|at| loaded[at].catalog()) {
            [Some(own), Some(other)] => ComparedVersion::new(own, other, ""),
            _ => ComparedVersion::default(),
        };
        Ok(VersionReport { versions: [version(0), version(1)], plan, found, beside })
    }
}
