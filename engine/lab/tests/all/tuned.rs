//! Tests the search for numbers on invented packs whose results are known exactly: the number of tiles decides the
//! length, a parameter decides the share of a book, and a head start decides the seat.
#![allow(clippy::print_stdout, reason = "the figures of a run are wanted")]

use std::fs;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_core::catalog::Value;
use tilewright_core::diag::{FileId, Span};
use tilewright_core::state::chance::Generator;
use tilewright_kit::files::write_with_folders;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Reading, Request};
use tilewright_kit::tune::{TargetMeasure, TargetRange, VariedNumber};
use tilewright_lab::bots::{RANDOM, parse_bot};
use tilewright_lab::tune::{
    ResultPlace, SearchShare, StepVerdict, TuneError, TunePlan, TuneResult, TuneVerdict, plays_alike, tune,
};

use crate::{FaultyPackFolder, amount};

const PACK: &str = r#"Pack(
    id: "dials", version: "1.0.0", format: 1, title: "Dials", authors: ["A"], licence: "MIT", seats: (2, 2),
    terrains: [(id: grass, ground: true)],
    edges: [(id: grass, ports: [grass])],
    dice: [(id: die, faces: [0, 1, 2]), (id: coin, faces: [0, 1])],
    bags: [tiles],
    tiles: [(id: "Plain", count: 10, edges: (n: grass, e: grass, s: grass, w: grass))],
    board: (presets: [(tile: "Plain", at: (0, 0))]),
    books: [low, high],
    flow: (setup: [script(name: "begin")], turn: [draw(from: tiles), place], ends_with: [tiles]),
    rules: [(use: "dials")],
)"#;

const RULES: &str = r#"--- Each placed tile gives the pips of a die, and of a coin times a number.
--- @param extra integer = 1  Points for a coin that shows 1.
--- @param head integer = 0  Points of the second seat at the start.
--- @param idle integer = 5  A number that changes nothing.
--- @param fatal integer = 0  Stops the game if it is 1.

step("begin", function()
    if param.head ~= 0 then award(1, param.head, "low") end
end)

on("placed", function(ev)
    if turn_number() == 0 then return end
    if param.fatal == 1 then error("fatal") end
    local pips, coin = tonumber(roll("die", ev.seat)), tonumber(roll("coin", ev.seat))
    if pips ~= 0 then award(ev.seat, pips, "low") end
    if coin ~= 0 and param.extra ~= 0 then award(ev.seat, param.extra, "high") end
end)
"#;

/// Folder with the pack, the reading of it, and the pack with its own numbers.
struct Dials {
    folder: FaultyPackFolder,
    reading: Reading,
    request: Request,
    base: Loaded,
}

impl Dials {
    fn new(name: &str) -> Dials {
        let folder =
            FaultyPackFolder(std::env::temp_dir().join(format!("tilewright-dials-{name}-{}", std::process::id())));
        for (file, text) in [("pack.ron", PACK), ("rules/dials.lua", RULES)] {
            write_with_folders(&folder.0.join("dials").join(file), text.as_bytes()).unwrap();
        }
        let reading = Reading::read_packs(&Finder::nowhere().with_folder(&folder.0), &["dials".to_owned()]).unwrap();
        let request = Request { lints: false, ..Request::new(["dials"]) };
        let base = reading.load(&request);
        assert!(base.is_playable(), "{:?}", base.errors().map(|found| found.message.clone()).collect::<Vec<_>>());
        Dials { folder, reading, request, base }
    }

    fn run(&self, plan: &TunePlan, place: Option<ResultPlace<'_>>) -> Result<TuneResult, TuneError> {
        tune(plan, &self.reading, &self.request, &self.base, place, &|_| {})
    }
}

fn number(path: &str, values: impl IntoIterator<Item = i64>) -> VariedNumber {
    VariedNumber { path: path.to_owned(), values: values.into_iter().collect(), span: Span::new(FileId(0), 0, 0) }
}

fn target(name: &str, range: RangeInclusive<f64>) -> TargetRange {
    let measure = TargetMeasure::parse(name).unwrap();
    TargetRange { measure, low: *range.start(), high: *range.end(), span: Span::new(FileId(0), 0, 0) }
}

