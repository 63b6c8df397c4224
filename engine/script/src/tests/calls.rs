//! Tests reactions, questions, replacements and failures.

use std::sync::Arc;
use tilewright_core::catalog::id::TileId;

use expect_test::{Expect, expect};
use tilewright_core::catalog::flow::{Step, StepKind};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::rules::{PickedOption, Progress, Rules};
use tilewright_core::machine::{Machine, Stop};
use tilewright_core::state::event::EventKind;
use tilewright_core::state::happening::{Happening, Occasion};
use tilewright_core::state::question::Handler;
use tilewright_core::state::sheet::Sheet;

use super::{CASTLE, game, put, sheet, with};
use crate::rules::script::Script;
use crate::testing::{TOWN, base_rules, catalog, load, module, play, report};

/// Calls the only reaction to an event and compares the changes.
fn react(source: &str, expect: Expect) {
    let mut script = load(with(&[("more/rules/new.lua", source)]));
    let mut game = game(&script, CASTLE);
    put(&mut game, &script, 1, 0, 0, "town:N");
    let hook = script.hooks().on[0].clone();
    let segment = game.board().find_segment(Cell::new(0, 0), "town:N");
    let occasion = Occasion::Event(Happening::Completed { seat: Seat(1), tile: TileId(0), segment: segment.unwrap() });
    let result = script.call(&mut game, hook.handler, &occasion);
    let gold = script.compiled_rules().catalog().counters.find("gold").unwrap();
    let gold: Vec<i32> =
        (0..3).map(|s| game.counter(gold, tilewright_core::state::effect::CounterKey::Seat(Seat(s)))).collect();
    let figures = game.figures().count();
    let text = match result {
        Ok(acted) => format!("acted {acted}"),
        Err(f) => format!("{f}\n{}", f.traceback.join("\n")),
    };
    expect.assert_eq(&format!("{text}\nscores {:?}, gold {gold:?}, figures {figures}\n", game.scores()));
}

