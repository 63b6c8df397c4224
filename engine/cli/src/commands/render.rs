//! `tilewright render`: draws pictures of tiles and boards.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use tilewright_art::board::{Extras, Mark, board_scene};
use tilewright_art::format::PictureFormat;
use tilewright_art::own::OwnArt;
use tilewright_art::scene::Scene;
use tilewright_art::sheet;
use tilewright_art::tile::{Artist, Style};
use tilewright_art_check::seams::seams;
use tilewright_art_check::sheet::seam_sheet;
use tilewright_art_check::side_colors::TileSampler;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::state::Game;
use tilewright_kit::files;
use tilewright_lab::bot::Random;
use tilewright_lab::play::GameTable;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::look_args::LookArgs;
use crate::numbers::{parse_between, whole};
use crate::option_args::OptionArgs;
use crate::out::CAUTION;
use crate::recorded::replay_game;

/// Maximum number of pairs on a picture of seams.
const MAX_SEAMS: usize = 48;

#[derive(Args, Debug)]
#[command(
    about = "Draw pictures of tiles and boards",
    long_about = "Draw pictures of tiles and boards.\n\nBy default, draws every kind of tile of the packs once, with \
                  its name. The pictures show the own art of the packs. Everything without own art is drawn from the data \
                  of tiles and the looks of terrains, tags and figures. The file extension determines the format.",
    after_help = "Examples:\n  \
        tilewright render PACK --out tiles.png                    every kind of tile\n  \
        tilewright render PACK --sheet --out sheet.png            every kind in five sizes, 24 to 256 pixels\n  \
        tilewright render PACK --tile A --turn 1 --out tile.svg   one tile, turned once\n  \
        tilewright render PACK --tile A --tile B --out two.png    some tiles\n  \
        tilewright render PACK --tile A --out tile.pdf            one tile as a page for a document\n  \
        tilewright render --record game.json --out board.png      the board at the end of a recorded game\n  \
        tilewright render --record game.json --at 20 --out b.png  after the first 20 entries of the record\n  \
        tilewright render PACK --random 7 --out board.png         the board after a game of random choices\n  \
        tilewright render PACK --seams --out seams.png            sides of own art that meet, worst first
  \
        tilewright render PACK --look plain --out plain.png       without own art\n  \
        tilewright render PACK --look winter:snow --out snow.png  the look `snow` of the theme `winter`"
)]
pub(crate) struct RenderArgs {
    /// Packs to draw: ids, or paths of folders
    #[arg(value_name = "PACK", required_unless_present = "record")]
    packs: Vec<String>,
    /// Draw this kind of tile; may be given several times
    #[arg(long = "tile", value_name = "ID", conflicts_with_all = ["record", "random", "sheet"])]
    tiles: Vec<String>,
    /// Number of clockwise turns of the tiles
    #[arg(long, value_name = "N", default_value_t = 0, requires = "tiles", value_parser = whole::<usize>)]
    turn: usize,
    /// Draw every kind of tile in five sizes, 24 to 256 pixels
    #[arg(long, conflicts_with_all = ["record", "random", "size"])]
    sheet: bool,
    /// Draw pairs of sides that may meet and differ most in their own art, worst first
    #[arg(long, conflicts_with_all = ["record", "random", "sheet", "tiles"])]
    seams: bool,
    /// Draw the board of a recorded game
    #[arg(long, value_name = "FILE", conflicts_with = "packs")]
    record: Option<PathBuf>,
    /// Number of the game in the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record", value_parser = whole::<usize>)]
    game: usize,
    /// Draw the board after a game of random choices with this seed
    #[arg(long, value_name = "SEED", value_parser = whole::<u64>)]
    random: Option<u64>,
    /// Stop after this many entries of the record, or decisions of the random game
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    at: Option<usize>,
    /// Write the coordinates of columns and rows along the board
    #[arg(long)]
    coordinates: bool,
    /// Mark the cells where the tile in play fits
    #[arg(long)]
    legal: bool,
    /// Width of a cell in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 128, value_parser = parse_between::<u16, 8, 2048>)]
    size: u16,
    /// Number of tiles in a row
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = parse_between::<u16, 1, 200>)]
    columns: u16,
    /// Draw no hairlines around tiles
    #[arg(long)]
    no_frames: bool,
    /// Draw no ornaments such as trees and houses
    #[arg(long)]
    no_ornaments: bool,
    #[arg(long = "out", value_name = "FILE", help = format!("File to write, ending in {}", endings()))]
    output: PathBuf,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    choices: OptionArgs,
}

impl RenderArgs {
    /// Returns the number of pixels on the longer side of pictures in SVG, which is enough for tiles of two cells.
    fn svg_side(&self) -> u32 {
        2 * u32::from(if self.sheet { sheet::SIZES[sheet::SIZES.len() - 1] } else { self.size })
    }
}

