//! Tests effects that rules may replace, figures that have returned to supplies, loops that are not running, names of
//! other packs, wildcards, and the pack that a fault names: one small pack for each.

use tilewright_core::catalog::lattice::Turn;
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::{Refusal, Session};
use tilewright_core::state::event::EventKind;
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_pack::World;

use crate::pond::{describe_finding, head, load_bad, session, world};

/// Answers until a question is asked for the second time, or a fault occurs.
fn turn(session: &mut Session) -> Result<(), Box<Fault>> {
    for key in ["0,-1,0", "pass"] {
        match session.answer_key(key) {
            Ok(_) => {}
            Err(Refusal::Fault(fault)) => return Err(fault),
            Err(refusal) => panic!("{refusal}"),
        }
    }
    Ok(())
}

fn bonus(session: &Session) -> i32 {
    let book = session.game().catalog().books.find("bonus").unwrap();
    session.game().book_points(book).iter().sum()
}

fn count(session: &Session, kind: EventKind) -> usize {
    session.game().journal().unwrap().events.iter().filter(|e| e.kind() == kind).count()
}

/// Helper for rules that returns the lamp of the placed tile.
const LAMP: &str = "local function lamp() return placed_tile():segments(\"lamp\")[1] end\n";

#[test]
fn a_figure_goes_home_once_and_a_replacement_hears_of_it_once() {
    let lua = format!(
        "{LAMP}replace(\"take_home\", function(ev)\n    if ev.figure:on_board() then count(\"laps\", 1, ev.seat) end\n\
         \x20   return false\nend)\n\
         on(\"took_home\", function(ev)\n    for _, other in figures_on_board(ev.seat) do take_home(other) end\nend)\n\
         step(\"think\", function(seat)\n    for _ = 1, 3 do deploy(\"duck\", seat, lamp()) end\n    wait()\n\
         \x20   local two = figures_on_board(seat)\n    take_home(two[1])\n    take_home(two[2])\nend)\n"
    );
    let mut session = session(&load_bad(&lua, true));
    turn(&mut session).unwrap();
    let laps = session.game().find_counter("laps").unwrap().0;
    let laps = session
        .game()
        .counter(laps, tilewright_core::state::effect::CounterKey::Seat(tilewright_core::catalog::seat::Seat(0)));
    assert_eq!((laps, count(&session, EventKind::TookHome)), (3, 3));
}

#[test]
fn a_figure_that_a_replacement_has_sent_home_goes_home_no_more() {
    // The step `score` takes both figures home; the first replacement also takes the second figure.
    let lua = format!(
        "{LAMP}step(\"think\", function(seat)\n    deploy(\"duck\", seat, lamp())\n    deploy(\"duck\", seat, lamp())\nend)\n\
         replace(\"take_home\", function(ev)\n    count(\"laps\", 1, ev.seat)\n\
         \x20   for _, other in figures_on_board() do\n        if other ~= ev.figure then\n\
         \x20           take_home(other)\n            deploy(\"duck\", ev.seat, ev.segment:cell())\n        end\n    end\n\
         \x20   return false\nend)\n"
    );
    let mut session = session(&load_bad(&lua, true));
    turn(&mut session).unwrap();
    let game = session.game();
    let left: Vec<_> = game.figures().map(|(_, figure)| figure.place).collect();
    assert_eq!(left.len(), 1, "the figure deployed in between stays, although numbers are reused: {left:?}");
    assert!(matches!(left[0], Some(tilewright_core::state::effect::Place::Cell(_))));
    assert_eq!(count(&session, EventKind::TookHome), 2);
}

#[test]
fn a_rule_sees_its_effect_done_though_another_is_asked_first() {
    let lua = "replace(\"count\", { asks = true }, function(ev)\n\
               \x20   if ask(ev.seat, \"may\", { \"yes\", \"no\" }) == \"no\" then return true end\n    return false\nend)\n\
               on(\"placed\", function(ev)\n    count(\"laps\", 2, ev.seat)\n\
               \x20   award(ev.seat, counter(\"laps\", ev.seat), \"bonus\")\nend)\n";
    for (answer, points) in [("yes", 2), ("no", 0)] {
        let mut session = session(&load_bad(lua, false));
        session.answer_key("0,-1,0").unwrap();
        session.answer_key(answer).unwrap();
        assert_eq!(bonus(&session), points);
    }
}

#[test]
fn what_comes_of_an_effect_waits_until_the_function_has_ended() {
    let lua = "replace(\"award\", function() return false end)\n\
               step(\"think\", function(seat)\n    award(seat, 1, \"bonus\")\n    set_counter(\"laps\", 5, seat)\n\
               \x20   award(seat, 10, \"bonus\")\nend)\n\
               on(\"awarded\", function(ev)\n\
               \x20   if ev.reason ~= \"more\" then award(ev.seat, counter(\"laps\", ev.seat) * 100, \"bonus\", nil, \"more\") end\n\
               end)\n";
    let mut session = session(&load_bad(lua, true));
    turn(&mut session).unwrap();
    assert_eq!(bonus(&session), 1011, "both reactions come after the step");
}

