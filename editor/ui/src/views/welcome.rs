//! The welcome page without an open pack: a board, three ways to begin, the user's packs, and the bundled games.

mod cards;

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Pos2, Rect, RichText, ScrollArea, Sense, Ui, Vec2};
use tilewright_editor_model::texts::UiTexts;

use self::cards::{CardOrigin, Face};
use crate::context::EditorAction;
use crate::context::command::EditorCommand;
use crate::play::kept::ListedGame;
use crate::ui::icons;
use crate::ui::pictures::cards::{CardKey, Cards, PackCard};
use crate::ui::theme::{Emphasis, GROUP_GAP, Tokens};
use crate::ui::widgets;

/// Minimum margin at the sides, and maximum width of the page, in points.
const MARGIN: f32 = 32.0;
const WIDEST: f32 = 1120.0;
/// Height of the board, and of a button to begin, in points.
const HERO: f32 = 180.0;
const DOOR: f32 = 84.0;
/// Height of a button that is narrower than the second value, because its text needs more lines, in points.
const TALL: (f32, f32) = (124.0, 300.0);
/// Minimum width for two columns of games, in points.
const TWO: f32 = 720.0;
/// Minimum width of the card of a pack, in points.
const OWN: f32 = 240.0;
/// Maximum number of the user's packs until all are requested.
const MOST_OWN: usize = 8;
/// Maximum number of unfinished games.
const MOST_GAMES: usize = 3;

/// State of the welcome page.
#[derive(Default)]
pub struct Welcome {
    /// True if all packs of the user are shown.
    all: bool,
    /// True once the page has been drawn, at its top.
    is_placed: bool,
}

/// Borrowed state that the page draws with.
pub struct WelcomeContext<'a> {
    /// Content of the cards.
    pub cards: &'a Cards,
    /// Kept games, the latest first.
    pub games: &'a [ListedGame],
    /// Recently opened packs, the latest first.
    pub recent: &'a [PathBuf],
    /// Texts of the interface in the chosen language.
    pub texts: &'a UiTexts,
    /// Colours of the current theme.
    pub tokens: &'static Tokens,
}

impl Welcome {
    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, given: &WelcomeContext<'_>, actions: &mut Vec<EditorAction>) {
        let mut page = ScrollArea::vertical().auto_shrink(false);
        if !std::mem::replace(&mut self.is_placed, true) {
            page = page.vertical_scroll_offset(0.0);
        }
        page.show(ui, |ui| {
            let whole = ui.available_width();
            let width = (whole - 2.0 * MARGIN).min(WIDEST);
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.add_space((whole - width) / 2.0);
                ui.vertical(|ui| {
                    ui.set_width(width);
                    ui.spacing_mut().item_spacing = Vec2::splat(12.0);
                    ui.add_space(MARGIN - 12.0);
                    hero(ui, given);
                    doors(ui, given, actions);
                    left_games(ui, given, actions);
                    self.own(ui, given, actions);
                    others(ui, given, actions);
                    games(ui, given, actions);
                    ui.add_space(MARGIN);
                });
            });
        });
    }

    /// Draws the packs in the user's folders: recent packs first, then the others.
    fn own(&mut self, ui: &mut Ui, given: &WelcomeContext<'_>, actions: &mut Vec<EditorAction>) {
        let others = given.cards.folders().filter(|folder| !given.recent.contains(folder));
        let folders: Vec<&PathBuf> = given.recent.iter().chain(others).collect();
        if folders.is_empty() {
            return;
        }
        let count = folders.len();
        heading(ui, &given.texts.get("welcome-own"));
        let shown: Vec<(CardKey, CardOrigin)> = folders
            .into_iter()
            .take(if self.all { usize::MAX } else { MOST_OWN })
            .map(|folder| (CardKey::Folder(folder.clone()), CardOrigin::Own(folder.clone())))
            .collect();
        grid(ui, given, &shown, OWN, actions);
        if count > MOST_OWN && !self.all && ui.button(given.texts.count("welcome-all", count)).clicked() {
            self.all = true;
        }
    }
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(GROUP_GAP);
    ui.heading(text);
}

