//! What is asked and what can be chosen, in words of the pack.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, FigureId, SegmentId, TileKindId};
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_core::state::question::Target;
use tilewright_kit::games::words::Words;

use crate::play::table::history::Step;
use crate::ui::texts::Texts;

/// A name that the pack gives a thing, or the thing's id.
pub fn name(catalog: &Catalog, language: &str, sort: &str, key: &str) -> String {
    Words::new(catalog, language, &|_| String::new()).name(sort, key)
}

/// Returns what a decision of this name asks, in the words of the pack whose rules ask, if rules do.
pub fn asked(catalog: &Catalog, language: &str, pack: Option<&str>, ask: &str) -> String {
    Words::new(catalog, language, &|_| String::new()).question(pack, ask)
}

/// What was answered, as far as that can be said without the position; nothing where it cannot.
pub fn answered(catalog: &Catalog, texts: &Texts, step: &Step) -> String {
    let seat = |seat: Seat| texts.seat(seat.index());
    let said = Words::new(catalog, texts.code(), &seat).answer(step.pack.as_deref(), &step.ask, &step.key);
    said.unwrap_or_else(|| if step.key == "pass" { texts.get("try-nothing") } else { String::new() })
}

/// What an option means.
pub fn option(game: &Game, texts: &Texts, decision: &Decision, pick: Pick) -> String {
    let seat = |seat: Seat| texts.seat(seat.index());
    let words = Words::new(game.catalog(), texts.code(), &seat);
    let about = |target, said: &str| match (decision.options.of_step(pick), target) {
        (Some(Pick::Pass), _) if said.is_empty() => texts.get("try-nothing"),
        (Some(Pick::Placement { cell, turn }), _) => format!("{cell}, {turn}"),
        (_, Target::Bag(bag)) => back(game, texts, bag).unwrap_or_default(),
        (_, target) => words.target(game, target, said),
    };
    let said = words.in_full(game, decision, pick, about);
    if decision.options.is_secret(pick) { texts.named("try-in-secret", &said) } else { said }
}

/// Returns what the tile that an option is about does; `None` if the packs do not say it.
pub fn help(game: &Game, texts: &Texts, decision: &Decision, pick: Pick) -> Option<String> {
    Words::new(game.catalog(), texts.code(), &|_| String::new()).option_help(game, decision, pick)
}

/// Returns the name of a kind of tile and, on a line of its own, what such a tile does.
pub fn tile(catalog: &Catalog, language: &str, kind: TileKindId) -> String {
    let words = Words::new(catalog, language, &|_| String::new());
    let name = words.tile(kind).name;
    words.tile_help(kind).map_or_else(|| name.clone(), |help| format!("{name}\n{help}"))
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
    Words::new(game.catalog(), language, &|_| String::new()).segment(game, segment)
}

/// A figure in words: what it is, whose, and where it stands.
pub fn figure(game: &Game, texts: &Texts, number: FigureId) -> String {
    let seat = |seat: Seat| texts.seat(seat.index());
    Words::new(game.catalog(), texts.code(), &seat).standing(game, number)
}

/// Returns what a figure is called where it stands, with the number that is written on it.
pub fn numbered_figure(game: &Game, language: &str, number: FigureId) -> String {
    Words::new(game.catalog(), language, &|_| String::new()).numbered_figure(game.view(None).public(), number)
}

/// How a tile is turned: clockwise by degrees, so that it can be told from a picture.
pub fn turn(texts: &crate::ui::texts::Texts, sides: usize, turn: Turn) -> String {
    match turn {
        Turn::NONE => texts.get("turn-none"),
        _ => texts.count("turn-by", 360 * turn.index() / sides.max(1)),
    }
}
