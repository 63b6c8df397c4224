//! Tests print files for The Game Crafter.

use tilewright_export::{ExportError, ExportRequest, ExportTarget, export, product_names};

use crate::{TestGame, demo_game, games, json, pictures, request, text};

/// Returns the width, the height and the resolution in dots per metre of a PNG file.
fn head(bytes: &[u8]) -> (u32, u32, u32) {
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    let at = bytes.windows(4).position(|name| name == b"pHYs").unwrap();
    assert_eq!(number(at + 4), number(at + 8));
    assert_eq!(bytes[at + 12], 1, "the unit is the metre");
    (number(16), number(20), number(at + 4))
}

/// Returns the first and last row with a pixel that is not white, of a picture without opacity.
fn drawn_rows(bytes: &[u8]) -> (u32, u32) {
    let mut reader = png::Decoder::new(bytes).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    let rows = pixels.chunks_exact(info.width as usize * 3);
    let drawn: Vec<u32> =
        (0..).zip(rows).filter(|(_, row)| row.iter().any(|part| *part < 250)).map(|(number, _)| number).collect();
    (drawn[0], drawn[drawn.len() - 1])
}

#[test]
fn print_files_have_the_size_of_their_product() {
    let (mut printed, mut refused) = (0, Vec::new());
    for game in games() {
        let TestGame { id, catalog, .. } = &game;
        let exported = match export(catalog, &request(ExportTarget::GameCrafter, &game)) {
            Ok(exported) => exported,
            Err(error) => {
                assert!(matches!(error, ExportError::NoProduct { .. }), "{id}: {error}");
                refused.push(id.clone());
                continue;
            }
        };
        let products = json(&exported, "manifest.json")["products"].clone();
        for product in products.as_array().unwrap() {
            let name = product["product"].as_str().unwrap();
            let size = (product["width"].as_u64().unwrap() as u32, product["height"].as_u64().unwrap() as u32);
            let own: Vec<_> =
                pictures(&exported).into_iter().filter(|(path, _)| path.starts_with(&format!("{name}/"))).collect();
            assert!(!own.is_empty() && own.iter().all(|(_, found)| *found == size), "{id}: {own:?}");
            printed += own.len();
            // One file of each product is drawn: a back, which ends exactly where the bleed ends.
            let path = &own.iter().find(|(path, _)| path.contains("back")).unwrap().0;
            let file = exported.files().iter().find(|file| file.path() == path).unwrap();
            let bytes = exported.bytes(file).unwrap();
            assert_eq!(head(&bytes), (size.0, size.1, 11_811), "{id}: {}", file.path());
            // The bleed ends an eighth of an inch beyond the cut.
            let cut = product["cut_width_inches"].as_f64().unwrap() * 300.0;
            let (first, last) = drawn_rows(&bytes);
            let height = match name {
                name if name.contains("Hex") || name == "TriangleTile" => cut * 0.75f64.sqrt(),
                name if name.contains("Square") => cut,
                _ => continue,
            };
            let bottom = (f64::from(size.1) + height) / 2.0 + 37.5;
            assert!((f64::from(last) + 1.0 - bottom).abs() <= 1.0, "{id} {name}: {first} to {last}, not {bottom}");
        }
        let listed: u64 = products.as_array().unwrap().iter().map(|product| product["tiles"].as_u64().unwrap()).sum();
        let quantities: u64 = text(&exported, "quantities.csv")
            .lines()
            .skip(1)
            .filter(|line| !line.starts_with("SquareBoard"))
            .map(|line| line.split(',').nth(3).unwrap().parse::<u64>().unwrap())
            .sum();
        assert_eq!(listed, quantities, "{id}");
        let is_complete = !exported.notes().iter().any(|note| note.starts_with("No product"));
        assert_eq!(quantities == exported.tile_count(), is_complete, "{id}");
    }
    assert!(printed > 300, "{printed}");
    assert!(refused.len() <= 2, "{refused:?}");
}

#[test]
fn products_are_chosen_by_name_and_refused_if_nothing_fits() {
    let game = demo_game();
    let catalog = &game.catalog;
    let plan = |product: &str| {
        let product = Some(product.to_owned());
        export(catalog, &ExportRequest { product, ..request(ExportTarget::GameCrafter, &game) })
    };
    assert!(plan("triangletile").is_ok());
    assert!(matches!(plan("SmallHexTile").err(), Some(ExportError::NoProduct { product: Some(_), .. })));
    assert!(matches!(plan("HugeTile").err(), Some(ExportError::UnknownProduct(_))));
    assert!(product_names().count() > 8);
    // The tile of two cells fits on no product, and is reported.
    let exported = plan("TriangleTile").unwrap();
    assert!(exported.notes().iter().any(|note| note.starts_with("No product") && note.contains('B')));
}

#[test]
fn the_nearest_product_follows_the_width_of_a_cell() {
    let game = games().into_iter().find(|game| game.id.starts_with("ribbonfair")).unwrap();
    let catalog = &game.catalog;
    let product = |cell_mm: f32| {
        let request = ExportRequest { cell_mm, ..request(ExportTarget::GameCrafter, &game) };
        let manifest = json(&export(catalog, &request).unwrap(), "manifest.json");
        manifest["products"][0]["product"].as_str().unwrap().to_owned()
    };
    assert_eq!([30.0, 45.0, 70.0, 95.0].map(product), ["MiniHexTile", "SmallHexTile", "MediumHexTile", "LargeHexTile"]);
}
