//! The area next to the board: holdings of the seats, bags, zones and tiles set aside, limited to the knowledge of the
//! viewing seat.

use std::sync::Arc;

use egui::load::SizedTexture;
use egui::{Button, CollapsingHeader, Color32, Image, Pos2, RichText, TextStyle, Ui, Vec2};
use tilewright_core::catalog::Scope;
use tilewright_core::catalog::id::{FigureId, TileKindId, ZoneId};
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::decision::Pick;
use tilewright_core::state::effect::{CounterKey, Place};
use tilewright_core::state::view::{View, VisibleTiles};
use tilewright_editor_model::table::TableGame;
use tilewright_editor_model::table::asked::QuestionPrompt;
use tilewright_editor_model::table::words::{self, name};
use tilewright_wording::words::Words;

use super::mats;
use super::seats::{self, piece};
use super::stacks;
use super::told;
use crate::context::ViewCx;
use crate::play::command::PlayCommand;
use crate::ui::pictures::laid::WHOLE;
use crate::ui::pictures::{Subject, figure_width};
use crate::ui::theme::{Emphasis, PLATE, SCORE, Tokens, contrast};
use crate::ui::widgets;

/// Width and height of a tile and of a figure, in points.
const TILE: f32 = 30.0;
const FIGURE: f32 = 18.0;
/// Maximum number of figures that are shown one by one.
const MOST_PIPS: u16 = 4;

/// Maximum number of seats with scores in the usual size, and the size of scores of more seats, in points.
const FEW_SEATS: usize = 4;
const SCORE_OF_MANY: f32 = 18.0;

/// Draws all holdings; returns the option for the slot that was clicked.
pub(super) fn show(
    ui: &mut Ui,
    cx: &mut ViewCx<'_>,
    view: View<'_>,
    seats: usize,
    asked: Option<&QuestionPrompt>,
) -> Option<Pick> {
    for number in 0..seats {
        heading(ui, cx, view, Seat(number as u8));
        seat(ui, cx, view, Seat(number as u8));
        ui.add_space(4.0);
    }
    ui.separator();
    table_of(ui, cx, view, seats, asked)
}

/// Draws the shared bags, counters and zones; returns the option for the slot that was clicked.
pub(super) fn table_of(
    ui: &mut Ui,
    cx: &mut ViewCx<'_>,
    view: View<'_>,
    seats: usize,
    asked: Option<&QuestionPrompt>,
) -> Option<Pick> {
    tracks(ui, cx, view, seats);
    table(ui, cx, view, asked)
}

/// Draws the seats as cards with a colour bar, points, chooser and holdings. Returns the changes of choosers
/// and of the seating.
pub(super) fn cards(ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame, viewpoint: Option<Seat>) -> Vec<PlayCommand> {
    let (mut change, mut seating) = (None, None);
    for number in 0..table.game().seat_count() {
        let seat_of = Seat(number as u8);
        let turn = table.session().decision().is_some_and(|d| d.seat == seat_of);
        let line = if turn { (2.0, cx.tokens.accent) } else { (1.0, cx.tokens.line) };
        let frame = egui::Frame::new().fill(cx.tokens.ground).stroke(line).corner_radius(6);
        let margin = egui::Margin { left: 14, right: 8, top: 6, bottom: 6 };
        let card = frame.inner_margin(margin).show(ui, |ui| {
            ui.set_width(ui.available_width());
            let view = table.game().view(viewpoint);
            ui.horizontal(|ui| {
                seating = seats::name(ui, cx, table, number).or(seating.take());
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let points = view.public().scores()[number];
                    let size = if table.game().seat_count() > FEW_SEATS { SCORE_OF_MANY } else { SCORE };
                    let shown = ui.label(RichText::new(points.to_string()).size(size).medium());
                    let track = view.catalog().flow.score_track;
                    let [n, name, own] = cx.texts.seat_values(number);
                    let values = [n, name, own, ("points", lap(cx, points, track).into())];
                    let told = cx.texts.with("try-seat-points", &values);
                    shown.on_hover_text(told);
                });
            });
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                change = seats::chooser(ui, cx, table, number).map(|to| (number, to)).or(change.take());
                figures(ui, cx, view, seat_of);
                counters(ui, cx, view, seat_of);
            });
            show_retired(ui, cx, view, seat_of);
            holdings(ui, cx, view, seat_of);
        });
        let bar = card.response.rect.shrink(1.0);
        let bar = egui::Rect::from_min_size(bar.min, egui::Vec2::new(6.0, bar.height()));
        let round = egui::CornerRadius { nw: 5, sw: 5, ne: 0, se: 0 };
        let own = cx.pictures.seat_colour(seat_of);
        let rim = if is_hard_to_see(own, cx.tokens) { cx.tokens.text } else { Color32::TRANSPARENT };
        ui.painter().rect(bar, round, own, (1.0, rim), egui::StrokeKind::Inside);
    }
    let change = change.map(|(seat, chooser)| PlayCommand::Seat { seat, chooser });
    change.into_iter().chain(seating.map(PlayCommand::SetSeating)).collect()
}

