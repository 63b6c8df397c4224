//! Tests whole rules, from the text of a module to points on the board.

mod board;
mod calls;
mod feature_sets;
mod flow;
mod hooks;
mod hostile;
mod levels;
mod pay;
mod programs;
mod secret_options;
mod sheets;
mod taken;
mod traces;
mod valid;

use std::sync::Arc;

use tilewright_core::catalog::flow::{Step, StepKind};
use tilewright_core::catalog::id::SegmentId;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, ModuleUse};
use tilewright_core::machine::rules::{Rules, ScoreRuleId};
use tilewright_core::machine::scoring::prepare_sheet;
use tilewright_core::machine::{Machine, Stop};
use tilewright_core::state::Game;
use tilewright_core::state::sheet::Sheet;

use crate::rules::script::Script;
use crate::testing::{base_rules, catalog, load, module, report};

pub(super) fn with(extra: &[(&str, &str)]) -> Vec<ModuleUse> {
    let mut modules = base_rules();
    modules.extend(extra.iter().map(|(path, source)| {
        let pack = path.split('/').next().unwrap();
        module(pack, path, source, &[])
    }));
    modules
}

/// Returns a game with preset tiles: kind, x, y, turn.
pub(super) fn game(script: &Script, tiles: &[(&str, i16, i16, u8)]) -> Box<Game> {
    let mut c = (**script.compiled_rules().catalog()).clone();
    c.board.presets = tiles
        .iter()
        .map(|&(kind, x, y, turn)| tilewright_core::catalog::Preset {
            kind: c.kinds.find(kind).unwrap(),
            cell: Cell::new(x, y),
            turn: Turn(turn),
            from: None,
        })
        .collect();
    c.finish();
    Box::new(Game::new(Arc::new(c), 3, 1, script.hooks().listeners()).unwrap())
}

pub(super) fn put(game: &mut Game, script: &Script, seat: u8, x: i16, y: i16, key: &str) {
    let c = script.compiled_rules().catalog();
    let segment = game.board().find_segment(Cell::new(x, y), key).unwrap();
    let figure = c.figures.find("follower").unwrap();
    let place = tilewright_core::state::effect::Place::Segment(segment);
    game.effect(tilewright_core::state::effect::Effect::Deploy { seat: Seat(seat), figure, place }).unwrap();
}

/// Returns the segment with a place such as `0,-1:town:N`.
fn segment_at(game: &Game, place: &str) -> SegmentId {
    let (cell, key) = place.split_once(':').unwrap();
    let (x, y) = cell.split_once(',').unwrap();
    game.board().find_segment(Cell::new(x.parse().unwrap(), y.parse().unwrap()), key).unwrap()
}

/// Returns the sheet of a feature by the rule with this number, as text.
pub(super) fn sheet(script: &mut Script, game: &mut Box<Game>, at: &str, rule: u16, last: bool) -> String {
    let c = Arc::clone(script.compiled_rules().catalog());
    let segment = segment_at(game, at);
    let mut sheet = Sheet::default();
    prepare_sheet(&mut sheet, game, script.hooks().score_rule(ScoreRuleId(rule)), segment);
    sheet.explain = true;
    script.score(game, ScoreRuleId(rule), segment, last, &mut sheet).unwrap();
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

/// Returns the key of a seat's counter.
pub(super) fn of_seat(seat: u8) -> tilewright_core::state::effect::CounterKey {
    tilewright_core::state::effect::CounterKey::Seat(Seat(seat))
}

/// Gives one answer: the option with the given key, otherwise a random one.
fn answer(machine: &mut Machine, game: &mut Box<Game>, state: &mut u64, key: Option<&str>) {
    let options = &game.decision().unwrap().options;
    let pick = match key {
        Some(key) => options.find(game, key).unwrap_or_else(|| panic!("there is no option {key}")),
        None => {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            options.get(game, ((*state >> 33) % u64::from(options.count())) as u32).unwrap()
        }
    };
    machine.answer(game, pick).unwrap();
}

/// Plays a game with two seats and extra modules; answers are chosen by the question, otherwise at random.
pub(super) fn play_by(extra: &[(&str, &str)], seed: u64, choose: impl Fn(&str) -> Option<&'static str>) -> Vec<i32> {
    let script = load(with(extra));
    let mut machine = Machine::new(Arc::clone(script.compiled_rules().catalog()), Box::new(script));
    let (mut game, mut state) = (machine.new_game(2, seed).unwrap(), seed);
    while machine.run(&mut game).unwrap() == Stop::Decision {
        let key = choose(&game.decision().unwrap().ask);
        answer(&mut machine, &mut game, &mut state, key);
    }
    game.scores().to_vec()
}

/// Runs the step `probe` of some modules as the first of a turn on a board with one cap, and stops at the next
/// decision.
pub(super) fn run_step(modules: &[(&str, &str)], set_up: impl FnOnce(&mut Catalog)) -> Box<Game> {
    run_step_by(modules, set_up, |_| None)
}

/// Like [`run_step`], with answers to some decisions.
pub(super) fn run_step_by(
    modules: &[(&str, &str)],
    set_up: impl FnOnce(&mut Catalog),
    choose: impl Fn(&str) -> Option<&'static str>,
) -> Box<Game> {
    let mut c = catalog(with(modules));
    let probe = Step {
        name: "probe".into(),
        pack: "base".into(),
        kind: StepKind::Script,
        each_seat: false,
        once: false,
        span: None,
    };
    c.flow.turn.insert(0, probe);
    if let Some(cap) = c.kinds.find("cap") {
        c.board.presets[0].kind = cap;
    }
    set_up(&mut c);
    c.finish();
    let c = Arc::new(c);
    let (script, found) = Script::load(Arc::clone(&c));
    assert_eq!(report(&c, &found), "");
    let mut machine = Machine::new(c, Box::new(script.unwrap()));
    let mut game = machine.new_game(2, 5).unwrap();
    game.keep_journal(true);
    loop {
        let stop = machine.run(&mut game).unwrap_or_else(|fault| panic!("{fault}"));
        let asked = game.decision().map(|d| Arc::clone(&d.ask));
        let key = asked.and_then(|ask| choose(&ask));
        if stop != Stop::Decision || key.is_none() {
            return game;
        }
        answer(&mut machine, &mut game, &mut 0, key);
    }
}
