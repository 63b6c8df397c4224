//! Tests the comparison on drawings of shipped packs: with the light and the grain of photographs, in their places,
//! turned and swapped.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod matching;
mod seats;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tilewright_art::bitmap::Bitmap;
use tilewright_art::own::OwnArt;
use tilewright_art::raster::pixels;
use tilewright_art::tile::{Artist, Style};
use tilewright_art_check::agreement::{Disagreement, Remedy, disagreements};
use tilewright_art_check::seams::{VISIBLE, seams};
use tilewright_art_check::side_colors::TileSampler;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::{ArtLook, ArtPicture, ArtPlan, PictureFile, TileLook};
use tilewright_core::catalog::id::{Id, PictureId, TileKindId};
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::state::chance::Generator;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};

/// Width of a cell in the pictures, in pixels.
const SIZE: f32 = 120.0;

fn catalog(pack: &str) -> Arc<Catalog> {
    let finder = Finder::nowhere().with_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../content"));
    let loaded = load(&finder, &Request { lints: false, ..Request::new([pack]) }).unwrap();
    Arc::clone(loaded.catalog().unwrap())
}

/// Kinds of tiles with one cell that a pack draws.
fn kinds(catalog: &Catalog) -> Vec<TileKindId> {
    let all = catalog.kinds.iter();
    all.filter(|(id, kind)| kind.cells.len() == 1 && !kind.is_mirrored && catalog.bare(*id) == *id)
        .map(|(id, _)| id)
        .collect()
}

/// Draws a tile like a photograph: darker towards a corner, with grain.
fn photograph(catalog: &Catalog, kind: TileKindId, turn: Turn, random: &mut Generator) -> Bitmap {
    let artist = Artist::new(catalog, Style { frame: false, ornaments: true });
    let drawn = pixels(&artist.cell(kind, 0, turn), SIZE).unwrap();
    let (width, slope) = (drawn.width, random.below(16) as i32);
    let mut rgba = drawn.rgba;
    for (number, pixel) in (0u32..).zip(rgba.chunks_exact_mut(4)) {
        let shade = slope * (number % width) as i32 / width as i32 + random.below(17) as i32 - 8;
        for channel in &mut pixel[..3] {
            *channel = (i32::from(*channel) - shade).clamp(0, 255) as u8;
        }
    }
    Bitmap::new(width, drawn.height, rgba).unwrap()
}

/// Returns a look in which each kind shows the picture of a kind at a turn.
fn look(catalog: &Catalog, shown: &BTreeMap<TileKindId, (TileKindId, Turn)>, seed: u64) -> OwnArt {
    let mut random = Generator::new(seed);
    let mut plan = ArtPlan::default();
    let mut look = ArtLook { id: "test".into(), ..ArtLook::default() };
    let mut files = BTreeMap::new();
    for (&kind, &(drawn, turn)) in shown {
        let id = PictureId::from_index(plan.pictures.len());
        let file = PictureFile { pack: "test".into(), path: format!("art/{}.png", kind.index()).into() };
        files.insert(file.clone(), Arc::new(photograph(catalog, drawn, turn, &mut random)));
        plan.pictures.push(ArtPicture::of_file(format!("p{}", kind.index()), file));
        look.tiles.insert(kind, TileLook::of_picture(id));
    }
    OwnArt::new(&plan, &look, &files)
}

fn right(catalog: &Catalog) -> BTreeMap<TileKindId, (TileKindId, Turn)> {
    kinds(catalog).into_iter().map(|kind| (kind, (kind, Turn::NONE))).collect()
}

fn found(catalog: &Catalog, shown: &BTreeMap<TileKindId, (TileKindId, Turn)>, seed: u64) -> Vec<Disagreement> {
    disagreements(&TileSampler::new(catalog, &look(catalog, shown, seed)))
}

#[test]
fn right_pictures_are_never_reported() {
    let mut count = 0;
    for (pack, seed) in [
        ("carcassonne", 1),
        ("inns_cathedrals", 2),
        ("entdecker", 3),
        ("messages", 4),
        ("discovery", 5),
        ("labyrinth", 6),
    ] {
        let catalog = catalog(pack);
        let shown = right(&catalog);
        count += shown.len();
        let reported = found(&catalog, &shown, seed);
        let names: Vec<String> = reported.iter().map(|tile| catalog.kinds.key(tile.kind).to_owned()).collect();
        assert!(reported.is_empty(), "{pack}: {names:?} {reported:?}");
    }
    println!("{count} pictures");
    assert!(count >= 200, "{count}");
}

