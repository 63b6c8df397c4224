//! Defines the options of packs as arguments of every command that loads packs.

use clap::Args;

/// Options of the packs that a command loads.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct OptionArgs {
    /// Set an option of a pack: `pack:name=value`, or `name=value` if only one pack has it
    #[arg(short, long, value_name = "PACK:NAME=VALUE")]
    pub(crate) option: Vec<String>,
}
