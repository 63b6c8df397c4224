//! Search for missing dependencies of an archive on the user's shelves, and the plans that install the pack with them.
//! No pack is downloaded before the user confirms.

use std::path::Path;

use egui::{Context, RichText, Ui};
use tilewright_editor_model::job::{Job, JobPoll};
use tilewright_editor_model::pack::home::Home;
use tilewright_share::install::Client;
use tilewright_share::plan::{Install, InstallPlan, InstallRequest, InstallSource};
use tilewright_share::shelf::Shelf;
use tilewright_share::standing::Author;

use super::seen::{InspectedArchive, is_still};
use crate::ui::waker;
use crate::ui::widgets;
use crate::views::sharing::parts::{SharingContext, fact, facts};
use crate::views::sharing::words::{SharingError, author, trouble};

/// Codes of findings about a dependency that is missing or has an incompatible version.
const NOT_HERE: [&str; 2] = ["P0201", "P0203"];

/// The search on shelves.
pub(super) enum NeedSearch {
    /// The search is still running.
    Looking(Job<NeedOffers>),
    /// The search has finished.
    Looked(NeedOffers),
    /// The search ended without a result.
    Broken,
}

/// Result of the search.
#[derive(Default)]
pub(super) struct NeedOffers {
    /// Possible installations, each from a single shelf, or from several if no single one suffices.
    offers: Vec<InstallOffer>,
    /// Reason why there are no offers; `None` if there are some.
    refused: Option<String>,
    /// True if the user has any shelf.
    has_shelves: bool,
    /// Errors of shelves that cannot be read.
    failures: Vec<String>,
}

/// A possible installation.
struct InstallOffer {
    /// Names of the shelves.
    shelves: Vec<String>,
    plan: InstallPlan,
    /// Signer of each step of the plan.
    authors: Vec<Author>,
}

impl InstallOffer {
    /// Returns the dependencies that are installed along with the pack, with their signers.
    fn needs(&self) -> impl Iterator<Item = (&Install, &Author)> {
        let all = self.plan.steps.iter().zip(&self.authors);
        all.filter(|(step, _)| !matches!(step.origin, InstallSource::File(_)))
    }

    /// True if a dependency has a different signer than before. Such packs are reviewed one by one in the gallery.
    fn is_doubtful(&self) -> bool {
        self.needs().any(|(_, author)| matches!(author, Author::Other { .. }))
    }

    fn names(&self) -> String {
        let names: Vec<String> =
            self.needs().map(|(step, _)| format!("{} {}", step.id, step.release.version)).collect();
        names.join(", ")
    }
}

impl NeedSearch {
    /// Starts to search for dependencies; returns `None` if the pack lacks none.
    pub(super) fn begin(ctx: &Context, home: &Home, path: &Path, seen: &InspectedArchive) -> Option<NeedSearch> {
        let lacks = seen.preview.needs.iter().any(|need| !need.fits)
            || seen.preview.loaded.errors().any(|finding| NOT_HERE.contains(&finding.code));
        let (client, path, content) = (home.client(), path.to_owned(), seen.archive.manifest.content());
        lacks.then(|| NeedSearch::Looking(Job::start_single(waker(ctx), move |_| look(&client, &path, &content))))
    }

    /// Takes over the result of the search.
    pub(super) fn look(&mut self) {
        if let NeedSearch::Looking(job) = self {
            *self = match job.look() {
                JobPoll::News(looked) => NeedSearch::Looked(looked),
                JobPoll::Ended => NeedSearch::Broken,
                JobPoll::Nothing => return,
            };
        }
    }

    /// Shows the offers; returns the plan that the user has chosen.
    pub(super) fn show(&mut self, ui: &mut Ui, given: &SharingContext<'_>, can: bool) -> Option<InstallPlan> {
        let looked = match self {
            NeedSearch::Looking(_) => {
                ui.label(given.t("shelves-looking"));
                return None;
            }
            NeedSearch::Broken => {
                ui.label(RichText::new(given.t("share-broke-off")).color(given.tokens.error));
                return None;
            }
            NeedSearch::Looked(looked) => looked,
        };
        for failure in &looked.failures {
            ui.add(egui::Label::new(RichText::new(failure).color(given.tokens.warning)).wrap());
        }
        if !looked.has_shelves {
            ui.add(egui::Label::new(given.t("import-no-shelf")).wrap());
        } else if let Some(why) = &looked.refused {
            let text = given.texts.with_name("import-on-no-shelf", why);
            ui.add(egui::Label::new(RichText::new(text).color(given.tokens.error)).wrap());
        }
        let mut wanted = None;
        for (number, offer) in looked.offers.iter().enumerate() {
            if show_offer(ui, given, offer, can) {
                wanted = Some(number);
            }
        }
        wanted.map(|number| looked.offers.swap_remove(number).plan)
    }
}

