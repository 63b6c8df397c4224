//! `tilewright completions`: prints completions for a shell.

use std::io::Write;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::context::Context;
use crate::failure::{Exit, Failure};

/// Completion of the paths of values in bash, which depend on the packs of the command.
const BASH_PATHS: &str = include_str!("completions/paths.bash");

#[derive(Args, Debug)]
#[command(
    about = "Print completions for a shell",
    after_help = "Examples:\n  \
    tilewright completions bash > ~/.local/share/bash-completion/completions/tilewright\n  \
    tilewright completions zsh > ~/.zfunc/_tilewright\n  \
    tilewright completions fish > ~/.config/fish/completions/tilewright.fish"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints completions for `whole`, the command of the program with all its subcommands.
pub(crate) fn run(args: &CompletionsArgs, whole: &mut Command, cx: &mut Context) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, whole, "tilewright", &mut text);
    cx.out.write_all(&text)?;
    if args.shell == Shell::Bash {
        cx.out.write_all(BASH_PATHS.as_bytes())?;
    }
    Ok(Exit::Fine)
}
