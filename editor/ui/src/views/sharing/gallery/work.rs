//! What is done for the gallery on threads of their own.

use std::sync::Arc;

use egui::Context;
use tilewright_share::error::ShareError;
use tilewright_share::install::{Client, Fetched, News};
use tilewright_share::plan::{Plan, Wanted};
use tilewright_share::shelf::Shelf;
use tilewright_share::standing::Author;
use tilewright_share::store::Installed;

use super::{Asked, Doing};
use crate::pack::home::Home;
use crate::ui::job::Job;
use crate::views::sharing::words::trouble;
use crate::views::sharing::{self, Given};

/// What came of looking at all shelves.
pub(super) type Looked = Result<Known, String>;

/// What is known of shelves, and what is installed.
#[derive(Default)]
pub(super) struct Known {
    /// The shelves.
    pub(super) shelves: Arc<Vec<Shelf>>,
    /// Those that cannot be opened, and why.
    pub(super) odd: Vec<(String, String)>,
    /// The packs that are installed, the newest version of each first.
    pub(super) installed: Vec<Installed>,
    /// What shelves say of them.
    pub(super) news: Vec<News>,
}

impl Known {
    /// How many packs there are newer versions of.
    pub(super) fn newer(&self) -> usize {
        self.news.iter().filter(|news| matches!(news, News::Newer(..))).count()
    }

    /// The newest version that is installed.
    pub(super) fn installed(&self, id: &str) -> Option<&Installed> {
        self.installed.iter().find(|pack| pack.manifest.id == id)
    }
}

/// What is to be installed, and who signed it.
pub(super) struct Planned {
    pub(super) plan: Plan,
    /// For each of its steps.
    pub(super) authors: Vec<Author>,
}

/// Looks at all shelves, and at what is installed.
pub(super) fn look(ctx: &Context, home: &Home) -> Job<Looked> {
    let client = home.client();
    Job::of(ctx, move |_| {
        let mut odd = Vec::new();
        let shelves = client.open(None, &mut |name, error| odd.push((name.to_owned(), trouble(&error))));
        let shelves = shelves.map_err(|error| trouble(&error))?;
        let installed = client.store.list().map_err(|error| trouble(&error))?;
        // Without a connection nobody knows of anything newer; the shelves say so.
        let news = client.news(None, &shelves).unwrap_or_default();
        Ok(Known { shelves: Arc::new(shelves), odd, installed, news })
    })
}

/// Asks for all versions of a pack.
pub(super) fn record(ctx: &Context, shelves: Arc<Vec<Shelf>>, shelf: String, id: String) -> Job<Asked> {
    Job::of(ctx, move |_| {
        let shelf = shelves.iter().find(|other| other.name == shelf);
        shelf.map_or(Ok(None), |shelf| shelf.record(&id)).map_err(|error| trouble(&error))
    })
}

/// What somebody wants.
#[derive(Clone)]
pub(super) enum Task {
    /// A pack of a shelf, as `id@version`.
    Pack(String, String),
    /// Newer versions of what is installed.
    Newer(Vec<News>),
}

/// Why what somebody wants cannot be.
pub(super) struct Refused {
    /// In words.
    pub(super) why: String,
    /// What could be tried with what is needed from any shelf.
    pub(super) far: Option<Task>,
}

/// Works out what it takes to get what somebody wants, and fetches it, so that what is shown is what the packs say
/// themselves and not the shelf. `far`: with what is needed from any shelf.
pub(super) fn plan(ctx: &Context, home: &Home, task: Task, far: bool) -> Job<Result<Box<Planned>, Refused>> {
    let client = home.client();
    Job::of(ctx, move |teller| {
        let mut odd = Vec::new();
        let fetched = planned(&client, &task, far, &mut odd).and_then(|planned| {
            client.fetch_ahead(&planned.plan, &sharing::watch(&planned.plan, teller))?;
            Ok(Box::new(planned))
        });
        fetched.map_err(|error| {
            let by_far =
                matches!(&error, ShareError::Conflict(refusal) if refusal.ways.iter().any(|way| way.policy.far));
            // Where a shelf could not be opened, that may be why.
            let why = std::iter::once(trouble(&error)).chain(odd).collect::<Vec<_>>().join("\n");
            Refused { why, far: (by_far && !far).then_some(task) }
        })
    })
}

fn planned(client: &Client, task: &Task, far: bool, odd: &mut Vec<String>) -> Result<Planned, ShareError> {
    let mut open =
        |shelf: Option<&str>| client.open(shelf, &mut |name, error| odd.push(format!("{name}: {}", trouble(&error))));
    let plan = match task {
        Task::Pack(shelf, pack) => {
            let mut shelves = open(Some(shelf))?;
            if far {
                let others = open(None)?.into_iter().filter(|other| other.name != *shelf);
                shelves.extend(others);
            }
            client.plan(&[Wanted::typed(pack)?], shelves, far)?
        }
        Task::Newer(news) => client.plan_update(news, open(None)?, far, false)?,
    };
    let mut authors = Vec::new();
    for step in &plan.steps {
        authors.push(Author::of(&client.remembered(&step.id)?, step.release.key.as_ref()));
    }
    Ok(Planned { plan, authors })
}

/// Fetches and tries what was planned.
pub(super) fn fetch(
    ctx: &Context,
    home: &Home,
    planned: Box<Planned>,
    accepted: Vec<String>,
) -> Job<Result<Box<Fetched>, String>> {
    let client = home.client();
    Job::of(ctx, move |teller| sharing::fetch(&client, &planned.plan, &accepted, teller).map(Box::new))
}

/// Installs what was fetched.
pub(super) fn install(ctx: &Context, given: &Given<'_>, fetched: Box<Fetched>) -> Doing {
    let names: Vec<String> =
        fetched.packs.iter().map(|pack| format!("{} {}", pack.step.id, pack.step.release.version)).collect();
    let client = given.home.client();
    let told = given.texts.named("import-installed", &names.join(", "));
    Doing::Changing(Job::of(ctx, move |_| client.install(*fetched).map(drop).map_err(|e| trouble(&e))), told)
}

/// Removes all versions of an installed pack.
pub(super) fn remove(ctx: &Context, given: &Given<'_>, id: String) -> Doing {
    let client = given.home.client();
    let told = given.texts.named("shelves-removed", &id);
    Doing::Changing(Job::of(ctx, move |_| client.remove(&id, None).map(drop).map_err(|e| trouble(&e))), told)
}

/// Adds a shelf.
pub(super) fn add(ctx: &Context, given: &Given<'_>, name: String, address: String) -> Doing {
    let client = given.home.client();
    let told = given.texts.named("shelves-added", &name);
    Doing::Changing(Job::of(ctx, move |_| client.shelves.add(&name, &address).map(drop).map_err(|e| trouble(&e))), told)
}

/// Forgets a shelf.
pub(super) fn forget(ctx: &Context, given: &Given<'_>, name: String) -> Doing {
    let client = given.home.client();
    let told = given.texts.named("shelves-forgotten", &name);
    Doing::Changing(Job::of(ctx, move |_| client.shelves.remove(&name).map_err(|e| trouble(&e))), told)
}
