//! Tests recordings of calls, line by line.

use std::rc::Rc;
use std::sync::Arc;

use expect_test::{Expect, expect};
use tilewright_core::catalog::ModuleUse;
use tilewright_core::catalog::id::TileId;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::rules::Rules;
use tilewright_core::state::happening::{Happening, Occasion};

use super::{CASTLE, game, put, with};
use crate::host::trace::{CallTrace, Tracer};
use crate::rules::script::Script;
use crate::rules::watch::WatchExpression;
use crate::testing::{load, play};

/// Loads modules that report their lines.
fn reporting(modules: Vec<ModuleUse>, watch: Option<&str>) -> Script {
    let watch = watch.map(|text| WatchExpression::parse(text).unwrap());
    let compiled = load(modules).compiled_rules().reporting(watch.as_ref()).unwrap();
    Arc::new(compiled).instantiate().unwrap().0
}

/// Records the only reaction to an event of a module.
fn trace(source: &str, watch: Option<&str>) -> (CallTrace, bool) {
    let mut script = reporting(with(&[("more/rules/new.lua", source)]), watch);
    let mut game = game(&script, CASTLE);
    put(&mut game, &script, 1, 0, 0, "town:N");
    let hook = script.hooks().on[0].clone();
    let segment = game.board().find_segment(Cell::new(0, 0), "town:N");
    let occasion = Occasion::Event(Happening::Completed { seat: Seat(1), tile: TileId(0), segment: segment.unwrap() });
    let tracer: Rc<Tracer> = script.tracer().unwrap();
    tracer.begin();
    let result = script.call(&mut game, hook.handler, &occasion);
    (tracer.take(), result.is_ok())
}

fn check(source: &str, watch: Option<&str>, expect: Expect) {
    let (trace, succeeded) = trace(source, watch);
    let mut text = String::new();
    for (at, moment) in trace.moments.iter().enumerate() {
        text.push_str(&format!("{} {}", moment.line, moment.function));
        for local in &moment.locals {
            let mark = if trace.has_changed(at, local) { "*" } else { "" };
            text.push_str(&format!(" {}{mark}={}", local.name, local.value));
        }
        for counter in &*moment.counters {
            let seat = counter.seat.map_or_else(String::new, |seat| format!(" of {}", seat.0));
            text.push_str(&format!(" [{}{seat} {}]", counter.name, counter.value));
        }
        if let Some(watched) = &moment.watched {
            text.push_str(&format!(" watch {watched:?}"));
        }
        text.push('\n');
    }
    let call = &trace.calls[0];
    text.push_str(&format!("{} {} {:?} {succeeded} missing {}\n", call.hook, call.line, call.failure, trace.missing));
    expect.assert_eq(&text);
}

#[test]
fn lines_come_with_their_locals() {
    check(
        "local extra = 2\nlocal function twice(n)\n    return n * extra\nend\non('completed', function(ev)\n    \
         local sum = 0\n    for _, segment in ipairs(ev.feature:segments()) do\n        sum += twice(1)\n    end\n    \
         award(ev.seat, sum, 'bonus')\n    count('gold', 5, ev.seat)\nend)\n",
        None,
        expect![[r#"
            6  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } [gold of 0 7] [gold of 1 7] [gold of 2 7]
            7  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } sum*=0 [gold of 0 7] [gold of 1 7] [gold of 2 7]
            8  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } sum=0 segment*=segment 0,0:town:N [gold of 0 7] [gold of 1 7] [gold of 2 7]
            3 twice extra=2 n=1 [gold of 0 7] [gold of 1 7] [gold of 2 7]
            8  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } sum*=2 segment*=segment 0,-1:town:N.S [gold of 0 7] [gold of 1 7] [gold of 2 7]
            3 twice extra=2 n=1 [gold of 0 7] [gold of 1 7] [gold of 2 7]
            8  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } sum*=4 segment*=segment 0,-2:town:S [gold of 0 7] [gold of 1 7] [gold of 2 7]
            3 twice extra=2 n=1 [gold of 0 7] [gold of 1 7] [gold of 2 7]
            10  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } sum*=6 [gold of 0 7] [gold of 1 7] [gold of 2 7]
            11  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } sum=6 [gold of 0 7] [gold of 1 7] [gold of 2 7]
            12  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } sum=6 [gold of 0 7] [gold of 1 12] [gold of 2 7]
            on completed 5 None true missing 0
        "#]],
    );
}

#[test]
fn values_are_shown() {
    check(
        "on('completed', function(ev)\n    local all = { ev.tile, ev.feature, 3, name = 'x\\ny', deep = { { { {} } } }, [true] = 1.5 }\n    \
         local long, none = table.create(20, 0), {}\n    local text, cell, f = 'a', ev.tile:cell(), award\nend)\n",
        None,
        expect![[r#"
            2  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } [gold of 0 7] [gold of 1 7] [gold of 2 7]
            3  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } all*={ tile `cap` at 0,0, feature 0,-2:town:S, 3, [true] = 1.5, deep = { { { … } } }, name = "x\ny" } [gold of 0 7] [gold of 1 7] [gold of 2 7]
            4  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } all={ tile `cap` at 0,0, feature 0,-2:town:S, 3, [true] = 1.5, deep = { { { … } } }, name = "x\ny" } long*={ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, … } none*={} [gold of 0 7] [gold of 1 7] [gold of 2 7]
            5  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } all={ tile `cap` at 0,0, feature 0,-2:town:S, 3, [true] = 1.5, deep = { { { … } } }, name = "x\ny" } long={ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, … } none={} text*="a" cell*=cell 0,0 [gold of 0 7] [gold of 1 7] [gold of 2 7]
            on completed 1 None true missing 0
        "#]],
    );
}