#[test]
fn a_replacement_that_has_waited_still_goes_past_itself() {
    let lua = "replace(\"award\", { asks = true }, function(ev)\n    wait()\n    award(ev.seat, ev.points + 1, ev.book)\nend)\n\
               step(\"think\", function(seat) award(seat, 1, \"bonus\") end)\n";
    let mut session = session(&load_bad(lua, true));
    turn(&mut session).unwrap();
    assert_eq!(bonus(&session), 2);
}

#[test]
fn who_puts_a_figure_gets_it_though_it_is_put_by_another_rule() {
    let lua = |act: &str| {
        format!(
            "{LAMP}replace(\"deploy\", function(ev) {act} end)\nstep(\"think\", function(seat)\n\
             \x20   local figure = deploy(\"duck\", seat, lamp())\n\
             \x20   award(seat, if figure == nil then 1 else figure:weight() + 1, \"bonus\")\nend)\n"
        )
    };
    for (act, points) in [
        ("return false", 2),
        ("deploy(ev.figure_kind, ev.seat, ev.segment)", 2),
        ("deploy(ev.figure_kind, ev.seat, ev.cell or ev.segment:cell())", 2),
        ("return true", 1),
    ] {
        let mut session = session(&load_bad(&lua(act), true));
        turn(&mut session).unwrap();
        assert_eq!(bonus(&session), points, "{act}");
    }
}

#[test]
fn why_and_what_went_home_is_told() {
    let lua = format!(
        "{LAMP}step(\"think\", function(seat)\n    take_home(deploy(\"duck\", seat, lamp()), {{ reason = \"eaten\" }})\n\
         \x20   deploy(\"duck\", seat, lamp())\nend)\n\
         on(\"took_home\", {{ figure = \"duck\", reason = \"eaten\" }}, function(ev) award(ev.seat, 1, \"bonus\") end)\n\
         on(\"took_home\", {{ figure = \"duck\", reason = \"scored\" }}, function(ev)\n\
         \x20   local gone = ev.figure:segment() == nil and not ev.figure:on_board() and ev.figure:zone() == nil\n\
         \x20   award(ev.seat, if gone and ev.figure_kind == \"duck\" then 10 else 0, \"bonus\")\nend)\n\
         on(\"deployed\", function(ev) if ev.figure_kind == \"duck\" then award(ev.seat, 100, \"bonus\") end end)\n"
    );
    let mut session = session(&load_bad(&lua, true));
    turn(&mut session).unwrap();
    assert_eq!(bonus(&session), 211);
}

fn findings(lua: &str, thinks: bool) -> Vec<String> {
    let loaded = load_bad(lua, thinks);
    loaded.diagnostics.iter().filter(|d| d.code.starts_with("S01")).map(|d| describe_finding(&loaded, d)).collect()
}

#[test]
fn a_figure_that_is_home_is_not_asked_what_it_was() {
    let lua = "on(\"took_home\", function(ev)\n    if ev.figure:kind() == \"duck\" then count(\"laps\", 1, ev.seat) end\nend)\n";
    assert_eq!(
        findings(lua, false),
        ["bad/rules/bad.lua:2:18 S0141 the figure of `took_home` is home: `kind` has no value"]
    );
    let lua = lua.replace("ev.figure:kind()", "ev.figure_kind").replace("took_home", "deployed");
    assert_eq!(findings(&lua, false), Vec::<String>::new());
    let late = "step(\"think\", function(seat)\n    local duck = deploy(\"duck\", seat, cell(0, 0))\n    take_home(duck)\n\
                \x20   award(seat, duck:owner(), \"bonus\")\nend)\n";
    let fault = turn(&mut session(&load_bad(late, true))).unwrap_err();
    assert!(fault.message.contains("`ev.figure_kind`"), "{fault}");
    assert!(fault.place.ends_with("rules/bad.lua:4"), "{fault}");
}

