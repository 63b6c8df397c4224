//! The question at the table, and its options that are not on the board.

use egui::load::SizedTexture;
use egui::scroll_area::ScrollBarVisibility;
use egui::{Button, Key, RichText, ScrollArea, Ui};
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::state::decision::Pick;
use tilewright_editor_model::table::asked::{OptionPlace, QuestionOption, QuestionPrompt};
use tilewright_editor_model::table::{TableGame, words};

use super::TableView;
use crate::context::{EditorAction, EditorCommand, ViewCx};
use crate::ui::pictures::{Subject, figure_width};
use crate::ui::{icons, widgets};

/// Height of the question area in points: the question and a row of options, which scrolls.
pub(super) const HEIGHT: f32 = 76.0;
/// Margin above and below the question, in points.
pub(super) const MARGIN: i8 = 4;
/// Maximum width of a cell of the tile in play, in points; smaller for tall tiles, such as long ones or triangles.
const CELL: f32 = 56.0;
/// Maximum height of a list of options over the board, in points.
const LIST: f32 = 320.0;
/// Number of answers after which the explanation of placing tiles is no longer shown.
const NEW_HERE: usize = 12;
/// Maximum width of the description of an option, in the strip and in a list, in points.
const HELP: (f32, f32) = (600.0, 420.0);
/// Maximum number of listed options; the remainder is shown as a count.
const MOST_LISTED: usize = 300;

impl TableView {
    /// Shows the question, the options that are not on the board, and the tile in play.
    pub(super) fn question(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        table: &TableGame,
        asked: &QuestionPrompt,
    ) -> Option<Pick> {
        ui.horizontal(|ui| {
            if asked.spots.iter().any(OptionPlace::is_placement)
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

    /// Shows the text of the question and the options that are not on the board.
    fn options(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame, asked: &QuestionPrompt) -> Option<Pick> {
        let text = format!("{}: {}", cx.texts.seat(asked.seat.index()), asked.question);
        let question = egui::Label::new(RichText::new(text).heading()).truncate();
        let at = self.narrowed.and_then(|at| asked.spots.iter().find(|spot| spot.at == at));
        let entries = at.map_or(&asked.menu, |spot| &spot.entries);
        let long = is_long(&asked.menu, ui.available_width());
        // Options that do not fit in one row are a strip that scrolls; a list would cover the board, so it opens only on
        // request.
        let mut listing = self.listing;
        let asks = ui.horizontal(|ui| {
            if long && ui.button(cx.texts.count("try-as-list", asked.menu.len())).clicked() {
                listing = !listing;
                self.listing = listing;
            }
            if table.asks_person() && ui.button(cx.t("hint-ask")).on_hover_text(cx.t("hint-about")).clicked() {
                self.hint = if self.hint.is_some() { None } else { Some(table.position()) };
            }
            let about = ui.button("?").on_hover_text(cx.t("how-to-play"));
            widgets::set_name(ui, &about, &cx.t("how-to-play"));
            if about.clicked() {
                cx.ask(EditorAction::Command(EditorCommand::HowToPlay));
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
                        chosen = show_options(ui, cx, table, entries).or(chosen);
                        let escaped = !typing && ui.input(|i| i.key_pressed(Key::Escape));
                        let close = if at.is_some() { "try-elsewhere" } else { "try-close-list" };
                        if ui.button(cx.t(close)).clicked() || escaped {
                            (self.narrowed, self.listing) = (None, false);
                        }
                    });
                });
            });
        }
        // Instructions are shown only early in the game.
        let new_here = table.session().answers() < NEW_HERE;
        if asked.menu.is_empty() && !asked.spots.is_empty() {
            let placing = asked.spots.iter().any(OptionPlace::is_placement);
            let effect = asked.kind.or(asked.about);
            let effect = effect.and_then(|kind| words::tile_help(table.catalog(), cx.texts.code(), kind));
            if let Some(effect) = effect {
                widgets::two_lines(ui, &effect, cx.tokens.weak, ui.available_width());
            } else if new_here {
                let told = cx.t(if placing { "try-how-to-place" } else { "try-how-to-choose" });
                let told = RichText::new(told).color(cx.tokens.weak);
                ui.add(egui::Label::new(told).truncate());
            }
        }
        if !asked.menu.is_empty() && !listing {
            // The wheel scrolls the strip sideways.
            ui.style_mut().always_scroll_the_only_direction = true;
            let strip = ScrollArea::horizontal().id_salt("options").auto_shrink(false);
            // A bar would take the height of a picture.
            strip.scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden).show(ui, |ui| {
                ui.horizontal(|ui| chosen = show_options(ui, cx, table, &asked.menu).or(chosen));
            });
        }
        chosen
    }

    /// Returns the placement under the pointer and the turn of the tile there, or else the last turn.
    fn find_pointed<'s>(&self, spots: &'s [OptionPlace]) -> (Option<&'s OptionPlace>, Turn) {
        let here = self.over.and_then(|n| spots.get(n)).filter(|spot| spot.is_placement());
        (here, here.and_then(|spot| spot.option_for_turn(self.turn)?.turn).unwrap_or(self.turn))
    }

    /// Turns the tile in play to the next turn that fits at the pointer, or anywhere on the board.
    pub(super) fn turn_on(&mut self, table: &TableGame, spots: &[OptionPlace], back: bool) {
        let turns = table.catalog().lattice.turns();
        let (here, turn) = self.find_pointed(spots);
        let at = |spot: &OptionPlace, turn| spot.entries.iter().any(|entry| entry.turn == Some(turn));
        let fits = |t: Turn| here.map_or_else(|| spots.iter().any(|spot| at(spot, t)), |spot| at(spot, t));
        let later = turns.clone().skip(turn.index() + 1).chain(turns.clone().take(turn.index()));
        let mut next: Vec<Turn> = later.collect();
        if back {
            next.reverse();
        }
        self.turn = next.into_iter().find(|&turn| fits(turn)).unwrap_or(turn);
    }

    /// Draws the tile in play and the button that turns it.
    fn hand(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame, kind: TileKindId, spots: &[OptionPlace]) {
        let (_, turn) = self.find_pointed(spots);
        ui.horizontal(|ui| {
            tile(ui, cx, table, kind, turn);
            let button =
                ui.button(icons::TURN).on_hover_text(format!("{}. {}", cx.t("try-turn"), cx.t("try-turn-keys")));
            widgets::set_name(ui, &button, &cx.t("try-turn"));
            let typing = self.is_typing(ui);
            let (pressed, back) = ui.input(|i| (i.key_pressed(Key::R), i.modifiers.shift));
            if button.clicked() || pressed && !typing {
                self.turn_on(table, spots, pressed && back);
                ui.ctx().request_repaint();
            }
        });
    }
}

