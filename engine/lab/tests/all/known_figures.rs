//! Tests the statistics of figures on an invented pack with known answers: tiles form a row, half of them with a well
//! and half with a hole, and a guard is deployed there at random. A well gives its owner 2 points and a hole none.

use tilewright_kit::files::write_with_folders;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_lab::bots::{RANDOM, parse_bot};
use tilewright_lab::report::told::{of_ladder, sections};
use tilewright_lab::report::{ladder, report};
use tilewright_lab::simulate::{GamePlan, simulate};

use crate::FaultyPackFolder;
use crate::known_answers::Coverage;

const PACK: &str = r#"Pack(
    id: "NAME", version: "1.0.0", format: 1, title: "Guards", authors: ["A"], licence: "MIT", seats: (2, 2),
    terrains: [(id: grass, ground: true), (id: sand, ground: true), (id: mud, ground: true),
        (id: well, complete: surrounded), (id: hole, complete: surrounded)],
    edges: [(id: grass, ports: [grass]), (id: sand, ports: [sand]), (id: mud, ports: [mud])],
    figures: [(id: "guard", supply: 2, weight: 1, on: [well, hole])],
    bags: [tiles],
    tiles: [
        (id: "Well", count: 6, edges: EDGES, parts: [well]),
        (id: "Hole", count: 6, edges: EDGES, parts: [hole]),
    ],
    board: (extent: bounded((0, 0), (13, 0)), rim_closes: true, presets: [(tile: "Hole", at: (0, 0))]),
    flow: (turn: [draw(from: tiles), place, deploySCORE], finish: [score_rest], ends_with: [tiles]),
    rules: [(use: "wells", on: well)],
)"#;

const WELLS: &str = r#"--- A well gives two points.
--- @param on terrain  The terrain.
score(param.on, function(sheet) sheet:per("well", 1, 2) end)
"#;

/// Edges of tiles with one placement, and with two.
const ONE_WAY: &str = "(n: mud, e: sand, s: mud, w: grass)";
const TWO_WAYS: &str = "(n: sand, e: grass, s: mud, w: grass)";

fn pack(name: &str, edges: &str, scores: bool) -> (FaultyPackFolder, Loaded) {
    let folder =
        FaultyPackFolder(std::env::temp_dir().join(format!("tilewright-guards-{name}-{}", std::process::id())));
    let text = PACK.replace("NAME", name).replace("EDGES", edges).replace("SCORE", if scores { ", score" } else { "" });
    let write = |file: &str, text: &str| write_with_folders(&folder.0.join(name).join(file), text.as_bytes()).unwrap();
    write("pack.ron", &text);
    write("rules/wells.lua", WELLS);
    let loaded = load(&Finder::nowhere().with_folder(&folder.0), &Request::new([name])).unwrap();
    assert!(loaded.is_playable(), "{:?}", loaded.errors().map(|d| d.message.clone()).collect::<Vec<_>>());
    (folder, loaded)
}

fn plan(games: u64, seed: u64) -> GamePlan {
    GamePlan { games, seats: 2, seed, threads: 2 }
}

/// A guard returns when the next tile is placed, so it stays for one turn, except the guard of the last turn.
#[test]
fn guards_stand_for_a_turn_and_half_of_them_for_nothing() {
    let (_folder, loaded) = pack("home", TWO_WAYS, true);
    let (mut deployed, mut stays, mut idle, mut brings) = <(Coverage, Coverage, Coverage, Coverage)>::default();
    for seed in 0..400 {
        let found = report(&loaded, &plan(50, seed), &[], &|_| {}).unwrap();
        assert!(found.stopped.is_none(), "{:?}", found.stopped);
        let [guard] = &found.figures.kinds[..] else { panic!("{:?}", found.figures) };
        deployed.add(guard.deployed, 6.0);
        stays.add(guard.stays, 11.0 / 12.0);
        idle.add(guard.idle.unwrap(), 0.5);
        brings.add(guard.brings.unwrap(), 1.0);
        assert_eq!(found.figures.none_at_home.unwrap().estimate, 0.0);
        let open = found.figures.left_open.iter().map(|open| open.count.estimate).sum::<f64>();
        assert!((open - 1.0).abs() < 1e-9, "the last tile has a free neighbour: {open}");
    }
    deployed.is_honest("guards in a game");
    stays.is_honest("turns of a guard");
    idle.is_honest("guards for nothing");
    brings.is_honest("points of a guard");
}

