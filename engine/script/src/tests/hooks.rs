//! Tests replacements that allow an effect, chains of them, offers on questions of scripts, and events of packs.

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
    // The small award reached the second replacement, whose own award skips it; the large one became gold.
    assert_eq!(game.scores(), [103, 0]);
    assert_eq!(game.counter(tilewright_core::catalog::id::CounterId(0), super::of_seat(0)), 14);
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
        local figure = deploy('follower', seat, 'castle', 2)
        assert(figure:slot() == 2 and figure:owner() == seat)
        move(figure, cell(0, 0):tile():segments('town')[1])
    end)
    on('deployed', function(ev)
        if ev.from then assert(ev.from == 'castle' and ev.segment) award(ev.seat, 9, 'bonus') end
    end)";
    assert_eq!(run_step(&[("base/rules/p.lua", source)], |_| {}).scores(), [9, 0]);
}

#[test]
fn fields_that_an_event_does_not_have_are_errors_and_others_may_be_nil() {
    let source = "local function react(ev)
        assert(ev.name == 'placed' and ev.kind and ev.reason == nil)
        award(ev.seet, 1, 'bonus')
    end
    on('placed', react)";
    let fault =
        crate::testing::play(crate::testing::load(super::with(&[("base/rules/p.lua", source)])), 3).unwrap_err();
    let wanted = "base/rules/p.lua:3 [S0401] the event `placed` has no field `seet`: did you mean `seat`? (pack base, on placed)";
    assert_eq!(fault.to_string(), wanted);
    let source = "replace('award', function(ev) return [[not ready]] end)
    local function act(ev) return ev[1] end
    replace('place', act)";
    let fault =
        crate::testing::play(crate::testing::load(super::with(&[("base/rules/p.lua", source)])), 3).unwrap_err();
    let wanted = "the effect `place` has no field `1`: expected one of seat, kind, cell, turn, reason, name";
    assert_eq!(fault.message, wanted);
}

#[test]
fn a_tile_says_why_it_was_placed() {
    let source = "step('probe', function(seat)
        place_tile('gate', cell(5, 5), 0, { free = true, reason = 'gift' })
        place_tile('gate', cell(9, 9), 0, { free = true })
    end)
    on('placed', { reason = 'gift' }, function(ev)
        assert(ev.reason == 'gift' and ev.cell == cell(5, 5))
        award(ev.seat, 3, 'bonus')
    end)";
    assert_eq!(run_step(&[("base/rules/p.lua", source)], |_| {}).scores(), [3, 0]);
}

#[test]
fn rounds_begin_before_they_pay() {
    let source = "step('probe', function(seat)
        begin_round(1)
        wait()
        award(seat, count_so_far(), 'bonus')
    end)";
    let source = source.replace("count_so_far()", "counter('gold', 1) * 10");
    let rules = format!(
        "{source}\non('round_began', function(ev) set_counter('gold', counter('gold', ev.seat) + 1, ev.seat) end)"
    );
    assert_eq!(run_step(&[("base/rules/p.lua", &rules)], |_| {}).scores(), [80, 0]);
    // In a whole game, each step `score` is one round, and its payments are within the round.
    let script = crate::testing::load(super::with(&[(
        "base/rules/p.lua",
        "on('round_began', function(ev) set_counter('gold', 100, ev.seat) end)
        on('awarded', function(ev) assert(finishing() or counter('gold', active_seat()) == 100) end)
        on('round_ended', function(ev) assert(counter('gold', ev.seat) == 100) set_counter('gold', 1, ev.seat) end)",
    )]));
    let (scores, _) = crate::testing::play(script, 4).unwrap();
    assert!(scores.iter().any(|&score| score > 0), "{scores:?}");
}

