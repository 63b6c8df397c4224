//! Tests games that all seats win or lose together, roles, prizes and choices with keys, on invented packs with known
//! answers.

use tilewright_kit::files::write_with_folders;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_lab::bots::{RANDOM, parse_bot};
use tilewright_lab::duel::{Comparison, compare};
use tilewright_lab::report::told::{of_flags, sections};
use tilewright_lab::report::{Flagged, Report, report};
use tilewright_lab::simulate::GamePlan;

use crate::FaultyPackFolder;

/// Twelve tiles are placed in turn; after each, the seat may work for a point or rest.
const PACK: &str = r#"Pack(
    id: "NAME", version: "1.0.0", format: 1, title: "Known", authors: ["A"], licence: "MIT", seats: (2, 3),
    terrains: [(id: grass, ground: true)],
    edges: [(id: grass, ports: [grass])],
    dice: [(id: die, faces: [0, 1, 2, 3, 4, 5])],
    bags: [tiles, prizes, won],
    counters: [(id: red, max: 1, secret: true), (id: blue, max: 1, secret: true)],
    tiles: [
        (id: "Plain", count: 6, edges: (n: grass, e: grass, s: grass, w: grass)),
        (id: "Gift", count: 6, edges: (n: grass, e: grass, s: grass, w: grass)),
        (id: "Cup", count: 12, bag: prizes, edges: (n: grass, e: grass, s: grass, w: grass)),
    ],
    board: (presets: [(tile: "Plain", at: (0, 0))]),
    books: [points],
    results: [RESULTS],
    flow: (setup: [script(name: "begin")], turn: [draw(from: tiles), place, script(name: "act")],
        finish: [script(name: "end")], ends_with: [tiles]),
    rules: [(use: "known")],
)"#;

fn pack(name: &str, results: &str, rules: &str) -> (FaultyPackFolder, Loaded) {
    let folder =
        FaultyPackFolder(std::env::temp_dir().join(format!("tilewright-endings-{name}-{}", std::process::id())));
    let write = |file: &str, text: &str| write_with_folders(&folder.0.join(name).join(file), text.as_bytes()).unwrap();
    write("pack.ron", &PACK.replace("NAME", name).replace("RESULTS", results));
    let rest = ["begin", "act", "end"].into_iter().filter(|step| !rules.contains(&format!("step(\"{step}\"")));
    let rest: String = rest.map(|step| format!("step(\"{step}\", function() end)\n")).collect();
    write("rules/known.lua", &format!("--- Rules of which everything is known.\n{rules}\n{rest}"));
    let loaded = load(&Finder::nowhere().with_folder(&folder.0), &Request::new([name])).unwrap();
    assert!(loaded.is_playable(), "{:?}", loaded.errors().map(|d| d.message.clone()).collect::<Vec<_>>());
    (folder, loaded)
}

fn plan(games: u64, seats: u8) -> GamePlan {
    GamePlan { games, seats, seed: 4, threads: 2 }
}

fn english_sentences(found: &Report) -> Vec<String> {
    let all = of_flags(found, &[]).into_iter().chain(sections(found));
    all.flat_map(|section| section.sentences).map(|said| said.english()).collect()
}

#[track_caller]
fn has(said: &[String], text: &str) {
    assert!(said.iter().any(|said| said.contains(text)), "{text}: {said:#?}");
}

#[track_caller]
fn has_not(said: &[String], text: &str) {
    assert!(!said.iter().any(|said| said.contains(text)), "{text}: {said:#?}");
}

/// Working gives a point. Bots that look ahead always work, and random bots every other time.
const WORK: &str = r#"step("act", function(seat)
    if ask(seat, "act", { { key = "work" }, { key = "rest" } }).key == "work" then award(seat, 1, "points") end
end)"#;

const SAVED: &str = "(id: saved, of: sum, wins: all, at_least: 9), (id: lost, of: sum, wins: nobody, at_least: 0)";

