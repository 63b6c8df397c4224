//! `tilewright export`: writes a game for virtual tables and print shops.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde_json::json;
use tilewright_art::decode::PRINT_SVG_SIDE;
use tilewright_exchange::csv::write_any_tiles;
use tilewright_export::{
    ArtCredit, ExportCredit, ExportError, ExportRequest, ExportTarget, GameExport, TileTable, export_with_art,
    product_names,
};
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::load::Loaded;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::look_args::LookArgs;
use crate::numbers::{millimetres, parse_between};
use crate::option_args::OptionArgs;
use crate::out::{CAUTION, GOOD, STRONG, format_count};
use crate::progress::ProgressLine;

#[derive(Args, Debug)]
#[command(
    about = "Export a game to a virtual table or a print shop",
    long_about = "Export a game to a virtual table or a print shop.\n\nThe folder gets the pictures of tiles, backs, \
        boards and pieces, and the files that the target reads: a save with bags, stacks, dice and a script that \
        shuffles and deals, a package, sheets, or print files of an exact size. `README.md` in the folder lists the \
        steps that follow, and `CREDITS.md` the authors. No target knows the rules of the game.\n\nThe same packs, \
        options and settings give the same files.",
    after_help = "Examples:\n  \
        tilewright export PACK --to tts --out table                      a save for Tabletop Simulator\n  \
        tilewright export PACK --to tts --seats 3 --out table --url https://example.org/table\n                                                                   \
        its pictures come from a web server\n  \
        tilewright export PACK OTHER --to tabletop-playground --out p    the tiles of two packs in a package\n  \
        tilewright export PACK --to screentop --max-side 2048 --out s    smaller sheets\n  \
        tilewright export PACK --to game-crafter --out print             print files for the nearest product\n  \
        tilewright export PACK --to png --out pictures                   every face, back and board\n  \
        tilewright export PACK --to png --look plain --out plain         without own art\n  \
        tilewright export PACK --to csv --out tables                     a table of the tiles of each pack"
)]
pub(crate) struct ExportArgs {
    /// Packs to export: ids, or paths of folders
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<String>,
    /// Program or shop that the files are for
    #[arg(long = "to", value_name = "TARGET", value_parser = targets())]
    target: ExportTarget,
    /// Folder to write, which must be new or empty
    #[arg(long = "out", value_name = "DIR")]
    output: PathBuf,
    /// Number of players, which decides figures and boards [default: the maximum of the game]
    #[arg(long, value_name = "N", value_parser = parse_between::<u8, 1, 12>)]
    seats: Option<u8>,
    /// Address of the folder on a web server, for the pictures of a save [default: the folder on this computer]
    #[arg(long, value_name = "BASE")]
    url: Option<String>,
    /// Maximum width and height of a picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = ExportRequest::GREATEST_SIDE,
        value_parser = parse_between::<u32, 64, 4096>)]
    max_side: u32,
    #[arg(long, value_name = "NAME", help = format!("Product to print on: {} [default: the nearest]", products()))]
    product: Option<String>,
    /// Width of a printed cell in millimetres, for the choice of the nearest product [default: the `cell_mm` of the own
    /// art, or 45]
    #[arg(long, value_name = "MM", value_parser = millimetres::<10, 150>)]
    tile_mm: Option<f32>,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    choices: OptionArgs,
}

/// Parses the name of a target.
fn targets() -> impl TypedValueParser<Value = ExportTarget> {
    let values = ExportTarget::ALL.map(|target| PossibleValue::new(target.name()).help(target.title()));
    PossibleValuesParser::new(values).try_map(|name| {
        ExportTarget::ALL.into_iter().find(|target| target.name() == name).ok_or("there is no such target")
    })
}

fn products() -> String {
    product_names().collect::<Vec<_>>().join(", ")
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        let (message, hint) = (error.to_string(), error.hint());
        let failure = match error {
            ExportError::NoTiles | ExportError::TooManyPieces(_) => Failure::wrong(message),
            ExportError::NoProduct { product: None, .. } => Failure::wrong(message),
            _ => Failure::usage(message),
        };
        failure.hint(hint)
    }
}

