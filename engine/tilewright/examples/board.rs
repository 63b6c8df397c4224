//! Draws the board at the end of a game with random choices:
//! `cargo run --locked -p tilewright --example board -- PACK board.svg`, `board.png` or `board.pdf`.
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;
use std::path::Path;

use tilewright::bots::{GameTable, Random};
use tilewright::draw::{Artist, Extras, PictureFormat, Style, board_scene};
use tilewright::packs::{Finder, Request, load};

/// Width of a cell in pixels.
const PIXELS: f32 = 96.0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [pack, file] = &arguments[..] else { return Err("name a pack and the file to write".into()) };
    let packs = load(&Finder::standard(), &Request::new([pack]))?;
    let mut table = GameTable::new(packs.machine()?, 2)?;
    table.play(7, &mut Random)?;
    let game = table.game();
    let artist = Artist::new(game.catalog(), Style::default());
    let extras = Extras { coordinates: true, ..Extras::default() };
    let scene = board_scene(game, &artist, &extras);
    let format = PictureFormat::from_path(Path::new(file)).ok_or("end the name with .png, .svg or .pdf")?;
    let bytes = format.write(&scene, PIXELS)?;
    std::fs::write(file, &bytes)?;
    println!("{file}: {} bytes", bytes.len());
    Ok(())
}