#[test]
fn bags_that_no_seat_has_are_refused() {
    react(
        "on('completed', function(ev) put_back(bag_of('bag', 1), 'bend') end)",
        expect![[r#"
        more/rules/new.lua:1 [S0401] the bag `bag` does not exist for each seat: name it without `bag_of` (pack more, on completed)
        more/rules/new.lua:1: in function <more/rules/new.lua:1>
        scores [0, 0, 0], gold [7, 7, 7], figures 1
    "#]],
    );
    react(
        "on('completed', function(ev) put_back(bag_of('bag', 3), 'bend') end)",
        expect![[r#"
        more/rules/new.lua:1 [S0401] `3` is not a seat of this game: rules count seats from 0 to 2 (pack more, on completed)
        more/rules/new.lua:1: in function <more/rules/new.lua:1>
        scores [0, 0, 0], gold [7, 7, 7], figures 1
    "#]],
    );
}

#[test]
fn reactions_change_the_game() {
    react(
        "on('completed', { terrain = 'town' }, function(ev) award(ev.seat, value(ev.feature), 'bonus', ev.feature, 'why') end)",
        expect![[r#"
            acted true
            scores [0, 8, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev) pay('gold', ev.seat, nil, 2) pay('gold', 0, 2, counter('gold', 0)) end)",
        expect![[r#"
            acted true
            scores [0, 0, 0], gold [0, 5, 14], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev) for _, f in figures_on_board(1) do move(f, ev.tile) end end)",
        expect![[r#"
            more/rules/new.lua:1 [S0401] a tile is not a place: a place is a segment, a feature, a cell, a corner, a seam, a figure on a segment, or the name of a zone (pack more, on completed)
            more/rules/new.lua:1: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev) for _, f in figures_on_board(1) do move(f, 'castle', 2) end deploy('follower', 0, 'castle', 1) end)",
        expect![[r#"
            acted true
            scores [0, 0, 0], gold [7, 7, 7], figures 2
        "#]],
    );
    react(
        "on('completed', function(ev) for _, f in ev.feature:figures() do take_home(f) end return false end)",
        expect![[r#"
            acted false
            scores [0, 0, 0], gold [7, 7, 7], figures 0
        "#]],
    );
}

#[test]
fn tiles_are_drawn_by_rules() {
    react(
        "on('completed', function(ev)
            local before = bag_size('bag')
            local kind = draw('bag', { seat = 2, secret = true, as = 'removed' })
            assert(kind and bag_size('bag') == before - 1)
            put_back('bag', kind)
            assert(bag_size('bag') == before)
            assert(roll('die') == '2' or roll('die') ~= '')
            assert(chance('any', 1) == 0)
            award(0, before, 'bonus')
        end)",
        expect![[r#"
            acted true
            scores [30, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
}

#[test]
fn failures_name_pack_line_and_hook() {
    react(
        "on('completed', function(ev)\n  award(ev.seat, 1.5, 'bonus')\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0401] `points` of `award` needs a whole number, got the number 1.5 (pack more, on completed)
            more/rules/new.lua:2: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "local function f(ev)\n  local x = ev.nothing.at_all\nend\non('completed', function(ev)\n  f(ev)\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0401] the event `completed` has no field `nothing`: expected one of seat, tile, segment, feature, name (pack more, on completed)
            more/rules/new.lua:2: in function 'f'
            more/rules/new.lua:5: in function <more/rules/new.lua:4>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev)\n  award(7, 1, 'bonus')\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0401] `7` is not a seat of this game: rules count seats from 0 to 2 (pack more, on completed)
            more/rules/new.lua:2: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev)\n  pay('gold', 0, nil, 100)\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0401] seat 1 cannot pay 100 (pack more, on completed)
            more/rules/new.lua:2: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev)\n  count('go' .. 'ld', 1)\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0401] the counter `gold` belongs to seats: give a seat (pack more, on completed)
            more/rules/new.lua:2: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev)\n  ({ ask })[1](0, 'x', { 'a' })\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0410] only steps, and hooks registered with `asks = true`, may ask or wait (pack more, on completed)
            more/rules/new.lua:2: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev)\n  local t = {}\n  while true do t[#t + 1] = {} end\nend)",
        expect![[r#"
            more/rules/new.lua:3 [S0403] the script needs too much memory (pack more, on completed)
            more/rules/new.lua:3: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev)\n  award(0, 1, 'bonus')\n  while true do end\nend)",
        expect![[r#"
            more/rules/new.lua:3 [S0402] the script takes too long: it has used up its 2000000 steps (pack more, on completed)
            more/rules/new.lua:3: in function <more/rules/new.lua:1>
            scores [1, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev)\n  ({ score })[1]('road', function() end)\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0410] rules are registered while their module loads, not later (pack more, on completed)
            more/rules/new.lua:2: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev)\n  ev.seat = 2\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0410] this table is read-only: scripts keep nothing outside of the game's state (pack more, on completed)
            more/rules/new.lua:2: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev)\n  local thing = if true then ev.feature else nil thing:kind()\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0401] a feature has no `kind` (pack more, on completed)
            more/rules/new.lua:2: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev)\n  local thing = if true then ev.feature else nil thing:per('tile', 1, 1)\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0401] `per` is called on a sheet, not on a feature of `town` (pack more, on completed)
            more/rules/new.lua:2: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev)\n  local s = ev.feature .. 'x'\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0401] attempt to concatenate userdata with string (pack more, on completed)
            more/rules/new.lua:2: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
}

#[test]
fn pure_rules_cannot_change_the_game() {
    let mut modules = base_rules();
    modules[0] = module(
        "more",
        "more/rules/bad.lua",
        "score('road', function(sheet, road)\n  ({ award })[1](0, 100, 'bonus')\nend)",
        &[],
    );
    let fault = play(load(modules), 7).unwrap_err();
    expect![
        "more/rules/bad.lua:2 [S0410] a rule of this kind may only read the game, not change it (pack more, score road)"
    ]
    .assert_eq(&format!("{fault}"));
}

