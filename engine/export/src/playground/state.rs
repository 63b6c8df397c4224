//! Builds the state of a package: a stack of cards for each bag, on a table.

use serde_json::{Value, json};
use tilewright_art::board::seat_color;
use tilewright_core::catalog::lattice::Lattice;
use tilewright_core::catalog::seat::Seat;

use crate::documents;
use crate::files::ExportPlan;
use crate::pieces::GamePieces;
use crate::playground::template::number;

/// Identifier for the absence of a package.
const NOTHING: &str = "00000000000000000000000000000000";
/// Identifiers of the packages of the program that have the table and the holders of cards.
const GENERAL: &str = "D74C7D5D6745CD565913DAA5FB3E9C93";
const CARDS: &str = "8F8543D040D1C361098594A763847262";
/// Identifiers of the templates of the table and of a holder of cards.
const TABLE: &str = "F27689B0431FFA778EC9D6835FA2B8FC";
const HOLDER: &str = "A12757C14B19B37232C9FCAC9B04CEA7";

/// A stack of cards on the table.
#[derive(Clone, Debug)]
pub(super) struct CardStack {
    /// Identifier of the stack, which is unique in the state.
    pub(super) id: String,
    pub(super) name: String,
    /// Template and cell of each card, from the top.
    pub(super) cards: Vec<(String, u32)>,
    /// Position in centimetres: forward and to the right.
    pub(super) at: (f32, f32),
    /// Clockwise turn in degrees.
    pub(super) turn: f32,
    pub(super) is_face_down: bool,
    /// True if physics does not move it.
    pub(super) is_ground: bool,
    /// Tag that the script looks up.
    pub(super) tag: &'static str,
}

impl CardStack {
    fn build(&self) -> Option<Value> {
        let ((template, cell), rest) = self.cards.split_first()?;
        let rest: Vec<Value> = rest
            .iter()
            .map(|(template, cell)| {
                json!({"index": cell, "templateId": template, "frontTextureOverride": "", "flipped": false})
            })
            .collect();
        let half = self.turn.to_radians() / 2.0;
        // A stack that is face down is first turned over its forward axis.
        let rotation = if self.is_face_down {
            json!({"x": number(half.cos()), "y": number(half.sin()), "z": number(0.0), "w": number(0.0)})
        } else {
            json!({"x": number(0.0), "y": number(0.0), "z": number(half.sin()), "w": number(half.cos())})
        };
        let height = if self.is_ground { 0.5 } else { 3.0 };
        let mut object = object("Card", &self.id, &self.name, template);
        object["transform"] = json!({
            "rotation": rotation,
            "translation": vector(self.at.0, self.at.1, height),
            "scale3D": vector(1.0, 1.0, 1.0),
        });
        object["collisionType"] = if self.is_ground { "CB_Ground" } else { "CB_Regular" }.into();
        object["simulatingPhysics"] = (!self.is_ground).into();
        object["objectTags"] = json!([self.tag]);
        object["atlasIndex"] = (*cell).into();
        object["frontTextureOverride"] = "".into();
        object["inHand"] = false.into();
        object["stackSerialization"] = rest.into();
        Some(object)
    }
}

fn vector(x: f32, y: f32, z: f32) -> Value {
    json!({"x": number(x), "y": number(y), "z": number(z)})
}

/// Builds the properties that objects of all types have.
fn object(kind: &str, id: &str, name: &str, template: &str) -> Value {
    json!({
        "objectType": kind,
        "uniqueId": id,
        "objectName": name,
        "objectDescription": "",
        "templateId": template,
        "transform": {},
        "previousPosition": vector(0.0, 0.0, 0.0),
        "simulatingPhysics": true,
        "collisionType": "CB_Regular",
        "shouldSnap": true,
        "primaryColor": {"b": 255, "g": 255, "r": 255, "a": 255},
        "secondaryColor": {"b": 0, "g": 0, "r": 0, "a": 255},
        "surfaceType": "SurfaceType4",
        "metallic": number(0.0),
        "roughness": number(1.0),
        "friction": number(0.7),
        "restitution": number(0.0),
        "density": number(0.5),
        "objectScriptName": "",
        "objectScriptPackage": NOTHING,
        "persistentData": "",
        "persistentKeyData": {},
        "drawingLines": [],
        "objectTags": [],
        "objectGroupId": -1,
        "ownerIndex": -1,
        "bCanBeDamaged": false,
    })
}

/// Returns the colour of a seat for a state.
fn color(seat: Seat) -> Value {
    let [r, g, b] = seat_color(seat).rgb;
    json!({"r": r, "g": g, "b": b, "a": 255})
}