#[test]
fn a_loop_that_does_not_run_cannot_be_left() {
    let lua = "step(\"think\", function() leave(\"rounds\") end)\n";
    let fault = turn(&mut session(&load_bad(lua, true))).unwrap_err();
    assert_eq!((fault.code, &*fault.pack, &*fault.hook), ("S0401", "bad", "step think"));
    assert!(fault.place.ends_with("rules/bad.lua:1"), "{fault}");
    assert!(fault.message.starts_with("no loop named `rounds` is running"), "{fault}");
    assert_eq!(findings(lua, true), ["bad/rules/bad.lua:1:32 S0142 there is no loop `rounds` that could be left"]);
    // The existing loop is named; a parameter is looked up.
    let steps = "(after: \"deploy\", step: repeat(name: \"round\", steps: [script(name: \"think\")]))";
    let mut world = world();
    world.add_file(
        "bad",
        "pack.ron",
        &head("bad", &format!("steps: [{steps}], rules: [(use: \"bad\", loop: \"rond\")]")),
    );
    let lua =
        "--- A.\n--- @param loop text  The loop.\n--- @source B.\nstep(\"think\", function() leave(param.loop) end)\n";
    world.add_file("bad", "rules/bad.lua", lua);
    let loaded = load_from(&world, &Request::new(["bad"]));
    let found = loaded.diagnostics.iter().find(|d| d.code == "S0142").unwrap();
    assert_eq!(found.hint.as_deref(), Some("did you mean `round`?"));
    let fault = turn(&mut session(&loaded)).unwrap_err();
    assert!(fault.message.ends_with("the running part is `round`"), "{fault}");
}

#[test]
fn a_fault_names_the_rule_that_is_to_blame() {
    let fault_of = |lua: &str, thinks: bool| {
        let mut session = session(&load_bad(lua, thinks));
        let fault = turn(&mut session).unwrap_err();
        assert_eq!(&*fault.pack, "bad");
        (fault.code, fault.place.rsplit('/').next().unwrap().to_owned(), fault.hook.clone(), fault.message.clone())
    };
    let (code, place, hook, message) = fault_of(
        &format!(
            "{LAMP}replace(\"deploy\", function(ev)\n    while supply(\"duck\", ev.seat) > 0 do deploy(\"duck\", ev.seat, lamp()) end\n\
             \x20   return false\nend)\nstep(\"think\", function(seat) deploy(\"duck\", seat, lamp()) end)\n"
        ),
        true,
    );
    assert_eq!((code, &*place, &*hook), ("S0404", "bad.lua:2", "replace deploy"), "{message}");
    assert!(message.contains("made it impossible: seat 1 has no duck left"), "{message}");

    let lua = "--- A.\n--- @source B.\n\n\non(\"counted\", function(ev) count(\"laps\", 1, ev.seat) end)\n\
               on(\"placed\", function(ev) count(\"laps\", 1, ev.seat) end)\n";
    let (code, place, hook, message) = fault_of(lua, false);
    assert_eq!((code, &*place, &*hook), ("S0405", "bad.lua:5", "on counted"), "{message}");

    // A cycle of several names lists each of them, but not the names that only lead to it.
    let lua = "--- A.\n--- @source B.\non(\"placed\", function() raise(\"tick\") end)\n\
               on(\"raised\", { reason = \"tick\" }, function(ev) raise(\"tock\") end)\n\
               on(\"raised\", { reason = \"tock\" }, function(ev) count(\"laps\", 1, 0) end)\n\
               on(\"counted\", { asks = true }, function() raise(\"tick\") wait() end)\n";
    let (code, _, _, message) = fault_of(lua, false);
    assert_eq!(code, "S0405", "{message}");
    for named in
        ["`on raised` (bad, bad/rules/bad.lua:4)", "`on raised` (bad, bad/rules/bad.lua:5)", "`on counted` (bad, "]
    {
        assert!(message.contains(named), "{named}: {message}");
    }
    assert!(!message.contains("on placed") && !message.contains("pond"), "{message}");

    let lua = "--- A.\n--- @source B.\noffer(\"deploy\", function(options) options:add(\"swap\", \"swap\") end)\n";
    let (code, place, hook, message) = fault_of(lua, false);
    assert_eq!((code, &*place, &*hook), ("S0407", "bad.lua:3", "offer deploy"), "{message}");
    assert!(message.contains("chosen(\"swap\", …)"), "{message}");
}

#[test]
fn names_are_equal_however_a_pack_has_written_them() {
    let mut world = world();
    let head = head(
        "bad",
        "figures: [(id: hen, supply: 2, weight: 1, on: [lamp])], \
         steps: [(after: \"deploy\", step: script(name: \"think\"))], \
         rules: [(use: \"bad\", who: [\"bad:hen\", \"pond:duck\", \"duck\"], where: \"pond:lamp\")]",
    );
    world.add_file("bad", "pack.ron", &head);
    let lua = "--- A.\n--- @param who figure_kind[]  Who.\n--- @param where terrain  Where.\n--- @source B.\n\
               step(\"think\", function(seat)\n    local lamp = placed_tile():segments(param.where)[1]\n\
               \x20   for _, kind in param.who do\n        local figure = deploy(kind, seat, lamp)\n\
               \x20       if table.find(param.who, figure:kind()) then award(seat, 1, \"bonus\") end\n\
               \x20       if lamp:feature():terrain() == param.where then award(seat, 10, \"bonus\") end\n    end\nend)\n";
    world.add_file("bad", "rules/bad.lua", lua);
    let loaded = load_from(&world, &Request::new(["bad"]));
    let mut session = session(&loaded);
    turn(&mut session).unwrap();
    assert_eq!(bonus(&session), 33);
    // A literal in Lua must not include the id of the pack, and a finding reports one that does.
    let lua = "on(\"deployed\", function(ev)\n    if ev.figure_kind == \"pond:duck\" then count(\"laps\", 1, ev.seat) end\nend)\n";
    assert_eq!(
        findings(lua, false),
        ["bad/rules/bad.lua:2:26 S0143 functions return this name as `duck`, which is not equal to `pond:duck`"]
    );
    assert_eq!(findings(&lua.replace("pond:duck", "duck"), false), Vec::<String>::new());
}

