//! Tests saves for Tabletop Simulator.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tilewright_export::{ExportTarget, GameExport, export};

use crate::fields::ClassTable;
use crate::{BASE, TestGame, demo_game, expected_tiles, games, json, pictures, request};

/// Fields of the classes that the knowledge base of the program lists, and `Type` of decks.
const CLASSES: &str = "
SaveState:
 SaveName text!, GameMode text, Gravity number, PlayArea number, Date text, Table text!, TableURL text, Sky text
 SkyURL text, Note text, Rules text, XmlUI text, CustomUIAssets [any], LuaScript text!, LuaScriptState text!
 Grid GridState, Lighting any, Hands HandsState, Turns any, VectorLines [any], ObjectStates [ObjectState]!
 SnapPoints [SnapPointState], DecalPallet [any], Decals [any], TabStates {any}, CameraStates [any], VersionNumber text
ObjectState:
 Name text!, Transform TransformState!, Nickname text!, Description text, ColorDiffuse ColourState, Locked flag
 Grid flag, Snap flag, Autoraise flag, Sticky flag, Tooltip flag, GridProjection flag, HideWhenFaceDown flag
 Hands flag, AltSound flag, MaterialIndex int, MeshIndex int, Layer int, Number int, CardID int, SidewaysCard flag
 RPGmode flag, RPGdead flag, FogColor text, FogHidePointers flag, FogReverseHiding flag, FogSeethrough flag
 DeckIDs [int], CustomDeck {CustomDeckState}, CustomMesh any, CustomImage CustomImageState, CustomAssetbundle any
 FogOfWar any, FogOfWarRevealer any, Clock any, Counter CounterState, Tablet any, Mp3Player any, Calculator any
 Text any, XmlUI text, CustomUIAssets [any], LuaScript text, LuaScriptState text, ContainedObjects [ObjectState]
 PhysicsMaterial any, Rigidbody any, JointFixed any, JointHinge any, JointSpring any, GUID text!
 AttachedSnapPoints [SnapPointState], AttachedVectorLines [any], AttachedDecals [any], States {ObjectState}
 RotationValues [any]
TransformState:
 posX number!, posY number!, posZ number!, rotX number!, rotY number!, rotZ number!
 scaleX number!, scaleY number!, scaleZ number!
ColourState:
 r number!, g number!, b number!
VectorState:
 x number!, y number!, z number!
GridState:
 Type int, Lines flag, Color ColourState, Opacity number, ThickLines flag, Snapping flag, Offset flag
 BothSnapping flag, xSize number, ySize number, PosOffset VectorState
HandsState:
 Enable flag, DisableUnused flag, Hiding int, HandTransforms [HandTransformState]
HandTransformState:
 Color text!, Transform TransformState!
SnapPointState:
 Position VectorState!, Rotation VectorState
CounterState:
 value int!
CustomDeckState:
 FaceURL text!, BackURL text!, NumWidth int!, NumHeight int!, BackIsHidden flag, UniqueBack flag, Type int
CustomImageState:
 ImageURL text!, ImageSecondaryURL text, WidthScale number, CustomDice any, CustomToken CustomTokenState
 CustomJigsawPuzzle any, CustomTile CustomTileState
CustomTokenState:
 Thickness number, MergeDistancePixels number, Stackable flag
CustomTileState:
 Type int, Thickness number, Stackable flag, Stretch flag
";

/// Names of objects that the program knows.
const NAMES: &[&str] = &[
    "Custom_Tile",
    "Custom_Token",
    "Bag",
    "DeckCustom",
    "Card",
    "CardCustom",
    "Counter",
    "Die_4",
    "Die_6",
    "Die_8",
    "Die_10",
    "Die_12",
    "Die_20",
];

/// Returns the save of an export.
fn save(exported: &GameExport<'_>) -> Value {
    let manifest = json(exported, "manifest.json");
    json(exported, manifest["save"].as_str().unwrap())
}

/// Returns all objects of a save, also those in containers.
fn objects(save: &Value) -> Vec<&Value> {
    fn gather<'v>(list: &'v Value, found: &mut Vec<&'v Value>) {
        for object in list.as_array().into_iter().flatten() {
            found.push(object);
            gather(&object["ContainedObjects"], found);
        }
    }
    let mut found = Vec::new();
    gather(&save["ObjectStates"], &mut found);
    found
}

fn exported(game: &TestGame) -> GameExport<'_> {
    export(&game.catalog, &request(ExportTarget::Tts, game)).unwrap()
}

/// Returns the texts of all addresses of pictures in a value.
fn addresses<'v>(value: &'v Value, found: &mut BTreeSet<&'v str>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                match value {
                    Value::String(text) if name.ends_with("URL") => drop(found.insert(text)),
                    other => addresses(other, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| addresses(item, found)),
        _ => {}
    }
}

