//! Whole rules, from the text of a module to points on the board.

mod calls;
mod pay;
mod sheets;

use std::sync::Arc;

use tilewright_core::catalog::ModuleUse;
use tilewright_core::game::Game;
use tilewright_core::lattice::Cell;
use tilewright_core::rules::Rules;
use tilewright_core::sheet::{Seat, Sheet};

use crate::script::Script;
use crate::testing::{base_rules, module};

pub(super) fn with(extra: &[(&str, &str)]) -> Vec<ModuleUse> {
    let mut modules = base_rules();
    modules.extend(extra.iter().map(|(path, source)| {
        let pack = path.split('/').next().unwrap();
        module(pack, path, source, &[])
    }));
    modules
}

/// A game with a board of tiles: kind, x, y, turn.
pub(super) fn game(script: &Script, tiles: &[(&str, i16, i16, u8)]) -> Box<Game> {
    let mut c = (**script.compiled().catalog()).clone();
    c.board.presets = tiles
        .iter()
        .map(|&(kind, x, y, turn)| tilewright_core::catalog::Preset {
            kind: c.kinds.find(kind).unwrap(),
            cell: Cell::new(x, y),
            turn,
            from: None,
        })
        .collect();
    c.finish();
    Box::new(Game::new(Arc::new(c), 3, 1, script.hooks()))
}

pub(super) fn put(game: &mut Game, script: &Script, seat: u8, x: i16, y: i16, key: &str) {
    let c = script.compiled().catalog();
    let segment = game.board().find_segment(c, Cell::new(x, y), key).unwrap();
    let figure = c.figures.find("follower").unwrap();
    let place = tilewright_core::effect::Place::Segment(segment);
    game.effect(tilewright_core::effect::Effect::Deploy { seat: Seat(seat), figure, place }).unwrap();
}

/// The sheet of a feature by the rule of a number, as text.
pub(super) fn sheet(
    script: &mut Script,
    game: &mut Box<Game>,
    at: (i16, i16, &str),
    rule: usize,
    last: bool,
) -> String {
    let c = Arc::clone(script.compiled().catalog());
    let segment = game.board().find_segment(&c, Cell::new(at.0, at.1), at.2).unwrap();
    let mut sheet = Sheet::default();
    sheet.explain = true;
    script.score(game, rule, segment, last, &mut sheet).unwrap();
    let mut text = String::new();
    for item in &sheet.items {
        let origin =
            item.origin.map_or("?".to_owned(), |o| format!("{}:{}", c.modules[usize::from(o.module)].path, o.line));
        text.push_str(&format!(
            "{} {} x {} = {} ({:?}, {}, {origin})\n",
            script.symbol(item.label),
            item.count,
            item.each,
            item.points,
            item.kind,
            script.stages()[usize::from(item.stage)],
        ));
    }
    text.push_str(&format!("total {}, shares {:?}\n", sheet.total(), &sheet.shares()[..3]));
    text
}

pub(super) const CASTLE: &[(&str, i16, i16, u8)] = &[("cap", 0, 0, 0), ("gate", 0, -1, 0), ("cap", 0, -2, 2)];
