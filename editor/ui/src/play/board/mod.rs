//! Shows a board with its tiles and figures, which can be moved, zoomed, and used to choose options by pointer and
//! keyboard.

mod beyond;
mod camera;
mod cloth;
mod cursor;
mod newness;
mod standing;
mod wheel;

use std::sync::Arc;

use egui::{Color32, PointerButton, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, Vec2};
use tilewright_art::board::lies;
use tilewright_art::outline::corners_of;
use tilewright_art::spread::Spread;
use tilewright_core::board::Board;
use tilewright_core::catalog::id::{FigureId, SegmentId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;
use tilewright_editor_model::table::asked::{At, Spot};
use tilewright_editor_model::table::fresh::Fresh;

use crate::ui::pictures::laid::{self, WHOLE};
use crate::ui::pictures::mosaic;
pub use camera::Camera;
use camera::Sight;
pub use cursor::Cursor;

use crate::play::highlight::{self, Highlight, Highlighted};
use crate::ui::pictures::{Pictures, Subject};
use crate::ui::theme::{GHOST_EDGE, Tokens, of_seat};
use crate::ui::widgets;

/// Maximum number of spots with their own accessibility node. Other spots can be clicked or reached with the cursor.
const MOST_NODES: usize = 400;

/// Preview of a tile that could be placed: kind, turn, cell.
pub type Ghost = (TileKindId, Turn, Cell);

/// User input on the board in one frame.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Touched {
    /// Index of the spot that was chosen.
    pub chosen: Option<usize>,
    /// Position of the choice on the screen: of the click, or below the spot if a key was used.
    pub chosen_at: Option<Pos2>,
    /// Index of the spot under the pointer or the keyboard cursor.
    pub over: Option<usize>,
    /// Cell under the pointer or the cursor, regardless of its content.
    pub pointed: Option<Cell>,
    /// True if the board, or a spot on it, has the keyboard focus.
    pub focused: bool,
    /// Figure under the pointer, regardless of whether it can be chosen.
    pub figure: Option<FigureId>,
    /// Number of turns of the ghost by the wheel; negative for counterclockwise turns.
    pub turned: i32,
}

/// Content of a board to draw.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// Game whose board is drawn.
    pub game: &'a Game,
    /// Accessible name of the board: a summary of its content.
    pub summary: &'a str,
    /// Names of the planes, if there are several.
    pub planes: &'a [String],
    /// Spots that can be chosen.
    pub spots: &'a [Spot],
    /// Preview of a tile that could be placed.
    pub ghost: Option<Ghost>,
    /// Turns at which the ghost fits its cell.
    pub turns: &'a [Turn],
    /// True if the wheel turns the ghost instead of zooming.
    pub wheel_turns: bool,
    /// Highlights on the board.
    pub highlights: &'a [Highlight],
    /// True if the board takes the keyboard focus now.
    pub takes_keys: bool,
    /// New pieces to mark; `None` turns these marks off.
    pub fresh: Option<&'a Fresh>,
    /// Name of the arrows to targets out of view; `None` turns the arrows off.
    pub leads: Option<&'a str>,
}