#[test]
fn saves_have_only_listed_fields_of_their_types() {
    let table = ClassTable::read(CLASSES);
    for game in games() {
        let id = &game.id;
        let exported = exported(&game);
        let save = save(&exported);
        assert_eq!(table.check(&save, "SaveState", id), [""; 0]);
        let mut ids = BTreeSet::new();
        for object in objects(&save) {
            let name = object["Name"].as_str().unwrap();
            assert!(NAMES.contains(&name), "{id}: {name}");
            let own = object["GUID"].as_str().unwrap();
            assert!(own.len() == 6 && own.bytes().all(|b| b.is_ascii_hexdigit()), "{own}");
            assert!(ids.insert(own), "{id}: {own} is there twice");
            let number = |field: &str| object["Transform"][field].as_f64().unwrap();
            assert!(number("posX").abs() < 90.0 && number("posZ").abs() < 60.0, "{id}: {object}");
            assert!(["scaleX", "scaleY", "scaleZ"].iter().all(|field| number(field) > 0.01), "{id}: {object}");
        }
    }
}

#[test]
fn every_picture_of_a_save_is_exported_and_used() {
    for game in games() {
        let id = &game.id;
        let exported = exported(&game);
        let save = save(&exported);
        let mut used = BTreeSet::new();
        addresses(&save, &mut used);
        let used: BTreeSet<String> = used.into_iter().map(|url| url.strip_prefix(BASE).unwrap().to_owned()).collect();
        let there: BTreeSet<String> = pictures(&exported).into_keys().collect();
        assert_eq!(used, there, "{id}");
    }
}

#[test]
fn bags_hold_as_many_tiles_as_the_pack_says() {
    for game in games() {
        let TestGame { id, catalog, .. } = &game;
        let exported = exported(&game);
        let save = save(&exported);
        let tile = |object: &Value| object["Description"].as_str()?.strip_prefix("tile ").map(str::to_owned);
        let (mut bags, mut placed) = (Vec::new(), BTreeMap::new());
        for object in save["ObjectStates"].as_array().unwrap() {
            let is_container = object["ContainedObjects"].is_array();
            // A stack of one tile is a card, and a tile on the board is a token or a block.
            let is_card = object["Name"] == "CardCustom";
            let mut own: BTreeMap<String, u32> = BTreeMap::new();
            let contained = object["ContainedObjects"].as_array().into_iter().flatten();
            for key in contained.chain(is_card.then_some(object)).filter_map(tile) {
                *own.entry(key).or_default() += 1;
            }
            if !own.is_empty() {
                bags.push(own);
            } else if !is_container && let Some(key) = tile(object) {
                *placed.entry(key).or_default() += 1;
            }
        }
        bags.sort();
        assert_eq!((bags, placed), expected_tiles(catalog, game.seats), "{id}");
    }
}

#[test]
fn figures_are_in_the_bags_of_their_seats() {
    for game in games() {
        let TestGame { id, catalog, .. } = &game;
        let seats = game.seats;
        let exported = exported(&game);
        let save = save(&exported);
        let figures = objects(&save)
            .into_iter()
            .filter(|object| object["Description"].as_str().is_some_and(|text| text.starts_with("figure ")));
        let supply = |figure: &tilewright_core::catalog::FigureKind| {
            let own = figure.supply_by_seats.iter().find(|own| own.0 == seats);
            usize::from(own.map_or(figure.supply, |own| own.1))
        };
        let wanted: usize = catalog.figures.iter().map(|(_, figure)| supply(figure)).sum();
        assert_eq!(figures.count(), wanted * usize::from(seats), "{id}");
    }
}

#[test]
fn every_card_is_in_its_sheet() {
    let (mut decks, mut cards) = (0, 0);
    for game in games() {
        let id = &game.id;
        let exported = exported(&game);
        let (save, pictures) = (save(&exported), pictures(&exported));
        let mut numbers: BTreeMap<u64, Value> = BTreeMap::new();
        for object in objects(&save) {
            let Some(sheets) = object["CustomDeck"].as_object() else { continue };
            for (number, sheet) in sheets {
                let known = numbers.entry(number.parse().unwrap()).or_insert_with(|| sheet.clone());
                assert_eq!(known, sheet, "{id}: the sheet {number} is there twice");
                let (columns, rows) = (sheet["NumWidth"].as_u64().unwrap(), sheet["NumHeight"].as_u64().unwrap());
                assert!((1..=10).contains(&columns) && (1..=7).contains(&rows), "{id}: {columns} x {rows}");
                let path = sheet["FaceURL"].as_str().unwrap().strip_prefix(BASE).unwrap();
                let (width, height) = pictures[path];
                assert!(u64::from(width) % columns == 0 && u64::from(height) % rows == 0 && width.max(height) <= 4096);
            }
            let card = |object: &Value| object["CardID"].as_u64();
            for number in card(object)
                .into_iter()
                .chain(object["DeckIDs"].as_array().into_iter().flatten().flat_map(Value::as_u64))
            {
                let sheet = &sheets[&(number / 100).to_string()];
                let cells = sheet["NumWidth"].as_u64().unwrap() * sheet["NumHeight"].as_u64().unwrap();
                assert!(number % 100 < cells.min(69), "{id}: card {number} of {cells} cells");
                cards += 1;
            }
            if object["Name"] == "DeckCustom" {
                decks += 1;
                let own: Vec<_> = object["ContainedObjects"].as_array().unwrap().iter().map(card).collect();
                let ids: Vec<_> = object["DeckIDs"].as_array().unwrap().iter().map(Value::as_u64).collect();
                assert_eq!(own, ids, "{id}");
                assert!(own.len() > 1, "{id}: a deck has at least two cards");
            }
        }
    }
    assert!(decks >= 3 && cards > 300, "{decks} decks with {cards} cards");
}