/// If guards stay, a seat has an empty supply once it has deployed two of them, with one chance in every second turn.
#[test]
fn nobody_is_at_home_where_guards_stay() {
    let (_folder, loaded) = pack("stay", TWO_WAYS, false);
    let (mut none, mut behind) = (Coverage::default(), 0);
    for seed in 0..400 {
        let found = report(&loaded, &plan(50, seed), &[], &|_| {}).unwrap();
        let at_home: f64 = (0..6).map(|turns| f64::from(1 + turns) * 0.5f64.powi(turns)).sum::<f64>() / 6.0;
        none.add(found.figures.none_at_home.unwrap(), 1.0 - at_home);
        let course = found.course.unwrap();
        // No points are paid before the end, so the lead only comes from the sheets. A seat that wins by four to two
        // may have been behind by two.
        let is_behind = course.behind.estimate > 0.0;
        behind += usize::from(is_behind);
        assert_eq!((course.games, course.deficit.estimate), (50, if is_behind { 2.0 } else { 0.0 }), "{course:?}");
    }
    none.is_honest("no figure at home");
    assert!(behind > 300, "{behind}");
}

/// A guard is deployed on the placed tile or not, at random. A tile with a single placement causes no question.
#[test]
fn places_and_choices_are_counted_also_where_nobody_is_asked() {
    for (name, edges, places) in [("two", TWO_WAYS, 2.0), ("one", ONE_WAY, 1.0)] {
        let (_folder, loaded) = pack(name, edges, true);
        let found = report(&loaded, &plan(300, 4), &[], &|_| {}).unwrap();
        for kind in &found.kinds {
            let of = kind.places.unwrap();
            assert_eq!((kind.drawn, of.estimate, of.low, of.high), (6 * 300, places, places, places), "{kind:?}");
        }
        let seen: Vec<(&str, &str)> = found.choices.iter().map(|c| (&*c.ask, &*c.what)).collect();
        assert_eq!(seen, [("deploy", "pass"), ("deploy", "guard on well"), ("deploy", "guard on hole")], "{edges}");
        assert!(found.choices.iter().all(|choice| choice.taken.holds(0.5)), "{:?}", found.choices);
        let offered: Vec<u64> = found.choices.iter().map(|choice| choice.offered).collect();
        assert_eq!(offered, [12 * 300, 6 * 300, 6 * 300]);
    }
}

/// Six of the twelve tiles are wells, so a seat that guards every well and no hole has 6 points on average, and a
/// random one has half of that. No amount of thinking gains more.
#[test]
fn a_ladder_has_a_step_for_what_there_is_to_learn_and_no_more() {
    let (_folder, loaded) = pack("ladder", ONE_WAY, true);
    let bots = ["random", "greedy", "greedy-builder"].map(|word| parse_bot(word).unwrap());
    let found = ladder(&loaded, &plan(400, 1), &bots, &|_, _, _| {}).unwrap();
    assert_eq!((found.steps.estimate, found.steps.low, found.steps.high), (1.0, 1.0, 1.0), "{:?}", found.steps);
    let [first, second] = &found.rungs[..] else { panic!("two rungs") };
    assert!(first.is_step && first.best == RANDOM && first.duel.ahead.holds(3.0), "{:?}", first.duel.ahead);
    assert!(!second.is_step && second.best == bots[1], "{:?}", second.duel.won);
    assert!(second.duel.won.holds(0.5) && second.duel.ahead.holds(0.0), "{:?}", second.duel.won);
    let told: Vec<String> = of_ladder(&found).unwrap().sentences.iter().map(|said| said.english()).collect();
    assert!(told[0].starts_with("`greedy` is a step above `random`: it wins "), "{told:?}");
    assert!(told[1].starts_with("`greedy-builder` is not clearly a step above `greedy`: it wins "), "{told:?}");
    assert!(
        told[2].starts_with("The ladder has 1 (1 to 1) steps; 2 were tried. Each step wins at least 60 % "),
        "{told:?}"
    );
}

/// Bots that are weaker than the best before them are reported as such, and are not a step for later bots.
#[test]
fn weaker_bots_are_no_steps() {
    let (_folder, loaded) = pack("weaker", ONE_WAY, true);
    let bots = ["greedy", "random", "greedy"].map(|word| parse_bot(word).unwrap());
    let found = ladder(&loaded, &plan(400, 1), &bots, &|_, _, _| {}).unwrap();
    assert_eq!((found.steps.estimate, found.steps.high), (0.0, 0.0), "{:?}", found.steps);
    assert!(found.rungs.iter().all(|rung| rung.best == bots[0]));
    let told = of_ladder(&found).unwrap().sentences[0].english();
    assert!(
        told.starts_with("`random` is weaker than `greedy`: it wins ") && told.contains(" points behind"),
        "{told}"
    );
}