/// Nine or more of twelve coins show heads in 299 of 4,096 throws, and three or more of six in 42 of 64.
#[test]
fn teams_are_compared_where_all_win_together() {
    let (_folder, loaded) = pack("together", SAVED, WORK);
    let greedy = parse_bot("greedy").unwrap();
    let told = std::sync::Mutex::new((0, 0));
    let on_progress = |done, all| {
        let mut told = told.lock().unwrap();
        *told = (told.0.max(done), all);
    };
    let found = compare(&loaded, &plan(400, 2), (&greedy, &RANDOM), &on_progress).unwrap();
    let Comparison::Teams(found) = found else { panic!("{found:?}") };
    assert_eq!((found.seeds, told.into_inner().unwrap()), (134, (402, 402)));
    assert_eq!((found.results.as_slice(), found.faults.len()), (&["saved".to_owned(), "lost".to_owned()][..], 0));
    let [greedy, mixed, random] = &found.teams;
    assert_eq!((greedy.won.estimate, greedy.points.estimate), (1.0, 12.0));
    assert!(mixed.won.holds(42.0 / 64.0) && mixed.points.holds(9.0), "{mixed:?}");
    assert!(random.won.holds(299.0 / 4096.0) && random.points.holds(6.0), "{random:?}");
    for team in &found.teams {
        let [saved, lost, other] = &team.results[..] else { panic!("{team:?}") };
        assert_eq!((saved.estimate, other.estimate), (team.won.estimate, 0.0));
        assert!((saved.estimate + lost.estimate - 1.0).abs() < 1e-12);
    }
    let near = |found: f64, wanted: f64, off: f64| assert!((found - wanted).abs() < off, "{found} instead of {wanted}");
    near(found.won.interval.estimate, 1.0 - 299.0 / 4096.0, 0.06);
    near(found.points.interval.estimate, 6.0, 0.6);
    assert!(found.won.p < 1e-6 && found.points.p < 1e-6, "{found:?}");
}

/// A pack whose winners are named only by rules is recognised by the results of its games.
#[test]
fn teams_are_found_by_how_games_end() {
    let end = r#"step("end", function()
        local sum = 0
        for _, seat in seats() do sum += points(seat) end
        end_game({ winners = if sum > 5 then seats() else {} })
    end)"#;
    let (_folder, loaded) = pack("named", "", &format!("{WORK}\n{end}"));
    let found = compare(&loaded, &plan(60, 2), (&RANDOM, &RANDOM), &|_, _| {}).unwrap();
    assert!(matches!(found, Comparison::Teams(_)), "{found:?}");
    let found = report(&loaded, &plan(60, 2), &[RANDOM], &|_| {}).unwrap();
    assert!(found.endings.together && found.equal.p().is_none(), "{:?}", found.endings);
}

/// If all seats win together, seats are not compared, and the report describes the results instead.
#[test]
fn a_report_of_a_game_for_all_together_compares_no_seats() {
    let (_folder, loaded) = pack("report", SAVED, WORK);
    let found = report(&loaded, &plan(300, 3), &[RANDOM], &|_| {}).unwrap();
    assert!(found.stopped.is_none(), "{:?}", found.stopped);
    let [saved, lost] = &found.endings.results[..] else { panic!("{:?}", found.endings) };
    assert!(saved.share.holds(299.0 / 4096.0) && lost.share.holds(1.0 - 299.0 / 4096.0), "{:?}", found.endings);
    assert_eq!(found.endings.unwon, lost.share);
    assert!(found.equal.p().is_none() && !found.flags.told.iter().any(|flag| matches!(flag.what, Flagged::Seat(_))));
    let said = english_sentences(&found);
    has(&said, "All players win or lose together, so no seat is better than another. They win ");
    has(&said, " of the games end with `saved`.");
    assert!(
        said.iter().any(|said| said.starts_with('9') && said.ends_with(" of the games have no winner.")),
        "{said:?}"
    );
    for wrong in ["seats are not equal", "equal seats", "the winner", "eventual winner", "∞", "No kind stands out"] {
        has_not(&said, wrong);
    }
    // Bots that look ahead never lose, which is also reported.
    let found = report(&loaded, &plan(600, 2), &[parse_bot("greedy").unwrap()], &|_| {}).unwrap();
    assert!(found.flags.tell(&Flagged::Result("saved".into())) && found.flags.tell(&Flagged::NoResult("lost".into())));
}

