//! The dialog that lists unfinished and finished games. The user can resume, view, rename, save and remove them.

use std::path::{Path, PathBuf};

use egui::{Align, Context, Key, Label, Layout, RichText, ScrollArea, TextEdit, Ui, UiBuilder, Vec2};
use tilewright_editor_model::pack::document::disk::{folder_name, shown_path};
use tilewright_editor_model::table::keeper::{LeftGame, kept_game};
use tilewright_kit::games::running::{MOST_OVER, take_back};
use tilewright_kit::packs::find::{Found, PackPlace};

use super::Editor;
use super::dialogs::{Draw, Outcome};
use crate::context::{Action, Content};
use crate::play::kept::{Games, Kept};
use crate::ui::notices::Weight;
use crate::ui::theme::{Emphasis, GAP};
use crate::ui::widgets;
use crate::views::games;

/// Width of the dialog, and size of a picture, in points.
pub(super) const WIDTH: f32 = 680.0;
const PICTURE: Vec2 = Vec2::new(136.0, 92.0);

/// View state of the list.
#[derive(Default)]
pub(super) struct List {
    /// True if only games of the open pack are shown.
    only_here: bool,
    /// Game being renamed: its file, the new name, and whether the field was drawn.
    naming: Option<(PathBuf, String, bool)>,
}

impl List {
    /// Cancels a rename in progress; returns true if there was one.
    pub(super) fn stop_naming(&mut self) -> bool {
        self.naming.take().is_some()
    }
}

impl Draw<'_> {
    pub(super) fn games(&self, ui: &mut Ui, list: &mut List, all: &Games) -> Option<Outcome> {
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
        let shown: Vec<&Kept> =
            all.all().iter().filter(|kept| open.is_none_or(|open| open == kept.game.folder)).collect();
        if shown.is_empty() {
            let key = if all.is_unread() { "games-reading" } else { "games-none" };
            ui.label(self.t(key));
        }
        // Unfinished games come first; both groups start with the newest game.
        let (over, left): (Vec<&Kept>, Vec<&Kept>) = shown.into_iter().partition(|kept| kept.game.over().is_some());
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
            outcome = Some(Outcome::Cancel);
        }
        outcome
    }

    fn game(&self, ui: &mut Ui, list: &mut List, kept: &Kept) -> Option<Outcome> {
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
                let won = kept.game.over().map(|over| games::won(self.texts, kept, over));
                let head = won.map_or_else(|| title.clone(), |won| format!("{title} · {won}"));
                ui.add(Label::new(RichText::new(head).size(15.0).medium()).truncate());
            }
            match kept.seen.as_ref().and_then(|seen| seen.trouble.as_ref()) {
                Some(why) => {
                    let told = self.texts.named("games-trouble", why);
                    let label = Label::new(RichText::new(&told).color(self.tokens.warning)).truncate();
                    ui.add(label).on_hover_text(&told);
                }
                None => games::seats(&mut ui, self.texts, self.tokens, kept),
            }
            let words = [games::packs(kept), games::played(self.texts, kept)];
            let words = words.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
            let words = Label::new(RichText::new(words).color(self.tokens.weak)).truncate();
            ui.add(words).on_hover_text(shown_path(&kept.game.folder));
            let foot = egui::Rect::from_min_max(place.left_bottom() - Vec2::new(0.0, 26.0), place.right_bottom());
            let mut foot = ui.new_child(UiBuilder::new().max_rect(foot).layout(Layout::left_to_right(Align::Center)));
            let button = |ui: &mut Ui, text: &str, name: &str| {
                let button = ui.button(self.t(text));
                widgets::named(ui, &button, &self.texts.named(name, &title));
                button.clicked()
            };
            let over = kept.game.over().is_some();
            let (open, name) = if over { ("games-look", "games-look-at") } else { ("games-go-on", "games-go-on-with") };
            if button(&mut foot, open, name) {
                outcome = Some(Outcome::GoOn(Box::new(kept.game.clone())));
            }
            // A file of an unfinished game would reveal hidden information, so it is saved from the table only.
            if over && button(&mut foot, "games-save", "games-save-this") {
                outcome = Some(Outcome::Stay(Action::SaveKept(kept.path().to_owned())));
            }
            if button(&mut foot, "games-name", "games-name-this") {
                list.naming = Some((kept.path().to_owned(), kept.game.title().to_owned(), false));
            }
            if button(&mut foot, "games-remove", "games-remove-this") {
                outcome = Some(Outcome::Stay(Action::RemoveGame(kept.path().to_owned())));
            }
        });
        outcome
    }

    /// Draws the field for the new name, which takes effect on Enter and when the field loses the keyboard.
    fn naming(&self, ui: &mut Ui, list: &mut List) -> Option<Outcome> {
        let (path, text, drawn) = list.naming.as_mut()?;
        let field = ui.add(TextEdit::singleline(text).desired_width(260.0).hint_text(self.t("games-name-hint")));
        widgets::named(ui, &field, &self.t("games-name-field"));
        if !std::mem::replace(drawn, true) {
            field.request_focus();
        }
        let done = field.lost_focus() || field.has_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        let named = done.then(|| Outcome::Stay(Action::NameGame(path.clone(), text.trim().to_owned())));
        if done {
            list.naming = None;
        }
        named
    }
}