/// True if a picture of one kind at a turn differs from another kind at the edges.
fn differs(catalog: &Catalog, wanted: TileKindId, drawn: TileKindId, turn: Turn) -> bool {
    let of = |kind: TileKindId, turn: Turn| {
        let face = &catalog.faces(kind, turn)[0];
        catalog.lattice.sides().map(|side| face.edge(side)).collect::<Vec<_>>()
    };
    of(wanted, Turn::NONE) != of(drawn, turn)
}

#[test]
fn turned_pictures_are_found_and_the_turn_is_named() {
    let mut tried = 0;
    for (pack, seed) in [("carcassonne", 11), ("entdecker", 12), ("discovery", 13)] {
        let catalog = catalog(pack);
        let mut random = Generator::new(seed);
        let count = catalog.lattice.side_count() as u8;
        for kind in kinds(&catalog).into_iter().step_by(3) {
            let turn = Turn(1 + random.below(u32::from(count) - 1) as u8);
            if !differs(&catalog, kind, kind, turn) {
                continue;
            }
            tried += 1;
            let mut shown = right(&catalog);
            shown.insert(kind, (kind, turn));
            let reported = found(&catalog, &shown, seed);
            assert_eq!(reported.iter().map(|tile| tile.kind).collect::<Vec<_>>(), [kind], "{pack} {turn:?}");
            // The picture was turned clockwise, so the rest of a whole turn makes it right; symmetric tiles need less.
            let Some(Remedy::Turn(back)) = reported[0].remedy else { panic!("{pack}: {reported:?}") };
            assert!(!differs(&catalog, kind, kind, Turn((turn.0 + back.0) % count)), "{pack} {turn:?} {back:?}");
        }
    }
    assert!(tried >= 20, "{tried}");
}

#[test]
fn swapped_pictures_are_found() {
    let mut tried = BTreeSet::new();
    for (pack, seed) in [("carcassonne", 21), ("entdecker", 22), ("messages", 23)] {
        let catalog = catalog(pack);
        let mut random = Generator::new(seed);
        let all = kinds(&catalog);
        for _ in 0..8 {
            let [one, two] = [0; 2].map(|_| all[random.below(all.len() as u32) as usize]);
            if !differs(&catalog, one, two, Turn::NONE) {
                continue;
            }
            let mut shown = right(&catalog);
            shown.insert(one, (two, Turn::NONE));
            shown.insert(two, (one, Turn::NONE));
            let reported: BTreeSet<TileKindId> =
                found(&catalog, &shown, seed).into_iter().map(|tile| tile.kind).collect();
            let names = [one, two].map(|kind| catalog.kinds.key(kind));
            assert_eq!(reported, BTreeSet::from([one, two]), "{pack}: {names:?}");
            tried.insert((pack, one.min(two), one.max(two)));
        }
    }
    assert!(tried.len() >= 20, "{}", tried.len());
}

#[test]
fn seams_of_wrong_pictures_are_the_worst() {
    let catalog = catalog("carcassonne");
    let shown = right(&catalog);
    let art = look(&catalog, &shown, 31);
    let good = seams(&TileSampler::new(&catalog, &art));
    assert!(good.compared > 1000 && !good.is_partial, "{}", good.compared);
    assert!(good.worst[0].difference < VISIBLE, "{:?}", good.worst[0]);
    let kind = kinds(&catalog)[0];
    let mut wrong = shown;
    let turn = (1..4).map(Turn).find(|&turn| differs(&catalog, kind, kind, turn)).unwrap();
    wrong.insert(kind, (kind, turn));
    let art = look(&catalog, &wrong, 31);
    let bad = seams(&TileSampler::new(&catalog, &art));
    assert!(bad.worst[0].difference > VISIBLE, "{:?}", bad.worst[0]);
    assert!(bad.worst[0].sides.iter().any(|side| side.kind == kind), "{:?}", bad.worst[0]);
}