pub(crate) fn run(args: &RenderArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let Some(format) = PictureFormat::from_path(&args.output) else {
        let message = format!("`{}` does not determine a format", args.output.display());
        return Err(Failure::usage(message).hint(format!("end the name with {}", endings())));
    };
    let board_only = [("--at", args.at.is_some()), ("--coordinates", args.coordinates), ("--legal", args.legal)];
    if let (None, None, Some((flag, _))) = (&args.record, args.random, board_only.iter().find(|(_, given)| *given)) {
        return Err(
            Failure::usage(format!("`{flag}` applies only to boards")).hint("add `--record FILE` or `--random SEED`")
        );
    }
    let (scene, other) = match (&args.record, args.random) {
        (Some(file), _) => draw_record(file, args, cx)?,
        (None, Some(seed)) => (random(seed, args, cx)?, None),
        (None, None) => (of_packs(args, cx)?, None),
    };
    let pixels = f32::from(if args.sheet { sheet::SIZES[sheet::SIZES.len() - 1] } else { args.size });
    let bytes = format
        .write(&scene, pixels)
        .map_err(|e| Failure::usage(e.to_string()).hint("choose a smaller `--size`, or write SVG"))?;
    let length = bytes.len();
    files::write(&args.output, &bytes)?;
    let (width, height) = ((scene.size.0 * pixels).ceil(), (scene.size.1 * pixels).ceil());
    if args.json {
        let path = args.output.display().to_string();
        let mut written = json!({"file": path, "width": width, "height": height, "bytes": length});
        if let Some(other) = other {
            written["other_content"] = other.into();
        }
        cx.out.json(&written)?;
    } else {
        if let Some(other) = other {
            writeln!(cx.out, "{CAUTION}note:{CAUTION:#} {other}; it leads to this board")?;
        }
        writeln!(cx.out, "Wrote {}, {width} x {height} pixels", args.output.display())?;
    }
    Ok(Exit::Fine)
}

/// Returns the extensions of all formats, as a list for a sentence.
fn endings() -> String {
    let [others @ .., last] = PictureFormat::ALL.map(|format| format!(".{}", format.ending()));
    format!("{} or {last}", others.join(", "))
}

fn artist<'c>(catalog: &'c Catalog, art: Option<&'c OwnArt>, args: &RenderArgs) -> Artist<'c> {
    Artist::new(catalog, Style { frame: !args.no_frames, ornaments: !args.no_ornaments }).with_art(art)
}

fn of_packs(args: &RenderArgs, cx: &Context) -> Result<Scene, Failure> {
    let loaded = cx.load(&args.look.with_theme(&args.packs, cx)?, &args.choices, 1)?;
    let Some(catalog) = loaded.catalog() else {
        return Err(Failure::wrong("the packs cannot be drawn until their errors are fixed"));
    };
    let art = args.look.decode(&loaded.art, args.svg_side(), cx)?;
    let artist = artist(catalog, art.as_ref(), args);
    if args.sheet {
        return Ok(sheet::specimens(&artist));
    }
    if args.seams {
        let Some(art) = &art else {
            let hint = "pictures that are drawn from data always continue";
            return Err(Failure::wrong("the packs have no own art").hint(hint));
        };
        let found = seams(&TileSampler::new(catalog, art));
        if found.is_partial {
            cx.note(&format!("only {} pairs of sides were compared", found.compared));
        }
        return Ok(seam_sheet(&artist, &found.worst[..found.worst.len().min(MAX_SEAMS)], usize::from(args.columns)));
    }
    let mut kinds = Vec::new();
    for name in &args.tiles {
        let Some(kind) = catalog.kinds.find(name) else {
            let hint = format!("expected one of {}", catalog.kinds.known_names().collect::<Vec<_>>().join(", "));
            return Err(Failure::usage(format!("there is no tile `{name}`")).hint(hint));
        };
        kinds.push(kind);
    }
    let turn = Turn((args.turn % catalog.lattice.side_count()) as u8);
    Ok(match kinds[..] {
        [] => sheet::contact_sheet(
            &artist,
            &catalog.drawn_kinds().collect::<Vec<_>>(),
            Turn::NONE,
            usize::from(args.columns),
        ),
        [kind] => artist.tile(kind, turn),
        _ => sheet::contact_sheet(&artist, &kinds, turn, usize::from(args.columns)),
    })
}

/// Returns the board of a recorded game, and the differences between its packs and the installed ones.
fn draw_record(file: &Path, args: &RenderArgs, cx: &mut Context) -> Result<(Scene, Option<String>), Failure> {
    let (session, other) = replay_game(file, args.game, args.at, cx)?;
    let art = args.look.decode_for_game(session.game(), file, args.svg_side(), cx)?;
    Ok((board(session.game(), art.as_ref(), args), other))
}

fn random(seed: u64, args: &RenderArgs, cx: &mut Context) -> Result<Scene, Failure> {
    let loaded = cx.load(&args.look.with_theme(&args.packs, cx)?, &args.choices, 1)?;
    let art = args.look.decode(&loaded.art, args.svg_side(), cx)?;
    let seats = loaded.catalog().map_or(2, |c| c.seats.0.max(1));
    let mut table = GameTable::new(loaded.machine()?, seats)?;
    let decisions = args.at.map_or(u64::MAX, |at| at as u64);
    let played = table.play_some(seed, &mut Random, decisions);
    played.map_err(|fault| {
        cx.note_mistake(fault.code, &fault.to_string(), None);
        Failure::fault(fault.to_string())
    })?;
    Ok(board(table.game(), art.as_ref(), args))
}

fn board(game: &Game, art: Option<&OwnArt>, args: &RenderArgs) -> Scene {
    let mut extras = Extras { coordinates: args.coordinates, ..Extras::default() };
    if let (true, Some(decision)) = (args.legal, game.decision()) {
        let placements = decision.options.iter(game).filter_map(|pick| decision.options.placement(pick));
        extras.marks = placements.map(|(cell, _)| (cell, Mark::Legal)).collect();
        extras.marks.dedup();
    }
    board_scene(game, &artist(game.catalog(), art, args), &extras)
}
