//! What is asked at the table, and the options that are not on the board.

use egui::load::SizedTexture;
use egui::{Button, Key, RichText, ScrollArea, Ui};
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::state::decision::Pick;

use super::TableView;
use crate::context::Cx;
use crate::play::table::asked::{Asked, Entry, Spot};
use crate::play::table::{Table, words};
use crate::ui::pictures::{Subject, figure_width};
use crate::ui::{icons, widgets};

/// Height of what is asked, in points: the question and a row of answers; more of them scroll, and open as a list.
pub(super) const HEIGHT: f32 = 76.0;
/// What is left free of that above and below, in points.
pub(super) const MARGIN: i8 = 4;
/// Width of a cell of the tile in play, in points; less where it would be too high, as a long tile or a triangle.
const CELL: f32 = 56.0;
/// Greatest height of a list of answers over the board, in points.
const LIST: f32 = 320.0;
/// Answers of a game after which nobody needs to be told how tiles are placed.
const NEW_HERE: usize = 12;
/// Options that are listed; the rest is told by number.
const MOST_LISTED: usize = 300;

impl TableView {
    /// What is asked, what can be answered other than on the board, and the tile in play.
    pub(super) fn question(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, table: &Table, asked: &Asked) -> Option<Pick> {
        ui.horizontal(|ui| {
            if asked.spots.iter().any(Spot::is_placement)
                && let Some(kind) = asked.kind
            {
                self.hand(ui, cx, table, kind, &asked.spots);
            } else if let Some(kind) = asked.about {
                tile(ui, cx, table, kind, Turn::NONE);
            }
            ui.vertical(|ui| self.options(ui, cx, table, asked)).inner
        })
        .inner
    }

    /// The question in words, and what can be answered other than on the board.
    fn options(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, table: &Table, asked: &Asked) -> Option<Pick> {
        let text = format!("{}: {}", cx.texts.seat(asked.seat.index()), asked.question);
        let question = egui::Label::new(RichText::new(text).heading()).truncate();
        let at = self.narrowed.and_then(|at| asked.spots.iter().find(|spot| spot.at == at));
        let entries = at.map_or(&asked.menu, |spot| &spot.entries);
        let long = is_long(&asked.menu, ui.available_width());
        // What has no room in one row is a list from the beginning, until somebody closes it.
        let mut listing = self.listing.unwrap_or(long);
        let asks = ui.horizontal(|ui| {
            if long && ui.button(cx.texts.count("try-as-list", asked.menu.len())).clicked() {
                listing = !listing;
                self.listing = Some(listing);
            }
            if table.asks_person() && ui.button(cx.t("hint-ask")).on_hover_text(cx.t("hint-about")).clicked() {
                self.hint = if self.hint.is_some() { None } else { Some(table.position()) };
            }
            ui.add(question).on_hover_text(cx.t("try-keys"));
        });
        let below = asks.response.rect.left_bottom();
        let typing = self.is_typing(ui);
        let digits =
            [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
        let by_key =
            digits.iter().position(|key| !typing && ui.input(|i| i.key_pressed(*key) && i.modifiers.is_none()));
        let mut chosen = by_key.and_then(|n| entries.get(n)).map(|entry| entry.pick);
        if at.is_some() || listing {
            let here = self.narrowed_at.filter(|_| at.is_some()).unwrap_or(below);
            let window = ui.ctx().content_rect();
            let list = egui::Area::new(ui.scope_id().with("at the place")).order(egui::Order::Foreground);
            list.fixed_pos(here).constrain_to(window).show(ui.ctx(), |ui| {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
                    let list = ScrollArea::vertical().id_salt("options at a place").min_scrolled_height(LIST);
                    list.max_height(LIST).show(ui, |ui| {
                        chosen = listed(ui, cx, table, entries).or(chosen);
                        let escaped = !typing && ui.input(|i| i.key_pressed(Key::Escape));
                        let close = if at.is_some() { "try-elsewhere" } else { "try-close-list" };
                        if ui.button(cx.t(close)).clicked() || escaped {
                            (self.narrowed, self.listing) = (None, Some(false));
                        }
                    });
                });
            });
        }
        // Until somebody knows how.
        let new_here = table.session().answers() < NEW_HERE;
        if asked.menu.is_empty() && new_here && !asked.spots.is_empty() {
            let placing = asked.spots.iter().any(Spot::is_placement);
            let told = cx.t(if placing { "try-how-to-place" } else { "try-how-to-choose" });
            let told = RichText::new(told).color(cx.tokens.weak);
            ui.add(egui::Label::new(told).truncate());
        }
        if !asked.menu.is_empty() && !listing {
            ScrollArea::vertical().id_salt("options").auto_shrink(false).show(ui, |ui| {
                ui.horizontal_wrapped(|ui| chosen = listed(ui, cx, table, &asked.menu).or(chosen));
            });
        }
        chosen
    }

    /// The place for the tile that one points at, and how it would lie there; elsewhere as it was turned last.
    fn pointed_at<'s>(&self, spots: &'s [Spot]) -> (Option<&'s Spot>, Turn) {
        let here = self.over.and_then(|n| spots.get(n)).filter(|spot| spot.is_placement());
        (here, here.and_then(|spot| spot.turned(self.turn)?.turn).unwrap_or(self.turn))
    }

    /// Turns the tile in play to the next turn that fits where one points, or anywhere.
    pub(super) fn turn_on(&mut self, table: &Table, spots: &[Spot], back: bool) {
        let turns = table.catalog().lattice.turns();
        let (here, turn) = self.pointed_at(spots);
        let at = |spot: &Spot, turn| spot.entries.iter().any(|entry| entry.turn == Some(turn));
        let fits = |t: Turn| here.map_or_else(|| spots.iter().any(|spot| at(spot, t)), |spot| at(spot, t));
        let later = turns.clone().skip(turn.index() + 1).chain(turns.clone().take(turn.index()));
        let mut next: Vec<Turn> = later.collect();
        if back {
            next.reverse();
        }
        self.turn = next.into_iter().find(|&turn| fits(turn)).unwrap_or(turn);
    }

    /// The tile in play, and the button that turns it.
    fn hand(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, table: &Table, kind: TileKindId, spots: &[Spot]) {
        let (_, turn) = self.pointed_at(spots);
        ui.horizontal(|ui| {
            tile(ui, cx, table, kind, turn);
            let button =
                ui.button(icons::TURN).on_hover_text(format!("{}. {}", cx.t("try-turn"), cx.t("try-turn-keys")));
            widgets::named(ui, &button, &cx.t("try-turn"));
            let typing = self.is_typing(ui);
            let (pressed, back) = ui.input(|i| (i.key_pressed(Key::R), i.modifiers.shift));
            if button.clicked() || pressed && !typing {
                self.turn_on(table, spots, pressed && back);
                ui.ctx().request_repaint();
            }
        });
    }
}

