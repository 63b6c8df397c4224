//! `tilewright capture`: writes a recorded game as a test of its pack.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use tilewright_kit::files;
use tilewright_kit::suite::{ExpectedParts, write_test};

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::numbers::{at_least, whole};
use crate::out::CAUTION;
use crate::recorded::replay_game;

#[derive(Args, Debug)]
#[command(
    about = "Turn a recorded game into a test",
    long_about = "Turn a recorded game into a test.\n\nThe test repeats the results of chance and the choices of the \
        game, and expects the final position that the game has now. Put the file into the folder `tests` of a pack, and \
        correct the expectation if the game shows a mistake of a rule.",
    after_help = "Examples:\n  \
        tilewright capture game.json                                print a test that expects the scores\n  \
        tilewright capture game.json --out ponds/tests/played.ron   write it as a test of the pack `ponds`\n  \
        tilewright capture game.json --at 20 --expect seat,options  stop after 20 entries, expect the options there\n  \
        tilewright capture games.jsonl --game 3 --name \"a tie\"      the third game of a file, with a name"
)]
pub(crate) struct CaptureArgs {
    /// Record of the game: `.json` with one game, or `.jsonl` with one on each line
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<usize, 1>)]
    game: usize,
    /// Stop after this number of entries of the record
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    at: Option<usize>,
    /// Name of the test
    #[arg(long, value_name = "TEXT", default_value = "played")]
    name: String,
    /// Fields of the position to expect, separated by commas
    #[arg(
        long,
        value_name = "FIELD",
        value_delimiter = ',',
        default_value = "scores",
        value_parser = PossibleValuesParser::new(ExpectedParts::NAMES)
    )]
    expect: Vec<String>,
    /// Write the test to this file, which must not exist
    #[arg(long = "out", value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &CaptureArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let parts = ExpectedParts::from_names(args.expect.iter().map(String::as_str))
        .ok_or_else(|| Failure::usage("`--expect` names an unknown field"))?;
    let (mut session, other) = replay_game(&args.file, args.game, args.at, cx)?;
    let text = write_test(&mut session, &args.name, parts) + "\n";
    let Some(output) = &args.output else {
        cx.out.write_all(text.as_bytes())?;
        return Ok(Exit::Fine);
    };
    if output.exists() {
        let hint = "name a new file, or print the test without `--out`";
        return Err(Failure::environment(format!("{} already exists", output.display())).hint(hint));
    }
    files::write_with_folders(output, text.as_bytes())?;
    if let Some(other) = other {
        writeln!(cx.out, "{CAUTION}note:{CAUTION:#} {other}")?;
    }
    writeln!(cx.out, "Wrote {}", output.display())?;
    Ok(Exit::Fine)
}
