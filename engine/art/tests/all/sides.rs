//! Pictures agree with edges: along each side the drawn pixels show, port by port, the terrains that the edge declares.

use tilewright_art::geometry::Point;
use tilewright_art::outline::{center, on_side};
use tilewright_art::raster::{Pixels, pixels};
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{Id, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::Turn;
use tilewright_pack::{LoadOptions, World};

use crate::packs;

/// Width of a drawn cell in pixels.
const SCALE: f32 = 160.0;
/// Distance of the compared pixels from the rim, in cells.
const DEPTH: f32 = 0.015;
/// The colour towards which lines on water are lighter.
const CREAM: [i32; 3] = [0xfb, 0xf3, 0xdf];

/// Returns the catalog with a colour for each terrain that no other has, and without what stands on tiles.
fn bare(catalog: &Catalog) -> Catalog {
    let mut catalog = catalog.clone();
    let ids: Vec<TerrainId> = catalog.terrains.ids().collect();
    for (number, id) in ids.into_iter().enumerate() {
        let [red, green, blue] = color(number);
        let look = &mut catalog.terrains.get_mut(id).unwrap().look;
        look.fill = Some(format!("#{red:02x}{green:02x}{blue:02x}"));
        // What looks like water is bridged, so it has to stay.
        look.pattern = Some(if look.pattern.as_deref() == Some("waves") { "waves" } else { "plain" }.to_owned());
        (look.ink, look.crossing, look.size) = (Some("#000000".to_owned()), None, Some(10));
    }
    let ids: Vec<_> = catalog.tags.ids().collect();
    ids.into_iter().for_each(|id| catalog.tags.get_mut(id).unwrap().look = None);
    catalog
}

/// A colour far from those of other numbers, from black and from white.
fn color(number: usize) -> [u8; 3] {
    let at = [3, 9, 1, 19, 11, 22, 5, 15, 7, 21, 24, 2, 8, 18, 6, 25, 17, 23, 4, 12, 16, 20, 10, 14][number];
    [at / 9, at / 3 % 3, at % 3].map(|level: usize| [20, 130, 240][level])
}

/// Compares the picture of each cell of a kind with its edges, and lists the ports that show something else.
fn differences(catalog: &Catalog, kind: TileKindId) -> Vec<String> {
    let artist = Artist::new(catalog, Style { frame: false, ornaments: false });
    let (lattice, middle) = (catalog.lattice, center(catalog.lattice));
    let mut wrong = Vec::new();
    for (number, cell) in catalog.kinds[kind].cells.iter().enumerate() {
        let picture = pixels(&artist.cell(kind, number, Turn::NONE), SCALE).unwrap();
        for side in lattice.sides_at(cell.offset) {
            let ports = &catalog.edges[cell.edge(side)].ports;
            for (index, &terrain) in ports.iter().enumerate() {
                // What does not reach a corner may be a narrow path.
                let is_inner = index > 0 && index + 1 < ports.len();
                for off in if is_inner { &[0.0][..] } else { &[-0.08, 0.0, 0.08] } {
                    let at = on_side(lattice, side, (index as f32 + 0.5 + off) / ports.len() as f32);
                    let inner = at + (middle - at).unit() * DEPTH;
                    let shown = terrain_at(catalog, &picture, inner);
                    if shown != terrain {
                        let name = |terrain| &catalog.terrains.name(terrain).local;
                        let (side, count) = (lattice.side_name(side), ports.len());
                        let (shown, port) = (name(shown), index + 1);
                        wrong.push(format!("cell {number}, {side}{port} of {count}: {} is {shown}", name(terrain)));
                    }
                }
            }
        }
    }
    wrong
}

/// The terrain whose colour is nearest to that of a pixel.
fn terrain_at(catalog: &Catalog, picture: &Pixels, at: Point) -> TerrainId {
    let pixel = (at.y * SCALE) as usize * picture.width as usize + (at.x * SCALE) as usize;
    let shown = &picture.rgba[pixel * 4..pixel * 4 + 4];
    assert_eq!(shown[3], 255, "the picture covers the cell up to its rim");
    let away = |terrain: &TerrainId| {
        let own = color(terrain.index());
        // The lines on water and along its banks are of lighter shades.
        let look = &catalog.terrains[*terrain].look;
        let is_water = look.pattern.as_deref() == Some("waves") || look.border.as_deref() == Some("bank");
        let lightest = if is_water { 7 } else { 0 };
        let shade = |part: i32, level: u8, cream: i32| i32::from(level) + (cream - i32::from(level)) * part / 10;
        let distance = |part: i32| -> i32 {
            let shades = own.iter().zip(CREAM).map(|(&level, cream)| shade(part, level, cream));
            shades.zip(shown).map(|(a, &b)| (a - i32::from(b)).pow(2)).sum()
        };
        (0..=lightest).map(distance).min()
    };
    catalog.terrains.ids().min_by_key(away).unwrap()
}

#[test]
fn every_tile_of_every_pack_shows_its_edges() {
    let mut kinds = 0;
    for loaded in packs() {
        let Some(catalog) = loaded.catalog() else { continue };
        let catalog = bare(catalog);
        for kind in catalog.kinds.ids() {
            kinds += 1;
            assert_eq!(differences(&catalog, kind), [""; 0], "{}", catalog.kinds.key(kind));
        }
    }
    assert!(kinds > 300, "{kinds}");
}

/// Tiles that were drawn as something else than what their edges declare.
#[test]
fn an_area_beneath_a_path_shows_on_every_side() {
    for ground in ["", "ground: true, "] {
        let text = HALVES.replace("GROUND", ground);
        let catalog = loaded(&text).unwrap();
        for kind in catalog.kinds.ids() {
            assert_eq!(differences(&catalog, kind), [""; 0], "{ground}{}", catalog.kinds.key(kind));
        }
    }
}

const HALVES: &str = r#"Pack(
    id: "demo", version: "1.0.0", format: 1, title: "Demo", authors: ["Somebody"], licence: "MIT", lattice: square,
    terrains: [
        (id: pasture, GROUNDcomplete: closed), (id: mountain, GROUNDcomplete: closed, look: (border: ridge)),
        (id: road, complete: closed, look: (width: 12)),
    ],
    edges: [
        (id: pasture, ports: [pasture, pasture, pasture]), (id: road, ports: [pasture, road, pasture]),
        (id: mountain, ports: [mountain, mountain, mountain]), (id: half, ports: [mountain, road, pasture]),
        (id: other, ports: [pasture, road, mountain]),
    ],
    bags: [tiles], flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
    tiles: [
        (id: "Bend", derive: false, edges: (n: mountain, e: road, s: road, w: pasture),
            parts: [mountain(at: [N]), pasture(at: [EL, ER, SL, SR, W]), road(at: [E2, S2])]),
        (id: "Through", derive: false, edges: (n: mountain, e: road, s: mountain, w: road),
            parts: [mountain(at: [N]), mountain(at: [S]), pasture(at: [EL, ER, WL, WR]), road(at: [E2, W2])]),
        (id: "All", derive: false, edges: (n: road, e: road, s: road, w: road), parts: [
            pasture(at: [NL, NR, EL, ER, SL, SR, WL, WR]), road(at: [N2, S2]), road(at: [E2], into: end), road(at: [W2], into: end),
        ]),
        (id: "Corners", derive: false, edges: (n: road, e: road, s: road, w: road), parts: [
            pasture(at: [NL, WR]), pasture(at: [NR, EL]), pasture(at: [ER, SL]), pasture(at: [SR, WL]),
            road(at: [N2], into: crossing), road(at: [E2], into: crossing), road(at: [S2], into: crossing), road(at: [W2], into: crossing),
        ]),
        (id: "Border", derive: false, edges: (n: mountain, e: half, s: pasture, w: other),
            parts: [mountain(at: [N, EL, WR]), pasture(at: [ER, S, WL]), road(at: [E2, W2])]),
        (id: "Crossed", derive: false, edges: (n: mountain, e: pasture, s: mountain, w: pasture),
            parts: [mountain(at: [N, S]), pasture(at: [E, W])]),
    ],
)"#;

/// Returns the bare catalog of a pack of one file, or `None` if there is a finding.
pub(crate) fn loaded(text: &str) -> Option<Catalog> {
    let mut world = World::default();
    world.add_file("demo", "pack.ron", text);
    let loaded = tilewright_pack::load(&world, &["demo"], &LoadOptions { lints: false, ..LoadOptions::default() });
    loaded.catalog.filter(|_| loaded.diagnostics.is_empty()).map(|catalog| bare(&catalog))
}
