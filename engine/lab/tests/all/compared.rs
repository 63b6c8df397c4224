//! Tests comparisons of versions on an invented pack whose changes have known effects: a die gives points, and one
//! face of it gives more in the changed version.

use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_kit::files::write_with_folders;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::packs::setting::parse_setting;
use tilewright_lab::bots::{BotSpec, RANDOM, parse_bot};
use tilewright_lab::games::Games;
use tilewright_lab::seeds;
use tilewright_lab::versions::{
    Matters, Measure, MeasuredBlocks, PartKind, PlayEnd, RescoredRecord, VersionComparison, VersionPlan,
    VersionVerdict, WorthVerdict, compare_versions, game_parts, games_beside, measured_changes, most_changed,
    part_worths, rescore,
};

use crate::known_answers::Coverage;
use crate::{FaultyPackFolder, amount, base, content};

const PACK: &str = r#"Pack(
    id: "pips", version: "1.0.0", format: 1, title: "Pips", authors: ["A"], licence: "MIT", seats: (2, 3),
    terrains: [(id: grass, ground: true)],
    edges: [(id: grass, ports: [grass])],
    dice: [(id: die, faces: [0, 1, 2])],
    bags: [tiles],
    tiles: [(id: "Plain", count: 13, edges: (n: grass, e: grass, s: grass, w: grass))],
    board: (presets: [(tile: "Plain", at: (0, 0))]),
    books: [pips],
    flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
    rules: [(use: "points", extra: 0)],
)"#;

const POINTS: &str = r#"--- Each placed tile gives the pips of a die.
--- @param extra integer = 0  Points for the highest face in addition.
on("placed", function(ev)
    if turn_number() == 0 then return end
    local pips = tonumber(roll("die", ev.seat))
    if pips == 2 then pips = pips + param.extra end
    if pips ~= 0 then award(ev.seat, pips, "pips") end
end)
"#;

/// Number of tiles that players place in a game.
const TILES: f64 = 13.0;

fn pack(name: &str) -> (FaultyPackFolder, impl Fn(&[&str]) -> Loaded) {
    let folder = FaultyPackFolder(std::env::temp_dir().join(format!("tilewright-pips-{name}-{}", std::process::id())));
    let write =
        |file: &str, text: &str| write_with_folders(&folder.0.join("pips").join(file), text.as_bytes()).unwrap();
    write("pack.ron", PACK);
    write("rules/points.lua", POINTS);
    let finder = Finder::nowhere().with_folder(&folder.0);
    (folder, move |settings: &[&str]| changed(&finder, "pips", settings))
}

fn changed(finder: &Finder, pack: &str, settings: &[&str]) -> Loaded {
    let mut request = Request { lints: false, ..Request::new([pack]) };
    for setting in settings {
        let (name, value) = parse_setting(setting).unwrap();
        request = request.with_option(&name, value);
    }
    let loaded = load(finder, &request).unwrap();
    assert!(loaded.is_playable(), "{:?}", loaded.errors().map(|found| found.message.clone()).collect::<Vec<_>>());
    loaded
}

fn plan(seed: u64, blocks: u64) -> VersionPlan {
    VersionPlan { seats: 2, seed, blocks, matters: Matters::default(), threads: 2 }
}

fn compare(before: &Loaded, after: &Loaded, bots: &[BotSpec], plan: &VersionPlan) -> VersionComparison {
    compare_versions([before, after], &[bots.to_vec()], plan, &|_, _| true).unwrap()
}

fn of(found: &VersionComparison, measure: &Measure) -> tilewright_lab::versions::MeasuredChange {
    found.tables[0].changes[found.measures.iter().position(|own| own == measure).unwrap()]
}

