//! Verifies scoring rounds: features that are complete and claimed when a round begins must be scored before the turn
//! is over.

use std::collections::BTreeSet;

use crate::catalog::id::{Root, SegmentId, TerrainId};
use crate::machine::rules::{Hooks, When};
use crate::state::Game;
use crate::state::agenda::Part;
use crate::state::event::Event;
use crate::state::happening::Happening;

/// Features that a round must still score, updated after every event.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rounds {
    /// Terrains that some rule scores during play.
    scored_in_play: Vec<TerrainId>,
    /// Segments of the features that were complete when the last round began. They are stored as segments, as tiles of
    /// a feature may be replaced.
    complete: BTreeSet<SegmentId>,
    /// Segments of features that the round must score.
    due: Vec<SegmentId>,
}

impl Rounds {
    /// Creates the tracker for a game with these rules.
    pub(crate) fn new(hooks: &Hooks) -> Rounds {
        let in_play = hooks.score.iter().filter(|rule| rule.when != When::Final);
        Rounds { scored_in_play: in_play.map(|rule| rule.terrain).collect(), ..Rounds::default() }
    }

    /// Treats the complete features of an arranged position as scored.
    pub(crate) fn restart(&mut self, game: &Game) {
        self.complete = segments_of(game, &complete_features(game));
        self.due.clear();
    }

    /// Updates the tracker after an event.
    ///
    /// # Errors
    /// A feature was due and has not been scored.
    pub(crate) fn look(&mut self, game: &Game, event: &Event) -> Result<(), String> {
        let features = &game.position.board.features;
        match event.what {
            Happening::RoundBegan { .. } => {
                let known: BTreeSet<Root> = self.complete.iter().map(|&segment| features.root(segment)).collect();
                let complete = complete_features(game);
                self.complete = segments_of(game, &complete);
                let scored = |root: Root| self.scored_in_play.contains(&game.position.board.terrain(root.segment()));
                let fresh = complete.into_iter().filter(|root| !known.contains(root));
                self.due.extend(
                    fresh.filter(|&root| features.is_claimed(root.segment()) && scored(root)).map(Root::segment),
                );
            }
            Happening::Scored { segment: Some(segment), .. } => {
                let root = features.root(segment);
                self.due.retain(|&due| features.root(due) != root);
            }
            // A feature that is no longer complete may be completed again, and is then due again.
            Happening::TakenUp { .. } | Happening::TileMoved { .. } | Happening::PartAdded { .. } => {
                let finished =
                    |segment: SegmentId| features.is_there(segment) && game.position.board.is_complete(segment);
                self.complete.retain(|&segment| finished(segment));
                self.due.retain(|&due| finished(due));
            }
            // A nested part may leave the scoring to the part around it.
            Happening::PartEnded { .. }
                if !game.run.agenda.iter().any(|part| matches!(part, Part::Turn(t) if t.begun)) =>
            {
                let unpaid = self.due.drain(..).find(|&due| features.is_claimed(due));
                if let Some(segment) = unpaid {
                    return Err(format!(
                        "{} is finished and claimed, and the turn is over without its being scored",
                        game.position.board.place_key(segment)
                    ));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Returns the features that are complete.
fn complete_features(game: &Game) -> Vec<Root> {
    game.position.board.features.roots().filter(|root| game.position.board.is_complete(root.segment())).collect()
}

/// Returns the segments of some features.
fn segments_of(game: &Game, features: &[Root]) -> BTreeSet<SegmentId> {
    features.iter().flat_map(|root| game.position.board.features.members(root.segment())).collect()
}