fn plan(numbers: Vec<VariedNumber>, targets: Vec<TargetRange>) -> TunePlan {
    let present = numbers.iter().map(|number| match &*number.path {
        "tiles.Plain.count" => Some(10),
        "rules.dials.extra" => Some(1),
        "rules.dials.head" | "rules.dials.fatal" => Some(0),
        _ => Some(5),
    });
    TunePlan {
        present: present.collect(),
        numbers,
        targets,
        panel: vec![RANDOM],
        confirm: None,
        seats: 2,
        seed: 1,
        games: 20_000,
        threads: 2,
    }
}

/// Exact results of a game: turns, the share of the book `high`, the share of wins of the first seat, the points of a
/// player.
fn truth(tiles: i64, extra: i64, head: i64) -> [f64; 4] {
    let high = 0.5 * (extra * tiles) as f64;
    let points = high + (tiles + head) as f64;
    let share = if points == 0.0 { 0.0 } else { high / points };
    // The distribution of the lead of the first seat, shifted so that all leads are places in a list.
    let middle = ((2 + extra) * tiles + head.abs()) as usize;
    let mut leads = vec![0.0; 2 * middle + 1];
    leads[(middle as i64 - head) as usize] = 1.0;
    for tile in 0..tiles {
        let sign = if tile % 2 == 0 { 1 } else { -1 };
        let mut next = vec![0.0; leads.len()];
        for (lead, chance) in leads.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            for points in (0..3).flat_map(|pips| [pips, pips + extra]) {
                next[(lead as i64 + sign * points) as usize] += chance / 6.0;
            }
        }
        leads = next;
    }
    let wins: f64 = leads[middle + 1..].iter().sum();
    [tiles as f64, share, wins + leads[middle] / 2.0, points / 2.0]
}

/// Values of the numbers of an invented pack.
struct Dial {
    tiles: Vec<i64>,
    extra: Vec<i64>,
    head: Vec<i64>,
}

impl Dial {
    /// A grid of 120 candidates, or of 567.
    fn new(is_large: bool) -> Dial {
        let values = |range: RangeInclusive<i64>, step: usize| range.step_by(step).collect();
        match is_large {
            true => Dial { tiles: values(8..=16, 1), extra: values(0..=6, 1), head: values(-8..=8, 2) },
            false => Dial { tiles: values(9..=13, 1), extra: values(0..=3, 1), head: values(-4..=6, 2) },
        }
    }

    fn numbers(&self) -> Vec<VariedNumber> {
        vec![
            number("tiles.Plain.count", self.tiles.clone()),
            number("rules.dials.extra", self.extra.clone()),
            number("rules.dials.head", self.head.clone()),
        ]
    }

    /// Plants a candidate: returns it with targets that only this candidate meets. Each range reaches half of the way
    /// to the mean of the neighbouring value of one number.
    fn plant(&self, chance: &mut Generator) -> (Vec<i64>, Vec<TargetRange>) {
        let mut pick = |count: usize| chance.below(count as u32) as usize;
        let places = [pick(self.tiles.len()), pick(self.extra.len()), pick(self.head.len())];
        let lists = [&self.tiles, &self.extra, &self.head];
        let of = |places: [usize; 3]| truth(lists[0][places[0]], lists[1][places[1]], lists[2][places[2]]);
        let (best, names) = (of(places), ["turns", "share:high", "seat"]);
        let gap = |at: usize| {
            let neighbours = [places[at].checked_sub(1), Some(places[at] + 1).filter(|next| *next < lists[at].len())];
            let mean = |place: usize| {
                let mut other = places;
                other[at] = place;
                (of(other)[at] - best[at]).abs()
            };
            neighbours.into_iter().flatten().map(mean).fold(f64::INFINITY, f64::min)
        };
        let targets = (0..3).map(|at| {
            let (low, high) = (best[at] - gap(at) / 2.0, best[at] + gap(at) / 2.0);
            target(names[at], if at == 0 { low..=high } else { low.max(0.0)..=high.min(1.0) })
        });
        (vec![lists[0][places[0]], lists[1][places[1]], lists[2][places[2]]], targets.collect())
    }

