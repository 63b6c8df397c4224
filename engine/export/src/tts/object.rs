//! Builds the objects of a save: tiles, tokens, cards, bags, dice and counters.

use serde_json::{Value, json};
use tilewright_art::scene::Color;

use crate::layout::TablePoint;

/// Usual height of tiles above the table, in units of the table.
const THICKNESS: f32 = 0.15;

/// Name of an object in saves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ObjectName {
    Tile,
    Token,
    Bag,
    Deck,
    /// Card inside a deck.
    Card,
    /// Card that is in no deck.
    SingleCard,
    Counter,
    /// Ordinary die with this number of sides.
    Die(u8),
}

impl ObjectName {
    fn text(self) -> String {
        match self {
            ObjectName::Tile => "Custom_Tile".to_owned(),
            ObjectName::Token => "Custom_Token".to_owned(),
            ObjectName::Bag => "Bag".to_owned(),
            ObjectName::Deck => "DeckCustom".to_owned(),
            ObjectName::Card => "Card".to_owned(),
            ObjectName::SingleCard => "CardCustom".to_owned(),
            ObjectName::Counter => "Counter".to_owned(),
            ObjectName::Die(sides) => format!("Die_{sides}"),
        }
    }
}

/// Description of an object before it has details.
#[derive(Clone, Debug)]
pub(super) struct ObjectHead<'a> {
    pub(super) name: ObjectName,
    /// Identifier, which is unique in the save.
    pub(super) id: String,
    /// Name for players.
    pub(super) nickname: &'a str,
    /// Key of the object's size in the script.
    pub(super) key: &'a str,
    pub(super) at: TablePoint,
    /// Clockwise turn as seen from above, in degrees.
    pub(super) turn: f32,
    pub(super) is_face_down: bool,
    /// Factors for width, height and depth.
    pub(super) scale: [f32; 3],
    pub(super) color: Color,
    /// True if players cannot move it.
    pub(super) is_locked: bool,
}

impl<'a> ObjectHead<'a> {
    /// Describes an object without colour and with its face up.
    pub(super) fn new(name: ObjectName, id: String, nickname: &'a str, key: &'a str) -> ObjectHead<'a> {
        ObjectHead {
            name,
            id,
            nickname,
            key,
            at: TablePoint::default(),
            turn: 0.0,
            is_face_down: false,
            scale: [1.0; 3],
            color: Color::hex(0xffffff),
            is_locked: false,
        }
    }

    /// Builds the object with details that only objects of its name have.
    pub(super) fn build(&self, details: &[(&str, Value)]) -> Value {
        let is_flat =
            matches!(self.name, ObjectName::Tile | ObjectName::Token | ObjectName::Card | ObjectName::SingleCard);
        let mut object = json!({
            "GUID": self.id,
            "Name": self.name.text(),
            "Transform": transform(self.at, self.turn + 180.0, if self.is_face_down { 180.0 } else { 0.0 }, self.scale),
            "Nickname": self.nickname,
            "Description": self.key,
            "ColorDiffuse": color(self.color),
            "Locked": self.is_locked,
            "Grid": is_flat && !self.is_locked,
            "Snap": is_flat && !self.is_locked,
            "Autoraise": true,
            "Sticky": !self.is_locked,
            "Tooltip": true,
            "GridProjection": false,
            "HideWhenFaceDown": is_flat,
            "Hands": is_flat && !self.is_locked,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        });
        for (name, value) in details {
            object[*name] = value.clone();
        }
        object
    }
}

/// Returns a number of a save with four digits after the point, so that rounding does not show.
pub(super) fn number(value: f32) -> Value {
    json!((f64::from(value) * 1e4).round() / 1e4)
}

pub(super) fn transform(at: TablePoint, turn: f32, roll: f32, scale: [f32; 3]) -> Value {
    json!({
        "posX": number(at.x), "posY": number(at.y), "posZ": number(at.z),
        "rotX": number(0.0), "rotY": number(turn % 360.0), "rotZ": number(roll),
        "scaleX": number(scale[0]), "scaleY": number(scale[1]), "scaleZ": number(scale[2]),
    })
}

fn color(color: Color) -> Value {
    let part = |value: u8| number(f32::from(value) / 255.0);
    json!({"r": part(color.rgb[0]), "g": part(color.rgb[1]), "b": part(color.rgb[2])})
}

/// Shape of a custom tile, as a number in saves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BlockShape {
    Box = 0,
    Hexagon = 1,
    Disc = 2,
}

/// Addresses of the pictures on both sides of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SidePictures {
    pub(super) face: String,
    pub(super) back: String,
}

/// Returns the details of a custom tile.
pub(super) fn tile_details(pictures: &SidePictures, shape: BlockShape) -> (&'static str, Value) {
    let image = json!({
        "ImageURL": pictures.face,
        "ImageSecondaryURL": pictures.back,
        "WidthScale": number(0.0),
        "CustomTile": {
            "Type": shape as u8, "Thickness": number(THICKNESS), "Stackable": false, "Stretch": false,
        },
    });
    ("CustomImage", image)
}

/// Returns the details of a custom token, whose outline follows the opaque part of its picture.
pub(super) fn token_details(pictures: &SidePictures, thickness: f32) -> (&'static str, Value) {
    let image = json!({
        "ImageURL": pictures.face,
        "ImageSecondaryURL": pictures.back,
        "WidthScale": number(0.0),
        "CustomToken": {"Thickness": number(thickness), "MergeDistancePixels": number(5.0), "Stackable": false},
    });
    ("CustomImage", image)
}

/// Thickness of tokens that are tiles.
pub(super) const TILE_THICKNESS: f32 = THICKNESS;
