//! Finds the spots and pieces on a board that the user points at or chooses, by pointer, keyboard or screen reader.

use egui::{PointerButton, Rect, Response, Sense, Ui};
use tilewright_core::catalog::lattice::Cell;
use tilewright_editor_model::table::asked::OptionPlace;

use super::beyond::{self, Arrow};
use super::content::{BoardInput, BoardScene, cell_of};
use super::cursor::BoardCursor;
use super::layout::BoardLayout;
use super::standing::DrawnPiece;
use crate::ui::widgets;

/// Maximum number of spots with their own accessibility node. Other spots can be clicked or reached with the cursor.
const MOST_NODES: usize = 400;

/// Input on a board in one frame, and the parts of the board that show it.
pub(super) struct BoardHits {
    pub(super) touched: BoardInput,
    /// True if the board itself has the keyboard.
    pub(super) has_focus: bool,
    /// Rectangle of the spot that has the keyboard.
    pub(super) focused_spot: Option<Rect>,
    /// Arrows to targets out of view.
    pub(super) arrows: Vec<Arrow>,
    /// Target of the arrow that was clicked.
    pub(super) lead: Option<Cell>,
}

impl BoardHits {
    /// Finds the input on a board. `entered`: Enter was pressed at the spot of the cursor. `has_arrows`: arrows lead to
    /// targets out of view.
    pub(super) fn find(
        ui: &mut Ui,
        shown: &BoardScene<'_>,
        layout: &BoardLayout,
        response: &Response,
        cursor: &BoardCursor,
        entered: bool,
        has_arrows: bool,
    ) -> BoardHits {
        let (spots, rects, area) = (shown.spots, &*layout.rects, layout.sight.area);
        let (mut touched, focused_spot) = touch_spots(ui, spots, rects, area);
        let pointer =
            response.hover_pos().or_else(|| ui.input(|i| i.pointer.hover_pos()).filter(|pos| area.contains(*pos)));
        let under = |one: &&DrawnPiece| {
            one.figure.is_some() && pointer.is_some_and(|at| at.distance(one.at) < one.size.max(16.0) / 2.0)
        };
        touched.figure = layout.standing.iter().rfind(under).and_then(|one| one.figure);
        // If there are too many spots for nodes, the spot under the pointer is found here.
        if spots.len() > MOST_NODES
            && touched.over.is_none()
            && let Some(at) = response.hover_pos()
        {
            touched.over = rects.iter().position(|rect| rect.contains(at));
            if response.clicked() {
                touched.chosen = touched.over;
            }
        }
        let arrows = match shown.leads.filter(|_| has_arrows) {
            Some(name) => beyond::arrows(ui, shown, &layout.sight, name),
            None => Vec::new(),
        };
        let lead = arrows.iter().rfind(|arrow| arrow.is_clicked).map(|arrow| arrow.cell);
        let has_focus = response.has_focus();
        touched.focused |= has_focus;
        if response.clicked() && !entered || shown.takes_keys {
            response.request_focus();
        }
        touched.over = touched.over.or_else(|| cursor.spot(spots));
        touched.chosen = touched.chosen.or_else(|| cursor.spot(spots).filter(|_| entered));
        let clicked = ui.input(|i| if i.pointer.any_click() { i.pointer.interact_pos() } else { None });
        let below = |n: usize| rects.get(n).map(|rect| rect.intersect(area).center_bottom());
        touched.chosen_at = touched.chosen.and_then(|n| clicked.or_else(|| below(n)));
        let by_node = touched.over.and_then(|n| spots.get(n)).and_then(cell_of);
        let by_cursor = cursor.cell.filter(|_| response.has_focus());
        touched.pointed = by_node.or(by_cursor).or_else(|| pointer.map(|pos| layout.sight.cell_at(pos)));
        BoardHits { touched, has_focus, focused_spot, arrows, lead }
    }
}

/// Adds a node for each visible spot, which can be clicked, focused and chosen with Enter. Returns the input on the
/// nodes, and the rectangle of the node that has the keyboard.
fn touch_spots(ui: &mut Ui, spots: &[OptionPlace], rects: &[Rect], area: Rect) -> (BoardInput, Option<Rect>) {
    let (mut touched, mut focused) = (BoardInput::default(), None);
    let pointer = ui.input(|i| i.pointer.interact_pos());
    // On a small board spots overlap. The nearest one is chosen, not the topmost.
    let meant = |number: usize| {
        let Some(pos) = pointer else { return number };
        let away = |n: usize| rects[n].center().distance_sq(pos);
        let there = (0..rects.len()).filter(|n| rects[*n].contains(pos));
        there.min_by(|a, b| away(*a).total_cmp(&away(*b))).unwrap_or(number)
    };
    let in_sight = spots.iter().zip(rects).enumerate().filter(|(_, (_, rect))| rect.intersect(area).is_positive());
    for (number, (spot, rect)) in in_sight.take(MOST_NODES) {
        let rect = rect.intersect(area);
        let response = ui.interact(rect, ui.scope_id().with(("spot", number, spot.at)), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &spot.name));
        widgets::set_name(ui, &response, &spot.name);
        if response.has_focus() {
            touched.focused = true;
            focused = Some(rect);
        }
        if response.has_focus() || response.hovered() {
            touched.over = Some(if response.hovered() { meant(number) } else { number });
        }
        if response.secondary_clicked() {
            touched.turned += 1;
        }
        if response.clicked() {
            touched.chosen = Some(if response.clicked_by(PointerButton::Primary) { meant(number) } else { number });
        }
    }
    (touched, focused)
}
