//! The gallery of all tile kinds, from which the user selects tiles.

use std::ops::Range;
use std::sync::Arc;

use egui::{
    Align2, CollapsingHeader, Color32, EventFilter, FontId, Id, Key, Modifiers, Pos2, Rect, Response, RichText,
    ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
};

use super::changes::{self, CountChange, EditedTiles};
use super::drafts::DraftPictures;
use super::sides_search::SidesSearch;
use super::tile_cache::{Base, ListedTile, TileCache};
use crate::context::{EditorAction, EditorCommand, Selection, ViewCx};
use crate::ui::pictures::PictureTexture;
use crate::ui::theme::{GAP, Tokens};
use crate::ui::widgets;

/// Widths of the pictures, in points.
const SIZES: [f32; 3] = [52.0, 76.0, 120.0];

/// State of the gallery.
pub(super) struct TileGallery {
    filter: String,
    size: usize,
    /// First tile of a range selection.
    anchor: Option<Arc<str>>,
    /// Tile that gets the keyboard next.
    wants: Option<Arc<str>>,
    /// Tile that was last scrolled into view.
    shown: Option<Arc<str>>,
    trouble: Option<String>,
    sides: SidesSearch,
    /// Visible cards of the last frame, with their tiles.
    cards: Vec<(Rect, Arc<str>)>,
}

impl Default for TileGallery {
    fn default() -> TileGallery {
        TileGallery {
            filter: String::new(),
            size: 1,
            anchor: None,
            wants: None,
            shown: None,
            trouble: None,
            sides: SidesSearch::default(),
            cards: Vec::new(),
        }
    }
}

impl TileGallery {
    /// Returns the visible card at a position, and its tile.
    pub(super) fn card_at(&self, at: Pos2) -> Option<(Rect, Arc<str>)> {
        self.cards.iter().find(|(area, _)| area.contains(at)).cloned()
    }