/// A highest face that gives 1 point more brings a player a third of a point for each tile, and a player
/// places half of the tiles.
#[test]
fn a_change_of_known_size_is_in_the_interval() {
    let (_folder, versions) = pack("known");
    let (before, after) = (versions(&[]), versions(&["rules.points.extra=1"]));
    let truth = TILES / 3.0 / 2.0;
    let (mut points, mut book) = <(Coverage, Coverage)>::default();
    for seed in 0..400 {
        let found = compare(&before, &after, &[RANDOM, RANDOM], &plan(seed, 30));
        assert!(found.tables[0].faults.is_empty(), "{:?}", found.tables[0].faults);
        points.add(of(&found, &Measure::Points).difference.interval, truth);
        book.add(of(&found, &Measure::Book("pips".to_owned())).difference.interval, truth);
    }
    points.is_honest("the points of a player");
    book.is_honest("the points in a book");
}

#[test]
fn threads_and_pauses_change_nothing() {
    let (_folder, versions) = pack("threads");
    let (before, after) = (versions(&[]), versions(&["rules.points.extra=1", "tiles.Plain.count=9"]));
    let by = |threads: usize| compare(&before, &after, &[RANDOM, RANDOM], &VersionPlan { threads, ..plan(5, 260) });
    let (one, three) = (by(1), by(3));
    assert_eq!(one.tables[0].blocks, three.tables[0].blocks);
    assert_eq!(one.tables[0].changes, three.tables[0].changes);
    assert_eq!(of(&one, &Measure::Turns).difference.interval.estimate, -4.0);
    // A comparison that is stopped has the first of the same blocks.
    let games = AtomicU64::new(0);
    let goes_on = |done: u64, _: u64| games.fetch_max(done, Ordering::Relaxed) < 77;
    let tables = [vec![RANDOM, RANDOM]];
    // One thread finishes the blocks in order.
    let plan_of_one = VersionPlan { threads: 1, ..plan(5, 260) };
    let stopped = compare_versions([&before, &after], &tables, &plan_of_one, &goes_on).unwrap();
    let table = &stopped.tables[0];
    assert_eq!(table.end, PlayEnd::Stopped);
    assert!((30..50).contains(&table.blocks.len()), "{}", table.blocks.len());
    assert_eq!(table.blocks[..], one.tables[0].blocks[..table.blocks.len()]);
    let none = compare_versions([&before, &after], &tables, &plan(5, 260), &|_, _| false).unwrap();
    assert!(none.tables[0].blocks.is_empty() && none.tables[0].changes[0].verdict == VersionVerdict::Unknown(None));
}

#[test]
fn games_stop_when_they_are_enough_for_each_question() {
    let (_folder, versions) = pack("enough");
    let (before, after) = (versions(&[]), versions(&["rules.points.extra=1"]));
    let found = compare(&before, &after, &[RANDOM, RANDOM], &plan(1, 100_000));
    assert_eq!(found.tables[0].end, PlayEnd::Enough);
    assert!(found.tables[0].blocks.len() < 20_000, "{}", found.tables[0].blocks.len());
    let known =
        |change: &tilewright_lab::versions::MeasuredChange| !matches!(change.verdict, VersionVerdict::Unknown(_));
    assert!(found.tables[0].changes.iter().all(known), "{:?}", found.tables[0].changes);
    assert_eq!(of(&found, &Measure::Points).verdict, VersionVerdict::Differs);
    assert_eq!(of(&found, &Measure::Turns).verdict, VersionVerdict::Same);
    let same = compare(&before, &before, &[RANDOM, RANDOM], &plan(1, 100_000));
    assert_eq!((same.tables[0].blocks.len(), same.tables[0].differ.estimate), (100, 0.0));
    assert!(same.tables[0].changes.iter().all(|change| change.verdict == VersionVerdict::Same));
}

/// Three seats have a question for each, and players who share a game change seats.
#[test]
fn players_who_share_a_game_change_seats() {
    let (_folder, versions) = pack("seats");
    let (before, after) = (versions(&[]), versions(&["rules.points.extra=1"]));
    let bots = [parse_bot("greedy").unwrap(), RANDOM, RANDOM];
    let found = compare(&before, &after, &bots, &VersionPlan { seats: 3, ..plan(1, 4) });
    assert_eq!((found.tables[0].games, found.tables[0].blocks.len()), (6, 4));
    let wins = found.measures.iter().filter(|measure| matches!(measure, Measure::Wins(_))).count();
    assert_eq!(wins, 3);
}

