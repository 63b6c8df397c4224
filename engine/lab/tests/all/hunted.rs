//! Tests the search for lines of play on invented packs. In each, one choice brings points at once and another one only
//! when the last tile is placed, which `greedy` does not foresee. In packs with an exploit, the late points are worth
//! more; in clean packs they are not, or all choices are equal.
#![allow(clippy::print_stdout, reason = "the figures of a run are wanted")]

use tilewright_core::catalog::Value;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_lab::bots::parse_bot;
use tilewright_lab::games::Games;
use tilewright_lab::hunt::{FINALISTS, HuntPlan, HuntResult, UnfitForHunt, hunt, prepare};

/// Returns `all` if `TILEWRIGHT_HUNTS` is set, as in `.ci/nightly`, and a smaller number by day.
fn amount<T>(by_day: T, all: T) -> T {
    if std::env::var_os("TILEWRIGHT_HUNTS").is_some() { all } else { by_day }
}

/// Things that distinguish the choice for late points from the others.
const KINDS: [&str; 6] = ["soil", "piece", "mark", "pair", "answer", "offer"];

/// Points of the choices of an invented pack.
struct Garden {
    by: &'static str,
    now: u32,
    late: u32,
    is_even: bool,
}

impl Garden {
    /// Returns the pack with an exploit of a number.
    fn planted(run: u64) -> Garden {
        let by = KINDS[run as usize % KINDS.len()];
        let now = if by == "pair" { 2 } else { 1 + run as u32 % 3 };
        Garden { by, now, late: now + 1 + run as u32 % 2, is_even: false }
    }

    /// Returns the clean pack of a number: in one half of them, late points are worth less than early ones, or as much;
    /// in the other half, each choice gives a throw of a die with the same faces.
    fn clean(run: u64) -> Garden {
        let (by, now) = (KINDS[run as usize % KINDS.len()], 2 + run as u32 % 2);
        Garden { by, now, late: now - (run as u32 / 2) % 2, is_even: run % 2 == 1 }
    }

    fn load(&self) -> Loaded {
        let finder = Finder::nowhere().with_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/packs"));
        let set = |name: &str, value: Value| (format!("rules.garden.{name}"), value);
        let int = |number: u32| Value::Int(number.into());
        let values = [
            set("by", Value::Text(self.by.into())),
            set("now", int(self.now)),
            set("late", int(self.late)),
            set("even", int(self.is_even.into())),
        ];
        let request = Request { lints: false, ..Request::new(["garden"]) };
        let request = values.into_iter().fold(request, |request, (path, value)| request.with_option(&path, value));
        let loaded = load(&finder, &request).unwrap();
        assert!(loaded.is_playable(), "{:?}", loaded.errors().map(|found| found.message.clone()).collect::<Vec<_>>());
        loaded
    }
}

fn plan(budget: u64, seed: u64) -> HuntPlan {
    HuntPlan { field: vec![parse_bot("greedy").unwrap()], seats: 2, seed, budget, threads: 2 }
}

fn run(loaded: &Loaded, plan: &HuntPlan) -> HuntResult {
    let prepared = prepare(loaded, plan, None).unwrap();
    println!("opponents: {}, {:.1} times the work", prepared.strong, prepared.times);
    assert!(prepared.times >= 10.0, "{prepared:?}");
    hunt(loaded, plan, &prepared, &|_| {}).unwrap()
}

/// Describes a result in a line.
fn described(found: &HuntResult) -> String {
    let tests = found.tested.iter().map(|tested| {
        let share =
            |won: &tilewright_lab::stats::Interval| format!("{:.2} ({:.2} to {:.2})", won.estimate, won.low, won.high);
        let strong = tested.strong.as_ref().map_or_else(String::new, |test| format!(", strong {}", share(&test.won)));
        let word = if tested.is_found { "found" } else { "not found" };
        format!("{} {word}: field {}{strong}", tested.line, share(&tested.field.won))
    });
    format!("{} lines, {} games: {}", found.tried, found.games, tests.collect::<Vec<_>>().join("; "))
}

/// Points that a game of a garden gives the second seat without luck, if it always makes one choice.
fn gains(garden: &Garden, is_late: bool) -> u32 {
    // Each seat has 10 of the 20 turns. Late points are given before the choice of the last turn.
    if is_late { garden.late * 9 } else { garden.now * 10 }
}

/// An exploit is found in at least 9 of 10 packs. Every found line beats the field by its points.
#[test]
fn planted_exploits_are_found() {
    let runs = amount(1, 10);
    let budget = amount(900, 4_000);
    let mut found = 0;
    for number in 0..runs {
        let garden = Garden::planted(number);
        assert!(gains(&garden, true) > gains(&garden, false));
        let loaded = garden.load();
        let result = run(&loaded, &plan(budget, number));
        println!("pack {number} ({}): {}", garden.by, described(&result));
        let lines: Vec<_> = result.found().collect();
        assert!(lines.len() <= FINALISTS);
        for line in &lines {
            let strong = line.strong.as_ref().unwrap();
            assert!(line.field.won.low > 0.5 && strong.won.low > 0.5 && line.field.ahead.low > 0.0);
            // The game that shows the line is one that it won.
            let game = line.shown.as_ref().unwrap();
            assert_eq!(game.bots[game.seat.index()], line.line);
            let recorded = Games::record(&loaded, 2, &game.bots, game.seed).unwrap();
            assert_eq!(recorded.session.game().winners(), [game.seat]);
        }
        found += u64::from(!lines.is_empty());
    }
    println!("{found} of {runs} planted exploits are found");
    assert!(found * 10 >= runs * 9, "{found} of {runs}");
}