/// Seat 0 is red and wins one game in six; one game in six has no winner.
#[test]
fn who_wins_by_which_role_is_told() {
    let rules = r#"step("begin", function()
        for _, seat in seats() do set_counter(if seat == 0 then "red" else "blue", 1, seat) end
    end)
    step("end", function()
        local thrown = tonumber(roll("die", 0))
        end_game({ winners = if thrown == 0 then { 0 } elseif thrown == 1 then {} else { 1, 2 },
            result = if thrown == 0 then "fire" elseif thrown == 1 then "storm" else "rain" })
    end)"#;
    let (_folder, loaded) = pack("roles", "(id: fire), (id: storm), (id: rain)", rules);
    let found = report(&loaded, &plan(600, 3), &[], &|_| {}).unwrap();
    assert!(found.stopped.is_none(), "{:?}", found.stopped);
    let [red, blue] = &found.endings.roles[..] else { panic!("{:?}", found.endings) };
    assert!(red.share.holds(1.0 / 6.0) && blue.share.holds(4.0 / 6.0), "{red:?} {blue:?}");
    assert_eq!((red.cases, blue.cases, found.endings.together), (600, 1200, false));
    assert!(found.endings.unwon.holds(1.0 / 6.0));
    let said = english_sentences(&found);
    has(&said, "Players with the role `red` win 1");
    has(&said, " of the games end with `storm`.");
    has_not(&said, "∞");
}

/// Cups are won by a throw of the die and give four points; gifts are drawn in turn and give three.
#[test]
fn prizes_are_told_from_luck() {
    let rules = r#"on("placed", function(ev)
        if ev.kind == "Gift" then award(ev.seat, 3, "points") end
        if tonumber(roll("die", ev.seat)) > 2 then
            put_back("won", assert(draw("prizes", { seat = ev.seat })))
            award(ev.seat, 4, "points")
        end
    end)"#;
    let (_folder, loaded) = pack("prizes", "", rules);
    let found = report(&loaded, &plan(600, 2), &[], &|_| {}).unwrap();
    assert!(found.stopped.is_none(), "{:?}", found.stopped);
    let kind = |name: &str| found.kinds.iter().find(|kind| kind.kind == name).unwrap();
    let (gift, cup) = (kind("Gift"), kind("Cup"));
    assert!(!gift.is_prize && cup.is_prize);
    let worth = |kind: &tilewright_lab::report::TileKindStatistics| kind.worth.unwrap().points;
    let near = |found: f64, wanted: f64| (found - wanted).abs() < 1e-6;
    assert!(near(worth(gift).estimate, 3.0), "{gift:?}");
    assert!(near(worth(cup).estimate, 4.0), "{cup:?}");
    let said = english_sentences(&found);
    has(&said, "`Cup` is a prize: each one more than the opponent has comes with a lead that is 4.0 ");
    has(&said, "`Gift` is a lucky draw: it raises the lead by 3.0 ");
    has_not(&said, "`Cup` is a lucky draw");
    // With three seats, the worth of a kind is not measured, and the report does not mention it.
    let said = self::english_sentences(&report(&loaded, &plan(60, 3), &[], &|_| {}).unwrap());
    has_not(&said, "No kind stands out");
    has(&said, "The value of drawing a kind is measured only in games of two players");
}

/// Keys with the same prefix form one kind of option, and cells are distinguished by the tile on them.
#[test]
fn choices_are_grouped_by_what_keys_begin_with_and_by_what_lies_there() {
    let rules = r#"step("act", function(seat)
        ask(seat, "go", { { key = "walk:0,0" }, { key = "walk:1,0" }, { key = "rest" } })
        ask(seat, "work", { { key = "0,0" }, { key = "90,0" } })
        local thrown = 0
        for _ = 1, 3 do thrown += tonumber(roll("die", seat)) end
        if thrown == 0 then ask(seat, "odd", { { key = "a" }, { key = "b" } }) end
    end)"#;
    let (_folder, loaded) = pack("keys", "", rules);
    let found = report(&loaded, &plan(60, 2), &[], &|_| {}).unwrap();
    assert!(found.stopped.is_none(), "{:?}", found.stopped);
    let seen: Vec<(&str, &str, u64)> = found.choices.iter().map(|c| (&*c.ask, &*c.what, c.offered)).collect();
    for wanted in
        [("go", "walk", 720), ("go", "rest", 720), ("work", "a cell with Plain", 720), ("work", "a free cell", 720)]
    {
        assert!(seen.contains(&wanted), "{wanted:?}: {seen:?}");
    }
    let walk = found.choices.iter().find(|choice| choice.what == "walk").unwrap();
    assert!(walk.taken.holds(2.0 / 3.0), "{walk:?}");
    let few = found.choices.iter().find(|choice| choice.ask == "odd").unwrap();
    assert!(few.offered < 20, "{few:?}");
    has(
        &english_sentences(&found),
        &format!("At `odd`, `{}` is chosen {} times out of {}, too few", few.what, few.times, few.offered),
    );
}
