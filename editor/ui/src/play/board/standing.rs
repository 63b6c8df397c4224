//! Draws figures and tokens on a board, and computes their positions.

use egui::{FontId, Pos2, Rect, Stroke, StrokeKind, Vec2};
use tilewright_art::board::{TILE_NUMBER, lies, number_place};
use tilewright_core::catalog::id::{FigureId, FigureKindId, SegmentId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;
use tilewright_editor_model::table::asked::BoardTarget;

use super::camera::BoardProjection;
use crate::ui::icons::medium;
use crate::ui::pictures::laid::WHOLE;
use crate::ui::pictures::{PictureCache, Subject};
use crate::ui::theme::{PLATE, PLATE_INK};

/// Figure or token on the board.
pub(super) struct DrawnPiece {
    pub(super) at: Pos2,
    pub(super) size: f32,
    subject: Subject,
    /// Number of the figure; `None` for tokens.
    pub(super) figure: Option<FigureId>,
    /// Number that is written on it.
    written: Option<i32>,
}

/// Returns the position of pieces on a segment.
pub(super) fn on_segment(
    game: &Game,
    pictures: &mut PictureCache,
    sight: &BoardProjection,
    segment: SegmentId,
) -> Pos2 {
    let board = game.board();
    let tile = board.tile_under(segment);
    let on = pictures.laid.place(tile.kind, board.features().local_of(segment), tile.turn);
    sight.corner_of(board.cell_of(segment)) + Vec2::new(on.x, on.y) * sight.camera.cell
}

fn spot(game: &Game, pictures: &mut PictureCache, sight: &BoardProjection, place: Place) -> Option<Pos2> {
    match place {
        Place::Segment(segment) => Some(on_segment(game, pictures, sight, segment)),
        Place::Cell(cell) => Some(sight.middle(cell)),
        Place::Joint(joint) => Some(sight.joint(joint)),
        Place::Zone(..) => None,
    }
}

/// Returns the size of the picture of a figure of a kind, in points.
fn figure_size(game: &Game, pictures: &PictureCache, kind: FigureKindId, subject: &Subject, width: f32) -> f32 {
    let declared = || game.catalog().figures[kind].look.size.unwrap_or(19);
    f32::from(pictures.own_size(subject).unwrap_or_else(declared)) / 100.0 * width * 1.6
}

/// Returns the picture of a figure, upright or lying down.
pub(super) fn figure_picture(pictures: &PictureCache, kind: FigureKindId, seat: Seat, lies: bool) -> Subject {
    let name = pictures.laid.figure(kind);
    if lies { Subject::Lying(name, seat.0) } else { Subject::Figure(name, seat.0) }
}

/// Returns the minimum size of figures while tiles are large enough to tell apart, in points.
fn least(width: f32) -> f32 {
    if width >= 24.0 { 20.0 } else { 0.0 }
}

/// Returns all figures and tokens on the board; several at one place are spread out side by side.
pub(super) fn standing(game: &Game, pictures: &mut PictureCache, sight: &BoardProjection) -> Vec<DrawnPiece> {
    let catalog = game.catalog();
    let width = sight.camera.cell;
    let mut standing: Vec<DrawnPiece> = Vec::new();
    for (number, figure) in game.figures() {
        if let Some(at) = figure.place.and_then(|place| spot(game, pictures, sight, place)) {
            let lies = figure.place.is_some_and(|place| lies(game.board(), place));
            let subject = figure_picture(pictures, figure.kind, figure.seat, lies);
            let size = figure_size(game, pictures, figure.kind, &subject, width).max(least(width));
            let written = game.number_on_figure(number);
            standing.push(DrawnPiece { at, size, subject, figure: Some(number), written });
        }
    }
    for token in catalog.tokens.ids() {
        if let Some(at) = game.token(token).and_then(|place| spot(game, pictures, sight, place)) {
            let (subject, written) = (Subject::Token(pictures.laid.token(token)), game.number_on_token(token));
            let declared = || catalog.tokens[token].look.size.unwrap_or(26);
            let size = f32::from(pictures.own_size(&subject).unwrap_or_else(declared)) / 100.0 * width * 1.3;
            standing.push(DrawnPiece { at, size, subject, figure: None, written });
        }
    }
    for number in 1..standing.len() {
        while let Some(other) =
            (0..number).find(|&o| (standing[o].at - standing[number].at).length() < standing[o].size * 0.4)
        {
            standing[number].at.x = standing[other].at.x + standing[other].size * 0.5;
        }
    }
    standing
}

/// Draws figures and tokens that are at least partly visible.
pub(super) fn draw(painter: &egui::Painter, pictures: &mut PictureCache, area: Rect, all: &[DrawnPiece]) {
    for one in all {
        let rect = Rect::from_center_size(one.at, Vec2::splat(one.size));
        if area.intersects(rect)
            && let Some(shown) = pictures.get(&one.subject, one.size)
        {
            let rect = Rect::from_center_size(one.at, shown.size * one.size);
            painter.image(shown.texture, rect, WHOLE, egui::Color32::WHITE);
        }
    }
    for one in all {
        if let Some(number) = one.written.filter(|_| area.contains(one.at)) {
            plate(painter, one.at + Vec2::new(one.size, -one.size) * 0.36, one.size * 0.4, number);
        }
    }
}

/// Minimum width of a cell for numbers on tiles, in points.
const READABLE: f32 = 28.0;

/// Draws the numbers of tiles.
pub(super) fn tile_numbers(painter: &egui::Painter, game: &Game, sight: &BoardProjection) {
    let (catalog, width) = (game.catalog(), sight.camera.cell);
    if width < READABLE || catalog.kinds.iter().all(|(_, kind)| kind.number.is_none()) {
        return;
    }
    let on = number_place(catalog.lattice);
    let top = |number, cell| game.board().tile_at(cell).is_some_and(|(top, _)| top == number);
    for (number, tile) in game.board().numbered_tiles().filter(|&(number, tile)| top(number, tile.cell)) {
        let at = sight.corner_of(tile.cell) + Vec2::new(on.x, on.y) * width;
        if let Some(written) = game.number_on_tile(number).filter(|_| sight.area.contains(at)) {
            plate(painter, at, width * TILE_NUMBER * 1.4, written);
        }
    }
}

/// Draws a number on a plate, so that it is readable on any background.
fn plate(painter: &egui::Painter, at: Pos2, height: f32, number: i32) {
    let font = FontId::new(height.max(9.0), medium());
    let text = painter.layout_no_wrap(number.to_string(), font, PLATE_INK);
    let room = Vec2::new((text.size().x + 6.0).max(text.size().y), text.size().y);
    let rect = Rect::from_center_size(at, room);
    painter.rect(rect, rect.height() / 2.0, PLATE, Stroke::new(1.0, PLATE_INK), StrokeKind::Inside);
    painter.galley(rect.center() - text.size() / 2.0, text, PLATE_INK);
}

/// Returns the rectangle in which a target can be clicked.
pub(super) fn rect_of(
    game: &Game,
    pictures: &mut PictureCache,
    sight: &BoardProjection,
    all: &[DrawnPiece],
    at: BoardTarget,
) -> Rect {
    let least = |side: f32| Vec2::splat(side.max(16.0));
    match at {
        BoardTarget::Segment(segment) => {
            Rect::from_center_size(on_segment(game, pictures, sight, segment), least(sight.camera.cell * 0.24))
        }
        BoardTarget::Joint(joint) => Rect::from_center_size(sight.joint(joint), least(sight.camera.cell * 0.24)),
        BoardTarget::Figure(figure) => match all.iter().find(|one| one.figure == Some(figure)) {
            Some(one) => Rect::from_center_size(one.at, least(one.size)),
            None => Rect::NOTHING,
        },
        at => sight.box_of(at.cell(game)),
    }
}
