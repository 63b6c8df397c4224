//! Tests that files of simulated games do not depend on how they were made, and that incomplete parts are refused.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use parquet::file::metadata::ParquetMetaDataReader;
use tilewright_core::catalog::seat::Seat;
use tilewright_kit::files::write_with_folders;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::packs::setting::parse_setting;
use tilewright_kit::packs::template;
use tilewright_lab::bots::{BotSpec, of_seat, parse_bot};
use tilewright_lab::simulate::{self, simulate};
use tilewright_lab::versions::told::ComparedVersion;
use tilewright_lab::versions::{
    Matters, PlayEnd, VersionPlan, compare_versions, comparison_json, games_beside, most_changed,
};
use tilewright_results::{
    ComparisonPlan, Format, ResultsError, ResultsPlan, Rows, Shard, WorkPlan, join, run, run_comparison, summary_of,
};

struct ResultsFolder(PathBuf);

impl ResultsFolder {
    fn new(name: &str) -> ResultsFolder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("results-{name}"));
        let _ = fs::remove_dir_all(&path);
        for (file, text) in template::game("meadows") {
            write_with_folders(&path.join("packs/meadows").join(&*file), text.as_bytes()).unwrap();
        }
        ResultsFolder(path)
    }

    fn load_meadows(&self) -> Loaded {
        let finder = Finder::nowhere().with_folder(self.0.join("packs"));
        let loaded = load(&finder, &Request::new(["meadows"])).unwrap();
        assert!(loaded.is_playable(), "{:?}", loaded.diagnostics);
        loaded
    }

    fn load_with(&self, setting: &str) -> Loaded {
        let finder = Finder::nowhere().with_folder(self.0.join("packs"));
        let (path, value) = parse_setting(setting).unwrap();
        let request = Request::new(["meadows"]).with_option(&path, value);
        let loaded = load(&finder, &request).unwrap();
        assert!(loaded.is_playable(), "{:?}", loaded.diagnostics);
        loaded
    }

    fn path_of(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

fn bots(words: &[&str]) -> Vec<BotSpec> {
    let named: Vec<BotSpec> = words.iter().map(|word| parse_bot(word).unwrap()).collect();
    (0..2).map(|seat| of_seat(&named, Seat(seat))).collect()
}

#[test]
fn files_are_the_same_for_any_number_of_threads_shards_and_stops() {
    let folder = ResultsFolder::new("same");
    let loaded = folder.load_meadows();
    for (words, games) in [(&["random"][..], 700), (&["greedy", "random"][..], 24)] {
        let bots = bots(words);
        for rows in Rows::ALL {
            for format in Format::ALL {
                let name = format!("{}-{}-{}", words[0], rows.name(), format.ending());
                let plan = ResultsPlan::new(loaded.catalog().unwrap(), &bots, (games, 9), rows, format);
                assert!(plan.blocks() > 20, "several blocks, so that there is something to put in order");
                let play = |to: &Path, shard, threads| run(&loaded, &plan, &bots, to, shard, threads, &|_, _| {});
                let whole = folder.path_of(&format!("{name}-one"));
                assert_eq!(play(&whole, Shard::WHOLE, 1).unwrap().played, games);
                let one = folder.path_of(&format!("one-{name}.{}", format.ending()));
                let joined = join::<ResultsPlan>(&one, &[whole], &|_, _| {}).unwrap().whole.unwrap();

                let parts: Vec<PathBuf> = (0..4).map(|part| folder.path_of(&format!("{name}-{part}"))).collect();
                for (part, to) in parts.iter().enumerate() {
                    play(to, Shard { part: part as u64, of: 4 }, 3).unwrap();
                }
                // The second part was stopped: one block lacks its totals, and another was truncated during the write.
                fs::remove_file(parts[1].join("00000005.json")).unwrap();
                let cut = parts[1].join(format!("00000001.{}", format.ending()));
                let bytes = fs::read(&cut).unwrap();
                fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
                let again = play(&parts[1], Shard { part: 1, of: 4 }, 2).unwrap();
                assert_eq!(again.made, 2, "{name}");
                let four = folder.path_of(&format!("four-{name}.{}", format.ending()));
                let shards = join::<ResultsPlan>(&four, &parts, &|_, _| {}).unwrap().whole.unwrap();
                assert!(fs::read(&one).unwrap() == fs::read(&four).unwrap(), "{name}");
                assert_eq!(
                    serde_json::to_string(&joined.totals.summary).unwrap(),
                    serde_json::to_string(&shards.totals.summary).unwrap()
                );
            }
        }
    }
}

/// A Parquet file names its packs and everything else that reproduces its rows; CSV and JSON lines hold only rows.
#[test]
fn columns_name_packs_options_bots_and_seed() {
    let folder = ResultsFolder::new("provenance");
    let loaded = folder.load_meadows();
    let (catalog, bots) = (loaded.catalog().unwrap(), bots(&["greedy", "random"]));
    let file = |format: Format| {
        let mut plan = ResultsPlan::new(catalog, &bots, (4, 9), Rows::Tiles, format);
        plan.options = vec!["meadows:size=3".into()];
        let blocks = folder.path_of(&format!("blocks-{}", format.ending()));
        run(&loaded, &plan, &bots, &blocks, Shard::WHOLE, 1, &|_, _| {}).unwrap();
        let out = folder.path_of(&format!("all.{}", format.ending()));
        join::<ResultsPlan>(&out, &[blocks], &|_, _| {}).unwrap();
        out
    };
    let metadata =
        ParquetMetaDataReader::new().parse_and_finish(&fs::File::open(file(Format::Parquet)).unwrap()).unwrap();
    let pairs = metadata.file_metadata().key_value_metadata().unwrap().iter();
    let pairs: Vec<(&str, &str)> = pairs.map(|pair| (&*pair.key, pair.value.as_deref().unwrap())).collect();
    let packs = serde_json::to_string(&catalog.exact_packs()).unwrap();
    assert!(packs.starts_with("[\"meadows@0.1.0#"), "{packs}");
    assert_eq!(
        pairs,
        [
            ("tilewright.program", env!("CARGO_PKG_VERSION")),
            ("tilewright.packs", &*packs),
            ("tilewright.options", "[\"meadows:size=3\"]"),
            ("tilewright.seats", "2"),
            ("tilewright.bots", "[\"greedy\",\"random\"]"),
            ("tilewright.seed", "9"),
            ("tilewright.games", "4"),
            ("tilewright.rows", "tiles"),
        ]
    );
    for format in [Format::Csv, Format::Jsonl] {
        assert!(!fs::read_to_string(file(format)).unwrap().contains("tilewright"), "{format:?}");
    }
}

#[test]
fn the_numbers_of_files_are_those_of_a_simulation() {
    let folder = ResultsFolder::new("numbers");
    let loaded = folder.load_meadows();
    for words in [&["random"][..], &["random", "greedy"][..]] {
        let bots = bots(words);
        let plan = ResultsPlan::new(loaded.catalog().unwrap(), &bots, (50, 3), Rows::Games, Format::Csv);
        let to = folder.path_of(words[words.len() - 1]);
        run(&loaded, &plan, &bots, &to, Shard::WHOLE, 2, &|_, _| {}).unwrap();
        let block = summary_of(&plan, &to, Shard::WHOLE).unwrap().unwrap();
        let plain = simulate::GamePlan { games: 50, seats: 2, seed: 3, threads: 1 };
        let plain = simulate(&loaded, &plain, &bots, &|_| {}).unwrap();
        assert_eq!(serde_json::to_string(&block.totals.summary).unwrap(), serde_json::to_string(&plain).unwrap());
        // The rows must add up to the same totals.
        let out = folder.path_of(&format!("{}.csv", words.len()));
        join::<ResultsPlan>(&out, &[to], &|_, _| {}).unwrap();
        let text = fs::read_to_string(&out).unwrap();
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next().unwrap();
        let rows: Vec<_> = lines.collect();
        assert_eq!(rows.len(), 50);
        let sum = |name: &str| {
            let at = head.iter().position(|column| *column == name).unwrap();
            rows.iter().map(|row| row[at].parse::<i64>().unwrap()).sum::<i64>()
        };
        for (seat, scores) in plain.scores.iter().enumerate() {
            assert_eq!(sum(&format!("score_{seat}")), scores.sum);
            assert_eq!(sum(&format!("won_{seat}")) as u64, plain.wins[seat] + plain.shared_wins[seat]);
            let booked = sum(&format!("points_stream_{seat}")) + sum(&format!("points_pond_{seat}"));
            assert_eq!(booked, scores.sum, "all points are for streams and ponds");
        }
        assert_eq!(sum("turns"), plain.turns.sum);
        assert_eq!(sum("decisions"), plain.decisions.sum);
    }
}

/// Points and tiles, summed over rows, equal the totals of the games.
#[test]
fn rows_of_scores_and_tiles_add_up_to_the_games() {
    let folder = ResultsFolder::new("rows");
    let loaded = folder.load_meadows();
    let bots = bots(&["greedy"]);
    let table = |rows: Rows| {
        let plan = ResultsPlan::new(loaded.catalog().unwrap(), &bots, (8, 3), rows, Format::Jsonl);
        let to = folder.path_of(rows.name());
        run(&loaded, &plan, &bots, &to, Shard::WHOLE, 1, &|_, _| {}).unwrap();
        let out = folder.path_of(&format!("{}.jsonl", rows.name()));
        join::<ResultsPlan>(&out, &[to], &|_, _| {}).unwrap();
        let text = fs::read_to_string(out).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<serde_json::Value>>()
    };
    let [games, scores, tiles, answers, items] =
        [Rows::Games, Rows::Scores, Rows::Tiles, Rows::Answers, Rows::Items].map(table);
    let number = |row: &serde_json::Value, name: &str| row[name].as_i64().unwrap();
    for (game, row) in games.iter().enumerate() {
        let own = |rows: &[serde_json::Value]| {
            rows.iter().filter(|r| number(r, "game") == game as i64).cloned().collect::<Vec<_>>()
        };
        for seat in 0..2 {
            let points: i64 =
                own(&scores).iter().filter(|r| number(r, "seat") == seat).map(|r| number(r, "points")).sum();
            assert_eq!(points, number(row, &format!("score_{seat}")));
            let own = own(&items).into_iter().filter(|r| number(r, "seat") == seat).collect::<Vec<_>>();
            let of_items: i64 = own.iter().map(|r| number(r, "points")).sum();
            assert_eq!(of_items, points, "the points of all items are the score");
            assert!(own.iter().all(|r| r["rule"].as_str().is_some_and(|rule| rule.starts_with("meadows:"))), "{own:?}");
            let turns = own.iter().map(|r| number(r, "turn"));
            assert!(turns.is_sorted(), "items are in the order of the game");
        }
        let placed = own(&tiles).iter().filter(|r| r["event"] == "placed").count() as i64;
        assert_eq!(placed + 1, number(row, "tiles"), "one tile is there from the start");
        let drawn: Vec<_> = own(&tiles).into_iter().filter(|r| r["event"] == "drawn").collect();
        assert_eq!(number(&drawn[0], "turn"), 1, "the first tile is drawn in the first turn");
        assert_eq!(number(drawn.last().unwrap(), "turn"), number(row, "turns"));
        assert!(drawn.iter().all(|r| r["x"].is_null()), "a drawn tile has no place yet");
        assert_eq!(own(&answers).len() as i64, number(row, "decisions"));
    }
}

#[test]
fn parts_that_do_not_make_one_whole_are_refused() {
    let folder = ResultsFolder::new("refused");
    let loaded = folder.load_meadows();
    let bots = bots(&["random"]);
    let plan = |seed| ResultsPlan::new(loaded.catalog().unwrap(), &bots, (100, seed), Rows::Games, Format::Parquet);
    let play = |seed, part, to: &Path| run(&loaded, &plan(seed), &bots, to, Shard { part, of: 2 }, 1, &|_, _| {});
    let (one, two, other) = (folder.path_of("one"), folder.path_of("two"), folder.path_of("other"));
    play(1, 0, &one).unwrap();
    play(1, 1, &two).unwrap();
    play(2, 1, &other).unwrap();
    let out = folder.path_of("all.parquet");
    let joined = |parts: &[&PathBuf]| {
        let parts: Vec<PathBuf> = parts.iter().map(|part| (*part).clone()).collect();
        let joined = join::<ResultsPlan>(&out, &parts, &|_, _| {});
        assert_eq!(out.exists(), joined.is_ok());
        joined.err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(joined(&[&one]).contains("25 of 50 blocks are missing; the first is number 1 with the games 2 to 3"));
    assert!(joined(&[&one, &other]).contains("`seed` is 2 there and 1 here"));
    assert!(joined(&[&one, &two, &two]).contains("is named twice"));
    fs::copy(two.join("00000001.json"), one.join("00000001.json")).unwrap();
    assert!(joined(&[&one, &two]).contains("block 1 is in "));
    fs::remove_file(one.join("00000001.json")).unwrap();
    assert!(joined(&[&one, &folder.path_of("packs")]).contains("holds no results"));
    let mut newer: serde_json::Value = serde_json::from_slice(&fs::read(two.join("plan.json")).unwrap()).unwrap();
    newer["program"] = "9.9.9".into();
    fs::write(two.join("plan.json"), newer.to_string()).unwrap();
    assert!(joined(&[&one, &two]).contains("`program` is \"9.9.9\" there"));
    newer["layout"] = 99.into();
    fs::write(two.join("plan.json"), newer.to_string()).unwrap();
    assert!(joined(&[&one, &two]).contains("layout 99"));
    fs::copy(one.join("plan.json"), two.join("plan.json")).unwrap();
    fs::write(two.join("00000001.parquet"), "no rows").unwrap();
    assert!(joined(&[&one, &two]).contains("00000001.parquet is damaged"));
    assert!(matches!(
        join::<ResultsPlan>(&folder.path_of("all.csv"), std::slice::from_ref(&one), &|_, _| {}),
        Err(ResultsError::Format { .. })
    ));
    play(1, 1, &two).unwrap();
    assert_eq!(joined(&[&one, &two]), "");
    assert!(play(2, 0, &one).unwrap_err().to_string().contains("holds other games"));
}

#[test]
fn blocks_cover_all_games_once() {
    let folder = ResultsFolder::new("blocks");
    let loaded = folder.load_meadows();
    for games in [1u64, 2, 63, 64, 65, 1000, 10_000_000] {
        for words in ["random", "greedy"] {
            let plan =
                ResultsPlan::new(loaded.catalog().unwrap(), &bots(&[words]), (games, 1), Rows::Games, Format::Csv);
            let mut next = 0;
            for block in 0..plan.blocks() {
                let range = plan.games_of(block);
                assert!(range.start == next && range.end > next);
                next = range.end;
            }
            assert_eq!(next, games);
            let mut all: Vec<u64> = (0..3).flat_map(|part| Shard { part, of: 3 }.blocks(&plan)).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..plan.blocks()));
            for of in [1, 2, 3, 7, 64, 65] {
                let parts: Vec<u64> = (0..of).map(|part| Shard { part, of }.games(&plan)).collect();
                assert_eq!(parts.iter().sum::<u64>(), games, "{parts:?}");
            }
        }
    }
    for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "-1/2"] {
        assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
    }
    assert_eq!("2/3".parse(), Ok(Shard { part: 1, of: 3 }));
}

