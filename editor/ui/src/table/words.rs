//! What is asked and what can be chosen, in words of the pack.

use tilewright_core::catalog::Catalog;
use tilewright_core::decision::{Decision, Options, Pick};
use tilewright_core::game::Game;
use tilewright_core::lattice::Cell;
use tilewright_core::rules::Target;

/// A name that the pack gives a thing, or the thing's id.
pub fn name(catalog: &Catalog, language: &str, sort: &str, key: &str) -> String {
    let texts = &catalog.texts;
    let full = format!("{sort}.{key}");
    texts.get(language, &full).or_else(|| texts.get("en", &full)).unwrap_or(key).to_owned()
}

/// What is asked.
pub fn question(game: &Game, language: &str, decision: &Decision) -> String {
    let texts = &game.catalog().texts;
    let keys = [format!("step.{}", decision.ask), format!("ask.{}", decision.ask)];
    let found = keys.iter().find_map(|k| texts.get(language, k).or_else(|| texts.get("en", k)));
    found.map_or_else(|| decision.ask.to_string(), str::to_owned)
}

/// What an option means; nothing where its key says it all.
pub fn option(game: &Game, language: &str, decision: &Decision, pick: Pick, nothing: &str) -> String {
    let catalog = game.catalog();
    match (pick, &decision.options) {
        (Pick::Pass, _) => nothing.to_owned(),
        (Pick::Deploy { figure, segment }, _) => {
            let figure = name(catalog, language, "figure", &catalog.figures.key(figure));
            format!("{figure}: {}", place(game, language, segment))
        }
        (Pick::Kind(kind), _) => name(catalog, language, "tile", &catalog.kinds.key(kind)),
        (Pick::Choice(n), Options::Choices(choices, meanings)) => {
            if let Some(Some(meant)) = meanings.get(n as usize) {
                return option_of_step(game, language, decision, *meant, nothing);
            }
            let Some(choice) = choices.get(n as usize) else { return String::new() };
            match choice.target {
                Target::Segment(segment) => format!("{}: {}", choice.key, place(game, language, segment)),
                _ => choice.key.to_string(),
            }
        }
        _ => decision.options.key(game, pick),
    }
}

fn option_of_step(game: &Game, language: &str, decision: &Decision, pick: Pick, nothing: &str) -> String {
    match pick {
        Pick::Choice(_) => decision.options.key(game, pick),
        Pick::Placement { cell, turn } => format!("{cell}, {turn}"),
        other => option(game, language, decision, other, nothing),
    }
}

/// A segment in words: its terrain and where it is.
fn place(game: &Game, language: &str, segment: u32) -> String {
    let (board, catalog) = (game.board(), game.catalog());
    let terrain = name(catalog, language, "terrain", &catalog.terrains.key(board.terrain(catalog, segment)));
    format!("{terrain} ({})", board.place_key(catalog, segment))
}

/// The cells on which the tile in play can lie, each with its turns, in reading order.
pub fn placements(game: &Game, decision: &Decision) -> Vec<(Cell, Vec<(u8, Pick)>)> {
    let mut cells: std::collections::BTreeMap<Cell, Vec<(u8, Pick)>> = std::collections::BTreeMap::new();
    for pick in decision.options.iter(game) {
        if let Some(Pick::Placement { cell, turn }) = meant(&decision.options, pick) {
            cells.entry(cell).or_default().push((turn, pick));
        }
    }
    let mut cells: Vec<_> = cells.into_iter().collect();
    cells.sort_by_key(|(cell, _)| (cell.y, cell.x));
    for (_, turns) in &mut cells {
        turns.sort_by_key(|(turn, _)| *turn);
    }
    cells
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
