//! Reads tilesets and maps of Tiled (XML and JSON): the colours of a Wang set become terrains.
//!
//! A set of edges has one port on each side, a set of corners two, and a mixed set three. Wang ids may be in the older
//! form of one 32-bit number, and the terrains of versions before 1.5 are read as a set of corners.

mod convert;
mod from_json;
mod from_xml;

use std::collections::BTreeMap;

use crate::error::{ExchangeError, ExchangeErrorKind, ExchangeErrors, brief};
use crate::guess::Guesses;
use crate::json::read_json;
use crate::plan::{ImportRequest, ImportedPack};
use crate::print::print_pack;
use crate::xml::read_xml;

/// Function that returns the bytes of a file next to the imported one, by its path relative to the folder of that file;
/// `None` if it cannot be read.
pub type ReadBeside<'a> = dyn FnMut(&str) -> Option<Vec<u8>> + 'a;

/// Converts a tileset or a map of Tiled to a pack. Tilesets that a map names are read with `read_beside`.
///
/// # Errors
/// The file cannot be read, or has no Wang set.
pub fn import_tiled(
    bytes: &[u8],
    request: &ImportRequest<'_>,
    read_beside: &mut ReadBeside<'_>,
) -> Result<ImportedPack, ExchangeErrors> {
    let mut guesses = Guesses::default();
    let read = read_tilesets(bytes, request, read_beside, &mut guesses);
    let plan = read.and_then(|sets| convert::plan(&sets, request, &mut guesses));
    plan.and_then(|plan| print_pack(&plan, request, guesses)).map_err(|error| vec![error])
}

fn read_tilesets(
    bytes: &[u8],
    request: &ImportRequest<'_>,
    read_beside: &mut ReadBeside<'_>,
    guesses: &mut Guesses,
) -> Result<Vec<TiledTileset>, ExchangeError> {
    let mut sets = Vec::new();
    let mut sources = Vec::new();
    read_file(bytes, &mut sets, &mut sources)?;
    // A map names its tilesets; a tileset names no others.
    for source in sources.iter().take(MAX_TILESETS) {
        let path = match relative_path(source) {
            Some(path) => path,
            None => {
                guesses.add(
                    None,
                    format!("the tileset `{}` is not below the folder of the file and is left out", brief(source)),
                );
                continue;
            }
        };
        let Some(bytes) = read_beside(&path) else {
            guesses.add(None, format!("the tileset `{}` cannot be read and is left out", brief(source)));
            continue;
        };
        let before = sets.len();
        read_file(&bytes, &mut sets, &mut Vec::new()).map_err(|error| ExchangeError {
            message: format!("the tileset `{}`: {}", brief(source), error.message),
            ..error
        })?;
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for set in &mut sets[before..] {
            set.folder = folder.to_owned();
        }
    }
    if sets.is_empty() {
        let message = format!("{} has no tileset", request.source);
        return Err(ExchangeError::new(ExchangeErrorKind::Missing, message)
            .hint("import the file of the tileset, which ends in `.tsx` or `.tsj`"));
    }
    Ok(sets)
}

/// Maximum number of tilesets that a map may name.
const MAX_TILESETS: usize = 50;

/// Returns a path without `.` and `..`; `None` if it leads out of its folder.
fn relative_path(written: &str) -> Option<String> {
    let path = written.replace('\\', "/");
    if path.starts_with('/') || path.contains(':') || path.len() > 200 {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// Reads a file: its tilesets, and the paths of the tilesets that it names.
fn read_file(bytes: &[u8], sets: &mut Vec<TiledTileset>, sources: &mut Vec<String>) -> Result<(), ExchangeError> {
    let is_json = bytes.iter().find(|byte| !byte.is_ascii_whitespace() && byte.is_ascii()).is_some_and(|&b| b == b'{');
    match is_json {
        true => from_json::read(&read_json(bytes)?, sets, sources),
        false => from_xml::read(&read_xml(bytes)?, sets, sources),
    }
}

/// Tileset of Tiled.
#[derive(Clone, Debug, Default)]
struct TiledTileset {
    /// Folder of its file, relative to the folder of the imported file; empty for the same folder.
    folder: String,
    columns: u32,
    tile_count: u32,
    /// Pixels between tiles.
    spacing: u32,
    /// Pixels around the tiles.
    margin: u32,
    /// Image with all tiles; `None` if every tile has its own.
    image: Option<String>,
    /// True if tiles may be turned.
    rotate: bool,
    hflip: bool,
    vflip: bool,
    tiles: BTreeMap<u32, TiledTile>,
    wang_sets: Vec<WangSet>,
}

/// Tile of a tileset that has data.
#[derive(Clone, Debug, Default)]
struct TiledTile {
    line: Option<usize>,
    class: String,
    image: Option<String>,
    /// Properties with their values as texts.
    properties: BTreeMap<String, String>,
}

/// Positions of a Wang set that have colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum WangKind {
    Corner,
    Edge,
    #[default]
    Mixed,
}

/// Set of colours at the corners and edges of tiles.
#[derive(Clone, Debug, Default)]
struct WangSet {
    name: String,
    kind: WangKind,
    colours: Vec<WangColour>,
    tiles: Vec<WangTile>,
}

#[derive(Clone, Debug, Default)]
struct WangColour {
    name: String,
    /// Colour as `#rrggbb`; `None` if it is not valid.
    colour: Option<String>,
}

/// Colours around a tile.
#[derive(Clone, Debug, Default)]
struct WangTile {
    tile: u32,
    line: Option<usize>,
    /// Colours from the top clockwise: top, top right, right and so on; 0 is unset, 1 the first colour.
    colours: [u32; 8],
}

/// Converts an older Wang id, `0xCECECECE` from the last position to the first. Corners and edges have separate colours:
/// in the list of colours, corners follow edges.
fn old_wang_id(id: u32, edge_colours: u32) -> [u32; 8] {
    std::array::from_fn(|position| {
        let colour = (id >> (4 * position)) & 0xf;
        if position % 2 == 1 && colour > 0 { colour + edge_colours } else { colour }
    })
}

/// Returns a colour as `#rrggbb`; Tiled also writes `#aarrggbb`.
fn plain_colour(written: &str) -> Option<String> {
    let digits = written.strip_prefix('#').unwrap_or(written);
    let digits = if digits.len() == 8 { digits.get(2..)? } else { digits };
    let valid = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    valid.then(|| format!("#{}", digits.to_lowercase()))
}
