//! Tests points that rules pay with a sheet, and amendments by book.

use tilewright_core::catalog::Value;
use tilewright_core::catalog::id::TileId;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::rules::Rules;
use tilewright_core::state::happening::{Happening, Occasion};

use super::{CASTLE, game, put, segment_at, with};
use crate::rules::script::Script;
use crate::testing::{base_rules, library, load, module};

/// Calls the only reaction of a module on a castle with three fields; returns the scores and the journal.
fn run_reaction(script: &mut Script, figures: &[(u8, i16, i16, &str)], at: &str) -> String {
    let mut game = game(script, CASTLE);
    game.keep_journal(true);
    for &(seat, x, y, key) in figures {
        put(&mut game, script, seat, x, y, key);
    }
    let c = std::sync::Arc::clone(script.compiled_rules().catalog());
    let hook = script.hooks().on[0].clone();
    let occasion =
        Occasion::Event(Happening::Completed { seat: Seat(1), tile: TileId(0), segment: segment_at(&game, at) });
    if let Err(fault) = script.call(&mut game, hook.handler, &occasion) {
        return fault.to_string();
    }
    let mut text = format!("scores {:?}\n", game.scores());
    let journal = game.journal().unwrap();
    for sheet in &journal.sheets {
        let book = c.books.key(sheet.sheet.book);
        text.push_str(&format!("{book} at `{}`: {:?}\n", sheet.place, &sheet.points[..3]));
        for item in &sheet.sheet.items {
            let seat = item.seat.map_or(String::new(), |s| format!(" for {s}"));
            let line = item.origin.map_or(0, |o| o.line);
            let label = script.symbol(item.label);
            text.push_str(&format!("  {label} {} x {} = {}{seat}, line {line}\n", item.count, item.each, item.points));
        }
    }
    text
}

/// Loads rules that score fields by area, and a reaction.
fn by_area(source: &str) -> Script {
    let mut modules = base_rules();
    modules.truncate(3);
    let text = Value::text;
    let settings = [("on", text("field")), ("beside", text("town")), ("by", text("area"))];
    modules.push(library("fields_beside_areas", &settings));
    modules.push(module("more", "more/rules/new.lua", source, &[]));
    load(modules)
}

#[test]
fn a_feature_is_paid_as_its_rules_say() {
    let source = "on('completed', function(ev)\n  local n = pay_sheet(ev.feature, { seat = 1, final = true, book = 'bonus' })\n  assert(n == 8)\nend)";
    let figures = [(1, 0, 0, "town:N"), (2, 0, -1, "town:N.S")];
    expect_test::expect![[r#"
        scores [0, 8, 0]
        bonus at `0,-1:town:N.S`: [0, 8, 0]
          tile 3 x 2 = 6, line 12
          flag 1 x 2 = 2, line 14
    "#]]
    .assert_eq(&run_reaction(&mut load(with(&[("more/rules/new.lua", source)])), &figures, "0,0:town:N"));
    // Without a seat, all seats with a share are paid.
    let source = "on('completed', function(ev) assert(pay_sheet(ev.feature) == 16) end)";
    let text = run_reaction(&mut load(with(&[("more/rules/new.lua", source)])), &figures, "0,0:town:N");
    assert!(text.starts_with("scores [0, 8, 8]\ntown at"), "{text}");
}

#[test]
fn items_of_single_seats_can_be_left_out() {
    let source = "amend('town', { stage = 'flat' }, function(sheet) sheet:for_seat(1, 'pig', 1, 3) end)\n\
                  on('completed', function(ev)\n  assert(pay_sheet(ev.feature, { seat = 1 }) == 11)\n\
                  \x20 assert(pay_sheet(ev.feature, { seat = 1, bonuses = false, share = 'each' }) == 8)\nend)";
    let figures = [(1, 0, 0, "town:N")];
    let text = run_reaction(&mut load(with(&[("more/rules/new.lua", source)])), &figures, "0,0:town:N");
    assert!(text.starts_with("scores [0, 19, 0]"), "{text}");
}

#[test]
fn a_field_that_goes_by_areas_is_paid_as_one() {
    let source = "on('completed', function(ev)\n  assert(value(ev.feature, true) == 4 and share_of(ev.feature, 1, true) == 4)\n\
                  \x20 assert(value(ev.feature) == 0 and share_of(ev.feature, 0, true) == 0)\n\
                  \x20 assert(pay_sheet(ev.feature, { seat = 1, final = true }) == 4)\nend)";
    let figures = [(1, 0, 0, "field:E.S.W"), (1, 0, -1, "field:E"), (0, 0, -1, "field:W")];
    expect_test::expect![[r#"
        scores [0, 4, 0]
        field at `0,0:field:E.S.W`: [0, 4, 0]
          town 1 x 4 = 4, line 23
    "#]]
    .assert_eq(&run_reaction(&mut by_area(source), &figures, "0,0:field:E.S.W"));
}

#[test]
fn a_free_sheet_is_filled_by_a_function() {
    let source = "on('completed', function(ev)\n  local n = pay_sheet(nil, { book = 'bonus', share = 'ranks' }, function(sheet)\n\
                  \x20   sheet:claim_seat(0, 3)\n    sheet:claim_seat(2, 1)\n    sheet:per('wine', 3, 3)\n    sheet:apart(1, 'quarter', 2, 2)\n  end)\n\
                  \x20 assert(n == 9 + 5 + 4)\nend)";
    expect_test::expect![[r#"
        scores [9, 4, 5]
        bonus at ``: [9, 4, 5]
          wine 3 x 3 = 9, line 5
          quarter 2 x 2 = 4 for 2, line 6
    "#]]
    .assert_eq(&run_reaction(&mut load(with(&[("more/rules/new.lua", source)])), &[], "0,0:town:N"));
    let bad = "on('completed', function(ev)\n  pay_sheet(nil, { book = 'bonus' }, function() ({ award })[1](0, 1, 'bonus') end)\nend)";
    let text = run_reaction(&mut load(with(&[("more/rules/new.lua", bad)])), &[], "0,0:town:N");
    assert!(text.contains("[S0410] a rule of this kind may only read"), "{text}");
    let bad = "on('completed', function(ev)\n  pay_sheet(nil, {}, function() end)\nend)";
    let text = run_reaction(&mut load(with(&[("more/rules/new.lua", bad)])), &[], "0,0:town:N");
    assert!(text.contains("a free sheet needs a `book`"), "{text}");
}

#[test]
fn an_amendment_changes_what_is_booked_under_the_terrain() {
    // The amendment changes the town's own rule. It changes the fields' rule, which counts towns, only if that is
    // named.
    let source = "amend('town', { stage = 'void' }, function(sheet) sheet:void('gone') end)\n\
                  on('completed', function(ev) assert(value(ev.feature, true) == 4) end)";
    assert!(run_reaction(&mut by_area(source), &[], "0,0:field:E.S.W").starts_with("scores"));
    let source = "amend('town', { stage = 'void', book = 'field' }, function(sheet) sheet:void('gone') end)\n\
                  on('completed', function(ev) assert(value(ev.feature, true) == 0) end)";
    assert!(run_reaction(&mut by_area(source), &[], "0,0:field:E.S.W").starts_with("scores"));
}
