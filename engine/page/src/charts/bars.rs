//! Draws bars below each other, with their names, numbers and intervals.

use std::fmt::Write;

use tilewright_art::board::seat_color;
use tilewright_art::geometry::Point;
use tilewright_art::outline::cell_size;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;

use crate::charts::axis::{Scale, label};
use crate::charts::{ChartBar, ChartMark, Drawing, WIDTH};
use crate::html::escape;
use crate::sprites::{Sprites, units};

/// Sizes in the units of the picture. The columns of names and numbers have at least these widths.
const NAMES: f64 = 150.0;
const NUMBERS: f64 = 160.0;
const ROW: f64 = 24.0;
/// Height of a row with the picture of a tile, and width of the picture.
const TILE_ROW: f64 = 34.0;
const TILE: f64 = 31.0;
/// Height of the axis with its numbers.
const AXIS: f64 = 20.0;

/// Maximum width of the column of names; longer names are drawn narrower.
const MOST_NAMES: f64 = 300.0;

/// Space between the bars and the names or numbers.
const GAP: f64 = 8.0;

/// Returns the width of the longest text, estimated from its number of letters. The font of the browser is unknown, but
/// few fonts are wider.
pub(super) fn room<'a>(texts: impl Iterator<Item = &'a str>) -> f64 {
    GAP + 7.6 * texts.map(|text| text.chars().count()).max().unwrap_or(0) as f64
}

/// Draws bars on a common scale around 0, with an axis in a unit.
pub(super) fn draw(bars: &[ChartBar], unit: &str, sprites: &mut Sprites<'_>) -> Drawing {
    let known = |n: f64| if n.is_finite() { n } else { 0.0 };
    let ends = bars.iter().flat_map(|bar| [bar.value, bar.low, bar.high]).map(known);
    let (least, most) = ends.fold((0.0f64, 0.0f64), |(least, most), n| (least.min(n), most.max(n)));
    let has_tiles = bars.iter().any(|bar| matches!(bar.mark, ChartMark::Tile(_)));
    let longest = room(bars.iter().map(|bar| &*bar.name)).min(MOST_NAMES);
    // The picture of a tile takes the place of a long name.
    let (row, names) = if has_tiles { (TILE_ROW, TILE + GAP + longest) } else { (ROW, longest.max(NAMES)) };
    let plot = WIDTH - names - room(bars.iter().map(|bar| &*bar.text)).max(NUMBERS);
    let scale = Scale::new(least, most, names, names + plot);
    let bottom = row * bars.len() as f64;
    let mut out = String::new();
    for tick in scale.ticks(4) {
        let (x, y) = (scale.at(tick), bottom + 15.0);
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{x:.1} 0V{bottom}\"/><text class=\"tick\" x=\"{x:.1}\" y=\"{y}\" \
             text-anchor=\"middle\">{}{unit}</text>",
            label(tick)
        );
    }
    for (number, bar) in bars.iter().enumerate() {
        let middle = row * (number as f64 + 0.5);
        let text = middle + 4.5;
        let (from, to) = (scale.at(0.0).min(scale.at(bar.value)), scale.at(0.0).max(scale.at(bar.value)));
        let narrowed = if room(std::iter::once(&*bar.name)) > MOST_NAMES {
            format!(" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\"", MOST_NAMES - GAP)
        } else {
            String::new()
        };
        let fill = match bar.mark {
            ChartMark::Seat(seat) => format!("fill=\"{}\" stroke=\"currentColor\"", seat_color(seat).to_hex()),
            ChartMark::Plain | ChartMark::Tile(_) => "class=\"bar\"".to_owned(),
        };
        if let ChartMark::Tile(kind) = bar.mark {
            out.push_str(&tile(sprites, kind, middle));
        }
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{text:.1}\" text-anchor=\"end\"{narrowed}>{}</text>\
             <rect x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\" {fill}/>\
             <path d=\"M{:.1} {middle:.1}H{:.1}\" stroke=\"currentColor\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{text:.1}\">{}</text>",
            names - GAP,
            escape(&bar.name),
            middle - 7.0,
            to - from,
            scale.at(bar.low),
            scale.at(bar.high),
            names + plot + GAP,
            escape(&bar.text)
        );
    }
    let zero = scale.at(0.0);
    let _ = writeln!(out, "<path d=\"M{zero:.1} 0V{bottom}\" stroke=\"currentColor\" stroke-width=\"1\"/>");
    Drawing { height: bottom + AXIS, markup: out }
}

/// Draws a small picture of a tile at the left end of a row.
fn tile(sprites: &mut Sprites<'_>, kind: TileKindId, middle: f64) -> String {
    let catalog = sprites.artist().catalog();
    let (width, height) = cell_size(catalog.lattice);
    let is_chip = catalog.kinds[kind].cells.is_empty();
    let drawn = sprites.tile(kind, Turn::NONE);
    let (corner, size) = sprites.large(kind, Turn::NONE).unwrap_or((Point::default(), Point::new(width, height)));
    // The box of a chip is always square, even if cells are not.
    let size = if is_chip { Point::new(1.0, 1.0) } else { size };
    let ((x, y), (width, height)) = (units(corner), units(size));
    format!(
        "<svg x=\"0\" y=\"{:.1}\" width=\"{TILE}\" height=\"{TILE}\" viewBox=\"{x} {y} {width} {height}\">\
         <use href=\"#d{drawn}\"/></svg>",
        middle - TILE / 2.0
    )
}