/// A comparison has the same file and the same numbers for any number of threads and shards, and after a stop.
#[test]
fn comparisons_are_the_same_for_any_number_of_threads_shards_and_stops() {
    let folder = ResultsFolder::new("compared");
    let [before, after] = [folder.load_meadows(), folder.load_with("rules.ponds.per_lily=1")];
    let versions = [&before, &after];
    let [first, other] = versions.map(|loaded| loaded.catalog().unwrap());
    let described = [ComparedVersion::new(first, other, "a"), ComparedVersion::new(other, first, "b")];
    let tables = [bots(&["random"]), bots(&["greedy", "random"])];
    let plan = VersionPlan { seats: 2, seed: 9, blocks: 40, matters: Matters::default(), threads: 1 };
    for format in Format::ALL {
        let stored = ComparisonPlan::new(versions, described.clone(), &tables, &plan, false, format).unwrap();
        assert!(stored.blocks() >= 20, "several blocks, so that there is something to put in order");
        let play = |to: &Path, shard, threads| {
            run_comparison(versions, &tables, &stored, to, shard, threads, &|_, _| true).unwrap()
        };
        let whole = folder.path_of(&format!("whole-{}", format.ending()));
        let one_run = play(&whole, Shard::WHOLE, 1);
        let one = folder.path_of(&format!("one.{}", format.ending()));
        let written = one_run.join(&stored, &whole, &one).unwrap();
        assert_eq!(written.rows, 2 * 2 * 40);

        let parts: Vec<PathBuf> = (0..3).map(|part| folder.path_of(&format!("{}-{part}", format.ending()))).collect();
        for (part, to) in parts.iter().enumerate() {
            play(to, Shard { part: part as u64, of: 3 }, 2);
        }
        // The second part was stopped: one block lacks its totals.
        fs::remove_file(parts[1].join("00000004.json")).unwrap();
        assert!(play(&parts[1], Shard { part: 1, of: 3 }, 2).found_games > 0);
        let joined = folder.path_of(&format!("joined.{}", format.ending()));
        let merged = join::<ComparisonPlan>(&joined, &parts, &|_, _| {}).unwrap();
        assert!(fs::read(&one).unwrap() == fs::read(&joined).unwrap(), "{format:?}");
        let text = |report| format!("{:#}", comparison_json(&report));
        assert_eq!(text(one_run.report), text(merged.plan.report(merged.whole.unwrap().totals)));
    }
}