/// A track with the numbers of the seats on it.
struct Track {
    called: String,
    /// Number of spaces.
    length: u32,
    pieces: Vec<(Seat, i32)>,
}

/// Draws all tracks with the positions of the seats, folded, because the cards of the seats show the same numbers.
fn tracks(ui: &mut Ui, cx: &ViewCx<'_>, view: View<'_>, seats: usize) {
    let catalog = view.catalog();
    let mut tracks: Vec<Track> = Vec::new();
    if let Some(length) = catalog.flow.score_track {
        let scores = view.public().scores();
        let all = scores.iter().enumerate().map(|(seat, points)| (Seat(seat as u8), *points)).collect();
        tracks.push(Track { called: cx.t("try-points"), length, pieces: all });
    }
    for (counter, spec) in catalog.counters.iter().filter(|(_, spec)| spec.scope == Scope::Seat && spec.shown) {
        if let Some(length) = spec.track {
            let called = name(catalog, cx.texts.code(), "counter", &catalog.counters.key(counter));
            let seats = (0..seats).map(|seat| Seat(seat as u8));
            let all = seats.filter_map(|seat| Some((seat, view.counter(counter, CounterKey::Seat(seat))?))).collect();
            tracks.push(Track { called, length, pieces: all });
        }
    }
    if !tracks.is_empty() {
        CollapsingHeader::new(cx.t("try-tracks")).id_salt("tracks").show(ui, |ui| {
            tracks.iter().for_each(|one| track(ui, cx, one));
        });
    }
}

/// Height of a track, and radius of its corners, in points.
const TRACK: (f32, f32) = (64.0, 12.0);

