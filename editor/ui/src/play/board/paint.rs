//! Draws a board and its pieces, from the tabletop up to the captions.

use std::collections::BTreeMap;

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, Vec2};
use tilewright_art::board::lies;
use tilewright_art::outline::corners_of;
use tilewright_core::catalog::id::SegmentId;
use tilewright_core::catalog::lattice::{Cell, Plane};
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;
use tilewright_editor_model::table::asked::BoardTarget;

use super::camera::BoardProjection;
use super::content::{BoardScene, cell_of};
use super::cursor::BoardCursor;
use super::hits::BoardHits;
use super::layout::BoardLayout;
use super::{beyond, cloth, ground, newness, standing};
use crate::play::highlight::{self, Highlight, Highlighted};
use crate::ui::pictures::laid::{self, WHOLE};
use crate::ui::pictures::{PictureCache, Subject, mosaic};
use crate::ui::theme::{GHOST_EDGE, Tokens, of_seat};

/// Opacity of the white over the feature under the pointer.
const POINTED: u8 = 110;

/// Draws a board with the marks of the user's input.
pub(super) fn paint(
    ui: &Ui,
    shown: &BoardScene<'_>,
    layout: &BoardLayout,
    hits: &BoardHits,
    cursor: &BoardCursor,
    pictures: &mut PictureCache,
    tokens: &Tokens,
) {
    let (game, sight) = (shown.game, &layout.sight);
    let painter = &ui.painter_at(sight.area);
    painter.rect_filled(sight.area, 0.0, tokens.cloth);
    cloth::grain(painter, sight);
    ground::draw(painter, game, pictures, sight);
    cloth::shadow(painter, game, sight, tokens);
    draw_frames(painter, shown, sight, tokens);
    draw_surroundings(painter, game, pictures, sight);
    draw_tiles(painter, game, pictures, sight);
    cloth::heights(painter, game, sight);
    standing::tile_numbers(painter, game, sight);
    if let Some(fresh) = shown.fresh {
        newness::tiles(ui, painter, game, fresh, sight);
    }
    let spots = shown.spots.iter().zip(&layout.rects);
    let open = spots.filter(|(_, rect)| sight.area.intersects(**rect)).filter_map(|(spot, _)| cell_of(spot));
    cloth::open_cells(painter, sight, open, tokens);
    draw_ghost(painter, shown, pictures, sight);
    // Areas are drawn below the figures, so that their owners stay visible.
    for one in shown.highlights {
        match one.on {
            Highlighted::Area(segment) => {
                light_area(painter, game, pictures, sight, segment, highlight::colour(one.row).gamma_multiply(0.5));
            }
            Highlighted::Pointed(segment) => {
                light_area(painter, game, pictures, sight, segment, Color32::from_white_alpha(POINTED));
            }
            Highlighted::Cell(_) | Highlighted::Segment(_) | Highlighted::Joint(_) => {}
        }
    }
    standing::draw(painter, pictures, sight.area, &layout.standing);
    if let Some(fresh) = shown.fresh {
        newness::figures(ui, painter, fresh, &layout.standing);
    }
    let captions = draw_highlights(painter, game, pictures, shown.highlights, sight);
    if let Some(rect) = hits.focused_spot {
        painter.rect_stroke(rect, 2.0, Stroke::new(3.0, tokens.focus), StrokeKind::Inside);
    }
    mark_spots(painter, pictures, shown, layout, hits.touched.over, cursor, tokens);
    // Captions are drawn above all highlights and spots.
    for (place, text) in captions {
        highlight::caption(painter, place, sight.camera.cell, text, tokens);
    }
    if let Some(fresh) = shown.fresh {
        newness::points(ui, painter, game, fresh, pictures, sight);
    }
    hits.arrows.iter().for_each(|arrow| beyond::draw(ui.painter(), arrow, tokens));
    if hits.has_focus {
        painter.rect_stroke(sight.area, 0.0, Stroke::new(2.0, tokens.focus), StrokeKind::Inside);
        if let Some(cell) = cursor.cell {
            draw_outline(painter, sight, cell, Stroke::new(3.0, tokens.focus));
        }
    }
}

/// Draws the tiles, or the whole board as one picture if the tiles are tiny.
fn draw_tiles(painter: &Painter, game: &Game, pictures: &mut PictureCache, sight: &BoardProjection) {
    let width = sight.camera.cell;
    let is_small = width * painter.ctx().pixels_per_point() <= mosaic::SPECK;
    match is_small.then(|| mosaic::whole(game, &sight.spread, pictures)).flatten() {
        Some((texture, covers)) => {
            painter.image(texture, sight.place(covers), WHOLE, Color32::WHITE);
        }
        None => laid::tiles(game, pictures, sight.area, width, |cell| sight.box_of(cell), &mut |shape| {
            painter.add(shape);
        }),
    }
}

/// Draws the preview of a tile, and the turns at which it fits.
fn draw_ghost(painter: &Painter, shown: &BoardScene<'_>, pictures: &mut PictureCache, sight: &BoardProjection) {
    let Some(ghost) = shown.ghost else { return };
    let (kind, turn, first) = ghost;
    for (texture, cell) in laid::ghost(shown.game, pictures, kind, turn, first, sight.camera.cell) {
        painter.image(texture, sight.box_of(cell), WHOLE, Color32::WHITE.gamma_multiply(0.85));
        draw_outline(painter, sight, cell, Stroke::new(2.0, GHOST_EDGE));
    }
    cloth::turns(painter, sight, ghost, shown.turns);
}