#[test]
fn one_amendment_for_every_terrain() {
    let all = "amend('*', { stage = 'flat' }, function(sheet, feature) sheet:flat('gift', 10) end)";
    let mut script = crate::testing::load(super::with(&[("base/rules/p.lua", all)]));
    let mut shrine = super::game(&script, &[("shrine", 0, 0, 0), ("bend", 5, 5, 0)]);
    for (at, rule, worth) in [("0,0:shrine", 2, 11), ("5,5:road:S.W", 0, 11)] {
        let sheet = super::sheet(&mut script, &mut shrine, at, rule, true);
        assert!(sheet.contains(&format!("total {worth}")) && sheet.contains("gift"), "{sheet}");
    }
    // Only `*` means every terrain; any other text must name a terrain.
    let mut modules = super::with(&[("base/rules/p.lua", "amend('*', { book = 'bonus' }, function() end)")]);
    modules.push(crate::testing::module("base", "base/rules/q.lua", "amend('**', function() end)", &[]));
    let catalog = std::sync::Arc::new(crate::testing::catalog(modules));
    let (_, found) = crate::rules::script::Script::load(std::sync::Arc::clone(&catalog));
    let report = crate::testing::report(&catalog, &found);
    assert!(report.contains("there is no terrain `**`"), "{report}");
}

/// Returns the keys of the options in the current decision.
fn keys(game: &tilewright_core::state::Game) -> String {
    let options = &game.decision().unwrap().options;
    options.iter(game).map(|pick| options.key(game, pick)).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_offer_that_does_not_look_leaves_the_options_as_they_are() {
    use tilewright_core::state::decision::Options;
    let with = |offer: &str| {
        run_step(&[("base/rules/o.lua", offer), ("base/rules/p.lua", "step('probe', function() end)")], |_| {})
    };
    let plain = with("");
    assert!(matches!(plain.decision().unwrap().options, Options::Placements { .. }));
    let idle = with("offer('place', function(options, seat) assert(seat == 0) end)");
    assert_eq!(idle.decision(), plain.decision());
    let looked = with("offer('place', function(options) assert(options:count() > 0) end)");
    assert!(matches!(looked.decision().unwrap().options, Options::List(_)));
    assert_eq!(keys(&looked), keys(&plain));
}

#[test]
fn placements_are_taken_out_by_their_cells_and_turns() {
    let offer = "offer('place', function(options)
        local left
        local first = options:placements()[1]
        options:only_at({ first.cell, cell(-9, 9) })
        for _, at in options:placements() do assert(at.cell == first.cell) end
        assert(options:placements()[1].turn == first.turn)
        for _, at in options:placements() do
            if left then assert(options:remove(at) and not options:remove(at)) else left = at end
        end
        assert(options:count() == 1 and #options:placements() == 1 and options:has({ left.cell, ',', left.turn }))
        options:add({ 'stay:', left.cell }, 'stay', left.cell)
    end)
    chosen('stay', function() end)";
    let game = run_step(&[("base/rules/o.lua", offer), ("base/rules/p.lua", "step('probe', function() end)")], |_| {});
    let keys = keys(&game);
    let (at, stay) = keys.split_once(" stay:").unwrap();
    assert!(at.strip_prefix(stay).unwrap().starts_with(','), "{keys}");
}

#[test]
fn offers_are_made_for_the_tiles_that_they_name() {
    let offer = "for _, filter in { { terrain = 'shrine' }, { kind = 'gate' }, { tag = 'inn' } } do
        offer('place', filter, function(options)
            assert(kind_in_play() == 'gate', kind_in_play())
            options:add('seen', 'seen')
        end)
    end
    chosen('seen', function() end)";
    let modules = [("base/rules/o.lua", offer), ("base/rules/p.lua", "step('probe', function() end)")];
    let only = |kind: &'static str| {
        let game = run_step(&modules, move |c| {
            let kind = c.kinds.find(kind).unwrap();
            c.bags.get_mut(tilewright_core::catalog::id::BagId(0)).unwrap().contents = vec![(kind, 3)];
            c.board.presets[0].from = None;
        });
        keys(&game).contains("seen")
    };
    assert_eq!(["cap", "bend", "gate"].map(only), [false, false, true]);
}