/// Draws a track as on a real table: spaces around a loop, clockwise from the upper left, with a piece for each seat.
/// Pieces on the same space are placed further inside.
fn track(ui: &mut Ui, cx: &ViewCx<'_>, Track { called, length, pieces: all }: &Track) {
    let size = egui::Vec2::new(ui.available_width().min(220.0), TRACK.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let told = all.iter().map(|(seat, n)| format!("{} {n}", cx.texts.seat(seat.index())));
    let told = format!("{called}: {}", told.collect::<Vec<_>>().join(", "));
    widgets::set_name(ui, &response, &told);
    response.on_hover_text(&told);
    let way = rect.shrink(8.0);
    let line = egui::Stroke::new(1.0, cx.tokens.weak);
    ui.painter().rect_stroke(way, TRACK.1, egui::Stroke::new(7.0, cx.tokens.raised), egui::StrokeKind::Middle);
    let label = format!("{called} ({length})");
    let middle = egui::Align2::CENTER_CENTER;
    ui.painter().text(way.center(), middle, label, egui::TextStyle::Small.resolve(ui.style()), cx.tokens.weak);
    let spaces = (*length).max(1);
    for space in 0..spaces.min(200) {
        let (at, inward) = point_on_edge(way, space as f32 / spaces as f32);
        let tick = if space % 10 == 0 { 5.0 } else { 2.0 };
        ui.painter().line_segment([at - inward * tick * 0.5, at + inward * tick * 0.5], line);
    }
    for (number, (seat, value)) in all.iter().enumerate() {
        let space = |value: i32| value.rem_euclid(i32::try_from(spaces).unwrap_or(i32::MAX));
        let beside = all[..number].iter().filter(|(_, other)| space(*other) == space(*value)).count();
        let (at, inward) = point_on_edge(way, space(*value) as f32 / spaces as f32);
        // The distance is reduced so that all pieces fit within the loop.
        let apart = (30.0 / (all.len().max(2) - 1) as f32).min(9.0);
        let at = at + inward * apart * beside as f32;
        piece(ui, cx, at, 6.5, *seat);
    }
}

/// Returns the point at a fraction of the perimeter, clockwise from the upper left, and the inward direction there.
fn point_on_edge(rect: egui::Rect, part: f32) -> (egui::Pos2, egui::Vec2) {
    let (width, height) = (rect.width(), rect.height());
    let mut gone = part.rem_euclid(1.0) * 2.0 * (width + height);
    for (from, along, length) in [
        (rect.left_top(), egui::Vec2::RIGHT, width),
        (rect.right_top(), egui::Vec2::DOWN, height),
        (rect.right_bottom(), egui::Vec2::LEFT, width),
        (rect.left_bottom(), egui::Vec2::UP, height),
    ] {
        if gone < length {
            return (from + along * gone, egui::Vec2::new(-along.y, along.x));
        }
        gone -= length;
    }
    (rect.left_top(), egui::Vec2::DOWN)
}

/// Shows that a seat has retired.
fn show_retired(ui: &mut Ui, cx: &ViewCx<'_>, view: View<'_>, seat: Seat) {
    if view.public().retired_seats().contains(seat) {
        ui.label(RichText::new(cx.t("seat-retired")).color(cx.tokens.weak));
    }
}

fn heading(ui: &mut Ui, cx: &ViewCx<'_>, view: View<'_>, seat: Seat) {
    ui.horizontal(|ui| {
        seats::dot(ui, cx, seat);
        let points = lap(cx, view.public().scores()[seat.index()], view.catalog().flow.score_track);
        ui.label(RichText::new(format!("{}: {points}", cx.texts.seat(seat.index()))).medium());
        show_retired(ui, cx, view, seat);
    });
}

/// Draws the holdings of a seat.
fn seat(ui: &mut Ui, cx: &mut ViewCx<'_>, view: View<'_>, seat: Seat) {
    ui.horizontal_wrapped(|ui| {
        figures(ui, cx, view, seat);
        counters(ui, cx, view, seat);
    });
    holdings(ui, cx, view, seat);
}

/// Draws the figures in the supply of a seat: a few one by one, more as one figure with their number.
fn figures(ui: &mut Ui, cx: &mut ViewCx<'_>, view: View<'_>, seat: Seat) {
    let (catalog, public) = (view.catalog(), view.public());
    ui.spacing_mut().item_spacing.x = 4.0;
    for figure in catalog.figures.ids() {
        let key = catalog.figures.key(figure);
        let called = name(catalog, cx.texts.code(), "figure", &key);
        let count = public.supply(figure, seat);
        let told = format!("{called} ×{count}");
        let size = figure_width(catalog, figure, FIGURE);
        let Some(shown) = cx.pictures.get(&Subject::Figure(key.into(), seat.0), size) else {
            ui.label(told);
            continue;
        };
        let pips = if count <= MOST_PIPS { count.max(1) } else { 1 };
        let number = (count > MOST_PIPS).then(|| {
            let font = TextStyle::Body.resolve(ui.style());
            ui.painter().layout_no_wrap(format!("×{count}"), font, cx.tokens.weak)
        });
        let step = size * 0.62;
        let row = size + step * (pips - 1) as f32;
        let beside = number.as_ref().map_or(0.0, |number| number.size().x + 2.0);
        let (rect, response) = ui.allocate_exact_size(Vec2::new(row + beside, size), egui::Sense::hover());
        if is_hard_to_see(cx.pictures.seat_colour(seat), cx.tokens) {
            let plate = egui::Rect::from_min_size(rect.min, Vec2::new(row, size)).expand2(Vec2::new(2.0, 1.0));
            ui.painter().rect_filled(plate, 4.0, PLATE);
        }
        let tint = Color32::WHITE.gamma_multiply(if count == 0 { 0.3 } else { 1.0 });
        for pip in 0..pips {
            // Tall pictures of own art keep to the height of the row.
            let fitting = shown.size * (size / shown.size.max_elem());
            let at = egui::Rect::from_min_size(rect.min + Vec2::new(step * pip as f32, 0.0), fitting);
            ui.painter().image(shown.texture, at, WHOLE, tint);
        }
        if let Some(number) = number {
            let at = Pos2::new(rect.min.x + row + 2.0, rect.center().y - number.size().y / 2.0);
            ui.painter().galley(at, number, cx.tokens.weak);
        }
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &told));
        response.on_hover_text(told);
    }
}

