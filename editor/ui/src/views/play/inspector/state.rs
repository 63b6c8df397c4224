//! Open ports, bags, numbers and the agenda, limited to the knowledge of the viewing seat.

use std::collections::BTreeMap;

use egui::{Grid, RichText, Ui, Vec2};
use tilewright_core::catalog::Scope;
use tilewright_core::catalog::id::{SegmentId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Side};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::agenda::{ListId, Part, TurnPart};
use tilewright_core::state::effect::{CounterKey, Effect, Place};
use tilewright_core::state::view::{VisibleDecision, VisibleTiles};
use tilewright_core::state::{Game, Stage};

use tilewright_editor_model::table::words;
use tilewright_wording::words::Words;

use crate::context::ViewCx;
use crate::play::PlayState;
use crate::play::command::PlayCommand;
use crate::play::highlight::{Highlight, Highlighted};
use crate::ui::theme::Emphasis;
use crate::views::play::told;

/// Draws all sides of features that face no tile; returns the requested highlights.
pub fn ports(ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) -> Vec<PlayCommand> {
    let Some(game) = play.table.as_ref().map(|t| t.game()) else { return Vec::new() };
    let (board, catalog, language) = (game.board(), game.catalog(), cx.texts.code());
    // The ports are grouped by the empty cell that they face, whose tile must match all of them.
    let mut facing: BTreeMap<Cell, Vec<(Side, SegmentId)>> = BTreeMap::new();
    for segment in board.features().segments() {
        let tile = board.tile_under(segment);
        let here = board.cell_of(segment);
        let mut sides: Vec<Side> =
            board.segment(segment).ports.iter().map(|port| catalog.lattice.turn_side(port.side, tile.turn)).collect();
        sides.sort_unstable();
        sides.dedup();
        for side in sides {
            let across = catalog.lattice.neighbour(here, side);
            if board.tile_at(across).is_none() {
                facing.entry(across).or_default().push((side, segment));
            }
        }
    }
    let count: usize = facing.values().map(Vec::len).sum();
    ui.label(RichText::new(cx.texts.count("inside-ports-are", count)).color(cx.tokens.weak));
    let mut highlights = Vec::new();
    Grid::new("ports").striped(true).spacing(Vec2::new(14.0, 4.0)).show(ui, |ui| {
        for (cell, sides) in &facing {
            let label = ui.selectable_label(false, cell.to_string());
            if label.hovered() || label.has_focus() {
                highlights.push(Highlight { on: Highlighted::Cell(*cell), row: 0, caption: None });
                highlights.extend(sides.iter().map(|(_, s)| Highlight {
                    on: Highlighted::Segment(*s),
                    row: 1,
                    caption: None,
                }));
            }
            let wanted: Vec<String> = sides
                .iter()
                .map(|(side, segment)| {
                    let back = catalog.lattice.side_name(catalog.lattice.opposite(*side));
                    format!("{back} {}", told::terrain(game, language, *segment))
                })
                .collect();
            ui.label(wanted.join(", "));
            if !board.exists(*cell) {
                ui.label(RichText::new(cx.t("inside-beyond")).color(cx.tokens.weak));
            }
            ui.end_row();
        }
    });
    highlights.into_iter().map(PlayCommand::Highlight).collect()
}

/// Draws the tiles in bags and hands, and the tiles set aside.
pub fn bags(ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) {
    let looking = play.viewpoint;
    let Some(game) = play.table.as_ref().map(|t| t.game()) else { return };
    let (catalog, language, view) = (game.catalog(), cx.texts.code(), game.view(looking));
    let kinds = |kinds: &[TileKindId]| {
        let mut counts: BTreeMap<TileKindId, usize> = BTreeMap::new();
        kinds.iter().for_each(|kind| *counts.entry(*kind).or_default() += 1);
        let shown = counts.iter().map(|(kind, n)| format!("{} ×{n}", catalog.kinds.key(*kind)));
        shown.collect::<Vec<_>>().join("  ")
    };
    let mut row = |name: String, count: usize, what: String| {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(name).medium());
            ui.label(cx.texts.count("inside-tiles", count));
        });
        if !what.is_empty() {
            ui.label(what);
        }
    };
    for bag in game.bags() {
        let name = Words::new(catalog, language, &|seat| told::seat(cx, seat)).bag(bag).name;
        match view.bag(bag) {
            VisibleTiles::Tiles(all) => row(name, all.len(), kinds(&all)),
            VisibleTiles::Count(count) => row(name, count, String::new()),
        }
    }
    for seat in game.seats_from(Seat(0)) {
        let name = cx.texts.with_name("inside-hand", &told::seat(cx, seat));
        match view.hand(seat) {
            VisibleTiles::Tiles(all) if all.is_empty() => {}
            VisibleTiles::Tiles(all) => row(name, all.len(), kinds(&all)),
            VisibleTiles::Count(0) => {}
            VisibleTiles::Count(count) => row(name, count, String::new()),
        }
    }
    let aside = game.set_aside();
    if !aside.is_empty() {
        row(cx.t("inside-aside"), aside.len(), kinds(aside));
    }
    // A seat can infer the unseen tiles: the initial content minus the tiles that it has seen.
    match super::super::holes::coming::coming(game, looking) {
        None => {
            ui.label(RichText::new(cx.t("inside-unseen-unknown")).color(cx.tokens.weak));
        }
        Some(groups) => {
            for group in groups {
                let shown: Vec<String> =
                    group.unseen.iter().map(|(kind, n)| format!("{} ×{n}", catalog.kinds.key(*kind))).collect();
                let all = tilewright_editor_model::pack::odds::total(&group.unseen) as usize;
                let values = [("n", group.left.into()), ("all", all.into())];
                ui.label(RichText::new(cx.texts.with("inside-unseen", &values)).medium());
                ui.label(shown.join("  "));
            }
        }
    }
}

