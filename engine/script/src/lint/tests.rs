//! Tests each finding with a text that causes it.

mod refused;

use std::sync::Arc;

use expect_test::{Expect, expect};
use tilewright_core::catalog::{Catalog, ModuleUse, ParamSpans, Value};
use tilewright_core::diag::{FileId, Fix, Span};

use super::KEPT_BYTES;
use crate::rules::load::Compiled;
use crate::rules::script::Script;
use crate::schema::header::{Header, ParamType};
use crate::testing::{base_rules, catalog, module, report};

fn check(source: &str, expect: Expect) {
    check_with(source, &[], expect);
}

fn check_with(source: &str, params: &[(&str, Value)], expect: Expect) {
    let mut modules = base_rules();
    modules.push(module("base", "base/rules/new.lua", source, params));
    let catalog = Arc::new(catalog(modules));
    let (script, found) = Script::load(Arc::clone(&catalog));
    assert_eq!(script.is_none(), found.iter().any(|d| d.is_error()));
    expect.assert_eq(&report(&catalog, &found));
    for d in &found {
        let says = d.hint.as_deref().is_some_and(|hint| hint.starts_with("did you mean"));
        assert_eq!(says, matches!(d.fix, Some(Fix::Rename { .. })), "{}: {}", d.code, d.message);
        if let Some(Fix::Rename { from, .. }) = &d.fix
            && let Some(span) = d.span
            && let Some(file) = catalog.sources.get(span.file)
        {
            assert!(file.text[span.start as usize..span.end as usize].contains(&**from), "{}", d.code);
        }
    }
}

#[test]
fn the_library_has_no_findings() {
    check("", expect![[""]]);
    let small = catalog(Vec::new());
    let all: Vec<ModuleUse> = crate::library().iter().map(|&(name, source)| some_use(&small, name, source)).collect();
    let catalog = Arc::new(catalog(all));
    let (compiled, found) = Compiled::new(Arc::clone(&catalog));
    // Packs name the loop that a storm ends; this game has no loop.
    let storm = "scripts/storm.lua:8:11 warning[S0142] there is no loop `some` that could be left\n    \
                 the steps of the game have no `repeat`\n";
    assert_eq!(report(&catalog, &found), storm);
    assert!(compiled.is_some());
}

/// Returns the use of a library module with any value for each required parameter.
fn some_use(catalog: &Catalog, name: &str, source: &str) -> ModuleUse {
    let (header, errors) = Header::parse(source);
    assert!(errors.is_empty(), "{name}");
    let needed = header.params.iter().filter(|p| p.default.is_none() && !p.optional);
    let params: Vec<(&str, Value)> = needed.map(|p| (&*p.name, some_value(catalog, &p.kind))).collect();
    crate::testing::library(name, &params)
}

fn some_value(catalog: &Catalog, kind: &ParamType) -> Value {
    match kind {
        ParamType::Boolean => Value::Bool(true),
        ParamType::Integer => Value::Int(1),
        ParamType::Text | ParamType::Any => Value::text("some"),
        ParamType::Id(sort) => Value::text(&sort.names(catalog)[0].local),
        ParamType::Words(words) => Value::Text(words[0].clone()),
        ParamType::List(item) => Value::List(vec![some_value(catalog, item)]),
    }
}