/// Shows an offer; returns true if the user has chosen it.
fn show_offer(ui: &mut Ui, given: &SharingContext<'_>, offer: &InstallOffer, can: bool) -> bool {
    let shelves = offer.shelves.join(", ");
    ui.label(given.texts.with_name("import-on-shelf", &shelves));
    facts(ui, &shelves, |ui| {
        for (step, by) in offer.needs() {
            let release = &step.release;
            let bytes = usize::try_from(release.file.bytes).unwrap_or(usize::MAX);
            let said = [
                release.title.clone(),
                release.licence.clone(),
                given.texts.count("share-bytes", bytes),
                given.texts.with_name("import-signed-by", &author(given.texts, by)),
            ];
            let said: Vec<&str> = said.iter().filter(|text| !text.is_empty()).map(|text| &**text).collect();
            ui.label(format!("{} {}", step.id, release.version));
            ui.add(egui::Label::new(said.join("; ")).wrap());
            ui.end_row();
        }
        let withdrawn = offer.needs().filter_map(|(step, _)| step.release.withdrawn.as_ref());
        for withdrawn in withdrawn {
            fact(ui, given, "import-careful", given.texts.with_name("shelves-withdrawn", &withdrawn.why));
        }
    });
    if offer.is_doubtful() {
        ui.add(egui::Label::new(RichText::new(given.t("import-need-other-key")).color(given.tokens.error)).wrap());
        return false;
    }
    widgets::main_button(ui, given.tokens, can, given.texts.with_name("import-get-with", &offer.names()))
}

/// Searches all shelves for the dependencies of a pack in a file.
fn look(client: &Client, path: &Path, content: &str) -> NeedOffers {
    let mut looked = NeedOffers::default();
    let names = match client.shelves.names() {
        Ok(names) => names,
        Err(error) => return NeedOffers { refused: Some(trouble(error)), has_shelves: true, ..looked },
    };
    looked.has_shelves = !names.is_empty();
    for name in &names {
        match client.shelves.open(name) {
            Ok(shelf) => match offer(client, path, content, vec![shelf]) {
                Ok(offer) => looked.offers.push(offer),
                Err(error) => looked.refused = Some(error.to_string()),
            },
            Err(error) => looked.failures.push(format!("{name}: {}", trouble(error))),
        }
    }
    // Several shelves together may have all dependencies.
    if looked.offers.is_empty() && names.len() > looked.failures.len() + 1 {
        let shelves = names.iter().filter_map(|name| client.shelves.open(name).ok()).collect();
        match offer(client, path, content, shelves) {
            Ok(offer) => looked.offers.push(offer),
            Err(error) => looked.refused = Some(error.to_string()),
        }
    }
    if !looked.offers.is_empty() {
        looked.refused = None;
    }
    looked
}

/// Works out an installation from these shelves.
fn offer(client: &Client, path: &Path, content: &str, shelves: Vec<Shelf>) -> Result<InstallOffer, SharingError> {
    // The user confirms each offer, so dependencies may come from any of these shelves.
    let plan = client.plan(&[InstallRequest::File(path.to_owned())], shelves, true)?;
    is_still(&plan, path, content)?;
    let mut authors = Vec::new();
    for step in &plan.steps {
        let remembered = client.memory_of(&step.id)?;
        authors.push(Author::from_key(&remembered, step.release.key.as_ref()));
    }
    let mut shelves: Vec<String> = Vec::new();
    for step in &plan.steps {
        if let InstallSource::Shelf(at) = step.origin
            && !shelves.contains(&plan.shelves[at].name)
        {
            shelves.push(plan.shelves[at].name.clone());
        }
    }
    Ok(InstallOffer { shelves, plan, authors })
}