/// Draws a board. Spots are marked, and can be clicked, focused with Tab, or reached with the board's cursor: arrow
/// keys move to the next spot in a direction, or with Shift to the next cell; Page Down and Page Up step through all
/// spots; Enter chooses; Escape removes the cursor.
pub fn board(
    ui: &mut Ui,
    shown: &Shown<'_>,
    camera: &mut Camera,
    cursor: &mut Cursor,
    pictures: &mut Pictures,
    tokens: &Tokens,
) -> Touched {
    let Shown { game, spots, ghost, highlights, fresh, .. } = *shown;
    let catalog = Arc::clone(game.catalog());
    let (_, area) = ui.allocate_space(ui.available_size().max(Vec2::splat(80.0)));
    // The id does not depend on the widgets above, since the board would otherwise lose the focus with every question.
    let response = ui.interact(area, ui.scope_id().with("board"), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, shown.summary));
    widgets::named(ui, &response, shown.summary);
    let painter = ui.painter_at(area);
    painter.rect_filled(area, 0.0, tokens.cloth);
    let more: Vec<Cell> = if camera.fits { spots.iter().filter_map(cell_of).collect() } else { Vec::new() };
    let turned = if shown.wheel_turns { wheel::notches(ui, &response) } else { 0 };
    let spread = Spread::of(game, &more);
    camera.moved(ui, game, area, &response, (&spread, &more), shown.wheel_turns);
    let sight = Sight::new(catalog.lattice, spread, area, *camera);
    let of = (pictures.revision().unwrap_or(0), pictures.pixels(camera.cell).unwrap_or(0));
    pictures.laid.begin(&catalog, of);
    cloth::grain(&painter, &sight);
    cloth::shadow(&painter, game, &sight);
    frames(&painter, shown, &sight, tokens);
    surroundings(&painter, game, pictures, &sight);
    let small = camera.cell * ui.ctx().pixels_per_point() <= mosaic::SPECK;
    match small.then(|| mosaic::whole(game, &sight.spread, pictures)).flatten() {
        Some((texture, covers)) => {
            painter.image(texture, sight.place(covers), WHOLE, Color32::WHITE);
        }
        None => laid::tiles(game, pictures, area, camera.cell, |cell| sight.box_of(cell), &mut |shape| {
            painter.add(shape);
        }),
    }
    cloth::heights(&painter, game, &sight);
    standing::tile_numbers(&painter, game, &sight);
    if let Some(fresh) = fresh {
        newness::tiles(ui, &painter, game, fresh, &sight);
    }
    let standing = standing::standing(game, pictures, &sight);
    let rects: Vec<Rect> =
        spots.iter().map(|spot| standing::rect_of(game, pictures, &sight, &standing, spot.at)).collect();
    let places: Vec<Pos2> = rects.iter().map(Rect::center).collect();
    let entered = cursor.keys(ui, game, &sight, camera, &response, spots, &places);
    let cells = spots.iter().zip(&rects).filter(|(spot, rect)| cell_of(spot).is_some() && area.intersects(**rect));
    cloth::open_cells(&painter, &sight, cells.filter_map(|(spot, _)| cell_of(spot)), tokens);
    if let Some(ghost) = ghost {
        for (texture, cell) in laid::ghost(game, pictures, ghost, camera.cell) {
            painter.image(texture, sight.box_of(cell), WHOLE, Color32::WHITE.gamma_multiply(0.85));
            outline(&painter, &sight, cell, Stroke::new(2.0, GHOST_EDGE));
        }
        cloth::turns(&painter, &sight, ghost, shown.turns);
    }
    // Areas are drawn below the figures, so that their owners stay visible.
    for one in highlights {
        if let Highlighted::Area(segment) = one.on {
            lit_area(&painter, game, pictures, &sight, segment, highlight::colour(one.row));
        }
    }
    standing::draw(&painter, pictures, area, &standing);
    if let Some(fresh) = fresh {
        newness::figures(ui, &painter, fresh, &standing);
    }
    let captions = highlight(&painter, game, pictures, highlights, &sight);
    let mut touched = touch(ui, spots, &rects, tokens, area);
    touched.turned += turned;
    let pointer =
        response.hover_pos().or_else(|| ui.input(|i| i.pointer.hover_pos()).filter(|pos| area.contains(*pos)));
    let under = |one: &&standing::Standing| {
        one.figure.is_some() && pointer.is_some_and(|at| at.distance(one.at) < one.size.max(16.0) / 2.0)
    };
    touched.figure = standing.iter().rfind(under).and_then(|one| one.figure);
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
    marked(&painter, pictures, game.board(), (spots, &rects), &touched, cursor, tokens);
    // Captions are drawn above all highlights and spots.
    for (place, text) in captions {
        highlight::caption(&painter, place, sight.camera.cell, text, tokens);
    }
    if let Some(fresh) = fresh {
        newness::points(ui, &painter, game, fresh, pictures, &sight);
    }
    if let Some(name) = shown.leads.filter(|_| !camera.fits)
        && let Some(cell) = beyond::arrows(ui, shown, &sight, name, tokens)
    {
        camera.lead(ui, catalog.lattice, &sight.spread, cell);
    }
    if response.has_focus() {
        touched.focused = true;
        painter.rect_stroke(area, 0.0, Stroke::new(2.0, tokens.focus), StrokeKind::Inside);
        if let Some(cell) = cursor.cell {
            outline(&painter, &sight, cell, Stroke::new(3.0, tokens.focus));
        }
    }
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
    touched.pointed = by_node.or(by_cursor).or_else(|| pointer.map(|pos| sight.cell_at(pos)));
    touched
}