/// Package that a state belongs to.
#[derive(Clone, Debug)]
pub(super) struct PackageHead<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    /// Path of the script below the folder of scripts.
    pub(super) script: &'a str,
}

/// Builds the state. `cell` is the width of a cell in centimetres.
pub(super) fn state(
    plan: &ExportPlan<'_>,
    pieces: &GamePieces,
    package: &PackageHead<'_>,
    stacks: &[CardStack],
    cell: f32,
) -> Value {
    let mut table = object("Table", "table", "Table", TABLE);
    table["transform"] = json!({
        "rotation": {"x": 0, "y": 0, "z": 0, "w": 1}, "translation": vector(0.0, 0.0, 0.0),
        "scale3D": vector(2.0, 2.0, 1.0),
    });
    table["collisionType"] = "CB_Static".into();
    let mut objects = vec![table];
    if !pieces.deals.is_empty() {
        objects.extend((0..pieces.seats).map(|seat| holder(Seat(seat), pieces.seats)));
    }
    objects.extend(stacks.iter().filter_map(CardStack::build));
    let colors: Vec<Value> = (0..pieces.seats).map(|seat| color(Seat(seat))).collect();
    let names: Vec<String> = (0..pieces.seats).map(|seat| format!("Seat {}", Seat(seat))).collect();
    let permissions: Value = [
        "delete",
        "objectLibrary",
        "copyPaste",
        "cardPeek",
        "cardExplorer",
        "containerExplorer",
        "changeOwner",
        "changeTeam",
        "editZones",
        "draw",
        "ground",
        "throw",
        "editLabels",
        "saveGame",
    ]
    .into_iter()
    .map(|name| (name.to_owned(), Value::from(-1)))
    .collect::<serde_json::Map<String, Value>>()
    .into();
    json!({
        "saveStateVersion": "1.1",
        "gameState": {
            "notes": format!("{}\n{}", plan.title(), documents::MISSING_RULES),
            "mapName": "HDRI_Milkyway",
            "backgroundTexture": {"resourceName": "", "packageGuid": NOTHING},
            "physicsLocked": false,
            "measureUnit": number(2.54),
            "rotationStep": if plan.catalog.lattice == Lattice::Square { 90 } else { 60 },
            "measureAngles": "None",
            "alwaysSnap": false,
            "liftOverRegular": true,
            "gravityMultiplier": 1,
            "turnInfo": {},
            "slotTeams": vec![0; usize::from(pieces.seats)],
            "slotIds": vec![""; usize::from(pieces.seats)],
            "globalScriptPackage": package.id,
            "globalScriptName": package.script,
            "persistentData": "",
            "persistentKeyData": {},
            "permissions": permissions,
            "currentTurn": 0,
            "bCanBeDamaged": false,
        },
        "requiredPackages": [
            {"name": package.name, "guid": package.id},
            {"name": "Cards", "guid": CARDS},
            {"name": "General", "guid": GENERAL},
        ],
        "storedCameraSetups": [],
        "playerCameraSetups": [],
        "playerSlotNames": names,
        "customPlayerColors": colors,
        "lighting": {
            "intensity": 1, "specular": 1, "altitude": 90, "azimuth": 0, "color": {"r": 255, "g": 255, "b": 255},
        },
        "grid": {
            "type": 0, "snapType": 0, "visibility": 0, "size": {"x": number(cell), "y": number(cell)},
            "offset": {"x": 0, "y": 0}, "rotation": 0, "color": {"r": 0, "g": 0, "b": 0, "a": 90},
        },
        "objects": objects,
        "zones": [],
        "labels": [],
    })
}

/// Builds the holder of the cards of a seat, on a circle around the table.
fn holder(seat: Seat, seats: u8) -> Value {
    let angle = f32::from(seat.0) / f32::from(seats.max(1)) * std::f32::consts::TAU;
    let half = (angle + std::f32::consts::PI) / 2.0;
    let mut object = object("CardHolder", &format!("hand-{seat}"), &format!("Hand of seat {seat}"), HOLDER);
    object["transform"] = json!({
        "rotation": {"x": number(0.0), "y": number(0.0), "z": number(half.sin()), "w": number(half.cos())},
        "translation": vector(angle.cos() * 80.0, angle.sin() * 80.0, 5.0),
        "scale3D": vector(1.5, 1.5, 1.5),
    });
    object["ownerIndex"] = seat.0.into();
    object["primaryColor"] = color(seat);
    object["canOnlyOwnerTakeCards"] = true.into();
    object["showCardBacks"] = true.into();
    object["showCardFronts"] = false.into();
    object["cardsJson"] = json!([]);
    object
}