#[test]
fn a_watch_is_computed_at_each_line() {
    check(
        "on('completed', function(ev)\n    local n = 1\n    n += 1\n    local list = { n }\n    list[1] = nil\nend)\n",
        Some("list[1] + n * counter('gold', 1)"),
        expect![[r#"
            2  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } [gold of 0 7] [gold of 1 7] [gold of 2 7]
            3  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } n*=1 [gold of 0 7] [gold of 1 7] [gold of 2 7]
            4  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } n*=2 [gold of 0 7] [gold of 1 7] [gold of 2 7]
            5  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } n=2 list*={ 2 } [gold of 0 7] [gold of 1 7] [gold of 2 7] watch Ok("16")
            6  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } n=2 list*={} [gold of 0 7] [gold of 1 7] [gold of 2 7] watch Err("attempt to perform arithmetic (add) on nil and number")
            on completed 1 None true missing 0
        "#]],
    );
}

#[test]
fn a_watch_cannot_change_the_game() {
    let source = "on('completed', function(ev)\n    local n = 1\n    award(ev.seat, n, 'bonus')\nend)\n";
    check(
        source,
        Some("award(0, 5, 'bonus')"),
        expect![[r#"
        2  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } [gold of 0 7] [gold of 1 7] [gold of 2 7] watch Err("a rule of this kind may only read the game, not change it")
        3  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } n*=1 [gold of 0 7] [gold of 1 7] [gold of 2 7] watch Err("a rule of this kind may only read the game, not change it")
        4  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } n=1 [gold of 0 7] [gold of 1 7] [gold of 2 7] watch Err("a rule of this kind may only read the game, not change it")
        on completed 1 None true missing 0
    "#]],
    );
    check(
        source,
        Some("count('gold', 5, 1)"),
        expect![[r#"
            2  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } [gold of 0 7] [gold of 1 7] [gold of 2 7] watch Err("a rule of this kind may only read the game, not change it")
            3  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } n*=1 [gold of 0 7] [gold of 1 7] [gold of 2 7] watch Err("a rule of this kind may only read the game, not change it")
            4  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } n=1 [gold of 0 7] [gold of 1 7] [gold of 2 7] watch Err("a rule of this kind may only read the game, not change it")
            on completed 1 None true missing 0
        "#]],
    );
}

#[test]
fn failures_end_a_trace() {
    check(
        "on('completed', function(ev)\n    local n = nil\n    local m = n + 1\nend)\n",
        None,
        expect![[r#"
        2  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } [gold of 0 7] [gold of 1 7] [gold of 2 7]
        3  ev={ feature = feature 0,-2:town:S, name = "completed", seat = 1, segment = segment 0,0:town:N, tile = tile `cap` at 0,0 } n*=nil [gold of 0 7] [gold of 1 7] [gold of 2 7]
        on completed 1 Some("attempt to perform arithmetic (add) on nil and number") false missing 0
    "#]],
    );
}

#[test]
fn long_calls_are_cut() {
    let source =
        "on('completed', function(ev)\n    local n = 0\n    while n < 5000 do\n        n += 1\n    end\nend)\n";
    let (trace, succeeded) = trace(source, None);
    assert!(succeeded);
    assert_eq!((trace.moments.len(), trace.missing), (2_000, 10_003 - 2_000));
    let endless = "on('completed', function(ev)\n    while true do\n        local n = 1\n    end\nend)\n";
    let (trace, succeeded) = self::trace(endless, None);
    assert!(!succeeded);
    assert!(trace.calls[0].failure.as_ref().is_some_and(|why| why.contains("too long")), "{:?}", trace.calls[0]);
}

#[test]
fn rules_that_report_play_the_same_games() {
    let extra = [(
        "more/rules/new.lua",
        "local each = { a = 1, b = 2 }\nlocal function worth(feature)\n    local n = 0\n    repeat\n        n += 1\n        \
         if n == 2 then continue end\n        local done = n > #feature:segments()\n    until n > 5\n    \
         return if n > 3 then each.b else each.a\nend\non('completed', { asks = true }, function(ev)\n    if ev.seat == 0 then\n        \
         award(ev.seat, worth(ev.feature), 'bonus')\n    elseif ev.seat == 1 then\n        \
         local n = ask(ev.seat, 'n', { 5, 6 })\n        count('gold', n, ev.seat)\n    end\nend)\n",
    )];
    for seed in 0..20 {
        let plain = load(with(&extra));
        let recorded = reporting(with(&extra), None);
        recorded.tracer().unwrap().begin();
        assert_eq!(play(plain, seed).unwrap(), play(recorded, seed).unwrap(), "seed {seed}");
    }
}

#[test]
fn reports_take_no_steps() {
    let source = "on('completed', function(ev)\n    local n = 0\n    for i = 1, 100 do\n        n += i\n    end\n    \
                  award(ev.seat, n, 'bonus')\nend)\n";
    let ticks = |mut script: Script| {
        let mut game = game(&script, CASTLE);
        put(&mut game, &script, 1, 0, 0, "town:N");
        let hook = script.hooks().on[0].clone();
        let segment = game.board().find_segment(Cell::new(0, 0), "town:N").unwrap();
        let occasion = Occasion::Event(Happening::Completed { seat: Seat(1), tile: TileId(0), segment });
        script.allow(1_000_000);
        script.call(&mut game, hook.handler, &occasion).unwrap();
        script.ticks()
    };
    let modules = || with(&[("more/rules/new.lua", source)]);
    let plain = ticks(load(modules()));
    assert!(plain > 100);
    assert_eq!(ticks(reporting(modules(), None)), plain);
    let watched = reporting(modules(), Some("n + 1"));
    watched.tracer().unwrap().begin();
    assert_eq!(ticks(watched), plain);
}