fn cell_of(spot: &Spot) -> Option<Cell> {
    if let At::Cell(cell) = spot.at { Some(cell) } else { None }
}

/// Draws a frame around each plane of a board, in the colour of its owner, with its name above.
fn frames(painter: &egui::Painter, shown: &Shown<'_>, sight: &Sight, tokens: &Tokens) {
    let width = sight.camera.cell;
    for (plane, seat, from, to) in sight.spread.frames(shown.game) {
        let part = Rect::from_min_max(Pos2::new(from.x, from.y), Pos2::new(to.x, to.y));
        let rect = sight.place(part).expand(width * 0.12);
        let colour = seat.map_or(tokens.edge, of_seat);
        painter.rect_stroke(
            rect,
            width * 0.06,
            Stroke::new((width * 0.1).clamp(2.0, 6.0), tokens.ground),
            StrokeKind::Outside,
        );
        painter.rect_stroke(
            rect,
            width * 0.06,
            Stroke::new((width * 0.06).clamp(1.0, 4.0), colour),
            StrokeKind::Outside,
        );
        if let Some(name) = shown.planes.get(plane.index()) {
            let font = egui::FontId::proportional((width * 0.26).clamp(9.0, 18.0));
            let at = rect.left_top() - Vec2::new(0.0, width * 0.1);
            painter.text(at, egui::Align2::LEFT_BOTTOM, name, font, tokens.text);
        }
    }
}

/// Draws the empty cells of a bounded board, and its surroundings.
fn surroundings(painter: &egui::Painter, game: &Game, pictures: &mut Pictures, sight: &Sight) {
    let (white, width) = (Color32::WHITE, sight.camera.cell);
    let (up, down): (Vec<Cell>, Vec<Cell>) =
        tilewright_art::board::open_cells(game).into_iter().partition(|&cell| sight.lattice.points_up(cell));
    for (open, points_up) in [(down, false), (up, true)] {
        if !open.is_empty()
            && let Some(empty) = pictures.get(&Subject::Empty(points_up), width)
        {
            let mut mesh = egui::Mesh::with_texture(empty.texture);
            for rect in open.into_iter().map(|cell| sight.box_of(cell)).filter(|rect| sight.area.intersects(*rect)) {
                mesh.add_rect_with_uv(rect, WHOLE, white);
            }
            painter.add(Shape::mesh(mesh));
        }
    }
    let planes = game.board().planes();
    for (number, rim) in game.catalog().board.rim.iter().enumerate() {
        if planes.clone().all(|plane| plane != rim.cell.plane()) {
            continue;
        }
        let rect = sight.box_of(rim.cell);
        if sight.area.intersects(rect)
            && let Some(shown) = pictures.get(&Subject::Rim(number as u16), width)
        {
            painter.image(shown.texture, rect, WHOLE, white);
        }
    }
}

fn outline(painter: &egui::Painter, sight: &Sight, cell: Cell, stroke: Stroke) {
    let points: Vec<Pos2> = corners_of(sight.lattice, cell)
        .iter()
        .map(|c| sight.at(cell) + Vec2::new(c.x, c.y) * sight.camera.cell)
        .collect();
    painter.add(Shape::closed_line(points, stroke));
}

