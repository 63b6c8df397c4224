//! Formats questions, options and pieces with the texts of the packs.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, FigureId, SegmentId, TileKindId};
use tilewright_core::catalog::lattice::{Lattice, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_core::state::question::Target;
use tilewright_wording::narration::degrees;
use tilewright_wording::words::Words;

use crate::table::history::BranchStep;
use crate::texts::UiTexts;

/// Returns the display name of a thing, or its id if the packs have no text for it.
pub fn name(catalog: &Catalog, language: &str, sort: &str, key: &str) -> String {
    Words::new(catalog, language, &|_| String::new()).name(sort, key)
}

/// Returns the text of the question for a decision with this name, from `pack` if its rules ask.
pub fn question_text(catalog: &Catalog, language: &str, pack: Option<&str>, ask: &str) -> String {
    Words::new(catalog, language, &|_| String::new()).question(pack, ask)
}

/// Returns the text of an answer, as far as it does not depend on the position; empty if it does.
pub fn answer_text(catalog: &Catalog, texts: &UiTexts, step: &BranchStep) -> String {
    let seat = |seat: Seat| texts.seat(seat.index());
    let said = Words::new(catalog, texts.code(), &seat).answer(step.pack.as_deref(), &step.ask, &step.key);
    said.unwrap_or_else(|| if step.key == "pass" { texts.get("try-nothing") } else { String::new() })
}

/// Returns the text of an option.
pub fn option(game: &Game, texts: &UiTexts, decision: &Decision, pick: Pick) -> String {
    let seat = |seat: Seat| texts.seat(seat.index());
    let words = Words::new(game.catalog(), texts.code(), &seat);
    let about = |target, said: &str| match (decision.options.of_step(pick), target) {
        (Some(Pick::Pass), _) if said.is_empty() => texts.get("try-nothing"),
        (Some(Pick::Placement { cell, turn }), _) => format!("{cell}, {turn}"),
        (_, Target::Bag(bag)) => describe_back(game, texts, bag).unwrap_or_default(),
        (_, target) => words.target(game, target, said),
    };
    let said = words.in_full(game, decision, pick, about);
    if decision.options.is_secret(pick) { texts.with_name("try-in-secret", &said) } else { said }
}

/// Returns the description of an option's tile; `None` if no pack describes it.
pub fn help(game: &Game, texts: &UiTexts, decision: &Decision, pick: Pick) -> Option<String> {
    Words::new(game.catalog(), texts.code(), &|_| String::new()).option_help(game, decision, pick)
}

/// Returns the name of a kind of tile and, on a second line, its description.
pub fn tile(catalog: &Catalog, language: &str, kind: TileKindId) -> String {
    let words = Words::new(catalog, language, &|_| String::new());
    let name = words.tile(kind).name;
    words.tile_help(kind).map_or_else(|| name.clone(), |help| format!("{name}\n{help}"))
}

/// Returns the description of a kind of tile; `None` if no pack describes it.
pub fn tile_help(catalog: &Catalog, language: &str, kind: TileKindId) -> Option<String> {
    Words::new(catalog, language, &|_| String::new()).tile_help(kind)
}

/// Returns the public text about the back of the top tile of a stack; `None` if it is not known.
pub fn describe_back(game: &Game, texts: &UiTexts, bag: BagId) -> Option<String> {
    let catalog = game.catalog();
    let tag = name(catalog, texts.code(), "tag", &catalog.tags.key(catalog.bags[bag].back?));
    let key = if game.view(None).has_tagged_back(bag)? { "try-back-shown" } else { "try-back-plain" };
    Some(texts.with_name(key, &tag))
}

/// Describes a segment by its terrain and position.
pub fn place(game: &Game, language: &str, segment: SegmentId) -> String {
    Words::new(game.catalog(), language, &|_| String::new()).segment(game, segment)
}

/// Describes a figure by its kind, owner and place.
pub fn figure(game: &Game, texts: &UiTexts, number: FigureId) -> String {
    let seat = |seat: Seat| texts.seat(seat.index());
    Words::new(game.catalog(), texts.code(), &seat).standing(game, number)
}

/// Returns the name of a figure at its place, with the number that is written on it.
pub fn numbered_figure(game: &Game, language: &str, number: FigureId) -> String {
    Words::new(game.catalog(), language, &|_| String::new()).numbered_figure(game.view(None).public(), number)
}

/// Describes the turn of a tile in degrees clockwise, to distinguish it without a picture.
pub fn turn(texts: &UiTexts, lattice: Lattice, turn: Turn) -> String {
    texts.sentences().rotation(degrees(lattice, turn))
}