#[test]
fn state_hidden_in_a_module_is_found() {
    // The lint finds plain cases. A closure within a closure escapes it, and the paranoid mode shows the difference.
    let source = "local function counter()\n  local n = 0\n  return function() n += 1 return n end\nend\n\
                  local next_one = counter()\non('placed', function(ev) award(ev.seat, next_one(), 'bonus') end)";
    let modules = || with(&[("more/rules/hidden.lua", source)]);
    let (scores, _) = play(load(modules()), 5).unwrap();
    let mut careful = load(modules());
    careful.paranoid(true);
    let (other, _) = play(careful, 5).unwrap();
    assert_ne!(scores, other);
    let mut careful = load(base_rules());
    careful.paranoid(true);
    assert_eq!(play(careful, 5).unwrap(), play(load(base_rules()), 5).unwrap());
}

#[test]
fn steps_ask_and_offers_amend() {
    let source = "step('gift', function(seat)\n  local what = ask(seat, 'gift.what', { 'one', 2, { key = 'three', n = 3 } }, { none = true })\n\
                  \x20 if what == 'one' then award(seat, 1, 'bonus') elseif what == 2 then award(seat, 2, 'bonus')\n\
                  \x20 elseif what then award(seat, what.n, 'bonus') end\nend)\n\
                  offer('deploy', function(options, seat)\n  options:remove('pass')\n  options:add('tip', 'tip')\nend)\n\
                  chosen('tip', function(seat, what)\n  assert(what == nil)\n  award(seat, 100, 'bonus')\nend)";
    let mut c = catalog(with(&[("more/rules/gift.lua", source)]));
    c.flow.turn.push(Step {
        name: "gift".into(),
        pack: "base".into(),
        kind: StepKind::Script,
        each_seat: false,
        once: false,
        span: None,
    });
    let c = Arc::new(c);
    let (script, found) = Script::load(Arc::clone(&c));
    assert_eq!(report(&c, &found), "");
    let (scores, trace) = play(script.unwrap(), 3).unwrap();
    assert!(scores.iter().all(|&s| s > 100), "{scores:?}");
    for line in ["gift.what one", "gift.what 2", "gift.what three", "gift.what none", "deploy tip"] {
        assert!(trace.lines().any(|l| l == line), "{line} never came up:\n{trace}");
    }
    assert!(!trace.contains("deploy pass"));
}

#[test]
fn replacements_act_instead() {
    let source = "replace('award', { asks = true }, function(ev)\n  local which = ask(ev.seat, 'who', { 'gold', 'points' })\n\
                  \x20 count('gold', ev.points, ev.seat)\nend)";
    let script = load(with(&[("more/rules/replace.lua", source)]));
    let (scores, trace) = play(script, 9).unwrap();
    assert_eq!(scores, [0, 0]);
    assert!(trace.contains("who gold"));
}

#[test]
fn a_suspended_function_goes_on_where_it_stopped() {
    let source = "step('twice', function(seat)\n  for i = 1, 2 do\n    local n = ask(seat, 'n' .. i, { 5, 6 })\n    award(seat, n, 'bonus')\n  end\n  wait()\nend)\n-- The test runs \"twice\" itself.";
    let mut script = load(with(&[("more/rules/twice.lua", source)]));
    let mut game = game(&script, CASTLE);
    let step: Handler = script.hooks().steps["twice"].handler;
    let occasion = Occasion::Step(Seat(2));
    let chosen = |number| Some(PickedOption { number, feature: None });
    let (run, progress) = script.start(&mut game, step, &occasion).unwrap();
    assert!(matches!(&progress, Progress::Ask(q) if &*q.ask == "n1" && q.options.count() == 2 && q.seat == Seat(2)));
    let (run, second) = script.resume(&mut game, run, chosen(1)).unwrap();
    assert!(matches!(second, Progress::Ask(q) if &*q.ask == "n2"));
    let (next, third) = script.resume(&mut game, run, chosen(0)).unwrap();
    assert_eq!(third, Progress::Wait);
    assert!(script.waits(next) && !script.waits(run), "it has another number each time");
    assert_eq!(script.resume(&mut game, next, None).unwrap().1, Progress::Done(true));
    assert_eq!(game.scores(), [0, 0, 11]);
    assert!(script.resume(&mut game, run, None).unwrap_err().message.contains("suspended"));
}

