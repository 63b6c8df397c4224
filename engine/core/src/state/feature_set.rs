//! Sets of features that rules describe without listing them. A set can be counted, and its features are found by
//! number.

use std::collections::BTreeSet;

use crate::board::Board;
use crate::catalog::id::{Root, SegmentId, TerrainId};
use crate::catalog::tile::Completion;
use crate::state::effect::Place;
use crate::state::game::Game;
pub use crate::state::options::FoundFeatures;

/// Condition for the features of a terrain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Which {
    /// All features of the terrain.
    #[default]
    All,
    /// Features with open sides.
    Open,
    /// Features that are complete.
    Finished,
    /// Features that are not complete.
    Unfinished,
    /// Features with a claim.
    Claimed,
}

/// Features of some terrains, ordered by terrain and then by first segment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FeatureSet {
    /// Terrains in order. A repeated terrain counts once.
    pub terrains: Vec<TerrainId>,
    /// Condition that features must meet.
    pub which: Which,
    /// Segments of features to leave out.
    pub except: Vec<SegmentId>,
}

impl FeatureSet {
    /// Calls `take` for each feature, in any order, with its sort key, until `take` returns false. Returns true if it
    /// never did.
    #[inline]
    fn each(&self, game: &Game, mut take: impl FnMut(u64, Root) -> bool) -> bool {
        let board = &game.position.board;
        let features = &board.features;
        let mut except: Vec<Root> = self.except.iter().map(|&segment| features.root(segment)).collect();
        except.sort_unstable();
        let mut goes_on = |root: Root| {
            let own = board.terrain(root.segment());
            match self.terrains.iter().position(|&terrain| board.catalog.counts_as(own, terrain)) {
                Some(rank) if except.binary_search(&root).is_err() => {
                    take((rank as u64) << 32 | u64::from(features.first_key_of(root)), root)
                }
                _ => true,
            }
        };
        match self.which {
            Which::Open => features.open_features().all(goes_on),
            // A feature without open sides is complete, unless its terrain is completed by surrounding tiles or never.
            Which::Unfinished if self.terrains.iter().all(|&terrain| ends_when_closed(board, terrain)) => {
                features.open_features().all(goes_on)
            }
            Which::Claimed => {
                // Only features with figures can have claims.
                let on_feature = |place| if let Place::Segment(segment) = place { Some(segment) } else { None };
                let standing = game.figures().filter_map(|(_, figure)| on_feature(figure.place?));
                let roots = standing.map(|segment| features.root(segment));
                let claimed: BTreeSet<Root> = roots.filter(|root| features.is_claimed(root.segment())).collect();
                claimed.into_iter().all(goes_on)
            }
            Which::All => features.roots().all(goes_on),
            Which::Finished | Which::Unfinished => {
                let wanted = self.which == Which::Finished;
                features.roots().filter(|root| board.is_complete(root.segment()) == wanted).all(&mut goes_on)
            }
        }
    }

    /// Returns the number of features, but at most `most`.
    pub fn count_up_to(&self, game: &Game, most: usize) -> usize {
        let mut count = 0;
        self.each(game, |_, _| {
            count += 1;
            count < most
        });
        count.min(most)
    }

    /// Returns the features that belong to the set now.
    pub fn find(&self, game: &Game) -> FoundFeatures {
        let mut found = Vec::with_capacity(64);
        self.each(game, |key, root| {
            found.push((key, root));
            true
        });
        FoundFeatures(found)
    }
}

fn ends_when_closed(board: &Board, terrain: TerrainId) -> bool {
    let catalog = &board.catalog;
    let mut counting = catalog.terrains.ids().filter(|&other| catalog.counts_as(other, terrain));
    counting.all(|other| matches!(catalog.terrains[other].completion, Completion::Closed))
}
