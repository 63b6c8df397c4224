//! What is asked and what can be chosen, in words of the pack.

use tilewright_core::catalog::Catalog;
use tilewright_core::decision::{Decision, Options, Pick};
use tilewright_core::effect::Place;
use tilewright_core::game::Game;
use tilewright_core::rules::Target;

use crate::texts::Texts;

/// A name that the pack gives a thing, or the thing's id.
pub fn name(catalog: &Catalog, language: &str, sort: &str, key: &str) -> String {
    let texts = &catalog.texts;
    let full = format!("{sort}.{key}");
    texts.get(language, &full).or_else(|| texts.get("en", &full)).unwrap_or(key).to_owned()
}

/// What is asked.
pub fn question(game: &Game, language: &str, decision: &Decision) -> String {
    asked(game.catalog(), language, &decision.ask)
}

/// What a decision of this name asks.
pub fn asked(catalog: &Catalog, language: &str, ask: &str) -> String {
    let texts = &catalog.texts;
    let keys = [format!("step.{ask}"), format!("ask.{ask}"), ask.to_owned()];
    let found = keys.iter().find_map(|k| texts.get(language, k).or_else(|| texts.get("en", k)));
    found.map_or_else(|| ask.to_owned(), str::to_owned)
}

/// What an option means.
pub fn option(game: &Game, texts: &Texts, decision: &Decision, pick: Pick) -> String {
    let language = texts.code();
    let catalog = game.catalog();
    match (meant(&decision.options, pick), pick, &decision.options) {
        (Some(Pick::Pass), ..) => texts.get("try-nothing"),
        (Some(Pick::Deploy { figure, segment }), ..) => {
            let figure = name(catalog, language, "figure", &catalog.figures.key(figure));
            format!("{figure}: {}", place(game, language, segment))
        }
        (Some(Pick::Kind(kind)), ..) => name(catalog, language, "tile", &catalog.kinds.key(kind)),
        (Some(Pick::Placement { cell, turn }), ..) => format!("{cell}, {turn}"),
        (_, Pick::Choice(n), Options::Choices(choices, _)) => {
            let Some(choice) = choices.get(n as usize) else { return String::new() };
            let keys = match &choice.group {
                Some(group) => [format!("offer.{group}"), format!("{}.{group}", decision.ask)],
                None => [format!("ask.{}.{}", decision.ask, choice.key), format!("{}.{}", decision.ask, choice.key)],
            };
            let said = keys.iter().find_map(|key| catalog.texts.get(language, key)).map(str::to_owned);
            let about = match choice.target {
                Target::Segment(segment) if (segment as usize) < game.board().features().segment_count() => {
                    Some(place(game, language, segment))
                }
                Target::Figure(number) if game.figure(number).is_some() => Some(figure(game, texts, number)),
                Target::Cell(cell) => Some(cell.to_string()),
                Target::Kind(kind) => Some(name(catalog, language, "tile", &catalog.kinds.key(kind))),
                Target::Number(n) if said.is_none() => Some(n.to_string()).filter(|n| **n == *choice.key),
                _ => None,
            };
            match (said, about) {
                (Some(said), Some(about)) => format!("{said}: {about}"),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => spoken(catalog, language, &choice.key),
            }
        }
        _ => decision.options.key(game, pick),
    }
}

/// A key in words, where the pack has a thing of that name.
fn spoken(catalog: &Catalog, language: &str, key: &str) -> String {
    let sorts = ["figure", "tile", "token", "zone", "bag", "counter", "terrain"];
    let found = sorts.iter().find_map(|sort| catalog.texts.get(language, &format!("{sort}.{key}")));
    found.unwrap_or(key).to_owned()
}

/// A segment in words: its terrain and where it is.
pub fn place(game: &Game, language: &str, segment: u32) -> String {
    let (board, catalog) = (game.board(), game.catalog());
    let terrain = name(catalog, language, "terrain", &catalog.terrains.key(board.terrain(catalog, segment)));
    let cell = board.cell_of(catalog, segment);
    match board.segment_key(catalog, segment).split_once(':') {
        Some((_, ports)) if !ports.is_empty() => format!("{terrain} ({cell} {ports})"),
        _ => format!("{terrain} ({cell})"),
    }
}

/// A figure in words: what it is, whose, and where it stands.
pub fn figure(game: &Game, texts: &Texts, number: u32) -> String {
    let (catalog, language) = (game.catalog(), texts.code());
    let Some(figure) = game.figure(number) else { return number.to_string() };
    let at = match figure.place {
        Some(Place::Segment(segment)) => place(game, language, segment),
        Some(Place::Cell(cell)) => cell.to_string(),
        Some(Place::Zone(zone, 0)) => name(catalog, language, "zone", &catalog.zones.key(zone)),
        Some(Place::Zone(zone, slot)) => {
            format!("{} {slot}", name(catalog, language, "zone", &catalog.zones.key(zone)))
        }
        None => String::new(),
    };
    let kind = name(catalog, language, "figure", &catalog.figures.key(figure.kind));
    format!("{kind}, {}: {at}", texts.count("try-seat", figure.seat.index() + 1))
}

/// What an option means to the step, also where rules have added options of their own.
pub fn meant(options: &Options, pick: Pick) -> Option<Pick> {
    match (pick, options) {
        (Pick::Choice(n), Options::Choices(_, meanings)) => meanings.get(n as usize).copied().flatten(),
        _ => Some(pick),
    }
}

/// How a tile is turned: clockwise by degrees, so that it can be told from a picture.
pub fn turn(texts: &crate::texts::Texts, sides: usize, turn: usize) -> String {
    match turn {
        0 => texts.get("turn-none"),
        _ => texts.count("turn-by", 360 * turn / sides.max(1)),
    }
}
