//! Tests own art in exports: tiles, backs, figures, tokens and boards show their pictures.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_art::bitmap::Bitmap;
use tilewright_art::own::OwnArt;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::{
    ArtLook, ArtPicture, ArtPlan, FigureLook, FigurePicture, MarkLook, PictureFile, TileLook,
};
use tilewright_core::catalog::id::{Id, PictureId};
use tilewright_export::{ArtCredit, ExportRequest, ExportTarget, GameExport, export, export_with_art};

use crate::{demo_game, request, text};

const RED: [u8; 3] = [220, 10, 20];
const GREEN: [u8; 3] = [10, 200, 30];
const BLUE: [u8; 3] = [20, 30, 230];
const GREY: [u8; 3] = [120, 121, 122];

/// Returns art with a red tile, green figures that are three times as high as wide, blue tokens, and grey empty cells.
fn art(catalog: &Catalog) -> OwnArt {
    let (mut plan, mut files) = (ArtPlan::default(), BTreeMap::new());
    let mut picture = |color: [u8; 3], width: u32, height: u32| {
        let id = PictureId::from_index(plan.pictures.len());
        let file = PictureFile { pack: "demo".into(), path: format!("art/{}.png", id.index()).into() };
        let pixels = (0..width * height).flat_map(|_| [color[0], color[1], color[2], 255]);
        files.insert(file.clone(), Arc::new(Bitmap::new(width, height, pixels.collect()).unwrap()));
        plan.pictures.push(ArtPicture::of_file(format!("p{}", id.index()), file));
        id
    };
    let mut look = ArtLook { id: "test".into(), ..ArtLook::default() };
    let (red, green, blue) = (picture(RED, 60, 52), picture(GREEN, 10, 30), picture(BLUE, 10, 10));
    look.tiles.insert(catalog.kinds.find("A").unwrap(), TileLook::of_picture(red));
    let standing = FigurePicture { picture: green, own: None, seats: BTreeMap::new() };
    let figure = catalog.figures.ids().next().unwrap();
    look.figures.insert(figure, FigureLook { standing, lying: None, size: Some(20) });
    look.tokens.insert(catalog.tokens.ids().next().unwrap(), MarkLook { picture: blue, size: None });
    look.empty = Some(picture(GREY, 60, 52));
    look.bags.insert(catalog.bags.ids().next().unwrap(), blue);
    OwnArt::new(&plan, &look, &files)
}

/// Returns the pixels of a picture of an export, row by row.
fn rows(exported: &GameExport<'_>, path: &str) -> Vec<Vec<[u8; 4]>> {
    let file = exported.files().iter().find(|file| file.path() == path).unwrap_or_else(|| {
        let paths: Vec<&str> = exported.files().iter().map(|file| file.path()).collect();
        panic!("{path} is not among {paths:?}")
    });
    let bytes = exported.bytes(file).unwrap();
    let mut reader = png::Decoder::new(&bytes[..]).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let size = info.color_type.samples();
    let pixel = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2], if size == 4 { pixel[3] } else { 255 }];
    let row = |row: &[u8]| row.chunks_exact(size).map(pixel).collect();
    pixels[..info.buffer_size()].chunks_exact(info.width as usize * size).map(row).collect()
}

/// Counts the pixels of a colour in a picture.
fn count(rows: &[Vec<[u8; 4]>], color: [u8; 3]) -> usize {
    rows.iter().flatten().filter(|pixel| pixel[..3] == color && pixel[3] == 255).count()
}

#[test]
fn pictures_of_the_look_are_exported() {
    let game = demo_game();
    let catalog = &game.catalog;
    let art = art(catalog);
    let request = ExportRequest { max_side: 300, ..request(ExportTarget::Png, &game) };
    let own = export_with_art(catalog, Some(&art), &request).unwrap();
    let plain = export(catalog, &request).unwrap();
    let pictures: Vec<&str> = own.files().iter().map(|file| file.path()).collect();
    assert_eq!(pictures, plain.files().iter().map(|file| file.path()).collect::<Vec<_>>());
    let tile = rows(&own, "tiles/A.png");
    assert!(count(&tile, RED) * 10 > tile.len() * tile[0].len() * 4, "a triangle fills half of its box");
    assert_eq!(count(&rows(&plain, "tiles/A.png"), RED), 0);
    let path = |start: &str| *pictures.iter().find(|path| path.starts_with(start)).unwrap();
    let board = rows(&own, path("boards/"));
    assert!(count(&board, GREY) > 1_000, "empty cells");
    assert!(count(&rows(&own, path("backs/")), BLUE) > 1_000);
    assert!(count(&rows(&own, path("tokens/")), BLUE) > 1_000);
}

#[test]
fn high_figures_are_not_cut_off() {
    let game = demo_game();
    let art = art(&game.catalog);
    for target in [ExportTarget::Png, ExportTarget::Tts, ExportTarget::TabletopPlayground] {
        let exported = export_with_art(&game.catalog, Some(&art), &request(target, &game)).unwrap();
        let is_figure = |path: &&str| path.to_lowercase().contains("walker") && path.ends_with(".png");
        let path = exported.files().iter().map(|file| file.path()).find(is_figure).unwrap();
        let drawn = rows(&exported, path);
        let visible = |row: &&Vec<[u8; 4]>| row.iter().any(|pixel| pixel[3] > 0);
        let height = drawn.iter().filter(visible).count();
        let width = drawn[drawn.len() / 2].iter().filter(|pixel| pixel[3] > 0).count();
        assert!((height as f32 / width as f32 - 3.0).abs() < 0.2, "{path}: {width} x {height}");
        assert!(height < drawn.len(), "{path} has a margin");
    }
}

#[test]
fn credits_name_the_authors_of_pictures() {
    let game = demo_game();
    let credit = ArtCredit {
        pack: "demo".to_owned(),
        author: "Ann Example".to_owned(),
        licence: "CC-BY-4.0".to_owned(),
        source: "https://example.org/a".to_owned(),
    };
    let unknown = ArtCredit { pack: "demo".to_owned(), ..ArtCredit::default() };
    let request = ExportRequest { art_credits: vec![credit, unknown], ..request(ExportTarget::Png, &game) };
    let credits = text(&export(&game.catalog, &request).unwrap(), "CREDITS.md");
    assert!(credits.contains("by Ann Example; licence CC-BY-4.0; from https://example.org/a"), "{credits}");
    assert!(credits.contains("by an unknown author; no licence: ask the authors"), "{credits}");
}