/// At most 1 of 20 clean packs has a finding.
#[test]
fn clean_packs_have_no_findings() {
    let runs = amount(2, 20);
    let budget = amount(500, 2_000);
    let mut wrong = 0;
    for number in 0..runs {
        let garden = Garden::clean(number);
        assert!(garden.is_even || gains(&garden, true) < gains(&garden, false));
        let loaded = garden.load();
        let result = run(&loaded, &plan(budget, number));
        println!("pack {number} ({}, even: {}): {}", garden.by, garden.is_even, described(&result));
        assert!(result.tried > 3, "{}", result.tried);
        wrong += u64::from(result.found().next().is_some());
    }
    println!("{wrong} of {runs} clean packs have a finding");
    assert!(wrong * 20 <= runs, "{wrong} of {runs}");
}

/// The preparation names each difference between options once, and a hunt does not depend on the number of threads.
#[test]
fn a_hunt_is_the_same_on_any_number_of_threads() {
    let loaded = Garden::planted(4).load();
    let plan = |threads| HuntPlan { threads, ..plan(200, 5) };
    let prepared = prepare(&loaded, &plan(1), Some(&parse_bot("mcts:20").unwrap())).unwrap();
    let names: Vec<String> = prepared.lines.iter().map(ToString::to_string).collect();
    let (manners, restricted) = names.split_at(5);
    assert_eq!(manners, ["builder", "blocker", "farmer", "hoarder", "hurried"].map(|word| format!("greedy-{word}")));
    let has = |name: &str| restricted.contains(&format!("greedy-{name}"));
    assert!(has("never-answers.plan.save") && has("always-answers.plan.save"), "{names:?}");
    assert!(!has("never-answers.plan.take") && !has("always-answers.plan.take"), "that is the same");
    assert!(has("never-figures.guard") && has("always-tags.deep") && has("never-answers.deploy.pass"), "{names:?}");
    let one = hunt(&loaded, &plan(1), &prepared, &|_| {}).unwrap();
    assert_eq!(hunt(&loaded, &plan(2), &prepared, &|_| {}).unwrap(), one);
    assert!(one.tried >= 5, "{one:?}");
}

/// Lines are names of bots: the same restrictions work in every command, and are refused for things that do not exist.
#[test]
fn restricted_bots_keep_to_their_restriction() {
    let loaded = Garden::planted(0).load();
    let deployed = |bot: &str| {
        let bots = [parse_bot(bot).unwrap(), parse_bot("greedy").unwrap()];
        let mut games = Games::new(&loaded, 2, &bots, true).unwrap();
        let mut chosen = std::collections::BTreeSet::new();
        let played = games.play(3, &mut |session, decision, number| {
            if decision.seat.0 == 0 && &*decision.ask == "deploy" {
                let pick = decision.options.get(session.game(), number).unwrap();
                let key = decision.options.key(session.game(), pick);
                let ends: Vec<&str> = key.split(':').collect();
                chosen.insert(ends[ends.len().saturating_sub(2)..].join(" "));
            }
        });
        assert!(played.unwrap().fault.is_none());
        chosen
    };
    let only = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(deployed("greedy"), only(&["guard well", "herald well"]));
    assert_eq!(deployed("greedy-always-terrains.hole-never-figures.guard"), only(&["herald hole"]));
    assert_eq!(deployed("greedy-never-figures.herald"), only(&["guard well"]));
    assert_eq!(deployed("greedy-always-answers.pass"), only(&["pass"]));
    assert_eq!(deployed("greedy-always-answers.deploy.pass-never-garden"), only(&["pass"]));
    let refused = |word: &str| parse_bot(word).unwrap().make(&loaded).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(refused("greedy-never-answers.nothing"), Ok(()), "rules create answers during a game");
    for (word, why) in [
        ("greedy-never-figures.gard", "the packs have no figure `gard`; did you mean `guard`?"),
        ("mcts-always-terrains.sea", "the packs have no terrain `sea`"),
        ("greedy-never-tags.dep", "the packs have no tag `dep`; did you mean `deep`?"),
        ("greedy-never-tiles.Sit", "the packs have no tile `Sit`; did you mean `Site`?"),
        ("greedy-never-rules.garten", "the packs have no rule `garten`; did you mean `garden`?"),
    ] {
        assert_eq!(refused(word), Err(why.to_owned()));
    }
    assert_eq!(plan(1, 1).unfit(&loaded), None);
    assert_eq!(HuntPlan { seats: 1, ..plan(1, 1) }.unfit(&loaded), Some(UnfitForHunt::Alone));
}
