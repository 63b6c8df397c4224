//! Tests tiles, pieces and boards with own art. Pictures have four quarters in different colours, and drawn pixels are
//! compared as letters.

use std::collections::BTreeMap;
use std::sync::Arc;

use expect_test::{Expect, expect};
use tilewright_art::bitmap::Bitmap;
use tilewright_art::own::OwnArt;
use tilewright_art::raster::{Pixels, pixels};
use tilewright_art::scene::Scene;
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::{
    ArtLook, ArtPicture, ArtPlan, FigureLook, FigurePicture, Layering, MarkLook, PictureFile, TerrainTexture, TileLook,
    TilePicture, UprightPlace,
};
use tilewright_core::catalog::id::{Id, PictureId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Lattice, Turn};
use tilewright_core::catalog::seat::Seat;

use crate::sides::load_bare_catalog;

/// Letters of drawn pixels and their colours: the quarters of pictures, then terrains and seats.
const COLORS: [(char, [u8; 3]); 9] = [
    ('a', [220, 40, 40]),
    ('b', [40, 200, 40]),
    ('c', [40, 40, 220]),
    ('d', [230, 220, 40]),
    ('w', [255, 255, 255]),
    ('k', [0, 0, 0]),
    // The terrains of `bare`: the first and the second.
    ('1', [20, 130, 20]),
    ('2', [130, 20, 20]),
    ('o', [213, 94, 0]),
];

/// Returns drawn pixels as rows of letters: the nearest colour, or a dot for a transparent pixel.
fn letters(drawn: &Pixels) -> Vec<String> {
    let letter = |pixel: &[u8]| {
        if pixel[3] < 128 {
            return '.';
        }
        let away = |color: [u8; 3]| -> i32 {
            (0..3).map(|channel| (i32::from(color[channel]) - i32::from(pixel[channel])).pow(2)).sum()
        };
        COLORS.iter().min_by_key(|(_, color)| away(*color)).unwrap().0
    };
    drawn.rgba.chunks(drawn.width as usize * 4).map(|row| row.chunks(4).map(letter).collect()).collect()
}

/// Shows scenes of one height next to each other.
pub(crate) fn row_of(scenes: &[Scene], scale: f32) -> String {
    let all: Vec<Vec<String>> = scenes.iter().map(|scene| letters(&pixels(scene, scale).unwrap())).collect();
    let height = all.iter().map(Vec::len).max().unwrap();
    let line = |row: usize| {
        let parts = all.iter().map(|rows| rows.get(row).cloned().unwrap_or_else(|| " ".repeat(rows[0].len())));
        format!("{}\n", parts.collect::<Vec<_>>().join("  ").trim_end())
    };
    (0..height).map(line).collect()
}

/// Builds a picture whose quarters have the colours of some letters: top left, top right, bottom left, bottom right.
pub(crate) fn quarters(letters: &str, width: u32, height: u32) -> Bitmap {
    let colors: Vec<[u8; 3]> = letters.chars().map(|c| COLORS.iter().find(|(own, _)| *own == c).unwrap().1).collect();
    let quarter = |x: u32, y: u32| usize::from(x >= width / 2) + 2 * usize::from(y >= height / 2);
    let pixel = |x: u32, y: u32| {
        let [r, g, b] = colors[quarter(x, y)];
        [r, g, b, 255]
    };
    Bitmap::new(width, height, (0..height).flat_map(|y| (0..width).flat_map(move |x| pixel(x, y))).collect()).unwrap()
}

/// A plan and its decoded files.
#[derive(Default)]
pub(crate) struct Art {
    pub(crate) plan: ArtPlan,
    files: BTreeMap<PictureFile, Arc<Bitmap>>,
}

impl Art {
    /// Adds a picture that fills a file.
    pub(crate) fn add(&mut self, bitmap: Bitmap) -> PictureId {
        let id = PictureId::from_index(self.plan.pictures.len());
        let file = PictureFile { pack: "demo".into(), path: format!("art/{}.png", id.index()).into() };
        self.files.insert(file.clone(), Arc::new(bitmap));
        self.plan.pictures.push(ArtPicture::of_file("picture", file));
        id
    }

    pub(crate) fn own(&self, look: &ArtLook) -> OwnArt {
        OwnArt::new(&self.plan, look, &self.files)
    }
}

pub(crate) fn look_of(picture: PictureId, layering: Layering) -> TileLook {
    TileLook { layering, ..TileLook::of_picture(picture) }
}

