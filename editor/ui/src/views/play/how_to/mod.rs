//! The window that explains the game at the table. Its pages are made from the texts, read-mes and worked examples of
//! the packs, so that an author writes nothing for it.

mod examples;

use std::sync::Arc;

use egui::{Button, Context, Frame, Label, Panel, RichText, ScrollArea, Ui, Window};
use tilewright_core::catalog::lattice::Turn;
use tilewright_editor_model::table::TableGame;
use tilewright_handbook::read;
use tilewright_kit::packs::find::Finder;
use tilewright_wording::how_to::{RulesEntry, RulesSection, RulesTopic, explain_game};

use self::examples::WorkedExamples;
use crate::context::ViewCx;
use crate::ui::pictures::{PictureCache, Subject};
use crate::ui::theme::{Emphasis, GAP};
use crate::views::handbook;

/// Width of the pictures of tiles and figures, in points.
const TILE: f32 = 56.0;
const FIGURE: f32 = 28.0;
/// Indentation of the text next to them, in points.
const BESIDE: f32 = 68.0;

/// State of the window.
#[derive(Default)]
pub struct HowToPlay {
    is_open: bool,
    /// Topic to scroll to in the next frame.
    wanted: Option<RulesTopic>,
    /// Topic of the question for which the window was opened, which stays highlighted.
    asked: Option<RulesTopic>,
    /// Sections with the voice, the table and its rules that they were made for.
    page: Option<((u64, u64, usize), Vec<RulesSection>)>,
    examples: WorkedExamples,
}

impl HowToPlay {
    /// Opens the window at the topic of the question that waits. Its examples are played in the background.
    pub(crate) fn open(&mut self, ctx: &Context, table: &TableGame, finder: &Finder) {
        self.is_open = true;
        self.asked = table.session().decision().map(RulesTopic::of_decision);
        self.wanted.clone_from(&self.asked);
        self.examples.begin(ctx, table.catalog(), finder);
    }

    /// True if no example is being played, for tests of the editor.
    pub(crate) fn has_examples(&mut self, ctx: &Context) -> bool {
        self.examples.look(ctx);
        !self.examples.is_at_work()
    }

    /// Draws the window if it is open.
    pub(crate) fn show(&mut self, ctx: &Context, cx: &mut ViewCx<'_>, table: Option<&TableGame>) {
        let Some(table) = table.filter(|_| self.is_open) else { return };
        self.examples.look(ctx);
        let key = (cx.texts.voice(), table.number(), table.rules().1);
        if self.page.as_ref().is_none_or(|(known, _)| *known != key) {
            let sections = explain_game(table.catalog(), cx.texts.code(), &|pack| read_me(cx, pack));
            self.page = Some((key, sections));
        }
        let mut is_open = true;
        let room = ctx.content_rect().size();
        Window::new(cx.t("how-to-play"))
            .id(egui::Id::unique("how to play"))
            .open(&mut is_open)
            .default_size([820.0_f32.min(room.x - 40.0), 600.0_f32.min(room.y - 80.0)])
            .default_pos([(room.x - 860.0).max(20.0), 60.0])
            .show(ctx, |ui| {
                let topics = Panel::left("topics of the rules").resizable(true).default_size(190.0);
                topics.show(ui, |ui| self.list(ui, cx, table));
                Frame::new().inner_margin(egui::Margin { left: 12, ..egui::Margin::ZERO }).show(ui, |ui| {
                    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.page(ui, cx, table));
                });
            });
        self.is_open = is_open;
    }

    fn list(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, table: &TableGame) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let sections = self.page.iter().flat_map(|(_, sections)| sections);
            let topics = sections.map(|section| (section.topic.clone(), title(cx, table, &section.topic)));
            let examples = (!self.examples.all().is_empty()).then(|| (RulesTopic::Examples, cx.t("how-examples")));
            for (topic, title) in topics.chain(examples) {
                if ui.add(Button::selectable(false, title).wrap()).clicked() {
                    self.wanted = Some(topic);
                }
            }
        });
    }

    fn page(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame) {
        let wanted = self.wanted.take();
        let Some((_, sections)) = &self.page else { return };
        for (place, section) in sections.iter().enumerate() {
            let heading = ui.label(RichText::new(title(cx, table, &section.topic)).heading());
            if wanted.as_ref() == Some(&section.topic) {
                heading.scroll_to_me(Some(egui::Align::TOP));
            }
            for (number, entry) in section.entries.iter().enumerate() {
                let id = (place, number);
                let shown = ui.push_id(id, |ui| show_entry(ui, cx, table, entry, number)).response;
                if let (Some(RulesTopic::Step(asked)), RulesEntry::Step(step, _)) = (&self.asked, entry)
                    && asked == step
                {
                    ui.painter().rect_filled(shown.rect.expand(2.0), 4.0, cx.tokens.accent.gamma_multiply(0.15));
                    if wanted == self.asked {
                        shown.scroll_to_me(Some(egui::Align::Center));
                    }
                }
            }
            ui.add_space(GAP);
        }
        if self.examples.all().is_empty() && !self.examples.is_at_work() {
            return;
        }
        let heading = ui.label(RichText::new(cx.t("how-examples")).heading());
        if wanted == Some(RulesTopic::Examples) {
            heading.scroll_to_me(Some(egui::Align::TOP));
        }
        self.examples.show(ui, cx);
    }
}