/// Without a fixed number, looks at the variation decide how many seeds are played, as in memory.
#[test]
fn looks_decide_the_same_in_files_as_in_memory() {
    let folder = ResultsFolder::new("looks");
    let [before, after] = [folder.load_meadows(), folder.load_with("rules.ponds.per_lily=1")];
    let versions = [&before, &after];
    let [first, other] = versions.map(|loaded| loaded.catalog().unwrap());
    let described = [ComparedVersion::new(first, other, "a"), ComparedVersion::new(other, first, "b")];
    let tables = [bots(&["random"]), bots(&["random", "greedy"])];
    let matters = Matters { points: 3.0, lead: 6.0, wins: 0.2, ..Matters::default() };
    let plan = VersionPlan { seats: 2, seed: 9, blocks: 100_000, matters, threads: 2 };
    let stored = ComparisonPlan::new(versions, described, &tables, &plan, true, Format::Csv).unwrap();
    let to = folder.path_of("blocks");
    let resume = |goes_on: &(dyn Fn(u64, u64) -> bool + Sync)| {
        run_comparison(versions, &tables, &stored, &to, Shard::WHOLE, 2, goes_on).unwrap()
    };
    let stopped = resume(&|done, _| done < 150);
    assert!(stopped.report.found.tables.iter().any(|table| table.end == PlayEnd::Stopped));
    let resumed = resume(&|_, _| true);
    assert!(resumed.found_games > 0);
    let in_memory = compare_versions(versions, &tables, &plan, &|_, _| true).unwrap();
    for (table, plain) in resumed.report.found.tables.iter().zip(&in_memory.tables) {
        assert_eq!((table.end, &table.blocks, &table.changes), (PlayEnd::Enough, &plain.blocks, &plain.changes));
        assert!(table.blocks.len() >= 100);
    }
    let most = most_changed(&in_memory.tables[0].blocks);
    assert_eq!(resumed.report.beside, games_beside(versions, &tables[0], &plan, &most).unwrap());
    let out = folder.path_of("looks.csv");
    let rows = resumed.join(&stored, &to, &out).unwrap().rows;
    let seeds: usize = in_memory.tables.iter().map(|table| table.blocks.len()).sum();
    assert_eq!((rows, fs::read_to_string(&out).unwrap().lines().count()), (2 * seeds as u64, 1 + 2 * seeds));
    let part = run_comparison(versions, &tables, &stored, &to, Shard { part: 0, of: 2 }, 1, &|_, _| true);
    assert!(matches!(part.err(), Some(ResultsError::NoNumber)));
    // Simulated games do not fit into the folder of a comparison.
    let games = ResultsPlan::new(first, &tables[0], (4, 1), Rows::Games, Format::Csv);
    let mixed = run(&before, &games, &tables[0], &to, Shard::WHOLE, 1, &|_, _| {});
    assert!(mixed.unwrap_err().to_string().ends_with("holds a comparison, not simulated games"));
}

