//! Packs of the gallery as cards, and the details of the chosen pack.

use std::sync::Arc;

use egui::{RichText, Ui, Vec2};
use tilewright_share::index::Withdrawn;
use tilewright_share::install::UpdateNotice;

use super::PackGallery;
use super::work::{self, ChosenPack, Task};
use crate::context::EditorAction;
use crate::ui::pictures::cards::CardKey;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;
use crate::views::sharing::parts::{SharingContext, fact, facts};

/// Height of a card, in points.
const HEIGHT: f32 = 92.0;
/// Maximum number of cards; the search finds the others.
const MOST: usize = 200;

/// A pack in the list of the gallery.
struct ListedPack {
    chosen: ChosenPack,
    title: String,
    version: String,
    licence: String,
    summary: String,
}

impl PackGallery {
    /// Returns the packs that match the search: packs on shelves first, then installed packs that no shelf has.
    fn all(&self) -> Vec<ListedPack> {
        let mut all = Vec::new();
        for shelf in self.known.shelves.iter() {
            all.extend(shelf.search(&self.search).into_iter().map(|entry| ListedPack {
                chosen: (Some(shelf.name.clone()), entry.id.clone()),
                title: entry.title.clone(),
                version: entry.newest.to_string(),
                licence: entry.licence.clone(),
                summary: entry.summary.clone(),
            }));
        }
        let words = self.search.to_lowercase();
        let mut last = "";
        for pack in &self.known.installed {
            let manifest = &pack.manifest;
            let text = format!("{} {} {}", manifest.id, manifest.title, manifest.summary).to_lowercase();
            let on_shelf = self.known.shelves.iter().any(|shelf| shelf.packs().iter().any(|e| e.id == manifest.id));
            let first = std::mem::replace(&mut last, &manifest.id) != manifest.id;
            if first && !on_shelf && words.split_whitespace().all(|word| text.contains(word)) {
                all.push(ListedPack {
                    chosen: (None, manifest.id.clone()),
                    title: manifest.title.clone(),
                    version: manifest.version.clone(),
                    licence: manifest.licence.clone(),
                    summary: manifest.summary.clone(),
                });
            }
        }
        all
    }

    /// Draws the cards of all packs that match.
    pub(super) fn found(&mut self, ui: &mut Ui, given: &mut SharingContext<'_>) {
        let all = self.all();
        if all.is_empty() {
            let key = match (self.looking.is_some(), self.known.shelves.is_empty()) {
                (true, _) => "shelves-looking",
                (_, true) => "shelves-none",
                _ => "shelves-nothing",
            };
            ui.add(egui::Label::new(given.t(key)).wrap());
        }
        for found in all.iter().take(MOST) {
            if self.card(ui, given, found) {
                self.chosen = Some(found.chosen.clone());
                self.failed = None;
            }
        }
        if all.len() > MOST {
            ui.label(given.texts.count("share-more", all.len() - MOST));
        }
    }