/// Draws the board with the title of the program on it.
fn hero(ui: &mut Ui, given: &WelcomeContext<'_>) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), HERO), Sense::hover());
    ui.painter().rect_filled(rect, 12.0, given.tokens.cloth);
    if let Some((_, board)) = given.cards.hero() {
        // The board is cropped around its centre to keep its proportions.
        let size = board.size_vec2();
        let part = Vec2::new(rect.width() / size.x, rect.height() / size.y);
        let part = part / part.x.max(part.y);
        let uv = Rect::from_center_size(Pos2::new(0.5, 0.5), part);
        let image = egui::Image::new(egui::load::SizedTexture::new(board.id(), rect.size()));
        image.uv(uv).corner_radius(12).paint_at(ui, rect);
    }
    let sign =
        Rect::from_min_size(rect.min + Vec2::new(24.0, 32.0), Vec2::new(500.0_f32.min(rect.width() - 48.0), 116.0));
    ui.painter().rect_filled(sign, 10.0, given.tokens.panel.gamma_multiply(0.94));
    let inside = egui::UiBuilder::new().max_rect(sign.shrink2(Vec2::new(20.0, 14.0)));
    let mut inside = ui.new_child(inside.layout(egui::Layout::top_down(egui::Align::Min)));
    inside.spacing_mut().item_spacing = Vec2::splat(6.0);
    inside.label(RichText::new(given.texts.get("welcome-title")).size(40.0).medium());
    inside.label(RichText::new(given.texts.get("welcome-about")).size(14.0));
}

