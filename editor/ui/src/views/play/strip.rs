//! The area next to the board: holdings of the seats, bags, zones and tiles set aside, limited to the knowledge of the
//! viewing seat.

use std::sync::Arc;

use egui::load::SizedTexture;
use egui::{Button, Image, RichText, Ui};
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
use super::told;
use crate::context::ViewCx;
use crate::play::command::PlayCommand;
use crate::ui::pictures::laid::WHOLE;
use crate::ui::pictures::{Subject, figure_width};
use crate::ui::theme::{Emphasis, SCORE};
use crate::ui::widgets;

/// Width and height of a tile and of a figure, in points.
const TILE: f32 = 34.0;
const FIGURE: f32 = 18.0;
/// Maximum number of seats whose figures are shown one by one.
const FEW_SEATS: usize = 4;
/// Preferred width of a row of figures, in points.
const PIPS: f32 = 58.0;
/// Maximum number of figures that are shown one by one.
const MOST_PIPS: u16 = 8;

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
                    let shown = ui.label(RichText::new(points.to_string()).size(SCORE).medium());
                    let track = view.catalog().flow.score_track;
                    let [n, name, own] = cx.texts.seat_values(number);
                    let values = [n, name, own, ("points", lap(cx, points, track).into())];
                    let told = cx.texts.with("try-seat-points", &values);
                    shown.on_hover_text(told);
                });
            });
            ui.horizontal_wrapped(|ui| {
                change = seats::chooser(ui, cx, table, number).map(|to| (number, to)).or(change.take());
                figures(ui, cx, view, seat_of);
            });
            show_retired(ui, cx, view, seat_of);
            holdings(ui, cx, view, seat_of);
        });
        let bar = card.response.rect.shrink(1.0);
        let bar = egui::Rect::from_min_size(bar.min, egui::Vec2::new(6.0, bar.height()));
        let round = egui::CornerRadius { nw: 5, sw: 5, ne: 0, se: 0 };
        ui.painter().rect_filled(bar, round, cx.pictures.seat_colour(seat_of));
    }
    let change = change.map(|(seat, chooser)| PlayCommand::Seat { seat, chooser });
    change.into_iter().chain(seating.map(PlayCommand::SetSeating)).collect()
}

/// Draws all tracks with the positions of the seats.
fn tracks(ui: &mut Ui, cx: &ViewCx<'_>, view: View<'_>, seats: usize) {
    let catalog = view.catalog();
    if let Some(length) = catalog.flow.score_track {
        let scores = view.public().scores();
        let all = scores.iter().enumerate().map(|(seat, points)| (Seat(seat as u8), *points)).collect();
        track(ui, cx, &cx.t("try-points"), length, all);
    }
    for (counter, spec) in catalog.counters.iter().filter(|(_, spec)| spec.scope == Scope::Seat && spec.shown) {
        if let Some(length) = spec.track {
            let called = name(catalog, cx.texts.code(), "counter", &catalog.counters.key(counter));
            let seats = (0..seats).map(|seat| Seat(seat as u8));
            let all = seats.filter_map(|seat| Some((seat, view.counter(counter, CounterKey::Seat(seat))?))).collect();
            track(ui, cx, &called, length, all);
        }
    }
}

/// Height of a track, and radius of its corners, in points.
const TRACK: (f32, f32) = (64.0, 12.0);

/// Draws a track as on a real table: spaces around a loop, clockwise from the upper left, with a piece for each seat.
/// Pieces on the same space are placed further inside.
fn track(ui: &mut Ui, cx: &ViewCx<'_>, called: &str, length: u32, all: Vec<(Seat, i32)>) {
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
    let spaces = length.max(1);
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
    ui.horizontal_wrapped(|ui| figures(ui, cx, view, seat));
    holdings(ui, cx, view, seat);
}

/// Draws the figures in the supply of a seat.
fn figures(ui: &mut Ui, cx: &mut ViewCx<'_>, view: View<'_>, seat: Seat) {
    let (catalog, public) = (view.catalog(), view.public());
    let language = cx.texts.code().to_owned();
    let seats = public.scores().len();
    // With many seats the cards are low, so that all of them are visible.
    let most_pips = if seats > FEW_SEATS { 1 } else { MOST_PIPS };
    ui.spacing_mut().item_spacing.x = 4.0;
    for figure in catalog.figures.ids() {
        let key = catalog.figures.key(figure);
        let called = name(catalog, &language, "figure", &key);
        let count = public.supply(figure, seat);
        let size = figure_width(catalog, figure, FIGURE);
        if let Some(shown) = cx.pictures.get(&Subject::Figure(key.into(), seat.0), size) {
            // A short row can be counted at a glance; larger numbers are shown as text.
            let pips = if count <= most_pips { count.max(1) } else { 1 };
            let faint = if count == 0 { 0.3 } else { 1.0 };
            let tint = egui::Color32::WHITE.gamma_multiply(faint);
            // Many figures are drawn closer together, so that they stay in one row with their number.
            let apart = (PIPS - size) / (pips.max(2) - 1) as f32;
            let step = egui::Vec2::new(apart.clamp(4.0, size * 0.62), 0.0);
            let width = size + step.x * (pips - 1) as f32;
            let (rect, picture) = ui.allocate_exact_size(egui::Vec2::new(width, size), egui::Sense::hover());
            for pip in 0..pips {
                // Tall pictures of own art keep to the height of the row.
                let fitting = shown.size * (size / shown.size.max_elem());
                let at = egui::Rect::from_min_size(rect.min + step * pip as f32, fitting);
                ui.painter().image(shown.texture, at, WHOLE, tint);
            }
            widgets::set_name(ui, &picture, &called);
        }
        ui.label(RichText::new(count.to_string()).color(cx.tokens.weak)).on_hover_text(called);
    }
}

