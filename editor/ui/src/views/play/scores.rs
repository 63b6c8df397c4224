//! Reasons for points: each score expands into its sheet, its tiles are highlighted on the board, and each line links
//! to the rule that wrote it.

use std::collections::BTreeSet;

use egui::{RichText, ScrollArea, Ui};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::table::TableGame;
use tilewright_wording::why::{PointSource, PointsOccasion, reasons};

use crate::context::ViewCx;
use crate::play::command::PlayCommand;
use crate::play::highlight::{Highlight, Highlighted};
use crate::play::{PlayState, PositionKey};
use crate::views::play::told;

/// State of the view of scores.
#[derive(Default)]
pub struct ScoresView {
    known: Option<(PositionKey, Vec<PointsOccasion>)>,
    /// Index of the event that announces the expanded score.
    open: Option<usize>,
    /// True if scores without points are left out.
    only_points: bool,
    /// Seat that received points; `None` for all seats.
    seat: Option<usize>,
}

impl ScoresView {
    /// Draws the list of scores, newest first; returns the requested highlights.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) -> Vec<PlayCommand> {
        let Some(now) = play.position() else {
            ui.label(RichText::new(cx.t("play-no-game")).color(cx.tokens.weak));
            return Vec::new();
        };
        let Some(table) = play.table.as_ref() else { return Vec::new() };
        let known = match self.known.take().filter(|(position, _)| *position == now) {
            Some(known) => known.1,
            None => reasons(table.session()),
        };
        let mut highlights = Vec::new();
        self.list(ui, cx, table, &known, &mut highlights);
        self.known = Some((now, known));
        highlights.into_iter().map(PlayCommand::Highlight).collect()
    }

    fn list(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        table: &TableGame,
        known: &[PointsOccasion],
        highlights: &mut Vec<Highlight>,
    ) {
        let game = table.game();
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(cx.texts.count("why-count", known.len())).color(cx.tokens.weak));
            ui.checkbox(&mut self.only_points, cx.t("why-only-points"));
            ui.selectable_value(&mut self.seat, None, cx.t("why-all-seats"));
            for seat in 0..game.seat_count() {
                ui.selectable_value(&mut self.seat, Some(seat), cx.texts.seat(seat));
            }
        });
        let fits = |reason: &PointsOccasion| {
            (!self.only_points || reason.gives_anything()) && self.seat.is_none_or(|s| reason.points[s] != 0)
        };
        let shown: Vec<(usize, &PointsOccasion)> = known.iter().enumerate().rev().filter(|(_, r)| fits(r)).collect();
        if shown.is_empty() {
            let key = if known.is_empty() { "why-none" } else { "filter-nothing" };
            ui.label(RichText::new(cx.t(key)).color(cx.tokens.weak));
        }
        let mut pointed = None;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for (number, reason) in shown {
                let open = self.open == Some(reason.event);
                let sentences = cx.texts.sentences();
                let (source, given) = (sentences.source(table.catalog(), reason), sentences.shares(&reason.points));
                let text = format!("{}  {source} – {given}", number + 1);
                let (clicked, over) = told::row(ui, open, &text);
                if clicked {
                    self.open = (!open).then_some(reason.event);
                }
                if over {
                    pointed = Some(reason);
                }
                if self.open == Some(reason.event) {
                    ui.indent(("sheet", reason.event), |ui| details(ui, cx, table, reason));
                }
            }
        });
        let opened = known.iter().find(|r| Some(r.event) == self.open);
        for (row, reason) in [(0, opened), (1, pointed.filter(|p| Some(p.event) != self.open))] {
            let Some(reason) = reason else { continue };
            highlights.extend(highlights_of(cx, reason, row, table));
        }
    }
}

fn details(ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame, reason: &PointsOccasion) {
    match &reason.source {
        PointSource::Sheet(unfolded) => told::sheet(ui, cx, table.game(), unfolded, &reason.points),
        PointSource::Award(_) => {
            ui.label(cx.t("why-award"));
        }
    }
    if !reason.cells.is_empty() {
        let values = [("n", reason.cells.len().into()), ("place", reason.place.clone().into())];
        ui.label(RichText::new(cx.texts.with("why-lit", &values)).small().color(cx.tokens.weak));
    }
}

/// Returns highlights for the feature of a score, and for tiles that count beyond it; the first shows the points.
fn highlights_of(cx: &ViewCx<'_>, reason: &PointsOccasion, row: usize, table: &TableGame) -> Vec<Highlight> {
    let seats = (0..table.game().seat_count() as u8).map(Seat);
    let given: Vec<String> = seats
        .filter(|s| reason.points[s.index()] != 0)
        .map(|s| format!("{} {:+}", told::seat(cx, s), reason.points[s.index()]))
        .collect();
    let mut caption = Some(given.join("  ")).filter(|text| !text.is_empty());
    let board = table.game().board();
    // An area lies within its cell; cells beyond the feature, such as surrounding tiles, are highlighted whole.
    let own: BTreeSet<Cell> = reason.segments.iter().map(|s| board.cell_of(*s)).collect();
    let areas = reason.segments.iter().map(|segment| Highlighted::Area(*segment));
    let beyond = reason.cells.iter().filter(|cell| !own.contains(cell)).map(|cell| Highlighted::Cell(*cell));
    let places = reason.segments.first().map(|segment| Highlighted::Segment(*segment));
    let all = areas.chain(beyond).chain(places);
    all.map(|on| Highlight { on, row, caption: caption.take() }).collect()
}
