//! The table: the open pack is played from wherever it stands, by people and bots, and goes on with every change that
//! leaves the pack playable.

use std::sync::Arc;

use egui::{RichText, ScrollArea, Ui};
use tilewright_core::decision::{Options, Pick};
use tilewright_core::lattice::Cell;
use tilewright_core::sheet::Seat;

use tilewright_kit::reload::Reloaded;

use crate::document::Change;
use crate::table::{Chooser, Setup, Table, words};
use crate::views::play::{Play, why_not};
use crate::views::{Action, Cx, Weight};
use crate::widgets;
use crate::widgets::board::{Camera, Shown, Spot, board};

/// Options that are listed; the rest is told by number.
const MOST_LISTED: usize = 60;

/// How the game is played on.
#[derive(Default)]
pub struct TableView {
    /// The turn of the tile in play that is wanted.
    turn: u8,
    /// The place under the pointer, by number.
    over: Option<usize>,
    playing: bool,
}

impl TableView {
    /// Draws it.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play) {
        let Some(good) = cx.good else {
            ui.label(RichText::new(cx.t("try-waiting")).color(cx.tokens.weak));
            return;
        };
        if play.table.is_none() {
            self.begin(cx, play, 1);
        } else if play.revision != good.revision {
            reload(cx, play);
        }
        self.controls(ui, cx, play);
        if let Some(trouble) = &play.trouble {
            ui.label(RichText::new(trouble).color(cx.tokens.error));
        }
        let Some(table) = &mut play.table else { return };
        if let Some(trouble) = table.trouble() {
            ui.label(RichText::new(trouble).color(cx.tokens.error));
        }
        scores(ui, cx, table);
        self.play_on(ui, play);
        self.ask(ui, cx, play);
        why_not::beside_pointer(ui, cx, play);
    }

    fn begin(&mut self, cx: &Cx<'_>, play: &mut Play, seed: u64) {
        let Some(good) = cx.good else { return };
        let seats = good.loaded.catalog().map_or(2, |c| c.seats.0.max(2));
        let mut choosers = vec![Chooser::Random; usize::from(seats)];
        choosers[0] = Chooser::Person;
        play.revision = good.revision;
        (self.playing, play.camera) = (false, Camera::default());
        match Table::begin(&good.loaded, Setup { seats: choosers, seed }) {
            Ok(table) => (play.table, play.trouble) = (Some(table), None),
            Err(why) => play.trouble = Some(why),
        }
    }

    fn controls(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play) {
        let mut again = None;
        ui.horizontal_wrapped(|ui| {
            let seed = play.table.as_ref().map_or(1, |t| t.setup().seed);
            if ui.button(cx.t("try-new")).clicked() {
                again = Some(seed.wrapping_add(1));
            }
            if ui.button(cx.t("try-again")).clicked() {
                again = Some(seed);
            }
            let Some(table) = &mut play.table else { return };
            let can = !table.is_over() && table.trouble().is_none();
            if ui.add_enabled(can, egui::Button::new(cx.t("try-step"))).clicked() {
                table.step();
            }
            let play_or_pause = if self.playing { cx.t("try-pause") } else { cx.t("try-play") };
            if ui.add_enabled(can, egui::Button::new(play_or_pause)).clicked() {
                self.playing = !self.playing;
            }
            if ui.add_enabled(table.session().answers() > 0, egui::Button::new(cx.t("try-back"))).clicked() {
                self.playing = false;
                table.undo();
            }
            let test = ui.add_enabled(table.session().answers() > 0, egui::Button::new(cx.t("try-test")));
            if test.on_hover_text(cx.t("try-test-about")).clicked() {
                save_as_test(cx, table);
            }
            if ui.button(cx.t("try-fit")).clicked() {
                play.camera.fits = true;
            }
        });
        if let Some(seed) = again {
            self.begin(cx, play, seed);
        }
    }

    /// Bots answer: their own seats always, all seats while it plays by itself.
    fn play_on(&mut self, ui: &Ui, play: &mut Play) {
        let Some(table) = &mut play.table else { return };
        if table.is_over() || table.trouble().is_some() {
            self.playing = false;
            return;
        }
        if self.playing {
            table.step();
            ui.ctx().request_repaint();
            return;
        }
        // A turn of bots only would never come to an end; people see each of their own.
        let mut left = 200;
        while !table.asks_person() && left > 0 && table.step() {
            left -= 1;
        }
        if left == 0 {
            ui.ctx().request_repaint();
        }
    }

    fn ask(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play) {
        let Some(table) = &mut play.table else { return };
        let language = cx.texts.code().to_owned();
        let nothing = cx.t("try-nothing");
        let game = table.game();
        let mut chosen: Option<Pick> = None;
        let mut spots: Vec<(Cell, Vec<(u8, Pick)>)> = Vec::new();
        let mut kind: Option<Arc<str>> = None;
        match table.session().decision().filter(|_| table.trouble().is_none()) {
            None if table.is_over() => {
                ui.label(RichText::new(cx.t("try-over")).strong());
            }
            None => {}
            Some(decision) => {
                let question = words::question(game, &language, decision);
                ui.label(
                    RichText::new(format!("{}: {question}", cx.texts.count("try-seat", decision.seat.index() + 1)))
                        .strong(),
                );
                spots = words::placements(game, decision);
                if let Options::Placements { kind: id, .. } = &decision.options {
                    kind = Some(game.catalog().kinds.key(*id).into());
                } else if !spots.is_empty() {
                    kind = game.view(None).public().tile_in_play().map(|id| game.catalog().kinds.key(id).into());
                }
                let others: Vec<Pick> = decision
                    .options
                    .iter(game)
                    .filter(|p| !matches!(words::meant(&decision.options, *p), Some(Pick::Placement { .. })))
                    .collect();
                ScrollArea::vertical().id_salt("options").max_height(132.0).show(ui, |ui| {
                    ui.horizontal_wrapped(|ui| {
                        for pick in others.iter().take(MOST_LISTED) {
                            if ui.button(words::option(game, &language, decision, *pick, &nothing)).clicked() {
                                chosen = Some(*pick);
                            }
                        }
                        if others.len() > MOST_LISTED {
                            ui.label(cx.texts.count("try-more", others.len() - MOST_LISTED));
                        }
                    });
                });
            }
        }
        if let Some(kind) = &kind {
            self.hand(ui, cx, kind, &spots);
        }
        let Some(table) = &mut play.table else { return };
        let game = table.game();
        let shown: Vec<Spot> = spots
            .iter()
            .map(|(cell, _)| Spot { cell: *cell, name: cx.texts.named("try-place", &cell.to_string()) })
            .collect();
        let turn_at = |turns: &[(u8, Pick)], wanted: u8| {
            turns.iter().find(|(turn, _)| *turn >= wanted).or_else(|| turns.first()).copied()
        };
        let over = self.over;
        let ghost = over
            .and_then(|n| spots.get(n))
            .and_then(|(cell, turns)| Some((kind.clone()?, turn_at(turns, self.turn)?.0, *cell)));
        let shown = Shown { game, spots: &shown, ghost: ghost.as_ref(), lights: &play.shown };
        let touched = board(ui, &shown, &mut play.camera, cx.pictures, cx.tokens);
        play.pointed = touched.pointed;
        if touched.over != over {
            self.over = touched.over;
            ui.ctx().request_repaint();
        }
        if let Some((_, turns)) = touched.chosen.and_then(|n| spots.get(n)) {
            chosen = turn_at(turns, self.turn).map(|(_, pick)| pick);
        }
        if let Some(pick) = chosen {
            self.turn = 0;
            table.answer(pick);
        }
    }

    /// The tile in play, and the button that turns it.
    fn hand(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, kind: &Arc<str>, spots: &[(Cell, Vec<(u8, Pick)>)]) {
        let sides = cx.catalog().map_or(4, |c| c.lattice.sides() as u8);
        ui.horizontal(|ui| {
            let subject = crate::pictures::Subject::Tile(kind.clone(), self.turn);
            if let Some(shown) = cx.pictures.get(&subject, 56.0) {
                let size = shown.size * 56.0;
                let picture = ui.image(egui::load::SizedTexture::new(shown.texture, size));
                widgets::named(ui, &picture, &cx.texts.named("try-tile", kind));
            }
            let turn = ui.button(cx.t("try-turn")).on_hover_text(cx.t("try-turn-keys"));
            let typing = ui.ctx().egui_wants_keyboard_input();
            if turn.clicked() || (!typing && ui.input(|i| i.key_pressed(egui::Key::R))) {
                // To the next turn that fits anywhere.
                let fits = |t: u8| spots.iter().any(|(_, turns)| turns.iter().any(|(u, _)| *u == t));
                let next = (1..=sides).map(|by| (self.turn + by) % sides);
                self.turn = next.into_iter().find(|t| fits(*t)).unwrap_or(self.turn);
            }
        });
    }
}

