//! Background jobs of the gallery.

use std::sync::Arc;

use egui::Context;
use tilewright_editor_model::job::Job;
use tilewright_editor_model::pack::home::Home;
use tilewright_share::error::ShareError;
use tilewright_share::index::PackRecord;
use tilewright_share::install::{Client, Fetched, UpdateNotice};
use tilewright_share::plan::{InstallPlan, InstallRequest};
use tilewright_share::shelf::Shelf;
use tilewright_share::standing::Author;
use tilewright_share::store::Installed;

use crate::ui::waker;
use crate::views::sharing::download;
use crate::views::sharing::parts::SharingContext;
use crate::views::sharing::words::{SharingError, trouble};

/// A chosen pack: its shelf and id; the shelf is `None` for a pack that is only installed.
pub(super) type ChosenPack = (Option<String>, String);

/// All versions of a pack on a shelf (`None` if the shelf lacks it), or the reason why the shelf cannot be read.
pub(super) type PackLookup = Result<Option<PackRecord>, Arc<SharingError>>;

/// Current action on packs.
pub(super) enum GalleryAction {
    Nothing,
    /// The steps of the installation are worked out.
    Planning(Job<Result<Box<Planned>, Refused>>),
    /// The steps of the installation are shown to the user.
    Planned(Box<Planned>),
    /// The packs are downloaded and tested.
    Fetching(Job<Result<Box<Fetched>, SharingError>>),
    /// Tests fail on this computer, and the user decides.
    Failing(Box<Fetched>),
    /// Files are being changed; the text is shown on completion.
    Changing(Job<Result<(), SharingError>>, String),
}

/// Result of reading all shelves.
pub(super) type ShelfScan = Result<ShelfContents, SharingError>;

/// Content of the shelves, and installed packs.
#[derive(Default)]
pub(super) struct ShelfContents {
    /// Shelves that could be opened.
    pub(super) shelves: Arc<Vec<Shelf>>,
    /// Names of shelves that cannot be opened, each with the reason.
    pub(super) failures: Vec<(String, String)>,
    /// Installed packs, the newest version of each first.
    pub(super) installed: Vec<Installed>,
    /// Updates and withdrawals of installed packs.
    pub(super) news: Vec<UpdateNotice>,
}

impl ShelfContents {
    /// Returns the number of packs with a newer version.
    pub(super) fn newer(&self) -> usize {
        self.news.iter().filter(|news| matches!(news, UpdateNotice::Newer(..))).count()
    }

    /// Returns the newest installed version of a pack.
    pub(super) fn find_installed(&self, id: &str) -> Option<&Installed> {
        self.installed.iter().find(|pack| pack.manifest.id == id)
    }
}

/// Steps of an installation, and their signers.
pub(super) struct Planned {
    pub(super) plan: InstallPlan,
    /// Signer of each step.
    pub(super) authors: Vec<Author>,
}

/// Reads all shelves and the installed packs.
pub(super) fn look(ctx: &Context, home: &Home) -> Job<ShelfScan> {
    let client = home.client();
    Job::start_single(waker(ctx), move |_| {
        let mut failures = Vec::new();
        let shelves = client.open(None, &mut |name, error| failures.push((name.to_owned(), trouble(error))))?;
        let installed = client.store.list()?;
        // No updates are known without a connection; the shelves report the failure.
        let news = client.news(None, &shelves).unwrap_or_default();
        Ok(ShelfContents { shelves: Arc::new(shelves), failures, installed, news })
    })
}

/// Requests all versions of a pack.
pub(super) fn record(ctx: &Context, shelves: Arc<Vec<Shelf>>, shelf: String, id: String) -> Job<PackLookup> {
    Job::start_single(waker(ctx), move |_| {
        let shelf = shelves.iter().find(|other| other.name == shelf);
        shelf.map_or(Ok(None), |shelf| shelf.record(&id)).map_err(|error| Arc::new(error.into()))
    })
}

/// Task that the user has requested.
#[derive(Clone)]
pub(super) enum Task {
    /// Installs a pack of a shelf, given as `id@version`.
    Pack(String, String),
    /// Updates installed packs to newer versions.
    Newer(Vec<UpdateNotice>),
}

/// Error of a task that cannot be carried out.
pub(super) struct Refused {
    /// Reason, as a sentence for the user.
    pub(super) why: String,
    /// Task that could be retried with dependencies from any shelf.
    pub(super) with_any_shelf: Option<Task>,
}

