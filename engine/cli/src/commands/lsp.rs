//! `tilewright lsp`: gives other editors the features of the code editor.

use std::io::{BufReader, stdin, stdout};

use clap::Args;
use tilewright_kit::files::home;
use tilewright_lsp::{ServerError, ServerSettings, serve};

use crate::context::Context;
use crate::failure::{Exit, Failure};

#[derive(Args, Debug)]
#[command(
    about = "Give your own editor findings, completion and renaming",
    long_about = "Give your own editor findings, completion and renaming: start the language server for packs.\n\nYour \
        editor starts this command by itself and talks to it over standard input and output; there is nothing to type. \
        The server works in folders with a `pack.ron`, and is silent elsewhere. `tilewright handbook editors` shows the \
        settings of VS Code, Neovim, Helix, Zed and Sublime Text.",
    after_help = "Examples:\n  \
        tilewright lsp                   started by an editor\n  \
        tilewright handbook editors      the settings of editors\n  \
        tilewright --packs DIR lsp       with packs in another folder"
)]
pub(crate) struct LspArgs {
    /// Use standard input and output, as some editors request; there is no other way
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(crate) fn run(args: &LspArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let LspArgs { stdio: _ } = args;
    let settings = ServerSettings { finder: cx.finder.clone(), copies: home::sources() };
    serve(BufReader::new(stdin()), stdout(), settings).map(|()| Exit::Fine).map_err(failure)
}

fn failure(error: ServerError) -> Failure {
    let failure = Failure::environment(error.to_string());
    match error {
        ServerError::Frame(_) => failure.hint("editors start this command; see `tilewright handbook editors`"),
        ServerError::Output(_) | ServerError::NoShutdown => failure,
    }
}
