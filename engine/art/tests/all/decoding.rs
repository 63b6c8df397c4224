//! Tests that the picture files of a look are decoded, and reduced for documents.

use std::sync::Arc;

use tilewright_art::decode::{UnshownReason, decode_look};
use tilewright_art::embed::data_uri;
use tilewright_art::geometry::{Path, Point};
use tilewright_art::raster::png;
use tilewright_art::scene::{Color, Scene};
use tilewright_core::catalog::art::{ArtLook, PictureFile};
use tilewright_core::catalog::id::PictureId;

use crate::own::{Art, quarters};

/// Writes a red picture as PNG.
fn red_file(side: f32) -> Arc<[u8]> {
    let mut scene = Scene::new(1.0, 1.0);
    scene.fill(Path::circle(Point::new(0.5, 0.5), 2.0), Color::hex(0xff0000));
    png(&scene, side).unwrap().into()
}

/// Returns a plan of three pictures and a look that shows the first two.
fn plan() -> (Art, ArtLook, [PictureId; 3]) {
    let mut art = Art::default();
    let ids = [(); 3].map(|()| art.add(quarters("abcd", 2, 2)));
    (art, ArtLook { empty: Some(ids[0]), cover: Some(ids[1]), ..ArtLook::default() }, ids)
}

#[test]
fn shown_pictures_are_decoded_and_others_are_reported() {
    let (art, look, ids) = plan();
    let find = |file: &PictureFile| (&*file.path != "art/1.png").then(|| red_file(8.0));
    let decoded = decode_look(&art.plan, &look, 64, find);
    let bitmap = decoded.art.bitmap(ids[0]).unwrap();
    assert_eq!((bitmap.width(), bitmap.height(), &bitmap.rgba()[..4]), (8, 8, &[255, 0, 0, 255][..]));
    assert_eq!(ids.map(|id| decoded.art.bitmap(id).is_some()), [true, false, false]);
    let [unshown] = &decoded.unshown[..] else { panic!("{:?}", decoded.unshown) };
    assert_eq!((&*unshown.file.path, &unshown.why), ("art/1.png", &UnshownReason::Missing));
    let damaged = decode_look(&art.plan, &look, 64, |_| Some(Arc::from(&b"GIF89a"[..])));
    assert_eq!(damaged.unshown[0].why.to_string(), "the file is not a PNG, JPEG, WebP or SVG picture");
}

#[test]
fn drawings_are_decoded_in_the_wanted_size() {
    let (art, look, ids) = plan();
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0H2V1H0Z"/></svg>"#;
    let decoded = decode_look(&art.plan, &look, 100, |_| Some(Arc::from(&svg[..])));
    let bitmap = decoded.art.bitmap(ids[1]).unwrap();
    assert_eq!((bitmap.width(), bitmap.height()), (100, 50));
}

#[test]
fn documents_get_smaller_pictures() {
    let (art, look, ids) = plan();
    let decoded = || decode_look(&art.plan, &look, 64, |_| Some(red_file(1500.0))).art;
    let sides = |bytes: u64| {
        let reduced = decoded().reduced(bytes);
        reduced.bitmap(ids[0]).map(|bitmap| (bitmap.width(), data_uri(bitmap).len()))
    };
    let (whole, bytes) = sides(1 << 20).unwrap();
    assert_eq!(whole, 750, "no side is longer than 1024 pixels");
    let (smaller, _) = sides(bytes as u64 * 2 - 1).unwrap();
    assert!(smaller < whole);
    assert_eq!(sides(10), None, "pictures that do not fit at any size are left out");
}
