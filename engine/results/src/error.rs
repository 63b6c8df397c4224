//! Defines the reasons why results cannot be written or joined.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use tilewright_core::machine::fault::Fault;
use tilewright_kit::error::KitError;

use crate::kind::WorkKind;

/// Reason why results cannot be written or joined.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResultsError {
    /// The packs cannot be played, or a file cannot be read or written.
    Kit(KitError),
    /// A bot depends on the clock, so it plays differently on every machine.
    Clock {
        /// Name of the bot.
        bot: String,
    },
    /// A folder holds blocks of other games than the requested ones.
    OtherPlan {
        /// Path of the folder.
        folder: PathBuf,
        /// Differing fields of the plan: name, value in the folder, requested value.
        differs: Vec<(String, String, String)>,
    },
    /// A folder holds blocks of another kind of work.
    OtherKind {
        /// Path of the folder.
        folder: PathBuf,
        /// Kind of the blocks in the folder.
        there: WorkKind,
        /// Requested kind.
        here: WorkKind,
    },
    /// A folder has no plan.
    NoPlan {
        /// Path of the folder.
        folder: PathBuf,
    },
    /// The content of a file does not match its name.
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Description of the damage.
        why: String,
    },
    /// No folder has some of the blocks.
    Missing {
        /// Number of missing blocks.
        missing: u64,
        /// Number of all blocks of the plan.
        blocks: u64,
        /// Number of the first missing block.
        first: u64,
        /// Range of games, or of seeds of a comparison, in the first missing block; the end is exclusive.
        games: (u64, u64),
        /// Kind of the blocks.
        kind: WorkKind,
    },
    /// A part of a comparison was requested whose number of games is not fixed.
    NoNumber,
    /// Two folders have the same block.
    Double {
        /// Number of the block.
        block: u64,
        /// Paths of the two folders; equal if a folder was named twice.
        folders: [PathBuf; 2],
    },
    /// The extension of the output file does not match the format of the blocks.
    Format {
        /// Extension that matches the blocks, without the dot.
        ending: &'static str,
        /// Path of the output file.
        path: PathBuf,
    },
    /// A rule function keeps state from one game to the next, so a seed no longer determines its game.
    Remembers(Box<Fault>),
}

impl fmt::Display for ResultsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultsError::Kit(error) => write!(f, "{error}"),
            ResultsError::Clock { bot } => {
                write!(f, "`{bot}` plays differently on every machine; give it a number of playouts")
            }
            ResultsError::OtherPlan { folder, differs } => {
                write!(f, "{} holds other games", folder.display())?;
                for (at, (name, there, asked)) in differs.iter().enumerate() {
                    let lead = if at == 0 { ": " } else { "; " };
                    write!(f, "{lead}`{name}` is {there} there and {asked} here")?;
                }
                Ok(())
            }
            ResultsError::OtherKind { folder, there, here } => {
                let describe = |kind: &WorkKind| match kind {
                    WorkKind::Games => "simulated games",
                    WorkKind::Comparison => "a comparison",
                };
                write!(f, "{} holds {}, not {}", folder.display(), describe(there), describe(here))
            }
            ResultsError::NoPlan { folder } => write!(f, "{} holds no results: it has no plan.json", folder.display()),
            ResultsError::Damaged { path, why } => write!(f, "{} is damaged: {why}", path.display()),
            ResultsError::Missing { missing, blocks, first, games, kind } => write!(
                f,
                "{missing} of {blocks} blocks are missing; the first is number {first} with the {} {} to {}",
                kind.unit(),
                games.0,
                games.1.saturating_sub(1)
            ),
            ResultsError::NoNumber => {
                f.write_str("the games so far decide how many games are played, so they cannot be divided into parts")
            }
            ResultsError::Double { block, folders: [one, other] } if one == other => {
                write!(f, "{} is named twice (block {block})", one.display())
            }
            ResultsError::Double { block, folders: [one, other] } => {
                write!(f, "block {block} is in {} and in {}", one.display(), other.display())
            }
            ResultsError::Format { ending, path } => {
                write!(f, "the parts have the format `.{ending}`, but the file name is {}", path.display())
            }
            ResultsError::Remembers(fault) => write!(f, "{fault}"),
        }
    }
}

impl Error for ResultsError {}

impl From<KitError> for ResultsError {
    fn from(error: KitError) -> ResultsError {
        ResultsError::Kit(error)
    }
}
