//! Why results cannot be written, or not be joined.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use tilewright_core::machine::fault::Fault;
use tilewright_kit::error::KitError;

/// Results cannot be written, or not be joined.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResultsError {
    /// The packs cannot be played, or a file cannot be read or written.
    Kit(KitError),
    /// A bot that looks at the clock plays differently on every machine.
    Clock {
        /// Its word.
        bot: String,
    },
    /// A folder holds blocks of other games than those asked for.
    OtherPlan {
        /// The folder.
        folder: PathBuf,
        /// What differs: its name, what the folder has, what is asked for.
        differs: Vec<(String, String, String)>,
    },
    /// A folder that holds no plan.
    NoPlan {
        /// The folder.
        folder: PathBuf,
    },
    /// A file is not what its name says.
    Damaged {
        /// Which.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// Blocks that no part has.
    Missing {
        /// How many.
        missing: u64,
        /// How many there are in all.
        blocks: u64,
        /// The first of them.
        first: u64,
        /// The games of that one, from and up to.
        games: (u64, u64),
    },
    /// A block that two parts have.
    Double {
        /// Its number.
        block: u64,
        /// The folders.
        folders: [PathBuf; 2],
    },
    /// The file is called otherwise than what the blocks hold.
    Format {
        /// The ending that would be right.
        ending: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// A function of the rules keeps something from one game to the next, so no game is what its seed says.
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
            ResultsError::NoPlan { folder } => write!(f, "{} holds no results: it has no plan.json", folder.display()),
            ResultsError::Damaged { path, why } => write!(f, "{} is damaged: {why}", path.display()),
            ResultsError::Missing { missing, blocks, first, games } => write!(
                f,
                "{missing} of {blocks} blocks are missing; the first is number {first} with the games {} to {}",
                games.0,
                games.1.saturating_sub(1)
            ),
            ResultsError::Double { block, folders: [one, other] } if one == other => {
                write!(f, "{} is named twice (block {block})", one.display())
            }
            ResultsError::Double { block, folders: [one, other] } => {
                write!(f, "block {block} is in {} and in {}", one.display(), other.display())
            }
            ResultsError::Format { ending, path } => {
                write!(f, "the parts hold `.{ending}`, but the file is to be called {}", path.display())
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
