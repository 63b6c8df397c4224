//! Draws arrows at the rim of the board's area that lead to new pieces and options outside of it.

use egui::{Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::effect::Place;
use tilewright_editor_model::table::fresh::FreshPiece;

use super::camera::BoardProjection;
use super::content::BoardScene;
use crate::ui::theme::{Tokens, of_seat};
use crate::ui::widgets;

/// Width of an arrow, in points.
const ARROW: f32 = 30.0;

/// Target outside the visible area.
#[derive(Clone, Copy)]
struct OffscreenTarget {
    cell: Cell,
    at: Pos2,
    /// Seat with the colour of a new piece; `None` for an option.
    coloured: Option<Seat>,
}

/// Arrow to the nearest target beyond a side of the area.
pub(super) struct Arrow {
    /// Cell of the target.
    pub(super) cell: Cell,
    /// True if the arrow was clicked.
    pub(super) is_clicked: bool,
    at: Pos2,
    toward: Vec2,
    coloured: Option<Seat>,
    /// True if the arrow is under the pointer or has the keyboard.
    is_strong: bool,
}

/// Places an arrow on each side with targets beyond it, which leads to the nearest target.
pub(super) fn arrows(ui: &mut Ui, shown: &BoardScene<'_>, sight: &BoardProjection, name: &str) -> Vec<Arrow> {
    let inner = sight.area.shrink(ARROW * 0.8);
    if !inner.is_positive() {
        return Vec::new();
    }
    let mut nearest: [Option<OffscreenTarget>; 4] = [None; 4];
    for (cell, coloured) in places(shown) {
        let at = sight.middle(cell);
        if sight.area.contains(at) {
            continue;
        }
        let side = side(sight.area, at);
        let lead = OffscreenTarget { cell, at, coloured };
        let away = |lead: &OffscreenTarget| inner.distance_sq_to_pos(lead.at);
        // New pieces come first in the list, so they win over other targets at the same distance.
        if nearest[side].is_none_or(|other| away(&lead) < away(&other)) {
            nearest[side] = Some(lead);
        }
    }
    let leads = nearest.into_iter().enumerate().filter_map(|(side, lead)| Some((side, lead?)));
    leads
        .map(|(side, lead)| {
            let at = inner.clamp(lead.at);
            let rect = Rect::from_center_size(at, Vec2::splat(ARROW));
            let response = ui.interact(rect, ui.scope_id().with(("beyond", side)), Sense::click());
            let (row, column) = (lead.cell.y, lead.cell.x);
            let called = format!("{name}: {column},{row}");
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &called));
            widgets::set_name(ui, &response, &called);
            Arrow {
                cell: lead.cell,
                is_clicked: response.clicked(),
                at,
                toward: (lead.at - at).normalized(),
                coloured: lead.coloured,
                is_strong: response.hovered() || response.has_focus(),
            }
        })
        .collect()
}

/// Returns the possible targets, each with the seat whose colour it has: first new pieces, then options.
fn places<'a>(shown: &BoardScene<'a>) -> impl Iterator<Item = (Cell, Option<Seat>)> + use<'a> {
    let game = shown.game;
    let marks = shown.fresh.map_or(&[][..], |fresh| fresh.marks());
    let fresh = marks.iter().filter_map(move |mark| {
        let cell = match mark.new {
            FreshPiece::Tile(tile) => game.board().tile(tile)?.cell,
            FreshPiece::Figure(figure) => match game.figure(figure)?.place? {
                Place::Segment(segment) => game.board().cell_of(segment),
                Place::Cell(cell) => cell,
                Place::Joint(joint) => joint.cell(),
                Place::Zone(..) => return None,
            },
        };
        Some((cell, Some(mark.coloured)))
    });
    fresh.chain(shown.spots.iter().map(move |spot| (spot.at.cell(game), None)))
}

/// Returns the side of the area that a place is farthest beyond.
fn side(area: Rect, at: Pos2) -> usize {
    let beyond = [area.left() - at.x, at.x - area.right(), area.top() - at.y, at.y - area.bottom()];
    (0..4).max_by(|a, b| beyond[*a].total_cmp(&beyond[*b])).unwrap_or(0)
}

/// Draws an arrow.
pub(super) fn draw(painter: &Painter, arrow: &Arrow, tokens: &Tokens) {
    let (at, toward, strong) = (arrow.at, arrow.toward, arrow.is_strong);
    let line = Stroke::new(if strong { 2.5 } else { 1.0 }, if strong { tokens.focus } else { tokens.line });
    painter.circle(at, ARROW / 2.0, tokens.panel, line);
    let across = toward.rot90();
    let (tip, tail) = (at + toward * 9.0, at - toward * 5.0);
    let points = vec![tip, tail + across * 7.0, tail - across * 7.0];
    let colour = arrow.coloured.map_or(tokens.accent, of_seat);
    painter.add(Shape::convex_polygon(points, colour, Stroke::new(1.0, tokens.text)));
}