#[test]
fn characters_that_are_not_seen_are_found_in_comments_too() {
    check(
        "local a = 1 -- \u{202e}\nreturn a\r\n\t-- \u{1b}[2J\r--",
        expect![[r#"
            base/rules/new.lua:1:16 error[S0106] the character U+202E is invisible
            base/rules/new.lua:3:5 error[S0106] the character U+001B is invisible
            base/rules/new.lua:3:9 error[S0106] the character U+000D is invisible
        "#]],
    );
}

#[test]
fn after_very_many_findings_the_rest_is_cut_off() {
    let source: String = (0..6_000).map(|n| format!("a{n}()\n")).collect();
    let start = std::time::Instant::now();
    let (_, found) = Compiled::new(Arc::new(catalog(vec![crate::testing::module("base", "m.lua", &source, &[])])));
    assert_eq!(found.len(), tilewright_core::limits::FINDINGS + 1);
    assert_eq!(found.last().map(|d| d.code), Some("S0105"));
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

#[test]
fn texts_that_are_no_lua() {
    check(
        "local x = = 1",
        expect![[r#"
        base/rules/new.lua:1:1 error[S0101] this is not valid Lua: Expected identifier when parsing expression, got '='
    "#]],
    );
    check(
        "local x = 1\nif x then",
        expect![[r#"
        base/rules/new.lua:2:1 error[S0101] this is not valid Lua: Expected 'end' (to close 'then' at column 6), got <eof>
    "#]],
    );
    check(
        &"-".repeat(300 * 1024),
        expect![[r#"
        - error[S0102] base/rules/new.lua is 300 KB long: at most 64 KB are read
    "#]],
    );
}

#[test]
fn modules_are_not_too_long_together() {
    let text = "-".repeat(60 << 10);
    let found = |path: &dyn Fn(usize) -> String| {
        let modules = (0..9).map(|number| module("base", &path(number), &text, &[]));
        let catalog = Arc::new(catalog(base_rules().into_iter().chain(modules).collect()));
        let (_, found) = Compiled::new(Arc::clone(&catalog));
        report(&catalog, &found)
    };
    assert_eq!(found(&|_| "base/rules/same.lua".to_owned()), "", "one that is used several times counts once");
    let found = found(&|number| format!("base/rules/m{number}.lua"));
    let told = "error[S0102] with base/rules/m8.lua the rule modules are";
    assert!(found.contains(told) && found.trim_end().ends_with("at most 512 KB are read together"), "{found}");
    assert_eq!(found.lines().count(), 1, "{found}");
}

#[test]
fn long_modules_have_the_findings_of_short_ones() {
    let found = |more: &str| {
        let own = module("base", "base/rules/new.lua", &format!("awrad(0, 1)\nlaps = 1\n{more}"), &[]);
        let catalog = Arc::new(catalog(base_rules().into_iter().chain([own]).collect()));
        let (_, found) = Compiled::new(Arc::clone(&catalog));
        report(&catalog, &found)
    };
    let short = found("");
    assert!(short.contains("awrad") && short.contains("new.lua:2"), "{short}");
    // Its tree is not kept between the two walks.
    assert_eq!(found(&"--\n".repeat(KEPT_BYTES / 3)), short);
}

#[test]
fn heads() {
    check(
        "--- Does.\n--- @param x number",
        expect![[r#"
            base/rules/new.lua:2:1 error[S0103] `number` is not a type of parameter
                types are `boolean`, `integer`, `text`, `any`, `terrain`, `tag`, `kind`, `figure_kind`, `bag`, `zone`, `plane`, `counter`, `die`, `token`, `book`, `result`, and words with `|` between them; `[]` after a type makes a list of it, such as `tag[]`, and `?` at the end makes it optional
        "#]],
    );
    // Values of an unknown type are not checked.
    check_with(
        "--- @param stops list of tag = []\nlocal stops = param.stops",
        &[("stops", Value::text("inn"))],
        expect![[r#"
            base/rules/new.lua:1:1 error[S0103] `list` is not a type of parameter
                types are `boolean`, `integer`, `text`, `any`, `terrain`, `tag`, `kind`, `figure_kind`, `bag`, `zone`, `plane`, `counter`, `die`, `token`, `book`, `result`, and words with `|` between them; `[]` after a type makes a list of it, such as `tag[]`, and `?` at the end makes it optional
        "#]],
    );
    check(
        "--- @param each integer",
        expect![[r#"
            - error[S0112] base/rules/new.lua needs the parameter `each`
                `each` (a whole number)
        "#]],
    );
    check_with(
        "--- @param each integer = 1\n",
        &[("eech", Value::Int(2))],
        expect![[r#"
            - error[S0111] base/rules/new.lua has no parameter `eech`
                did you mean `each`?
        "#]],
    );
    check_with(
        "--- @param on terrain\n",
        &[("on", Value::text("rode"))],
        expect![[r#"
            - error[S0113] base/rules/new.lua: the parameter `on`: there is no terrain `rode`
                there are `field`, `road`, `town`, `shrine`
        "#]],
    );
    check_with(
        "--- @param on terrain[]\n",
        &[("on", Value::text("road"))],
        expect![[r#"
        - error[S0113] base/rules/new.lua: the parameter `on`: expected a list, each the name of a terrain, got `road`
    "#]],
    );
    check_with(
        "--- @param by a|b\n",
        &[("by", Value::text("c"))],
        expect![[r#"
        - error[S0113] base/rules/new.lua: the parameter `by`: expected one of a, b, got `c`
    "#]],
    );
    check(
        "--- @param each integer = 1\nlocal x = param.each + param.eahc + param.what",
        expect![[r#"
            base/rules/new.lua:2:30 error[S0114] the head declares no parameter `eahc`
                did you mean `each`?
            base/rules/new.lua:2:43 error[S0114] the head declares no parameter `what`
                add a line `--- @param what integer  What it is for.` at the top
        "#]],
    );
}

#[test]
fn unknown_names() {
    check(
        "local x = scroe",
        expect![[r#"
            base/rules/new.lua:1:11 error[S0120] `scroe` is not defined
                did you mean `score`?
        "#]],
    );
    check(
        "for k, v in pairs({}) do end",
        expect![[r#"
        base/rules/new.lua:1:13 error[S0120] `pairs` is not defined
            iterate over lists with `for _, item in list do`; names have no fixed order
    "#]],
    );
    check(
        "local x = math.random(6) + math.maxx(1, 2)",
        expect![[r#"
        base/rules/new.lua:1:16 error[S0120] there is no `math.random`
            chance comes from the game: use `chance` or `roll`
        base/rules/new.lua:1:33 error[S0120] there is no `math.maxx`
            did you mean `max`?
    "#]],
    );
    check(
        "local ok = pcall(error)\nprint(os)",
        expect![[r#"
            base/rules/new.lua:1:12 error[S0120] `pcall` is not defined
                a rule that fails stops the game, and a script cannot catch the failure
            base/rules/new.lua:2:1 error[S0120] `print` is not defined
                scripts have no output: `note(…)` is shown by failing tests, by `play` and in the editor
            base/rules/new.lua:2:7 error[S0120] `os` is not defined
                scripts cannot reach the machine that they run on
        "#]],
    );
    check("local t = { f = function() return 1 end }\nlocal x = t.f()", expect![[""]]);
    check(
        "score('road', function(s, r) s:per('tile', r:tilse(), 1) end)",
        expect![[r#"
            base/rules/new.lua:1:46 error[S0121] no type has a method `tilse`
                did you mean `tiles`?
        "#]],
    );
    check(
        "local function f(a, ...) local b = ... for i = 1, a do b = i end for _, c in { a } do b = c end return b end",
        expect![[""]],
    );
}

#[test]
fn calls_that_do_not_fit() {
    check(
        "score('road', function(s, r) s:per('tile', r:tiles(1)) end)",
        expect![[r#"
            base/rules/new.lua:1:46 error[S0122] one argument does not fit
                tiles()
        "#]],
    );
    check(
        "score('rode', function(s, r) s:per('tile', r:sum('flga'), 1) end)",
        expect![[r#"
            base/rules/new.lua:1:7 error[S0123] there is no terrain `rode`
                expected one of field, road, shrine, town
            base/rules/new.lua:1:50 error[S0123] there is no tag `flga`
                did you mean `flag`?
        "#]],
    );
    check(
        "on('placde', function() count('gold', 1) take_home('me') end)",
        expect![[r#"
            base/rules/new.lua:1:4 error[S0123] there is no event `placde`
                did you mean `placed`?
            base/rules/new.lua:1:31 error[S0147] the counter `gold` belongs to seats: give a seat
                write `count("gold", amount, seat)`
        "#]],
    );
    check(
        "amend('road', { stgae = 'raise', tag = 'in' }, function() end)",
        expect![[r#"
            base/rules/new.lua:1:17 error[S0125] there is no option `stgae` here
                did you mean `stage`?
            base/rules/new.lua:1:40 error[S0123] there is no tag `in`
                did you mean `inn`?
        "#]],
    );
    check(
        "local a = option('shrot')",
        expect![[r#"
            base/rules/new.lua:1:18 error[S0123] there is no option `shrot`
                did you mean `short`?
        "#]],
    );
}

#[test]
fn forbidden_constructs() {
    check(
        "local x = 2 ^ 3",
        expect![[r#"
        base/rules/new.lua:1:13 error[S0130] powers may differ between machines
            multiply
    "#]],
    );
    check(
        "local n = 0\nscore('road', function() n = n + 1 end)",
        expect![[r#"
        base/rules/new.lua:2:26 error[S0131] `n` would keep a value between calls
            keep it in a counter or a tag of the game; here it is lost when a game is restored
    "#]],
    );
    check(
        "local seen = {}\non('placed', function(ev) seen[1] = ev.tile table.insert(seen, 1) end)",
        expect![[r#"
        base/rules/new.lua:2:27 error[S0131] `seen` would keep a value between calls
            keep it in a counter or a tag of the game; here it is lost when a game is restored
        base/rules/new.lua:2:58 error[S0131] `seen` would keep a value between calls
            keep it in a counter or a tag of the game; here it is lost when a game is restored
    "#]],
    );
    check("local function f() local n = 0 local function g() n += 1 end g() return n end", expect![[""]]);
    check(
        "x = 1\nfunction helper() end",
        expect![[r#"
        base/rules/new.lua:1:1 error[S0132] `x` is not declared
            write `local x`
        base/rules/new.lua:2:10 error[S0132] `helper` is not declared
            write `local helper`
    "#]],
    );
    check(
        "local t = { [{}] = 1 }",
        expect![[r#"
        base/rules/new.lua:1:14 error[S0133] tables and functions as keys have no fixed order
            use a text or a number as the key
    "#]],
    );
    check(
        "local t = { a = 1 }\nfor k, v in t do end",
        expect![[r#"
        base/rules/new.lua:2:13 error[S0134] names of a table have no fixed order, so the order of iteration may differ between machines
            use a list of pairs
    "#]],
    );
}

#[test]
fn registrations_that_do_not_fit() {
    check(
        "amend('road', { stage = 'late' }, function() end)",
        expect![[r#"
            base/rules/new.lua:1:1 error[S0203] there is no stage `late`: expected one of raise, void, add, scale, after, flat
        "#]],
    );
    check("stage('late', { after = 'scale' })\namend('road', { stage = 'late' }, function() end)", expect![[""]]);
    check(
        "chosen('recall', function() end)",
        expect![[r#"
        base/rules/new.lua:1:1 warning[S0206] no `offer` of this module can add options of the group `recall`
    "#]],
    );
    check(
        "score('road', { when = 'never' }, function() end)",
        expect![[r#"
            base/rules/new.lua:1:1 error[S0201] `when` must be one of final, in_play
        "#]],
    );
    check(
        "error('by itself')",
        expect![[r#"
            base/rules/new.lua:1:1 error[S0201] by itself
        "#]],
    );
    check(
        "while true do end",
        expect![[r#"
            base/rules/new.lua:1:1 error[S0402] the script takes too long: it has used up its 2000000 steps
        "#]],
    );
    check(
        "award(0, 1, 'bonus')",
        expect![[r#"
            base/rules/new.lua:1:1 error[S0201] there is no game yet: call this inside a rule's function
        "#]],
    );
    check(
        "local x = active_seat()",
        expect![[r#"
            base/rules/new.lua:1:1 error[S0201] there is no game yet: call this inside a rule's function
        "#]],
    );
}

#[test]
fn fields_of_events_and_effects() {
    check(
        "on('placed', function(ev) award(ev.seet, ev.tile and 1 or 2, 'bonus') end)
replace('award', { asks = true }, function(ev)
    local other = { turn = 1 }
    for _, ev in { other } do assert(ev.turn) end
    return ev.turn == ev.points and ev.name == nil
end)
on('over', function(ev) return ev.seat end)",
        expect![[r#"
            base/rules/new.lua:1:36 error[S0126] `placed` has no field `seet`
                did you mean `seat`?
            base/rules/new.lua:5:15 error[S0126] `award` has no field `turn`
                expected one of seat, points, book, segment, feature, reason, name
            base/rules/new.lua:7:35 error[S0126] `over` has no field `seat`
                expected one of winners, result, name
        "#]],
    );
}

#[test]
fn events_and_effects_that_do_not_exist() {
    check(
        "on('tile_placed', function() end)",
        expect![[r#"
            base/rules/new.lua:1:4 error[S0123] there is no event `tile_placed`
                did you mean `tile_replaced`?
        "#]],
    );
    check(
        "on('xyz', function() end)",
        expect![[r#"
            base/rules/new.lua:1:4 error[S0123] there is no event `xyz`
                expected one of part_began, part_ended, round_began, round_ended, drawn, unplayable, set_aside, placed, merged, completed, taken_up, tile_replaced, part_added, parted, tile_moved, covered, uncovered, looked, turned_up, turned_down, deployed, took_home, scored, awarded, counted, token_moved, rolled, bag_changed, slot_changed, board_changed, raised, begins, handed_over, retired, ending, over
        "#]],
    );
    check(
        "replace('awarded', function() end)",
        expect![[r#"
            base/rules/new.lua:1:9 error[S0123] there is no effect `awarded`
                did you mean `award`?
        "#]],
    );
}

#[test]
fn wishes_are_answered() {
    let names = ["print", "log", "remove_tile", "eliminate", "next_seat", "set_tag", "random", "players"];
    let source: String = names.iter().map(|name| format!("{name}()\n")).collect();
    check(
        &source,
        expect![[r#"
            base/rules/new.lua:1:1 error[S0120] `print` is not defined
                scripts have no output: `note(…)` is shown by failing tests, by `play` and in the editor
            base/rules/new.lua:2:1 error[S0120] `log` is not defined
                scripts have no output: `note(…)` is shown by failing tests, by `play` and in the editor
            base/rules/new.lua:3:1 error[S0120] `remove_tile` is not defined
                `take_up(tile)` takes a tile off the board, optionally into a bag or a hand
            base/rules/new.lua:4:1 error[S0120] `eliminate` is not defined
                `retire(seat)` takes a seat out of the turn order; `in_game(seat)` returns true while it is in the game
            base/rules/new.lua:5:1 error[S0120] `next_seat` is not defined
                the flow decides the next seat: `leave()` ends a turn part, `schedule(seat, …)` adds one
            base/rules/new.lua:6:1 error[S0120] `set_tag` is not defined
                tags are printed on tiles and do not change: keep it in a counter, of a feature or with a key, or with a token
            base/rules/new.lua:7:1 error[S0120] `random` is not defined
                chance comes from the game: `roll(die)`, or `chance(name, bound)` for a number
            base/rules/new.lua:8:1 error[S0120] `players` is not defined
                `seats()` lists the seats, `seat_count()` returns their number
        "#]],
    );
}

#[test]
fn a_missing_parameter_is_told_with_what_it_is_for() {
    check(
        "--- @param mark tag  The princess.",
        expect![[r#"
        - error[S0112] base/rules/new.lua needs the parameter `mark`
            `mark` (a tag): The princess.
    "#]],
    );
    check(
        "--- @param who figure_kind",
        expect![[r#"
        - error[S0112] base/rules/new.lua needs the parameter `who`
            `who` (a kind of figure)
    "#]],
    );
}

#[test]
fn a_dot_where_a_colon_belongs() {
    check(
        "on(\"placed\", function(ev)\n\
             for _, figure in ev.tile:segment().figures do end\n\
             for _, figure in figures_on_board(ev.seat) do\n\
                 if figure.cell == ev.cell then take_home(figure) end\n\
                 local tile = figure:cell():tile()\n\
                 if tile.tern == 1 or tile.colour then end\n\
             end\n\
         end)",
        expect![[r#"
            base/rules/new.lua:2:26 error[S0127] a tile has no method `segment`
                did you mean `segments`?
            base/rules/new.lua:4:10 error[S0128] a figure has no fields, so `.cell` is always nil
                did you mean `:cell()`? Methods are called with a colon
            base/rules/new.lua:6:8 error[S0128] a tile has no fields, so `.tern` is always nil
                did you mean `:turn()`? Methods are called with a colon
            base/rules/new.lua:6:26 error[S0128] a tile has no fields, so `.colour` is always nil
                a tile has `kind`, `cell`, `turn`, `tag`, `segments`, `on_board`, `level`, `covered`, `tiles_under`, `face_down`, `hidden_kind`, …; methods are called with a colon
        "#]],
    );
}

#[test]
fn methods_of_another_thing() {
    check(
        "score(\"road\", function(sheet, road) if road:owner() then sheet:finished() end end)\n\
         step(\"pray\", function(seat) seat:points() end)\n\
         on(\"placed\", function(ev)\n\
             ev.tile:finished()\n\
             ev.kind:edges(0)\n\
             kind(ev.kind):edges(0)\n\
             local figure = figures_on_board()[1]\n\
             if figure:open_sides() then end\n\
             figure = ev.tile\n\
             figure:turn()\n\
         end)",
        expect![[r#"
            base/rules/new.lua:1:45 error[S0127] a feature has no method `owner`
                a feature has `tiles`, `size`, `open_sides`, `finished`, `open_ends`, `lies_on`, `terrain`, `sum`, `segments_with`, `tiles_with`, …; `owner` belongs to a figure and a cell
            base/rules/new.lua:1:64 error[S0127] a sheet has no method `finished`
                a sheet has `per`, `raise`, `void`, `scale`, `flat`, `for_seat`, `apart`, `claim`, `claim_seat`, `has_share`, `share`, `total`, `weight`; `finished` belongs to a feature
            base/rules/new.lua:2:34 error[S0121] no type has a method `points`
                did you mean `ports`?
            base/rules/new.lua:4:9 error[S0127] a tile has no method `finished`
                a tile has `kind`, `cell`, `turn`, `tag`, `segments`, `on_board`, `level`, `covered`, `tiles_under`, `face_down`, `hidden_kind`, …; `finished` belongs to a feature
            base/rules/new.lua:5:9 error[S0127] a kind of tile is a text here, so it has no method `edges`
                `kind(…)` returns the object: write `kind(name):edges(…)`
            base/rules/new.lua:8:11 error[S0127] a figure has no method `open_sides`
                a figure has `kind`, `cell`, `tile`, `owner`, `weight`, `segment`, `on_board`, `zone`, `slot`, `key`, `stands_at`; `open_sides` belongs to a feature
        "#]],
    );
}

/// Checks that the type of the object decides the suggested method.
#[test]
fn what_was_meant_is_a_method_of_that_thing() {
    check(
        "score(\"road\", function(sheet, road)\n\
             road:tilez() road:tile() road.tilez() local n = road.tiles\n\
             for _, part in road:segments() do part:tilez() end\n\
         end)",
        expect![[r#"
            base/rules/new.lua:2:6 error[S0121] no type has a method `tilez`
                did you mean `tiles`?
            base/rules/new.lua:2:19 error[S0127] a feature has no method `tile`
                did you mean `tiles`?
            base/rules/new.lua:2:30 error[S0128] a feature has no fields, so `.tilez` is always nil
                did you mean `:tiles`? Methods are called with a colon
            base/rules/new.lua:2:53 error[S0128] a feature has no fields, so `.tiles` is always nil
                did you mean `:tiles()`? Methods are called with a colon
            base/rules/new.lua:3:40 error[S0121] no type has a method `tilez`
                did you mean `tile`?
        "#]],
    );
}

#[test]
fn what_is_known_of_a_thing_is_no_finding() {
    check(
        "local function of(thing) return thing.cell, thing:finished() end\n\
         on(\"placed\", { tag = \"inn\" }, function(ev)\n\
             local place = { cell = ev.cell, kind = ev.kind }\n\
             of(place.cell) of(place.kind:upper())\n\
             for _, segment in ev.tile:segments() do\n\
                 if segment:finished() and segment:tile():cell() == place.cell then place.kind = segment:terrain() end\n\
             end\n\
             local x, y = ev.cell:x(), ev.cell:beside(1):y()\n\
             if x == y and ev.kind:find(\"T\") then of(ev) end\n\
         end)",
        expect![[""]],
    );
}

#[test]
fn groups_of_options_with_one_half() {
    check(
        "offer(\"deploy\", function(options)\n\
             options:add(\"one\", \"recall\")\n\
             options:add(\"two\", \"recal\")\n\
         end)\n\
         chosen(\"recall\", function() end)\n\
         chosen(\"other\", function() end)",
        expect![[r#"
            base/rules/new.lua:3:20 warning[S0208] no `chosen` function handles options of the group `recal`
                add `chosen("recal", function(seat, …) … end)` to this module
            base/rules/new.lua:6:8 warning[S0206] no option of the group `other` is ever added, so nothing calls this
                an `offer` of this module adds it: `options:add(key, "other", …)`
        "#]],
    );
    // A computed group may have any name.
    check(
        "offer(\"deploy\", function(options) options:add(\"one\", \"recall \" .. 1) end)\n\
         chosen(\"recall 1\", function() end)",
        expect![[""]],
    );
    check(
        "for _, name in { \"a\", \"b\" } do chosen(name, function() end) end\n\
         offer(\"deploy\", function(options) options:add(\"one\", \"a\") end)",
        expect![[""]],
    );
}

#[test]
fn steps_that_no_list_has() {
    check(
        "step(\"sail\", function() end)",
        expect![[r#"
        base/rules/new.lua:1:1 warning[S0210] no list of steps has the step `sail`, so this never runs
    "#]],
    );
    // Another rule may put the step on the agenda.
    check(
        "step(\"sail\", function() end)\n\
         on(\"placed\", function(ev) schedule(ev.seat, { \"sail\" }, \"after\") end)",
        expect![[""]],
    );
}

#[test]
fn names_of_something_else() {
    check(
        "replace(\"take_home\", { kind = \"follower\" }, function() end)\n\
         on(\"placed\", { tag = \"road\" }, function() end)",
        expect![[r#"
            base/rules/new.lua:1:31 error[S0123] there is no kind of tile `follower`
                `follower` is a kind of figure; here a kind of tile is wanted
            base/rules/new.lua:2:22 error[S0123] there is no tag `road`
                `road` is a terrain; here a tag is wanted
        "#]],
    );
}

#[test]
fn what_another_module_returns_is_not_added_to() {
    let text = "table.insert(require('one').list, 1)";
    let modules = vec![
        module("base", "base/rules/one.lua", "return { list = {} }", &[]),
        module("base", "base/rules/two.lua", text, &[]),
    ];
    let catalog = Arc::new(catalog(modules));
    let (script, found) = Script::load(Arc::clone(&catalog));
    assert!(script.is_none());
    expect![[r#"
        base/rules/two.lua:1:1 error[S0410] this table is read-only: scripts keep nothing outside of the game's state
            the results of `require` and `param` are read-only, even while modules load: let the module take a list as a parameter, or look for a tag
    "#]].assert_eq(&report(&catalog, &found));
}

#[test]
fn the_place_of_a_parameter_is_that_of_its_value() {
    let file = FileId(0);
    let spans = |at: usize| ParamSpans { name: Span::new(file, at, at + 2), value: Span::new(file, at + 4, at + 6) };
    let text = "--- Scores.\n--- @param on terrain\n--- @param each integer\n--- @param all integer[]\n";
    let large = Value::Int(9_223_372_036_854_775_807);
    let given = [
        ("on", Value::text("roads")),
        ("each", large.clone()),
        ("all", Value::List(vec![large])),
        ("onn", Value::Int(1)),
    ];
    let mut used = module("base", "base/rules/new.lua", text, &given);
    used.param_spans = (0..4).map(|number| spans(10 * number)).collect();
    used.span = Some(Span::new(file, 0, 50));
    let (_, found) = Compiled::new(Arc::new(catalog(vec![used])));
    let found: Vec<_> = found.iter().map(|d| (d.code, d.span.unwrap().start, &*d.message)).collect();
    let large = "9223372036854775807 is out of range; it may be -2147483647 to 2147483647";
    assert_eq!(
        found,
        [
            ("S0113", 4, "the parameter `on`: there is no terrain `roads`"),
            ("S0113", 14, &*format!("the parameter `each`: {large}")),
            ("S0113", 24, &*format!("the parameter `all`: {large}")),
            ("S0111", 30, "base/rules/new.lua has no parameter `onn`"),
        ]
    );
}
