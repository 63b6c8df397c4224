//! What a pack from elsewhere needs and is not here: where the shelves that somebody has hold it, and what it takes to
//! install the pack with it. Nothing is fetched before somebody says so.

use std::path::Path;

use egui::{Context, RichText, Ui};
use tilewright_share::install::Client;
use tilewright_share::plan::{Install, PackOrigin, Plan, Wanted};
use tilewright_share::shelf::Shelf;
use tilewright_share::standing::Author;

use super::Seen;
use crate::pack::home::Home;
use crate::ui::job::{Came, Job};
use crate::ui::widgets;
use crate::views::sharing::words::{author, trouble};
use crate::views::sharing::{Given, fact, facts};

/// The codes of findings that a pack which is needed is not here, or not in a version that will do.
const NOT_HERE: [&str; 2] = ["P0201", "P0203"];

/// The search of shelves.
pub(super) enum Search {
    /// It goes on.
    Looking(Job<Looked>),
    /// It has come to its end.
    Looked(Looked),
    /// It broke off.
    Broken,
}

/// What came of it.
#[derive(Default)]
pub(super) struct Looked {
    /// What could be installed, from one shelf each, or from several where it takes several.
    offers: Vec<Offer>,
    /// Why there is nothing; also where there is no shelf.
    refused: Option<String>,
    /// Whether there is any shelf.
    has_shelves: bool,
    /// Shelves that cannot be looked at, and why.
    odd: Vec<String>,
}

/// What could be installed.
struct Offer {
    /// The names of the shelves.
    shelves: Vec<String>,
    plan: Plan,
    /// For each step of the plan who signed it.
    authors: Vec<Author>,
}

impl Offer {
    /// What comes along.
    fn needs(&self) -> impl Iterator<Item = (&Install, &Author)> {
        let all = self.plan.steps.iter().zip(&self.authors);
        all.filter(|(step, _)| !matches!(step.origin, PackOrigin::File(_)))
    }

    /// What comes along was signed by others than before: that is looked at one by one, where shelves are shown.
    fn is_doubtful(&self) -> bool {
        self.needs().any(|(_, author)| matches!(author, Author::Other { .. }))
    }

    fn names(&self) -> String {
        let names: Vec<String> =
            self.needs().map(|(step, _)| format!("{} {}", step.id, step.release.version)).collect();
        names.join(", ")
    }
}

impl Search {
    /// Begins to look for what a pack lacks, if it lacks anything.
    pub(super) fn begin(ctx: &Context, home: &Home, path: &Path, seen: &Seen) -> Option<Search> {
        let lacks = seen.preview.needs.iter().any(|need| !need.fits)
            || seen.preview.loaded.errors().any(|finding| NOT_HERE.contains(&finding.code));
        let (client, path, content) = (home.client(), path.to_owned(), seen.archive.manifest.content());
        lacks.then(|| Search::Looking(Job::of(ctx, move |_| look(&client, &path, &content))))
    }

    /// Takes over what has come of it.
    pub(super) fn look(&mut self) {
        if let Search::Looking(job) = self {
            *self = match job.look() {
                Came::News(looked) => Search::Looked(looked),
                Came::Ended => Search::Broken,
                Came::Nothing => return,
            };
        }
    }

    /// Shows where what is needed can be had; the plan that somebody wants to be carried out.
    pub(super) fn show(&mut self, ui: &mut Ui, given: &Given<'_>, can: bool) -> Option<Plan> {
        let looked = match self {
            Search::Looking(_) => {
                ui.label(given.t("shelves-looking"));
                return None;
            }
            Search::Broken => {
                ui.label(RichText::new(given.t("share-broke-off")).color(given.tokens.error));
                return None;
            }
            Search::Looked(looked) => looked,
        };
        for odd in &looked.odd {
            ui.add(egui::Label::new(RichText::new(odd).color(given.tokens.warning)).wrap());
        }
        if !looked.has_shelves {
            ui.add(egui::Label::new(given.t("import-no-shelf")).wrap());
        } else if let Some(why) = &looked.refused {
            let text = given.texts.named("import-on-no-shelf", why);
            ui.add(egui::Label::new(RichText::new(text).color(given.tokens.error)).wrap());
        }
        let mut wanted = None;
        for (number, offer) in looked.offers.iter().enumerate() {
            if shown(ui, given, offer, can) {
                wanted = Some(number);
            }
        }
        wanted.map(|number| looked.offers.swap_remove(number).plan)
    }
}