/// Draws a frame around each plane of a board, in the colour of its owner, with its name above.
fn draw_frames(painter: &Painter, shown: &BoardScene<'_>, sight: &BoardProjection, tokens: &Tokens) {
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
fn draw_surroundings(painter: &Painter, game: &Game, pictures: &mut PictureCache, sight: &BoardProjection) {
    let (white, width) = (Color32::WHITE, sight.camera.cell);
    let has_look = pictures.has_look();
    // Cells on a background of own art differ from those of other planes.
    let ground = |cell: Cell| if has_look { cell.plane() } else { Plane::FIRST };
    let mut empty: BTreeMap<(Plane, bool), Vec<Cell>> = BTreeMap::new();
    for cell in tilewright_art::board::open_cells(game) {
        empty.entry((ground(cell), sight.lattice.points_up(cell))).or_default().push(cell);
    }
    for ((plane, points_up), open) in empty {
        if let Some(empty) = pictures.get(&Subject::Empty(plane, points_up), width) {
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

fn draw_outline(painter: &Painter, sight: &BoardProjection, cell: Cell, stroke: Stroke) {
    let points: Vec<Pos2> = corners_of(sight.lattice, cell)
        .iter()
        .map(|c| sight.corner_of(cell) + Vec2::new(c.x, c.y) * sight.camera.cell)
        .collect();
    painter.add(Shape::closed_line(points, stroke));
}

/// Highlights cells and places; returns the captions and their positions.
fn draw_highlights<'h>(
    painter: &Painter,
    game: &Game,
    pictures: &mut PictureCache,
    highlights: &'h [Highlight],
    sight: &BoardProjection,
) -> Vec<(Pos2, &'h String)> {
    let width = sight.camera.cell;
    let mut captions = Vec::new();
    for one in highlights {
        let place = match one.on {
            Highlighted::Cell(cell) => {
                let corners: Vec<Pos2> = corners_of(sight.lattice, cell)
                    .iter()
                    .map(|c| sight.corner_of(cell) + Vec2::new(c.x, c.y) * width)
                    .collect();
                highlight::highlight_cell(painter, &corners, one.row);
                sight.middle(cell)
            }
            Highlighted::Segment(segment) if game.board().features().is_there(segment) => {
                let place = standing::on_segment(game, pictures, sight, segment);
                highlight::highlight_place(painter, place, width, one.row);
                place
            }
            Highlighted::Area(segment) | Highlighted::Pointed(segment) if game.board().features().is_there(segment) => {
                // The caption is above the figures there.
                standing::on_segment(game, pictures, sight, segment) - Vec2::new(0.0, 14.0 + width * 0.16)
            }
            Highlighted::Joint(joint) => {
                let place = sight.joint(joint);
                highlight::highlight_place(painter, place, width, one.row);
                place
            }
            Highlighted::Segment(_) | Highlighted::Area(_) | Highlighted::Pointed(_) => continue,
        };
        captions.extend(one.caption.as_ref().map(|text| (place, text)));
    }
    captions
}

/// Highlights the area that a segment covers in its cell.
fn light_area(
    painter: &Painter,
    game: &Game,
    pictures: &mut PictureCache,
    sight: &BoardProjection,
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
        painter.image(shown.texture, rect, WHOLE, colour);
    }
}

/// Marks segments and figures that can be chosen, and previews a figure at its place.
fn mark_spots(
    painter: &Painter,
    pictures: &mut PictureCache,
    shown: &BoardScene<'_>,
    layout: &BoardLayout,
    over: Option<usize>,
    cursor: &BoardCursor,
    tokens: &Tokens,
) {
    let (spots, chosen) = (shown.spots, cursor.spot(shown.spots));
    for (number, (spot, rect)) in spots.iter().zip(&layout.rects).enumerate() {
        if cell_of(spot).is_some() && chosen != Some(number) {
            continue;
        }
        let here = over == Some(number) || chosen == Some(number);
        let (middle, radius) = (rect.center(), rect.width().min(rect.height()) / 2.0);
        if cell_of(spot).is_none() {
            let fill = if matches!(spot.at, BoardTarget::Segment(_) | BoardTarget::Joint(_)) {
                Color32::from_white_alpha(150)
            } else {
                Color32::TRANSPARENT
            };
            painter.circle(middle, radius, fill, Stroke::new(if here { 4.0 } else { 2.0 }, tokens.accent));
            painter.circle_stroke(middle, radius + 2.0, Stroke::new(1.0, Color32::WHITE));
        } else if here {
            painter.rect_stroke(*rect, 2.0, Stroke::new(3.0, tokens.focus), StrokeKind::Inside);
        }
        if let (true, BoardTarget::Segment(on), Some((kind, seat))) =
            (here, spot.at, spot.entries.first().and_then(|e| e.figure))
        {
            let subject = standing::figure_picture(pictures, kind, seat, lies(shown.game.board(), Place::Segment(on)));
            let size = rect.width() * 1.3;
            if let Some(shown) = pictures.get(&subject, size) {
                let place = Rect::from_center_size(middle, shown.size * size);
                painter.image(shown.texture, place, WHOLE, Color32::WHITE.gamma_multiply(0.8));
            }
        }
    }
}