#[test]
fn options_for_each_of_some_things_are_told_by_a_text_and_the_thing() {
    let probe = "step('probe', function(seat)
        local free = { cell(0, 1), cell(2, 3) }
        local move, at = ask(seat, 'move', {
            'no', { key = 'boat@', each = free, name = 'boat' }, { key = 'dog@', each = free, name = 'dog' },
            { each = { 7, 8 } }, { key = { 'last:', cell(4, 5), '>', 6 }, target = cell(4, 5) },
        }, { none = 'stay' })
        award(seat, if move == 'no' then 1 elseif move == nil then 2 elseif type(at) == 'number' then at
            elseif not at then 3 else 100 * at:x() + #move.name, 'bonus')
    end)";
    let modules = [("base/rules/p.lua", probe)];
    let asked = run_step(&modules, |_| {});
    assert_eq!(keys(&asked), "no boat@0,1 boat@2,3 dog@0,1 dog@2,3 7 8 last:4,5>6 stay");
    let take =
        |key: &'static str| super::run_step_by(&modules, |_| {}, |ask| (ask == "move").then_some(key)).scores()[0];
    let points = ["no", "boat@0,1", "boat@2,3", "dog@2,3", "8", "last:4,5>6", "stay"].map(take);
    assert_eq!(points, [1, 4, 204, 203, 8, 3, 2]);
}

#[test]
fn options_that_are_added_for_each_thing_leave_out_what_is_there() {
    let offer = "offer('deploy', function(options, seat)
        options:add({ 'call:', 3 }, 'call', 3)
        options:add_each('call:', 'call', { 2, 3, 4, 4 })
    end)
    chosen('call', function(seat, n) award(seat, n, 'bonus') end)";
    let modules = [("base/rules/o.lua", offer)];
    let scores = play_by(&modules, 3, |ask| (ask == "deploy").then_some("call:4"));
    assert!(scores.iter().all(|n| *n > 0 && n % 4 == 0), "{scores:?}");
    let scores = play_by(&modules, 3, |ask| (ask == "deploy").then_some("call:3"));
    assert!(scores.iter().all(|n| *n > 0 && n % 3 == 0), "{scores:?}");
}

#[test]
fn what_a_filter_keeps_away_is_not_told() {
    let hooks = "on('placed', { seat_has = 'follower' }, function(ev)
        assert(#figures_on_board(ev.seat, 'follower') > 0)
        count('gold', 1)
    end)
    on('placed', { beside = 'ship' }, function(ev)
        assert(token('ship'):side_to(ev.cell))
        count('gold', 100000)
    end)
    on('placed', function(ev) if #figures_on_board(ev.seat, 'follower') > 0 then count('gold', 100) end end)
    on('deployed', { moved = true }, function(ev) assert(ev.from) award(ev.seat, 1, 'bonus') end)
    on('deployed', { moved = false }, function(ev) assert(not ev.from) award(ev.seat, 1000, 'bonus') end)
    on('round_ended', { counters = { 'gold' } }, function() assert(counter('gold') ~= 7) count('gold', 10000) end)";
    let probe = "step('probe', function(seat)
        end_round(seat)
        wait()
        assert(counter('gold') == 7)
        place_tile('cap', cell(0, -1), 2)
        wait()
        assert(counter('gold') == 7)
        local figure = deploy('follower', seat, cell(0, 0):tile():segments()[1])
        wait()
        move(figure, cell(0, 0))
        place_tile('cap', cell(1, 0), 1)
        wait()
        assert(counter('gold') == 7 + 101, counter('gold'))
        end_round(seat)
        wait()
        assert(counter('gold') == 7 + 10101)
        move_token('ship', cell(-1, -1))
        place_tile('cap', cell(-1, 0), 3)
        wait()
        assert(counter('gold') == 7 + 110202, counter('gold'))
    end)";
    let set_up = |c: &mut tilewright_core::catalog::Catalog| {
        let gold = tilewright_core::catalog::id::CounterId(0);
        c.counters.get_mut(gold).unwrap().scope = tilewright_core::catalog::Scope::Game;
    };
    let game = run_step(&[("base/rules/h.lua", hooks), ("base/rules/p.lua", probe)], set_up);
    assert_eq!(game.scores(), [1001, 0]);
}