/// Shows what could be installed; whether somebody wants it.
fn shown(ui: &mut Ui, given: &Given<'_>, offer: &Offer, can: bool) -> bool {
    let shelves = offer.shelves.join(", ");
    ui.label(given.texts.named("import-on-shelf", &shelves));
    facts(ui, &shelves, |ui| {
        for (step, by) in offer.needs() {
            let release = &step.release;
            let bytes = usize::try_from(release.file.bytes).unwrap_or(usize::MAX);
            let said = [
                release.title.clone(),
                release.licence.clone(),
                given.texts.count("share-bytes", bytes),
                given.texts.named("import-signed-by", &author(given.texts, by)),
            ];
            let said: Vec<&str> = said.iter().filter(|text| !text.is_empty()).map(|text| &**text).collect();
            ui.label(format!("{} {}", step.id, release.version));
            ui.add(egui::Label::new(said.join("; ")).wrap());
            ui.end_row();
        }
        let withdrawn = offer.needs().filter_map(|(step, _)| step.release.withdrawn.as_ref());
        for withdrawn in withdrawn {
            fact(ui, given, "import-careful", given.texts.named("shelves-withdrawn", &withdrawn.why));
        }
    });
    if offer.is_doubtful() {
        ui.add(egui::Label::new(RichText::new(given.t("import-need-other-key")).color(given.tokens.error)).wrap());
        return false;
    }
    widgets::main_button(ui, given.tokens, can, given.texts.named("import-get-with", &offer.names()))
}

/// Looks where what a pack in a file needs is to be had.
fn look(client: &Client, path: &Path, content: &str) -> Looked {
    let mut looked = Looked::default();
    let names = match client.shelves.names() {
        Ok(names) => names,
        Err(error) => return Looked { refused: Some(trouble(&error)), has_shelves: true, ..looked },
    };
    looked.has_shelves = !names.is_empty();
    for name in &names {
        match client.shelves.open(name) {
            Ok(shelf) => match offer(client, path, content, vec![shelf]) {
                Ok(offer) => looked.offers.push(offer),
                Err(why) => looked.refused = Some(why),
            },
            Err(error) => looked.odd.push(format!("{name}: {}", trouble(&error))),
        }
    }
    // What no shelf has as a whole may be on several.
    if looked.offers.is_empty() && names.len() > looked.odd.len() + 1 {
        let shelves = names.iter().filter_map(|name| client.shelves.open(name).ok()).collect();
        match offer(client, path, content, shelves) {
            Ok(offer) => looked.offers.push(offer),
            Err(why) => looked.refused = Some(why),
        }
    }
    if !looked.offers.is_empty() {
        looked.refused = None;
    }
    looked
}

/// Works out what it takes, with these shelves.
fn offer(client: &Client, path: &Path, content: &str, shelves: Vec<Shelf>) -> Result<Offer, String> {
    // Somebody has been asked: what a file needs may come from any of them.
    let plan = client.plan(&[Wanted::File(path.to_owned())], shelves, true).map_err(|error| trouble(&error))?;
    super::is_still(&plan, path, content)?;
    let mut authors = Vec::new();
    for step in &plan.steps {
        let remembered = client.remembered(&step.id).map_err(|error| trouble(&error))?;
        authors.push(Author::of(&remembered, step.release.key.as_ref()));
    }
    let mut shelves: Vec<String> = Vec::new();
    for step in &plan.steps {
        if let PackOrigin::Shelf(at) = step.origin
            && !shelves.contains(&plan.shelves[at].name)
        {
            shelves.push(plan.shelves[at].name.clone());
        }
    }
    Ok(Offer { shelves, plan, authors })
}
