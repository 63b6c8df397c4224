//! Writes the question that a reader has to answer, with its options.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};
use tilewright_art::board::on_board;
use tilewright_art::spread::Spread;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options, Pick};
use tilewright_core::state::question::Target;
use tilewright_core::state::view::VisibleDecision;

use crate::naming::Naming;
use crate::sprites::{Sprites, units};
use crate::viewpoint::Viewpoint;

/// Returns the question if the reader has to answer it, and null otherwise:
///
/// - `q`: its text;
/// - `tile`, for the placement of a tile: its name; `turns`: a drawing for each turn; `cells`: for each cell its name,
///   its column and row on the page, and the turns that fit. The key of an option is `NAME,TURN`;
/// - `options`, otherwise: for each option its key, its words, its explanation or null, the point of its place on the
///   board or null, and its drawing or null.
pub(super) fn question(
    game: &Game,
    viewpoint: Viewpoint,
    spread: &Spread,
    naming: Naming<'_>,
    sprites: &mut Sprites<'_>,
) -> Json {
    let view = viewpoint.view(game);
    let Some(VisibleDecision::Open(decision)) = view.decision() else { return Json::Null };
    if view.seat() != Some(decision.seat) {
        return Json::Null;
    }
    let mut ask = Map::new();
    ask.insert("q".to_owned(), json!(naming.question(decision.pack.as_deref(), &decision.ask)));
    match &decision.options {
        Options::Placements { kind, .. } => {
            let mut cells: BTreeMap<(i16, i16, Cell), Vec<u8>> = BTreeMap::new();
            let mut turns: BTreeMap<u8, usize> = BTreeMap::new();
            for pick in decision.options.iter(game) {
                let Pick::Placement { cell, turn } = pick else { continue };
                let shown = spread.shown_cell(cell);
                cells.entry((shown.y, shown.x, cell)).or_default().push(turn.0);
                turns.entry(turn.0).or_insert_with(|| sprites.tile(*kind, turn));
            }
            let cells: Vec<Json> = cells
                .into_iter()
                .map(|((y, x, cell), mut turns)| {
                    turns.sort_unstable();
                    json!([cell.to_string(), x, y, turns])
                })
                .collect();
            let turns: Map<String, Json> =
                turns.into_iter().map(|(turn, own)| (turn.to_string(), json!(own))).collect();
            ask.insert("tile".to_owned(), json!(naming.tile(*kind)));
            ask.insert("turns".to_owned(), turns.into());
            ask.insert("cells".to_owned(), cells.into());
        }
        options => {
            let options = options.iter(game).map(|pick| option(game, decision, pick, spread, naming, sprites));
            ask.insert("options".to_owned(), options.collect());
        }
    }
    ask.into()
}

fn option(
    game: &Game,
    decision: &Decision,
    pick: Pick,
    spread: &Spread,
    naming: Naming<'_>,
    sprites: &mut Sprites<'_>,
) -> Json {
    let target = decision.options.target(game, pick);
    let at = target.place(game).and_then(|place| on_board(game.board(), sprites.artist(), spread, place)).map(units);
    let drawing = match (decision.options.of_step(pick), target) {
        (Some(Pick::Deploy { figure, .. }), _) => Some(sprites.figure(figure, Some(decision.seat), false)),
        (_, Target::Figure(figure)) => {
            game.figure(figure).map(|figure| sprites.figure(figure.kind, Some(figure.seat), false))
        }
        (_, Target::Kind(kind)) => Some(sprites.tile(kind, Turn::NONE)),
        (_, Target::Slot(zone, slot)) => game.slot_tile(zone, slot).map(|kind| sprites.tile(kind, Turn::NONE)),
        _ => None,
    };
    let (key, words) = (decision.options.key(game, pick), naming.choice(game, decision, pick));
    json!([key, words, naming.option_help(game, decision, pick), at, drawing])
}

/// Returns the numbers of the drawings of a question.
pub(super) fn drawings(ask: &Json) -> Vec<u64> {
    let turns = ask.get("turns").and_then(Json::as_object).into_iter().flat_map(|turns| turns.values());
    let options = ask.get("options").and_then(Json::as_array).into_iter().flatten().filter_map(|option| option.get(4));
    turns.chain(options).filter_map(Json::as_u64).collect()
}
