//! Scoring rounds: what is finished and claimed when a round begins has to be scored before the turn is over.

use std::collections::BTreeSet;

use crate::catalog::id::{Root, SegmentId, TerrainId};
use crate::machine::rules::{Hooks, When};
use crate::state::Game;
use crate::state::agenda::Part;
use crate::state::event::Event;
use crate::state::happening::Happening;

/// The features that a round owes something, followed from event to event.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rounds {
    /// Terrains that some rule scores while the game is played.
    scored_in_play: Vec<TerrainId>,
    /// The segments of the features that were complete when the last round began. A tile that a feature lies on may be
    /// replaced.
    complete: BTreeSet<SegmentId>,
    /// Those that a round has to score.
    due: Vec<SegmentId>,
}

impl Rounds {
    /// The rounds of a game of some rules.
    pub(crate) fn new(hooks: &Hooks) -> Rounds {
        let in_play = hooks.score.iter().filter(|rule| rule.when != When::Final);
        Rounds { scored_in_play: in_play.map(|rule| rule.terrain).collect(), ..Rounds::default() }
    }

    /// Takes what is complete in an arranged position as scored.
    pub(crate) fn arranged(&mut self, game: &Game) {
        self.complete = segments_of(game, &complete_features(game));
        self.due.clear();
    }

    /// Notes what an event says.
    ///
    /// # Errors
    /// A feature was due and is not scored.
    pub(crate) fn look(&mut self, game: &Game, event: &Event) -> Result<(), String> {
        let features = &game.board.features;
        match event.what {
            Happening::RoundBegan { .. } => {
                let known: BTreeSet<Root> = self.complete.iter().map(|&segment| features.root(segment)).collect();
                let complete = complete_features(game);
                self.complete = segments_of(game, &complete);
                let scored = |root: Root| self.scored_in_play.contains(&game.board.terrain(root.segment()));
                let fresh = complete.into_iter().filter(|root| !known.contains(root));
                self.due.extend(
                    fresh.filter(|&root| features.is_claimed(root.segment()) && scored(root)).map(Root::segment),
                );
            }
            Happening::Scored { segment: Some(segment), .. } => {
                let root = features.root(segment);
                self.due.retain(|&due| features.root(due) != root);
            }
            // What is not finished any more may be finished again, and is due again then.
            Happening::TakenUp { .. } | Happening::TileMoved { .. } | Happening::PartAdded { .. } => {
                let finished = |segment: SegmentId| features.is_there(segment) && game.board.is_complete(segment);
                self.complete.retain(|&segment| finished(segment));
                self.due.retain(|&due| finished(due));
            }
            // A part within another part may leave the scoring to that one.
            Happening::PartEnded { .. } if !game.agenda.iter().any(|part| matches!(part, Part::Turn(t) if t.begun)) => {
                let unpaid = self.due.drain(..).find(|&due| features.is_claimed(due));
                if let Some(segment) = unpaid {
                    return Err(format!(
                        "{} is finished and claimed, and the turn is over without its being scored",
                        game.board.place_key(segment)
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
    game.board.features.roots().filter(|root| game.board.is_complete(root.segment())).collect()
}

/// Returns the segments of some features.
fn segments_of(game: &Game, features: &[Root]) -> BTreeSet<SegmentId> {
    features.iter().flat_map(|root| game.board.features.members(root.segment())).collect()
}