/// Returns true if the options need more than one row of width `room`.
fn is_long(entries: &[QuestionOption], room: f32) -> bool {
    let pictured = entries.iter().any(|entry| entry.kind.is_some());
    let width = |entry: &QuestionOption| 34.0 + 7.5 * entry.text.chars().count() as f32 + picture_width(entry);
    pictured || entries.iter().map(width).sum::<f32>() > room
}

/// Draws buttons for options with their descriptions; returns the option that was clicked.
fn show_options(ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame, entries: &[QuestionOption]) -> Option<Pick> {
    let mut chosen = None;
    for entry in entries.iter().take(MOST_LISTED) {
        if option(ui, cx, table, entry).clicked() {
            chosen = Some(entry.pick);
        }
        if let Some(help) = &entry.help {
            let width = if ui.layout().is_horizontal() { HELP.0 } else { HELP.1 };
            widgets::two_lines(ui, help, cx.tokens.weak, width);
        }
    }
    if entries.len() > MOST_LISTED {
        ui.label(cx.texts.count("try-more", entries.len() - MOST_LISTED));
    }
    chosen
}

/// Returns the width of an option's picture, in points.
fn picture_width(entry: &QuestionOption) -> f32 {
    match (entry.kind, entry.figure) {
        (Some(_), _) => 28.0,
        (None, Some(_)) => 20.0,
        (None, None) => 0.0,
    }
}

/// Draws the tile that a question is about; a chip shows its name.
fn tile(ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame, kind: TileKindId, turn: Turn) {
    let catalog = table.catalog();
    let key = catalog.kinds.key(kind);
    let called = cx.texts.with_name("try-tile", &words::tile(catalog, cx.texts.code(), kind));
    match cx.pictures.get(&Subject::Tile(key.into(), turn), CELL) {
        Some(shown) => {
            let cell = CELL.min((HEIGHT - 2.0 * f32::from(MARGIN)) / shown.size.y);
            let picture = ui.image(SizedTexture::new(shown.texture, shown.size * cell)).on_hover_text(&called);
            widgets::set_name(ui, &picture, &called);
        }
        None => {
            ui.label(called);
        }
    }
}

/// Draws a button for an option, with a picture of its tile or figure.
fn option(ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame, entry: &QuestionOption) -> egui::Response {
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
    let name = entry.help.as_ref().map_or_else(|| entry.text.clone(), |help| format!("{}\n{help}", entry.text));
    widgets::set_name(ui, &response, &name);
    response
}
