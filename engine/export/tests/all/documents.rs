//! Tests the documents of exports, and requests that are refused.

use tilewright_export::{ExportError, ExportRequest, ExportTarget, export};

use crate::{TestGame, demo_game, games, json, pictures, request, text};

#[test]
fn every_export_explains_itself() {
    for game in games() {
        let TestGame { id, catalog, .. } = &game;
        for target in ExportTarget::ALL {
            let Ok(exported) = export(catalog, &request(target, &game)) else { continue };
            let readme = text(&exported, "README.md");
            assert!(readme.contains("## Steps\n1. ") && readme.contains("not its rules"), "{id} {target:?}");
            for note in exported.notes() {
                assert!(readme.contains(note) && note.ends_with('.'), "{id} {target:?}: {note}");
            }
            let credits = text(&exported, "CREDITS.md");
            assert!(credits.contains("- Demo 1.0.0, by A. Author; licence MIT"), "{credits}");
            let manifest = json(&exported, "manifest.json");
            assert_eq!(manifest["target"], target.name());
            assert_eq!(manifest["pictures"].as_array().unwrap().len(), pictures(&exported).len());
        }
    }
}

#[test]
fn wrong_requests_are_refused_with_advice() {
    let game = demo_game();
    let catalog = &game.catalog;
    let plan = |change: &dyn Fn(&mut ExportRequest)| {
        let mut request = request(ExportTarget::Png, &game);
        change(&mut request);
        export(catalog, &request).err()
    };
    assert_eq!(plan(&|_| {}), None);
    let seats = plan(&|request| request.seats = 4).unwrap();
    assert_eq!(seats, ExportError::Seats { seats: 4, possible: (1, 3) });
    assert_eq!(seats.hint(), "choose a number of seats from 1 to 3");
    assert_eq!(plan(&|request| request.seats = 0).unwrap().to_string(), "the game cannot have 0 seats");
    for side in [0, 63, 4097, u32::MAX] {
        assert_eq!(plan(&|request| request.max_side = side), Some(ExportError::Side(side)));
    }
}
