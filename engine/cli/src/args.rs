//! The command line as a whole; each command declares its own arguments in its file.

use std::path::PathBuf;

use clap::{Args, Parser};
use tilewright_kit::packs::find::Finder;

use crate::commands::Command;
use crate::failure::EXIT_CODES;
use crate::out::ColourChoice;

/// Check, play, test, simulate and measure packs of tile-laying games.
///
/// A pack is a folder with a `pack.ron`, or one file that `tilewright pack` makes of it. PACK is
/// the path of either, or the id of a pack in `--packs`, in `./content`, in the folders of TILEWRIGHT_PACKS, among the
/// installed packs, or in this program. The packs that it needs are loaded as well.
#[derive(Parser, Debug)]
#[command(
    name = "tilewright",
    version,
    max_term_width = 110,
    after_help = "`tilewright COMMAND --help` shows examples.",
    after_long_help = EXIT_CODES,
)]
pub(crate) struct Cli {
    /// Flags that all commands accept.
    #[command(flatten)]
    pub(crate) common: Common,
    /// Command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Flags of every command.
#[derive(Args, Debug)]
pub(crate) struct Common {
    /// Search this folder for packs first; may be given several times
    #[arg(long = "packs", global = true, value_name = "DIR", help_heading = "General")]
    pub(crate) folders: Vec<PathBuf>,
    /// Use colours: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        help_heading = "General"
    )]
    pub(crate) color: ColourChoice,
}

impl Common {
    /// Returns the places in which packs are searched: the folders of `--packs` first, in the order given.
    pub(crate) fn finder(&self) -> Finder {
        self.folders.iter().rev().fold(Finder::standard(), |finder, folder| finder.with_folder(folder))
    }
}