    /// Returns the numbers of the targets that each candidate meets.
    fn met(&self, targets: &[TargetRange]) -> Vec<Vec<usize>> {
        let is_met = |target: &TargetRange, means: &[f64; 4]| {
            let measures = ["turns", "share:high", "seat:1", "points"];
            let at = measures.iter().position(|name| *name == target.measure.to_string()).unwrap();
            (target.low..=target.high).contains(&means[at])
        };
        let mut all = Vec::new();
        for (tiles, extra) in self.tiles.iter().flat_map(|tiles| self.extra.iter().map(move |extra| (tiles, extra))) {
            for head in &self.head {
                let means = truth(*tiles, *extra, *head);
                all.push((0..targets.len()).filter(|at| is_met(&targets[*at], &means)).collect());
            }
        }
        all
    }

    /// Returns the smallest sets of three targets that no candidate meets together.
    fn conflicts(&self, targets: &[TargetRange]) -> Vec<Vec<usize>> {
        let met = self.met(targets);
        let is_free = |set: &Vec<usize>| !met.iter().any(|met| set.iter().all(|at| met.contains(at)));
        let sets = [vec![vec![0], vec![1], vec![2]], vec![vec![0, 1], vec![0, 2], vec![1, 2]], vec![vec![0, 1, 2]]];
        let conflicts = sets.into_iter().map(|sets| sets.into_iter().filter(is_free).collect::<Vec<_>>());
        conflicts.into_iter().find(|sets| !sets.is_empty()).unwrap_or_default()
    }
}

#[test]
fn the_invented_packs_have_the_results_that_are_computed() {
    let dials = Dials::new("truth");
    let set = |path: &str, value: i64| dials.request.clone().with_option(path, Value::Int(value));
    assert!(!plays_alike([&dials.base, &dials.reading.load(&set("rules.dials.extra", 2))], 2).unwrap());
    assert!(plays_alike([&dials.base, &dials.reading.load(&set("rules.dials.idle", 2))], 2).unwrap());
    let [turns, share, seat, points] = truth(10, 1, 0);
    let near = |mean: f64, off: f64| mean - off..=mean + off;
    let targets = vec![
        target("turns", near(turns, 0.5)),
        target("share:high", near(share, 0.02)),
        target("seat", near(seat, 0.02)),
        target("points", near(points, 0.2)),
    ];
    let plan = TunePlan { games: 40_000, ..plan(vec![number("rules.dials.idle", [4, 5])], targets) };
    let found = dials.run(&plan, None).unwrap();
    assert_eq!((found.verdict, found.is_present), (TuneVerdict::Found, true), "{found:?}");
}

/// Searches for a planted candidate; returns true if it is proposed within 20,000 games.
fn finds_planted(run: u64) -> bool {
    let dials = Dials::new(&format!("planted-{run}"));
    let mut chance = Generator::new(run * 7919 + 11);
    let dial = Dial::new(run % 2 == 1);
    let (best, targets) = dial.plant(&mut chance);
    assert_eq!(
        dial.met(&targets).iter().filter(|met| met.len() == 3).count(),
        1,
        "only the planted candidate meets the targets of pack {run}"
    );
    let plan = TunePlan { seed: run, ..plan(dial.numbers(), targets) };
    let found = dials.run(&plan, None).unwrap();
    assert!(found.games <= 20_000, "{}", found.games);
    let proposed: Vec<i64> =
        found.finalists[0].candidate.values(&plan.numbers).into_iter().map(|(_, value)| value).collect();
    let is_found = found.verdict == TuneVerdict::Found && proposed == best;
    println!(
        "pack {run}: planted {best:?}, {} {proposed:?} after {} games with {} of {} candidates",
        found.verdict.word(),
        found.games,
        found.played,
        found.possible,
    );
    is_found
}

/// A candidate that alone meets all targets is found in at least 18 of 20 packs, within 20,000 games.
#[test]
fn planted_candidates_are_found() {
    let runs = amount(2, 20);
    let found = (0..runs).filter(|run| finds_planted(*run)).count() as u64;
    println!("{found} of {runs} planted candidates are found");
    assert!(found * 10 >= runs * 9, "{found} of {runs}");
}