    /// Draws a card; returns true if it was clicked.
    fn card(&self, ui: &mut Ui, given: &mut SharingContext<'_>, found: &ListedPack) -> bool {
        let tokens = given.tokens;
        let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), HEIGHT), egui::Sense::click());
        let is_chosen = self.chosen.as_ref() == Some(&found.chosen);
        let name = if found.title.is_empty() { &found.chosen.1 } else { &found.title };
        let said = format!("{name}, {}", self.state(given, found));
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen, &said));
        widgets::set_name(ui, &response, &said);
        let fill = match (is_chosen, response.hovered()) {
            (true, _) => tokens.chosen,
            (_, true) => tokens.hovered,
            _ => tokens.raised,
        };
        let line = if response.has_focus() { (3.0, tokens.focus) } else { (1.0, tokens.line) };
        ui.painter().rect(rect, 6.0, fill, line, egui::StrokeKind::Inside);
        let inside = egui::UiBuilder::new().max_rect(rect.shrink(8.0));
        let mut inside = ui.new_child(inside.layout(egui::Layout::left_to_right(egui::Align::Min)));
        inside.set_clip_rect(rect.intersect(ui.clip_rect()));
        // Only installed packs have pictures, because shelves provide none.
        let is_here = self.known.find_installed(&found.chosen.1).is_some();
        let id: Arc<str> = found.chosen.1.as_str().into();
        let card = given.cards.get(&CardKey::Others(id.clone())).or_else(|| given.cards.get(&CardKey::Included(id)));
        let card = card.filter(|_| is_here);
        if let Some(picture) = card.and_then(|card| card.picture.as_ref()) {
            let size = picture.size_vec2();
            let width = 120.0;
            inside.image(egui::load::SizedTexture::new(picture.id(), Vec2::new(width, width * size.y / size.x)));
        }
        inside.vertical(|ui| {
            let line = |ui: &mut Ui, text: RichText| {
                ui.add(egui::Label::new(text).selectable(false).truncate());
            };
            line(ui, RichText::new(name).medium());
            let licence = if found.licence.is_empty() { String::new() } else { format!(" · {}", found.licence) };
            line(ui, RichText::new(format!("{} {}{licence}", found.chosen.1, found.version)).small());
            let is_here = self.known.find_installed(&found.chosen.1).is_some();
            let colour = if is_here { tokens.good } else { tokens.weak };
            line(ui, RichText::new(self.state(given, found)).small().color(colour));
            line(ui, RichText::new(&found.summary).small().color(tokens.weak));
        });
        response.clicked()
    }

    /// Returns the state of a pack, compared with the installed version.
    fn state(&self, given: &SharingContext<'_>, found: &ListedPack) -> String {
        let id = &found.chosen.1;
        let newer = self.known.news.iter().any(|news| matches!(news, UpdateNotice::Newer(other, ..) if other == id));
        let withdrawn =
            self.known.news.iter().any(|news| matches!(news, UpdateNotice::Withdrawn(other, ..) if other == id));
        match self.known.find_installed(id) {
            None => given.t("shelves-not-here"),
            Some(pack) if withdrawn => given.texts.with_name("shelves-withdrawn-here", &pack.version.to_string()),
            Some(pack) if newer => given.texts.with_name("shelves-newer", &pack.version.to_string()),
            Some(pack) => given.texts.with_name("shelves-here", &pack.version.to_string()),
        }
    }

    /// Draws the details of the chosen pack.
    pub(super) fn details(&mut self, ui: &mut Ui, given: &mut SharingContext<'_>) {
        let Some(chosen) = self.chosen.clone() else {
            ui.label(RichText::new(given.t("shelves-choose")).color(given.tokens.weak));
            return;
        };
        let (shelf, id) = &chosen;
        let here = self.known.find_installed(id).cloned();
        let mut wanted = None;
        let title = self.all().into_iter().find(|found| found.chosen == chosen).map(|found| found.title);
        ui.label(RichText::new(title.filter(|title| !title.is_empty()).as_ref().unwrap_or(id)).medium().size(17.0));
        if let Some(shelf) = shelf {
            ui.label(given.texts.with_name("shelves-on", shelf));
        }
        for news in &self.known.news {
            if let UpdateNotice::Withdrawn(other, version, why) = news
                && other == id
            {
                let text = format!("{version}: {}", withdrawn(given, why));
                ui.add(egui::Label::new(RichText::new(text).color(given.tokens.warning)).wrap());
            }
        }
        let record = self.record(ui.ctx()).cloned();
        match &record {
            Some(Ok(Some(record))) => {
                let newest = record.newest();
                ui.add(egui::Label::new(&newest.summary).wrap());
                facts(ui, "details", |ui| {
                    fact(ui, given, "import-by", newest.authors.join(", "));
                    fact(ui, given, "share-changed-from", newest.changed_from.clone());
                    let none = || given.t("import-no-licence");
                    let licence = if newest.licence.is_empty() { none() } else { newest.licence.clone() };
                    fact(ui, given, "share-licence", licence);
                    fact(ui, given, "import-needs", newest.needs.join(", "));
                    fact(ui, given, "import-conflicts", newest.conflicts.join(", "));
                });
                ui.label(RichText::new(given.t("shelves-versions")).color(given.tokens.weak));
                for release in &record.versions {
                    ui.horizontal_wrapped(|ui| {
                        let text = format!("{id} {}", release.version);
                        let installed = self.known.installed.iter().any(|p| p.manifest.content() == release.content);
                        if installed {
                            ui.label(given.texts.with_name("shelves-there", &text));
                        } else {
                            let install = ui.button(given.texts.with_name("shelves-install", &text));
                            if install.clicked() {
                                wanted =
                                    shelf.clone().map(|shelf| Task::Pack(shelf, format!("{id}@{}", release.version)));
                            }
                        }
                        if let Some(why) = &release.withdrawn {
                            let text = withdrawn(given, why);
                            ui.add(egui::Label::new(RichText::new(text).color(given.tokens.warning)).wrap());
                        }
                    });
                }
            }
            Some(Ok(None)) => {}
            Some(Err(why)) => {
                ui.add(egui::Label::new(RichText::new(why.to_string()).color(given.tokens.error)).wrap());
            }
            None if shelf.is_some() => {
                ui.label(given.t("shelves-looking"));
            }
            None => {}
        }
        if let Some(pack) = here {
            ui.horizontal_wrapped(|ui| {
                if ui.button(given.t("shelves-play")).clicked() {
                    given.actions.push(EditorAction::OpenFound(id.as_str().into()));
                    given.actions.push(EditorAction::CloseSharing);
                }
                if ui.button(given.t("shelves-remove")).on_hover_text(given.t("shelves-remove-about")).clicked() {
                    self.doing = work::remove(ui.ctx(), given, pack.manifest.id.clone());
                }
            });
        }
        if let Some(wanted) = wanted {
            self.plan(ui.ctx(), given, wanted);
        }
    }
}

/// Returns the reason why a version was withdrawn, and its replacement.
pub(super) fn withdrawn(given: &SharingContext<'_>, why: &Withdrawn) -> String {
    match &why.instead {
        Some(instead) => {
            let values = [("why", why.why.as_str().into()), ("instead", instead.as_str().into())];
            given.texts.with("shelves-withdrawn-instead", &values)
        }
        None => given.texts.with_name("shelves-withdrawn", &why.why),
    }
}