#[test]
fn filters_look_at_where_tokens_lie_and_at_what_seats_and_bags_have() {
    let hooks = "local function give(n) return function() award(0, n, 'bonus') end end
    on('round_ended', { on_finished = { 'boat', 'ship' } }, give(1))
    on('round_ended', { together = { 'boat', 'ship' } }, give(10))
    on('round_ended', { bags = { 'bag' } }, give(100))
    on('round_ended', { seat_counts = { 'gold' } }, give(1000))
    on('round_ended', { any = { { together = { 'boat', 'ship' } }, { seat_counts = { 'gold' } } } }, give(10000))
    on('deployed', { with_token = 'ship' }, give(100000))";
    let probe = "step('probe', function(seat)
        local before = 0
        local function given()
            local now = points(0)
            local more = now - before
            before = now
            return more
        end
        local function round()
            end_round(seat)
            wait()
            return given()
        end
        local town, field = cell(0, 0):tile():segments('town')[1], cell(0, 0):tile():segments('field')[1]
        assert(round() == 100)
        count('gold', 1, 1 - seat)
        assert(round() == 100, 'of another seat')
        count('gold', 1, seat)
        assert(round() == 11100)
        count('gold', -1, seat)
        move_token('ship', town)
        move_token('boat', field)
        assert(round() == 100)
        move_token('boat', town)
        assert(round() == 10110)
        place_tile('cap', cell(0, -1), 2)
        assert(town:finished() and round() == 10111)
        move_token('boat', cell(0, 0))
        assert(round() == 101, 'a cell is not a segment')
        for _, name in bag_kinds('bag') do
            for _ = 1, bag_size('bag', name) do take_out('bag', name) end
        end
        assert(round() == 1)
        take_home(deploy('follower', seat, field))
        wait()
        assert(given() == 0)
        take_home(deploy('follower', seat, cell(0, -1):tile():segments('town')[1]))
        wait()
        assert(given() == 100000, 'on another segment of the feature')
        move_token('ship', cell(0, -1))
        take_home(deploy('follower', seat, town))
        wait()
        assert(given() == 100000, 'on a cell with a tile of it')
        move_token('ship', nil)
        take_home(deploy('follower', seat, town))
        wait()
        assert(given() == 0)
        award(1, 1, 'bonus')
    end)";
    let set_up = |c: &mut tilewright_core::catalog::Catalog| {
        c.tokens.add(tilewright_core::catalog::id::Name::new("base", "boat"), Default::default()).unwrap();
    };
    let game = run_step(&[("base/rules/h.lua", hooks), ("base/rules/p.lua", probe)], set_up);
    assert_eq!(game.scores()[1], 1, "the step has ended");
}

#[test]
fn steps_run_only_where_their_filters_say() {
    let ran = |options: &str| {
        let probe = format!("step('probe', {options}, function(seat) award(seat, 1, 'bonus') end)");
        run_step(&[("base/rules/p.lua", &probe)], |_| {}).scores()[0] == 1
    };
    assert!(ran("{}") && ran("{ bags = { 'bag' } }"));
    assert!(!ran("{ tag = 'flag' }"), "no tile is in play yet");
    assert!(!ran("{ seat_counts = { 'gold' } }") && !ran("{ seat_has = 'follower', bags = { 'bag' } }"));
    assert!(ran("{ any = { { tag = 'flag' }, { bags = { 'bag' } } } }"));
    assert!(!ran("{ any = { { tag = 'flag' }, { counters = { 'gold' } } } }"));
    assert!(!ran("{ any = {} }"), "none is enough");
}