/// True if a colour of a seat hardly differs from the background of its card, such as black in the dark theme.
fn is_hard_to_see(own: Color32, tokens: &Tokens) -> bool {
    contrast(own, tokens.ground) < 1.7
}

/// Draws the counters of a seat, and the number of tiles in a hidden hand.
fn counters(ui: &mut Ui, cx: &mut ViewCx<'_>, view: View<'_>, seat: Seat) {
    let catalog = view.catalog();
    for (counter, spec) in catalog.counters.iter().filter(|(_, spec)| spec.scope == Scope::Seat && spec.shown) {
        if let Some(number) = view.counter(counter, CounterKey::Seat(seat)) {
            let key = catalog.counters.key(counter);
            let called = name(catalog, cx.texts.code(), "counter", &key);
            show_counter(ui, cx, &key, &called, &lap(cx, number, spec.track));
        }
    }
    if let VisibleTiles::Count(count @ 1..) = view.hand(seat) {
        let told = format!("{}: {}", cx.t("try-hand"), cx.texts.count("try-hidden", count));
        seats::room_for(ui, widgets::text_width(ui, &told));
        ui.label(RichText::new(told).color(cx.tokens.weak));
    }
}

/// Draws the secret numbers and the hand of a seat.
fn holdings(ui: &mut Ui, cx: &mut ViewCx<'_>, view: View<'_>, seat: Seat) {
    let catalog = view.catalog();
    let language = cx.texts.code().to_owned();
    // These are the secrets that only this seat may know, such as tiles that it has looked at.
    for (counter, spec) in catalog.counters.iter().filter(|_| view.seat() == Some(seat)) {
        if spec.scope == Scope::SeatKeyed
            && spec.secret
            && let Some(numbers) = Words::new(catalog, &language, &|_| String::new()).keyed_numbers(view, counter)
        {
            let called = name(catalog, &language, "counter", &catalog.counters.key(counter));
            ui.label(format!("{called}: {numbers}"));
        }
    }
    for (tile, kind) in view.known_hidden_tiles().filter(|_| view.seat() == Some(seat)) {
        let called = name(catalog, &language, "tile", &catalog.kinds.key(kind));
        let cell = view.public().board().laid_tile(tile).map(|tile| tile.cell.to_string()).unwrap_or_default();
        ui.label(cx.texts.with("try-face-down", &[("tile", called.into()), ("cell", cell.into())]));
    }
    let hand = view.hand(seat);
    if matches!(&hand, VisibleTiles::Tiles(tiles) if !tiles.is_empty()) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            show_tiles(ui, cx, view, &hand);
        });
    }
}

