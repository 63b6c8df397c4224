//! The handbook: its topics, the read-mes of packs and the reference on the left, the current page on the right. The
//! search covers all pages.

mod pages;

use std::sync::Arc;

use egui::{Button, Context, Frame, Grid, Label, Panel, RichText, ScrollArea, TextStyle, Ui, Window};
use tilewright_editor_model::pack::analysis::PackSurroundings;
use tilewright_editor_model::pack::document::PackDocument;
use tilewright_editor_model::texts::UiTexts;
use tilewright_handbook::{CodeBlock, Destination, Hit, Phrase, Piece, topic, topics};

use crate::ui::theme::{Emphasis, GAP, Tokens};
use crate::ui::widgets;

/// Indentation of nested list items, in points.
const INDENT: f32 = 18.0;

/// State of the handbook window.
#[derive(Default)]
pub struct Handbook {
    is_open: bool,
    pages: pages::Pages,
    /// Key of the current page; `None` until a page is opened, which shows the first topic.
    key: Option<Arc<str>>,
    /// Heading to scroll to in the next frame; an empty string is the top of the page.
    anchor: Option<String>,
    wanted: String,
    /// Results of the search, updated when the query changes instead of in every frame.
    hits: Vec<(Arc<str>, Hit)>,
}

impl Handbook {
    /// Opens the handbook at the last page.
    pub fn open(&mut self) {
        self.is_open = true;
    }

    /// Opens the handbook at a page, and at a heading if `anchor` is given.
    pub fn open_at(&mut self, key: &str, anchor: Option<String>) {
        self.is_open = true;
        self.go(key, anchor);
    }

    fn go(&mut self, key: &str, anchor: Option<String>) {
        // A page opens at its top, even if the previous page was scrolled.
        self.anchor = Some(anchor.unwrap_or_default());
        self.key = Some(key.into());
    }

    /// Draws the window if it is open.
    pub fn show(
        &mut self,
        ctx: &Context,
        texts: &UiTexts,
        tokens: &'static Tokens,
        document: Option<&PackDocument>,
        surroundings: &PackSurroundings,
    ) {
        let mut is_open = self.is_open;
        if is_open && self.pages.renew(document, surroundings) {
            self.hits = self.pages.search(&self.wanted);
        }
        let room = ctx.content_rect().size();
        Window::new(texts.get("command-handbook"))
            .id(egui::Id::unique("handbook"))
            .open(&mut is_open)
            .default_size([980.0_f32.min(room.x - 40.0), 640.0_f32.min(room.y - 80.0)])
            .show(ctx, |ui| {
                Panel::left("topics").resizable(true).default_size(250.0).show(ui, |ui| self.list(ui, texts, tokens));
                Frame::new().inner_margin(egui::Margin { left: 12, ..egui::Margin::ZERO }).show(ui, |ui| {
                    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.page(ui, texts, tokens));
                });
            });
        self.is_open = is_open;
    }

    fn list(&mut self, ui: &mut Ui, texts: &UiTexts, tokens: &'static Tokens) {
        if widgets::filter(ui, &mut self.wanted, &texts.get("handbook-search")).changed() {
            self.hits = self.pages.search(&self.wanted);
        }
        let mut chosen = None;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if self.wanted.trim().is_empty() {
                for (name, rows) in self.pages.groups() {
                    ui.add_space(GAP);
                    ui.label(RichText::new(texts.get(name)).small().color(tokens.weak));
                    for row in rows {
                        let is_read = self.key.as_deref() == Some(row.key);
                        let mut entry = ui.add(Button::selectable(is_read, &*row.topic.title).wrap());
                        if !row.topic.summary.is_empty() {
                            entry = entry.on_hover_text(&row.topic.summary);
                        }
                        if entry.clicked() {
                            chosen = Some((Arc::from(row.key), None));
                        }
                    }
                }
                return;
            }
            if self.hits.is_empty() {
                ui.label(RichText::new(texts.get("handbook-none")).color(tokens.weak));
            }
            for (key, hit) in &self.hits {
                let title = if hit.section.is_empty() || hit.section == hit.title {
                    hit.title.clone()
                } else {
                    // The name of a function is short enough without its parameters.
                    let of_rules = key.starts_with("rules/");
                    let name = hit.section.split('(').next().filter(|_| of_rules).unwrap_or(&hit.section);
                    format!("{}: {name}", hit.title)
                };
                if ui.add(Button::selectable(false, title).wrap()).clicked() {
                    chosen = Some((key.clone(), Some(hit.anchor.clone())));
                }
                ui.label(RichText::new(&hit.excerpt).small().color(tokens.weak));
                ui.add_space(GAP);
            }
        });
        if let Some((key, anchor)) = chosen {
            self.go(&key, anchor);
        }
    }

    fn page(&mut self, ui: &mut Ui, texts: &UiTexts, tokens: &'static Tokens) {
        let shown = self.key.as_deref().and_then(|key| self.pages.page(key)).or_else(|| topics().first());
        let Some(shown) = shown else { return };
        // The first topic replaces the read-me of a pack that was closed.
        if self.key.as_deref().is_none_or(|key| self.pages.page(key).is_none()) {
            self.key = Some(shown.slug.into());
        }
        if texts.code() != "en" {
            ui.label(RichText::new(texts.get("handbook-english")).small().color(tokens.weak));
        }
        let anchor = self.anchor.take();
        let mut followed = None;
        for (number, piece) in shown.pieces.iter().enumerate() {
            match piece {
                Piece::Heading { level, phrases, anchor: own } => {
                    ui.add_space(if number == 0 { 0.0 } else { GAP });
                    let text = RichText::new(tilewright_handbook::plain(phrases)).medium();
                    let text = if *level < 3 { text.heading() } else { text };
                    let heading = ui.label(text);
                    let wanted = anchor.as_deref();
                    if wanted == Some(own) || wanted == Some("") && number == 0 {
                        heading.scroll_to_me(Some(egui::Align::TOP));
                    }
                }
                other => show_piece(ui, texts, tokens, other, number, &mut followed),
            }
            ui.add_space(4.0);
        }
        match followed {
            Some(Destination::Topic { slug, anchor }) if topic(&slug).is_some() => self.go(&slug, anchor),
            Some(Destination::Web(address)) => ui.ctx().open_url(egui::OpenUrl::new_tab(address)),
            Some(Destination::Topic { .. } | Destination::Broken(_)) | None => {}
        }
    }
}