/// Highlights cells and places; returns the captions and their positions.
fn highlight<'h>(
    painter: &egui::Painter,
    game: &Game,
    pictures: &mut Pictures,
    highlights: &'h [Highlight],
    sight: &Sight,
) -> Vec<(Pos2, &'h String)> {
    let width = sight.camera.cell;
    let mut captions = Vec::new();
    for one in highlights {
        let place = match one.on {
            Highlighted::Cell(cell) => {
                let corners: Vec<Pos2> = corners_of(sight.lattice, cell)
                    .iter()
                    .map(|c| sight.at(cell) + Vec2::new(c.x, c.y) * width)
                    .collect();
                highlight::highlight_cell(painter, &corners, one.row);
                sight.middle(cell)
            }
            Highlighted::Segment(segment) if game.board().features().is_there(segment) => {
                let place = standing::on_segment(game, pictures, sight, segment);
                highlight::highlight_place(painter, place, width, one.row);
                place
            }
            Highlighted::Area(segment) if game.board().features().is_there(segment) => {
                // The caption is above the figures there.
                standing::on_segment(game, pictures, sight, segment) - Vec2::new(0.0, 14.0 + width * 0.16)
            }
            Highlighted::Joint(joint) => {
                let place = sight.joint(joint);
                highlight::highlight_place(painter, place, width, one.row);
                place
            }
            Highlighted::Segment(_) | Highlighted::Area(_) => continue,
        };
        captions.extend(one.caption.as_ref().map(|text| (place, text)));
    }
    captions
}

/// Highlights the area that a segment covers in its cell.
fn lit_area(
    painter: &egui::Painter,
    game: &Game,
    pictures: &mut Pictures,
    sight: &Sight,
    segment: SegmentId,
    colour: Color32,
) {
    let (board, features) = (game.board(), game.board().features());
    if !features.is_there(segment) {
        return;
    }
    let rect = sight.box_of(board.cell_of(segment));
    let Some(tile) = board.tile(features.tile_of(segment)).filter(|_| sight.area.intersects(rect)) else {
        return;
    };
    let subject = Subject::Area(pictures.laid.tile(tile.kind), features.local_of(segment) as u16, tile.turn);
    if let Some(shown) = pictures.get(&subject, sight.camera.cell) {
        painter.image(shown.texture, rect, WHOLE, colour.gamma_multiply(0.5));
    }
}

/// Marks segments and figures that can be chosen, and previews a figure at its place.
fn marked(
    painter: &egui::Painter,
    pictures: &mut Pictures,
    board: &Board,
    (spots, rects): (&[Spot], &[Rect]),
    touched: &Touched,
    cursor: &Cursor,
    tokens: &Tokens,
) {
    let chosen = cursor.spot(spots);
    for (number, (spot, rect)) in spots.iter().zip(rects).enumerate() {
        if cell_of(spot).is_some() && chosen != Some(number) {
            continue;
        }
        let here = touched.over == Some(number) || chosen == Some(number);
        let (middle, radius) = (rect.center(), rect.width().min(rect.height()) / 2.0);
        if cell_of(spot).is_none() {
            let fill = if matches!(spot.at, At::Segment(_) | At::Joint(_)) {
                Color32::from_white_alpha(150)
            } else {
                Color32::TRANSPARENT
            };
            painter.circle(middle, radius, fill, Stroke::new(if here { 4.0 } else { 2.0 }, tokens.accent));
            painter.circle_stroke(middle, radius + 2.0, Stroke::new(1.0, Color32::WHITE));
        } else if here {
            painter.rect_stroke(*rect, 2.0, Stroke::new(3.0, tokens.focus), StrokeKind::Inside);
        }
        if let (true, At::Segment(on), Some((kind, seat))) =
            (here, spot.at, spot.entries.first().and_then(|e| e.figure))
        {
            let subject = standing::figure_picture(pictures, kind, seat, lies(board, Place::Segment(on)));
            let size = rect.width() * 1.3;
            if let Some(shown) = pictures.get(&subject, size) {
                let place = Rect::from_center_size(middle, Vec2::splat(size));
                painter.image(shown.texture, place, WHOLE, Color32::WHITE.gamma_multiply(0.8));
            }
        }
    }
}

/// Adds a node for each visible spot, which can be clicked, focused and chosen with Enter.
fn touch(ui: &mut Ui, spots: &[Spot], rects: &[Rect], tokens: &Tokens, area: Rect) -> Touched {
    let mut touched = Touched::default();
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
        widgets::named(ui, &response, &spot.name);
        if response.has_focus() {
            touched.focused = true;
            ui.painter().rect_stroke(rect, 2.0, Stroke::new(3.0, tokens.focus), StrokeKind::Inside);
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
    touched
}