/// Draws a counter: with the picture of the tag of the same name, or else with its name.
fn show_counter(ui: &mut Ui, cx: &mut ViewCx<'_>, key: &str, called: &str, number: &str) {
    match cx.pictures.get(&Subject::Tag(key.into()), FIGURE) {
        Some(shown) => {
            seats::room_for(ui, FIGURE + 4.0 + widgets::text_width(ui, number));
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                let picture = ui.image(SizedTexture::new(shown.texture, shown.size * FIGURE)).on_hover_text(called);
                widgets::set_name(ui, &picture, called);
                ui.label(number).on_hover_text(called);
            });
        }
        None => {
            let told = format!("{called} {number}");
            seats::room_for(ui, widgets::text_width(ui, &told));
            ui.label(told);
        }
    }
}

/// Formats a number, with its lap and space on a track.
fn lap(cx: &ViewCx<'_>, number: i32, track: Option<u32>) -> String {
    match track.and_then(|length| i32::try_from(length).ok()).filter(|length| *length > 0 && number >= *length) {
        Some(length) => {
            let values =
                [("n", number.into()), ("lap", (number / length + 1).into()), ("space", (number % length).into())];
            cx.texts.with("try-lap", &values)
        }
        None => number.to_string(),
    }
}

fn table(ui: &mut Ui, cx: &mut ViewCx<'_>, view: View<'_>, asked: Option<&QuestionPrompt>) -> Option<Pick> {
    let mut chosen = None;
    let (catalog, public) = (view.catalog(), view.public());
    let language = cx.texts.code().to_owned();
    stacks::show(ui, cx, view);
    for (counter, spec) in catalog.counters.iter().filter(|(_, spec)| spec.scope == Scope::Game && spec.shown) {
        if let Some(number) = view.counter(counter, CounterKey::Game) {
            let called = name(catalog, &language, "counter", &catalog.counters.key(counter));
            let number = lap(cx, number, spec.track);
            ui.label(format!("{called}: {number}"));
        }
    }
    let mut empty: Vec<(String, String)> = Vec::new();
    for zone in public.zones() {
        let spec = &catalog.zones[zone];
        let called = Words::new(catalog, &language, &|seat| told::seat(cx, seat)).zone(zone).name;
        let mut inside: Vec<(u16, FigureId, Seat)> = Vec::new();
        for (number, figure) in public.figures() {
            if let Some(Place::Zone(at, slot)) = figure.place
                && at == zone
            {
                inside.push((slot, number, figure.seat));
            }
        }
        inside.sort_by_key(|(slot, _, seat)| (*slot, *seat));
        let lie: Vec<(u16, TileKindId)> = public.slot_tiles(zone).collect();
        let slots = Words::new(catalog, &language, &|_| String::new()).slots(public, zone);
        if inside.is_empty() && lie.is_empty() && !cx.pictures.has_look() {
            empty.push((called, slots));
            continue;
        }
        mats::with_mat(ui, cx, &catalog.zones.key(zone), |ui, cx| {
            ui.horizontal_wrapped(|ui| {
                ui.label(format!("{called}:"));
                if !slots.is_empty() {
                    ui.label(RichText::new(format!("({slots})")).color(cx.tokens.weak));
                }
                if inside.is_empty() && lie.is_empty() {
                    ui.label(RichText::new(cx.t("try-empty")).color(cx.tokens.weak));
                }
                for (slot, kind) in lie {
                    let picture = cx.pictures.get(&Subject::Tile(catalog.kinds.key(kind).into(), Turn::NONE), TILE);
                    with_number(ui, slot, picture.map_or(TILE, |shown| shown.size.x * TILE));
                    let offered = asked.and_then(|asked| asked.slots.iter().find(|(at, _)| *at == (zone, slot)));
                    match offered {
                        Some((_, pick)) => {
                            chosen = to_choose(ui, cx, view, zone, slot, kind).then_some(*pick).or(chosen)
                        }
                        None => show_tiles(ui, cx, view, &VisibleTiles::Tiles(vec![kind])),
                    }
                }
                for (slot, number, seat) in inside {
                    if spec.slots > 0 {
                        with_number(ui, slot, FIGURE);
                    }
                    let figure = Words::new(catalog, &language, &|_| String::new()).numbered_figure(public, number);
                    let key: Arc<str> = public.figure(number).map_or("".into(), |f| catalog.figures.key(f.kind).into());
                    if let Some(shown) = cx.pictures.get(&Subject::Figure(key, seat.0), FIGURE) {
                        let picture = ui.image(SizedTexture::new(shown.texture, shown.size * FIGURE));
                        widgets::set_name(ui, &picture, &format!("{figure}, {}", cx.texts.seat(seat.index())));
                    }
                    if let Some(written) = public.number_on_figure(number) {
                        ui.label(RichText::new(format!("({written})")).strong());
                    }
                }
            });
        });
    }
    if !empty.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("{}:", cx.t("try-empty-zones"))).small().color(cx.tokens.weak));
            for (called, slots) in empty {
                let label = ui.label(RichText::new(called).small().color(cx.tokens.weak));
                if !slots.is_empty() {
                    label.on_hover_text(slots);
                }
            }
        });
    }
    if !public.set_aside().is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("{}:", cx.t("try-set-aside")));
            let aside = VisibleTiles::Tiles(public.set_aside().to_vec());
            show_tiles(ui, cx, view, &aside);
        });
    }
    chosen
}