/// The file of a comparison names both versions and everything else that reproduces its rows.
#[test]
fn columns_name_both_versions() {
    let folder = ResultsFolder::new("versions");
    let [before, after] = [folder.load_meadows(), folder.load_with("rules.ponds.per_lily=1")];
    let versions = [&before, &after];
    let [first, other] = versions.map(|loaded| loaded.catalog().unwrap());
    let described = [ComparedVersion::new(first, other, "a"), ComparedVersion::new(other, first, "b")];
    let tables = [bots(&["random"])];
    let matters = Matters { points: 0.5, ..Matters::default() };
    let plan = VersionPlan { seats: 2, seed: 9, blocks: 3, matters, threads: 1 };
    let stored = ComparisonPlan::new(versions, described, &tables, &plan, false, Format::Parquet).unwrap();
    let (blocks, out) = (folder.path_of("blocks"), folder.path_of("seeds.parquet"));
    let run = run_comparison(versions, &tables, &stored, &blocks, Shard::WHOLE, 1, &|_, _| true).unwrap();
    run.join(&stored, &blocks, &out).unwrap();
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&fs::File::open(out).unwrap()).unwrap();
    let pairs = metadata.file_metadata().key_value_metadata().unwrap().iter();
    let pairs: Vec<(&str, &str)> = pairs.map(|pair| (&*pair.key, pair.value.as_deref().unwrap())).collect();
    let packs = serde_json::to_string(&first.exact_packs()).unwrap();
    assert_eq!(
        pairs,
        [
            ("tilewright.program", env!("CARGO_PKG_VERSION")),
            ("tilewright.packs_a", &*packs),
            ("tilewright.options_a", "[]"),
            ("tilewright.packs_b", &*packs),
            ("tilewright.options_b", "[\"meadows:rules.ponds.per_lily=1\"]"),
            ("tilewright.seats", "2"),
            ("tilewright.bots", "[[\"random\",\"random\"]]"),
            ("tilewright.seed", "9"),
            (
                "tilewright.matters",
                "{\"aside\":\"0.2\",\"lead\":\"1\",\"points\":\"0.5\",\"turns\":\"1\",\"wins\":\"0.05\"}"
            ),
            ("tilewright.rows", "seeds"),
        ]
    );
    let columns: Vec<&str> =
        metadata.file_metadata().schema_descr().columns().iter().map(|column| column.name()).collect();
    assert_eq!(columns[..8], ["bots", "block", "seed", "version", "points", "lead", "wins:0", "turns"]);
}
