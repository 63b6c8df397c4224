//! Tests pictures of the tiles, boards and sheets of the shipped packs.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod areas;
mod boards;
mod bridges;
mod colours;
mod decoding;
mod golden;
mod own;
mod own_outputs;
mod own_places;
mod printed_parts;
mod prints;
mod sides;
mod tiles;

use std::path::Path;

use tilewright_art::scene::{Scene, Shape};
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};

/// Loads all shipped packs and the packs of the tests, each with its needs.
fn packs() -> Vec<Loaded> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let finder = Finder::nowhere().with_folder(root.join("../../content")).with_folder(root.join("../kit/tests/packs"));
    let found = finder.list().unwrap();
    assert!(found.len() >= 11, "{}", found.len());
    found.iter().map(|pack| load(&finder, &Request::new([pack.id.clone()])).unwrap()).collect()
}

fn pack(id: &str) -> Loaded {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let finder = Finder::nowhere().with_folder(root.join("../../content"));
    load(&finder, &Request::new([id])).unwrap()
}

fn artist(catalog: &Catalog) -> Artist<'_> {
    Artist::new(catalog, Style::default())
}

fn count(shapes: &[Shape]) -> usize {
    shapes.iter().map(|s| if let Shape::Clipped(_, inner) = s { count(inner) } else { 1 }).sum()
}

/// Collects the colours of all fills and lines.
fn colors(scene: &Scene) -> Vec<[u8; 3]> {
    fn gather(shapes: &[Shape], found: &mut Vec<[u8; 3]>) {
        for shape in shapes {
            match shape {
                Shape::Fill(_, color) => found.push(color.rgb),
                Shape::Line(_, pen) => found.push(pen.color.rgb),
                Shape::Clipped(_, inner) => gather(inner, found),
                Shape::Image(_) => {}
            }
        }
    }
    let mut found = Vec::new();
    gather(&scene.shapes, &mut found);
    found
}
