//! Builds templates of cards, which stand for all pieces of a package.

use serde_json::{Map, Value, json};

/// Thickness of tiles, in centimetres.
pub(super) const THICKNESS: f32 = 0.2;

/// Shape of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CardModel {
    Square,
    Round,
    Hexagonal,
    /// Outline of the opaque part of a picture.
    Picture(String),
}

/// Back of the cards of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CardBack {
    /// Picture that all cards have.
    Common(String),
    /// Sheet with the backs in the order of the fronts.
    Sheet(String),
}

/// Cards that share a sheet.
#[derive(Clone, Debug)]
pub(super) struct CardTemplate<'a> {
    pub(super) id: String,
    pub(super) name: &'a str,
    /// Sheet of the fronts.
    pub(super) front: String,
    pub(super) back: CardBack,
    pub(super) model: CardModel,
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// Width, height and thickness in centimetres.
    pub(super) size: [f32; 3],
    /// Name and number of copies of each card, in the order of the sheet.
    pub(super) cards: Vec<(String, u32)>,
    /// True if the cards are parts of the board, which physics does not move.
    pub(super) is_ground: bool,
}

/// Returns a number with four digits after the point, so that rounding does not show.
pub(super) fn number(value: f32) -> Value {
    json!((f64::from(value) * 1e4).round() / 1e4)
}

impl CardTemplate<'_> {
    /// Returns the cell of the sheet of every card: each cell as often as its card has copies.
    pub(super) fn indices(&self) -> Vec<u32> {
        let copies = (0u32..).zip(&self.cards).flat_map(|(cell, card)| (0..card.1).map(move |_| cell));
        copies.collect()
    }

    /// Builds the template.
    pub(super) fn build(&self) -> Value {
        let names: Map<String, Value> =
            (0..).zip(&self.cards).map(|(cell, card)| (u32::to_string(&cell), card.0.clone().into())).collect();
        let (back, back_index) = match &self.back {
            CardBack::Common(file) => (file, -2),
            CardBack::Sheet(file) => (file, -3),
        };
        let model = match &self.model {
            CardModel::Square => "Square",
            CardModel::Round => "Round",
            CardModel::Hexagonal => "Hexagonal",
            CardModel::Picture(file) => file,
        };
        let [width, height, thickness] = self.size;
        let mut template = json!({
            "Type": "Card",
            "GUID": self.id,
            "Name": self.name,
            "Metadata": "",
            "CollisionType": if self.is_ground { "Ground" } else { "Regular" },
            "Friction": number(0.7),
            "Restitution": number(0.0),
            "Density": number(0.5),
            "SurfaceType": "Cardboard",
            "Roughness": number(1.0),
            "Metallic": number(0.0),
            "PrimaryColor": {"R": 255, "G": 255, "B": 255},
            "SecondaryColor": {"R": 0, "G": 0, "B": 0},
            "Flippable": true,
            "AutoStraighten": false,
            "ShouldSnap": true,
            "ScriptName": "",
            "Blueprint": "",
            "Models": [],
            "Collision": [],
            "SnapPointsGlobal": false,
            "SnapPoints": [],
            "ZoomViewDirection": {"X": number(0.0), "Y": number(0.0), "Z": number(0.0)},
            "Tags": [],
        });
        let own = json!({
            "FrontTexture": self.front,
            "BackTexture": back,
            "HiddenTexture": "",
            "BackIndex": back_index,
            "HiddenIndex": -3,
            "NumHorizontal": self.columns,
            "NumVertical": self.rows,
            "Width": number(width),
            "Height": number(height),
            "Thickness": number(thickness),
            "HiddenInHand": true,
            "UsedWithCardHolders": true,
            "CanStack": !self.is_ground,
            "UsePrimaryColorForSide": false,
            "FrontTextureOverrideExposed": false,
            "AllowFlippedInStack": false,
            "MirrorBack": true,
            "EmissiveFront": false,
            "Model": model,
            "Indices": self.indices(),
            "CardNames": names,
            "CardMetadata": {},
            "CardTags": {},
        });
        if let (Some(template), Value::Object(own)) = (template.as_object_mut(), own) {
            template.extend(own);
        }
        template
    }
}