/// Draws counters, supplies, and the places of figures and tokens off the board.
pub fn numbers(ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) {
    let looking = play.viewpoint;
    let Some(game) = play.table.as_ref().map(|t| t.game()) else { return };
    let (catalog, language, view) = (game.catalog(), cx.texts.code(), game.view(looking));
    let seats: Vec<Seat> = game.seats_from(Seat(0)).collect();
    let hidden = cx.t("inside-hidden");
    Grid::new("numbers").striped(true).spacing(Vec2::new(16.0, 4.0)).show(ui, |ui| {
        ui.label("");
        for seat in &seats {
            ui.label(RichText::new(told::seat(cx, *seat)).small().color(cx.tokens.weak));
        }
        ui.end_row();
        ui.label(RichText::new(cx.t("inside-supply")).medium());
        ui.end_row();
        for figure in catalog.figures.ids() {
            ui.label(words::name(catalog, language, "figure", &catalog.figures.key(figure)));
            for seat in &seats {
                ui.label(game.supply(figure, *seat).to_string());
            }
            ui.end_row();
        }
        ui.label(RichText::new(cx.t("inside-booked")).medium());
        ui.end_row();
        for book in catalog.books.ids().filter(|book| game.book_points(*book).iter().any(|n| *n != 0)) {
            ui.label(told::book(catalog, language, book));
            for points in game.book_points(book) {
                ui.label(points.to_string());
            }
            ui.end_row();
        }
        if !catalog.counters.is_empty() {
            ui.label(RichText::new(cx.t("inside-counters")).medium());
            ui.end_row();
        }
        for (counter, spec) in catalog.counters.iter() {
            let shown = |key: CounterKey| view.counter(counter, key).map_or_else(|| hidden.clone(), |n| n.to_string());
            let name = words::name(catalog, language, "counter", &catalog.counters.key(counter));
            match spec.scope {
                Scope::Game => {
                    ui.label(name);
                    ui.label(shown(CounterKey::Game));
                    ui.end_row();
                }
                Scope::Seat => {
                    ui.label(name);
                    for seat in &seats {
                        ui.label(shown(CounterKey::Seat(*seat)));
                    }
                    ui.end_row();
                }
                Scope::Keyed | Scope::SeatKeyed | Scope::Feature(_) => {
                    if spec.secret {
                        // The existing keys may themselves be secret.
                        ui.label(format!("{name} ({hidden})"));
                        ui.end_row();
                    }
                    for (key, _) in game.counter_keys(counter).filter(|(key, _)| view.counter(counter, *key).is_some())
                    {
                        let of = match key {
                            CounterKey::Key(n) => n.to_string(),
                            CounterKey::SeatKey(seat, n) => format!("{}, {n}", told::seat(cx, seat)),
                            CounterKey::Feature(segment) => told::feature(game, language, segment),
                            CounterKey::Seat(seat) => told::seat(cx, seat),
                            CounterKey::Game => String::new(),
                        };
                        ui.label(format!("{name} ({of})"));
                        ui.label(shown(key));
                        ui.end_row();
                    }
                }
            }
        }
    });
    let zone = |place: Option<Place>| match place {
        Some(Place::Zone(zone, slot)) => {
            let name = words::name(catalog, language, "zone", &catalog.zones.key(zone));
            Some(if slot == 0 { name } else { format!("{name} {slot}") })
        }
        _ => None,
    };
    for (number, figure) in game.figures() {
        if let Some(zone) = zone(figure.place) {
            let name = words::numbered_figure(game, language, number);
            ui.label(format!("{name} ({}): {zone}", told::seat(cx, figure.seat)));
        }
    }
    for token in catalog.tokens.ids() {
        let name = words::name(catalog, language, "token", &catalog.tokens.key(token));
        let place = match game.token(token) {
            None => cx.t("inside-beside-board"),
            Some(Place::Segment(segment)) => told::feature(game, language, segment),
            Some(Place::Cell(cell)) => cell.to_string(),
            Some(Place::Joint(joint)) => catalog.lattice.joint_key(joint),
            Some(other) => zone(Some(other)).unwrap_or_default(),
        };
        ui.label(format!("{name}: {place}"));
    }
}

