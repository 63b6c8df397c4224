//! Tests features that rules describe without listing them.

use tilewright_core::catalog::id::TileId;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::rules::Rules;
use tilewright_core::state::decision::{Options, Pick};
use tilewright_core::state::happening::{Happening, Occasion};

use super::{CASTLE, game, play_by, run_step, with};
use crate::testing::load;

#[test]
fn a_set_of_features_is_asked_for_as_its_list_would_be() {
    let played = |which: &str, items: &str, settings: &str| {
        let module = format!(
            "local which, is_set = {which}
            on('placed', {{ asks = true }}, function(ev)
                local here = ev.tile:segments()[1]:feature()
                local each = {{ of = {{ 'town', 'field', 'town' }}, which = which, except = {{ here }} }}
                local list = {{}}
                for _, terrain in {{ 'town', 'field' }} do
                    for _, one in features(terrain, which) do
                        if one ~= here then table.insert(list, one) end
                    end
                end
                assert(count_features(each) == #list)
                for most = 0, 3 do assert(count_features(each, most) == math.min(#list, most)) end
                if #list == 0 then return end
                if not is_set then each = list end
                local item, feature = ask(ev.seat, 'choice', {items}{settings})
                if feature then award(ev.seat, item.n * (100 * feature:tiles() + feature:open_sides()), 'bonus') end
            end)"
        );
        play_by(&[("base/rules/m.lua", &module)], 11, |_| None)
    };
    let of_one_set = "{ { key = 'to ', each = each, n = 1 }, { key = 'by ', each = each, n = 3 } }";
    let mixed = "{ { key = 'a', n = 1 }, { key = 'to ', each = each, n = 1 }, { key = 'too ', each = each, n = 3 } }";
    let alone = "{ { each = each, n = 1 } }";
    let mut seen = Vec::new();
    for (items, settings) in
        [(of_one_set, ""), (of_one_set, ", { none = true }"), (mixed, ""), (alone, ", { auto = true }")]
    {
        for which in ["'unfinished'", "'open'", "'finished'", "'claimed'", "nil"] {
            let set = played(&format!("{which}, true"), items, settings);
            assert_eq!(set, played(&format!("{which}, false"), items, settings), "{which} {items}");
            seen.push(set);
        }
    }
    let ways = seen.len();
    seen.sort();
    seen.dedup();
    assert!(seen.len() * 3 > ways, "the answers matter: {seen:?}");
}

#[test]
fn what_is_no_set_of_features_is_refused() {
    for (set, message) in [
        ("{}", "says `of` which terrains"),
        ("{ of = 'town' }", "`of` is a list of terrains, not"),
        ("{ of = { 1 } }", "`of` is a list of terrains, and"),
        ("{ of = { 'sea' } }", "no terrain `sea`"),
        ("{ of = { 'town' }, which = 'new' }", "not `new`"),
        ("{ of = { 'town' }, which = 1 }", "`which` is a text, not"),
        ("{ of = { 'town' }, except = 'x' }", "`except` is a list of features, not"),
        ("{ of = { 'town' }, except = { cell(0, 0) } }", "`except` is a list of features, and"),
    ] {
        let source = format!("on('completed', function()\n    local any: any = {set}\n    count_features(any)\nend)");
        let mut script = load(with(&[("more/rules/new.lua", &source)]));
        let mut game = game(&script, CASTLE);
        let hook = script.hooks().on[0].clone();
        let segment = game.board().find_segment(Cell::new(0, 0), "town:N").unwrap();
        let what = Occasion::Event(Happening::Completed { seat: Seat(1), tile: TileId(0), segment });
        let fault = script.call(&mut game, hook.handler, &what).unwrap_err();
        assert!(fault.message.contains(message), "{set}: {fault}");
    }
}

#[test]
fn the_options_of_a_set_read_the_same_as_a_list() {
    let asked = |each: &str| {
        let probe = format!(
            "step('probe', function(seat)
                local each = {each}
                ask(seat, 'choice', {{ {{ key = 'to ', each = each }}, {{ key = 'by ', each = each }} }})
            end)"
        );
        run_step(&[("base/rules/p.lua", &probe)], |_| {})
    };
    let set = asked("{ of = { 'town', 'field' } }");
    let listed = asked("{ features('town')[1], table.unpack(features('field')) }");
    let (lazy, list) = (&set.decision().unwrap().options, &listed.decision().unwrap().options);
    assert!(matches!((lazy, list), (Options::Features { .. }, Options::List(_))));
    assert!(lazy.count() == list.count() && lazy.count() >= 4);
    for pick in lazy.iter(&set) {
        let key = lazy.key(&set, pick);
        assert_eq!(key, list.key(&listed, pick));
        assert_eq!((lazy.find(&set, &key), lazy.target(&set, pick)), (Some(pick), list.target(&listed, pick)));
        assert_eq!((lazy.meaning(pick), lazy.of_step(pick), lazy.placement(pick)), (list.meaning(pick), None, None));
        assert!(lazy.contains(&set, pick) && lazy.meaning(pick).is_some());
    }
    assert_eq!(lazy.all(&set), list.all(&listed));
    assert!(!lazy.contains(&set, Pick::Listed(lazy.count())) && lazy.find(&set, "to").is_none());
    assert_eq!(lazy.meaning(Pick::Listed(lazy.count())), None);
    assert_eq!(set.fingerprint(), listed.fingerprint());
}
