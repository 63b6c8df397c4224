//! Features that a rule means without listing them: how many they are, and which is the one of a number.

use std::collections::BTreeSet;

use crate::board::Board;
use crate::catalog::id::{Root, SegmentId, TerrainId};
use crate::catalog::tile::Completion;
use crate::state::Game;
use crate::state::effect::Place;

/// Which features of a terrain are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Which {
    /// All of them.
    #[default]
    All,
    /// Those with open sides.
    Open,
    /// Those that are complete.
    Finished,
    /// Those that are not.
    Unfinished,
    /// Those with a claim.
    Claimed,
}

/// Features of some terrains, terrain by terrain, those of each in the order of their first segments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FeatureSet {
    /// The terrains. One that is named twice counts once.
    pub terrains: Vec<TerrainId>,
    /// Which features of these.
    pub which: Which,
    /// Segments of features that are left out all the same.
    pub except: Vec<SegmentId>,
}

impl FeatureSet {
    /// Calls a function for each of the features, in any order, with what it comes after, until it has had enough. Whether it never had.
    #[inline]
    fn each(&self, game: &Game, mut take: impl FnMut(u64, Root) -> bool) -> bool {
        let board = &game.board;
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
            // What has no open sides is finished, unless the terrain is closed by what surrounds it, or never.
            Which::Unfinished if self.terrains.iter().all(|&terrain| ends_when_closed(board, terrain)) => {
                features.open_features().all(goes_on)
            }
            Which::Claimed => {
                // Only where figures stand there are claims.
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

    /// How many features there are, counted no further than some number.
    pub fn count_up_to(&self, game: &Game, most: usize) -> usize {
        let mut count = 0;
        self.each(game, |_, _| {
            count += 1;
            count < most
        });
        count.min(most)
    }

    /// The features of now.
    pub fn find(&self, game: &Game) -> FoundFeatures {
        let mut found = Vec::with_capacity(64);
        self.each(game, |key, root| {
            found.push((key, root));
            true
        });
        FoundFeatures(found)
    }
}

/// The features of a set, each with what it comes after. They are put in order when somebody asks for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundFeatures(Vec<(u64, Root)>);

impl FoundFeatures {
    /// How many features there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The feature of a number, if there are more.
    pub fn get(&self, number: usize) -> Option<Root> {
        // No two features have the same first segment.
        let mut found = self.0.clone();
        (number < found.len()).then(|| found.select_nth_unstable_by_key(number, |(key, _)| *key).1.1)
    }

    /// The feature of an option of a number, where some texts come with each of the features one after another.
    pub(crate) fn of_option(&self, number: u32) -> Option<Root> {
        self.get((number as usize).checked_rem(self.count())?)
    }

    /// All of the features.
    pub fn list(mut self) -> Vec<Root> {
        self.0.sort_unstable_by_key(|(key, _)| *key);
        self.0.into_iter().map(|(_, root)| root).collect()
    }
}

fn ends_when_closed(board: &Board, terrain: TerrainId) -> bool {
    let catalog = &board.catalog;
    let mut counting = catalog.terrains.ids().filter(|&other| catalog.counts_as(other, terrain));
    counting.all(|other| matches!(catalog.terrains[other].completion, Completion::Closed))
}