    /// Draws the search and the cards of all tiles.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        tiles_read: &TileCache,
        drafts: &mut DraftPictures,
        chosen: &[Arc<str>],
    ) {
        ui.horizontal_wrapped(|ui| {
            let name = cx.t("tiles-filter");
            let width = (ui.available_width() - 150.0).max(60.0);
            let field = ui.add(egui::TextEdit::singleline(&mut self.filter).hint_text(&*name).desired_width(width));
            widgets::set_name(ui, &field, &name);
            self.sides.button(ui, cx);
            for (number, (text, key)) in
                [("S", "tiles-small"), ("M", "tiles-middling"), ("L", "tiles-large")].into_iter().enumerate()
            {
                let button = ui.selectable_label(self.size == number, text).on_hover_text(cx.t(key));
                widgets::set_name(ui, &button, &cx.t(key));
                if button.clicked() {
                    self.size = number;
                }
            }
        });
        self.sides.show(ui, cx, tiles_read);
        let cards = self.found(cx, tiles_read, tiles_read.pack(), &tiles_read.listed);
        self.commands(ui, cx, tiles_read, chosen, cards.len());
        if let Some(trouble) = &self.trouble {
            ui.label(RichText::new(trouble).color(cx.tokens.error));
        }
        ScrollArea::vertical().id_salt("gallery").auto_shrink(false).show(ui, |ui| {
            self.grid(ui, cx, tiles_read, drafts, &cards, chosen);
            for base in &tiles_read.bases {
                self.base(ui, cx, tiles_read, drafts, base, cards.is_empty());
            }
        });
    }

    /// Returns the tiles of a pack that match the search.
    fn found<'a>(
        &mut self,
        cx: &ViewCx<'_>,
        tiles_read: &TileCache,
        pack: &Arc<str>,
        listed: &'a [ListedTile],
    ) -> Vec<&'a ListedTile> {
        let wanted: Vec<String> = self.filter.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let revision = cx.document.revision();
        let fits = |tile: &&ListedTile| {
            wanted.iter().all(|w| tile.words.iter().any(|word| word.contains(w)))
                && self.sides.finds(tiles_read, pack, &tile.id, revision)
        };
        listed.iter().filter(fits).collect()
    }

    /// Draws the tiles of another pack in a collapsed group, for viewing and copying.
    fn base(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        tiles_read: &TileCache,
        drafts: &mut DraftPictures,
        base: &Base,
        none_here: bool,
    ) {
        let cards = self.found(cx, tiles_read, &base.needed.id, &base.listed);
        let searched = self.sides.is_active() || !self.filter.trim().is_empty();
        let values = [("name", (&*base.title).into()), ("n", cards.len().into())];
        let title = cx.texts.with("tiles-base", &values);
        ui.add_space(GAP);
        let group = CollapsingHeader::new(title).id_salt(("base", &*base.needed.id));
        // The group opens if a search finds tiles only there.
        let alone = searched && none_here && !cards.is_empty();
        group.open(alone.then_some(true)).show(ui, |ui| {
            ui.label(RichText::new(cx.t("tiles-base-about")).small().color(cx.tokens.weak));
            self.base_grid(ui, cx, tiles_read, drafts, base, &cards);
        });
    }

    fn base_grid(
        &self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        tiles_read: &TileCache,
        drafts: &mut DraftPictures,
        base: &Base,
        cards: &[&ListedTile],
    ) {
        let places = CardLayout::allocate(ui, SIZES[self.size], cards.len());
        let clip = ui.clip_rect();
        let pack = &base.needed.id;
        for (number, tile) in cards.iter().enumerate() {
            let rect = places.card(number);
            let response = ui.interact(rect, Id::unique(("base tile card", &**pack, &*tile.id)), Sense::click());
            let is_chosen = matches!(cx.selection, Selection::BaseTile(p, id) if p == pack && *id == tile.id);
            let values = [("name", (&*tile.id).into()), ("pack", (&*base.title).into())];
            let name = cx.texts.with("tiles-base-card", &values);
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, is_chosen, &name));
            widgets::set_name(ui, &response, &name);
            let mut copy = response.double_clicked();
            if response.clicked() && !copy {
                response.request_focus();
                cx.ask(EditorAction::Select(Selection::BaseTile(pack.clone(), tile.id.clone())));
            }
            response.context_menu(|ui| {
                if ui.button(cx.t("tiles-base-copy")).clicked() {
                    copy = true;
                    ui.close();
                }
            });
            if copy {
                let made = changes::borrow(tiles_read, cx.document.files(), base, &tile.id);
                changes::finish(cx, &[], made, "tiles-step-copy");
            }
            if clip.intersects(rect) {
                let picture = drafts.get(cx, &format!("{pack}:{}", tile.id).into(), places.size);
                let state = CardState::new(&response, is_chosen);
                paint_card(ui, cx.tokens, tile, picture, rect, places.size, state);
            }
        }
    }

    fn commands(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        tiles_read: &TileCache,
        chosen: &[Arc<str>],
        count: usize,
    ) {
        let files = cx.document.files();
        let last = chosen.last();
        let mut made: Option<(EditedTiles, &'static str)> = None;
        let button = |ui: &mut Ui, text: &str, name: &str| {
            let button = ui.button(text).on_hover_text(name);
            widgets::set_name(ui, &button, name);
            button.clicked()
        };
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            ui.spacing_mut().button_padding.x = 6.0;
            if ui.button(cx.t("tiles-new")).clicked() {
                made = Some((changes::add(tiles_read, files, &cx.t("tiles-new-id")), "tiles-step-new"));
            }
            if button(ui, &cx.t("tiles-sheet"), &cx.t("tiles-sheet-long")) {
                cx.ask(EditorAction::Command(EditorCommand::CutSheet));
            }
            let Some(last) = last else { return };
            if button(ui, &cx.t("tiles-copy"), &cx.t("tiles-copy-long")) {
                made = Some((changes::duplicate(tiles_read, files, chosen), "tiles-step-copy"));
            }
            if button(ui, &cx.t("tiles-remove"), &cx.t("tiles-remove-long")) {
                made = Some((changes::remove(tiles_read, files, chosen), "tiles-step-remove"));
            }
            if button(ui, "⏴", &cx.t("tiles-earlier")) {
                made = Some((changes::shift(tiles_read, files, last, false), "tiles-step-move"));
            }
            if button(ui, "⏵", &cx.t("tiles-later")) {
                made = Some((changes::shift(tiles_read, files, last, true), "tiles-step-move"));
            }
        });
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().button_padding.x = 6.0;
            if last.is_some() {
                if button(ui, "-1", &cx.t("tiles-fewer")) {
                    made = Some((changes::count(tiles_read, files, chosen, CountChange::By(-1)), "tiles-step-count"));
                }
                if button(ui, "+1", &cx.t("tiles-more")) {
                    made = Some((changes::count(tiles_read, files, chosen, CountChange::By(1)), "tiles-step-count"));
                }
            }
            ui.label(RichText::new(cx.texts.count("tiles-kinds", count)).small().color(cx.tokens.weak));
            if chosen.len() > 1 {
                ui.label(RichText::new(cx.texts.count("tiles-chosen", chosen.len())).small().color(cx.tokens.weak));
            }
        });
        if let Some((made, step)) = made {
            self.finish(cx, chosen, made, step);
        }
    }

    fn finish(&mut self, cx: &mut ViewCx<'_>, chosen: &[Arc<str>], made: EditedTiles, step: &'static str) {
        self.trouble = changes::finish(cx, chosen, made, step);
    }

    fn grid(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        tiles_read: &TileCache,
        drafts: &mut DraftPictures,
        cards: &[&ListedTile],
        chosen: &[Arc<str>],
    ) {
        let places = CardLayout::allocate(ui, SIZES[self.size], cards.len());
        let clip = ui.clip_rect();
        self.cards.clear();
        let mut select: Option<Vec<Arc<str>>> = None;
        let wants = self.wants.take();
        let last = chosen.last().filter(|id| cards.iter().any(|card| card.id == **id)).cloned();
        let bring = last.as_ref().filter(|id| self.shown.as_ref() != Some(*id)).cloned();
        self.shown = last.or(self.shown.take());
        for (number, tile) in cards.iter().enumerate() {
            let rect = places.card(number);
            let response = ui.interact(rect, Id::unique(("tile card", &*tile.id)), Sense::click());
            let is_chosen = chosen.contains(&tile.id);
            let mut name = cx
                .texts
                .with("tiles-card", &[("name", (*tile.id).to_owned().into()), ("n", tile.count.clone().into())]);
            let mark = if clip.intersects(rect) { find_mark(cx, tiles_read, &tile.id) } else { None };
            if let Some(mark) = mark {
                name = cx.texts.with_name(mark.text(), &name);
            }
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, is_chosen, &name));
            widgets::set_name(ui, &response, &name);
            if wants.as_ref() == Some(&tile.id) {
                response.request_focus();
            }
            if bring.as_ref() == Some(&tile.id) {
                ui.scroll_to_rect(rect, None);
            }
            if response.clicked() {
                response.request_focus();
                let held = ui.input(|i| i.modifiers);
                select = Some(self.choose(cards, chosen, number, held.command, held.shift));
            }
            if response.has_focus()
                && select.is_none()
                && let Some(to) = walk(ui, response.id, number, cards.len(), places.columns)
            {
                let shift = ui.input(|i| i.modifiers.shift);
                self.wants = Some(cards[to].id.clone());
                select = Some(self.choose(cards, chosen, to, false, shift));
            }
            if response.has_focus() && ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::A)) {
                // The tile with the keyboard comes last, so that it keeps the keyboard.
                let others = cards.iter().filter(|card| card.id != tile.id).map(|card| card.id.clone());
                select = Some(others.chain([tile.id.clone()]).collect());
            }
            if response.has_focus() {
                self.keys(ui, cx, tiles_read, chosen);
            }
            if clip.intersects(rect) {
                let picture = drafts.get(cx, &tile.id, places.size);
                let state = CardState { mark, ..CardState::new(&response, is_chosen) };
                paint_card(ui, cx.tokens, tile, picture, rect, places.size, state);
                self.cards.push((rect.intersect(clip), tile.id.clone()));
            }
        }
        // If the pack has no tiles, a message next to the list says so.
        if cards.is_empty() && !tiles_read.listed.is_empty() {
            ui.label(RichText::new(cx.t("tiles-none")).color(cx.tokens.weak));
        }
        if let Some(ids) = select {
            cx.ask(EditorAction::Select(Selection::Tiles(ids)));
        }
    }

    /// Handles the keys for the selected tiles: Delete removes them, + and - change their counts.
    fn keys(&mut self, ui: &Ui, cx: &mut ViewCx<'_>, tiles_read: &TileCache, chosen: &[Arc<str>]) {
        let files = cx.document.files();
        let pressed = |key| ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
        if pressed(Key::Delete) {
            let made = changes::remove(tiles_read, files, chosen);
            self.wants = made.as_ref().ok().and_then(|(_, next)| next.first().cloned());
            self.finish(cx, chosen, made, "tiles-step-remove");
        } else if pressed(Key::Plus) || pressed(Key::Equals) {
            self.finish(cx, chosen, changes::count(tiles_read, files, chosen, CountChange::By(1)), "tiles-step-count");
        } else if pressed(Key::Minus) {
            self.finish(cx, chosen, changes::count(tiles_read, files, chosen, CountChange::By(-1)), "tiles-step-count");
        }
    }

    /// Returns the selection after a click on a tile, which comes last.
    fn choose(
        &mut self,
        cards: &[&ListedTile],
        chosen: &[Arc<str>],
        number: usize,
        add: bool,
        range: bool,
    ) -> Vec<Arc<str>> {
        let id = cards[number].id.clone();
        let anchor = self.anchor.as_ref().or(chosen.last()).and_then(|a| cards.iter().position(|c| c.id == *a));
        if range && let Some(from) = anchor {
            let (low, high) = (from.min(number), from.max(number));
            let mut ids: Vec<Arc<str>> = cards[low..=high].iter().map(|c| c.id.clone()).collect();
            if number < from {
                ids.reverse();
            }
            return ids;
        }
        self.anchor = Some(id.clone());
        if add {
            let mut ids: Vec<Arc<str>> = chosen.iter().filter(|c| **c != id).cloned().collect();
            if ids.len() == chosen.len() || ids.is_empty() {
                ids.push(id);
            }
            return ids;
        }
        vec![id]
    }
}