fn reload(cx: &mut Cx<'_>, play: &mut Play) {
    let (Some(good), Some(table)) = (cx.good, &mut play.table) else { return };
    play.revision = good.revision;
    match table.reload(&good.loaded) {
        Ok(done) => {
            play.trouble = None;
            if let Reloaded::Replayed { answers, of, stopped: Some(_), .. } = done {
                let values = [("answers", answers.into()), ("of", of.into())];
                let text = cx.texts.with("try-shorter", &values);
                cx.ask(Action::Notify(Weight::Note, text));
            }
        }
        Err(_) => play.trouble = Some(cx.t("try-errors")),
    }
}

fn scores(ui: &mut Ui, cx: &Cx<'_>, table: &mut Table) {
    let scores: Vec<i32> = table.game().scores().to_vec();
    let mut change = None;
    ui.horizontal_wrapped(|ui| {
        for (seat, points) in scores.iter().enumerate() {
            let colour = tilewright_art::board::seat_color(Seat(seat as u8));
            let [red, green, blue] = colour.rgb;
            let colour = egui::Color32::from_rgb(red, green, blue);
            let (dot, _) = ui.allocate_exact_size(egui::Vec2::splat(12.0), egui::Sense::hover());
            ui.painter().circle(dot.center(), 5.0, colour, egui::Stroke::new(1.0, cx.tokens.text));
            ui.label(RichText::new(format!("{} {points}", cx.texts.count("try-seat", seat + 1))).strong());
            let is_person = table.setup().seats[seat] == Chooser::Person;
            let word = if is_person { cx.t("try-person") } else { cx.t("try-random") };
            let button = ui.small_button(word);
            widgets::named(
                ui,
                &button,
                &format!(
                    "{} {}",
                    cx.texts.count("try-seat", seat + 1),
                    if is_person { cx.t("try-person") } else { cx.t("try-random") }
                ),
            );
            if button.clicked() {
                change = Some((seat, if is_person { Chooser::Random } else { Chooser::Person }));
            }
        }
    });
    if let Some((seat, chooser)) = change {
        table.seat(seat, chooser);
    }
}

/// Writes the game as a test of the pack: what was drawn and chosen, and the scores it came to.
fn save_as_test(cx: &mut Cx<'_>, table: &Table) {
    let files = cx.document.files();
    let taken = |path: &String| files.contains_key(&**path);
    let path = (1..).map(|n| format!("tests/played_{n}.ron")).find(|path| !taken(path));
    let path = path.unwrap_or_else(|| unreachable!("there are names without end"));
    let scores: Vec<String> = table.game().scores().iter().map(ToString::to_string).collect();
    let name = cx.texts.named("try-test-name", &scores.join(" : "));
    let text = tilewright_kit::tests::written(table.session(), &name) + "\n";
    let label = cx.t("try-test");
    let told = cx.texts.named("try-test-saved", &path);
    cx.change(label, vec![Change::Write { path: path.as_str().into(), text: text.into() }]);
    cx.ask(Action::Notify(Weight::Done, told));
}
