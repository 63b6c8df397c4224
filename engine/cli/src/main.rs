//! The `tilewright` command: checks, plays, tests, simulates and measures packs.
//!
//! Invariants: Only this program prints; the other crates of the engine return values. Output for programs (`--json`,
//! `--csv`) is only the result. Colours only repeat the words. Every error has advice, and the exit code shows
//! the source of the problem. Deliberately absent: rules, legality, the name of any game.

mod args;
mod board_text;
mod bots;
mod ci_files;
mod commands;
mod context;
#[cfg(test)]
mod documented;
mod excerpt;
mod failure;
mod faulted;
mod findings;
mod look_args;
mod numbers;
mod option_args;
mod out;
mod play;
mod progress;
mod prose;
mod random_game;
mod recorded;
mod table;
mod typed;
mod why;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use tilewright_core::unseen::{escape_line, escape_lines};
use tilewright_kit::bug_report::report_panic;
use tilewright_kit::files::home::bug_reports;

use crate::args::Cli;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{BAD, CAUTION, ColourChoice, Out, standard_error};

fn main() -> ExitCode {
    let matches = Cli::command().try_get_matches();
    let cli = match matches.and_then(|m| Cli::from_arg_matches(&m)) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are not errors. A failure to write them cannot be reported.
            let error = in_words(error);
            let _ = show_usage(&error);
            return if error.use_stderr() { Exit::Usage.code() } else { Exit::Fine.code() }.into();
        }
    };
    let color = cli.common.color;
    std::panic::set_hook(Box::new(move |panic| {
        report_panic(panic, &bug_reports(), &|text| drop(writeln!(standard_error(color), "{BAD}error:{BAD:#} {text}")));
    }));
    let finder = cli.common.finder();
    let mut cx = Context { out: Out::new(color), color, finder, folders: cli.common.folders, mistake: None };
    let result = cli.command.run(&mut cx).and_then(|exit| {
        cx.out.flush()?;
        Ok(exit)
    });
    let exit = match result {
        Ok(exit) => exit,
        Err(failure) => {
            report(&failure, color);
            failure.exit
        }
    };
    if let Some((what, record)) = cx.mistake {
        let advice = faulted::report_internal(&what, record.as_ref());
        // Ignored, since an error cannot be reported if standard error cannot be written.
        let _ = writeln!(standard_error(color), "{CAUTION}next:{CAUTION:#} {advice}");
    }
    exit.code().into()
}

/// Reports a failure with its advice. Errors of standard error are ignored, since they cannot be reported.
fn report(failure: &Failure, color: ColourChoice) {
    if failure.message.is_empty() {
        return;
    }
    let mut stream = standard_error(color);
    // Text from an argument or a path must not add styles.
    let fit = |text| escape_lines(text, usize::MAX);
    let _ = writeln!(stream, "{BAD}error:{BAD:#} {}", fit(&failure.message));
    if let Some(hint) = &failure.hint {
        let _ = writeln!(stream, "{CAUTION}next:{CAUTION:#} {}", fit(hint));
    }
}

/// Returns an error in which invisible characters of the arguments are escaped. An error quotes the arguments, and they
/// may come from elsewhere, such as a file name, so they are parsed again in their escaped form.
fn in_words(error: clap::Error) -> clap::Error {
    let arguments =
        std::env::args_os().map(|argument| escape_line(&argument.to_string_lossy(), usize::MAX).into_owned());
    match Cli::command().try_get_matches_from(arguments) {
        Err(other) if other.kind() == error.kind() => other,
        _ => error,
    }
}

/// Prints the help, or the error of the arguments.
fn show_usage(error: &clap::Error) -> io::Result<()> {
    let (text, color) = (error.render().ansi().to_string(), colour_of_usage());
    if error.use_stderr() {
        standard_error(color).write_all(text.as_bytes())
    } else {
        let mut out = Out::new(color);
        out.write_all(text.as_bytes())?;
        out.flush()
    }
}

/// Returns the setting for colours of help and errors. They are printed before the arguments are parsed, so this
/// searches `--color` itself.
fn colour_of_usage() -> ColourChoice {
    let arguments: Vec<String> = std::env::args().collect();
    let given = arguments.iter().enumerate().find_map(|(i, argument)| match argument.strip_prefix("--color") {
        Some("") => arguments.get(i + 1).map(String::as_str),
        Some(rest) => rest.strip_prefix('='),
        None => None,
    });
    match given {
        Some("always") => ColourChoice::Always,
        Some("never") => ColourChoice::Never,
        _ => ColourChoice::Auto,
    }
}
