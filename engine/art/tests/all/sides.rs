//! Tests that pictures agree with edges: along each side the pixels show, port by port, the terrains that the edge
//! declares.
//!
//! A normal run draws every tile kind of all packs and a few hundred random tiles; `TILEWRIGHT_RANDOM_TILES=10000 cargo
//! test -p tilewright-art sides` draws more.

use std::fmt::Write;

use tilewright_art::geometry::Point;
use tilewright_art::outline::{center, on_side};
use tilewright_art::raster::{Pixels, pixels};
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{Id, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::{Lattice, Turn};
use tilewright_core::state::chance::Generator;
use tilewright_pack::{LoadOptions, World};

use crate::packs;

/// Width of a drawn cell in pixels.
const SCALE: f32 = 160.0;
/// Distance of the compared pixels from the rim, in cells.
const DEPTH: f32 = 0.015;
/// Colour that lines on water are lightened with.
const CREAM: [i32; 3] = [0xfb, 0xf3, 0xdf];
/// Colour that darkens the bushes of a hedge.
const HEDGE_SHADE: [i32; 3] = [0x2f, 0x5d, 0x3a];
/// Shares of this colour in the two shades of a hedge, in tenths.
const HEDGE_SHARES: [i32; 2] = [6, 9];
/// Number of random tiles in a normal run.
const RANDOM_TILES: usize = 300;

/// Returns the catalog with a unique colour for each terrain and without upright pictures.
fn bare(catalog: &Catalog) -> Catalog {
    let mut catalog = catalog.clone();
    let ids: Vec<TerrainId> = catalog.terrains.ids().collect();
    for (number, id) in ids.into_iter().enumerate() {
        let [red, green, blue] = color(number);
        let look = &mut catalog.terrains.get_mut(id).unwrap().look;
        look.fill = Some(format!("#{red:02x}{green:02x}{blue:02x}"));
        // Terrain that looks like water gets bridges, so its pattern must stay.
        look.pattern = Some(if look.pattern.as_deref() == Some("waves") { "waves" } else { "plain" }.to_owned());
        (look.ink, look.crossing, look.size) = (Some("#000000".to_owned()), None, Some(10));
    }
    let ids: Vec<_> = catalog.tags.ids().collect();
    ids.into_iter().for_each(|id| catalog.tags.get_mut(id).unwrap().look = None);
    catalog
}

/// Returns a colour far from the colours of other numbers, from black and from white.
fn color(number: usize) -> [u8; 3] {
    let at = [3, 9, 1, 19, 11, 22, 5, 15, 7, 21, 24, 2, 8, 18, 6, 25, 17, 23, 4, 12, 16, 20, 10, 14][number];
    [at / 9, at / 3 % 3, at % 3].map(|level: usize| [20, 130, 240][level])
}

/// Compares the picture of each cell of a kind with its edges, and lists the ports that show another terrain.
fn differences(catalog: &Catalog, kind: TileKindId) -> Vec<String> {
    let artist = Artist::new(catalog, Style { frame: false, ornaments: false });
    let (lattice, middle) = (catalog.lattice, center(catalog.lattice));
    let mut wrong = Vec::new();
    for (number, cell) in catalog.kinds[kind].cells.iter().enumerate() {
        let picture = pixels(&artist.cell(kind, number, Turn::NONE), SCALE).unwrap();
        for side in lattice.sides_at(cell.offset) {
            let ports = &catalog.edges[cell.edge(side)].ports;
            for (index, &terrain) in ports.iter().enumerate() {
                // A port that reaches no corner may be a narrow path, so only its centre is compared.
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

/// Returns the terrain whose colour is nearest to the colour of a pixel.
fn terrain_at(catalog: &Catalog, picture: &Pixels, at: Point) -> TerrainId {
    let pixel = (at.y * SCALE) as usize * picture.width as usize + (at.x * SCALE) as usize;
    let shown = &picture.rgba[pixel * 4..pixel * 4 + 4];
    assert_eq!(shown[3], 255, "the picture covers the cell up to its rim");
    let away = |terrain: &TerrainId| {
        let own = color(terrain.index());
        // The lines on water and along its banks have lighter shades.
        let look = &catalog.terrains[*terrain].look;
        let is_water = look.pattern.as_deref() == Some("waves") || look.border.as_deref() == Some("bank");
        let lightest = if is_water { 7 } else { 0 };
        let shade = |part: i32, level: u8, cream: i32| i32::from(level) + (cream - i32::from(level)) * part / 10;
        let distance = |part: i32| -> i32 {
            let shades = own.iter().zip(CREAM).map(|(&level, cream)| shade(part, level, cream));
            shades.zip(shown).map(|(a, &b)| (a - i32::from(b)).pow(2)).sum()
        };
        // A hedge between two pieces of the same ground is a darker shade of that ground.
        let hedge = HEDGE_SHARES.map(|part| {
            let shades = own.iter().zip(HEDGE_SHADE).map(|(&level, shade)| (i32::from(level), shade));
            shades
                .zip(shown)
                .map(|((level, shade), &b)| (level + (shade - level) * part / 10 - i32::from(b)).pow(2))
                .sum()
        });
        let is_ground = catalog.terrains[*terrain].ground;
        (0..=lightest).map(distance).chain(hedge.into_iter().filter(|_| is_ground)).min()
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

/// These tiles were once drawn with terrains that differ from those of their edges.
#[test]
fn an_area_beneath_a_path_shows_on_every_side() {
    for ground in ["", "ground: true, "] {
        let text = HALVES.replace("GROUND", ground);
        let catalog = load_bare_catalog(&text).unwrap();
        for kind in catalog.kinds.ids() {
            assert_eq!(differences(&catalog, kind), [""; 0], "{ground}{}", catalog.kinds.key(kind));
        }
    }
}

const HALVES: &str = r#"Pack(
    id: "demo", version: "1.0.0", format: 1, title: "Demo", authors: ["A. Author"], licence: "MIT", lattice: square,
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

/// Returns the bare catalog of a single-file pack; `None` if the pack has diagnostics.
pub(crate) fn load_bare_catalog(text: &str) -> Option<Catalog> {
    let mut world = World::default();
    world.add_file("demo", "pack.ron", text);
    let loaded = tilewright_pack::load(&world, &["demo"], &LoadOptions { lints: false, ..LoadOptions::default() });
    loaded.catalog.filter(|_| loaded.diagnostics.is_empty()).map(|catalog| bare(&catalog))
}

#[test]
fn random_tiles_show_their_edges() {
    let wanted = std::env::var("TILEWRIGHT_RANDOM_TILES").map_or(RANDOM_TILES, |count| count.parse().unwrap());
    let mut generator = Generator::new(20);
    let (mut drawn, mut derived) = (0, 0);
    while drawn < wanted {
        let derive = drawn % 2 == 0;
        let text = random_pack(&mut generator, derive);
        let Some(catalog) = load_bare_catalog(&text) else {
            continue;
        };
        (drawn, derived) = (drawn + 1, derived + usize::from(derive));
        for kind in catalog.kinds.ids() {
            assert_eq!(differences(&catalog, kind), [""; 0], "tile {drawn}:\n{text}");
        }
    }
    println!("{drawn} random tiles show their edges, {derived} of them with ground that follows");
}

/// Terrains of random tiles: areas, grounds and paths.
const AREAS: [&str; 3] = ["a", "b", "c"];
const GROUNDS: [&str; 2] = ["g", "h"];
const PATHS: [&str; 2] = ["r", "s"];

/// Returns a pack of one random tile. With `derive`, the ground follows from the other parts; otherwise all parts are
/// written.
fn random_pack(generator: &mut Generator, derive: bool) -> String {
    let mut below = |count: usize| generator.below(count as u32) as usize;
    let lattice = Lattice::ALL[below(3)];
    let cells = if below(5) == 0 { 2 } else { 1 };
    // Without ground in the whole pack, one area is beneath all others.
    let grounds = &GROUNDS[..below(3)];
    // Walls, banks and water have special colours, so random tiles use the simplest looks; the packs test the others.
    let borders = ["none", "line"];
    let mut terrains = String::new();
    for name in AREAS.iter().chain(grounds).chain(&PATHS) {
        let ground = if grounds.contains(name) { "ground: true, " } else { "" };
        let (border, width) = (borders[below(2)], 6 + below(12));
        let _ = write!(terrains, "(id: {name}, {ground}look: (border: {border}, width: {width})), ");
    }
    let (mut edges, mut tile) = (String::from("(id: inner, ports: [a]), "), String::new());
    for cell in 0..cells {
        let sides: &[&str] = match (lattice, cell) {
            (Lattice::Square, _) => &["n", "e", "s", "w"],
            (Lattice::Hex, _) => &["n", "ne", "se", "s", "sw", "nw"],
            (Lattice::Triangle, 0) => &["n", "se", "sw"],
            (Lattice::Triangle, _) => &["ne", "s", "nw"],
        };
        let inner = if cell == 0 { "n" } else { "s" };
        // With few parts on few sides, some tiles can be derived from their parts; many parts show that all can be
        // drawn.
        let calm = below(2) == 0;
        let mut shown = String::new();
        let mut ports: Vec<(&str, String)> = Vec::new();
        for side in sides {
            let port = |index: usize, count: usize| {
                if count == 1 { side.to_uppercase() } else { format!("{}{}", side.to_uppercase(), index + 1) }
            };
            if cells == 2 && *side == inner {
                let _ = write!(shown, "{side}: inner, ");
                ports.push(("a", port(0, 1)));
                continue;
            }
            let count = [1, 1, 2, 3, 3, 3, 4, 5, 7][below(if calm { 6 } else { 9 })];
            let most = AREAS.len() + grounds.len();
            let area = |number: usize| AREAS.iter().rev().chain(grounds).rev().nth(number).copied().unwrap_or("a");
            let both = area(below(most));
            let mut names = Vec::new();
            for index in 0..count {
                let is_end = index == 0 || index + 1 == count;
                names.push(match below(10) {
                    0 => PATHS[below(2)],
                    1..7 if !is_end => PATHS[below(2)],
                    // An area often continues beneath a path.
                    _ if calm || below(2) == 0 => both,
                    _ => area(below(most)),
                });
            }
            let _ = write!(edges, "(id: e{cell}{side}, ports: [{}]), ", names.join(", "));
            let _ = write!(shown, "{side}: e{cell}{side}, ");
            ports.extend(names.into_iter().enumerate().map(|(index, name)| (name, port(index, count))));
        }
        let mut parts: Vec<(&str, Vec<String>)> = Vec::new();
        for (name, port) in ports {
            if derive && grounds.contains(&name) {
                continue;
            }
            // A port joins a part of its terrain or begins a new part.
            let own: Vec<usize> = (0..parts.len()).filter(|&part| parts[part].0 == name).collect();
            let begins = own.is_empty() || below(if PATHS.contains(&name) { 2 } else { 4 }) == 0;
            match begins {
                true => parts.push((name, vec![port])),
                false => parts[own[below(own.len())]].1.push(port),
            }
        }
        let mut written = String::new();
        for (number, (name, at)) in parts.iter().enumerate() {
            let into = match (at.len(), below(4)) {
                (1, 0) if number > 0 => format!(", into: p{}", below(number)),
                (1, 1) => ", into: end".to_owned(),
                (1, _) => ", into: crossing".to_owned(),
                _ => String::new(),
            };
            let into = if grounds.contains(name) { String::new() } else { into };
            let _ = write!(written, "{name}(at: [{}], name: \"p{number}\"{into}), ", at.join(", "));
        }
        let offset = if cell == 0 { "(0, 0)" } else { "(0, -1)" };
        let _ = write!(tile, "(at: {offset}, edges: ({shown}), parts: [{written}]), ");
    }
    let lattice = format!("{lattice:?}").to_lowercase();
    let full = if derive { "" } else { "derive: false, " };
    format!(
        "Pack(id: \"demo\", version: \"1.0.0\", format: 1, title: \"Demo\", authors: [\"A. Author\"], licence: \
         \"MIT\", lattice: {lattice},\n terrains: [{terrains}],\n edges: [{edges}],\n bags: [tiles], flow: (turn: \
         [draw(from: tiles), place], ends_with: [tiles]),\n tiles: [(id: \"A\", {full}cells: [{tile}])])"
    )
}
