//! Finds the tiles that the pictures of a sheet show, by comparing the sides of the pictures with the edges of the tiles.
//!
//! The colours of the terrains are not known beforehand. The search estimates them from an assignment of pictures to
//! tiles, improves the assignment with these colours, and repeats both steps until the assignment is stable. It begins
//! with the order of the pictures, and with the colours of the drawings from data; the better result counts.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use tilewright_art::bitmap::Bitmap;
use tilewright_art::look::terrain_color;
use tilewright_art::own::OwnArt;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::{ArtLook, ArtPicture, ArtPlan, PictureFile, TileLook};
use tilewright_core::catalog::id::{PictureId, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::Side;
use tilewright_pack::colour::{Sight, distance, lab};

use crate::agreement::port_parts;
use crate::cheapest::cheapest;
use crate::side_colors::{Lab, TileSampler, median};

/// Maximum number of pictures or tiles that are compared. The order decides for more.
const MAX_COMPARED: usize = 400;
/// Maximum number of times that an assignment is improved.
const ROUNDS: usize = 8;
/// Difference in CIELAB that counts at most, so that a few wrong ports do not decide.
const MAX_DIFFERENCE: f64 = 60.0;
/// Minimum improvement of the mean difference in CIELAB for which another tile replaces the tile of the same number.
const PATIENCE: f64 = 0.8;
/// Weight of the distance between the numbers of a picture and a tile, so that the order decides between equal edges.
const ORDER: f64 = 0.5;

/// Returns the tile that each picture shows; `None` for pictures that are left over. A picture fills the outline of an
/// unturned tile. `kinds` are the tiles to choose from, in their usual order. Tiles with several cells are not compared:
/// they keep their place in the order.
pub fn match_pictures(catalog: &Catalog, pictures: &[Arc<Bitmap>], kinds: &[TileKindId]) -> Vec<Option<TileKindId>> {
    let in_order: Vec<Option<TileKindId>> = (0..pictures.len()).map(|number| kinds.get(number).copied()).collect();
    let is_single = |kind: &TileKindId| catalog.kinds.get(*kind).is_some_and(|kind| kind.cells.len() == 1);
    let compared: Vec<usize> = (0..kinds.len()).filter(|&number| is_single(&kinds[number])).collect();
    let Some(&sample) = compared.first().filter(|_| pictures.len().max(kinds.len()) <= MAX_COMPARED) else {
        return in_order;
    };
    let has_order = |number: &usize| kinds.get(*number).is_none_or(is_single);
    let free: Vec<usize> = (0..pictures.len()).filter(has_order).collect();
    let ports: Vec<Vec<ShownPort>> = compared.iter().map(|&number| shown_ports(catalog, kinds[number])).collect();
    let seen: Vec<SeenSides> =
        free.iter().map(|&number| SeenSides::new(catalog, &pictures[number], kinds[sample], &ports)).collect();
    let matching = Matching { numbers: (&free, &compared), ports: &ports, seen: &seen };
    let mut found = in_order;
    for (row, column) in matching.best(catalog).into_iter().enumerate() {
        found[free[row]] = column.map(|column| kinds[compared[column]]);
    }
    found
}

/// Part of a side that should show a terrain.
#[derive(Clone, Debug)]
struct ShownPort {
    place: SidePart,
    terrain: TerrainId,
}

/// Part of a side, in thousandths of its length.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SidePart {
    side: Side,
    from: u16,
    to: u16,
}

impl SidePart {
    fn new(side: Side, part: &Range<f32>) -> SidePart {
        let [from, to] = [part.start, part.end].map(|at| (at * 1000.0).round() as u16);
        SidePart { side, from, to }
    }

    fn part(self) -> Range<f32> {
        f32::from(self.from) / 1000.0..f32::from(self.to) / 1000.0
    }
}

fn shown_ports(catalog: &Catalog, kind: TileKindId) -> Vec<ShownPort> {
    let art = OwnArt::from_bitmaps(&ArtPlan::default(), &ArtLook::default(), &BTreeMap::new());
    let parts = port_parts(&TileSampler::new(catalog, &art), kind).into_iter();
    parts.map(|part| ShownPort { place: SidePart::new(part.port.side, &part.part), terrain: part.terrain }).collect()
}

/// Colours along the sides of a picture; `None` where it is transparent.
struct SeenSides(BTreeMap<SidePart, Option<Lab>>);