#[test]
fn hooks_say_what_they_care_for() {
    let script =
        load(with(&[("more/rules/x.lua", "on('completed', { terrain = 'town', asks = true }, function() end)")]));
    let hooks = script.hooks();
    assert_eq!(hooks.on[0].filter.terrain, Some(TOWN));
    assert!(hooks.on[0].asks);
    assert_eq!(hooks.on.len(), 1);
    assert_eq!(hooks.on[0].event, EventKind::Completed);
    assert_eq!(hooks.on[0].origin.line, 1);
}

#[test]
fn a_machine_outlives_its_faults() {
    let source = "score('shrine', function(sheet, site)\n  local t = {}\n  while true do t = { t, ('x'):rep(1000) .. #t } end\nend)";
    let mut modules = base_rules();
    modules[2] = module("more", "more/rules/bomb.lua", source, &[]);
    let mut script = load(modules);
    let mut shrine = game(&script, &[("shrine", 0, 0, 0)]);
    let segment = shrine.board().find_segment(Cell::new(0, 0), "shrine").unwrap();
    for _ in 0..3 {
        // The clock is off, because a busy machine could reach its limit first.
        script.begin_run(false);
        let fault = script
            .score(&mut shrine, tilewright_core::machine::rules::ScoreRuleId(2), segment, true, &mut Sheet::default())
            .unwrap_err();
        assert_eq!((fault.code, &*fault.pack, &*fault.hook), ("S0403", "more", "score shrine"), "{fault}");
        let mut game = game(&script, CASTLE);
        assert!(sheet(&mut script, &mut game, "0,0:town:N", 1, false).contains("total 8"));
    }
}

#[test]
fn options_and_modules_reach_each_other() {
    let helper = "return { double = function(n) return 2 * n end }";
    let user = "local helper = require('helper')\nlocal form, w, h = option('size')\nassert(option('base:short') == true)\n\
                on('part_began', function(ev) award(ev.seat, helper.double(w) + h + #form, 'bonus') end)";
    let mut modules = base_rules();
    modules.push(module("base", "base/rules/helper.lua", helper, &[]));
    modules.push(module("base", "base/rules/user.lua", user, &[]));
    let mut script = load(modules);
    let mut game = game(&script, CASTLE);
    let handler = script.hooks().on[0].handler;
    script.call(&mut game, handler, &Occasion::Event(Happening::PartBegan { seat: Seat(0), reason: None })).unwrap();
    assert_eq!(game.scores(), [30, 0, 0]);
}

#[test]
fn a_machine_plays_on() {
    let script = load(base_rules());
    let c = Arc::clone(script.compiled_rules().catalog());
    let mut machine = Machine::new(c, Box::new(script));
    let mut game = machine.new_game(2, 1).unwrap();
    assert_eq!(machine.run(&mut game).unwrap(), Stop::Decision);
}