/// Whether answers need more room than there is beside the board.
fn is_long(entries: &[Entry], room: f32) -> bool {
    let pictured = entries.iter().any(|entry| entry.kind.is_some());
    let width = |entry: &Entry| 34.0 + 7.5 * entry.text.chars().count() as f32 + picture_width(entry);
    pictured || entries.iter().map(width).sum::<f32>() > room
}

/// Buttons for options; the one that was clicked.
fn listed(ui: &mut Ui, cx: &mut Cx<'_>, table: &Table, entries: &[Entry]) -> Option<Pick> {
    let mut chosen = None;
    for entry in entries.iter().take(MOST_LISTED) {
        if option(ui, cx, table, entry).clicked() {
            chosen = Some(entry.pick);
        }
    }
    if entries.len() > MOST_LISTED {
        ui.label(cx.texts.count("try-more", entries.len() - MOST_LISTED));
    }
    chosen
}

/// Width of an option's picture, in points.
fn picture_width(entry: &Entry) -> f32 {
    match (entry.kind, entry.figure) {
        (Some(_), _) => 40.0,
        (None, Some(_)) => 20.0,
        (None, None) => 0.0,
    }
}

/// The picture of a tile that a question is about; chips say what they are called.
fn tile(ui: &mut Ui, cx: &mut Cx<'_>, table: &Table, kind: TileKindId, turn: Turn) {
    let catalog = table.catalog();
    let key = catalog.kinds.key(kind);
    let called = cx.texts.named("try-tile", &words::tile(catalog, cx.texts.code(), kind));
    match cx.pictures.get(&Subject::Tile(key.into(), turn), CELL) {
        Some(shown) => {
            let cell = CELL.min((HEIGHT - 2.0 * f32::from(MARGIN)) / shown.size.y);
            let picture = ui.image(SizedTexture::new(shown.texture, shown.size * cell)).on_hover_text(&called);
            widgets::named(ui, &picture, &called);
        }
        None => {
            ui.label(called);
        }
    }
}

/// A button for an option, with a picture of what it is about.
fn option(ui: &mut Ui, cx: &mut Cx<'_>, table: &Table, entry: &Entry) -> egui::Response {
    let catalog = table.catalog();
    let width = match entry.figure {
        Some((kind, _)) if entry.kind.is_none() => figure_width(catalog, kind, picture_width(entry)),
        _ => picture_width(entry),
    };
    let subject = match (entry.kind, entry.figure) {
        (Some(kind), _) => Some(Subject::Tile(catalog.kinds.key(kind).into(), Turn::NONE)),
        (None, Some((kind, seat))) => Some(Subject::Figure(catalog.figures.key(kind).into(), seat.0)),
        (None, None) => None,
    };
    let shown = subject.and_then(|subject| cx.pictures.get(&subject, width));
    let button = match shown {
        Some(shown) => {
            let picture = egui::Image::new(SizedTexture::new(shown.texture, shown.size * width));
            Button::image_and_text(picture.fit_to_exact_size(shown.size * width), entry.text.as_str())
        }
        None => Button::new(entry.text.as_str()),
    };
    let response = ui.add(button);
    match &entry.help {
        Some(help) => {
            widgets::named(ui, &response, &format!("{}\n{help}", entry.text));
            response.on_hover_text(help)
        }
        None => {
            widgets::named(ui, &response, &entry.text);
            response
        }
    }
}