/// Draws three ways to begin, and links to existing packs below them.
fn doors(ui: &mut Ui, given: &WelcomeContext<'_>, actions: &mut Vec<EditorAction>) {
    let texts = given.texts;
    let game = given.cards.hero().map(|(game, _)| game.clone());
    let title = game.as_ref().and_then(|game| given.cards.get(&CardKey::Included(game.clone())));
    let title = title.map_or_else(String::new, |card| card.about.title.clone());
    let new = texts.get(EditorCommand::New.text());
    let about = texts.with_name("welcome-play-about", &title);
    let doors = [
        (icons::PLAY, texts.get("welcome-play-now"), if game.is_some() { about } else { String::new() }),
        (icons::PENCIL, texts.get("welcome-learn"), texts.get("guide-about")),
        (icons::NEW, new, texts.get("welcome-new-about")),
    ];
    let gap = ui.spacing().item_spacing.x;
    let columns = if ui.available_width() >= TWO { 3.0 } else { 1.0 };
    // The width is slightly reduced, so that rounding does not wrap the last button.
    let width = (ui.available_width() - gap * (columns - 1.0)) / columns - 0.5;
    ui.horizontal_wrapped(|ui| {
        for (number, (icon, title, about)) in doors.into_iter().enumerate() {
            if door(ui, given, width, (icon, &title, &about), number == 0) {
                match (number, &game) {
                    (0, Some(game)) => actions.extend([EditorAction::OpenIncluded(game.clone()), EditorAction::Play]),
                    (0, None) => {}
                    (1, _) => actions.push(EditorAction::Command(EditorCommand::Guide)),
                    _ => actions.push(EditorAction::Command(EditorCommand::New)),
                }
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        for command in [EditorCommand::Open, EditorCommand::Import, EditorCommand::Shelves, EditorCommand::Settings] {
            if ui.button(texts.get(command.text())).clicked() {
                actions.push(EditorAction::Command(command));
            }
        }
    });
}

/// Draws a large button; returns true if it was clicked.
fn door(
    ui: &mut Ui,
    given: &WelcomeContext<'_>,
    width: f32,
    (icon, title, about): (&str, &str, &str),
    main: bool,
) -> bool {
    let (rect, response) =
        ui.allocate_exact_size(Vec2::new(width, if width < TALL.1 { TALL.0 } else { DOOR }), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, title));
    widgets::set_name(ui, &response, title);
    let tokens = given.tokens;
    let (fill, text, weak) = if main {
        (tokens.accent, tokens.on_accent, tokens.on_accent)
    } else {
        (if response.hovered() { tokens.hovered } else { tokens.raised }, tokens.text, tokens.weak)
    };
    let line = if response.has_focus() {
        (3.0, tokens.focus)
    } else if main && response.hovered() {
        (2.0, tokens.text)
    } else {
        (1.0, tokens.line)
    };
    ui.painter().rect(rect, 10.0, fill, line, egui::StrokeKind::Inside);
    let at = Pos2::new(rect.left() + 34.0, rect.center().y);
    ui.painter().text(at, egui::Align2::CENTER_CENTER, icon, egui::FontId::proportional(28.0), text);
    let inside = Rect::from_min_max(Pos2::new(rect.left() + 64.0, rect.top() + 14.0), rect.max - Vec2::splat(12.0));
    let inside = egui::UiBuilder::new().max_rect(inside).layout(egui::Layout::top_down(egui::Align::Min));
    let mut inside = ui.new_child(inside);
    inside.spacing_mut().item_spacing = Vec2::splat(3.0);
    inside.add(egui::Label::new(RichText::new(title).size(18.0).color(text).family(icons::medium())).selectable(false));
    inside.add(egui::Label::new(RichText::new(about).color(weak)).selectable(false).wrap());
    response.clicked()
}

/// Draws the latest unfinished games in a row.
fn left_games(ui: &mut Ui, given: &WelcomeContext<'_>, actions: &mut Vec<EditorAction>) {
    let left: Vec<&ListedGame> = given.games.iter().filter(|kept| kept.game.final_scores().is_none()).collect();
    if given.games.is_empty() {
        return;
    }
    ui.add_space(GROUP_GAP);
    ui.horizontal(|ui| {
        ui.heading(given.texts.get(if left.is_empty() { "welcome-over" } else { "welcome-go-on" }));
        if ui.link(given.texts.count("welcome-all-games", given.games.len())).clicked() {
            actions.push(EditorAction::Command(EditorCommand::Games));
        }
    });
    let gap = ui.spacing().item_spacing.x;
    let columns = if ui.available_width() >= TWO { MOST_GAMES } else { 1 };
    // The width is slightly reduced, so that rounding does not wrap the last card.
    let width = (ui.available_width() - gap * (columns as f32 - 1.0)) / columns as f32 - 0.5;
    for row in left[..left.len().min(MOST_GAMES)].chunks(columns) {
        ui.horizontal_top(|ui| row.iter().for_each(|kept| cards::game(ui, given, kept, width, actions)));
    }
}

/// Draws the packs by other authors.
fn others(ui: &mut Ui, given: &WelcomeContext<'_>, actions: &mut Vec<EditorAction>) {
    let shown: Vec<(CardKey, CardOrigin)> =
        given.cards.others().map(|id| (CardKey::Others(id.clone()), CardOrigin::Others(id.clone()))).collect();
    if !shown.is_empty() {
        heading(ui, &given.texts.get("welcome-others"));
        grid(ui, given, &shown, OWN, actions);
    }
}

/// Draws the bundled games, each with its additions below it.
fn games(ui: &mut Ui, given: &WelcomeContext<'_>, actions: &mut Vec<EditorAction>) {
    heading(ui, &given.texts.get("welcome-games"));
    ui.label(RichText::new(given.texts.get("welcome-games-about")).color(given.tokens.weak));
    let title = |(_, card): &(&Arc<str>, &PackCard)| card.about.title.to_lowercase();
    let mut all: Vec<(&Arc<str>, &PackCard)> = given.cards.bundled_cards().collect();
    all.sort_by_key(title);
    let adds_to = |game: &Arc<str>| all.iter().filter(|(_, card)| card.about.game.as_ref() == Some(game)).count();
    let mut games: Vec<(&Arc<str>, &PackCard)> =
        all.iter().copied().filter(|(_, card)| card.about.game.is_none()).collect();
    games.sort_by_key(|(id, _)| std::cmp::Reverse(adds_to(id)));
    let count = if ui.available_width() >= TWO { 2 } else { 1 };
    ui.columns(count, |columns| {
        for (id, _) in games {
            let column = columns.iter_mut().min_by(|a, b| a.min_rect().height().total_cmp(&b.min_rect().height()));
            let Some(ui) = column else { return };
            ui.spacing_mut().item_spacing = Vec2::splat(8.0);
            grid(
                ui,
                given,
                &[(CardKey::Included(id.clone()), CardOrigin::Game(id.clone()))],
                ui.available_width(),
                actions,
            );
            let added = all.iter().filter(|(_, card)| card.about.game.as_ref() == Some(id));
            let added: Vec<(CardKey, CardOrigin)> =
                added.map(|(id, _)| (CardKey::Included((*id).clone()), CardOrigin::Addition((*id).clone()))).collect();
            grid(ui, given, &added, 180.0, actions);
            ui.add_space(GROUP_GAP);
        }
    });
}

/// Draws cards in rows that fill the width, each card at least `least` points wide.
fn grid(
    ui: &mut Ui,
    given: &WelcomeContext<'_>,
    cards: &[(CardKey, CardOrigin)],
    least: f32,
    actions: &mut Vec<EditorAction>,
) {
    let gap = ui.spacing().item_spacing.x;
    let room = ui.available_width();
    let columns = ((room + gap) / (least + gap)).floor().max(1.0);
    // The width is slightly reduced, so that rounding does not wrap the last card.
    let width = (room - gap * (columns - 1.0)) / columns - 0.5;
    for row in cards.chunks(columns as usize) {
        ui.horizontal_top(|ui| {
            for (of, kind) in row {
                let face = Face { card: given.cards.get(of), kind, width };
                cards::show(ui, given, &face, actions);
            }
        });
    }
}
