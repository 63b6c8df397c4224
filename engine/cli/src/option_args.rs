//! Defines the options of packs as arguments of every command that loads packs.

use clap::Args;

/// Options of the packs that a command loads.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct OptionArgs {
    /// Set an option of a pack: `pack:name=value`, or `name=value` if only one pack has it
    #[arg(short, long, value_name = "PACK:NAME=VALUE")]
    pub(crate) option: Vec<String>,
    /// Set a value of a pack for this run: `rules.RULE.PARAMETER=VALUE`, `tiles.TILE.count=5`, `rules.RULE=off` or
    /// `option:NAME=VALUE`
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) set: Vec<String>,
}

impl OptionArgs {
    /// True if the user chose nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.option.is_empty() && self.set.is_empty()
    }

    /// Returns each argument with the name of its flag, to repeat them in a command.
    pub(crate) fn flags(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let sets = self.set.iter().map(|set| ("--set", set));
        self.option.iter().map(|option| ("--option", option)).chain(sets)
    }
}