/// A pack with a tile of one cell and a tile of two, on a lattice.
pub(crate) fn catalog(lattice: Lattice) -> Catalog {
    let (lattice, edges, at, other) = match lattice {
        Lattice::Square => {
            let edges = "n: lawn, e: lawn, s: lawn, w: lawn";
            ("square", edges, "(1, 0)", edges)
        }
        Lattice::Hex => {
            let edges = "n: lawn, ne: lawn, se: lawn, s: lawn, sw: lawn, nw: lawn";
            ("hex", edges, "(1, 0)", edges)
        }
        Lattice::Triangle => ("triangle", "n: lawn, se: lawn, sw: lawn", "(0, -1)", "ne: lawn, s: lawn, nw: lawn"),
    };
    let text = format!(
        "Pack(id: \"demo\", version: \"1.0.0\", format: 1, title: \"Demo\", authors: [\"Ann Example\"], licence: \"MIT\",
            lattice: {lattice}, terrains: [(id: lawn, ground: true)], edges: [(id: lawn, ports: [lawn])], bags: [tiles],
            figures: [(id: walker, supply: 1)], tokens: [coin], tags: [(id: fish, look: (picture: disc))],
            flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
            tiles: [
                (id: \"One\", edges: ({edges}), tags: [fish]),
                (id: \"Two\", cells: [(at: (0, 0), edges: ({edges})), (at: {at}, edges: ({other}))]),
            ],
        )"
    );
    let mut catalog = load_bare_catalog(&text).unwrap();
    for name in ["One", "Two"] {
        let kind = catalog.kinds.find(name).unwrap();
        catalog.add_mirror(kind).unwrap();
    }
    catalog.finish();
    catalog
}

pub(crate) fn kind(catalog: &Catalog, name: &str) -> TileKindId {
    catalog.kinds.find(name).unwrap()
}

pub(crate) fn artist<'c>(catalog: &'c Catalog, art: &'c OwnArt) -> Artist<'c> {
    Artist::new(catalog, Style { frame: false, ornaments: false }).with_art(Some(art))
}

/// Draws a kind at every turn with a picture of four quarters.
fn turns(catalog: &Catalog, name: &str, scale: f32, (width, height): (u32, u32)) -> String {
    let mut art = Art::default();
    let picture = art.add(quarters("abcd", width, height));
    let declared = kind(catalog, name.trim_end_matches('~'));
    let tiles = BTreeMap::from([(declared, look_of(picture, Layering::Instead))]);
    let own = art.own(&ArtLook { tiles, ..ArtLook::default() });
    let artist = artist(catalog, &own);
    let scenes: Vec<Scene> = catalog.lattice.turns().map(|turn| artist.tile(kind(catalog, name), turn)).collect();
    row_of(&scenes, scale)
}

fn check(actual: &str, expected: &Expect) {
    expected.assert_eq(actual);
}

#[test]
fn pictures_turn_with_squares() {
    let catalog = catalog(Lattice::Square);
    check(
        &turns(&catalog, "One", 6.0, (6, 6)),
        &expect![[r#"
        aaabbb  cccaaa  dddccc  bbbddd
        aaabbb  cccaaa  dddccc  bbbddd
        aaabbb  cccaaa  dddccc  bbbddd
        cccddd  dddbbb  bbbaaa  aaaccc
        cccddd  dddbbb  bbbaaa  aaaccc
        cccddd  dddbbb  bbbaaa  aaaccc
    "#]],
    );
    check(
        &turns(&catalog, "One~", 6.0, (6, 6)),
        &expect![[r#"
        bbbaaa  dddbbb  cccddd  aaaccc
        bbbaaa  dddbbb  cccddd  aaaccc
        bbbaaa  dddbbb  cccddd  aaaccc
        dddccc  cccaaa  aaabbb  bbbddd
        dddccc  cccaaa  aaabbb  bbbddd
        dddccc  cccaaa  aaabbb  bbbddd
    "#]],
    );
    check(
        &turns(&catalog, "Two", 6.0, (12, 6)),
        &expect![[r#"
        aaaaaabbbbbb  cccaaa  ddddddcccccc  bbbddd
        aaaaaabbbbbb  cccaaa  ddddddcccccc  bbbddd
        aaaaaabbbbbb  cccaaa  ddddddcccccc  bbbddd
        ccccccdddddd  cccaaa  bbbbbbaaaaaa  bbbddd
        ccccccdddddd  cccaaa  bbbbbbaaaaaa  bbbddd
        ccccccdddddd  cccaaa  bbbbbbaaaaaa  bbbddd
                      dddbbb                aaaccc
                      dddbbb                aaaccc
                      dddbbb                aaaccc
                      dddbbb                aaaccc
                      dddbbb                aaaccc
                      dddbbb                aaaccc
    "#]],
    );
    check(
        &turns(&catalog, "Two~", 6.0, (12, 6)),
        &expect![[r#"
        bbbbbbaaaaaa  dddbbb  ccccccdddddd  aaaccc
        bbbbbbaaaaaa  dddbbb  ccccccdddddd  aaaccc
        bbbbbbaaaaaa  dddbbb  ccccccdddddd  aaaccc
        ddddddcccccc  dddbbb  aaaaaabbbbbb  aaaccc
        ddddddcccccc  dddbbb  aaaaaabbbbbb  aaaccc
        ddddddcccccc  dddbbb  aaaaaabbbbbb  aaaccc
                      cccaaa                bbbddd
                      cccaaa                bbbddd
                      cccaaa                bbbddd
                      cccaaa                bbbddd
                      cccaaa                bbbddd
                      cccaaa                bbbddd
    "#]],
    );
}

#[test]
fn pictures_turn_with_hexagons() {
    let catalog = catalog(Lattice::Hex);
    check(
        &turns(&catalog, "One", 14.0, (16, 14)),
        &expect![[r#"
        ...aaaabbbb...  ...caaaaaaa...  ...ccccccca...  ...ddddcccc...  ...bddddddd...  ...bbbbbbbd...
        ...aaaabbbb...  ...c2aaaaaa...  ...ccccccca...  ...ddddcccc...  ...bddddddd...  ...bbbbbbbd...
        ..aaaaabbbbb..  ..cccaaaaaaa..  ..cccccccaaa..  ..dddddccccc..  ..bbbddddddd..  ..bbbbbbbddd..
        .aaaaaabbbbbb.  .cccc2aaaaaob.  .dbccccc2aaaa.  .ddddddcccccc.  .bbbbbdddddcc.  .aobbbbbddddd.
        .aaaaaabbbbbb.  .cccccaaaobbb.  .dddccccaaaaa.  .ddddddcccccc.  .bbbbbddddccc.  .aaa1bbbddddd.
        aaaaaaabbbbbbb  cccccccobbbbbb  ddddddcaaaaaaa  dddddddccccccc  bbbbbbbdcccccc  aaaaaabddddddd
        cccccccddddddd  ccccccdbbbbbbb  dddddddbaaaaaa  bbbbbbbaaaaaaa  bbbbbboccccccc  aaaaaaacdddddd
        .ccccccdddddd.  .cccbdddbbbbb.  .dddddbbboaaa.  .bbbbbbaaaaaa.  .bbboaaaccccc.  .aaaaacccbddd.
        .ccccccdddddd.  .ccdddddbbbbb.  .dddddbbbbboa.  .bbbbbbaaaaaa.  .bbaaaaaccccc.  .aaaa2cccccdd.
        ..cccccddddd..  ..dddddddbbb..  ..dddbbbbbbb..  ..bbbbbaaaaa..  ..aaaaaaaccc..  ..aaaccccccc..
        ..cccccddddd..  ..ddddddddbb..  ..ddbbbbbbbb..  ..bbbbbaaaaa..  ..aaaaaaa2cc..  ..aacccccccc..
        ...ccccdddd...  ...dddddddb...  ...dbbbbbbb...  ...bbbbaaaa...  ...aaaaaaac...  ...accccccc...
        ..............  ..............  ..............  ..............  ..............  ..............
    "#]],
    );
    check(
        &turns(&catalog, "One~", 14.0, (16, 14)),
        &expect![[r#"
        ...bbbbaaaa...  ...dbbbbbbb...  ...dddddddb...  ...ccccdddd...  ...accccccc...  ...aaaaaaac...
        ...bbbbaaaa...  ...dbbbbbbb...  ...dddddddb...  ...ccccdddd...  ...accccccc...  ...aaaaaa2c...
        ..bbbbbaaaaa..  ..dddbbbbbbb..  ..dddddddbbb..  ..cccccddddd..  ..aaaccccccc..  ..aaaaaaaccc..
        .bbbbbbaaaaaa.  .dddddbbbbboa.  .ccdddddbbbbb.  .ccccccdddddd.  .aaaa2cccccbd.  .boaaaaa2cccc.
        .bbbbbbaaaaaa.  .dddddbbb1aaa.  .cccddddbbbbb.  .ccccccdddddd.  .aaaaaccccddd.  .bbboaaaccccc.
        bbbbbbbaaaaaaa  dddddddbaaaaaa  ccccccdbbbbbbb  cccccccddddddd  aaaaaaacdddddd  bbbbbboccccccc
        dddddddccccccc  ddddddcaaaaaaa  cccccccobbbbbb  aaaaaaabbbbbbb  aaaaaabddddddd  bbbbbbbdcccccc
        .ddddddcccccc.  .dddbcccaaaaa.  .cccccaaaobbb.  .aaaaaabbbbbb.  .aaaobbbddddd.  .bbbbbdddbccc.
        .ddddddcccccc.  .ddccccc2aaaa.  .cccccaaaaabb.  .aaaaaabbbbbb.  .aobbbbbddddd.  .bbbbbdddddcc.
        ..dddddccccc..  ..cccccccaaa..  ..cccaaaaaaa..  ..aaaaabbbbb..  ..bbbbbbbddd..  ..bbbddddddd..
        ..dddddccccc..  ..ccccccccaa..  ..cc2aaaaaaa..  ..aaaaabbbbb..  ..bbbbbbbbdd..  ..bbdddddddd..
        ...ddddcccc...  ...ccccccca...  ...caaaaaaa...  ...aaaabbbb...  ...bbbbbbbd...  ...bddddddd...
        ..............  ..............  ..............  ..............  ..............  ..............
    "#]],
    );
    check(
        &turns(&catalog, "Two", 10.0, (35, 26)),
        &expect![[r#"
            ..aaaaaa..........  ..aaaaaa..  ..........cc2aa...  ..dddddd..........  ..dddddd..  ..........bbddd...
            ..aaaaaa..........  ..aaaaaa..  .........cccaaaa..  ..dddddd..........  ..dddddd..  .........bbbdddd..
            .aaaaaaa1.........  .2aaaaaaa.  ........cccaaaaaa.  .dddddddd.........  .dddddddd.  ........bbbdddddd.
            aaaaaaaa1b........  ccaaaaaaaa  ........cc2aaaaaa.  dddddddddc........  bbdddddddd  ........bbddddddd.
            aaaaaaaa1bbbbbb...  cccaaaaaaa  ..ddddccccaaaaaaa.  dddddddddcccccc...  bbbddddddd  ..aoobbbbbddddddd.
            .aaaaaaa1bbbbbbb..  .cc2aaaao.  ..ddddddc2aaaaaaa.  .ddddddddccccccc..  .bbdddddd.  ..aaao1bbdddddddd.
            .2222222bbbbbbbb..  .cccaaaob.  .ddddddddboaaaaa..  .bbbbbbbb2222222..  .bbbddddd.  .aaaaaaobddddddd..
            ..ccccccddddddddd.  ..cc2o1b..  .dddddddbbbooaaa..  ..bbbbbbboaaaaaaa.  ..bbdddd..  .aaaaaaa2bdddddd..
            ..ccccccddddddddd.  ..ccbbbb..  ddddddddbbbbboa...  ..bbbbbbboaaaaaaa.  ..bbbdcc..  aaaaaaa2cccdddd...
            ........ddddddddd.  ..bddbbb..  dddddddbbb........  ........boaaaaaaa.  ..bbo2cc..  aaaaaaaccc........
            ........ddddddddd.  .dddddbbb.  .dddddbbb.........  ........boaaaaaaa.  .b1oaaccc.  .aaaaa2cc.........
            .........ddddddd..  .ddddddbb.  ..ddddbb..........  .........oaaaaaa..  .oaaaa2cc.  ..aaaacc..........
            ..........ddddd...  dddddddbbb  ..dddbbb..........  ..........aaaaa...  aaaaaaaccc  ..aaaccc..........
                                ddddddddbb                                          aaaaaaa2cc
                                .dddddddb.                                          .aaaaaaac.
                                .dddddddd.                                          .aaaaaaaa.
                                ..dddddd..                                          ..aaaaaa..
                                ..........                                          ..........
        "#]],
    );
    check(
        &turns(&catalog, "Two~", 10.0, (35, 26)),
        &expect![[r#"
            ..........aaaaa...  ..dddbbb..........  ..dddddd..  ..........ddddd...  ..aaaccc..........  ..aaaaaa..
            .........oaaaaaa..  ..ddddbb..........  ..dddddd..  .........ddddddd..  ..aaaacc..........  ..aaaaaa..
            ........boaaaaaaa.  .dddddbbb.........  .dddddddd.  ........ddddddddd.  .aaaaa2cc.........  .aaaaaaa2.
            ........boaaaaaaa.  dddddddbbb........  ddddddddbb  ........ddddddddd.  aaaaaaaccc........  aaaaaaaacc
            ..bbbbbbboaaaaaaa.  ddddddddbbbbboa...  dddddddbbb  ..ccccccddddddddd.  aaaaaaa2cccdddd...  aaaaaaaccc
            ..bbbbbbboaaaaaaa.  .dddddddbbbooaaa..  .ddddddbb.  ..ccccccddddddddd.  .aaaaaaa2bdddddd..  .oaaaa2cc.
            .bbbbbbbb2222222..  .ddddddddooaaaaa..  .dddddbbb.  .2222222bbbbbbbb..  .aaaaaaobddddddd..  .boaaaccc.
            .ddddddddccccccc..  ..ddddddc2aaaaaaa.  ..ddddbb..  .aaaaaaa1bbbbbbb..  ..aaao1bbdddddddd.  ..b1o2cc..
            dddddddddcccccc...  ..ddddccccaaaaaaa.  ..ccdbbb..  aaaaaaaa1bbbbbb...  ..ao1bbbbbddddddd.  ..bbbbcc..
            dddddddddc........  ........cc2aaaaaa.  ..cc2obb..  aaaaaaaa1b........  ........bbddddddd.  ..bbbddb..
            .dddddddd.........  ........cccaaaaaa.  .cccaao1b.  .aaaaaaa1.........  ........bbbdddddd.  .bbbddddd.
            ..dddddd..........  .........cccaaaa..  .cc2aaaao.  ..aaaaaa..........  .........bbbdddd..  .bbdddddd.
            ..dddddd..........  ..........cc2aa...  cccaaaaaaa  ..aaaaaa..........  ..........bbddd...  bbbddddddd
                                                    cc2aaaaaaa                                          bbdddddddd
                                                    .caaaaaaa.                                          .bddddddd.
                                                    .aaaaaaaa.                                          .dddddddd.
                                                    ..aaaaaa..                                          ..dddddd..
                                                    ..........                                          ..........
        "#]],
    );
}

#[test]
fn pictures_turn_with_triangles() {
    let catalog = catalog(Lattice::Triangle);
    check(
        &turns(&catalog, "One", 10.0, (15, 13)),
        &expect![[r#"
        ...............  .......a.......  ...............  .......d.......  ...............  .......b.......
        ...............  .......a.......  ...............  .......d.......  ...............  .......b.......
        ...............  ......aaa......  ...............  ......ddc......  ...............  ......bbb......
        ...............  .....aaaaa.....  ...............  .....dddcc.....  ...............  .....bbbbb.....
        aaaaaaabbbbbbbb  .....aaaaa.....  dcccccccaaaaaaa  .....dddcc.....  bbbbbbbdddddddd  .....bbbbb.....
        .aaaaaabbbbbbb.  ....aaaaaaa....  .ddcccc2aaaaaa.  ....ddddccc....  .bbbbbbbdddddd.  ....bbbbbbb....
        .aaaaaabbbbbbb.  ....2aaaaab....  .ddddccaaaaaaa.  ....ddddccc....  .bbbbbbbddddcc.  ....bbbbbbb....
        ..aaaaabbbbbb..  ...ccaaaobbb...  ..ddddoaaaaaa..  ...bbbbbaaaa...  ..bbbbbbbdbcc..  ...aobbbbbdd...
        ..aaaaabbbbbb..  ...cc2obbbbb...  ..ddddbboaaaa..  ...bbbbbaaaa...  ..bbbbbbbcccc..  ...aaabbbbdd...
        ...aaaabbbbb...  ..cccdbbbbbbb..  ...ddbbbbboa...  ..bbbbbbaaaaa..  ...bbbboaacc...  ..aaaaaobdddd..
        ...ccccddddd...  .ccddddbbbbbbb.  ...ddbbbbbb....  .bbbbbbbaaaaaa.  ....boaaaa2c...  .aaaaaaaccdddd.
        ....cccdddd....  .cdddddbbbbbbb.  ....bbbbbbb....  .bbbbbbbaaaaaa.  ....aaaaaaa....  .aaaaaaacccddd.
        .....ccddd.....  ddddddddbbbbbbb  .....bbbbb.....  bbbbbbbbaaaaaaa  .....aaaaa.....  aaaaaaaccccccdd
        .....ccddd.....  ...............  .....bbbbb.....  ...............  .....aaaaa.....  ...............
        ......cdd......  ...............  ......bbb......  ...............  ......aaa......  ...............
        ......cdd......  ...............  ......bbb......  ...............  ......aaa......  ...............
        .......d.......  ...............  .......b.......  ...............  .......a.......  ...............
        ...............  ...............  ...............  ...............  ...............  ...............
    "#]],
    );
    check(
        &turns(&catalog, "One~", 10.0, (15, 13)),
        &expect![[r#"
        ...............  .......b.......  ...............  .......d.......  ...............  .......a.......
        ...............  .......b.......  ...............  .......d.......  ...............  .......a.......
        ...............  ......bbb......  ...............  ......cdd......  ...............  ......aaa......
        ...............  .....bbbbb.....  ...............  .....ccddd.....  ...............  .....aaaaa.....
        bbbbbbbbaaaaaaa  .....bbbbb.....  ddddddddbbbbbbb  .....ccddd.....  aaaaaaacccccccd  .....aaaaa.....
        .bbbbbbbaaaaaa.  ....bbbbbbb....  .ddddddbbbbbbb.  ....cccdddd....  .aaaaaa2ccccdd.  ....aaaaaaa....
        .bbbbbbbaaaaaa.  ....bbbbbbb....  .ccddddbbbbbbb.  ....cccdddd....  .aaaaaaaccdddd.  ....baaaaa2....
        ..bbbbbbaaaaa..  ...ddbbbbboa...  ..ccbdbbbbbbb..  ...aaaabbbbb...  ..aaaaaaodddd..  ...bbboaaacc...
        ..bbbbbbaaaaa..  ...ddbbbbaaa...  ..ccccbbbbbbb..  ...aaaabbbbb...  ..aaaaobbdddd..  ...bbbbbo2cc...
        ...bbbbbaaaa...  ..ddddboaaaaa..  ...ccaaobbbb...  ..aaaaabbbbbb..  ...aobbbbbdd...  ..bbbbbbbdccc..
        ...dddddcccc...  .ddddccaaaaaaa.  ...c2aaaaob....  .aaaaaabbbbbbb.  ....bbbbbbdd...  .bbbbbbbddddcc.
        ....ddddccc....  .dddcccaaaaaaa.  ....aaaaaaa....  .aaaaaabbbbbbb.  ....bbbbbbb....  .bbbbbbbdddddc.
        .....dddcc.....  ddccccccaaaaaaa  .....aaaaa.....  aaaaaaabbbbbbbb  .....bbbbb.....  bbbbbbbdddddddd
        .....dddcc.....  ...............  .....aaaaa.....  ...............  .....bbbbb.....  ...............
        ......ddc......  ...............  ......aaa......  ...............  ......bbb......  ...............
        ......ddc......  ...............  ......aaa......  ...............  ......bbb......  ...............
        .......d.......  ...............  .......a.......  ...............  .......b.......  ...............
        ...............  ...............  ...............  ...............  ...............  ...............
    "#]],
    );
    check(
        &turns(&catalog, "Two", 10.0, (15, 26)),
        &expect![[r#"
            .......b.......  .......................  .......................  .......d.......  .......................  .......................
            .......b.......  .......................  .......................  .......d.......  .......................  .......................
            ......abb......  .......................  .......................  ......ddc......  .......................  .......................
            .....aabbb.....  .......................  .......................  .....dddcc.....  .......................  .......................
            .....aabbb.....  ........aaaaaaaaaaaaab.  dcccccccccccccc........  .....dddcc.....  ........dddddddddddddd.  bbbbbbbbbbbbbbb........
            ....aaabbbb....  .......caaaaaaaaaaaobb.  .ddcccccccccccaa.......  ....ddddccc....  .......bdddddddddddddb.  .bbbbbbbbbbbbbdd.......
            ....aaabbbb....  ......cccaaaaaaaaobbb..  .ddddcccccccccaa.......  ....ddddccc....  ......bbbdddddddddddc..  .aobbbbbbbbbbbdd.......
            ...aaaabbbbb...  ......ccc2aaaaaobbbbb..  ..ddddbccccccaaaa......  ...dddddcccc...  ......bbbdddddddddccc..  ..aaobbbbbbbbdddd......
            ...aaaabbbbb...  .....cccccaaaa1bbbbb...  ..ddddddcccccaaaa......  ...dddddcccc...  .....bbbbbddddddcccc...  ..aaaabbbbbbbdddd......
            ..aaaaabbbbbb..  ....cccccc2aobbbbbbb...  ...dddddddccaaaaaa.....  ..ddddddccccc..  ....bbbbbbddddbccccc...  ...aaaaobbbbdddddd.....
            .aaaaaabbbbbbb.  ....cccccccbbbbbbbb....  ...ddddddddbaaaaaaa....  .dddddddcccccc.  ....bbbbbbbddcccccc....  ...aaaaaaobdddddddd....
            .aaaaaabbbbbbb.  ...ccccccdddbbbbbb.....  ....dddddddbboaaaaa....  .dddddddcccccc.  ...bbbbbbbb2cccccc.....  ....aaaaaaadddddddd....
            aaaaaaabbbbbbbb  ...ccccdddddbbbbbb.....  .....dddddbbbbboaaaa...  ddddddddccccccc  ...bbbbbboaacccccc.....  .....aaaaacccddddddd...
            cccccccdddddddd  ..ccccdddddddbbbb......  .....dddddbbbbbbbaaa...  bbbbbbbbaaaaaaa  ..bbbbb1aaaaacccc......  .....aaaaacccccddddd...
            .ccccccddddddd.  ..ccdddddddddbbbb......  ......dddbbbbbbbbb1aa..  .bbbbbbbaaaaaa.  ..bbbbaaaaaaacccc......  ......aaaccccccccdddd..
            .ccccccddddddd.  .cddddddddddddbb.......  ......dddbbbbbbbbbbboa.  .bbbbbbbaaaaaa.  .bbboaaaaaaaaacc.......  ......aa2cccccccccdddd.
            ..cccccdddddd..  dddddddddddddddb.......  .......dbbbbbbbbbbbbbb.  ..bbbbbbaaaaa..  bboaaaaaaaaaaa2c.......  .......accccccccccccdd.
            ...ccccddddd...  .......................  .......................  ...bbbbbaaaa...  .......................  .......................
            ...ccccddddd...  .......................  .......................  ...bbbbbaaaa...  .......................  .......................
            ....cccdddd....  .......................  .......................  ....bbbbaaa....  .......................  .......................
            ....cccdddd....  .......................  .......................  ....bbbbaaa....  .......................  .......................
            .....ccddd.....  .......................  .......................  .....bbbaa.....  .......................  .......................
            .....ccddd.....                                                    .....bbbaa.....
            ......cdd......                                                    ......bba......
            .......d.......                                                    .......b.......
            .......d.......                                                    .......b.......
        "#]],
    );
}

#[test]
fn pictures_of_cells_fill_their_cells() {
    let catalog = catalog(Lattice::Square);
    let mut art = Art::default();
    let (left, right) = (art.add(quarters("aaab", 6, 6)), art.add(quarters("cccd", 6, 6)));
    let two = kind(&catalog, "Two");
    let face = TilePicture::Cells(vec![Some(left), Some(right)]);
    let look = TileLook { face, ..look_of(left, Layering::Instead) };
    let own = art.own(&ArtLook { tiles: [(two, look)].into(), ..ArtLook::default() });
    let artist = artist(&catalog, &own);
    let scenes: Vec<Scene> = [0, 1].map(|turn| artist.tile(two, Turn(turn))).into();
    check(
        &row_of(&scenes, 6.0),
        &expect![[r#"
        aaaaaacccccc  aaaaaa
        aaaaaacccccc  aaaaaa
        aaaaaacccccc  aaaaaa
        aaabbbcccddd  bbbaaa
        aaabbbcccddd  bbbaaa
        aaabbbcccddd  bbbaaa
                      cccccc
                      cccccc
                      cccccc
                      dddccc
                      dddccc
                      dddccc
    "#]],
    );
}

#[test]
fn turned_pictures_and_pictures_of_turns_show_the_tile() {
    let catalog = catalog(Lattice::Square);
    let mut art = Art::default();
    // The first picture was painted a quarter off, so a quarter brings it upright.
    let (painted, turned) = (art.add(quarters("abcd", 6, 12)), art.add(quarters("dddd", 6, 12)));
    art.plan.pictures[0].turn = Turn(1);
    let two = kind(&catalog, "Two");
    let mut look = look_of(painted, Layering::Instead);
    look.turns.insert(Turn(3), turned);
    let own = art.own(&ArtLook { tiles: [(two, look)].into(), ..ArtLook::default() });
    let artist = artist(&catalog, &own);
    let scenes = |name: &str| -> Vec<Scene> {
        catalog.lattice.turns().map(|turn| artist.tile(kind(&catalog, name), turn)).collect()
    };
    check(
        &row_of(&scenes("Two"), 6.0),
        &expect![[r#"
        ccccccaaaaaa  dddccc  bbbbbbdddddd  dddddd
        ccccccaaaaaa  dddccc  bbbbbbdddddd  dddddd
        ccccccaaaaaa  dddccc  bbbbbbdddddd  dddddd
        ddddddbbbbbb  dddccc  aaaaaacccccc  dddddd
        ddddddbbbbbb  dddccc  aaaaaacccccc  dddddd
        ddddddbbbbbb  dddccc  aaaaaacccccc  dddddd
                      bbbaaa                dddddd
                      bbbaaa                dddddd
                      bbbaaa                dddddd
                      bbbaaa                dddddd
                      bbbaaa                dddddd
                      bbbaaa                dddddd
    "#]],
    );
    check(
        &row_of(&scenes("Two~"), 6.0),
        &expect![[r#"
        aaaaaacccccc  bbbaaa  ddddddbbbbbb  cccddd
        aaaaaacccccc  bbbaaa  ddddddbbbbbb  cccddd
        aaaaaacccccc  bbbaaa  ddddddbbbbbb  cccddd
        bbbbbbdddddd  bbbaaa  ccccccaaaaaa  cccddd
        bbbbbbdddddd  bbbaaa  ccccccaaaaaa  cccddd
        bbbbbbdddddd  bbbaaa  ccccccaaaaaa  cccddd
                      dddccc                aaabbb
                      dddccc                aaabbb
                      dddccc                aaabbb
                      dddccc                aaabbb
                      dddccc                aaabbb
                      dddccc                aaabbb
    "#]],
    );
}

#[test]
fn upright_pictures_move_with_the_tile_but_do_not_turn() {
    let catalog = catalog(Lattice::Square);
    let mut art = Art::default();
    let picture = art.add(quarters("abcd", 8, 8));
    let one = kind(&catalog, "One");
    let upright = Some(UprightPlace { at: (25, -25), size: 40 });
    let look = TileLook { upright, ..look_of(picture, Layering::Over) };
    let own = art.own(&ArtLook { tiles: [(one, look)].into(), ..ArtLook::default() });
    let artist = artist(&catalog, &own);
    let scenes: Vec<Scene> =
        [("One", 0), ("One", 1), ("One~", 0)].map(|(name, turn)| artist.tile(kind(&catalog, name), Turn(turn))).into();
    check(
        &row_of(&scenes, 10.0),
        &expect![[r#"
        111111aobb  1111111111  bboa111111
        111111aobb  1111111111  bboa111111
        1111112obb  1111111111  bbo2111111
        111111cbdd  1111111111  ddbc111111
        111111cbdd  1111111111  ddbc111111
        1111111111  1111111111  1111111111
        1111111111  111111aobb  1111111111
        1111111111  1111112obb  1111111111
        1111111111  111111cbdd  1111111111
        1111111111  111111cbdd  1111111111
    "#]],
    );
}

#[test]
fn textures_continue_across_tiles() {
    for (lattice, expected) in [
        (
            Lattice::Square,
            expect![[r#"
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            ccccccccccccccccddddddddddddddddcccccccc
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
            aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbaaaaaaaa
        "#]],
        ),
        (
            Lattice::Hex,
            expect![[r#"
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aa.aaaaaaaaab.bbbbbbbbbbaa.aaaaaaaaab.bb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            a.aaaaaaaaaabb.bbbbbbbbba.aaaaaaaaaabb.b
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            cc.cccccccccd.ddddddddddcc.cccccccccd.dd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            aaa.aaaaaaaa.bbbbbbbbbbbaaa.aaaaaaaa.bbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            .aaaaaaaaaaabbb.bbbbbbbb.aaaaaaaaaaabbb.
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
        "#]],
        ),
        (
            Lattice::Triangle,
            expect![[r#"
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aa.aaaaaaaaabbbbbbbbbbbbaa.aaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            a.aaaaaaaaaabbbbbbbbbb.ba.aaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            ccccccccccccddddddd.ddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccc.ccccccdddddd.dddddccccc.ccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccccddddddddddddccccccccccccdddd
            ccccccccccc..dddddddddddccccccccccc..ddd
            aaaaaaaaaaa..bbbbbbbbbbbaaaaaaaaaaa..bbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaa.aaaabbbb.bbbbbbbaaaaaaa.aaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
            aaaaaaaaaaaabbbbbbbbbbbbaaaaaaaaaaaabbbb
        "#]],
        ),
    ] {
        let catalog = catalog(lattice);
        let mut art = Art::default();
        let lawn = catalog.terrains.find("lawn").unwrap();
        let texture = TerrainTexture { picture: art.add(quarters("abcd", 32, 32)), cells: 2 };
        let own = art.own(&ArtLook { terrains: [(lawn, texture)].into(), ..ArtLook::default() });
        let artist = artist(&catalog, &own);
        let mut board = Scene::new(2.5, 2.5);
        for (x, y) in (-3..4).flat_map(|x| (-5..5).map(move |y| (x, y))) {
            let cell = Cell::new(x, y);
            if lattice.has_cell(cell) {
                let turn = Turn(lattice.points_up(cell).into());
                let drawn = artist.cell_at(kind(&catalog, "One"), 0, turn, artist.phase(cell));
                board.add(&drawn, tilewright_art::outline::place(lattice, cell));
            }
        }
        check(&row_of(&[board], 16.0), &expected);
    }
}

#[test]
fn figures_take_the_colours_of_seats_and_tokens_and_tags_their_pictures() {
    let catalog = catalog(Lattice::Square);
    let mut art = Art::default();
    let (picture, mask) = (art.add(quarters("wwkd", 8, 8)), art.add(quarters("wkwk", 8, 8)));
    let (red, flat) = (art.add(quarters("aaaa", 2, 2)), art.add(quarters("bbcc", 8, 4)));
    let standing = FigurePicture { picture, own: Some(mask), seats: [(Seat(1), red)].into() };
    let walker = catalog.figures.ids().next().unwrap();
    let coin = catalog.tokens.ids().next().unwrap();
    let fish = catalog.tags.find("fish").unwrap();
    let look = ArtLook {
        figures: [(walker, FigureLook { standing, lying: None, size: Some(100) })].into(),
        tokens: [(coin, MarkLook { picture: flat, size: Some(100) })].into(),
        tags: [(fish, MarkLook { picture: flat, size: Some(80) })].into(),
        ..ArtLook::default()
    };
    let own = art.own(&look);
    let artist = artist(&catalog, &own);
    let middle = tilewright_art::geometry::Point::new(0.5, 0.5);
    let figure = |seat: u8, lies: bool| {
        let mut scene = Scene::new(1.0, 1.0);
        artist.draw_figure(&mut scene, walker, Seat(seat), middle, lies);
        scene
    };
    let mut token = Scene::new(1.0, 1.0);
    artist.draw_token(&mut token, coin, middle);
    let tile = artist.tile(kind(&catalog, "One"), Turn::NONE);
    check(
        &row_of(&[figure(0, false), figure(0, true), figure(1, false), token, tile], 8.0),
        &expect![[r#"
        oooowwww  kkkkoooo  aaaaaaaa  ........  11111111
        oooowwww  kkkkoooo  aaaaaaaa  ........  11111111
        oooowwww  kkkkoooo  aaaaaaaa  bbbbbbbb  1bbbbbb1
        oooowwww  kkkkoooo  aaaaaaaa  bbbbbbbb  1bbbbbb1
        kkkkdddd  ddddwwww  aaaaaaaa  cccccccc  1cccccc1
        kkkkdddd  ddddwwww  aaaaaaaa  cccccccc  1cccccc1
        kkkkdddd  ddddwwww  aaaaaaaa  ........  11111111
        kkkkdddd  ddddwwww  aaaaaaaa  ........  11111111
    "#]],
    );
}

#[test]
fn missing_pictures_are_drawn_from_data() {
    let catalog = catalog(Lattice::Square);
    let one = kind(&catalog, "One");
    let mut art = Art::default();
    let picture = art.add(quarters("abcd", 6, 6));
    art.files.clear();
    let own = art.own(&ArtLook {
        tiles: [(one, look_of(picture, Layering::Instead))].into(),
        empty: Some(picture),
        ..ArtLook::default()
    });
    let plain = Artist::new(&catalog, Style { frame: false, ornaments: false });
    assert_eq!(artist(&catalog, &own).tile(one, Turn(1)), plain.tile(one, Turn(1)));
    assert_eq!(artist(&catalog, &own).empty_cell(Cell::ORIGIN), plain.empty_cell(Cell::ORIGIN));
}