const WATCH: &str = r#"--- Who lays a well has a guard there; a hole is filled up at once.
--- @param on terrain  The terrain.
on("placed", function(ev)
    if ev.kind == "Well" then
        deploy("guard", ev.seat, ev.tile:segments(param.on)[1])
    else
        take_up(ev.tile)
    end
end)
"#;

/// No step deploys a figure, and every tile fits, so the deployments and removals are those of rules.
#[test]
fn what_rules_put_down_and_take_away_is_told_from_what_fits_nowhere() {
    let folder = FaultyPackFolder(std::env::temp_dir().join(format!("tilewright-guards-rules-{}", std::process::id())));
    let text = PACK.replace("NAME", "rules").replace("EDGES", TWO_WAYS).replace(", deploySCORE", "");
    let text = text.replace("supply: 2", "supply: 6");
    let write =
        |file: &str, text: &str| write_with_folders(&folder.0.join("rules").join(file), text.as_bytes()).unwrap();
    write("pack.ron", &text);
    write("rules/wells.lua", WATCH);
    let loaded = load(&Finder::nowhere().with_folder(&folder.0), &Request::new(["rules"])).unwrap();
    assert!(loaded.is_playable(), "{:?}", loaded.errors().map(|d| d.message.clone()).collect::<Vec<_>>());
    for bots in [vec![RANDOM], vec![parse_bot("greedy").unwrap()]] {
        let sums = simulate(&loaded, &plan(20, 3), &bots, &|_| {}).unwrap();
        let all = [sums.deployments, sums.taken_off, sums.set_aside].map(|sums| (sums.min, sums.max));
        assert_eq!((sums.games, all), (20, [(6, 6), (6, 6), (0, 0)]), "{:?}", sums.faults.first().map(|f| &f.fault));
        assert!(sums.dead_kinds.iter().all(|(_, n)| *n == 0), "{:?}", sums.dead_kinds);
    }
}

const MARK: &str = r#"--- Marks who has laid a hole, and who has laid a well.
--- @param on terrain  The terrain of wells.
score(param.on, function(sheet) sheet:per("well", 1, 2) end)
on("placed", function(ev)
    local on = ev.tile:segments()[1]
    deploy(if ev.kind == "Well" then "bucket" else "flag", ev.seat, on)
end)
"#;

/// A marker without a weight that no rule counts has no share of idle turns. A marker whose owner is paid for its
/// features, and a marker that depends on its owner's claim, have such a share.
#[test]
fn markers_that_nothing_counts_are_not_told_to_be_paid_nothing() {
    let folder = FaultyPackFolder(std::env::temp_dir().join(format!("tilewright-guards-marks-{}", std::process::id())));
    let kinds = "(id: \"flag\", supply: 6, weight: 0, on: [hole]), (id: \"bucket\", supply: 6, weight: 0, on: [well]), \
                 (id: \"squire\", supply: 1, weight: 0, on: [well], claim: own)], bags";
    let text = PACK.replace("NAME", "marks").replace("EDGES", TWO_WAYS);
    let text = text
        .replace("hole])],\n    bags", &format!("hole]), {kinds}"))
        .replace("deploySCORE", "deploy(figures: [guard]), deploy(name: \"ride\", figures: [squire]), score");
    let write =
        |file: &str, text: &str| write_with_folders(&folder.0.join("marks").join(file), text.as_bytes()).unwrap();
    write("pack.ron", &text);
    write("rules/wells.lua", MARK);
    let loaded = load(&Finder::nowhere().with_folder(&folder.0), &Request::new(["marks"])).unwrap();
    assert!(loaded.is_playable(), "{:?}", loaded.errors().map(|d| d.message.clone()).collect::<Vec<_>>());
    let found = report(&loaded, &plan(100, 1), &[], &|_| {}).unwrap();
    let known: Vec<(&str, bool, bool)> =
        found.figures.kinds.iter().map(|kind| (&*kind.kind, kind.idle.is_some(), kind.brings.is_some())).collect();
    let (neither, idle) = ((false, false), (true, false));
    let wanted = [("guard", (true, true)), ("flag", neither), ("bucket", idle), ("squire", idle)];
    assert_eq!(known, wanted.map(|(kind, (idle, brings))| (kind, idle, brings)));
    let told: Vec<String> =
        sections(&found).iter().flat_map(|section| section.sentences.iter().map(|said| said.english())).collect();
    let of_flags: Vec<&String> = told.iter().filter(|said| said.contains("`flag`")).collect();
    let [flags] = of_flags[..] else { panic!("{of_flags:?}") };
    assert!(flags.ends_with("It has no weight, so no points of features are credited to it."), "{flags}");
}