/// Layout of the cards in rows, with as many columns as fit.
struct CardLayout {
    from: Pos2,
    card: Vec2,
    columns: usize,
    /// Width of the pictures, in points.
    size: f32,
}

impl CardLayout {
    /// Space between cards, in points.
    const GAP: f32 = 6.0;

    /// Allocates the space for `count` cards.
    fn allocate(ui: &mut Ui, size: f32, count: usize) -> CardLayout {
        let card = Vec2::new(size + 14.0, size + 36.0);
        let width = ui.available_width();
        let columns = (((width + CardLayout::GAP) / (card.x + CardLayout::GAP)).floor() as usize).max(1);
        let height = (count.div_ceil(columns) as f32 * (card.y + CardLayout::GAP)).max(1.0);
        let (area, _) = ui.allocate_exact_size(Vec2::new(width, height), Sense::hover());
        CardLayout { from: area.min, card, columns, size }
    }

    fn card(&self, number: usize) -> Rect {
        let step = self.card + Vec2::splat(CardLayout::GAP);
        let at = Vec2::new((number % self.columns) as f32 * step.x, (number / self.columns) as f32 * step.y);
        Rect::from_min_size(self.from + at, self.card)
    }
}

/// Returns the card to which a pressed arrow key leads; `None` without a key or at the end.
fn walk(ui: &Ui, id: Id, number: usize, count: usize, columns: usize) -> Option<usize> {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|m| m.set_focus_lock_filter(id, filter));
    let pressed = |key| ui.input(|i| i.key_pressed(key));
    let to = if pressed(Key::ArrowRight) {
        number + 1
    } else if pressed(Key::ArrowLeft) {
        number.checked_sub(1)?
    } else if pressed(Key::ArrowDown) {
        number + columns
    } else if pressed(Key::ArrowUp) {
        number.checked_sub(columns)?
    } else if pressed(Key::Home) {
        0
    } else if pressed(Key::End) {
        count.checked_sub(1)?
    } else {
        return None;
    };
    (to < count && to != number).then_some(to)
}

