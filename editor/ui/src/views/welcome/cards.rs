//! The cards of the welcome page.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use egui::{Align, Button, Label, Layout, Rect, Response, RichText, Sense, Ui, UiBuilder, Vec2};
use tilewright_editor_model::pack::document::disk::shown_path;

use super::WelcomeContext;
use crate::context::EditorAction;
use crate::play::kept::ListedGame;
use crate::ui::pictures::cards::{PackCard, UnplayableReason};
use crate::ui::theme::{Emphasis, Tokens};
use crate::ui::{icons, widgets};
use crate::views::games;

/// Padding within a card, in points.
const PADDING: f32 = 12.0;

/// Pack that a card shows, by its origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CardOrigin {
    /// A bundled game.
    Game(Arc<str>),
    /// An addition to a bundled game.
    Addition(Arc<str>),
    /// A pack in a folder of the user.
    Own(PathBuf),
    /// A pack by another author.
    Others(Arc<str>),
}

/// A card to draw.
pub(super) struct Face<'a> {
    /// Content of the card; `None` until it is ready.
    pub(super) card: Option<&'a PackCard>,
    pub(super) kind: &'a CardOrigin,
    /// Width of the card, in points.
    pub(super) width: f32,
}

impl Face<'_> {
    fn title(&self) -> String {
        let id = match self.kind {
            CardOrigin::Game(id) | CardOrigin::Addition(id) | CardOrigin::Others(id) => id.to_string(),
            CardOrigin::Own(folder) => folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        };
        self.card.map_or_else(|| shown_path(Path::new(&id)), |card| card.about.title.clone())
    }

    fn trouble(&self) -> Option<&UnplayableReason> {
        self.card.and_then(|card| card.about.trouble.as_ref())
    }

    /// Returns the height of the picture, in which four tiles fit next to each other.
    fn picture(&self) -> f32 {
        (self.width - 2.0 * PADDING) / 4.24
    }

    fn height(&self) -> f32 {
        let words = match self.kind {
            CardOrigin::Game(_) => 104.0,
            CardOrigin::Addition(_) => 60.0,
            CardOrigin::Own(_) | CardOrigin::Others(_) => 78.0,
        };
        self.picture() + words + 2.0 * PADDING
    }

    fn open(&self) -> EditorAction {
        match self.kind {
            CardOrigin::Game(id) | CardOrigin::Addition(id) => EditorAction::OpenIncluded(id.clone()),
            CardOrigin::Others(id) => EditorAction::OpenFound(id.clone()),
            CardOrigin::Own(folder) => EditorAction::OpenFolder(folder.clone()),
        }
    }
}

/// Draws a card, and requests the action that was chosen on it.
pub(super) fn show(ui: &mut Ui, given: &WelcomeContext<'_>, face: &Face<'_>, actions: &mut Vec<EditorAction>) {
    let title = face.title();
    let size = Vec2::new(face.width, face.height());
    let (response, mut inside) = frame(ui, given.tokens, size, &title, face.trouble());
    let (inner, is_gone) = (inside.max_rect(), face.trouble() == Some(&UnplayableReason::Gone));
    picture(&mut inside, face);
    let size = if matches!(face.kind, CardOrigin::Game(_)) { 18.0 } else { 14.0 };
    inside.add(Label::new(RichText::new(&title).size(size).medium()).selectable(false).truncate());
    words(&mut inside, given, face);
    let foot = Rect::from_min_max(inner.left_bottom() - Vec2::new(0.0, 26.0), inner.right_bottom());
    let mut foot = ui.new_child(UiBuilder::new().max_rect(foot).layout(Layout::left_to_right(Align::Center)));
    buttons(&mut foot, given, face, &title, actions);
    if let CardOrigin::Own(folder) = face.kind {
        response.clone().on_hover_text(shown_path(folder));
    }
    if response.clicked() && !is_gone {
        actions.push(face.open());
    }
}

/// Draws the clickable frame of a card; returns its response and the inner area.
fn frame(ui: &mut Ui, tokens: &Tokens, size: Vec2, name: &str, trouble: Option<&UnplayableReason>) -> (Response, Ui) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    widgets::set_name(ui, &response, name);
    let fill =
        if response.hovered() && trouble != Some(&UnplayableReason::Gone) { tokens.hovered } else { tokens.raised };
    let line = match (response.has_focus(), trouble) {
        (true, _) => (3.0, tokens.focus),
        (false, Some(_)) => (1.0, tokens.error),
        (false, None) => (1.0, tokens.line),
    };
    ui.painter().rect(rect, 8.0, fill, line, egui::StrokeKind::Inside);
    let mut inside = ui.new_child(UiBuilder::new().max_rect(rect.shrink(PADDING)).layout(Layout::top_down(Align::Min)));
    inside.spacing_mut().item_spacing = Vec2::splat(4.0);
    inside.set_clip_rect(rect.intersect(ui.clip_rect()));
    (response, inside)
}