#[test]
fn the_games_that_differ_most_are_shown_from_their_first_difference() {
    let (_folder, versions) = pack("next");
    let (before, after) = (versions(&[]), versions(&["tiles.Plain.count=9"]));
    let plan = plan(1, 20);
    let found = compare(&before, &after, &[RANDOM, RANDOM], &plan);
    let changed = most_changed(&found.tables[0].blocks);
    let games = games_beside([&before, &after], &found.tables[0].bots, &plan, &changed).unwrap();
    assert_eq!(games.len(), 3);
    for game in &games {
        assert!(game.moves[0].first() != game.moves[1].first(), "{game:?}");
        let sum = |version: usize| game.scores[version].iter().sum::<i32>();
        assert_ne!(sum(0), sum(1), "{game:?}");
    }
}

/// Equal versions that share no luck: version B has other seeds. In at most 7 of 100 comparisons, any of the questions
/// finds a difference.
#[test]
fn equal_versions_rarely_differ() {
    let (_folder, versions) = pack("equal");
    let ridges = content().with_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/packs"));
    let (runs, blocks) = amount((40, 60), (400, 100));
    for loaded in [versions(&[]), base(), changed(&ridges, "ridges", &[])] {
        let mut games = Games::new(&loaded, 2, &[RANDOM, RANDOM], false).unwrap();
        let books: Vec<_> = games.blank().catalog().books.ids().collect();
        let mut wrong = 0;
        for run in 0..runs {
            let mut questions = vec![MeasuredBlocks { matters: 0.1, ..MeasuredBlocks::default() }; 3 + books.len()];
            for block in 0..2 * blocks {
                let played = games.play(seeds::of_game(run, block), &mut |_, _, _| {}).unwrap();
                let scores: Vec<f64> = played.game.scores().iter().copied().map(f64::from).collect();
                let won = f64::from(u8::from(played.game.winners().iter().any(|seat| seat.0 == 0)));
                let by_book = books.iter().map(|&book| f64::from(played.game.book_points(book).iter().sum::<i32>()));
                let values = [scores.iter().sum(), scores[0] - scores[1], won].into_iter().chain(by_book);
                for (question, value) in questions.iter_mut().zip(values) {
                    if block < blocks { &mut question.before } else { &mut question.after }.push(value);
                }
            }
            let differs = measured_changes(&questions).iter().any(|change| change.verdict == VersionVerdict::Differs);
            wrong += u64::from(differs);
        }
        println!("{}: {wrong} of {runs} equal versions differ", games.blank().catalog().titles());
        assert!(100 * wrong <= 7 * runs, "{wrong} of {runs}");
    }
}

const WORTHS: &str = r#"Pack(
    id: "pips", version: "1.0.0", format: 1, title: "Pips", authors: ["A"], licence: "MIT", seats: (2, 3),
    options: [(id: quiet, default: false)],
    terrains: [(id: grass, ground: true)],
    edges: [(id: grass, ports: [grass])],
    dice: [(id: die, faces: [0, 1, 2])],
    bags: [tiles],
    tiles: [(id: "Plain", count: 13, edges: (n: grass, e: grass, s: grass, w: grass))],
    board: (presets: [(tile: "Plain", at: (0, 0))]),
    books: [pips],
    flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
    rules: [(id: gain, use: "points", extra: 1), (id: levy, use: "levy"), (id: idle, use: "idle")],
)"#;