impl Editor {
    /// Resumes an unfinished game; asks first if another pack has unsaved changes.
    pub(super) fn go_on(&mut self, ctx: &Context, game: LeftGame) {
        self.dialog = None;
        if game.folder.starts_with(self.home.visits()) {
            return self.go_on_as_it_is(ctx, game);
        }
        let open = self.document.as_ref().is_some_and(|document| document.folder() == game.folder);
        let folder = game.folder.clone();
        self.next_game = Some(game);
        if open && self.visit.is_none() {
            self.take_up_next(&folder);
        } else {
            self.open(ctx, &folder);
        }
    }

    /// Resumes a game of an unmodified pack, which is looked up by its id in its installed version.
    fn go_on_as_it_is(&mut self, ctx: &Context, game: LeftGame) {
        let id = folder_name(&game.folder);
        if self.document.as_ref().is_none_or(|document| document.folder() != game.folder) {
            self.open_found(ctx, &id);
        }
        let Some(document) = self.document.as_ref().filter(|document| **document.id() == *id) else { return };
        let folder = document.folder().to_owned();
        self.next_game = Some(LeftGame { folder: folder.clone(), ..game });
        self.take_up_next(&folder);
    }

    /// Puts the game chosen before its pack was open on the table; returns true if `folder` is its pack.
    pub(super) fn take_up_next(&mut self, folder: &Path) -> bool {
        let Some(game) = self.next_game.take().filter(|game| game.folder == folder) else { return false };
        // An older game of the same pack can wait until this game is over.
        self.left_game = None;
        self.views.play.go_on_with(game);
        self.enter_play();
        true
    }

    pub(super) fn go_on_with(&mut self, ctx: &Context, path: &Path) {
        match kept_game(path) {
            Some(game) => self.go_on(ctx, game),
            None => self.games_are_others(),
        }
    }

    pub(super) fn name_game(&mut self, path: &Path, title: &str) {
        let Some(kept) = self.games.get_mut(path) else { return };
        if kept.game.title() != title
            && let Err(error) = kept.game.call(title)
        {
            self.notices.tell(Weight::Failed, error.to_string());
        }
    }

    /// Writes a game of the list to a file that the user chooses.
    pub(super) fn save_kept(&mut self, ctx: &Context, path: &Path) {
        let Some(kept) = self.games.get_mut(path) else { return };
        let folder = kept.game.folder.clone();
        let id = folder_name(&folder);
        let packs = [(id.clone(), Found { id, place: PackPlace::Folder(folder.clone()) })].into();
        let content = Content::Game(Box::new(kept.game.record()), packs);
        self.ask_and_write(ctx, &folder, content);
    }

    /// Removes a game from the list and offers to restore it.
    pub(super) fn remove_game(&mut self, path: &Path) {
        let Some(kept) = self.games.get_mut(path) else { return };
        let told = self.texts.named("games-removed", &games::title(kept));
        match kept.game.left.put_aside() {
            Ok(aside) => {
                self.games.take_out(path);
                self.offer(Weight::Done, told, "games-take-back", Action::TakeGameBack(aside));
            }
            Err(error) => {
                self.games.look_again();
                self.notices.tell(Weight::Failed, error.to_string());
            }
        }
    }

    pub(super) fn take_game_back(&mut self, aside: &Path) {
        if let Err(error) = take_back(aside) {
            self.notices.tell(Weight::Failed, error.to_string());
        }
        self.games.look_again();
    }

    /// Offers to return to the previous game, which was saved when a new one started.
    pub(super) fn offer_game_before(&mut self) {
        let wanted = self.views.play.was_exchanged();
        if let Some(path) = self.keeper.take_before().filter(|_| wanted) {
            let told = self.texts.get("games-before");
            self.offer(Weight::Note, told, "games-back", Action::GoOnWith(path));
        }
    }

    fn games_are_others(&mut self) {
        self.games.look_again();
        self.notices.tell(Weight::Note, self.texts.get("games-gone"));
    }

    /// Shows a notice with a button for an action.
    pub(super) fn offer(&mut self, weight: Weight, text: String, button: &str, action: Action) {
        let number = self.notices.offer(weight, text, self.texts.get(button));
        self.offers.insert(number, action);
    }

    /// Waits until the games are read and their pictures are drawn, for tests.
    pub fn wait_for_games(&mut self, ctx: &Context) {
        self.games.wait(ctx, &self.home);
    }
}
