//! Reads TMX and TSX files.

use super::{TiledTile, TiledTileset, WangColour, WangKind, WangSet, WangTile, old_wang_id, plain_colour};
use crate::error::{ExchangeError, ExchangeErrorKind, brief};
use crate::xml::XmlElement;

/// Reads a map or a tileset.
pub(super) fn read(
    root: &XmlElement,
    sets: &mut Vec<TiledTileset>,
    sources: &mut Vec<String>,
) -> Result<(), ExchangeError> {
    match &*root.name {
        "tileset" => sets.push(tileset(root)?),
        "map" => {
            for element in root.all("tileset") {
                match element.attribute("source") {
                    Some(source) => sources.push(source.to_owned()),
                    None => sets.push(tileset(element)?),
                }
            }
        }
        other => {
            let message = format!("the file begins with `<{}>`, not with a map or tileset of Tiled", brief(other));
            return Err(ExchangeError::new(ExchangeErrorKind::Missing, message).at(root.line));
        }
    }
    Ok(())
}

fn tileset(element: &XmlElement) -> Result<TiledTileset, ExchangeError> {
    let flag = |name: &str| {
        element.first("transformations").and_then(|found| found.attribute(name)).is_some_and(|value| value == "1")
    };
    let number = |name: &str| element.number(name).unwrap_or(0);
    let mut set = TiledTileset {
        columns: number("columns"),
        tile_count: number("tilecount"),
        spacing: number("spacing"),
        margin: number("margin"),
        image: image(element),
        rotate: flag("rotate"),
        hflip: flag("hflip"),
        vflip: flag("vflip"),
        ..TiledTileset::default()
    };
    let mut old = old_terrains(element);
    for tile in element.all("tile") {
        let Some(id) = tile.number("id") else { continue };
        let properties = tile.first("properties").into_iter().flat_map(|all| all.all("property"));
        let properties = properties.filter_map(|property| {
            // Long values are texts within the element.
            let value = property.attribute("value").unwrap_or(&property.text);
            Some((property.attribute("name")?.to_owned(), value.to_owned()))
        });
        let class = tile.attribute("class").or_else(|| tile.attribute("type")).unwrap_or_default();
        let found = TiledTile {
            line: Some(tile.line),
            class: class.to_owned(),
            image: image(tile),
            properties: properties.collect(),
        };
        if let (Some(old), Some(corners)) = (&mut old, tile.attribute("terrain")) {
            old.tiles.extend(old_corners(corners).map(|colours| WangTile { tile: id, line: Some(tile.line), colours }));
        }
        set.tiles.insert(id, found);
    }
    let wang = element.all("wangsets").flat_map(|all| all.all("wangset"));
    set.wang_sets = wang.map(wang_set).collect::<Result<_, _>>()?;
    set.wang_sets.extend(old.filter(|old| !old.tiles.is_empty()));
    Ok(set)
}

fn image(element: &XmlElement) -> Option<String> {
    element.first("image")?.attribute("source").map(str::to_owned)
}

/// Returns the terrains of older files as a set of corners; `None` if there are none.
fn old_terrains(element: &XmlElement) -> Option<WangSet> {
    let terrains = element.first("terraintypes")?;
    let colours = terrains
        .all("terrain")
        .map(|terrain| WangColour { name: terrain.attribute("name").unwrap_or_default().to_owned(), colour: None });
    Some(WangSet { name: "terrains".to_owned(), kind: WangKind::Corner, colours: colours.collect(), tiles: Vec::new() })
}

/// Reads the older corners of a tile: terrains from 0 at top left, top right, bottom left, bottom right.
pub(super) fn old_corners(written: &str) -> Option<[u32; 8]> {
    let corners: Vec<u32> = written
        .split(',')
        .map(|corner| corner.trim().parse::<u32>().map_or(0, |number| number.saturating_add(1)))
        .collect();
    let [top_left, top_right, bottom_left, bottom_right] = corners[..] else { return None };
    Some([0, top_right, 0, bottom_right, 0, bottom_left, 0, top_left])
}

fn wang_set(element: &XmlElement) -> Result<WangSet, ExchangeError> {
    let colour = |element: &XmlElement| WangColour {
        name: element.attribute("name").unwrap_or_default().to_owned(),
        colour: element.attribute("color").and_then(plain_colour),
    };
    let of = |name: &str| -> Vec<WangColour> { element.all(name).map(colour).collect() };
    let (edges, corners) = (of("wangedgecolor"), of("wangcornercolor"));
    let kind = match element.attribute("type") {
        Some("corner") => WangKind::Corner,
        Some("edge") => WangKind::Edge,
        None if corners.is_empty() && !edges.is_empty() => WangKind::Edge,
        None if edges.is_empty() && !corners.is_empty() => WangKind::Corner,
        _ => WangKind::Mixed,
    };
    let edge_colours = edges.len() as u32;
    let mut set = WangSet {
        name: element.attribute("name").unwrap_or_default().to_owned(),
        kind,
        colours: [edges, corners, of("wangcolor")].concat(),
        tiles: Vec::new(),
    };
    for tile in element.all("wangtile") {
        let wrong = |message: String| ExchangeError::new(ExchangeErrorKind::Value, message).at(tile.line);
        let id = tile.number("tileid").ok_or_else(|| wrong("the Wang tile has no `tileid`".to_owned()))?;
        let written = tile.attribute("wangid").unwrap_or_default();
        let colours = wang_id(written, edge_colours).ok_or_else(|| {
            wrong(format!("`{}` is not a Wang id", brief(written))).hint("expected eight numbers, or `0xCECECECE`")
        })?;
        set.tiles.push(WangTile { tile: id, line: Some(tile.line), colours });
    }
    Ok(set)
}

/// Parses a Wang id: eight numbers, or the older form.
fn wang_id(written: &str, edge_colours: u32) -> Option<[u32; 8]> {
    let written = written.trim();
    if let Some(digits) = written.strip_prefix("0x") {
        return Some(old_wang_id(u32::from_str_radix(digits, 16).ok()?, edge_colours));
    }
    let colours: Vec<u32> = written.split(',').map(|colour| colour.trim().parse().ok()).collect::<Option<_>>()?;
    match colours.try_into() {
        Ok(colours) => Some(colours),
        // Some versions wrote the older form as a decimal number.
        Err(single) => match single[..] {
            [id] => Some(old_wang_id(id, edge_colours)),
            _ => None,
        },
    }
}
