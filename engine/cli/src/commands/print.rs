//! `tilewright print`: draws sheets of tiles for printing and cutting.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;
use tilewright_art::pdf::pdf;
use tilewright_art::print::single::single_pages;
use tilewright_art::print::{Flip, Paper, PrintLayout, counts, sheets};
use tilewright_art::tile::{Artist, Style};
use tilewright_kit::files;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::look_args::{LookArgs, PRINT_SVG_SIDE};
use crate::numbers::millimetres;
use crate::option_args::OptionArgs;
use crate::out::format_count;

#[derive(Args, Debug)]
#[command(
    about = "Write sheets of tiles to print and cut, as PDF",
    long_about = "Write sheets of tiles to print and cut, as PDF.\n\nThe sheets contain every tile of the game, each \
        with its number of copies, with bleed and crop marks. Each page of fronts is followed by one of backs, \
        mirrored for printers that print on both sides. Print at 100 %; the line at the foot of each page is 50 mm \
        long then. Options of packs change the printed tiles as they change the game. With own art, pictures fill \
        the bleed with their own margin. `--single` writes each tile on its own page, with boxes for cut and bleed, as \
        print shops require.",
    after_help = "Examples:\n  \
        tilewright print PACK --out tiles.pdf                           A4, tiles of 45 mm, with backs\n  \
        tilewright print PACK OTHER --out both.pdf                      the tiles of two packs\n  \
        tilewright print PACK --paper letter --tile-mm 50 --out t.pdf   US Letter, larger tiles\n  \
        tilewright print PACK --no-backs --bleed-mm 0 --out t.pdf       fronts only, nothing over the cut\n  \
        tilewright print PACK --flip short --out t.pdf                  for printers that turn over the short side\n  \
        tilewright print PACK --single --bleed-mm 3 --out shop.pdf      one tile a page, for a print shop\n  \
        tilewright print PACK --look plain --out plain.pdf              without own art"
)]
pub(crate) struct PrintArgs {
    /// Packs to print: ids, or paths of folders
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<String>,
    /// Paper size
    #[arg(long, value_enum, default_value_t = PaperName::A4)]
    paper: PaperName,
    /// Width of a cell in millimetres [default: the `cell_mm` of the own art, or 45]
    #[arg(long, value_name = "MM", value_parser = millimetres::<10, 150>)]
    tile_mm: Option<f32>,
    /// Bleed: width of the picture beyond the cut, in millimetres
    #[arg(long, value_name = "MM", default_value_t = 2.0, value_parser = millimetres::<0, 10>)]
    bleed_mm: f32,
    /// Margin that the printer cannot print on, in millimetres
    #[arg(long, value_name = "MM", default_value_t = 8.0, value_parser = millimetres::<0, 40>)]
    margin_mm: f32,
    /// Side along which the printer turns pages over
    #[arg(long, value_enum, default_value_t = FlipName::Long, conflicts_with = "no_backs")]
    flip: FlipName,
    /// Print only fronts
    #[arg(long)]
    no_backs: bool,
    /// Print each tile on its own page, which is as large as the tile with its bleed and crop marks
    #[arg(long, conflicts_with_all = ["paper", "margin_mm", "flip"])]
    single: bool,
    /// Draw a hairline around each tile
    #[arg(long)]
    frames: bool,
    /// File to write
    #[arg(long = "out", value_name = "FILE")]
    output: PathBuf,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    choices: OptionArgs,
}

/// Sizes of paper by name.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum PaperName {
    /// 210 x 297 mm
    A4,
    /// 215.9 x 279.4 mm
    Letter,
}

/// Sides of paper by name.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum FlipName {
    /// Along the long side, like a book
    Long,
    /// Along the short side, like a notepad
    Short,
}

pub(crate) fn run(args: &PrintArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let loaded = cx.load(&args.look.with_theme(&args.packs, cx)?, &args.choices, 1)?;
    let Some(catalog) = loaded.catalog() else {
        return Err(Failure::wrong("the packs cannot be printed until their errors are fixed"));
    };
    let art = args.look.decode(&loaded.art, PRINT_SVG_SIDE, cx)?;
    let artist = Artist::new(catalog, Style { frame: args.frames, ornaments: true }).with_art(art.as_ref());
    let flip = match args.flip {
        FlipName::Long => Flip::Long,
        FlipName::Short => Flip::Short,
    };
    let layout = PrintLayout {
        paper: match args.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::LETTER,
        },
        cell: args.tile_mm.unwrap_or_else(|| f32::from(loaded.art.plan.cell_mm)),
        bleed: args.bleed_mm,
        margin: args.margin_mm,
        backs: (!args.no_backs).then_some(flip),
    };
    let arrange = if args.single { single_pages } else { sheets };
    let sheets = arrange(&artist, &counts(catalog), &layout)
        .map_err(|e| Failure::usage(e.to_string()).hint("choose a smaller `--tile-mm`, or other packs"))?;
    let title = catalog.packs.iter().map(|p| &*p.title).collect::<Vec<_>>().join(" + ");
    let bytes = pdf(&sheets, &title);
    files::write(&args.output, &bytes)?;
    if args.json {
        let (pages, path) = (sheets.pages.len(), args.output.display().to_string());
        cx.out.json(&json!({"file": path, "pages": pages, "tiles": sheets.tiles, "bytes": bytes.len()}))?;
    } else {
        let (tiles, pages) =
            (format_count(sheets.tiles, "tile", "tiles"), format_count(sheets.pages.len(), "page", "pages"));
        writeln!(cx.out, "Wrote {}: {tiles} on {pages}", args.output.display())?;
    }
    Ok(Exit::Fine)
}
