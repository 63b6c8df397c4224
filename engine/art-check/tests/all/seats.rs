//! Tests the comparison of figures of players: masks of different sizes, dark pictures, and pictures of single players.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_art::bitmap::Bitmap;
use tilewright_art::own::OwnArt;
use tilewright_art_check::seats::{AlikeSeats, ENOUGH, alike_seats};
use tilewright_core::catalog::art::{ArtLook, ArtPicture, ArtPlan, FigureLook, FigurePicture, PictureFile};
use tilewright_core::catalog::id::{Id, PictureId};
use tilewright_core::catalog::seat::Seat;
use tilewright_pack::colour::Sight;

use crate::catalog;

/// Side of the pictures, in pixels.
const SIDE: u32 = 40;

/// Returns a disc whose colour depends on the row.
fn disc(color: impl Fn(u32) -> [u8; 3]) -> Bitmap {
    let pixel = |at: u32| {
        let (x, y) = ((at % SIDE) as i32, (at / SIDE) as i32);
        let is_inside = (x - 20).pow(2) + (y - 20).pow(2) < 400;
        let [r, g, b] = color(at / SIDE);
        [r, g, b, if is_inside { 255 } else { 0 }]
    };
    Bitmap::new(SIDE, SIDE, (0..SIDE * SIDE).flat_map(pixel).collect()).unwrap()
}

/// Compares the figures of a game for up to six players, whose pictures have these numbers.
fn compare(pictures: Vec<Bitmap>, picture: FigurePicture) -> Vec<AlikeSeats> {
    let catalog = catalog("ribbonfair");
    assert_eq!(catalog.seats.1, 6);
    let (mut plan, mut files) = (ArtPlan::default(), BTreeMap::new());
    for (number, bitmap) in pictures.into_iter().enumerate() {
        let file = PictureFile { pack: "test".into(), path: format!("art/{number}.png").into() };
        files.insert(file.clone(), Arc::new(bitmap));
        plan.pictures.push(ArtPicture::of_file(format!("p{number}"), file));
    }
    let mut look = ArtLook { id: "test".into(), ..ArtLook::default() };
    let figure = catalog.figures.ids().next().unwrap();
    look.figures.insert(figure, FigureLook { standing: picture, lying: None, size: None });
    alike_seats(&catalog, &OwnArt::new(&plan, &look, &files))
}

/// Compares figures of one brightness whose mask is white in the first rows.
fn with_mask(brightness: u8, rows: u32) -> Vec<AlikeSeats> {
    let mask = disc(|row| if row < rows { [255; 3] } else { [0; 3] });
    let picture = FigurePicture {
        picture: PictureId::from_index(0),
        own: Some(PictureId::from_index(1)),
        seats: BTreeMap::new(),
    };
    compare(vec![disc(|_| [brightness; 3]), mask], picture)
}

#[test]
fn large_and_light_masks_distinguish_players() {
    assert_eq!(with_mask(255, SIDE), []);
    assert_eq!(with_mask(180, SIDE / 2), []);
}

#[test]
fn small_or_dark_masks_are_reported_with_the_most_similar_players() {
    for (brightness, rows) in [(255, 6), (25, SIDE)] {
        let found = with_mask(brightness, rows);
        assert_eq!(found.len(), 1, "{brightness} {rows}");
        assert!(found[0].difference < ENOUGH && found[0].difference > 0.0, "{found:?}");
        assert_eq!(found[0].picture, PictureId::from_index(0));
    }
    // The colours of these players are the most similar ones, for players without cones for long waves.
    assert_eq!((with_mask(255, 6)[0].seats, with_mask(255, 6)[0].sight), ([Seat(4), Seat(5)], Sight::Protan));
}

#[test]
fn pictures_of_players_are_compared_as_colour_blind_players_see_them() {
    let of = |colors: [[u8; 3]; 2]| {
        let seats = (0..6).map(|seat| (Seat(seat), PictureId::from_index(usize::from(seat)))).collect();
        let mut pictures: Vec<Bitmap> = colors.into_iter().map(|color| disc(|_| color)).collect();
        let others = [[0, 0, 0], [255, 255, 255], [0, 0, 255], [255, 255, 0]];
        pictures.extend(others.map(|color| disc(|_| color)));
        compare(pictures, FigurePicture { picture: PictureId::from_index(0), own: None, seats })
    };
    assert_eq!(of([[200, 30, 30], [60, 220, 200]]), []);
    let found = of([[125, 110, 0], [150, 100, 10]]);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].seats, found[0].sight), ([Seat(0), Seat(1)], Sight::Deutan), "{found:?}");
}

#[test]
fn equal_pictures_without_a_mask_belong_to_another_check() {
    let picture = FigurePicture { picture: PictureId::from_index(0), own: None, seats: BTreeMap::new() };
    assert_eq!(compare(vec![disc(|_| [200; 3])], picture), []);
}
