//! Segments on which figures may be deployed by the conditions of their kinds, for the step `deploy` and for rules.

use smallvec::SmallVec;

use crate::catalog::id::{FigureKindId, SegmentId, TileId};
use crate::catalog::seat::Seat;
use crate::catalog::{Claim, FigureKind};
use crate::state::game::Game;
use crate::state::options::Deployable;

impl Game {
    /// Returns the figures that a seat may deploy on a tile on the board: the given kinds that the seat has in its
    /// supply, each with the segments that are allowed. Kinds without such segments are left out.
    pub fn deployable(&self, tile: TileId, figures: &[FigureKindId], seat: Seat) -> SmallVec<[Deployable; 4]> {
        let each =
            figures.iter().map(|&figure| Deployable { figure, segments: self.deployable_segments(tile, figure, seat) });
        each.filter(|choice| choice.segments != 0).collect()
    }

    /// Returns the segments of a tile on the board on which a seat may deploy a kind of figure, as a bit set of their
    /// numbers on the tile.
    #[inline]
    pub(crate) fn deployable_segments(&self, tile: TileId, figure: FigureKindId, seat: Seat) -> u32 {
        if self.supply(figure, seat) == 0 {
            return 0;
        }
        let placed = &self.position.board.tiles[tile.index()];
        let spec = &self.position.board.catalog.figures[figure];
        let mut left = self.position.board.catalog.deployable(figure, placed.kind);
        let mut segments = 0;
        while left != 0 {
            let local = left.trailing_zeros();
            left &= left - 1;
            if self.lets_stand(spec, placed.first_segment.plus(local), seat) {
                segments |= 1 << local;
            }
        }
        segments
    }

    /// Returns true if a seat may deploy a kind of figure on a segment on the board.
    pub fn may_deploy(&self, figure: FigureKindId, segment: SegmentId, seat: Seat) -> bool {
        let features = &self.position.board.features;
        let kind = self.position.board.tiles[features.tile_of(segment).index()].kind;
        self.supply(figure, seat) > 0
            && self.position.board.catalog.deployable(figure, kind) >> features.local_of(segment) & 1 == 1
            && self.lets_stand(&self.position.board.catalog.figures[figure], segment, seat)
    }

    /// Returns true if a feature meets the conditions of a kind of figure, except for its terrain, which the caller has
    /// checked.
    #[inline]
    fn lets_stand(&self, spec: &FigureKind, segment: SegmentId, seat: Seat) -> bool {
        let free = match spec.claim {
            Claim::Unclaimed => !self.position.board.features.is_claimed(segment),
            Claim::Own => self.position.board.features.claim(segment, seat) > 0,
            Claim::Any => true,
        };
        free && !(spec.unfinished && self.position.board.is_complete(segment))
    }
}
