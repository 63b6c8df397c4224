//! What is asked and what can be chosen, in words of the pack.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::BagId;
use tilewright_core::catalog::id::FigureId;
use tilewright_core::catalog::id::SegmentId;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options, Pick};
use tilewright_core::state::effect::Place;
use tilewright_core::state::question::Target;
use tilewright_kit::games::words::Words;
pub use tilewright_kit::games::words::meant;

use crate::ui::texts::Texts;

/// A name that the pack gives a thing, or the thing's id.
pub fn name(catalog: &Catalog, language: &str, sort: &str, key: &str) -> String {
    Words::new(catalog, language, &|_| String::new()).name(sort, key)
}

/// What is asked.
pub fn question(game: &Game, language: &str, decision: &Decision) -> String {
    asked(game.catalog(), language, &decision.ask)
}

/// What a decision of this name asks.
pub fn asked(catalog: &Catalog, language: &str, ask: &str) -> String {
    Words::new(catalog, language, &|_| String::new()).question(ask)
}

/// What an option means.
pub fn option(game: &Game, texts: &Texts, decision: &Decision, pick: Pick) -> String {
    let catalog = game.catalog();
    let seat = |seat: Seat| texts.count("try-seat", seat.index() + 1);
    let words = Words::new(catalog, texts.code(), &seat);
    let said = words.option(decision, pick);
    let about = match (meant(&decision.options, pick), pick, &decision.options) {
        (Some(Pick::Pass), ..) => return said.unwrap_or_else(|| texts.get("try-nothing")),
        (Some(Pick::Deploy { segment, .. }), ..) => place(game, texts.code(), segment),
        (Some(Pick::Placement { cell, turn }), ..) => format!("{cell}, {turn}"),
        (_, Pick::Choice(n), Options::Choices(choices, _)) => {
            match choices.get(n as usize).map_or(Target::None, |choice| choice.target) {
                Target::Segment(segment) if segment.index() < game.board().features().segment_count() => {
                    place(game, texts.code(), segment)
                }
                Target::Figure(number) if game.figure(number).is_some() => figure(game, texts, number),
                Target::Cell(at) => {
                    let (name, tags) = words.cell(at);
                    // The words may say where it is.
                    let named = said.as_ref().is_some_and(|said| said.contains(&name));
                    let parts = [if named { "" } else { &name }, &tags];
                    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
                }
                Target::Kind(kind) => name(catalog, texts.code(), "tile", &catalog.kinds.key(kind)),
                Target::Bag(bag) => back(game, texts, bag).unwrap_or_default(),
                _ => String::new(),
            }
        }
        _ => String::new(),
    };
    match said {
        Some(said) if about.is_empty() || said == about => said,
        Some(said) => format!("{said}: {about}"),
        None if about.is_empty() => decision.options.key(game, pick),
        None => about,
    }
}

/// What everybody sees on the back of the tile on top of a stack.
pub fn back(game: &Game, texts: &Texts, bag: BagId) -> Option<String> {
    let catalog = game.catalog();
    let tag = name(catalog, texts.code(), "tag", &catalog.tags.key(catalog.bags[bag].back?));
    let key = if game.view(None).back(bag)? { "try-back-shown" } else { "try-back-plain" };
    Some(texts.named(key, &tag))
}

/// A segment in words: its terrain and where it is.
pub fn place(game: &Game, language: &str, segment: SegmentId) -> String {
    let (board, catalog) = (game.board(), game.catalog());
    let terrain = name(catalog, language, "terrain", &catalog.terrains.key(board.terrain(catalog, segment)));
    let cell = board.cell_of(catalog, segment);
    match board.segment_key(catalog, segment).split_once(':') {
        Some((_, ports)) if !ports.is_empty() => format!("{terrain} ({cell} {ports})"),
        _ => format!("{terrain} ({cell})"),
    }
}

/// A figure in words: what it is, whose, and where it stands.
pub fn figure(game: &Game, texts: &Texts, number: FigureId) -> String {
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

/// How a tile is turned: clockwise by degrees, so that it can be told from a picture.
pub fn turn(texts: &crate::ui::texts::Texts, sides: usize, turn: usize) -> String {
    match turn {
        0 => texts.get("turn-none"),
        _ => texts.count("turn-by", 360 * turn / sides.max(1)),
    }
}