/// Mark in the corner of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CardMark {
    /// An error is reported within the tile.
    Wrong,
    /// The tile has errors because it is blank.
    Unfinished,
}

impl CardMark {
    fn text(self) -> &'static str {
        match self {
            CardMark::Wrong => "tiles-card-wrong",
            CardMark::Unfinished => "tiles-card-unfinished",
        }
    }
}

/// Returns the mark of a tile; `None` if no error is reported within it.
fn find_mark(cx: &ViewCx<'_>, tiles_read: &TileCache, id: &str) -> Option<CardMark> {
    let (item, node) = tiles_read.tile(id)?;
    let range = node.range();
    let inside = |at: Range<usize>| at.start < range.end && range.start <= at.end;
    let is_wrong = cx.problems.of_file(&item.file).any(|(problem, at)| problem.diagnostic.is_error() && inside(at));
    let is_blank = ["parts", "cells"].iter().all(|field| node.field(field).is_none());
    is_wrong.then_some(if is_blank { CardMark::Unfinished } else { CardMark::Wrong })
}

/// State of a card that its drawing shows.
#[derive(Clone, Copy)]
struct CardState {
    is_chosen: bool,
    is_hovered: bool,
    is_focused: bool,
    mark: Option<CardMark>,
}

impl CardState {
    fn new(response: &Response, is_chosen: bool) -> CardState {
        CardState { is_chosen, is_hovered: response.hovered(), is_focused: response.has_focus(), mark: None }
    }
}