impl SeenSides {
    /// Measures a picture on any tile of one cell.
    fn new(catalog: &Catalog, picture: &Arc<Bitmap>, kind: TileKindId, ports: &[Vec<ShownPort>]) -> SeenSides {
        let id = PictureId(0);
        let mut look = ArtLook::default();
        look.tiles.insert(catalog.front(catalog.bare(kind)), TileLook::of_picture(id));
        let file = PictureFile { pack: "".into(), path: "".into() };
        let plan = ArtPlan { pictures: vec![ArtPicture::of_file("", file)], ..ArtPlan::default() };
        let art = OwnArt::from_bitmaps(&plan, &look, &BTreeMap::from([(id, Arc::clone(picture))]));
        let sampler = TileSampler::new(catalog, &art);
        let mut colors = BTreeMap::new();
        for ShownPort { place, .. } in ports.iter().flatten() {
            colors.entry(*place).or_insert_with(|| sampler.color(kind, 0, place.side, place.part()));
        }
        SeenSides(colors)
    }

    fn color(&self, place: SidePart) -> Option<Lab> {
        self.0.get(&place).copied().flatten()
    }
}

/// Search for the tiles of pictures.
struct Matching<'a> {
    /// Numbers of the pictures and of the tiles in their orders.
    numbers: (&'a [usize], &'a [usize]),
    /// Ports of each tile.
    ports: &'a [Vec<ShownPort>],
    /// Sides of each picture.
    seen: &'a [SeenSides],
}

/// Tile of each picture, by number, with its mean difference.
struct Assignment {
    tiles: Vec<Option<usize>>,
    cost: f64,
}

impl Matching<'_> {
    /// Returns the best tile of each picture.
    fn best(&self, catalog: &Catalog) -> Vec<Option<usize>> {
        let drawn = |terrain: TerrainId| (terrain, lab(terrain_color(catalog, terrain).rgb, Sight::Full));
        let by_data = self.ports.iter().flatten().map(|port| drawn(port.terrain)).collect();
        let order = (0..self.seen.len()).map(|row| self.ordered(row));
        let by_order = self.colors(&order.collect::<Vec<_>>());
        let [one, two] = [by_order, by_data].map(|colors| self.improve(colors));
        if two.cost < one.cost { two.tiles } else { one.tiles }
    }

    /// Returns the tile with the same number as a picture.
    fn ordered(&self, row: usize) -> Option<usize> {
        self.numbers.1.binary_search(&self.numbers.0[row]).ok()
    }

    /// Improves an assignment that begins with these colours of the terrains.
    fn improve(&self, mut colors: BTreeMap<TerrainId, Lab>) -> Assignment {
        let mut last = Assignment { tiles: Vec::new(), cost: f64::INFINITY };
        for _ in 0..ROUNDS {
            let costs: Vec<Vec<f64>> = (0..self.seen.len()).map(|row| self.costs(row, &colors)).collect();
            let tiles = cheapest(&costs);
            let sum: f64 = tiles.iter().zip(&costs).filter_map(|(tile, costs)| Some(costs[(*tile)?])).sum();
            let is_settled = tiles == last.tiles;
            last = Assignment { tiles, cost: sum };
            if is_settled {
                break;
            }
            // A terrain that no assigned tile shows keeps its colour.
            colors.extend(self.colors(&last.tiles));
        }
        last
    }

    /// Returns the cost of each tile for a picture.
    fn costs(&self, row: usize, colors: &BTreeMap<TerrainId, Lab>) -> Vec<f64> {
        let ordered = self.ordered(row);
        let count = self.seen.len().max(self.ports.len()) as f64;
        let tiles = self.ports.iter().enumerate();
        let costs = tiles.map(|(column, ports)| {
            let differences = ports.iter().filter_map(|port| {
                let (own, wanted) = (self.seen[row].color(port.place)?, colors.get(&port.terrain)?);
                Some(distance(own, *wanted).min(MAX_DIFFERENCE))
            });
            let (sum, ports) = differences.fold((0.0, 0u32), |(sum, count), one| (sum + one, count + 1));
            let mean = if ports == 0 { MAX_DIFFERENCE } else { sum / f64::from(ports) };
            let far = (self.numbers.0[row] as f64 - self.numbers.1[column] as f64) / count;
            mean + if ordered == Some(column) { 0.0 } else { PATIENCE } + ORDER * far * far
        });
        costs.collect()
    }

    /// Returns the median colour of each terrain on the pictures of an assignment.
    fn colors(&self, tiles: &[Option<usize>]) -> BTreeMap<TerrainId, Lab> {
        let mut all: BTreeMap<TerrainId, Vec<Lab>> = BTreeMap::new();
        for (seen, tile) in self.seen.iter().zip(tiles) {
            for port in tile.iter().flat_map(|&tile| &self.ports[tile]) {
                all.entry(port.terrain).or_default().extend(seen.color(port.place));
            }
        }
        let shown = all.into_iter().filter(|(_, colors)| !colors.is_empty());
        let middle = |colors: &[Lab], channel: usize| median(colors.iter().map(|color| color[channel]).collect());
        shown.map(|(terrain, colors)| (terrain, [0, 1, 2].map(|channel| middle(&colors, channel)))).collect()
    }
}
