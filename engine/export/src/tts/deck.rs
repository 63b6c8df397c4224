//! Builds decks from stacks of tiles: sheets of faces, and a card for each tile.

use serde_json::{Map, Value, json};

use crate::files::ExportPlan;
use crate::form::FormShape;
use crate::identity::ShortIds;
use crate::layout::TablePoint;
use crate::pieces::BagPieces;
use crate::sheets::{SheetLimits, TileSheet, tile_sheets};
use crate::tts::object::{ObjectHead, ObjectName};
use crate::tts::script::tile_key;

/// Maximum number of faces in a row, of rows, and of faces on a sheet. The last of ten times seven cells is the picture of hidden cards.
const COLUMNS: u32 = 10;
const ROWS: u32 = 7;
const FACES: u32 = 69;

/// Makes decks, whose sheets have numbers that are unique in the save.
#[derive(Debug, Default)]
pub(super) struct DeckMaker {
    sheets: u32,
}

/// A sheet with its number in the save and its description.
struct NumberedSheet {
    number: u32,
    description: Value,
    sheet: TileSheet,
}

impl DeckMaker {
    /// Returns true if all tiles of a bag can be cards of one shape.
    pub(super) fn can_be_deck(plan: &ExportPlan<'_>, bag: &BagPieces) -> bool {
        let sheets = tile_sheets(plan.catalog, &bag.tiles, limits(plan));
        let Some(first) = sheets.first() else { return false };
        card_shape(first.form.shape).is_some() && sheets.iter().all(|sheet| sheet.form.offsets == first.form.offsets)
    }

    /// Builds the deck of a stack, face down, or a single card. `pile` is the key of the size of the deck.
    pub(super) fn deck(
        &mut self,
        plan: &mut ExportPlan<'_>,
        bag: &BagPieces,
        at: TablePoint,
        pile: &str,
        ids: &mut ShortIds,
    ) -> Option<Value> {
        let mut numbered = Vec::new();
        for sheet in tile_sheets(plan.catalog, &bag.tiles, limits(plan)) {
            let shape = card_shape(sheet.form.shape)?;
            self.sheets += 1;
            let face = plan.add_picture("decks", &bag.name, sheet.fronts());
            let name = format!("{}-backs", bag.name);
            let (back, is_unique) = match sheet.common_back() {
                Some(picture) => (plan.add_picture("decks", &name, picture), false),
                None => (plan.add_picture("decks", &name, sheet.backs()), true),
            };
            let base = &plan.request.base;
            let description = json!({
                "FaceURL": format!("{base}{face}"), "BackURL": format!("{base}{back}"),
                "NumWidth": sheet.columns, "NumHeight": sheet.rows,
                "BackIsHidden": true, "UniqueBack": is_unique, "Type": shape,
            });
            numbered.push(NumberedSheet { number: self.sheets, description, sheet });
        }
        let mut cards: Vec<(u32, Value)> = Vec::new();
        let is_single = bag.total() == 1;
        for NumberedSheet { number, description, sheet } in &numbered {
            for (cell, tile) in (0u32..).zip(&sheet.tiles) {
                let card = number * 100 + cell;
                for copy in 0..tile.count {
                    let id = ids.take(&["card", &bag.key, &tile.key, &copy.to_string()]);
                    let key = tile_key(&tile.key);
                    let name = if is_single { ObjectName::SingleCard } else { ObjectName::Card };
                    let at = TablePoint { y: 2.0, ..at };
                    let head = ObjectHead { at, is_face_down: true, ..ObjectHead::new(name, id, &tile.name, &key) };
                    let own = json!({number.to_string(): description});
                    let details = [("CardID", json!(card)), ("SidewaysCard", json!(false)), ("CustomDeck", own)];
                    cards.push((card, head.build(&details)));
                }
            }
        }
        if is_single {
            return cards.into_iter().next().map(|(_, card)| card);
        }
        let id = ids.take(&["deck", &bag.key]);
        let at = TablePoint { y: 2.0, ..at };
        let head = ObjectHead { at, is_face_down: true, ..ObjectHead::new(ObjectName::Deck, id, &bag.name, pile) };
        let all: Map<String, Value> =
            numbered.iter().map(|sheet| (sheet.number.to_string(), sheet.description.clone())).collect();
        let numbers: Vec<u32> = cards.iter().map(|(card, _)| *card).collect();
        let contained: Vec<Value> = cards.into_iter().map(|(_, card)| card).collect();
        Some(head.build(&[
            ("SidewaysCard", json!(false)),
            ("DeckIDs", json!(numbers)),
            ("CustomDeck", Value::Object(all)),
            ("ContainedObjects", Value::Array(contained)),
        ]))
    }
}

fn limits(plan: &ExportPlan<'_>) -> SheetLimits {
    SheetLimits { side: plan.request.max_side, columns: COLUMNS, rows: ROWS, tiles: FACES }
}

/// Returns the number of a card's shape in saves; `None` if cards do not have the shape.
fn card_shape(shape: FormShape) -> Option<u8> {
    match shape {
        FormShape::Square | FormShape::Rectangle => Some(1),
        FormShape::Hexagon => Some(3),
        FormShape::Disc => Some(4),
        FormShape::Triangle | FormShape::Several => None,
    }
}
