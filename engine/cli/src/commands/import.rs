//! `tilewright import`: makes a pack from a spreadsheet, a map editor or another game, and keeps its tiles up to date.

mod pack;
mod report;
mod watch;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tilewright_exchange::{ImportFormat, ImportMapping};
use tilewright_kit::files;
use tilewright_kit::packs::template;

use crate::commands::import::watch::WatchedPicture;
use crate::commands::new::check_name;
use crate::context::Context;
use crate::failure::{Exit, Failure};

#[derive(Args, Debug)]
#[command(
    about = "Make a pack from a spreadsheet or a map editor",
    long_about = "Make a pack from the tiles of another program: a table (CSV or TSV, a row for each tile), a tileset \
        or map of Tiled (TMX, TSX or JSON, with a Wang set), tile definitions of JCloisterZone (XML), or a tileset of \
        LDtk.\n\nThe new pack passes `check`; otherwise the command writes no file and shows every mistake with its line. Where \
        the file leaves something open, the program decides: it lists each such guess, and marks it by a comment in \
        the pack. `--map` decides guesses and names the columns of a table.\n\nThe table can stay the master: \
        `--update` replaces the tiles of the pack, and `--watch` does so whenever the table is saved. Only files that \
        an import wrote are replaced. If a table has mistakes, the last good tiles stay.",
    after_help = "Examples:\n  \
        tilewright import tiles.csv --as meadows             a new pack in ./meadows\n  \
        tilewright import tiles.csv --as meadows --dry-run   a trial: all guesses, and no files\n  \
        tilewright import tiles.csv --as meadows --watch     replace its tiles whenever the table is saved\n  \
        tilewright import cards.tsv --as meadows --count-column Copies\n  \
        tilewright import land.tsx --as land --map land.ron  a tileset of Tiled, with decisions"
)]
pub(crate) struct ImportArgs {
    /// File to import
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Id of the pack, also the name of its folder: lowercase letters, digits and `_`
    #[arg(long = "as", value_name = "PACK")]
    name: String,
    /// Title for players [default: the id, written as words]
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// Folder in which the pack is, or is made
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// Format of the file [default: found out by its name and content]
    #[arg(long, value_name = "FORMAT", value_enum)]
    from: Option<FormatChoice>,
    /// Text that names columns and decides guesses: `Import(columns: {"Copies": count}, ground: field)`
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Name of the column with the number of copies
    #[arg(long, value_name = "NAME")]
    count_column: Option<String>,
    /// List the files and guesses without writing a file
    #[arg(long)]
    dry_run: bool,
    /// Replace the tiles of a pack that exists
    #[arg(long)]
    update: bool,
    /// Make the pack if it does not exist, and replace its tiles whenever the file is saved, until you press Ctrl+C
    #[arg(long, conflicts_with = "dry_run")]
    watch: bool,
    /// Print one JSON object for each import
    #[arg(long)]
    json: bool,
}

/// Format of an imported file.
#[derive(ValueEnum, Clone, Copy, PartialEq, Debug)]
enum FormatChoice {
    Table,
    Tiled,
    Jcloisterzone,
    Ldtk,
}

impl ImportArgs {
    /// Returns the folder of the pack.
    fn folder(&self) -> PathBuf {
        self.dir.join(&self.name)
    }

    fn title(&self) -> String {
        self.title.clone().unwrap_or_else(|| template::title(&self.name))
    }

    /// Returns the name of the imported file without its folders.
    fn source(&self) -> String {
        self.file.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn format(&self, bytes: &[u8]) -> ImportFormat {
        match self.from {
            Some(FormatChoice::Table) => ImportFormat::Table,
            Some(FormatChoice::Tiled) => ImportFormat::Tiled,
            Some(FormatChoice::Jcloisterzone) => ImportFormat::JCloisterZone,
            Some(FormatChoice::Ldtk) => ImportFormat::Ldtk,
            None => ImportFormat::recognize(&self.source(), bytes),
        }
    }

    /// Returns the folder of the imported file.
    fn beside(&self) -> &Path {
        match self.file.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        }
    }
}

pub(crate) fn run(args: &ImportArgs, cx: &mut Context) -> Result<Exit, Failure> {
    check_name(&args.name)?;
    if args.watch {
        return watch::run(args, cx);
    }
    Ok(import_once(args, args.update, cx)?.exit)
}

/// Result of a single import.
struct ImportRun {
    exit: Exit,
    /// Pictures that the imported file names, with their states before the import; `None` if it has mistakes.
    pictures: Option<Vec<WatchedPicture>>,
}

/// Imports the file into a new pack, or updates the tiles of an existing one.
fn import_once(args: &ImportArgs, update: bool, cx: &mut Context) -> Result<ImportRun, Failure> {
    let folder = args.folder();
    match (folder.exists(), update) {
        (true, false) => {
            let failure = Failure::environment(format!("{} exists already", folder.display()));
            return Err(failure.hint("`--update` replaces its tiles; or choose another name with `--as`"));
        }
        (false, true) => {
            let failure = Failure::environment(format!("there is no pack {}", folder.display()));
            return Err(failure.hint("leave out `--update` to make it, or name its folder with `--dir`"));
        }
        _ => {}
    }
    let mapping = match mapping(args)? {
        Ok(mapping) => mapping,
        Err(errors) => {
            let file = args.map.as_deref().map(Path::to_string_lossy).unwrap_or_default().into_owned();
            let exit = report::mistakes(args, &file, &errors, cx)?;
            return Ok(ImportRun { exit, pictures: None });
        }
    };
    let bytes = files::read(&args.file, tilewright_exchange::limits::FILE_BYTES as u64 + 1)?;
    let mut pictures = Vec::new();
    let outcome = pack::import(args, update, &mapping, &bytes, &mut pictures, cx)?;
    let pictures = outcome.pack().map(|_| pictures);
    Ok(ImportRun { exit: report::outcome(args, &outcome, cx)?, pictures })
}

/// Reads the file with the decisions of the author.
fn mapping(args: &ImportArgs) -> Result<Result<ImportMapping, tilewright_exchange::ExchangeErrors>, Failure> {
    let mapping = match &args.map {
        Some(path) => {
            let text = files::read_text(path, tilewright_pack::limits::FILE_BYTES as u64)?;
            ImportMapping::read(&text)
        }
        None => Ok(ImportMapping::default()),
    };
    Ok(mapping.map(|mapping| match &args.count_column {
        Some(column) => mapping.with_count_column(column),
        None => mapping,
    }))
}
