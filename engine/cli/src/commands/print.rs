//! `tilewright print`: draws sheets of tiles, figures, tokens, boards and reference cards for printing and cutting.

mod cards;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;
use tilewright_art::bare_board::bare_boards;
use tilewright_art::decode::PRINT_SVG_SIDE;
use tilewright_art::geometry::Point;
use tilewright_art::pdf::pdf;
use tilewright_art::print::single::single_part_pages;
use tilewright_art::print::{CardCopies, Flip, Paper, PrintLayout, PrintParts, counts, figure_counts, part_sheets};
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_kit::files;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::look_args::LookArgs;
use crate::numbers::{NumberError, millimetres, parse_between};
use crate::option_args::OptionArgs;
use crate::out::format_count;

#[derive(Args, Debug)]
#[command(
    about = "Write sheets of tiles and pieces to print and cut, as PDF",
    long_about = "Write sheets of tiles and pieces to print and cut, as PDF.\n\nThe sheets contain every tile of the \
        game, each with its number of copies, with bleed and crop marks. `--parts` adds figures and tokens as squares, \
        boards, which are divided among several sheets, and a card for each player with the steps of a turn and the \
        points of each rule. Each page of fronts is followed by one of backs, \
        mirrored for printers that print on both sides. Print at 100 %; the line at the foot of each page is 50 mm \
        long then. If backs are printed beside their fronts, measure the difference and write it as `--offset`. Options of packs change the printed tiles as they change the game. With own art, pictures fill \
        the bleed with their own margin. `--single` writes each tile on its own page, with boxes for cut and bleed, as \
        print shops require.",
    after_help = "Examples:\n  \
        tilewright print PACK --out tiles.pdf                           A4, tiles of 45 mm, with backs\n  \
        tilewright print PACK OTHER --out both.pdf                      the tiles of two packs\n  \
        tilewright print PACK --paper letter --tile-mm 50 --out t.pdf   US Letter, larger tiles\n  \
        tilewright print PACK --paper 330x483 --out large.pdf           paper of 330 x 483 mm\n  \
        tilewright print PACK --parts tiles,figures,tokens,boards,cards --out all.pdf\n                                                                  \
        everything that the game needs\n  \
        tilewright print PACK --no-backs --bleed-mm 0 --out t.pdf       fronts only, nothing over the cut\n  \
        tilewright print PACK --flip short --out t.pdf                  for printers that turn over the short side\n  \
        tilewright print PACK --offset 0.5,-1 --out t.pdf               backs half a millimetre to the right, and up\n  \
        tilewright print PACK --single --bleed-mm 3 --out shop.pdf      one tile a page, for a print shop\n  \
        tilewright print PACK --look plain --out plain.pdf              without own art"
)]
pub(crate) struct PrintArgs {
    /// Packs to print: ids, or paths of folders
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<String>,
    /// Parts of the game to print
    #[arg(long, value_enum, value_name = "PART", value_delimiter = ',', default_value = "tiles")]
    parts: Vec<PrintPart>,
    /// Number of players, which decides figures and boards [default: the maximum of the game]
    #[arg(long, value_name = "N", value_parser = parse_between::<u8, 1, 12>)]
    seats: Option<u8>,
    /// Paper: `a4`, `letter`, or width and height in millimetres, such as `330x483`
    #[arg(long, value_name = "PAPER", default_value = "a4", value_parser = parse_paper)]
    paper: Paper,
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
    /// Shift of the backs to the right and down, in millimetres, for printers that shift the second side
    #[arg(long, value_name = "X,Y", default_value = "0,0", allow_hyphen_values = true, value_parser = parse_offset)]
    offset: Point,
    /// Print only fronts
    #[arg(long)]
    no_backs: bool,
    /// Print each piece on its own page, which is as large as the piece with its bleed and crop marks
    #[arg(long, conflicts_with_all = ["paper", "margin_mm", "flip", "offset"])]
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

/// Parts of a game that can be printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum PrintPart {
    /// All tiles, with their copies
    Tiles,
    /// Figures of all players, as squares
    Figures,
    /// Tokens, as squares
    Tokens,
    /// Boards with bounds
    Boards,
    /// A card for each player with the steps of a turn and the points of each rule
    Cards,
}

/// Reason why a text is not a size of paper or an offset.
#[derive(Debug)]
enum LengthsError {
    Paper,
    Offset,
    Number(NumberError),
}

