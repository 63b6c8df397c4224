//! Tests own art in SVG and PDF files, and on printed pages.

use std::collections::BTreeMap;

use tilewright_art::bitmap::Bitmap;
use tilewright_art::pdf::{POINTS, pdf};
use tilewright_art::print::single::single_pages;
use tilewright_art::print::{PrintError, PrintLayout, sheets};
use tilewright_art::scene::{Scene, Shape};
use tilewright_art::short::SvgWriter;
use tilewright_art::svg::svg;
use tilewright_core::catalog::art::{ArtLook, Layering};
use tilewright_core::catalog::lattice::{Lattice, Turn};

use crate::own::{Art, artist, catalog, kind, look_of, quarters};
use crate::prints::after;

/// Bytes in place of a JPEG file.
const JPEG: &[u8] = b"\xff\xd8\xff in place of a file \xff\xd9";

/// Counts the occurrences of some bytes.
fn count(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes.windows(wanted.len()).filter(|part| *part == wanted).count()
}

#[test]
fn documents_contain_each_picture_once() {
    let catalog = catalog(Lattice::Square);
    let (one, two) = (kind(&catalog, "One"), kind(&catalog, "Two"));
    let mut art = Art::default();
    let photo = art.add(quarters("abcd", 8, 8).with_jpeg(JPEG.to_vec()));
    let clear = art.add(Bitmap::new(2, 1, vec![0, 0, 255, 255, 0, 0, 0, 0]).unwrap());
    let tiles = BTreeMap::from([(one, look_of(photo, Layering::Instead)), (two, look_of(clear, Layering::Over))]);
    let own = art.own(&ArtLook { tiles, ..ArtLook::default() });
    let artist = artist(&catalog, &own);
    let mut board = Scene::new(2.0, 2.0);
    for at in [0.0, 1.0] {
        board.add(&artist.tile(one, Turn(1)), tilewright_art::geometry::Point::new(at, 0.0));
        board.add(&artist.tile(two, Turn::NONE), tilewright_art::geometry::Point::new(0.0, at));
    }
    let text = svg(&board, 64.0);
    assert_eq!((text.matches("<image ").count(), text.matches("<use ").count()), (2, 6));
    assert_eq!((text.matches("data:image/jpeg;base64,/9j/").count(), text.matches("data:image/png").count()), (1, 1));
    assert!(text.contains("transform=\"matrix(0.0000 1.0080 -1.0080 0.0000 1.0040 -0.0040)\""), "{text}");
    let mut writer = SvgWriter::default();
    let markup = writer.shapes(&board.shapes);
    assert_eq!((markup.matches("<use ").count(), writer.definitions().matches("<image ").count()), (6, 2));

    let sheets = sheets(&artist, &[(one, 3), (two, 2)], &PrintLayout::default()).unwrap();
    let bytes = pdf(&sheets, "Test");
    assert_eq!(bytes, pdf(&sheets, "Test"));
    assert_eq!((count(&bytes, JPEG), count(&bytes, b"/DCTDecode")), (1, 1));
    // Two pictures, and the opacity of one of them.
    assert_eq!(
        (count(&bytes, b"/Subtype/Image") + count(&bytes, b"/Subtype /Image"), count(&bytes, b"/SMask ")),
        (3, 1)
    );
}

#[test]
fn pages_for_print_shops_have_boxes() {
    for lattice in Lattice::ALL {
        let catalog = catalog(lattice);
        let art = Art::default().own(&ArtLook::default());
        let artist = artist(&catalog, &art);
        let layout = PrintLayout { cell: 40.0, bleed: 3.0, ..PrintLayout::default() };
        let one = kind(&catalog, "One");
        let pages = single_pages(&artist, &[(one, 2), (kind(&catalog, "Two"), 1)], &layout).unwrap();
        assert_eq!((pages.pages.len(), pages.tiles), (6, 3), "each front is followed by a back");
        let bytes = pdf(&pages, "Test");
        let boxes = ["/MediaBox", "/BleedBox", "/TrimBox"].map(|name| after(&bytes, name));
        // The cut is as large as the outline, the bleed 3 mm larger on each side, and the marks are outside of both.
        let cut = match lattice {
            Lattice::Square => (40.0, 40.0),
            Lattice::Hex => (40.0, 34.641),
            Lattice::Triangle => (60.0, 51.962),
        };
        let [media, bleed, trim] = &boxes;
        for ((media, bleed), trim) in media.iter().zip(bleed).zip(trim).take(4) {
            let near = |a: f32, b: f32| (a - b).abs() < 0.1;
            assert!(near(trim[2] - trim[0], cut.0 * POINTS) && near(trim[3] - trim[1], cut.1 * POINTS), "{trim:?}");
            for side in 0..2 {
                assert!(
                    near(trim[side] - bleed[side], 3.0 * POINTS)
                        && near(bleed[side + 2] - trim[side + 2], 3.0 * POINTS)
                );
                assert!(media[side] == 0.0 && near(trim[side], media[side + 2] - trim[side + 2]), "{media:?} {trim:?}");
            }
        }
        assert_eq!(single_pages(&artist, &[(one, 0)], &layout).unwrap_err(), PrintError::Nothing);
    }
}

#[test]
fn the_margin_of_a_picture_fills_the_bleed() {
    let catalog = catalog(Lattice::Square);
    let one = kind(&catalog, "One");
    let mut art = Art::default();
    let picture = art.add(quarters("abcd", 8, 8));
    art.plan.pictures[0].bleed = 5;
    let own = art.own(&ArtLook { tiles: [(one, look_of(picture, Layering::Instead))].into(), ..ArtLook::default() });
    let layout = PrintLayout { cell: 40.0, bleed: 2.0, backs: None, ..PrintLayout::default() };
    let pages = single_pages(&artist(&catalog, &own), &[(one, 1)], &layout).unwrap();
    // An enlarged copy is beneath, then the picture with its margin, then the tile itself.
    let frames: Vec<_> = pages.pictures[0]
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Clipped(_, inner) => match &inner[..] {
                [Shape::Image(image)] => Some((image.corner.x, image.across.x)),
                _ => None,
            },
            _ => None,
        })
        .collect();
    assert_eq!(frames.len(), 2);
    for (corner, across) in frames {
        // The picture extends 5 hundredths of 40 mm beyond the cut, which is 2 mm from the corner of the page.
        assert!((corner - 0.0).abs() < 1e-3 && (across - 44.0).abs() < 1e-3, "{corner} {across}");
    }
}