/// Draws the agenda, starting with the next part.
pub fn agenda(ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) {
    let Some(table) = play.table.as_ref() else { return };
    let (game, session) = (table.game(), table.session());
    let stage = match game.stage() {
        Stage::Setup => cx.t("inside-stage-setup"),
        Stage::Play => cx.t("inside-stage-play"),
        Stage::Finish => cx.t("inside-stage-finish"),
        Stage::Over => cx.t("inside-stage-over"),
    };
    let values = [("stage", stage.into()), ("n", game.turns().into())];
    ui.label(RichText::new(cx.texts.with("inside-stage", &values)).medium());
    let waiting = game.view(play.viewpoint).decision();
    match waiting {
        Some(VisibleDecision::Open(decision)) => {
            let values = [
                ("seat", told::seat(cx, decision.seat).into()),
                (
                    "name",
                    words::question_text(game.catalog(), cx.texts.code(), decision.pack.as_deref(), &decision.ask)
                        .into(),
                ),
                ("n", decision.options.count().into()),
            ];
            ui.label(cx.texts.with("inside-waits", &values));
        }
        Some(VisibleDecision::Partly(part)) => {
            let values = [
                ("seat", told::seat(cx, part.seat()).into()),
                ("name", words::question_text(game.catalog(), cx.texts.code(), part.pack(), part.ask()).into()),
                ("n", part.keys().count().into()),
            ];
            ui.label(cx.texts.with("inside-waits-partly", &values));
        }
        Some(VisibleDecision::Hidden(seat)) => {
            ui.label(cx.texts.with("inside-waits-hidden", &[("seat", told::seat(cx, seat).into())]));
        }
        None => {}
    }
    if game.agenda().is_empty() {
        ui.label(RichText::new(cx.t("inside-agenda-empty")).color(cx.tokens.weak));
    }
    let known = game.agenda().iter().rev().filter(|part| may_know(game, part, play.viewpoint));
    for (number, part) in (1..).zip(known) {
        let text = match part {
            Part::Turn(part) => {
                let list = match part.list {
                    ListId::SETUP => cx.t("inside-list-setup"),
                    ListId::TURN => cx.t("inside-list-turn"),
                    ListId::FINISH => cx.t("inside-list-finish"),
                    ListId::CLOSING => cx.t("inside-list-closing"),
                    ListId(_) => cx.t("inside-list-own"),
                };
                let why = part.reason.map(|r| session.symbol(r).to_owned()).filter(|r| !r.is_empty());
                let step = step(game, part, waiting);
                let list = why.map_or(list.clone(), |why| format!("{list} ({why})"));
                let values = [("list", list.into()), ("seat", told::seat(cx, part.seat).into()), ("step", step.into())];
                cx.texts.with("inside-part", &values)
            }
            Part::Effect(effect, _) => cx.texts.with_name("inside-effect", effect.event().name()),
            Part::Replacing { effect, .. } => cx.texts.with_name("inside-replacing", effect.event().name()),
            Part::Event(event, _) => cx.texts.with_name("inside-event", event.kind().name()),
            Part::Handler { .. } => cx.t("inside-handler"),
            Part::Held { .. } => continue,
        };
        ui.label(format!("{number}  {text}"));
    }
}

/// Returns true if a seat may know about a part of the agenda: not about events hidden from it, nor changes of secret
/// counters.
fn may_know(game: &Game, part: &Part, viewpoint: Option<Seat>) -> bool {
    let counted = |effect: &Effect| match effect {
        Effect::Count { counter, .. } => !game.catalog().counters[*counter].secret,
        _ => true,
    };
    match part {
        Part::Event(event, _) => event.seen_by.includes(viewpoint),
        Part::Effect(effect, _) | Part::Replacing { effect, .. } => counted(effect),
        Part::Turn(_) | Part::Handler { .. } => true,
        // The parts within a held part are listed once they are on the agenda.
        Part::Held { .. } => false,
    }
}

/// Returns the current question of a running turn part, or a dash if there is none or it is hidden.
fn step(game: &Game, part: &TurnPart, waiting: Option<VisibleDecision<'_>>) -> String {
    let running = game.turn_part() == Some(part);
    match waiting.filter(|_| running) {
        Some(VisibleDecision::Open(decision)) => decision.ask.to_string(),
        Some(VisibleDecision::Partly(part)) => part.ask().to_string(),
        Some(VisibleDecision::Hidden(_)) | None => "–".to_owned(),
    }
}
