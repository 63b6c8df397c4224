//! Tests packages for Tabletop Playground.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tilewright_export::{ExportTarget, export};

use crate::fields::ClassTable;
use crate::{TestGame, expected_tiles, games, json, pictures, request};

/// Fields of templates of cards, from their public schema, and of states.
const CLASSES: &str = "
CardTemplate:
 Type text!, GUID text!, Name text!, Metadata text!, CollisionType text!, Friction number, Restitution number
 Density number, SurfaceType text!, Roughness number, Metallic number, PrimaryColor Color, SecondaryColor Color
 Flippable flag, AutoStraighten flag, ShouldSnap flag, ScriptName text, Blueprint text, Models [any]!, Collision [any]
 Lights [any], SnapPointsGlobal flag, SnapPoints [any], ZoomViewDirection Vector, GroundAccessibility text, Tags [text]!
 FrontTexture text!, BackTexture text, HiddenTexture text, BackIndex int!, HiddenIndex int!, NumHorizontal int
 NumVertical int, Width number, Height number, Thickness number, HiddenInHand flag, UsedWithCardHolders flag
 CanStack flag, UsePrimaryColorForSide flag, FrontTextureOverrideExposed flag, AllowFlippedInStack flag
 MirrorBack flag, EmissiveFront flag, Model text, ConvexCollision flag, ShapeAccuracy int, Indices [int]!
 CardNames {text}!, CardMetadata {text}!, CardTags {any}!
Color:
 R int!, G int!, B int!
Vector:
 X number!, Y number!, Z number!
Manifest:
 Name text!, Version text!, GUID text!
State:
 saveStateVersion text!, gameState GameState!, requiredPackages [Package]!, storedCameraSetups [any]
 playerCameraSetups [any], playerSlotNames [text], customPlayerColors [any], lighting any, grid any
 objects [Object]!, zones [any], labels [any]
Package:
 name text!, guid text!
GameState:
 notes text, mapName text!, backgroundTexture any, physicsLocked flag, measureUnit number, rotationStep number
 measureAngles text, alwaysSnap flag, liftOverRegular flag, gravityMultiplier number, turnInfo any, slotTeams [int]
 slotIds [text], globalScriptPackage text!, globalScriptName text!, persistentData text, persistentKeyData {text}
 permissions {int}, currentTurn int, bCanBeDamaged flag
Object:
 objectType text!, uniqueId text!, objectName text!, objectDescription text, templateId text!, transform Transform!
 previousPosition Point, simulatingPhysics flag, collisionType text, shouldSnap flag, primaryColor any
 secondaryColor any, surfaceType text, metallic number, roughness number, friction number, restitution number
 density number, objectScriptName text, objectScriptPackage text, persistentData text, persistentKeyData {text}
 drawingLines [any], objectTags [text], objectGroupId int, ownerIndex int, bCanBeDamaged flag, atlasIndex int
 frontTextureOverride text, inHand flag, stackSerialization [Stacked], canOnlyOwnerTakeCards flag, showCardBacks flag
 showCardFronts flag, cardsJson [any]
Transform:
 rotation Rotation!, translation Point!, scale3D Point!
Rotation:
 x number!, y number!, z number!, w number!
Point:
 x number!, y number!, z number!
Stacked:
 index int!, templateId text!, frontTextureOverride text, flipped flag
";

#[test]
fn packages_have_only_listed_fields_and_all_tiles() {
    let table = ClassTable::read(CLASSES);
    for game in games() {
        let TestGame { id, catalog, .. } = &game;
        let exported = export(catalog, &request(ExportTarget::TabletopPlayground, &game)).unwrap();
        let folder = json(&exported, "manifest.json")["package"].as_str().unwrap().to_owned();
        let package = json(&exported, &format!("{folder}/manifest.json"));
        assert_eq!(table.check(&package, "Manifest", id), [""; 0]);
        let is_id = |text: &str| text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let package_id = package["GUID"].as_str().unwrap();
        assert!(is_id(package_id));
        let textures: BTreeSet<String> = pictures(&exported)
            .into_keys()
            .map(|path| path.strip_prefix(&format!("{folder}/Textures/")).unwrap().to_owned())
            .collect();
        let mut templates: BTreeMap<String, Value> = BTreeMap::new();
        let start = format!("{folder}/Templates/");
        for file in exported.files().iter().filter(|file| file.path().starts_with(&start)) {
            let template = json(&exported, file.path());
            assert_eq!(table.check(&template, "CardTemplate", file.path()), [""; 0]);
            let own = template["GUID"].as_str().unwrap().to_owned();
            assert!(is_id(&own) && file.path().contains(&own));
            let text = |field: &str| template[field].as_str().unwrap().to_owned();
            assert!(textures.contains(&text("FrontTexture")) && textures.contains(&text("BackTexture")), "{id}");
            assert!(["Square", "Round", "Hexagonal"].contains(&&*text("Model")) || textures.contains(&text("Model")));
            let number = |field: &str| template[field].as_u64().unwrap();
            let (columns, rows) = (number("NumHorizontal"), number("NumVertical"));
            assert!((1..=128).contains(&columns) && (1..=128).contains(&rows));
            let indices: Vec<u64> = template["Indices"].as_array().unwrap().iter().flat_map(Value::as_u64).collect();
            assert!(!indices.is_empty() && indices.iter().all(|index| *index < columns * rows), "{id}: {indices:?}");
            let names = template["CardNames"].as_object().unwrap();
            assert!(indices.iter().all(|index| names.contains_key(&index.to_string())));
            templates.insert(own, template);
        }
        let state = json(&exported, &format!("{folder}/States/{folder}.vts"));
        assert_eq!(table.check(&state, "State", id), [""; 0]);
        assert_eq!(state["gameState"]["globalScriptPackage"], package_id);
        let mut tiles: BTreeMap<&str, u32> = BTreeMap::new();
        let mut ids = BTreeSet::new();
        for object in state["objects"].as_array().unwrap() {
            assert!(ids.insert(object["uniqueId"].as_str().unwrap()), "{id}: {object}");
            if object["objectType"] != "Card" {
                continue;
            }
            let first = (object["templateId"].as_str().unwrap(), object["atlasIndex"].as_u64().unwrap());
            let rest = object["stackSerialization"].as_array().unwrap().iter();
            let rest = rest.map(|card| (card["templateId"].as_str().unwrap(), card["index"].as_u64().unwrap()));
            for (template, index) in std::iter::once(first).chain(rest) {
                let template = &templates[template];
                assert!(template["Indices"].as_array().unwrap().iter().any(|own| own.as_u64() == Some(index)));
                let tag = object["objectTags"][0].as_str().unwrap();
                *tiles.entry(tag).or_default() += 1;
            }
        }
        let (bags, placed) = expected_tiles(catalog, game.seats);
        let wanted: u32 = bags.iter().flat_map(BTreeMap::values).sum();
        assert_eq!(tiles.get("bag").copied().unwrap_or_default(), wanted, "{id}");
        assert_eq!(tiles.get("placed").copied().unwrap_or_default(), placed.values().sum::<u32>(), "{id}");
    }
}
