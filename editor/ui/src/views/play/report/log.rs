//! Sentences for the lines of the log.

use tilewright_core::catalog::seat::Seat;
use tilewright_wording::log::Line;
use tilewright_wording::narration::{NumberBearer, Told};
use tilewright_wording::words::Thing;

use crate::context::Cx;
use crate::views::play::told;

/// Returns the sentence for a line of the log.
pub(in crate::views::play) fn sentence(cx: &Cx<'_>, line: &Line) -> String {
    let seat = |seat: &Seat| told::seat(cx, *seat);
    let a_tile = |tile: &Option<Thing>| tile.as_ref().map_or_else(|| cx.t("told-a-tile"), |tile| tile.name.clone());
    let with = |key: &str, values: &[(&str, String)]| {
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str().into())).collect();
        cx.texts.with(key, &values)
    };
    match &line.told {
        Told::Placed { seat: who, tile, cell, help, .. } => {
            with("told-placed", &[("seat", seat(who)), ("tile", tile.name.clone()), ("cell", cell.to_string())])
                + &after(help)
        }
        Told::TakenUp { seat: who, tile, cell, hand } => {
            let key = if hand.is_some() { "told-taken-in-hand" } else { "told-taken-up" };
            let holder = hand.as_ref().map(seat).unwrap_or_default();
            let at = cell.to_string();
            with(key, &[("seat", seat(who)), ("tile", tile.name.clone()), ("cell", at), ("holder", holder)])
        }
        Told::TileReplaced { seat: who, tile, cell } => {
            with("told-replaced", &[("seat", seat(who)), ("tile", tile.name.clone()), ("cell", cell.to_string())])
        }
        Told::PartAdded { seat: who, tile, terrain, cell } => {
            let (tile, part) = (tile.name.clone(), terrain.name.clone());
            with("told-part-added", &[("seat", seat(who)), ("part", part), ("tile", tile), ("cell", cell.to_string())])
        }
        Told::TileMoved { seat: who, tile, from, cell, .. } => {
            let key = if from == cell { "told-tile-turned" } else { "told-tile-moved" };
            let (from, cell) = (from.to_string(), cell.to_string());
            with(key, &[("seat", seat(who)), ("tile", tile.name.clone()), ("from", from), ("cell", cell)])
        }
        Told::Covered { seat: who, tile, cell } => {
            with("told-covered", &[("seat", seat(who)), ("tile", tile.name.clone()), ("cell", cell.to_string())])
        }
        Told::Looked { seat: who, tile, cell } => {
            let key = if tile.is_some() { "told-looked-at" } else { "told-looked-under" };
            let tile = tile.as_ref().map(|tile| tile.name.clone()).unwrap_or_default();
            with(key, &[("seat", seat(who)), ("tile", tile), ("cell", cell.to_string())])
        }
        Told::TurnedDown { seat: who, tile, cell } => {
            with("told-turned-down", &[("seat", seat(who)), ("tile", tile.name.clone()), ("cell", cell.to_string())])
        }
        Told::TurnedUp { seat: who, tile, cell } => {
            with("told-turned-up", &[("seat", seat(who)), ("tile", tile.name.clone()), ("cell", cell.to_string())])
        }
        Told::Uncovered { tile, cell } => {
            with("told-uncovered", &[("tile", tile.name.clone()), ("cell", cell.to_string())])
        }
        Told::Deployed { seat: who, figure, place, from } => {
            let key = if from.is_some() { "told-moved" } else { "told-deployed" };
            let from = from.as_ref().map(|from| from.name()).unwrap_or_default();
            let values =
                [("seat", seat(who)), ("figure", figure.name.clone()), ("place", place.name()), ("from", from)];
            with(key, &values)
        }
        Told::Drawn { seat: who, tile, bag, help } => {
            with("told-drawn", &[("seat", seat(who)), ("tile", tile.name.clone()), ("bag", bag.name.clone())])
                + &after(help)
        }
        Told::SetAside { tile } => cx.texts.named("told-set-aside", &tile.name),
        Told::Rolled { seat: who, die, face } => {
            with("told-rolled", &[("seat", seat(who)), ("die", die.name.clone()), ("face", face.clone())])
        }
        Told::Points { seat: who, points, book, cell } => {
            let place = cell.map_or_else(String::new, |c| c.to_string());
            let values = [
                ("seat", seat(who).into()),
                ("points", (*points).into()),
                ("book", book.name.as_str().into()),
                ("cell", place.into()),
                ("score", line.score.unwrap_or_default().into()),
            ];
            let key = if cell.is_some() { "told-points-at" } else { "told-points" };
            cx.texts.with(key, &values)
        }
        Told::Counted { seat: who, on, counter, amount } => {
            let (name, amount) = (counter.name.clone(), format!("{amount:+}"));
            match (who, on) {
                (Some(who), _) => with("told-counted-for", &[("seat", seat(who)), ("name", name), ("amount", amount)]),
                (None, None) => with("told-counted", &[("name", name), ("amount", amount)]),
                (None, Some(NumberBearer::Figure { seat: who, figure })) => {
                    let figure = figure.name.clone();
                    let values = [("name", name), ("figure", figure), ("seat", seat(who)), ("amount", amount)];
                    with("told-counted-figure", &values)
                }
                (None, Some(NumberBearer::Tile { tile, cell })) => {
                    let place = format!("{} {cell}", tile.name);
                    with("told-counted-on", &[("name", name), ("place", place), ("amount", amount)])
                }
                (None, Some(NumberBearer::Slot(slot))) => {
                    with("told-counted-on", &[("name", name), ("place", slot.name()), ("amount", amount)])
                }
            }
        }
        Told::TokenMoved { token, place: Some(place) } => {
            with("told-token-moved", &[("name", token.name.clone()), ("place", place.name())])
        }
        Told::TokenMoved { token, place: None } => cx.texts.named("told-token-left", &token.name),
        Told::PutBack { tile, bag } => with("told-put-back", &[("tile", a_tile(tile)), ("bag", bag.name.clone())]),
        Told::TakenOut { tile, bag } => with("told-taken-out", &[("tile", a_tile(tile)), ("bag", bag.name.clone())]),
        Told::SlotChanged { tile, place, came } => {
            let key = if *came { "told-slot-filled" } else { "told-slot-emptied" };
            with(key, &[("tile", tile.name.clone()), ("place", place.name())])
        }
        Told::Shuffled { bag } => cx.texts.named("told-shuffled", &bag.name),
        Told::BoardChanged => cx.t("told-board-changed"),
        Told::Begins { seat: who } => cx.texts.named("told-begins", &seat(who)),
        Told::Retired { seat: who } => cx.texts.named("told-retired", &seat(who)),
        Told::Ending => cx.t("told-ending"),
        Told::Over(outcome) => format!("{} {}", cx.t("told-over"), told::outcome(cx, outcome)),
    }
}

/// Returns the description of a tile, to follow a sentence about it; empty if the packs have none.
fn after(help: &Option<String>) -> String {
    help.as_ref().map_or_else(String::new, |help| format!(" {help}"))
}
