//! Reads the look of terrains, with defaults for values that packs leave out.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TerrainId;
use tilewright_core::catalog::look::{GROUND_FILL, OTHER_FILL, Picture};

use crate::outline::side_length;
use crate::picture::INK;
use crate::scene::Color;

/// Colours, pattern and border of a terrain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint<'a> {
    pub(crate) fill: Color,
    pub(crate) ink: Color,
    pub(crate) pattern: &'a str,
    pub(crate) border: &'a str,
}

pub(crate) fn paint(catalog: &Catalog, terrain: TerrainId) -> Paint<'_> {
    let spec = &catalog.terrains[terrain];
    let color = |text: &Option<String>| text.as_deref().and_then(Color::parse);
    let default = if spec.ground { GROUND_FILL } else { OTHER_FILL };
    let fill = color(&spec.look.fill).or_else(|| Color::parse(default)).unwrap_or(INK);
    Paint {
        fill,
        ink: color(&spec.look.ink).unwrap_or(fill.mix(INK, 0.7)),
        pattern: spec.look.pattern_of(spec.ground),
        border: spec.look.border_of(spec.ground),
    }
}

/// Returns the colour of a terrain, for shapes that are too small for its pattern.
pub fn terrain_color(catalog: &Catalog, terrain: TerrainId) -> Color {
    paint(catalog, terrain).fill
}

/// True if a terrain looks like water, so that paths cross it on bridges.
pub(crate) fn is_water(catalog: &Catalog, terrain: TerrainId) -> bool {
    paint(catalog, terrain).pattern == "waves"
}

/// True if paths cross an area of a terrain on bridges: water, and terrain without a pattern.
pub(crate) fn is_bridged(catalog: &Catalog, terrain: TerrainId) -> bool {
    matches!(paint(catalog, terrain).pattern, "waves" | "plain")
}

/// Maximum width of a path, in widths of the narrowest port of its terrain, so that neighbours on the side remain
/// visible.
const MAX_PORT_WIDTHS: f32 = 0.8;

/// Returns the width of paths of a terrain, in cells. It is the same on all tiles, so that paths meet.
pub(crate) fn width(catalog: &Catalog, terrain: TerrainId) -> f32 {
    let side = side_length(catalog.lattice);
    let ports =
        catalog.edges.iter().filter(|(_, edge)| edge.ports.contains(&terrain)).map(|(_, edge)| edge.ports.len());
    let room = ports.max().map_or(f32::INFINITY, |most| side / most as f32 * MAX_PORT_WIDTHS);
    (f32::from(catalog.terrains[terrain].look.width.unwrap_or(10)) / 100.0).min(room)
}

/// Returns the width of the picture of a site, in cells.
pub(crate) fn site_size(catalog: &Catalog, terrain: TerrainId) -> f32 {
    let look = &catalog.terrains[terrain].look;
    f32::from(look.size.unwrap_or(42)) / 100.0
}

/// Returns the width of the crossing where paths of a terrain meet, in cells.
pub(crate) fn crossing_size(catalog: &Catalog, terrain: TerrainId) -> f32 {
    let picture = catalog.terrains[terrain].look.crossing.as_ref();
    if picture.is_some() { 0.25 } else { width(catalog, terrain) * 1.5 }
}

/// Returns the picture of a site.
pub(crate) fn site_picture(catalog: &Catalog, terrain: TerrainId) -> Picture {
    catalog.terrains[terrain].look.picture.clone().unwrap_or_else(|| Picture::Named("disc".to_owned()))
}

/// Returns the width of a scattered picture, in cells, by its name.
pub(crate) fn scatter_size(name: &str) -> f32 {
    match name {
        "houses" => 0.14,
        "house" => 0.085,
        "tower" => 0.11,
        "tree" => 0.062,
        "trees" => 0.095,
        "fir" => 0.095,
        "tuft" => 0.044,
        "bush" => 0.07,
        "peak" => 0.2,
        "rock" => 0.07,
        "hill" => 0.15,
        "reeds" => 0.1,
        "wave" => 0.06,
        _ => 0.11,
    }
}