/// Draws the counters, secret numbers and hand of a seat.
fn holdings(ui: &mut Ui, cx: &mut ViewCx<'_>, view: View<'_>, seat: Seat) {
    let catalog = view.catalog();
    let language = cx.texts.code().to_owned();
    let counters = || catalog.counters.iter().filter(|(_, spec)| spec.scope == Scope::Seat && spec.shown);
    if counters().next().is_some() {
        ui.horizontal_wrapped(|ui| {
            for (counter, spec) in counters() {
                if let Some(number) = view.counter(counter, CounterKey::Seat(seat)) {
                    let key = catalog.counters.key(counter);
                    let called = name(catalog, &language, "counter", &key);
                    show_counter(ui, cx, &key, &called, &lap(cx, number, spec.track));
                }
            }
        });
    }
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
    if !matches!(&hand, VisibleTiles::Tiles(tiles) if tiles.is_empty()) && hand != VisibleTiles::Count(0) {
        ui.horizontal_wrapped(|ui| {
            ui.label(cx.t("try-hand"));
            show_tiles(ui, cx, view, &hand);
        });
    }
}

/// Draws a counter: with the picture of the tag of the same name, or else with its name.
fn show_counter(ui: &mut Ui, cx: &mut ViewCx<'_>, key: &str, called: &str, number: &str) {
    match cx.pictures.get(&Subject::Tag(key.into()), FIGURE) {
        Some(shown) => {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                let picture = ui.image(SizedTexture::new(shown.texture, shown.size * FIGURE)).on_hover_text(called);
                widgets::set_name(ui, &picture, called);
                ui.label(number).on_hover_text(called);
            });
        }
        None => {
            ui.label(format!("{called} {number}"));
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
    for bag in view.bags() {
        let called = Words::new(catalog, &language, &|seat| told::seat(cx, seat)).bag(bag).name;
        let inside = view.bag(bag);
        let count = match &inside {
            VisibleTiles::Tiles(tiles) => tiles.len(),
            VisibleTiles::Count(count) => *count,
        };
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.spacing_mut().interact_size.y = 0.0;
            mats::own_back(ui, cx, &catalog.bags.key(bag));
            let label = ui.label(format!("{called}: {count}"));
            if let VisibleTiles::Tiles(tiles) = &inside {
                label.on_hover_text(list_names(cx, view, tiles));
            }
            if let (Some(tag), Some(back)) = (catalog.bags[bag].back, view.has_tagged_back(bag)) {
                let tag = name(catalog, &language, "tag", &catalog.tags.key(tag));
                let key = if back { "try-back-shown" } else { "try-back-plain" };
                ui.label(RichText::new(cx.texts.with_name(key, &tag)).color(cx.tokens.weak));
            }
        });
    }
    for (counter, spec) in catalog.counters.iter().filter(|(_, spec)| spec.scope == Scope::Game && spec.shown) {
        if let Some(number) = view.counter(counter, CounterKey::Game) {
            let called = name(catalog, &language, "counter", &catalog.counters.key(counter));
            let number = lap(cx, number, spec.track);
            ui.label(format!("{called}: {number}"));
        }
    }
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
        mats::with_mat(ui, cx, &catalog.zones.key(zone), |ui, cx| {
            ui.horizontal_wrapped(|ui| {
                ui.label(format!("{called}:"));
                let slots = Words::new(catalog, &language, &|_| String::new()).slots(public, zone);
                if !slots.is_empty() {
                    ui.label(RichText::new(format!("({slots})")).color(cx.tokens.weak));
                }
                let lie: Vec<(u16, TileKindId)> = public.slot_tiles(zone).collect();
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

/// Lists the names of tiles, each once with its count.
fn list_names(cx: &ViewCx<'_>, view: View<'_>, tiles: &[TileKindId]) -> String {
    let catalog = view.catalog();
    let mut counts: std::collections::BTreeMap<TileKindId, usize> = std::collections::BTreeMap::new();
    for kind in tiles {
        *counts.entry(*kind).or_default() += 1;
    }
    let told = counts
        .into_iter()
        .map(|(kind, n)| format!("{n} × {}", name(catalog, cx.texts.code(), "tile", &catalog.kinds.key(kind))));
    told.collect::<Vec<_>>().join(", ")
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