impl std::fmt::Display for LengthsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LengthsError::Paper => f.write_str("it must be `a4`, `letter`, or a size such as `330x483`"),
            LengthsError::Offset => f.write_str("it must be two numbers, such as `0.5,-1`"),
            LengthsError::Number(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LengthsError {}

/// Parses the name or the size of paper.
///
/// # Errors
/// The text is neither a known name nor a width and a height within the limits.
fn parse_paper(text: &str) -> Result<Paper, LengthsError> {
    match text.to_lowercase().as_str() {
        "a4" => Ok(Paper::A4),
        "letter" => Ok(Paper::LETTER),
        size => {
            let (width, height) = size.split_once('x').ok_or(LengthsError::Paper)?;
            let side = |text: &str| millimetres::<50, 2000>(text).map_err(LengthsError::Number);
            Ok(Paper { width: side(width)?, height: side(height)? })
        }
    }
}

/// Parses the shift of backs.
///
/// # Errors
/// The text does not consist of two numbers within the limits.
fn parse_offset(text: &str) -> Result<Point, LengthsError> {
    let (x, y) = text.split_once(',').ok_or(LengthsError::Offset)?;
    let shift = |text: &str| millimetres::<-10, 10>(text).map_err(LengthsError::Number);
    Ok(Point::new(shift(x)?, shift(y)?))
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
    let unprintable = || Failure::wrong("the packs cannot be printed until their errors are fixed");
    let (least, most) = loaded.catalog().ok_or_else(unprintable)?.seats;
    let seats = args.seats.unwrap_or(most.max(1));
    if !(least.max(1)..=most.max(1)).contains(&seats) {
        let failure = Failure::usage(format!("the game cannot have {seats} seats"));
        return Err(failure.hint(format!("choose a number of seats from {} to {}", least.max(1), most.max(1))));
    }
    // Packs may depend on the number of players.
    let loaded = if args.seats.is_some() { loaded.for_seats(seats) } else { loaded };
    let catalog = loaded.catalog().ok_or_else(unprintable)?;
    let art = args.look.decode(&loaded.art, PRINT_SVG_SIDE, cx)?;
    let artist = Artist::new(catalog, Style { frame: args.frames, ornaments: true }).with_art(art.as_ref());
    let flip = match args.flip {
        FlipName::Long => Flip::Long,
        FlipName::Short => Flip::Short,
    };
    let layout = PrintLayout {
        paper: args.paper,
        cell: args.tile_mm.unwrap_or_else(|| f32::from(loaded.art.plan.cell_mm)),
        bleed: args.bleed_mm,
        margin: args.margin_mm,
        backs: (!args.no_backs).then_some(flip),
        offset: args.offset,
    };
    let arrange = if args.single { single_part_pages } else { part_sheets };
    let sheets = arrange(&artist, &parts(args, catalog, seats), &layout).map_err(|e| {
        Failure::usage(e.to_string()).hint("choose a smaller `--tile-mm`, other `--parts` or other packs")
    })?;
    let title = catalog.packs.iter().map(|p| &*p.title).collect::<Vec<_>>().join(" + ");
    let bytes = pdf(&sheets, &title);
    files::write(&args.output, &bytes)?;
    if args.json {
        let (pages, path) = (sheets.pages.len(), args.output.display().to_string());
        cx.out.json(&json!({
            "file": path, "pages": pages, "tiles": sheets.tiles, "others": sheets.others, "bytes": bytes.len(),
        }))?;
    } else {
        let tiles = format_count(sheets.tiles, "tile", "tiles");
        let pages = format_count(sheets.pages.len(), "page", "pages");
        let others = match sheets.others {
            0 => String::new(),
            others => format!(" and {}", format_count(others, "other piece", "other pieces")),
        };
        writeln!(cx.out, "Wrote {}: {tiles}{others} on {pages}", args.output.display())?;
    }
    Ok(Exit::Fine)
}

/// Returns the parts of a game that the arguments name.
fn parts(args: &PrintArgs, catalog: &Catalog, seats: u8) -> PrintParts {
    let has = |part: PrintPart| args.parts.contains(&part);
    let mut parts = PrintParts::default();
    if has(PrintPart::Tiles) {
        parts.tiles = counts(catalog);
    }
    if has(PrintPart::Figures) {
        parts.figures = figure_counts(catalog, seats);
    }
    if has(PrintPart::Tokens) {
        parts.tokens = catalog.tokens.ids().collect();
    }
    if has(PrintPart::Boards) {
        parts.boards = bare_boards(catalog, seats).into_iter().filter(|board| !board.cells.is_empty()).collect();
    }
    if has(PrintPart::Cards) {
        parts.cards = vec![CardCopies { card: cards::reference_card(catalog), count: seats.into() }];
    }
    parts
}