#[test]
fn an_amendment_may_be_for_the_feature_of_a_token() {
    let amend = "amend('town', { with_token = 'ship' }, function(sheet) sheet:per('ship', 1, 5) end)";
    let probe = "step('probe', function(seat)
        local tile = cell(0, 0):tile()
        local town = tile:segments('town')[1]
        local plain = value(town)
        move_token('ship', tile:segments('field')[1])
        assert(value(town) == plain)
        move_token('ship', town)
        assert(value(town) == plain + 5)
        move_token('ship', tile:cell())
        award(seat, value(town) - plain, 'bonus')
    end)";
    let game = run_step(&[("base/rules/a.lua", amend), ("base/rules/p.lua", probe)], |_| {});
    assert_eq!(game.scores(), [5, 0]);
}

#[test]
fn add_each_leaves_out_what_is_excepted() {
    let offer = "offer('deploy', function(options)
        local before = options:count()
        options:add_each('call:', 'call', { 2, 3, 4 }, 3)
        assert(options:count() == before + 2 and not options:has('call:3'))
        options:add_each('at:', 'call', { cell(0, 0), placed_tile(), placed_tile():cell() }, placed_tile())
        assert(options:count() == before + 3 and options:has('at:0,0'))
        options:add_each('to:', 'call', { 5 }, nil)
        assert(options:has('to:5'))
    end)
    chosen('call', function(seat, n) award(seat, n, 'bonus') end)";
    let scores = play_by(&[("base/rules/o.lua", offer)], 3, |ask| (ask == "deploy").then_some("call:4"));
    assert!(scores.iter().all(|n| *n > 0 && n % 4 == 0), "{scores:?}");
}

#[test]
fn figures_are_offered_as_their_list_would_be() {
    let offer = "offer('deploy', function(options, seat)
        local function added(add)
            local before = options:count()
            add()
            local keys = options:keys()
            local new = {}
            for i = before + 1, #keys do new[i - before] = keys[i] end
            for _, key in new do options:remove(key) end
            return table.concat(new, ' ')
        end
        local list = added(function() options:add_each('at:', 'at', figures_on_board(seat)) end)
        assert(added(function() options:add_figures('at:', 'at', seat) end) == list)
        assert(added(function() options:add_figures('at:', 'at', seat, 'follower') end) == list)
        local some = added(function() options:add_each('at:', 'at', claiming_figures(seat, 'field')) end)
        assert(added(function() options:add_claiming_figures('at:', 'at', seat, 'field') end) == some)
        local first = claiming_figures(seat)[1]
        local rest = added(function() options:add_each('at:', 'at', claiming_figures(seat), first) end)
        assert(added(function() options:add_claiming_figures('at:', 'at', seat, nil, first) end) == rest)
        if list ~= '' and list ~= some and some ~= '' then options:add('seen', 'at') end
    end)
    chosen('at', function(seat) award(seat, 1, 'bonus') end)";
    let scores = play_by(&[("base/rules/o.lua", offer)], 3, |_| None);
    assert!(scores.iter().sum::<i32>() > 0, "{scores:?}");
}

#[test]
fn the_placements_on_a_cell_are_the_same_whether_others_were_listed() {
    let left = |more: &str| {
        let offer = format!(
            "offer('place', function(options)
                local all = placements(kind_in_play())
                options:only_at({{ all[#all].cell{more} }})
            end)"
        );
        let probe = ("base/rules/p.lua", "step('probe', function() end)");
        keys(&run_step(&[("base/rules/o.lua", &offer), probe], |_| {}))
    };
    assert!(!left("").is_empty());
    assert_eq!(left(""), left(", cell(-9, 9)"));
}
