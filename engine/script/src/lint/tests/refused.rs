//! Tests calls that hooks may not make, keys of counters, and hints that list methods.

use std::sync::Arc;

use expect_test::expect;
use tilewright_core::catalog::Scope;

use super::check;
use crate::rules::load::Compiled;
use crate::testing::{catalog, module, report};

#[test]
fn a_question_needs_asks() {
    check(
        "on(\"placed\", function(ev) ask(ev.seat, \"toll\", { 1, 2 }) end)\n\
         on(\"placed\", { tag = \"inn\" }, function(ev) if ev.seat == 0 then wait() end end)\n\
         replace(\"award\", { asks = false }, function(ev) ask_place(ev.seat, \"cap\", { cell(0, 0) }) end)\n\
         on(\"placed\", { asks = true }, function(ev) ask(ev.seat, \"toll\", { 1, 2 }) ask_all(\"toll\", { 1 }) end)",
        expect![[r#"
            base/rules/new.lua:1:27 error[S0146] `ask` is refused here: `on("placed", …)` is registered without `asks = true`
                write `on("placed", { asks = true }, function(ev) … end)`
            base/rules/new.lua:2:65 error[S0146] `wait` is refused here: `on("placed", …)` is registered without `asks = true`
                write `on("placed", { asks = true }, function(ev) … end)`
            base/rules/new.lua:3:49 error[S0146] `ask_place` is refused here: `replace("award", …)` is registered without `asks = true`
                write `replace("award", { asks = true }, function(ev) … end)`
        "#]],
    );
    // A computed value of `asks` may be true.
    check(
        "local asks = true\non(\"placed\", { asks = asks }, function(ev) ask(ev.seat, \"toll\", { 1 }) end)",
        expect![[""]],
    );
}

#[test]
fn a_question_in_a_function_of_the_module() {
    check(
        "local M = { call = function(seat) return ask(seat, \"call\", { 1 }) end }\n\
         local function toll(seat) return ask(seat, \"toll\", { 1, 2 }) end\n\
         local function twice(seat) toll(seat) toll(seat) end\n\
         function M.wait() wait() end\n\
         on(\"placed\", function(ev) twice(ev.seat) end)\n\
         on(\"completed\", function(ev) M.call(ev.seat) M:wait() end)\n\
         on(\"over\", toll)\n\
         on(\"merged\", function(ev)\n\
             local function inner() toll(0) end\n\
             table.sort({ 2, 1 }, function(a, b) inner() return a < b end)\n\
         end)\n\
         on(\"drawn\", { asks = true }, function(ev) twice(ev.seat) end)",
        expect![[r#"
            base/rules/new.lua:5:27 warning[S0146] `twice` calls `ask`, which is refused here: `on("placed", …)` is registered without `asks = true`
                write `on("placed", { asks = true }, function(ev) … end)`
            base/rules/new.lua:6:48 warning[S0146] `wait` calls `wait`, which is refused here: `on("completed", …)` is registered without `asks = true`
                write `on("completed", { asks = true }, function(ev) … end)`
            base/rules/new.lua:6:32 warning[S0146] `call` calls `ask`, which is refused here: `on("completed", …)` is registered without `asks = true`
                write `on("completed", { asks = true }, function(ev) … end)`
            base/rules/new.lua:2:34 error[S0146] `ask` is refused here: `on("over", …)` is registered without `asks = true`
                write `on("over", { asks = true }, function(ev) … end)`
            base/rules/new.lua:10:22 warning[S0146] this function calls `ask`, which is refused here: `on("merged", …)` is registered without `asks = true`
                write `on("merged", { asks = true }, function(ev) … end)`
        "#]],
    );
    // Uncalled functions are not reported, and neither are functions that were replaced before the call.
    check(
        "local function toll(seat) return ask(seat, \"toll\", { 1 }) end\n\
         local pay = function(seat) return ask(seat, \"toll\", { 1 }) end\n\
         pay = function(seat) end\n\
         on(\"placed\", function(ev) pay(ev.seat) local later = function() toll(0) end end)",
        expect![[""]],
    );
}

#[test]
fn functions_that_only_look() {
    check(
        "score(\"road\", function(sheet, road) award(0, 1, \"bonus\") end)\n\
         amend(\"road\", function(sheet, road) for _, f in road:figures() do take_home(f) end end)\n\
         offer(\"deploy\", function(options, seat) if ask(seat, \"toll\", { 1 }) then count(\"gold\", 1, seat) end end)\n\
         restrict(\"place\", function(kind, cell, turn, seat) return roll(\"die\") == \"2\" end)\n\
         on(\"placed\", function(ev)\n\
             pay_sheet(nil, { book = \"bonus\" }, function(sheet) award(0, 1, \"bonus\") end)\n\
             on(\"over\", function() end)\n\
         end)",
        expect![[r#"
            base/rules/new.lua:1:37 error[S0146] `award` is refused here: a function for `score` may only read the game
                write points on the sheet, as with `sheet:per` and `sheet:flat`; a step or a reaction does the rest
            base/rules/new.lua:2:67 error[S0146] `take_home` is refused here: a function for `amend` may only read the game
                write points on the sheet, as with `sheet:per` and `sheet:flat`; a step or a reaction does the rest
            base/rules/new.lua:3:44 error[S0146] `ask` is refused here: a function for `offer` may only read the game
                let `chosen(group, function(seat) … end)` do it when the option is chosen
            base/rules/new.lua:3:74 error[S0146] `count` is refused here: a function for `offer` may only read the game
                let `chosen(group, function(seat) … end)` do it when the option is chosen
            base/rules/new.lua:4:59 error[S0146] `roll` is refused here: a function for `restrict` may only read the game
                return false where the tile may not be placed; a step or a reaction does the rest
            base/rules/new.lua:7:1 error[S0146] `on` is refused here: rules are registered while their module loads
                call it outside of all functions
            base/rules/new.lua:6:52 error[S0146] `award` is refused here: a function for `pay_sheet` may only read the game
                do it before or after the call of `pay_sheet`
        "#]],
    );
}

#[test]
fn counters_and_their_keys() {
    let source = "on(\"placed\", function(ev)\n\
             counter(\"gold\") count(\"gold\", 1) set_counter(\"gold\", 2, nil)\n\
             counter(\"gold\", ev.seat) counter(\"rounds\") counter(\"rounds\", 1) count(\"seen\", 1)\n\
             local name, list = \"gold\", { 0 }\n\
             counter(name) counter(\"gold\", table.unpack(list)) counter(\"love\")\n\
         end)";
    let mut catalog = catalog(vec![module("base", "base/rules/new.lua", source, &[])]);
    let scopes = [
        ("rounds", Scope::Game),
        ("seen", Scope::Keyed),
        ("love", Scope::Feature(tilewright_core::catalog::Combine::Sum)),
    ];
    for (name, scope) in scopes {
        let counter = tilewright_core::catalog::Counter { scope, ..Default::default() };
        catalog.counters.add(tilewright_core::catalog::id::Name::new("base", name), counter).unwrap();
    }
    catalog.finish();
    let catalog = Arc::new(catalog);
    let (_, found) = Compiled::new(Arc::clone(&catalog));
    expect![[r#"
        base/rules/new.lua:2:9 error[S0147] the counter `gold` belongs to seats: give a seat
            write `counter("gold", seat)`
        base/rules/new.lua:2:23 error[S0147] the counter `gold` belongs to seats: give a seat
            write `count("gold", amount, seat)`
        base/rules/new.lua:2:46 error[S0147] the counter `gold` belongs to seats: give a seat
            write `set_counter("gold", value, seat)`
        base/rules/new.lua:3:62 error[S0147] the counter `rounds` belongs to the game and takes no key
            leave the key out, or declare the counter with another `scope`
        base/rules/new.lua:3:71 error[S0147] the counter `seen` has keys: give a number, a cell or another game object
            write `count("seen", amount, key)`
        base/rules/new.lua:5:59 error[S0147] the counter `love` belongs to features: give a feature or a segment
            write `counter("love", feature)`
    "#]]
    .assert_eq(&report(&catalog, &found));
}

#[test]
fn hints_list_what_a_thing_has() {
    check(
        "score(\"road\", function(sheet, road) sheet:add(road:tiles(), \"height\") end)\n\
         on(\"placed\", function(ev)\n\
             ev.cell:neighbours() add_segment(ev.tile, \"road\") no_such_thing()\n\
             local x = ev.cell.north\n\
         end)",
        expect![[r#"
            base/rules/new.lua:1:43 error[S0127] a sheet has no method `add`
                a sheet has `per`, `raise`, `void`, `scale`, `flat`, `for_seat`, `apart`, `claim`, `claim_seat`, `has_share`, `share`, `total`, `weight`; `add` belongs to the options of a decision
            base/rules/new.lua:3:22 error[S0120] `add_segment` is not defined
                `add_part(tile, terrain, sides)` adds a part that `added_parts` declares
            base/rules/new.lua:3:51 error[S0120] `no_such_thing` is not defined
                `tilewright api` lists the functions; the module's own begin with `local`
            base/rules/new.lua:4:18 error[S0128] a cell has no fields, so `.north` is always nil
                a cell has `around`, `neighbours`, `tile`, `owner`, `plane`, `key`, `x`, `y`, `beside`, `side_to`, `row`, `exists`, `ways`, `corner`, …; methods are called with a colon
        "#]],
    );
}

#[test]
fn a_method_without_its_brackets() {
    check(
        "step(\"x\", function(seat)\n    local beside = cell(0, 0)\n    if beside:tile then return end\nend)",
        expect![[r#"
            base/rules/new.lua:3:5 error[S0101] this is not valid Lua: Expected '(', '{' or <string> when parsing function call, got 'then'
                a method is called with brackets: write `beside:tile()`
        "#]],
    );
    check(
        "local x = (\"a\"):upper\nlocal y",
        expect![[r#"
        base/rules/new.lua:1:1 error[S0101] this is not valid Lua: Expected function call arguments after '('
    "#]],
    );
}

#[test]
fn powers_in_all_forms() {
    check(
        "local x = 2\nx ^= 3",
        expect![[r#"
        base/rules/new.lua:2:3 error[S0130] powers may differ between machines
            multiply
    "#]],
    );
}

/// Checks that names are visible as in Lua, also at the start of a loop or a function.
#[test]
fn names_that_are_not_visible() {
    check(
        "for i = i, 2 do end\nfor _, x in x do end\nrepeat local done = true until done == other\nlocal y = y\n\
         function Nothing:at() return self end\nlocal function f() return self end\ndo local z = 1 end local w = z",
        expect![[r#"
            base/rules/new.lua:1:9 error[S0120] `i` is not defined
                `tilewright api` lists the functions; the module's own begin with `local`
            base/rules/new.lua:2:13 error[S0120] `x` is not defined
                `tilewright api` lists the functions; the module's own begin with `local`
            base/rules/new.lua:3:40 error[S0120] `other` is not defined
                `tilewright api` lists the functions; the module's own begin with `local`
            base/rules/new.lua:4:11 error[S0120] `y` is not defined
                `tilewright api` lists the functions; the module's own begin with `local`
            base/rules/new.lua:5:10 error[S0120] `Nothing` is not defined
                `tilewright api` lists the functions; the module's own begin with `local`
            base/rules/new.lua:6:27 error[S0120] `self` is not defined
                `tilewright api` lists the functions; the module's own begin with `local`
            base/rules/new.lua:7:30 error[S0120] `z` is not defined
                `tilewright api` lists the functions; the module's own begin with `local`
        "#]],
    );
}