#[test]
fn an_own_thing_comes_before_that_of_a_pack_that_does_not_know_of_it() {
    let mut world = world();
    for id in ["first", "second"] {
        let more = "figures: [(id: hen, supply: 2, weight: 1, on: [lamp])], rules: [(use: \"hens\", who: \"hen\")], \
                    steps: [(after: \"deploy\", step: script(name: \"ID\"))]";
        world.add_file(id, "pack.ron", &head(id, &more.replace("ID", id)));
        let lua = "--- A.\n--- @param who figure_kind  Who.\n--- @source B.\nstep(\"ID\", function(seat)\n\
                   \x20   local figure = deploy(param.who, seat, placed_tile():segments(\"lamp\")[1])\n\
                   \x20   if figure:kind() == param.who and supply(\"ID:hen\", seat) == 1 then award(seat, 1, \"bonus\") end\n\
                   end)\n";
        world.add_file(id, "rules/hens.lua", &lua.replace("ID", id));
    }
    let mut session = session(&load_from(&world, &Request::new(["first", "second"])));
    turn(&mut session).unwrap();
    assert_eq!(bonus(&session), 2);
}

/// Loads a path with one open end, and tiles that meet everything.
fn wild() -> Loaded {
    let mut world = World::default();
    world.add_file(
        "wild",
        "pack.ron",
        "Pack(id: \"wild\", version: \"1.0.0\", format: 1, title: \"Wild\", authors: [\"A\"], licence: \"MIT\", seats: (2, 2), \
         terrains: [(id: grass, ground: true), (id: path, complete: closed)], \
         edges: [(id: grass, ports: [grass]), (id: path, ports: [grass, path, grass]), (id: any, ports: [grass], wildcard: true)], \
         figures: [(id: duck, supply: 5, weight: 1, on: [path])], bags: [tiles], \
         board: (presets: [(tile: \"End\", at: (0, 0), from: tiles)]), rules: [(use: \"wild\")], \
         flow: (setup: [script(name: \"first\")], turn: [draw(from: tiles), place, score], ends_with: [tiles]), \
         tiles: [(id: \"End\", edges: (n: path, e: grass, s: grass, w: grass), parts: [path(at: [N], into: end)]), \
                 (id: \"Wild\", count: 4, edges: (n: any, e: any, s: any, w: any), parts: [])])",
    );
    world.add_file(
        "wild",
        "rules/wild.lua",
        "--- A.\n--- @source B.\nstep(\"first\", function()\n    deploy(\"duck\", 1, features(\"path\")[1])\nend)\n\
         score(\"path\", function(sheet, path) sheet:per(\"tile\", path:tiles(), 3) end)\n",
    );
    load_from(&world, &Request { lints: false, ..Request::new(["wild"]) })
}

#[test]
fn a_wildcard_completes_what_it_closes() {
    let loaded = wild();
    let mut session = session(&loaded);
    let game = session.game();
    let (catalog, board) = (game.catalog(), game.board());
    let path = board.features().segments().find(|&s| catalog.terrains.key(board.terrain(s)) == "path").unwrap();
    let wild = catalog.kinds.find("Wild").unwrap();
    assert!(board.could_complete(wild, path));
    let would =
        |x, y| board.if_placed(wild, tilewright_core::catalog::lattice::Cell::new(x, y), Turn::NONE).unwrap().closes;
    assert_eq!((would(0, -1), would(1, 0)), (vec![board.features().root(path)], vec![]));
    // The first placement closes no feature, so the path stays unfinished.
    session.answer_key("1,0,0").unwrap();
    assert_eq!((count(&session, EventKind::Completed), session.game().scores()), (0, &[0, 0][..]));
    session.answer_key("0,-1,0").unwrap();
    assert_eq!((count(&session, EventKind::Completed), session.game().scores()), (1, &[0, 3][..]));
    assert_eq!((count(&session, EventKind::TookHome), session.game().figures().count()), (1, 0));
}
