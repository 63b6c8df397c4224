//! The log in sentences.

use tilewright_core::catalog::seat::Seat;
use tilewright_kit::games::report::Told;

use crate::context::Cx;
use crate::views::play::told;

/// A line of the log as a sentence.
pub(super) fn sentence(cx: &Cx<'_>, line: &Told) -> String {
    let seat = |seat: &Seat| cx.texts.count("try-seat", seat.index() + 1);
    match line {
        Told::Placed { seat: who, tile, cell } => {
            let values =
                [("seat", seat(who).into()), ("tile", tile.as_str().into()), ("cell", cell.to_string().into())];
            cx.texts.with("told-placed", &values)
        }
        Told::Deployed { seat: who, figure, place } => {
            let figure = figure.clone().unwrap_or_else(|| cx.t("told-figure"));
            let values = [("seat", seat(who).into()), ("figure", figure.into()), ("place", place.as_str().into())];
            cx.texts.with("told-deployed", &values)
        }
        Told::Drawn { seat: who, tile, bag } => {
            let who = who.as_ref().map(seat).unwrap_or_default();
            let values = [("seat", who.into()), ("tile", tile.as_str().into()), ("bag", bag.as_str().into())];
            cx.texts.with("told-drawn", &values)
        }
        Told::SetAside { tile } => cx.texts.named("told-set-aside", tile),
        Told::Rolled { seat: who, die, face } => {
            let who = who.as_ref().map(seat).unwrap_or_default();
            let values = [("seat", who.into()), ("die", die.as_str().into()), ("face", face.as_str().into())];
            cx.texts.with("told-rolled", &values)
        }
        Told::Points { seat: who, points, book, cell, score } => {
            let place = cell.map_or_else(String::new, |c| c.to_string());
            let values = [
                ("seat", seat(who).into()),
                ("points", (*points).into()),
                ("book", book.as_str().into()),
                ("cell", place.into()),
                ("score", (*score).into()),
            ];
            let key = if cell.is_some() { "told-points-at" } else { "told-points" };
            cx.texts.with(key, &values)
        }
        Told::Ending => cx.t("told-ending"),
        Told::Over(outcome) => format!("{} {}", cx.t("told-over"), told::outcome(cx, outcome)),
    }
}
