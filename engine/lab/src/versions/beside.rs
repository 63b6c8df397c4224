//! Shows games of two versions side by side, from the first answer that differs.

use serde::{Deserialize, Serialize};
use tilewright_core::session::record::{Move, Record};
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::games::Games;
use crate::versions::{VersionBlock, VersionPlan};

/// Number of games that are shown.
const SHOWN: usize = 3;

/// Number of moves that are shown of each version, from the first one that differs.
const MOVES: usize = 6;

/// Moves of two games with the same seed, from the first one that differs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameBeside {
    /// Number of the block.
    pub block: u64,
    /// Seed of both games.
    pub seed: u64,
    /// Final scores in the first and in the second version.
    pub scores: [Vec<i32>; 2],
    /// Number of answers that are equal in both versions.
    pub equal: usize,
    /// Moves after the equal ones, in the first and in the second version; empty if all moves are equal.
    pub moves: [Vec<SideAnswer>; 2],
}

/// A choice or a result of chance in one of two games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SideAnswer {
    /// Move in the notation of tests.
    pub text: String,
    /// True if a player chose; false if chance decided.
    pub is_choice: bool,
}

/// Returns the blocks whose points of a player differ most between the versions, the greatest difference first.
pub fn most_changed<'a>(blocks: impl IntoIterator<Item = &'a VersionBlock>) -> Vec<&'a VersionBlock> {
    // The first measure is the points of a player.
    let difference = |block: &VersionBlock| (block.after[0] - block.before[0]).abs();
    let mut blocks: Vec<&VersionBlock> = blocks.into_iter().filter(|block| block.before != block.after).collect();
    // The sort is stable, so of equal games the first is shown.
    blocks.sort_by(|a, b| difference(b).total_cmp(&difference(a)));
    blocks.truncate(SHOWN);
    blocks
}

/// Plays the games of some blocks in the first seat order, and sets both versions side by side.
///
/// # Errors
/// A version cannot be played.
pub fn games_beside(
    versions: [&Loaded; 2],
    bots: &[BotSpec],
    plan: &VersionPlan,
    blocks: &[&VersionBlock],
) -> Result<Vec<GameBeside>, KitError> {
    blocks.iter().map(|block| beside(versions, bots, plan, block.number)).collect()
}

fn beside(versions: [&Loaded; 2], bots: &[BotSpec], plan: &VersionPlan, block: u64) -> Result<GameBeside, KitError> {
    let seed = plan.seed_of(block);
    let play = |loaded: &Loaded| Games::record(loaded, plan.seats, bots, seed);
    let [before, after] = [play(versions[0])?, play(versions[1])?];
    let equal = equal_moves(&before.record, &after.record);
    let answers = before.record.moves[..equal].iter().filter(|entry| is_choice(entry)).count();
    let rest = |record: &Record| record.moves[equal..].iter().take(MOVES).map(side_answer).collect();
    Ok(GameBeside {
        block,
        seed,
        scores: [&before, &after].map(|played| played.session.game().scores().to_vec()),
        equal: answers,
        moves: [rest(&before.record), rest(&after.record)],
    })
}

/// Returns the number of moves at the start that are equal in both records.
fn equal_moves(before: &Record, after: &Record) -> usize {
    before.moves.iter().zip(&after.moves).take_while(|(a, b)| a == b).count()
}

fn is_choice(entry: &Move) -> bool {
    matches!(entry, Move::Answer { .. })
}

fn side_answer(entry: &Move) -> SideAnswer {
    let text = match entry {
        // Players count seats from 1.
        Move::Answer { seat, ask, pick } => format!("seat {}: {ask} {pick}", u16::from(*seat) + 1),
        other => other.to_string(),
    };
    SideAnswer { text, is_choice: is_choice(entry) }
}