/// Each part of a game with known effects gets its verdict: a rule that gives points, one that takes them, one that
/// does nothing, the only kind of tile, and an option that no rule reads.
#[test]
fn parts_of_a_game_get_their_verdicts() {
    let (folder, versions) = pack("worth");
    let write =
        |file: &str, text: &str| write_with_folders(&folder.0.join("pips").join(file), text.as_bytes()).unwrap();
    write("pack.ron", WORTHS);
    let levy = r#"on("placed", function(ev) if turn_number() > 0 then award(ev.seat, -1, "pips") end end)"#;
    write("rules/levy.lua", &format!("--- Each placed tile costs a point.\n{levy}\n"));
    write("rules/idle.lua", "--- Nothing happens.\non(\"placed\", function(ev) local unused = ev.seat end)\n");
    let before = versions(&[]);
    let parts = game_parts(before.catalog().unwrap());
    let names: Vec<(PartKind, &str, &str)> =
        parts.iter().map(|part| (part.kind, &*part.name, &*part.without)).collect();
    assert_eq!(
        names,
        [
            (PartKind::Rule, "pips:gain", "pips:rules.gain=off"),
            (PartKind::Rule, "pips:levy", "pips:rules.levy=off"),
            (PartKind::Rule, "pips:idle", "pips:rules.idle=off"),
            (PartKind::Tile, "pips:Plain", "pips:tiles.Plain.count=0"),
            (PartKind::Option, "pips:quiet", "option:pips:quiet=true"),
        ]
    );
    let plan = plan(3, 400);
    let compared: Vec<Option<VersionComparison>> = parts
        .iter()
        .map(|part| Some(compare(&before, &versions(&[&part.without]), &[RANDOM, RANDOM], &plan)))
        .chain([None])
        .collect();
    let worths = part_worths(&compared, &plan);
    let verdicts: Vec<WorthVerdict> = worths.iter().map(|worth| worth.verdict).collect();
    use WorthVerdict::{Dead, Needed, Tax, Useful};
    assert_eq!(verdicts, [Useful, Tax, Dead, Useful, Dead, Needed]);
    let points = |at: usize| worths[at].changes[0].1.difference.interval;
    // The faces of the die give 0, 1 and 3 points.
    let (gain, levy) = (TILES * 4.0 / 3.0 / 2.0, TILES / 2.0);
    assert!(points(0).low < -gain && -gain < points(0).high, "{:?}", points(0));
    assert_eq!((points(1).estimate, points(2).estimate), (levy, 0.0));
    assert!(worths[0].differing > 0 && worths[0].seeds.len() == 3 && worths[2].seeds.is_empty());
    assert!(worths[0].seeds.iter().all(|seed| (0..plan.blocks).any(|block| plan.seed_of(block) == *seed)));
}

/// A recorded game scores differently under changed rules from the first sheet that they change.
#[test]
fn recorded_games_show_the_first_points_that_differ() {
    let (_folder, versions) = pack("records");
    let (before, after) = (versions(&[]), versions(&["rules.points.extra=2"]));
    let recorded = Games::record(&before, 2, &[RANDOM, RANDOM], 7).unwrap().record;
    assert_eq!(rescore([&before, &before], &recorded).unwrap(), RescoredRecord::Same);
    let RescoredRecord::Differs(game) = rescore([&before, &after], &recorded).unwrap() else { panic!("same points") };
    let [Some(first), Some(second)] = &game.first else { panic!("{game:?}") };
    assert_eq!((first.points.iter().sum::<i32>(), second.points.iter().sum::<i32>()), (2, 4), "the highest face");
    assert_eq!((first.turn, &first.lines[0].rule[..], first.lines[0].points), (second.turn, "pips:points", 2));
    assert!(game.refused.is_none() && game.scores[0] != game.scores[1]);
    // With fewer tiles, the recorded draws end earlier.
    let fewer = versions(&["tiles.Plain.count=5"]);
    let RescoredRecord::Differs(game) = rescore([&before, &fewer], &recorded).unwrap() else { panic!("same points") };
    assert!(game.refused.is_some() && game.first == [None, None] && game.scores[0] == game.scores[1], "{game:?}");
    assert!(matches!(rescore([&fewer, &before], &recorded).unwrap(), RescoredRecord::NotPlayed(_)));
}
