//! Computes the positions of everything on a board in the window.

use egui::{Pos2, Rect};

use super::camera::BoardProjection;
use super::content::BoardScene;
use super::standing::{self, DrawnPiece};
use crate::ui::pictures::PictureCache;

/// Positions on the screen of a board's pieces and spots in one frame.
pub(super) struct BoardLayout {
    /// Visible part of the board.
    pub(super) sight: BoardProjection,
    /// Figures and tokens.
    pub(super) standing: Vec<DrawnPiece>,
    /// Rectangle in which each spot can be clicked.
    pub(super) rects: Vec<Rect>,
}

impl BoardLayout {
    /// Places the pieces and spots of a board.
    pub(super) fn new(shown: &BoardScene<'_>, sight: BoardProjection, pictures: &mut PictureCache) -> BoardLayout {
        let (game, width) = (shown.game, sight.camera.cell);
        let (edition, pixels) = (pictures.edition().unwrap_or_default(), pictures.pixels(width).unwrap_or(0));
        pictures.laid.begin(game.catalog(), edition, pixels);
        let standing = standing::standing(game, pictures, &sight);
        let spots = shown.spots.iter();
        let rects = spots.map(|spot| standing::rect_of(game, pictures, &sight, &standing, spot.at)).collect();
        BoardLayout { sight, standing, rects }
    }

    /// Returns the centre of each spot.
    pub(super) fn places(&self) -> Vec<Pos2> {
        self.rects.iter().map(Rect::center).collect()
    }
}