/// Works out the steps of a task and downloads the packs, so that the details come from the packs instead of the shelf.
/// `any_shelf` allows dependencies from any shelf.
pub(super) fn plan(ctx: &Context, home: &Home, task: Task, any_shelf: bool) -> Job<Result<Box<Planned>, Refused>> {
    let client = home.client();
    Job::start_single(waker(ctx), move |teller| {
        let mut failures = Vec::new();
        let fetched = make_plan(&client, &task, any_shelf, &mut failures).and_then(|planned| {
            client.fetch_ahead(&planned.plan, &download::watch(&planned.plan, teller))?;
            Ok(Box::new(planned))
        });
        fetched.map_err(|error| {
            let is_on_other_shelf =
                matches!(&error, ShareError::Conflict(refusal) if refusal.ways.iter().any(|way| way.policy.any_shelf));
            // A shelf that could not be opened may be the cause.
            let why = std::iter::once(trouble(error)).chain(failures).collect::<Vec<_>>().join("\n");
            Refused { why, with_any_shelf: (is_on_other_shelf && !any_shelf).then_some(task) }
        })
    })
}

fn make_plan(client: &Client, task: &Task, any_shelf: bool, failures: &mut Vec<String>) -> Result<Planned, ShareError> {
    let mut open = |shelf: Option<&str>| {
        client.open(shelf, &mut |name, error| failures.push(format!("{name}: {}", trouble(error))))
    };
    let plan = match task {
        Task::Pack(shelf, pack) => {
            let mut shelves = open(Some(shelf))?;
            if any_shelf {
                let others = open(None)?.into_iter().filter(|other| other.name != *shelf);
                shelves.extend(others);
            }
            client.plan(&[InstallRequest::parse_argument(pack)?], shelves, any_shelf)?
        }
        Task::Newer(news) => client.plan_update(news, open(None)?, any_shelf, false)?,
    };
    let mut authors = Vec::new();
    for step in &plan.steps {
        authors.push(Author::from_key(&client.memory_of(&step.id)?, step.release.key.as_ref()));
    }
    Ok(Planned { plan, authors })
}

/// Downloads and tests the planned packs.
pub(super) fn fetch(
    ctx: &Context,
    home: &Home,
    planned: Box<Planned>,
    accepted: Vec<String>,
) -> Job<Result<Box<Fetched>, SharingError>> {
    let client = home.client();
    Job::start_single(waker(ctx), move |teller| {
        download::fetch(&client, &planned.plan, &accepted, teller).map(Box::new)
    })
}

/// Installs the downloaded packs.
pub(super) fn install(ctx: &Context, given: &SharingContext<'_>, fetched: Box<Fetched>) -> GalleryAction {
    let names: Vec<String> =
        fetched.packs.iter().map(|pack| format!("{} {}", pack.step.id, pack.step.release.version)).collect();
    let client = given.home.client();
    let told = given.texts.with_name("import-installed", &names.join(", "));
    GalleryAction::Changing(Job::start_single(waker(ctx), move |_| Ok(client.install(*fetched).map(drop)?)), told)
}

/// Removes all versions of an installed pack.
pub(super) fn remove(ctx: &Context, given: &SharingContext<'_>, id: String) -> GalleryAction {
    let client = given.home.client();
    let told = given.texts.with_name("shelves-removed", &id);
    GalleryAction::Changing(Job::start_single(waker(ctx), move |_| Ok(client.remove(&id, None).map(drop)?)), told)
}

/// Adds a shelf to the user's list.
pub(super) fn add(ctx: &Context, given: &SharingContext<'_>, name: String, address: String) -> GalleryAction {
    let client = given.home.client();
    let told = given.texts.with_name("shelves-added", &name);
    GalleryAction::Changing(
        Job::start_single(waker(ctx), move |_| Ok(client.shelves.add(&name, &address).map(drop)?)),
        told,
    )
}

/// Removes a shelf from the user's list.
pub(super) fn forget(ctx: &Context, given: &SharingContext<'_>, name: String) -> GalleryAction {
    let client = given.home.client();
    let told = given.texts.with_name("shelves-forgotten", &name);
    GalleryAction::Changing(Job::start_single(waker(ctx), move |_| Ok(client.shelves.remove(&name)?)), told)
}