/// Height of the board on the card of a game, and of the card, in points.
const BOARD: f32 = 128.0;
const GAME: f32 = BOARD + 76.0 + 2.0 * PADDING;

/// Draws the card of an unfinished game; a click resumes the game.
pub(super) fn game(
    ui: &mut Ui,
    given: &WelcomeContext<'_>,
    kept: &ListedGame,
    width: f32,
    actions: &mut Vec<EditorAction>,
) {
    let title = games::title(kept);
    let name = given.texts.with_name("games-go-on-with", &title);
    let tokens = given.tokens;
    let (response, mut inside) = frame(ui, tokens, Vec2::new(width, GAME), &name, None);
    let inner = inside.max_rect();
    games::picture(&mut inside, tokens, kept, Vec2::new(inner.width(), BOARD));
    let packs = games::packs(kept);
    let named = if packs.is_empty() { title } else { format!("{title} · {packs}") };
    inside.add(Label::new(RichText::new(named).medium()).selectable(false).truncate());
    games::seats(&mut inside, given.texts, tokens, kept);
    let played = RichText::new(games::progress_text(given.texts, kept)).color(tokens.weak);
    inside.add(Label::new(played).selectable(false).truncate());
    if response.clicked() {
        actions.push(EditorAction::GoOnWith(kept.path().to_owned()));
    }
}

fn picture(ui: &mut Ui, face: &Face<'_>) {
    let (place, _) = ui.allocate_exact_size(Vec2::new(face.width - 2.0 * PADDING, face.picture()), Sense::hover());
    if let Some(picture) = face.card.and_then(|card| card.picture.as_ref()) {
        let size = picture.size_vec2();
        let scale = (place.width() / size.x).min(place.height() / size.y);
        let at = Rect::from_min_size(place.min, size * scale);
        egui::Image::new(egui::load::SizedTexture::new(picture.id(), at.size())).paint_at(ui, at);
    }
}

/// Shows the description of a pack, its error, or the age of its last change.
fn words(ui: &mut Ui, given: &WelcomeContext<'_>, face: &Face<'_>) {
    let Some(card) = face.card else { return };
    let texts = given.texts;
    let (text, colour) = match (&card.about.trouble, face.kind) {
        (Some(UnplayableReason::Gone), _) => (texts.get("welcome-gone"), given.tokens.error),
        (Some(UnplayableReason::Wrong(why)), _) => (texts.with_name("welcome-wrong", why), given.tokens.error),
        (None, CardOrigin::Own(_)) => {
            let passed = card.about.changed.and_then(|then| SystemTime::now().duration_since(then).ok());
            let days = passed.unwrap_or_default().as_secs() / (24 * 60 * 60);
            (texts.count("welcome-changed", days as usize), given.tokens.weak)
        }
        (None, CardOrigin::Addition(_)) => return,
        (None, CardOrigin::Game(_) | CardOrigin::Others(_)) => {
            let about = card.about.about.get(texts.code()).or_else(|| card.about.about.get("en"));
            let about = about.cloned().unwrap_or_else(|| texts.count("welcome-kinds", card.about.kinds));
            (about, given.tokens.weak)
        }
    };
    let label = Label::new(RichText::new(&text).color(colour)).selectable(false);
    let most = if matches!(face.kind, CardOrigin::Game(_)) { 38.0 } else { 18.0 };
    let room = Vec2::new(ui.available_width(), most);
    ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
        let (place, _) = ui.allocate_exact_size(room, Sense::hover());
        let mut ui = ui.new_child(UiBuilder::new().max_rect(place));
        ui.set_clip_rect(place.intersect(ui.clip_rect()));
        if matches!(face.kind, CardOrigin::Game(_)) {
            ui.add(label.wrap());
        } else {
            ui.add(label.truncate()).on_hover_text(&text);
        }
    });
}

fn buttons(ui: &mut Ui, given: &WelcomeContext<'_>, face: &Face<'_>, title: &str, actions: &mut Vec<EditorAction>) {
    let texts = given.texts;
    match (face.trouble(), face.kind) {
        (Some(UnplayableReason::Gone), CardOrigin::Own(folder)) => {
            if ui.button(texts.get("welcome-forget")).clicked() {
                actions.push(EditorAction::Forget(folder.clone()));
            }
            return;
        }
        (None, _) => {
            let play = Button::new(format!("{}  {}", icons::PLAY, texts.get("welcome-play")));
            let play = ui.add(play);
            widgets::set_name(ui, &play, &texts.with_name("welcome-play-this", title));
            if play.clicked() {
                actions.extend([face.open(), EditorAction::Play]);
            }
        }
        (Some(_), _) => {}
    }
    let open = ui.button(texts.get("welcome-open"));
    widgets::set_name(ui, &open, &texts.with_name("welcome-open-this", title));
    if open.clicked() {
        actions.push(face.open());
    }
}