/// Draws the number of a slot before a picture of `width` points, wrapping the line so that both stay together.
fn with_number(ui: &mut Ui, slot: u16, width: f32) {
    let text = slot.to_string();
    let (padding, gap) = (ui.spacing().button_padding.x, ui.spacing().item_spacing.x);
    let font = egui::TextStyle::Body.resolve(ui.style());
    let number = ui.painter().layout_no_wrap(text.clone(), font, egui::Color32::PLACEHOLDER).size().x;
    if ui.available_size_before_wrap().x < number + gap + width + 2.0 * padding {
        ui.end_row();
    }
    ui.label(text);
}

/// Draws the tile in a slot as a button for an option; returns true if it was clicked.
fn to_choose(ui: &mut Ui, cx: &mut ViewCx<'_>, view: View<'_>, zone: ZoneId, slot: u16, kind: TileKindId) -> bool {
    let (catalog, language) = (view.catalog(), cx.texts.code().to_owned());
    let key: Arc<str> = catalog.kinds.key(kind).into();
    let tile = name(catalog, &language, "tile", &key);
    let row = Words::new(catalog, &language, &|seat| told::seat(cx, seat)).zone(zone).name;
    let values = [("name", tile.as_str().into()), ("place", row.into()), ("n", slot.into())];
    let mut called = cx.texts.with("try-choose-slot", &values);
    if let Some(help) = Words::new(catalog, &language, &|_| String::new()).tile_help(kind) {
        called = format!("{called}\n{help}");
    }
    let button = match cx.pictures.get(&Subject::Tile(key, Turn::NONE), TILE) {
        Some(shown) => {
            let picture = Image::new(SizedTexture::new(shown.texture, shown.size * TILE));
            Button::image(picture.fit_to_exact_size(shown.size * TILE))
        }
        None => Button::new(tile.as_str()),
    };
    let response = ui.add(button).on_hover_text(&called);
    widgets::set_name(ui, &response, &called);
    response.clicked()
}

/// Draws visible tiles as pictures, or the number of hidden tiles.
fn show_tiles(ui: &mut Ui, cx: &mut ViewCx<'_>, view: View<'_>, tiles: &VisibleTiles) {
    match tiles {
        VisibleTiles::Count(count) => {
            ui.label(cx.texts.count("try-hidden", *count));
        }
        VisibleTiles::Tiles(tiles) => {
            let catalog = view.catalog();
            for kind in tiles {
                let key: Arc<str> = catalog.kinds.key(*kind).into();
                let called = words::tile(catalog, cx.texts.code(), *kind);
                match cx.pictures.get(&Subject::Tile(key, Turn::NONE), TILE) {
                    Some(shown) => {
                        let picture = ui.image(SizedTexture::new(shown.texture, shown.size * TILE));
                        let picture = picture.on_hover_text(&called);
                        widgets::set_name(ui, &picture, &called);
                    }
                    None => {
                        ui.label(called);
                    }
                }
            }
        }
    }
}
