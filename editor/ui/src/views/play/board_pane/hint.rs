//! Hints: the best options with their expected values, from which the user can choose.

use egui::load::SizedTexture;
use egui::{Align2, Button, Grid, RichText, Ui, Vec2, Window};
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_editor_model::table::advice::Advice;
use tilewright_editor_model::table::asked::QuestionPrompt;
use tilewright_editor_model::table::{TableGame, words};
use tilewright_lab::bot::Weighed;

use super::TableView;
use crate::context::ViewCx;
use crate::ui::pictures::Subject;
use crate::ui::widgets;

/// Maximum number of options in a hint.
const TOLD: usize = 5;
/// Width of a tile's picture, in points.
const PICTURE: f32 = 28.0;

/// Interaction with the hint in a frame.
#[derive(Default)]
pub(super) struct Hinted {
    /// Option that the user chose.
    pub(super) chosen: Option<Pick>,
    /// Option under the pointer.
    pub(super) pointed: Option<Pick>,
}

impl TableView {
    /// Shows the requested hint while its question is open.
    pub(super) fn hint(
        &mut self,
        ui: &Ui,
        cx: &mut ViewCx<'_>,
        table: &mut TableGame,
        question: Option<&QuestionPrompt>,
    ) -> Hinted {
        let mut hinted = Hinted::default();
        if self.hint != Some(table.position()) || question.is_none() || !table.asks_person() {
            self.hint = None;
            return hinted;
        }
        let advice = table.advise().clone();
        let Some(decision) = table.session().decision() else { return hinted };
        let mut open = true;
        Window::new(cx.t("hint-title"))
            .id(egui::Id::unique("hint"))
            .open(&mut open)
            .collapsible(false)
            .resizable(false)
            .anchor(Align2::RIGHT_BOTTOM, Vec2::new(-16.0, -16.0))
            .show(ui.ctx(), |ui| match &advice {
                Advice::Failed(why) => {
                    ui.label(why);
                }
                Advice::Done(None) => {
                    ui.label(cx.t("hint-none"));
                }
                advice => {
                    let thinks = matches!(advice, Advice::Thinking(_));
                    let told = advice.evaluation();
                    let options = told.map_or(&[][..], |told| &told.options);
                    let asked = HintDecision { game: table.game(), decision, kind: question.and_then(|q| q.kind) };
                    show_options(ui, cx, &asked, options, &mut hinted);
                    let playouts = told.map_or(0, |told| told.playouts) as usize;
                    let how = cx.texts.count(if thinks { "hint-thinking" } else { "hint-done" }, playouts);
                    ui.label(RichText::new(how).color(cx.tokens.weak));
                    if thinks {
                        ui.ctx().request_repaint();
                    }
                }
            });
        if !open {
            self.hint = None;
        }
        hinted
    }
}

/// Decision that the options belong to.
struct HintDecision<'a> {
    game: &'a Game,
    decision: &'a Decision,
    /// Kind of the tile to place; `None` for other decisions.
    kind: Option<TileKindId>,
}

/// Draws a table of the options, best first.
fn show_options(ui: &mut Ui, cx: &mut ViewCx<'_>, asking: &HintDecision<'_>, options: &[Weighed], hinted: &mut Hinted) {
    if options.is_empty() {
        return;
    }
    let game = asking.game;
    let several = game.seat_count() > 1;
    let heads = [
        ("hint-option", "hint-option-about"),
        ("hint-lead", "hint-lead-about"),
        ("hint-own", "hint-own-about"),
        ("hint-others", "hint-others-about"),
        ("hint-tried", "hint-tried-about"),
    ];
    Grid::new("expected results of options").striped(true).spacing([14.0, 4.0]).show(ui, |ui| {
        for (head, about) in heads.into_iter().filter(|(head, _)| several || *head != "hint-others") {
            ui.label(RichText::new(cx.t(head)).color(cx.tokens.weak)).on_hover_text(cx.t(about));
        }
        ui.end_row();
        for weighed in options.iter().take(TOLD) {
            let Some(pick) = asking.decision.options.get(game, weighed.number) else { continue };
            let button = option(ui, cx, asking, pick);
            if button.hovered() || button.has_focus() {
                hinted.pointed = Some(pick);
            }
            if button.clicked() {
                hinted.chosen = Some(pick);
            }
            let error = weighed.error.map_or_else(String::new, |error| format!(" ± {error:.1}"));
            ui.label(format!("{:+.1}{error}", weighed.lead));
            ui.label(format!("{:+.1}", weighed.own));
            if several {
                ui.label(format!("{:+.1}", weighed.others));
            }
            ui.label(weighed.visits.to_string());
            ui.end_row();
        }
    });
}

/// Draws a button for an option; a placement shows the turned tile and its cell.
fn option(ui: &mut Ui, cx: &mut ViewCx<'_>, asking: &HintDecision<'_>, pick: Pick) -> egui::Response {
    let (game, decision) = (asking.game, asking.decision);
    let (response, called) = match decision.options.placement(pick) {
        None => {
            let called = words::option(game, cx.texts, decision, pick);
            (ui.button(&called), called)
        }
        Some((cell, turn)) => {
            let turned = words::turn(cx.texts, game.catalog().lattice, turn);
            let kind = asking.kind.map(|kind| game.catalog().kinds.key(kind).into());
            let shown = kind.and_then(|key| cx.pictures.get(&Subject::Tile(key, turn), PICTURE));
            let response = match shown {
                Some(shown) => {
                    let size = shown.size * PICTURE;
                    let picture = egui::Image::new(SizedTexture::new(shown.texture, size)).fit_to_exact_size(size);
                    ui.add(Button::image_and_text(picture, cell.to_string()))
                }
                None => ui.button(format!("{cell}, {turned}")),
            };
            (response, format!("{cell}, {turned}"))
        }
    };
    widgets::set_name(ui, &response, &cx.texts.with_name("hint-choose", &called));
    response
}
