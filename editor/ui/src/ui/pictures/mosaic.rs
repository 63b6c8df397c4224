//! A board seen from so far away that its tiles are specks: a single picture of all tiles, redrawn when the board
//! changes. Without a graphics card, ten thousand small rectangles take longer than everything else in the window.

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{Color32, ColorImage, Rect, TextureId, TextureOptions, Vec2};
use tilewright_art::spread::Spread;
use tilewright_core::catalog::id::Id;
use tilewright_core::state::Game;

use crate::ui::pictures::PictureCache;
use crate::ui::pictures::laid;
use crate::ui::pictures::specks::{SpeckKey, TurnedPart, WIDTH};

/// Maximum width of a cell that is drawn as a speck, in pixels of the screen.
pub(crate) const SPECK: f32 = 8.0;
/// Maximum side of the picture, in its pixels, which graphics cards support.
const MOST: usize = 4096;

/// Returns the picture of all tiles of a board and the area that it covers, in cells. `None` if the board has no tiles
/// or is too large for a single picture.
pub(crate) fn whole(game: &Game, spread: &Spread, pictures: &mut PictureCache) -> Option<(TextureId, Rect)> {
    let ctx = pictures.ctx.clone()?;
    let board = game.board();
    let mut hasher = DefaultHasher::new();
    for (number, tile) in board.numbered_tiles() {
        let level = board.level(number);
        (tile.kind.index(), tile.turn.index(), tile.cell.x, tile.cell.y, level).hash(&mut hasher);
    }
    let of = hasher.finish();
    let mosaic = &pictures.laid.mosaic;
    if let Some((texture, covers)) = mosaic.shown.as_ref().filter(|_| mosaic.of == of) {
        return Some((texture.id(), *covers));
    }
    let mut parts = Vec::new();
    let mut covers = Rect::NOTHING;
    for (tile, part, cell) in board.seen_cells() {
        let at = spread.place(cell);
        let shown = TurnedPart { kind: tile.kind, turn: tile.turn, part };
        let Some(position) = laid::position(pictures, shown, cell) else { continue };
        parts.push((SpeckKey { shown, position }, at));
        covers.extend_with(egui::pos2(at.x, at.y));
        covers.extend_with(egui::pos2(at.x + 1.0, at.y + 1.0));
    }
    let side = |cells: f32| (cells * WIDTH).ceil() as usize;
    if parts.is_empty() || side(covers.width()) > MOST || side(covers.height()) > MOST {
        return None;
    }
    let mut image = ColorImage::filled([side(covers.width()), side(covers.height())], Color32::TRANSPARENT);
    let source = pictures.source.as_ref()?;
    let laid = &mut pictures.laid;
    for (key, at) in parts {
        let name = laid.tile(key.shown.kind);
        let Some(speck) = laid.mosaic.speck(source, &name, key) else { continue };
        let first = |cells: f32| (cells * WIDTH).round() as usize;
        stamp(&mut image, speck, [first(at.x - covers.min.x), first(at.y - covers.min.y)]);
    }
    let covers = Rect::from_min_size(covers.min, Vec2::new(image.size[0] as f32, image.size[1] as f32) / WIDTH);
    let mosaic = &mut laid.mosaic;
    let texture = match mosaic.shown.take() {
        Some((mut texture, _)) => {
            texture.set(image, TextureOptions::LINEAR);
            texture
        }
        None => ctx.load_texture("mosaic", image, TextureOptions::LINEAR),
    };
    let id = texture.id();
    (mosaic.of, mosaic.shown) = (of, Some((texture, covers)));
    Some((id, covers))
}

/// Blends a small picture into a large one and clips it at the borders.
fn stamp(image: &mut ColorImage, speck: &ColorImage, [left, top]: [usize; 2]) {
    let width = image.size[0];
    for (row, line) in speck.pixels.chunks(speck.size[0].max(1)).enumerate() {
        let room = width.saturating_sub(left).min(line.len());
        let start = (top + row) * width + left;
        let Some(under) = image.pixels.get_mut(start..start + room) else { return };
        for (under, over) in under.iter_mut().zip(line) {
            *under = under.blend(*over);
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::{Color32, ColorImage};

    use super::stamp;

    #[test]
    fn a_speck_keeps_within_the_picture() {
        let speck = ColorImage::filled([2, 2], Color32::RED);
        let mut image = ColorImage::filled([3, 3], Color32::TRANSPARENT);
        for at in [[0, 0], [2, 1], [1, 2], [3, 0], [0, 9]] {
            stamp(&mut image, &speck, at);
        }
        let red: Vec<bool> = image.pixels.iter().map(|pixel| *pixel == Color32::RED).collect();
        assert_eq!(red, [true, true, false, true, true, true, false, true, true]);
    }
}