/// Draws a piece of a page with its number on the page; a clicked link is stored in `followed`.
pub(crate) fn show_piece(
    ui: &mut Ui,
    texts: &UiTexts,
    tokens: &'static Tokens,
    piece: &Piece,
    number: usize,
    followed: &mut Option<Destination>,
) {
    match piece {
        Piece::Heading { phrases, .. } => {
            ui.label(RichText::new(tilewright_handbook::plain(phrases)).medium());
        }
        Piece::Paragraph(phrases) => line(ui, tokens, phrases, followed),
        Piece::Item { depth, number, phrases } => {
            ui.horizontal_top(|ui| {
                ui.add_space(INDENT * (*depth as f32 + 0.5));
                ui.label(number.map_or_else(|| "•".to_owned(), |number| format!("{number}.")));
                ui.vertical(|ui| line(ui, tokens, phrases, followed));
            });
        }
        Piece::Code(code) => block(ui, texts, tokens, code, number),
        Piece::Table { head, rows } => {
            ScrollArea::horizontal().id_salt(("table", number)).show(ui, |ui| {
                Grid::new(("cells", number)).striped(true).spacing([GAP, 4.0]).show(ui, |ui| {
                    for cell in head {
                        ui.label(RichText::new(tilewright_handbook::plain(cell)).medium());
                    }
                    ui.end_row();
                    for row in rows {
                        for cell in row {
                            ui.scope(|ui| {
                                ui.set_max_width(360.0);
                                line(ui, tokens, cell, followed);
                            });
                        }
                        ui.end_row();
                    }
                });
            });
        }
    }
}

/// Draws formatted text, wrapped as a whole; a clicked link is stored in `followed`.
fn line(ui: &mut Ui, tokens: &'static Tokens, phrases: &[Phrase], followed: &mut Option<Destination>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for phrase in phrases {
            let mut text = RichText::new(&phrase.text);
            if phrase.code {
                text = text.monospace();
            }
            if phrase.strong {
                text = text.medium();
            }
            if phrase.emphasis {
                text = text.italics();
            }
            match &phrase.link {
                // A read-me may link to files that exist only in its folder.
                Some(to) if !matches!(to, Destination::Broken(_)) => {
                    if ui.link(text).clicked() {
                        *followed = Some(to.clone());
                    }
                }
                _ => {
                    ui.add(Label::new(text.color(tokens.text)));
                }
            }
        }
    });
}

/// Draws a block of code with the name of its file and a button that copies it.
fn block(ui: &mut Ui, texts: &UiTexts, tokens: &'static Tokens, code: &CodeBlock, number: usize) {
    Frame::new().fill(tokens.raised).stroke((1.0, tokens.line)).inner_margin(8).show(ui, |ui| {
        ui.horizontal(|ui| {
            if let Some(file) = &code.file {
                ui.label(RichText::new(file).small().color(tokens.weak));
            }
            if ui.small_button(texts.get("handbook-copy")).clicked() {
                ui.ctx().copy_text(code.text.clone());
            }
        });
        ScrollArea::horizontal().id_salt(("code", number)).show(ui, |ui| {
            let text = RichText::new(code.text.trim_end()).text_style(TextStyle::Monospace).color(tokens.text);
            ui.add(Label::new(text).extend());
        });
    });
}