/// Width and height of the mark in the corner of a tile with an error, in points.
const MARK: f32 = 16.0;

fn paint_card(
    ui: &Ui,
    tokens: &Tokens,
    tile: &ListedTile,
    picture: Option<PictureTexture>,
    rect: Rect,
    size: f32,
    state: CardState,
) {
    let painter = ui.painter();
    let fill = match (state.is_chosen, state.is_hovered) {
        (true, _) => tokens.chosen,
        (_, true) => tokens.hovered,
        _ => tokens.panel,
    };
    painter.rect_filled(rect, 5.0, fill);
    if state.is_chosen {
        painter.rect_stroke(rect, 5.0, Stroke::new(2.0, tokens.accent), StrokeKind::Inside);
    }
    if state.is_focused {
        painter.rect_stroke(rect.shrink(2.0), 4.0, Stroke::new(2.0, tokens.focus), StrokeKind::Inside);
    }
    let room = Rect::from_min_size(rect.min + Vec2::new(7.0, 6.0), Vec2::splat(size));
    match picture {
        Some(shown) => {
            let scale = size / shown.size.x.max(shown.size.y).max(0.1);
            let place = Rect::from_center_size(room.center(), shown.size * scale);
            painter.image(shown.texture, place, Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0)), Color32::WHITE);
        }
        None => {
            painter.rect_stroke(room, 3.0, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
            painter.text(room.center(), Align2::CENTER_CENTER, "?", FontId::proportional(size * 0.3), tokens.weak);
        }
    }
    if let Some(mark) = state.mark {
        let colour = if mark == CardMark::Wrong { tokens.error } else { tokens.weak };
        let corner = room.right_top();
        let triangle = vec![corner - Vec2::new(MARK, 0.0), corner, corner + Vec2::new(0.0, MARK)];
        painter.add(Shape::convex_polygon(triangle, colour, Stroke::new(1.0, tokens.panel)));
    }
    let below = Rect::from_min_max(Pos2::new(rect.min.x + 6.0, room.max.y + 2.0), rect.max - Vec2::new(6.0, 3.0));
    let count = format!("×{}", tile.count);
    let number = painter.layout_no_wrap(count, FontId::proportional(12.0), tokens.weak);
    let mut job =
        egui::text::LayoutJob::simple_singleline(tile.id.to_string(), FontId::proportional(12.5), tokens.text);
    job.wrap = egui::text::TextWrapping::truncate_at_width((below.width() - number.size().x - 3.0).max(8.0));
    let name = painter.layout_job(job);
    let middle = below.center().y;
    painter.galley(Pos2::new(below.min.x, middle - name.size().y / 2.0), name, tokens.text);
    painter.galley(Pos2::new(below.max.x - number.size().x, middle - number.size().y / 2.0), number, tokens.weak);
}
