//! `tilewright man`: writes the manual pages.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;
use tilewright_kit::files::write_with_folders;

use crate::context::Context;
use crate::failure::{EXIT_CODES, Exit, Failure};

#[derive(Args, Debug)]
#[command(
    about = "Print or write the manual pages",
    long_about = "Print or write the manual pages.\n\nWithout `--dir` the page of the whole command is printed; with it, \
        that page and one for each command are written as files.",
    after_help = "Examples:\n  \
        tilewright man | man -l -                      read the manual\n  \
        tilewright man --dir ~/.local/share/man/man1   install the pages"
)]
pub(crate) struct ManArgs {
    /// Write all pages into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Writes the manual pages of `whole`, the command of the program with all its subcommands.
pub(crate) fn run(args: &ManArgs, mut whole: Command, cx: &mut Context) -> Result<Exit, Failure> {
    whole.build();
    let main = page(&whole)?;
    let Some(dir) = &args.dir else {
        cx.out.write_all(&main)?;
        return Ok(Exit::Fine);
    };
    let write = |name: &str, page: &[u8]| {
        write_with_folders(&dir.join(name), page)
            .map_err(|error| Failure::environment(error.to_string()).hint("name a folder that you may write to"))
    };
    write("tilewright.1", &main)?;
    let mut count = 1;
    for command in whole.get_subcommands().filter(|c| c.get_name() != "help") {
        let name = format!("tilewright-{}", command.get_name());
        let command = command.clone().display_name(name.clone());
        write(&format!("{name}.1"), &page(&command)?)?;
        count += 1;
    }
    writeln!(cx.out, "{count} pages written to {}", dir.display())?;
    Ok(Exit::Fine)
}

/// Returns a manual page with a separate section for the exit codes.
fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    if let Some(examples) = after.strip_prefix("Examples:\n") {
        section(&mut page, "EXAMPLES", examples)?;
    }
    section(&mut page, "EXIT STATUS", EXIT_CODES.strip_prefix("Exit codes:\n").unwrap_or(EXIT_CODES))?;
    if command.get_version().is_some() {
        man.render_version_section(&mut page)?;
    }
    Ok(page)
}

/// Writes a section whose line breaks are preserved.
fn section(page: &mut Vec<u8>, title: &str, text: &str) -> std::io::Result<()> {
    writeln!(page, ".SH \"{title}\"\n.nf")?;
    for line in text.lines() {
        // A line that begins with a dot or a quote would be an instruction, so each line starts with an empty escape.
        writeln!(page, "\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
    }
    writeln!(page, ".fi")
}