#[test]
fn a_stack_of_many_kinds_has_several_sheets_and_backs_with_visible_tags() {
    let game = TestGame { id: "stacks".to_owned(), seats: 2, catalog: crate::stacks() };
    let exported = exported(&game);
    let save = save(&exported);
    let piles: Vec<&Value> =
        save["ObjectStates"].as_array().unwrap().iter().filter(|object| object["CustomDeck"].is_object()).collect();
    assert_eq!(
        piles.iter().map(|pile| pile["Name"].as_str().unwrap()).collect::<Vec<_>>(),
        ["DeckCustom", "CardCustom"]
    );
    let sheets = piles[0]["CustomDeck"].as_object().unwrap();
    assert_eq!(sheets.len(), 2);
    assert!(sheets.values().all(|sheet| sheet["UniqueBack"] == true && sheet["BackIsHidden"] == true));
    assert_eq!(piles[0]["DeckIDs"].as_array().unwrap().len(), 150);
    assert!(piles[1]["CustomDeck"].as_object().unwrap().values().all(|sheet| sheet["UniqueBack"] == false));
}

#[test]
fn the_script_is_lua_and_knows_every_size() {
    for game in games() {
        let id = &game.id;
        let exported = exported(&game);
        let save = save(&exported);
        let script = save["LuaScript"].as_str().unwrap();
        full_moon::parse(script).unwrap_or_else(|errors| panic!("{id}: {errors:?}\n{script}"));
        for object in objects(&save) {
            if object["CustomImage"].is_object() || object["CustomDeck"].is_object() {
                let key = object["Description"].as_str().unwrap();
                assert!(script.contains(&format!("[\"{key}\"] = {{")), "{id}: `{key}` has no size");
            }
        }
        let containers = save["ObjectStates"].as_array().unwrap().iter().filter(|object| {
            let is_pile = object["Name"] == "Bag" || object["Name"] == "DeckCustom";
            is_pile && !object["Nickname"].as_str().unwrap().starts_with("Figures of")
        });
        for container in containers {
            assert!(
                script.contains(container["GUID"].as_str().unwrap()),
                "{id}: {} is not shuffled",
                container["Nickname"]
            );
        }
    }
}

#[test]
fn triangles_and_tiles_of_several_cells_are_tokens() {
    let game = demo_game();
    let exported = exported(&game);
    let save = save(&exported);
    let tiles = objects(&save)
        .into_iter()
        .filter(|object| object["Description"].as_str().is_some_and(|text| text.starts_with("tile ")));
    let mut count = 0;
    for tile in tiles {
        assert_eq!(tile["Name"], "Custom_Token");
        count += 1;
    }
    assert_eq!(count, 3 + 2 + 1 + 3 + 2 * 2 + 1 + 1);
    assert!(
        exported.notes().iter().any(|note| note.contains("pile") && note.contains("bag")),
        "{:?}",
        exported.notes()
    );
    let dice: Vec<&str> = save["ObjectStates"].as_array().unwrap().iter().filter_map(|o| o["Name"].as_str()).collect();
    // Two faces fit a die with six sides, two seats as well, seven faces no ordinary die.
    assert_eq!(dice.iter().filter(|name| **name == "Die_6").count(), 2);
    let script = save["LuaScript"].as_str().unwrap();
    assert!(script.contains("faces = {\"1\", \"2\"}") && script.contains("faces = {\"heads\", \"tails\"}"));
    assert!(script.contains("count = 2"), "hands are dealt");
}

#[test]
fn hexagons_are_blocks_in_the_shape_of_hexagons() {
    for game in games() {
        let TestGame { id, catalog, .. } = &game;
        if catalog.lattice != tilewright_core::catalog::lattice::Lattice::Hex {
            continue;
        }
        let exported = exported(&game);
        let save = save(&exported);
        let shapes: BTreeSet<u64> = objects(&save)
            .into_iter()
            .filter(|object| object["Description"].as_str().is_some_and(|text| text.starts_with("tile ")))
            .filter_map(|object| {
                let block = object["CustomImage"]["CustomTile"]["Type"].as_u64();
                block.or(object["CustomDeck"].as_object()?.values().next()?["Type"].as_u64())
            })
            .collect();
        assert!(shapes.iter().all(|shape| [1, 2, 3, 4].contains(shape)), "{id}: {shapes:?}");
        assert_eq!(save["Grid"]["Type"], 1);
    }
}