/// Targets that no candidate meets are reported in every pack, with the smallest sets of targets that contradict each
/// other: a share that is out of reach, two targets, or all three.
#[test]
fn impossible_targets_are_reported() {
    let runs = amount(2, 20);
    for run in 0..runs {
        let dials = Dials::new(&format!("impossible-{run}"));
        let mut chance = Generator::new(run * 104_729 + 5);
        let dial = Dial::new(run % 4 >= 2);
        let (_, mut targets) = dial.plant(&mut chance);
        match run % 4 {
            0 => targets[1] = target("share:high", 0.82..=0.9),
            2 => targets[0] = target("turns", 16.6..=17.4),
            // Long games with points for coins have more points than that.
            _ => {
                let share = target("share:high", 0.3..=1.0);
                targets = vec![target("turns", 10.5..=12.5), share, target("points", 1.0..=3.0)];
            }
        }
        let conflicts = dial.conflicts(&targets);
        assert!(!conflicts.is_empty());
        let plan = TunePlan { seed: run, ..plan(dial.numbers(), targets) };
        let found = dials.run(&plan, None).unwrap();
        println!("pack {run}: {}, conflicts {:?} after {} games", found.verdict.word(), found.conflicts, found.games);
        assert_eq!(found.verdict, TuneVerdict::NoneMeets, "pack {run}");
        assert!(found.steps.is_empty() && found.games <= 20_000);
        assert_eq!(found.conflicts, conflicts, "pack {run}");
    }
}

/// A small search whose answer needs few games.
fn small(games: u64) -> TunePlan {
    let numbers = vec![
        number("tiles.Plain.count", 8..=12),
        number("rules.dials.idle", 4..=6),
        number("rules.dials.extra", 0..=2),
    ];
    let targets = vec![target("turns", 10.5..=11.5), target("share:high", 0.4..=0.6), target("seat", 0.2..=0.8)];
    TunePlan { games, ..plan(numbers, targets) }
}

#[test]
fn steps_that_make_no_difference_are_named() {
    let dials = Dials::new("equal");
    let plan = small(6_000);
    let found = dials.run(&plan, None).unwrap();
    assert_eq!(found.verdict, TuneVerdict::Found);
    let proposed: Vec<i64> =
        found.finalists[0].candidate.values(&plan.numbers).into_iter().map(|(_, value)| value).collect();
    assert_eq!(proposed, [11, 5, 2], "of equal candidates, the one nearest to the present");
    let steps: Vec<(usize, i64, &StepVerdict)> =
        found.steps.iter().map(|step| (step.number, step.value, &step.verdict)).collect();
    let (same, misses) = (StepVerdict::Same, |target: usize| StepVerdict::Misses(vec![target]));
    assert_eq!(steps, [(0, 10, &misses(0)), (0, 12, &misses(0)), (1, 4, &same), (1, 6, &same), (2, 1, &misses(1))]);
    assert_eq!((found.steps[2].changes[0][0].low, found.steps[2].changes[0][0].high), (0.0, 0.0));
    assert!(found.present.is_some() && found.games <= 6_000);
}

/// Runs in one or two threads, with a journal, resumed after a kill, and shared by processes give the same result.
#[test]
fn each_way_to_run_a_search_gives_the_same_result() {
    let dials = Dials::new("ways");
    let plan = small(3_000);
    let whole = dials.run(&TunePlan { threads: 1, ..plan.clone() }, None).unwrap();
    assert_eq!(dials.run(&plan, None).unwrap(), whole);
    let folder = dials.folder.0.join("results");
    let place = |part: u64, of: u64| Some(ResultPlace { folder: &folder, share: SearchShare { part, of } });
    assert_eq!(dials.run(&plan, place(0, 1)).unwrap(), whole);
    // A killed program leaves the first lines, and a part of the next one.
    let journal = folder.join("part-1-of-1.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    for share in [3, 2] {
        fs::write(&journal, &text[..text.len() / share]).unwrap();
        let played = AtomicU64::new(0);
        let on_game = |_| {
            played.fetch_add(1, Ordering::Relaxed);
        };
        let resumed = tune(&plan, &dials.reading, &dials.request, &dials.base, place(0, 1), &on_game).unwrap();
        assert_eq!(resumed, whole);
        let played = played.into_inner();
        assert!(played < whole.games, "{played} of {} games were played again", whole.games);
        let mut lines: Vec<String> = fs::read_to_string(&journal).unwrap().lines().map(str::to_owned).collect();
        let mut wanted: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        wanted.sort();
        assert!(lines == wanted, "the journal has each unit once");
    }
    fs::remove_dir_all(&folder).unwrap();
    std::thread::scope(|scope| {
        let run = |part: u64| dials.run(&TunePlan { threads: 1, ..plan.clone() }, place(part, 3)).unwrap();
        let shares: Vec<_> = (0..3).map(|part| scope.spawn(move || run(part))).collect();
        for share in shares {
            assert_eq!(share.join().unwrap(), whole);
        }
    });
    // One process takes the results of several.
    assert_eq!(dials.run(&plan, place(0, 1)).unwrap(), whole);
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 1, "nothing was left to play");
}

