//! Measures the cost of calls between the game and its scripts.
//!
//! `cargo run --locked --release -p tilewright-script --example border`
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints and may panic")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use tilewright_core::machine::rules::{Rules, ScoreRuleId};
use tilewright_core::machine::{Machine, Stop};
use tilewright_core::state::sheet::Sheet;
use tilewright_script::{Compiled, Script, library_module};

#[path = "../src/testing.rs"]
#[allow(dead_code, reason = "shared with the tests")]
mod testing;

/// Returns the nanoseconds for one of `count` rounds, the minimum of 9 runs.
fn measure(count: u32, mut round: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..9 {
        let start = Instant::now();
        for _ in 0..count {
            round();
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(count));
    }
    best
}

/// Returns a rule for roads that repeats one line a thousand times.
fn repeat_line(line: &str) -> Script {
    let source = format!("score('road', function(sheet, road, last)\nfor i = 1, 1000 do {line} end\nend)");
    testing::load(vec![testing::module("base", "base/rules/line.lua", &source, &[])])
}

fn score_time(mut rules: Script, count: u32) -> f64 {
    let machine_rules = Script::load(Arc::clone(rules.compiled_rules().catalog())).0.unwrap();
    let mut machine = Machine::new(Arc::clone(rules.compiled_rules().catalog()), Box::new(machine_rules));
    let mut game = machine.new_game(2, 3).unwrap();
    for _ in 0..60 {
        if machine.run(&mut game).unwrap() == Stop::Over {
            break;
        }
        let pick = game.decision().unwrap().options.get(&game, 0).unwrap();
        machine.answer(&mut game, pick).unwrap();
    }
    let rule = &rules.hooks().score[0];
    let terrain = rule.terrain;
    let board = game.board();
    let segment = board.features().roots().find(|&s| board.terrain(s.segment()) == terrain).unwrap();
    let mut sheet = Sheet::default();
    measure(count, || {
        sheet.clear();
        rules.score(&mut game, ScoreRuleId(0), black_box(segment.segment()), true, &mut sheet).unwrap();
    })
}

fn main() {
    let empty = score_time(repeat_line(""), 500) / 1000.0;
    println!("an empty loop                    {empty:7.1} ns");
    for line in [
        "local n = road:tiles()",
        "local n = road:finished()",
        "local n = road:sum('inn')",
        "sheet:total()",
        "local n = road:count_beside('town', true)",
        "local n = active_seat()",
        "local n = road:open_sides()",
        "local n = road:size()",
        "local n = road:claim_of(0)",
    ] {
        let time = score_time(repeat_line(line), 200) / 1000.0 - empty;
        println!("{line:<32} {time:7.1} ns");
    }
    let per = score_time(repeat_line("sheet:per('tile', 3, 1)"), 100) / 1000.0 - empty;
    println!("{:<32} {per:7.1} ns", "sheet:per('tile', 3, 1)");

    let text = tilewright_core::catalog::Value::text;
    let nothing = testing::module("base", "base/rules/x.lua", "score('road', function() end)", &[]);
    println!("score, doing nothing             {:7.1} ns", score_time(testing::load(vec![nothing]), 20_000));
    let paths = testing::library("paths", &[("on", text("road"))]);
    println!("score, paths                     {:7.1} ns", score_time(testing::load(vec![paths.clone()]), 20_000));
    let areas = testing::library("areas", &[("on", text("town")), ("mark", text("flag"))]);
    println!("score, areas                     {:7.1} ns", score_time(testing::load(vec![areas]), 20_000));
    let inn = "amend('road', {stage = 'raise'}, function(s, r) s:raise('tile', 1, 'inn') end)";
    let inn = testing::module("more", "more/rules/inn.lua", inn, &[]);
    println!("score, paths with an amendment   {:7.1} ns", score_time(testing::load(vec![paths, inn]), 20_000));

    let catalog = Arc::new(testing::catalog(testing::base_rules()));
    let compiled = measure(20, || drop(black_box(Compiled::new(Arc::clone(&catalog)))));
    println!("check and compile 4 modules      {:7.1} µs", compiled / 1000.0);
    let compiled = Arc::new(Compiled::new(Arc::clone(&catalog)).0.unwrap());
    let made = measure(20, || drop(black_box(compiled.instantiate().ok())));
    println!("another machine with 4 modules   {:7.1} µs", made / 1000.0);

    let (script, _) = compiled.instantiate().unwrap();
    let mut machine = Machine::new(Arc::clone(&catalog), Box::new(script));
    let mut seed = 0u64;
    let game = measure(2000, || {
        seed += 1;
        let mut game = machine.new_game(2, seed).unwrap();
        let mut state = seed;
        while machine.run(&mut game).unwrap() == Stop::Decision {
            let decision = game.decision().unwrap();
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let index = ((state >> 33) % u64::from(decision.options.count())) as u32;
            let pick = decision.options.get(&game, index).unwrap();
            machine.answer(&mut game, pick).unwrap();
        }
    });
    println!("a whole game of 30 tiles         {:7.1} µs", game / 1000.0);
}
