//! Tests the worth of features for each seat.

use std::sync::Arc;

use expect_test::expect;
use tilewright_core::catalog::Value;

use super::{CASTLE, game, put, sheet, with};
use crate::rules::script::Script;
use crate::testing::{base_rules, catalog, library, load, play, report};

#[test]
fn whole_games_score() {
    let (scores, _) = play(load(base_rules()), 7).unwrap();
    assert!(scores.iter().all(|&s| s > 0), "{scores:?}");
    let (again, _) = play(load(base_rules()), 7).unwrap();
    assert_eq!(scores, again);
}

#[test]
fn areas_count_tiles_and_marks() {
    let mut script = load(base_rules());
    let mut game = game(&script, CASTLE);
    put(&mut game, &script, 1, 0, 0, "town:N");
    expect![[r#"
        tile 3 x 2 = 6 (Per, base, scripts/areas.lua:12)
        flag 1 x 2 = 2 (Per, base, scripts/areas.lua:14)
        total 8, shares [0, 8, 0]
    "#]]
    .assert_eq(&sheet(&mut script, &mut game, "0,-1:town:N.S", 1, false));
    let mut open = self::game(&script, &CASTLE[..2]);
    put(&mut open, &script, 0, 0, 0, "town:N");
    put(&mut open, &script, 2, 0, -1, "town:N.S");
    expect![[r#"
        tile 2 x 1 = 2 (Per, base, scripts/areas.lua:12)
        flag 1 x 1 = 1 (Per, base, scripts/areas.lua:14)
        total 3, shares [3, 0, 3]
    "#]]
    .assert_eq(&sheet(&mut script, &mut open, "0,0:town:N", 1, true));
}

#[test]
fn amendments_follow_their_stages() {
    let inn = "amend('road', { tag = 'inn', stage = 'raise', when = 'finished' }, function(sheet) sheet:raise('tile', 1, 'inn') end)
amend('road', { tag = 'inn', stage = 'void', when = 'unfinished' }, function(sheet) sheet:void('inn') end)";
    let witch = "stage('quarter', { after = 'scale' })
amend('road', { stage = 'quarter' }, function(sheet, road) sheet:for_seat(1, 'quarter', road:tiles(), 1) end)
amend('road', { stage = 'scale' }, function(sheet) sheet:scale(1, 2, 'witch') end)
amend('road', { stage = 'flat' }, function(sheet, road) sheet:per('follower', road:count_figures(), 2) end)";
    let mut script = load(with(&[("more/rules/witch.lua", witch), ("other/rules/inn.lua", inn)]));
    let ring = [("inn_bend", 0, 0, 2), ("bend", 0, -1, 3), ("bend", 1, -1, 0), ("bend", 1, 0, 1)];
    let mut closed = game(&script, &ring);
    let keys: Vec<String> = (0..4)
        .map(|t| {
            let tile = *closed.board().tiles().nth(t).unwrap();
            closed.board().place_key(tile.first_segment)
        })
        .collect();
    expect!["0,0:road:N.E 0,-1:road:E.S 1,-1:road:S.W 1,0:road:N.W"].assert_eq(&keys.join(" "));
    let mut open = game(&script, &ring[..3]);
    let road = keys[0].split_once(':').unwrap().1.to_owned();
    put(&mut open, &script, 1, 0, 0, &road);
    expect![[r#"
        tile 3 x 1 = 3 (Per, base, scripts/paths.lua:10)
        inn 1 x -3 = -3 (Void, void, other/rules/inn.lua:2)
        witch 1 x 2 = 0 (Scale, scale, more/rules/witch.lua:3)
        quarter 3 x 1 = 3 (Seat, quarter, more/rules/witch.lua:2)
        follower 1 x 2 = 2 (Per, flat, more/rules/witch.lua:4)
        total 2, shares [0, 5, 0]
    "#]]
    .assert_eq(&sheet(&mut script, &mut open, &format!("0,0:{road}"), 0, true));
    put(&mut closed, &script, 1, 0, 0, &road);
    expect![[r#"
        tile 4 x 1 = 4 (Per, base, scripts/paths.lua:10)
        inn 4 x 1 = 4 (Raise, raise, other/rules/inn.lua:1)
        witch 1 x 2 = -4 (Scale, scale, more/rules/witch.lua:3)
        quarter 4 x 1 = 4 (Seat, quarter, more/rules/witch.lua:2)
        follower 1 x 2 = 2 (Per, flat, more/rules/witch.lua:4)
        total 6, shares [0, 10, 0]
    "#]]
    .assert_eq(&sheet(&mut script, &mut closed, &format!("0,0:{road}"), 0, false));
}

#[test]
fn fields_are_counted_in_three_ways() {
    for (by, rule, at) in [("field", 3, "0,0:field:E.S.W"), ("area", 3, "0,0:town:N"), ("area_once", 3, "0,0:town:N")] {
        let mut modules = base_rules();
        modules.truncate(3);
        let text = Value::text;
        modules
            .push(library("fields_beside_areas", &[("on", text("field")), ("beside", text("town")), ("by", text(by))]));
        let mut script = load(modules);
        let mut game = game(&script, CASTLE);
        for (seat, x, y, key) in
            [(0, 0, 0, "field:E.S.W"), (1, 0, -1, "field:E"), (1, 0, -1, "field:W"), (2, 0, -2, "field:N.E.W")]
        {
            put(&mut game, &script, seat, x, y, key);
        }
        let text = sheet(&mut script, &mut game, at, rule, true);
        let expected = match by {
            "field" => expect![[r#"
                town 1 x 3 = 3 (Per, base, scripts/fields_beside_areas.lua:16)
                total 3, shares [3, 0, 0]
            "#]],
            "area" => expect![[r#"
                town 1 x 4 = 4 (Per, base, scripts/fields_beside_areas.lua:23)
                total 4, shares [0, 4, 0]
            "#]],
            _ => expect![[r#"
                town 1 x 3 = 3 (Per, base, scripts/fields_beside_areas.lua:33)
                total 3, shares [3, 3, 3]
            "#]],
        };
        expected.assert_eq(&text);
    }
}

#[test]
fn a_smaller_number_in_a_module_changes_the_game() {
    let mut modules = base_rules();
    modules[1] =
        library("areas", &[("on", Value::text("town")), ("tag", Value::text("flag")), ("per_tile", Value::Int(5))]);
    let mut script = load(modules);
    let mut game = game(&script, CASTLE);
    let text = sheet(&mut script, &mut game, "0,0:town:N", 1, false);
    assert!(text.contains("total 17"), "{text}");
}

#[test]
fn small_and_unfinished_areas() {
    let mut modules = base_rules();
    modules.push(library("small_area", &[("on", Value::text("town")), ("tag", Value::text("flag"))]));
    modules.push(library("unfinished_scores_nothing", &[("on", Value::List(vec![Value::text("town")]))]));
    let mut script = load(modules);
    let mut small = game(&script, &[("cap", 0, 0, 0), ("cap", 0, -1, 2)]);
    expect![[r#"
        tile 2 x 2 = 4 (Per, base, scripts/areas.lua:12)
        small 2 x -1 = -2 (Raise, raise, scripts/small_area.lua:12)
        small 0 x -1 = 0 (Raise, raise, scripts/small_area.lua:13)
        total 2, shares [0, 0, 0]
    "#]]
    .assert_eq(&sheet(&mut script, &mut small, "0,0:town:N", 1, false));
    let mut open = game(&script, &CASTLE[..2]);
    expect![[r#"
        tile 2 x 1 = 2 (Per, base, scripts/areas.lua:12)
        flag 1 x 1 = 1 (Per, base, scripts/areas.lua:14)
        unfinished 1 x -3 = -3 (Void, worthless, scripts/unfinished_scores_nothing.lua:10)
        total 0, shares [0, 0, 0]
    "#]]
    .assert_eq(&sheet(&mut script, &mut open, "0,0:town:N", 1, true));
}

#[test]
fn an_order_that_nobody_chose_is_told() {
    let modules = || {
        with(&[
            ("more/rules/half.lua", "amend('road', { stage = 'scale' }, function(s) s:scale(1, 2, 'half') end)"),
            ("other/rules/twice.lua", "amend('road', { stage = 'scale' }, function(s) s:scale(2, 1, 'twice') end)"),
        ])
    };
    let mut c = catalog(modules());
    c.declared_after = vec![vec![], vec![0], vec![0]];
    let found = Script::load(Arc::new(c.clone())).1;
    expect![[r#"
        other/rules/twice.lua:1:1 warning[S0207] the packs more and other both change these sheets in the stage `scale`, in no declared order
    "#]].assert_eq(&report(&c, &found));
    c.declared_after[2].push(1);
    assert!(Script::load(Arc::new(c)).1.is_empty());
}