#[test]
fn searches_and_forecasts() {
    react(
        "on('completed', function(ev)
            local town = ev.segment
            assert(#town:reach() == 3 and #town:reach({ terrains = { 'field' } }) == 1)
            assert(#town:reach({ touching = true }) == 7 and #town:reach({ without = { 'flag' } }) == 1)
            local gate = cell(0, -1):tile():segments('town')[1]
            local far = cell(0, -2):tile():segments('town')[1]
            local price, way = town:cheapest({ far }, function(s) return if s == gate then 5 else 2 end)
            assert(price == 7 and #way == 3 and way[2] == gate)
            assert(town:cheapest({ far }, function(s) if s ~= gate then return 1 end end) == nil)
            local would = if_placed('bend', cell(1, 0), 2)
            assert(would and #would.features > 0 and not would.features[1].finished)
            assert(if_placed('bend', cell(9, 9), 0) == nil)
            award(0, 1, 'bonus')
        end)",
        expect![[r#"
            acted true
            scores [1, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
}

#[test]
fn compiled_rules_are_shared_by_threads() {
    fn require_shared<T: Send + Sync>(value: T) -> T {
        value
    }
    let compiled = require_shared(Arc::clone(load(base_rules()).compiled_rules()));
    let scores: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..2).map(|_| scope.spawn(|| play(compiled.instantiate().unwrap().0, 11).unwrap())).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert_eq!(scores[0], scores[1]);
}

#[test]
fn a_search_function_cannot_change_what_is_searched() {
    react(
        "on('completed', function(ev)\n  ev.segment:cheapest({}, function() award(0, 1, 'bonus') return 1 end)\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0410] a rule of this kind may only read the game, not change it (pack more, on completed)
            more/rules/new.lua:2: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
    react(
        "on('completed', function(ev)\n  ev.segment:cheapest({}, function() return value(ev.feature) // -1 end)\nend)",
        expect![[r#"
            more/rules/new.lua:2 [S0401] a cost is not below 0 (pack more, on completed)
            more/rules/new.lua:2: in function <more/rules/new.lua:1>
            scores [0, 0, 0], gold [7, 7, 7], figures 1
        "#]],
    );
}

#[test]
fn a_value_may_not_ask_for_itself_without_end() {
    let source = "score('road', function(sheet, road)\n  sheet:flat('again', value(road) + 1)\nend)";
    let mut modules = base_rules();
    modules[0] = module("more", "more/rules/again.lua", source, &[]);
    let fault = play(load(modules), 7).unwrap_err();
    expect![
        "more/rules/again.lua:2 [S0401] the value of a feature depends on a value that depends on a value, and \
        so on (pack more, score road)"
    ]
    .assert_eq(&format!("{fault}"));
}

/// Checks that lines are counted only on request, and that the game continues unchanged.
#[test]
fn lines_that_ran_are_counted() {
    let source = "on('completed', function(ev)\n    for _ = 1, 3 do\n        award(ev.seat, 1, 'bonus')\n    end\n    \
                  if ev.seat == 9 then\n        award(ev.seat, 5, 'bonus')\n    end\nend)";
    let mut script = load(with(&[("more/rules/new.lua", source)]));
    let mut game = game(&script, CASTLE);
    put(&mut game, &script, 1, 0, 0, "town:N");
    let segment = game.board().find_segment(Cell::new(0, 0), "town:N");
    assert_eq!(script.lines(), None);
    assert!(script.count_lines());
    let module =
        script.compiled_rules().catalog().modules.iter().position(|m| &*m.path == "more/rules/new.lua").unwrap();
    let own = |script: &Script| -> Vec<(u32, u32)> {
        let lines = script.lines().unwrap();
        let own = lines.iter().filter(|l| usize::from(l.origin.module) == module && l.times > 0);
        own.map(|l| (l.origin.line, l.times)).collect()
    };
    let before = own(&script);
    let hook = script.hooks().on[0].clone();
    let occasion = Occasion::Event(Happening::Completed { seat: Seat(1), tile: TileId(0), segment: segment.unwrap() });
    for _ in 0..2 {
        script.call(&mut game, hook.handler, &occasion).unwrap();
    }
    assert_eq!(game.scores(), [0, 6, 0]);
    let ran: Vec<(u32, u32)> = own(&script).into_iter().filter(|line| !before.contains(line)).collect();
    assert_eq!(ran, [(2, 2), (3, 6), (5, 2)], "line 6 never ran; before there was {before:?}");
    let never = script.lines().unwrap().into_iter().find(|l| l.times == 0 && usize::from(l.origin.module) == module);
    assert_eq!(never.map(|l| (l.origin.line, l.depth)), Some((6, 1)), "it does something, within a function");
    assert!(script.count_lines() && script.lines().unwrap().len() > ran.len(), "asking again keeps the count");
}

/// Checks that the limit on all calls together depends on the same count on every machine.
#[test]
fn calls_together_take_no_more_than_they_are_allowed() {
    let source = "on('completed', function(ev)\n    for _ = 1, 300 do end\nend)";
    let mut script = load(with(&[("more/rules/new.lua", source)]));
    let mut game = game(&script, CASTLE);
    put(&mut game, &script, 1, 0, 0, "town:N");
    let segment = game.board().find_segment(Cell::new(0, 0), "town:N");
    let hook = script.hooks().on[0].clone();
    let occasion = Occasion::Event(Happening::Completed { seat: Seat(1), tile: TileId(0), segment: segment.unwrap() });
    let before = script.ticks();
    script.call(&mut game, hook.handler, &occasion).unwrap();
    let each = script.ticks() - before;
    assert!((300..400).contains(&each), "{each} ticks");
    script.allow(each * 2 + each / 2);
    script.call(&mut game, hook.handler, &occasion).unwrap();
    script.call(&mut game, hook.handler, &occasion).unwrap();
    let fault = script.call(&mut game, hook.handler, &occasion).unwrap_err();
    assert_eq!(fault.code, "S0402");
    script.call(&mut game, hook.handler, &occasion).unwrap();
}

#[test]
fn what_came_is_called_by_its_name() {
    let told = |source: &str| {
        let mut script = load(with(&[("more/rules/new.lua", &format!("on('completed', function(ev) {source} end)"))]));
        let mut game = game(&script, CASTLE);
        put(&mut game, &script, 1, 0, 0, "town:N");
        let hook = script.hooks().on[0].clone();
        let segment = game.board().find_segment(Cell::new(0, 0), "town:N");
        let occasion =
            Occasion::Event(Happening::Completed { seat: Seat(1), tile: TileId(0), segment: segment.unwrap() });
        format!("{source}\n    {}\n", script.call(&mut game, hook.handler, &occasion).unwrap_err().message)
    };
    let cases = [
        "local c = cell(0, 0) move_token(c, 'ship')",
        "move_token('ship', cell(0, 0):key())",
        "local function of(thing) thing:segments() end of(kind('cap'))",
        "local function of(thing) thing:owner() end of(kind('cap'))",
        "take_home(cell(0, 0):tile())",
        "take_home(ev.feature)",
        "count('gold', ev.feature, ev.seat)",
        "local function of(thing) thing.cell() end of(figures_on_board(1)[1])",
        "local figure = figures_on_board(1)[1] cell(0, 0):beside(figure)",
    ];
    expect![[r#"
        local c = cell(0, 0) move_token(c, 'ship')
            `token` of `move_token` needs a text, got the cell 0,0
        move_token('ship', cell(0, 0):key())
            there is no zone `0,0`; there is `castle`; a text names a zone: for a cell or something on the board give the thing itself
        local function of(thing) thing:segments() end of(kind('cap'))
            the `segments` of a kind are those at a turn, which is missing
        local function of(thing) thing:owner() end of(kind('cap'))
            a kind of tile has no `owner`
        take_home(cell(0, 0):tile())
            `figure` of `take_home` needs a figure, got the tile `cap` at 0,0
        take_home(ev.feature)
            `figure` of `take_home` needs a figure, got a feature of `town`
        count('gold', ev.feature, ev.seat)
            `amount` of `count` needs a whole number, got a feature of `town`
        local function of(thing) thing.cell() end of(figures_on_board(1)[1])
            `cell` is called on nothing; a method is called with a colon, as in `thing:cell(…)`
        local figure = figures_on_board(1)[1] cell(0, 0):beside(figure)
            `side` of `beside` needs a whole number, got a figure `follower` of seat 2
    "#]]
    .assert_eq(&cases.map(told).concat());
}

#[test]
fn a_sheet_that_pays_nobody_is_noted() {
    let noted = |claim: &str| {
        let step = format!(
            "step('probe', function(seat) pay_sheet(nil, {{ book = 'bonus' }}, function(sheet) {claim} sheet:per('tile', 2, 1) end) end)"
        );
        let game = super::run_step(&[("more/rules/new.lua", &step)], |_| {});
        game.journal().unwrap().notes.iter().map(|note| note.text.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(noted(""), ["pay_sheet: the sheet totals 2, but no seat has a claim on it"]);
    assert_eq!(noted("sheet:claim_seat(0)"), [""; 0]);
}

#[test]
fn an_option_carries_a_table_to_what_follows_it() {
    let rules = "step('probe', function(seat) ask(seat, 'way', { 'on' }) end)\n\
        offer('way', function(options) options:add('far', 'leap', { 'castle', 3, cell(2, -1), true, by = 'air' }) end)\n\
        chosen('leap', function(seat, what) note(what[1], what[2], what[3], what[4], what.by, #what) end)";
    let choose = |ask: &str| (ask == "way").then_some("far");
    let game = super::run_step_by(&[("more/rules/new.lua", rules)], |_| {}, choose);
    let notes: Vec<&str> = game.journal().unwrap().notes.iter().map(|note| &*note.text).collect();
    assert_eq!(notes, ["castle 3 the cell 2,-1 true air 4"]);
}
