//! Reads maps and tilesets in JSON.

use serde_json::Value;

use super::from_xml::old_corners;
use super::{TiledTile, TiledTileset, WangColour, WangKind, WangSet, WangTile, old_wang_id, plain_colour};
use crate::error::{ExchangeError, ExchangeErrorKind, brief};
use crate::json::{items, number, text};

/// Reads a map or a tileset.
pub(super) fn read(root: &Value, sets: &mut Vec<TiledTileset>, sources: &mut Vec<String>) -> Result<(), ExchangeError> {
    if root.get("tilesets").is_some() {
        for set in items(root, "tilesets") {
            match text(set, "source") {
                Some(source) => sources.push(source.to_owned()),
                None => sets.push(tileset(set)?),
            }
        }
    } else if root.get("tilecount").is_some() || root.get("wangsets").is_some() || root.get("tilewidth").is_some() {
        sets.push(tileset(root)?);
    } else {
        return Err(ExchangeError::new(ExchangeErrorKind::Missing, "the file is not a map or tileset of Tiled"));
    }
    Ok(())
}

fn tileset(value: &Value) -> Result<TiledTileset, ExchangeError> {
    let flag = |name: &str| {
        value.get("transformations").and_then(|found| found.get(name)).and_then(Value::as_bool).unwrap_or(false)
    };
    let size = |name: &str| number(value, name).unwrap_or(0);
    let mut set = TiledTileset {
        columns: size("columns"),
        tile_count: size("tilecount"),
        spacing: size("spacing"),
        margin: size("margin"),
        image: text(value, "image").map(str::to_owned),
        rotate: flag("rotate"),
        hflip: flag("hflip"),
        vflip: flag("vflip"),
        ..TiledTileset::default()
    };
    let mut old = WangSet { name: "terrains".to_owned(), kind: WangKind::Corner, ..WangSet::default() };
    old.colours = items(value, "terrains").iter().map(colour).collect();
    for tile in items(value, "tiles") {
        let Some(id) = number(tile, "id") else { continue };
        let properties = items(tile, "properties").iter().filter_map(|property| {
            let value = match property.get("value")? {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            Some((text(property, "name")?.to_owned(), value))
        });
        let class = text(tile, "class").or_else(|| text(tile, "type")).unwrap_or_default();
        let found = TiledTile {
            line: None,
            class: class.to_owned(),
            image: text(tile, "image").map(str::to_owned),
            properties: properties.collect(),
        };
        let corners: Vec<String> = items(tile, "terrain").iter().map(Value::to_string).collect();
        old.tiles.extend(old_corners(&corners.join(",")).map(|colours| WangTile { tile: id, line: None, colours }));
        set.tiles.insert(id, found);
    }
    set.wang_sets = items(value, "wangsets").iter().map(wang_set).collect::<Result<_, _>>()?;
    if !old.tiles.is_empty() && !old.colours.is_empty() {
        set.wang_sets.push(old);
    }
    Ok(set)
}

fn colour(value: &Value) -> WangColour {
    WangColour {
        name: text(value, "name").unwrap_or_default().to_owned(),
        colour: text(value, "color").and_then(plain_colour),
    }
}

fn wang_set(value: &Value) -> Result<WangSet, ExchangeError> {
    let of = |name: &str| -> Vec<WangColour> { items(value, name).iter().map(colour).collect() };
    let (edges, corners) = (of("edgecolors"), of("cornercolors"));
    let kind = match text(value, "type") {
        Some("corner") => WangKind::Corner,
        Some("edge") => WangKind::Edge,
        None if corners.is_empty() && !edges.is_empty() => WangKind::Edge,
        None if edges.is_empty() && !corners.is_empty() => WangKind::Corner,
        _ => WangKind::Mixed,
    };
    let edge_colours = edges.len() as u32;
    let name = text(value, "name").unwrap_or_default();
    let mut set =
        WangSet { name: name.to_owned(), kind, colours: [edges, corners, of("colors")].concat(), tiles: Vec::new() };
    for (number_in_list, tile) in items(value, "wangtiles").iter().enumerate() {
        let wrong = |what: &str| {
            let message =
                format!("Wang tile {} of the set `{}` has no valid `{what}`", number_in_list + 1, brief(name));
            ExchangeError::new(ExchangeErrorKind::Value, message)
        };
        let id = number(tile, "tileid").ok_or_else(|| wrong("tileid"))?;
        let written = tile.get("wangid");
        let colours = written.and_then(|written| wang_id(written, edge_colours)).ok_or_else(|| wrong("wangid"))?;
        set.tiles.push(WangTile { tile: id, line: None, colours });
    }
    Ok(set)
}

/// Converts a Wang id: a list of eight numbers, or the older form as a number or text. In older files,
/// corners and edges have separate colours.
fn wang_id(written: &Value, edge_colours: u32) -> Option<[u32; 8]> {
    match written {
        Value::Array(colours) => {
            let colours: Option<Vec<u32>> = colours.iter().map(|colour| u32::try_from(colour.as_u64()?).ok()).collect();
            let colours: [u32; 8] = colours?.try_into().ok()?;
            Some(std::array::from_fn(|position| match colours[position] {
                0 => 0,
                colour if position % 2 == 1 => colour.saturating_add(edge_colours),
                colour => colour,
            }))
        }
        Value::Number(id) => Some(old_wang_id(u32::try_from(id.as_u64()?).ok()?, edge_colours)),
        Value::String(id) => {
            Some(old_wang_id(u32::from_str_radix(id.strip_prefix("0x").unwrap_or(id), 16).ok()?, edge_colours))
        }
        _ => None,
    }
}
