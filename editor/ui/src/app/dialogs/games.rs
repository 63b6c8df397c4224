//! The dialog that lists unfinished and finished games. The user can resume, view, rename, save and remove them.

use std::path::PathBuf;

use egui::{Align, Key, Label, Layout, RichText, ScrollArea, TextEdit, Ui, UiBuilder, Vec2};
use tilewright_editor_model::pack::document::disk::shown_path;
use tilewright_kit::games::running::MOST_OVER;

use super::draw::{DialogOutcome, Draw};
use crate::context::EditorAction;
use crate::play::kept::{GameList, ListedGame};
use crate::ui::theme::{Emphasis, GAP};
use crate::ui::widgets;
use crate::views::games;

/// Width of the dialog, and size of a picture, in points.
pub(super) const WIDTH: f32 = 680.0;
const PICTURE: Vec2 = Vec2::new(136.0, 92.0);

/// View state of the list.
#[derive(Default)]
pub(super) struct GameListView {
    /// True if only games of the open pack are shown.
    only_here: bool,
    /// Game being renamed: its file, the new name, and whether the field was drawn.
    naming: Option<(PathBuf, String, bool)>,
}

impl GameListView {
    /// Cancels a rename in progress; returns true if there was one.
    pub(super) fn stop_naming(&mut self) -> bool {
        self.naming.take().is_some()
    }
}

impl Draw<'_> {
    pub(super) fn games(&self, ui: &mut Ui, list: &mut GameListView, all: &GameList) -> Option<DialogOutcome> {
        ui.heading(self.t("games-title"));
        ui.label(RichText::new(self.texts.count("games-about", MOST_OVER)).color(self.tokens.weak));
        if self.document.is_some() {
            ui.horizontal(|ui| {
                ui.selectable_value(&mut list.only_here, false, self.t("games-all"));
                ui.selectable_value(&mut list.only_here, true, self.t("games-here"));
            });
        }
        let open_only = list.only_here;
        let open = self.document.map(|document| document.folder()).filter(|_| open_only);
        let shown: Vec<&ListedGame> =
            all.all().iter().filter(|kept| open.is_none_or(|open| open == kept.game.folder)).collect();
        if shown.is_empty() {
            let key = if all.is_unread() { "games-reading" } else { "games-none" };
            ui.label(self.t(key));
        }
        // Unfinished games come first; both groups start with the newest game.
        let (over, left): (Vec<&ListedGame>, Vec<&ListedGame>) =
            shown.into_iter().partition(|kept| kept.game.final_scores().is_some());
        let first_over = over.first().map(|kept| kept.path());
        let mut outcome = None;
        let height = (ui.ctx().content_rect().height() - 260.0).max(120.0);
        // The minimum height lets the list grow again after the dialog was small.
        let area = ScrollArea::vertical().id_salt("games").max_height(height).min_scrolled_height(height);
        area.auto_shrink([false, true]).show(ui, |ui| {
            for kept in left.into_iter().chain(over) {
                if first_over == Some(kept.path()) {
                    ui.add_space(GAP);
                    ui.label(RichText::new(self.t("games-over")).medium());
                }
                outcome = outcome.take().or(self.game(ui, list, kept));
                ui.separator();
            }
        });
        let close = ui.button(self.t("close"));
        self.first(&close);
        if close.clicked() {
            outcome = Some(DialogOutcome::Cancel);
        }
        outcome
    }

    fn game(&self, ui: &mut Ui, list: &mut GameListView, kept: &ListedGame) -> Option<DialogOutcome> {
        let mut outcome = None;
        let title = games::title(kept);
        ui.horizontal_top(|ui| {
            games::picture(ui, self.tokens, kept, PICTURE);
            ui.add_space(GAP);
            let room = Vec2::new(ui.available_width(), PICTURE.y);
            let (place, _) = ui.allocate_exact_size(room, egui::Sense::hover());
            let mut ui = ui.new_child(UiBuilder::new().max_rect(place).layout(Layout::top_down(Align::Min)));
            ui.spacing_mut().item_spacing.y = 2.0;
            if list.naming.as_ref().is_some_and(|(path, ..)| path == kept.path()) {
                outcome = self.naming(&mut ui, list);
            } else {
                let won = kept.game.final_scores().map(|over| games::winners_text(self.texts, kept, over));
                let head = won.map_or_else(|| title.clone(), |won| format!("{title} · {won}"));
                ui.add(Label::new(RichText::new(head).size(15.0).medium()).truncate());
            }
            match kept.seen.as_ref().and_then(|seen| seen.trouble.as_ref()) {
                Some(why) => {
                    let told = self.texts.with_name("games-trouble", why);
                    let label = Label::new(RichText::new(&told).color(self.tokens.warning)).truncate();
                    ui.add(label).on_hover_text(&told);
                }
                None => games::seats(&mut ui, self.texts, self.tokens, kept),
            }
            let words = [games::packs(kept), games::progress_text(self.texts, kept)];
            let words = words.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
            let words = Label::new(RichText::new(words).color(self.tokens.weak)).truncate();
            ui.add(words).on_hover_text(shown_path(&kept.game.folder));
            let foot = egui::Rect::from_min_max(place.left_bottom() - Vec2::new(0.0, 26.0), place.right_bottom());
            let mut foot = ui.new_child(UiBuilder::new().max_rect(foot).layout(Layout::left_to_right(Align::Center)));
            let button = |ui: &mut Ui, text: &str, name: &str| {
                let button = ui.button(self.t(text));
                widgets::set_name(ui, &button, &self.texts.with_name(name, &title));
                button.clicked()
            };
            let over = kept.game.final_scores().is_some();
            let (open, name) = if over { ("games-look", "games-look-at") } else { ("games-go-on", "games-go-on-with") };
            if button(&mut foot, open, name) {
                outcome = Some(DialogOutcome::GoOn(Box::new(kept.game.clone())));
            }
            // A file of an unfinished game would reveal hidden information, so it is saved from the table only.
            if over && button(&mut foot, "games-save", "games-save-this") {
                outcome = Some(DialogOutcome::Stay(EditorAction::SaveKept(kept.path().to_owned())));
            }
            if button(&mut foot, "games-name", "games-name-this") {
                list.naming = Some((kept.path().to_owned(), kept.game.title().to_owned(), false));
            }
            if button(&mut foot, "games-remove", "games-remove-this") {
                outcome = Some(DialogOutcome::Stay(EditorAction::RemoveGame(kept.path().to_owned())));
            }
        });
        outcome
    }

    /// Draws the field for the new name, which takes effect on Enter and when the field loses the keyboard.
    fn naming(&self, ui: &mut Ui, list: &mut GameListView) -> Option<DialogOutcome> {
        let (path, text, drawn) = list.naming.as_mut()?;
        let field = ui.add(TextEdit::singleline(text).desired_width(260.0).hint_text(self.t("games-name-hint")));
        widgets::set_name(ui, &field, &self.t("games-name-field"));
        if !std::mem::replace(drawn, true) {
            field.request_focus();
        }
        let done = field.lost_focus() || field.has_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        let named = done.then(|| DialogOutcome::Stay(EditorAction::NameGame(path.clone(), text.trim().to_owned())));
        if done {
            list.naming = None;
        }
        named
    }
}