pub(crate) fn run(args: &ExportArgs, cx: &mut Context) -> Result<Exit, Failure> {
    check_arguments(args)?;
    check_folder(&args.output)?;
    let loaded = cx.load(&args.look.with_theme(&args.packs, cx)?, &args.choices, 1)?;
    let unplayable = || Failure::wrong("the packs cannot be exported until their errors are fixed");
    let most = loaded.catalog().ok_or_else(unplayable)?.seats.1.max(1);
    let seats = args.seats.unwrap_or(most);
    // Packs may depend on the number of players.
    let loaded = loaded.for_seats(seats);
    let catalog = loaded.catalog().ok_or_else(unplayable)?;
    let art = args.look.decode(&loaded.art, PRINT_SVG_SIDE, cx)?;
    let request = ExportRequest {
        target: args.target,
        seats,
        base: base_address(args)?,
        max_side: args.max_side,
        product: args.product.clone(),
        cell_mm: args.tile_mm.unwrap_or_else(|| f32::from(loaded.art.plan.cell_mm)),
        credits: loaded.packs.iter().chain(&loaded.themes).map(ExportCredit::of_pack).collect(),
        art_credits: art.as_ref().map_or_else(Vec::new, |art| ArtCredit::of_look(&loaded.art.plan, art.look())),
        tables: if args.target == ExportTarget::Csv { tables(&loaded)? } else { Vec::new() },
    };
    let exported = export_with_art(catalog, art.as_ref(), &request)?;
    let bytes = write(&exported, &args.output)?;
    if args.json {
        let written: Vec<&str> = exported.files().iter().map(|file| file.path()).collect();
        cx.out.json(&json!({
            "folder": args.output.display().to_string(), "target": request.target.name(), "seats": seats,
            "tiles": exported.tile_count(), "files": written, "bytes": bytes, "missing": exported.notes(),
        }))?;
        return Ok(Exit::Fine);
    }
    let folder = args.output.display();
    let tiles = format_count(exported.tile_count() as usize, "tile", "tiles");
    let files = format_count(exported.files().len(), "file", "files");
    writeln!(cx.out, "{GOOD}Exported {STRONG}{tiles}{STRONG:#} for {}{GOOD:#} into {folder}", request.target.title())?;
    writeln!(cx.out, "  {files}, {bytes} bytes")?;
    for note in exported.notes() {
        writeln!(cx.out, "{CAUTION}note:{CAUTION:#} {note}")?;
    }
    writeln!(cx.out, "Next: follow the steps in {}", args.output.join("README.md").display())?;
    Ok(Exit::Fine)
}

/// Writes the tiles of each pack as a table. Packs without tiles have no table.
fn tables(loaded: &Loaded) -> Result<Vec<TileTable>, Failure> {
    let mut tables = Vec::new();
    for (pack, place) in &loaded.places {
        tables.extend(write_any_tiles(&place.read()?).map(|text| TileTable { pack: pack.clone(), text }));
    }
    Ok(tables)
}

/// Returns an error if an argument does not apply to the target.
fn check_arguments(args: &ExportArgs) -> Result<(), Failure> {
    let is_crafter = args.target == ExportTarget::GameCrafter;
    if args.product.is_some() && !is_crafter {
        return Err(Failure::usage("`--product` applies only to `game-crafter`").hint("add `--to game-crafter`"));
    }
    if args.url.is_some() && args.target != ExportTarget::Tts {
        return Err(Failure::usage("`--url` applies only to `tts`").hint("add `--to tts`, or leave out `--url`"));
    }
    let is_address = |url: &String| {
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        rest.is_some_and(|rest| !rest.is_empty())
            && url.chars().all(|c| c.is_ascii_graphic() && !"\"\\<>?#".contains(c))
    };
    match args.url.as_ref().filter(|url| !is_address(url)) {
        Some(url) => Err(Failure::usage(format!("`{url}` is not the address of a folder"))
            .hint("write an address that begins with https:// and has no spaces, `?` or `#`")),
        None => Ok(()),
    }
}

/// Returns an error if the folder has files.
fn check_folder(folder: &Path) -> Result<(), Failure> {
    if files::is_free_folder(folder) { Ok(()) } else { Err(occupied(folder)) }
}

fn occupied(folder: &Path) -> Failure {
    let failure = Failure::environment(format!("{} is not an empty folder", folder.display()));
    failure.hint("name another folder with `--out`; the command overwrites no files")
}

/// Returns the address below which a save finds its pictures, with a slash at its end.
fn base_address(args: &ExportArgs) -> Result<String, Failure> {
    if let Some(url) = &args.url {
        return Ok(format!("{}/", url.trim_end_matches('/')));
    }
    files::folder_address(&args.output)
        .map_err(|error| Failure::environment(format!("{}: {error}", args.output.display())))
}

/// Draws and writes all files, and returns their total size in bytes.
fn write(exported: &GameExport<'_>, folder: &Path) -> Result<u64, Failure> {
    let progress = ProgressLine::long(exported.files().len() as u64, "files");
    let (mut total, mut refused) = (0u64, None);
    files::remove_empty_folder(folder);
    let drawn = exported.files().iter().enumerate().map(|(number, file)| {
        let bytes = exported.bytes(file).unwrap_or_else(|error| {
            refused.get_or_insert(error);
            Vec::new()
        });
        total += bytes.len() as u64;
        progress.set_done(number as u64 + 1);
        (file.path(), bytes)
    });
    let written = files::write_folder(folder, drawn);
    progress.end();
    written.map_err(|error| match error {
        // Another program has created the folder in the meantime.
        KitError::Write { path, error } if path == folder && error.kind() == ErrorKind::AlreadyExists => {
            occupied(folder)
        }
        error => error.into(),
    })?;
    match refused {
        Some(error) => {
            files::remove_folder(folder)?;
            Err(error.into())
        }
        None => Ok(total),
    }
}