#[test]
fn results_of_other_searches_and_damaged_results_are_refused() {
    let dials = Dials::new("others");
    let folder = dials.folder.0.join("results");
    let place = Some(ResultPlace { folder: &folder, share: SearchShare::WHOLE });
    let plan = small(600);
    dials.run(&plan, place).unwrap();
    let error = dials.run(&TunePlan { seed: 2, ..plan.clone() }, place).unwrap_err();
    assert!(matches!(&error, TuneError::OtherSearch { field, .. } if field == "seed"), "{error}");
    let mut others = small(600);
    others.targets[0].high = 12.5;
    let error = dials.run(&others, place).unwrap_err();
    assert!(matches!(&error, TuneError::OtherSearch { field, .. } if field == "targets"), "{error}");
    let changed = dials.reading.load(&dials.request.clone().with_option("rules.dials.head", Value::Int(1)));
    let error = tune(&plan, &dials.reading, &dials.request, &changed, place, &|_| {}).unwrap_err();
    assert!(matches!(&error, TuneError::OtherSearch { field, .. } if field == "options"), "{error}");
    let journal = folder.join("part-1-of-1.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.replacen("\"counts\"", "\"cuonts\"", 1)).unwrap();
    assert!(matches!(dials.run(&plan, place), Err(TuneError::Damaged { line: 2, .. })));
    fs::write(&journal, "{}\n").unwrap();
    assert!(matches!(dials.run(&plan, place), Err(TuneError::OtherSearch { .. })));
}

#[test]
fn candidates_that_cannot_be_played_are_left_out() {
    let dials = Dials::new("unfit");
    let targets = || vec![target("turns", 9.5..=10.5)];
    // Games with one of the values stop, and a negative number of tiles is refused.
    let numbers = vec![number("rules.dials.fatal", 0..=1), number("tiles.Plain.count", -2..=12)];
    let found = dials.run(&TunePlan { games: 3_000, ..plan(numbers, targets()) }, None).unwrap();
    assert!(found.verdict == TuneVerdict::Found && found.is_present);
    assert_eq!(found.unfit, 2 * 2 + 13 - 1, "{found:?}");
    assert!(found.stopped.as_deref().is_some_and(|message| message.contains("fatal")));
    assert_eq!(found.steps[0].verdict, StepVerdict::Unplayable);
    let all = vec![number("tiles.Plain.count", -3..=-2)];
    let nothing = dials.run(&TunePlan { games: 600, ..plan(all, targets()) }, None);
    assert!(nothing.is_ok_and(|found| found.is_present), "only the present numbers can be played");
    let stopped = vec![number("rules.dials.fatal", [1, 2])];
    let mut stopped = TunePlan { games: 600, ..plan(stopped, targets()) };
    stopped.present = vec![Some(1)];
    let error = dials.run(&TunePlan { numbers: vec![number("rules.dials.fatal", [1])], ..stopped }, None);
    assert!(matches!(error, Err(TuneError::NothingPlayed { message: Some(_) })));
}

/// Each bot of a panel has to meet the targets, and so has the bot that confirms.
#[test]
fn each_bot_of_the_panel_counts() {
    let dials = Dials::new("panel");
    let greedy = parse_bot("greedy").unwrap();
    let base = small(1_200);
    let plan = TunePlan { panel: vec![RANDOM, greedy.clone()], confirm: Some(greedy), ..base };
    let found = dials.run(&plan, None).unwrap();
    assert!(found.finalists.iter().all(|of| of.targets.iter().all(|bots| bots.len() == 3)));
    assert!(found.games <= 1_200, "{}", found.games);
}