/// Returns the heading of a section.
fn title(cx: &ViewCx<'_>, table: &TableGame, topic: &RulesTopic) -> String {
    let key = match topic {
        RulesTopic::Pack(id) => {
            let pack = table.catalog().packs.iter().find(|pack| pack.id == *id);
            return pack.map_or_else(|| id.to_string(), |pack| pack.title.to_string());
        }
        RulesTopic::Turn | RulesTopic::Step(_) => "how-turn",
        RulesTopic::Figures => "how-figures",
        RulesTopic::Tiles => "how-tiles",
        RulesTopic::Examples => "how-examples",
    };
    cx.t(key)
}

/// Returns the read-me of a pack that is open or known.
fn read_me(cx: &ViewCx<'_>, pack: &str) -> Option<Arc<str>> {
    let files = if **cx.document.id() == *pack { Some(cx.document.files()) } else { cx.surroundings.files(pack) };
    files?.get("README.md").cloned()
}

fn show_entry(ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame, entry: &RulesEntry, number: usize) {
    let catalog = table.catalog();
    match entry {
        RulesEntry::Text(text) => {
            ui.add(Label::new(text).wrap());
        }
        RulesEntry::ReadMe(text) => {
            for (number, piece) in read(text, "").pieces.iter().enumerate() {
                handbook::show_piece(ui, cx.texts, cx.tokens, piece, number, &mut None);
            }
        }
        RulesEntry::Step(_, text) => {
            ui.add(Label::new(format!("{}. {text}", number + 1)).wrap());
        }
        RulesEntry::Figure(kind, text) => {
            let subject = Subject::Figure(catalog.figures.key(*kind).into(), 0);
            with_picture(ui, cx.pictures, &subject, FIGURE, |ui| {
                ui.add(Label::new(text).wrap());
            });
        }
        RulesEntry::Tile(kind, name, help) => {
            let subject = Subject::Tile(catalog.kinds.key(*kind).into(), Turn::NONE);
            with_picture(ui, cx.pictures, &subject, TILE, |ui| {
                ui.add(Label::new(RichText::new(name).medium()).wrap());
                ui.add(Label::new(help).wrap());
            });
        }
    }
}

/// Draws a picture with a text next to it.
fn with_picture(ui: &mut Ui, pictures: &mut PictureCache, subject: &Subject, width: f32, beside: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        let start = ui.cursor().min.x;
        if let Some(shown) = pictures.get(subject, width) {
            ui.image(egui::load::SizedTexture::new(shown.texture, shown.size * (width / shown.size.max_elem())));
        }
        let used = ui.cursor().min.x - start;
        ui.add_space((BESIDE - used).max(0.0));
        ui.vertical(beside);
    });
}
