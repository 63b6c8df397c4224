//! Tests turn parts, draws, hands and dice.

use std::sync::Arc;

use tilewright_core::catalog::flow::{Step, StepKind};
use tilewright_core::catalog::id::{Name, TileKindId};
use tilewright_core::catalog::{Bag, Catalog, Die};
use tilewright_core::state::happening::Happening;

use super::{run_step, run_step_by};

fn name(local: &str) -> Name {
    Name::new("base", local)
}

fn script(name: &str) -> Step {
    Step { name: name.into(), pack: "base".into(), kind: StepKind::Script, each_seat: false, once: false, span: None }
}

/// Adds two stacks, a die with seats as faces, and a named part.
fn more(c: &mut Catalog) {
    let contents = vec![(TileKindId(0), 2), (TileKindId(2), 1)];
    c.bags.add(name("pile"), Bag { stacked: true, contents, ..Bag::default() }).unwrap();
    c.bags.add(name("heap"), Bag { stacked: true, ..Bag::default() }).unwrap();
    c.dice.add(name("who"), Die { seats: true, ..Die::default() }).unwrap();
    c.flow.parts.push(("extra".into(), vec![script("note")]));
}

#[test]
fn tiles_go_from_place_to_place() {
    let source = "step('probe', function(seat)
        assert(#bag_order('pile') == 3 and #bag_order('bag') == 0)
        local kind = draw('pile', { as = 'removed', seat = 1 })
        to_hand(seat, kind)
        assert(hand(seat)[1] == kind and #hand(seat) == 1)
        from_hand(seat, kind)
        put_back('pile', kind)
        assert(bag_order('pile')[1] == kind)
        deal('pile', { heap = 2, bag = 1 })
        assert(bag_size('pile') == 0 and bag_size('heap') == 2 and #bag_order('heap') == 2)
        shuffle('heap')
        local before = bag_size('bag', 'bend')
        take_out('bag', 'bend')
        assert(bag_size('bag', 'bend') == before - 1)
        before = bag_size('bag')
        local bends = bag_size('bag', 'bend')
        assert(pour('bag', 'pile', { 'bend' }) == bends and bag_size('pile', 'bend') == bends)
        assert(bag_size('bag') == before - bends and #bag_order('pile') == bends)
        assert(pour('bag', 'pile') == before - bends and bag_size('bag') == 0)
        assert(pour('pile', 'bag') == before and bag_size('pile') == 0)
        in_play('shrine')
        assert(kind_in_play() == 'shrine')
        local who = roll('who', 1)
        assert(who == 0 or who == 1)
        assert(draw('pile') == nil)
        award(seat, 1, 'bonus')
    end)
    on('rolled', function(ev) assert(ev.die == 'who' and ev.face == ev.face // 1 and ev.seat == 1) award(1, 1, 'bonus') end)
    step('note', function() end)";
    assert_eq!(run_step(&[("base/rules/p.lua", source)], more).scores(), [1, 1]);
}

/// Like [`more`], with a pile for each seat.
fn own_piles(c: &mut Catalog) {
    more(c);
    c.seats = (2, 4);
    c.give_each_seat(c.bags.find("pile").unwrap());
}

#[test]
fn of_bags_that_each_seat_has_that_of_whoever_acts_is_meant() {
    let source = "step('probe', function(seat)
        assert(bag_of('pile', seat) == 'pile:' .. seat and bag_size('pile') == 3 and bag_size(bag_of('pile', 1)) == 3)
        local kind = draw('pile')
        assert(bag_size('pile') == 2 and bag_size(bag_of('pile', seat)) == 2 and bag_size(bag_of('pile', 1)) == 3)
        put_back(bag_of('pile', 1), kind)
        assert(bag_size('pile:1') == 4 and bag_order('pile:1')[1] == kind)
        assert(draw('pile', { seat = 1 }) ~= nil and bag_size('pile:1') == 3 and bag_size('pile') == 2)
        assert(pour(bag_of('pile', 1), 'heap') == 3 and bag_size('heap') == 3)
        award(seat, 1, 'bonus')
    end)
    on('drawn', { bags = { 'pile' } }, function(ev)
        if ev.bag == bag_of('pile', ev.seat) then award(1, 1, 'bonus') end
    end)
    step('note', function() end)";
    assert_eq!(run_step(&[("base/rules/p.lua", source)], own_piles).scores(), [1, 2]);
}

#[test]
fn parts_know_why_they_take_place_and_follow_by_rank() {
    let source = "step('probe', function(seat)
        assert(part_reason() == nil)
        schedule(seat, 'extra', 'after', { reason = 'late', rank = 9 })
        schedule(1, { 'note' }, 'after', { reason = 'early', rank = 2 })
        schedule(seat, 'extra', 'after', 'plain')
        schedule(seat, 'extra', 'now', { reason = 'now' })
        wait()
        leave()
    end)
    step('note', function(seat)
        local amount = if part_reason() == 'late' then points(0) * 2 elseif part_reason() == 'early' then 5 else 3
        award(0, amount, 'bonus')
        assert(part_reason() ~= 'early' or seat == 1)
        if part_reason() == 'late' then end_round() wait() ask(seat, 'stop', { 'a', 'b' }) end
    end)
    on('round_ended', function(ev) award(1, 1, 'bonus') end)";
    let game = run_step_by(&[("base/rules/p.lua", source)], more, |_| None);
    // The points are 3 (now), 3 (plain), 5 (early), and for the late part all of these again twice.
    assert_eq!(game.scores(), [33, 1]);
    let journal = game.journal().unwrap();
    let began = journal.events.iter().filter(|e| matches!(e.what, Happening::PartBegan { reason: Some(_), .. }));
    assert_eq!(began.count(), 4);
}

#[test]
fn seats_can_be_changed() {
    let source = "step('probe', function(seat)
        if turn_number() == 1 then
            assert(seat == 0)
            hand_over(1)
            hand_over(1)
            assert(active_seat() == 1)
            begin_with(0)
            leave()
        else
            assert(seat == 0, 'who began is hidden')
            ask(seat, 'stop', { 'a', 'b' })
        end
    end)
    on('handed_over', function(ev) award(ev.seat, 1 + ev.giver, 'bonus') end)
    step('note', function() end)";
    let game = run_step(&[("base/rules/p.lua", source)], more);
    // A seat that already has the part is not reported.
    assert_eq!(game.scores(), [0, 1]);
    assert_eq!((game.turns(), Arc::clone(&game.decision().unwrap().ask)), (2, "stop".into()));
}

#[test]
fn the_seat_that_began_is_known_and_seats_are_counted_from_the_first() {
    let source = "step('before', function()
        assert(first_seat() == 0)
        begin_with(1)
        assert(first_seat() == 1)
    end)
    step('probe', function(seat)
        begin_with(0)
        assert(seat == 1 and first_seat() == 1)
        assert(seats()[1] == 0 and seats(first_seat())[1] == 1)
        award(seat, 1, 'bonus')
    end)";
    let set_up = |c: &mut Catalog| c.flow.setup.push(script("before"));
    assert_eq!(run_step(&[("base/rules/p.lua", source)], set_up).scores(), [0, 1]);
}

#[test]
fn a_loop_that_goes_round_once_can_be_left_before() {
    let go = |leaves: &str| {
        let source = format!(
            "step('probe', function(seat) award(seat, 1, 'bonus') {leaves} end)
            step('more', function(seat) award(seat, 10, 'bonus') end)
            step('after', function(seat) award(seat, 100, 'bonus') end)"
        );
        let set_up = |c: &mut Catalog| {
            let probe = c.flow.turn.remove(0);
            let around = StepKind::Repeat(vec![probe, script("more")]);
            let around = Step { kind: around, once: true, ..script("around") };
            c.flow.turn.splice(0..0, [around, script("after")]);
        };
        run_step(&[("base/rules/p.lua", &source)], set_up).scores()[0]
    };
    assert_eq!((go(""), go("leave('around')")), (111, 101));
}

#[test]
#[should_panic(expected = "two options of the question `toll` have the key `a`; add a part that distinguishes them")]
fn options_of_one_key() {
    let source = "step('probe', function(seat) ask(seat, 'toll', { 'a', { key = 'a' } }) end)";
    run_step(&[("more/rules/new.lua", source)], |_| {});
}

#[test]
#[should_panic(
    expected = "there is no bag `cap`: a `target` that is a text names a bag; for a kind of tile write kind(\"cap\")"
)]
fn a_kind_as_the_target_of_an_option() {
    let source = "step('probe', function(seat) ask(seat, 'toll', { 'a', { key = 'b', target = 'cap' } }) end)";
    run_step(&[("more/rules/new.lua", source)], |_| {});
}
