//! Replacements that let an effect happen, chains of them, offers on questions of scripts, events of packs.

use super::{play_by, run_step};

const KEEP: &str = "replace('award', { asks = true }, function(ev)
    if ask(ev.seat, 'who', { 'drop', 'keep' }) == 'keep' then return false end
end)";

#[test]
fn a_replacement_that_asks_may_hand_the_effect_back() {
    let plain = play_by(&[], 4, |_| None);
    let kept = play_by(&[("more/rules/keep.lua", KEEP)], 4, |ask| (ask == "who").then_some("keep"));
    assert_eq!(plain, kept);
    let dropped = play_by(&[("more/rules/keep.lua", KEEP)], 4, |ask| (ask == "who").then_some("drop"));
    assert_eq!(dropped, [0, 0]);
    assert_ne!(plain, dropped);
}

#[test]
fn the_next_replacement_is_asked_when_the_first_does_not_act() {
    let probe = "step('probe', function(seat) award(seat, 3, 'bonus') award(seat, 7, 'bonus') wait() end)";
    let first = "replace('award', function(ev)\n  if ev.points < 5 then return false end\n  count('gold', ev.points, ev.seat)\nend)";
    let second = "replace('award', function(ev) award(ev.seat, ev.points + 100, ev.book) end)";
    let modules = [("base/rules/p.lua", probe), ("more/rules/a.lua", first), ("other/rules/b.lua", second)];
    let game = run_step(&modules, |_| {});
    // The small award went on to the second one, whose own award goes past it; the large one became gold.
    assert_eq!(game.scores(), [103, 0]);
    assert_eq!(game.counter(tilewright_core::id::CounterId(0), super::of_seat(0)), 14);
}

#[test]
fn built_in_placing_and_deploying_can_be_replaced() {
    let source = "replace('place', function(ev)
        assert(ev.kind and ev.cell and ev.turn >= 0 and ev.seat)
        count('gold', 1, ev.seat)
        return false
    end)
    replace('deploy', function(ev)
        assert(ev.figure_kind == 'follower')
        award(ev.seat, 5, 'bonus')
    end)";
    let figures = "on('ending', function() assert(#figures_on_board() == 0) end)";
    let scores = play_by(&[("more/rules/r.lua", source), ("other/rules/f.lua", figures)], 8, |_| None);
    assert!(scores.iter().all(|n| *n > 0 && n % 5 == 0), "{scores:?}");
}

#[test]
fn offers_amend_questions_of_scripts() {
    let probe = "step('probe', function(seat)
        local what = ask(seat, 'gift', { 'one', 'two' })
        award(seat, if what == nil then 1000 elseif what == 'one' then 1 else 500, 'bonus')
    end)
    offer('gift', function(options, seat)
        options:remove('two')
        options:add('many', 'many', 42)
        options:add('at', 'at', cell(3, 4))
        options:add('nought', 'nought', 0)
    end)
    chosen('many', function(seat, n) award(seat, n, 'bonus') assert(points(seat) == n) end)
    chosen('at', function(seat, at) award(seat, at:x() * 10 + at:y(), 'bonus') end)
    chosen('nought', function(seat, n) assert(n == 0) award(seat, ask(seat, 'more', { 6, 7 }), 'bonus') end)";
    let take = |key: &'static str| {
        let game = super::run_step_by(
            &[("base/rules/p.lua", probe)],
            |_| {},
            |ask| match ask {
                "gift" => Some(key),
                "more" => Some("7"),
                _ => None,
            },
        );
        game.scores()[0]
    };
    assert_eq!([take("one"), take("many"), take("at"), take("nought")], [1, 1042, 1034, 1007]);
}

#[test]
fn packs_have_events_of_their_own() {
    let source = "step('probe', function(seat)
        raise('landed', { seat = 1, cell = cell(2, 3), amount = 6 })
        raise('other')
    end)
    on('raised', { reason = 'landed' }, function(ev)
        assert(ev.reason == 'landed' and ev.cell == cell(2, 3))
        award(ev.seat, ev.amount, 'bonus')
    end)";
    assert_eq!(run_step(&[("base/rules/p.lua", source)], |_| {}).scores(), [0, 6]);
}

#[test]
fn what_is_raised_may_be_about_a_tile() {
    let source = "step('probe', function(seat)
        place_tile('gate', cell(5, 5), 0, { free = true })
        raise('found', { seat = seat, tile = cell(0, 0):tile() })
        raise('found', { seat = seat, tile = cell(5, 5):tile() })
    end)
    on('raised', { reason = 'found', tag = 'flag' }, function(ev)
        assert(ev.tile:kind() == 'gate')
        award(ev.seat, 3, 'bonus')
    end)";
    assert_eq!(run_step(&[("base/rules/p.lua", source)], |_| {}).scores(), [3, 0]);
}

#[test]
fn a_script_may_ask_again_after_a_single_option() {
    let source = "step('probe', function(seat)
        local first = ask(seat, 'first', { 'only' })
        local second = ask(seat, 'second', { 'a', 'b' })
        assert(first == 'only' and second == 'b')
        award(seat, 1, 'bonus')
    end)";
    let take = |ask: &str| (ask == "second").then_some("b");
    assert_eq!(super::run_step_by(&[("base/rules/p.lua", source)], |_| {}, take).scores(), [1, 0]);
}

#[test]
fn a_figure_that_moves_tells_where_it_was() {
    let source = "step('probe', function(seat)
        local figure = put('follower', seat, 'castle', 2)
        assert(figure:slot() == 2 and figure:owner() == seat)
        move(figure, cell(0, 0):tile():parts('town')[1])
    end)
    on('deployed', function(ev)
        if ev.from then assert(ev.from == 'castle' and ev.segment) award(ev.seat, 9, 'bonus') end
    end)";
    assert_eq!(run_step(&[("base/rules/p.lua", source)], |_| {}).scores(), [9, 0]);
}
