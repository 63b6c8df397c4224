//! Tests commands that play many games: simulations, result files, reports and verification.

use super::*;

#[test]
fn simulations_do_not_depend_on_threads() {
    let folder = Folder::with_pack("sim");
    let sim = |threads: &str, format: &str| {
        folder.run(&["sim", "./ponds", "--games", "60", "--seed", "5", "--threads", threads, format], "")
    };
    let (one, two) = (sim("1", "--json"), sim("2", "--json"));
    assert_eq!((one.code, &one.out), (0, &two.out));
    let json = &one.json()[0];
    assert_eq!(json["games"], 60);
    let (score, seat) = (&json["seats"][0]["score"], &json["seats"][0]);
    for (interval, number) in
        [(&score["mean_interval"], &score["mean"]), (&seat["win_share_interval"], &seat["win_share"])]
    {
        let [low, number, high] = [&interval[0], number, &interval[1]].map(|n| n.as_f64().unwrap());
        assert!(low < number && number < high, "{interval}");
    }
    let (one, two) = (sim("1", "--csv"), sim("3", "--csv"));
    assert_eq!((one.code, &one.out), (0, &two.out));
    assert!(one.out.starts_with("what,seat,mean,sd,min,max,count\nscore,0,"), "{}", one.out);
    folder.run(&["sim", "./ponds", "--games", "20"], "").expect(0, "share of wins", "");
    // A single game gives no confidence interval.
    folder.run(&["sim", "./ponds", "--games", "1"], "").expect(0, "∞", "");
}

/// Compares all texts that number the seats of a game: the first seat is 1 everywhere, with the same points.
#[test]
fn every_text_counts_seats_from_1() {
    let folder = Folder::with_pack("from_one");
    let args = ["--seed", "6", "--bots", "greedy,random"];
    let sim = folder.run(&[&["sim", "./ponds", "--games", "1", "--records", "one.jsonl"][..], &args].concat(), "");
    let record = read_records(&folder.read("one.jsonl")).remove(0).unwrap();
    let scores = record.last.as_ref().unwrap().scores.clone();
    assert!(scores.len() == 2 && scores[0] != scores[1], "{scores:?}");
    let seed = record.seed.unwrap().to_string();
    let play = folder.run(&["play", "./ponds", "--seed", &seed, "--bots", "greedy,random"], "why all\n");
    folder.run(&["replay", "one.jsonl", "--packs", ".", "--html", "page.html"], "").expect(0, "Wrote page.html", "");
    let page = folder.read("page.html");
    let page = page.split("<script").next().unwrap();
    for (seat, score) in (1..).zip(&scores) {
        sim.expect(0, &format!("\n  {seat}  "), "");
        assert!(
            sim.out
                .lines()
                .any(|line| line.starts_with(&format!("  {seat} ")) && line.contains(&format!(" {score}.00 ")))
        );
        play.expect(0, &format!("Seat {seat}  {score:>4}  "), "");
        assert!(page.contains(&format!("Seat {seat}")));
    }
    let report = folder.run(&["report", "./ponds", "--games", "60"], "");
    report.expect(0, "Seat 1 wins ", "");
    for text in [&sim.out, &play.out, &report.out, page] {
        assert!(!text.to_lowercase().contains("seat 0"), "{text}");
    }
    // Output for programs counts seats from 0, like records.
    let totals = folder.run(&[&["sim", "./ponds", "--games", "1", "--json"][..], &args].concat(), "").json();
    for (seat, score) in scores.iter().enumerate() {
        let of_seat = &totals[0]["seats"][seat];
        assert_eq!(
            (of_seat["seat"].as_u64(), of_seat["score"]["sum"].as_i64()),
            (Some(seat as u64), Some((*score).into()))
        );
    }
}

#[test]
fn bots_in_the_terminal_play_the_game_that_is_simulated() {
    let folder = Folder::with_pack("bots");
    for bots in ["random", "greedy,random"] {
        let args = ["sim", "./ponds", "--games", "1", "--seed", "6", "--bots", bots, "--records", "one.jsonl"];
        folder.run(&args, "").expect(0, if bots == "random" { "random players" } else { "bots greedy, random" }, "");
        let record = read_records(&folder.read("one.jsonl")).remove(0).unwrap();
        let seed = record.seed.unwrap().to_string();
        let ran = folder.run(&["play", "./ponds", "--seed", &seed, "--bots", bots], "");
        for (seat, score) in (1..).zip(&record.last.as_ref().unwrap().scores) {
            ran.expect(0, &format!("Seat {seat}  {score:>4}  "), "");
        }
    }
    // A resumed game keeps its bots.
    folder
        .run(&["play", "./ponds", "--seed", "3", "--bots", "person,greedy"], "1 0\n1 1\n1 2\n1 3\nquit\n")
        .expect(0, "(greedy)", "");
    folder.run(&["play", "--continue"], "quit\n").expect(0, "(greedy)", "");
    folder.run(&["play", "./ponds", "--bots", "gredy"], "").expect(2, "", "did you mean `greedy`?");
    folder.run(&["sim", "./ponds", "--bots", "person"], "").expect(2, "", "there is no bot `person`; there are random");
    folder.run(&["sim", "./ponds", "--bots", "random,random,random"], "").expect(2, "", "3 are named for 2 seats");
    let json = folder.run(&["sim", "./ponds", "--games", "2", "--bots", "greedy,random", "--json"], "").json();
    let json = &json[0];
    assert_eq!([&json["seats"][0]["bot"], &json["seats"][1]["bot"]], ["greedy", "random"]);
}

#[test]
fn a_report_speaks_in_sentences() {
    let folder = Folder::with_pack("report");
    let ran = folder.run(&["report", "./ponds", "--games", "60", "--bots", "random", "--seed", "3"], "");
    ran.expect(0, "60 games of 2 seats by random, seed 3", "");
    for line in
        ["Seat 1 wins ", " of the games, and is ", ": wins or points as uneven", "Half of the scores are at most "]
    {
        ran.expect(0, line, "");
    }
    ran.expect(0, "A game has 29 (29 to 29) turns; 90 of 100 games have from 29 to 29.", "");
    folder.run(&["report", "./ponds", "--games", "60", "--seats", "3"], "").expect(0, "Seat 3 wins ", "");
    let args = ["report", "./ponds", "--games", "60", "--bots", "random", "--html", "report.html"];
    folder.run(&args, "").expect(0, "The page is in report.html.", "");
    let page = folder.read("report.html");
    assert!(
        page.contains("<h2>Tiles</h2>") && page.contains("<p>Seat 1 wins ") && page.contains("60 games of 2 seats")
    );
    let captions = [
        "Share of wins",
        "Shares of the turns of a game",
        "Points of all players",
        "When points are scored",
        "What decides",
    ];
    for caption in captions.into_iter().chain([
        "Shares of the turns of figures",
        "Shares of features that are open",
        "Points by which drawing a tile",
    ]) {
        assert_eq!(page.matches(&format!("<figcaption>{caption}")).count(), 1, "{caption}");
    }
    for sentence in
        ["<p>The lead changes ", "<p>The eventual winner is behind after ", "<p>There are too few games to show"]
    {
        assert!(page.contains(sentence), "{sentence}");
    }
    // The JSON output has the same sentences, each with its numbers.
    let json = folder.run(&["report", "./ponds", "--games", "60", "--bots", "random", "--json"], "").json().remove(0);
    assert_eq!((&json["games"], &json["stopped"], &json["bots"][1]), (&60.into(), &0.into(), &"random".into()));
    let sections = json["sections"].as_array().unwrap();
    let sentences: Vec<&Value> = sections.iter().flat_map(|s| s["sentences"].as_array().unwrap()).collect();
    for sentence in &sentences {
        let text = sentence["text"].as_str().unwrap().replace('\'', "&#39;");
        // A sentence about a game has a link to the page of the game next to the report.
        let written = match sentence["game"]["number"].as_u64() {
            None => format!("<p>{text}</p>"),
            Some(game) => {
                assert!(folder.read(&format!("report-games/{game}.html")).contains(&format!("Game {game}")));
                let link = format!("<a href=\"report-games/{game}.html\">Game {game} shows it.</a>");
                format!("<p>{text} {link}</p>")
            }
        };
        assert!(page.contains(&written), "{written}");
    }
    let seat = sentences.iter().find(|s| s["values"]["seat"] == 0).unwrap();
    let share = |end: &str| seat["values"]["share"][end].as_f64().unwrap();
    assert!(share("low") < share("estimate") && share("estimate") < share("high") && share("high") <= 1.0, "{seat}");
    assert_eq!((&sections[0]["key"], &sections[1]["key"]), (&"report-flags".into(), &"report-seats".into()));
    let bar = &sections[1]["charts"][0]["bars"][0];
    assert_eq!((&bar["value"], &bar["name"]["key"]), (&seat["values"]["share"], &"report-seat".into()));
    folder.run(&["report", "./ponds", "--games", "20", "--options", "20"], "").expect(0, "A decision has ", "");
    let ladder = ["report", "./ponds", "--games", "20", "--ladder", "20", "--ladder-bots"];
    folder.run(&[&ladder[..], &["random,greedy"]].concat(), "").expect(
        0,
        "`greedy` is a step above `random`: it wins ",
        "",
    );
    folder.run(&[&ladder[..], &["greedy"]].concat(), "").expect(2, "", "at least two seats and two bots");
    folder.run(&[&ladder[..], &["greedy,mcts:5ms"]].concat(), "").expect(2, "", "plays differently on every machine");
    folder.run(&["report", "./ponds", "--games", "5"], "").expect(2, "", "20");
    let lua = folder.read("ponds/rules/ponds.lua");
    folder.write(
        "ponds/rules/ponds.lua",
        &lua.replace("    sheet:per(\"lily\"", "    error(\"no\")\n    sheet:per(\"lily\""),
    );
    let args = ["report", "./ponds", "--games", "30", "--bots", "random"];
    let ran = folder.run(&args, "");
    ran.expect(4, "seed 1", "a rule stopped game ");
    ran.expect(4, "", "home/stopped/ponds-");
    ran.expect(4, "", "tilewright verify ./ponds --seats 2 --seed 1 --first ");
}

#[test]
fn simulated_games_become_rows() {
    let folder = Folder::with_pack("rows");
    let sim = ["sim", "./ponds", "--games", "40", "--seed", "4"];
    let with = |more: &[&'static str]| folder.run(&[&sim[..], more].concat(), "");
    with(&["--out", "one.parquet", "--threads", "1"]).expect(0, "40 rows (", "");
    let one = with(&["--json"]);
    for (part, format) in [("1/2", "--json"), ("2/2", "--csv")] {
        with(&["--out", "parts", "--shard", part, format]).expect(0, "", "");
    }
    let merged = folder.run(&["merge", "two.parquet", "parts", "--json"], "");
    assert_eq!(merged.json(), one.json(), "the numbers are those of all games");
    assert!(fs::read(folder.0.join("one.parquet")).unwrap() == fs::read(folder.0.join("two.parquet")).unwrap());
    folder.run(&["merge", "two.parquet", "parts"], "").expect(0, "in two.parquet.", "");
    with(&["--out", "parts"]).expect(0, "40 of the games already existed.", "");
    with(&["--out", "games.csv", "--rows", "answers"]).expect(0, "rows (", "");
    assert!(folder.read("games.csv").starts_with("game,number,turn,seat,ask,options,option,key\n0,0,1,0,"));

    with(&["--out", "x.csv", "--shard", "1/2"]).expect(2, "", "a part of the games cannot be a `.csv` file");
    with(&["--out", "x.csv", "--format", "jsonl"]).expect(2, "", "`--format` is `jsonl`");
    with(&["--out", "x", "--shard", "3/2"]).expect(2, "", "write I/N");
    with(&["--rows", "tiles"]).expect(2, "", "--out");
    with(&["--out", "x.csv", "--rows", "moves"]).expect(2, "", "moves");
    with(&["--out", "parts", "--rows", "tiles"]).expect(1, "", "`rows` is \"games\" there and \"tiles\" here");
    folder.run(&["merge", "x.csv", "parts"], "").expect(2, "", "ends in `.parquet`");
    folder.run(&["merge", "x.parquet", "absent"], "").expect(3, "", "holds no results");
    folder.run(&["merge", "x.parquet", "parts", "parts"], "").expect(1, "", "give each part once");
    with(&["--out", "absent/x.csv"]).expect(0, "in absent/x.csv.", "");
    // A rule that fails stops its own games but no others, and their rows report it.
    let lua = folder.read("ponds/rules/ponds.lua");
    fs::write(
        folder.0.join("ponds/rules/ponds.lua"),
        lua.replace("    sheet:per(\"lily\"", "    error(\"no lilies\")\n    sheet:per(\"lily\""),
    )
    .unwrap();
    with(&["--out", "bad.csv"]).expect(4, "rows (", "ponds.lua:10");
    assert!(folder.read("bad.csv").lines().nth(1).unwrap().contains(",S0401,"));
}

#[test]
fn simulated_games_can_be_kept() {
    let folder = Folder::with_pack("kept");
    let sim = ["sim", "./ponds", "--games", "12", "--seed", "4", "--json"];
    let numbers = folder.run(&[&sim[..], &["--records", "games.jsonl"]].concat(), "").json();
    let records: Vec<Value> = folder.read("games.jsonl").lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(records.len(), 12);
    // The statistics and the records describe the same games.
    let sum = |seat: usize| records.iter().map(|r| r["final"]["scores"][seat].as_i64().unwrap()).sum::<i64>();
    assert_eq!([0, 1].map(|seat| numbers[0]["seats"][seat]["score"]["sum"].as_i64().unwrap()), [0, 1].map(sum));
    folder.run(&["replay", "games.jsonl", "--packs", "."], "").expect(0, "12 ok, 0 failed", "");
    fs::create_dir_all(folder.0.join("games")).unwrap();
    folder.run(&[&sim[..6], &["--records", "games"]].concat(), "").expect(0, "The games are in games.", "");
    let mut third = serde_json::from_str::<Value>(&folder.read("games/game_03.json")).unwrap();
    // The path of the pack is relative to that folder.
    assert_eq!((&third["places"]["ponds"], &records[3]["places"]["ponds"]), (&"../ponds".into(), &"ponds".into()));
    third["places"] = records[3]["places"].clone();
    assert_eq!(third, records[3]);
    folder.run(&[&sim[..], &["--records", "absent/games.jsonl"]].concat(), "").expect(3, "", "cannot be written");
}

#[test]
fn random_games_are_verified() {
    let folder = Folder::with_pack("verify");
    folder.run(&["verify", "./ponds", "--games", "2"], "").expect(0, "1 set, 2 games", "");
    let verify = |more: &[&str]| {
        let ran = folder.run(&[&["verify", "./ponds", "--seed", "4", "--json"], more].concat(), "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        ran.json().remove(0)
    };
    let whole = verify(&["--games", "6", "--threads", "1"]);
    assert_eq!((&whole["games"], &whole["broken"], &whole["told"]), (&6.into(), &0.into(), &Value::Array(Vec::new())));
    let numbers = |set: &Value| ["games", "answers", "looks"].map(|name| set[name].as_u64().unwrap());
    let [games, answers, looks] = numbers(&whole);
    assert!(games < answers && answers < looks, "{whole}");
    assert_eq!(numbers(&verify(&["--games", "6", "--threads", "3"])), numbers(&whole));
    // Parts of a run have the same games as the whole run.
    let (head, tail) = (numbers(&verify(&["--games", "4"])), numbers(&verify(&["--first", "4", "--games", "2"])));
    assert_eq!([0, 1, 2].map(|n| head[n] + tail[n]), numbers(&whole));
    folder.run(&["verify"], "").expect(2, "", "PACK");
    folder.run(&["verify", "./ponds", "--games", "0"], "").expect(2, "", "--games");
    folder.run(&["verify", "./ponds", "--seats", "9"], "").expect(2, "", "2 to 4 seats");
    folder.run(&["verify", "--matrix", "-o", "a:b=c"], "").expect(2, "", "--option");
}

#[test]
fn a_game_that_breaks_is_told_with_its_command() {
    let folder = Folder::with_pack("broken");
    let rule = folder.read("ponds/rules/ponds.lua");
    // Only ponds with lilies fail, so that some games succeed.
    let broken = "    if pond:sum(param.lily) > 1 then error(\"broken on purpose\") end\n    sheet:per(\"tile\"";
    folder.write("ponds/rules/ponds.lua", &rule.replace("    sheet:per(\"tile\"", broken));
    let verify = ["verify", "ponds", "--packs", ".", "--games", "12", "--seed", "2"];
    let ran = folder.run(&verify, "");
    ran.expect(1, "[fault]", "");
    ran.expect(1, "broken on purpose", "");
    let set = folder.run(&[&verify[..], &["--json"]].concat(), "").json().remove(0);
    let told = &set["told"][0];
    assert!(set["broken"].as_u64().unwrap() > 0 && told["stage"] == "fault", "{set}");
    let again = told["again"].as_str().unwrap().replace('"', "");
    let words: Vec<&str> = again.split_whitespace().skip(1).chain(["--json"]).collect();
    let ran = folder.run(&words, "");
    let same = ran.json().remove(0);
    assert_eq!((ran.code, &same["games"], &same["told"][0]), (1, &1.into(), told), "{again}");
}

#[test]
fn the_matrix_is_every_pack_option_and_pair() {
    let folder = Folder::with_pack("matrix");
    let pack = folder.read("ponds/pack.ron");
    folder.write(
        "ponds/pack.ron",
        &pack.replace("    seats:", "    options: [(id: quick, default: false)],\n    seats:"),
    );
    let matrix = |packs: &[&str]| {
        let words = ["verify", "--matrix", "--packs", ".", "--games", "1", "--threads", "1", "--json"];
        let ran = folder.run(&[&words[..], packs].concat(), "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
        let list =
            |value: &Value| value.as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect::<Vec<_>>().join("+");
        let sets = ran.json();
        assert!(sets.iter().all(|set| set["games"] == 1 && set["broken"] == 0), "{}", ran.out);
        sets.iter()
            .map(|set| format!("{} {} {}", set["group"].as_str().unwrap(), list(&set["packs"]), list(&set["options"])))
            .collect::<Vec<_>>()
    };
    assert_eq!(matrix(&["ponds"]), ["pack ponds ", "option ponds ponds:quick=true"]);
    for name in ["one", "two", "three"] {
        assert_eq!(folder.run(&["new", name, "--base", "ponds", "--packs", "."], "").code, 0);
    }
    let wanted = [
        "pack one+ponds ",
        "pack ponds ",
        "pack ponds+three ",
        "pack ponds+two ",
        "option ponds ponds:quick=true",
        "needed option one+ponds ponds:quick=true",
        "needed option ponds+three ponds:quick=true",
        "needed option ponds+two ponds:quick=true",
        "pair one+ponds+three ",
        "pair one+ponds+two ",
        "pair ponds+three+two ",
        "all one+ponds+three+two ",
    ];
    assert_eq!(matrix(&["one", "two", "three"]), wanted);
    let with: Vec<&str> = wanted.into_iter().filter(|set| set.contains("three")).collect();
    assert_eq!(matrix(&["one", "two", "--with", "three"]), with);
}

#[test]
fn a_script_that_fails_is_named_and_the_game_kept() {
    let folder = Folder::with_pack("fault");
    let rule = folder.read("ponds/rules/ponds.lua");
    folder.write(
        "ponds/rules/ponds.lua",
        &rule.replace(
            "    sheet:per(\"tile\"",
            "    note(\"about to score\", pond) error(\"broken on purpose\")\n    sheet:per(\"tile\"",
        ),
    );
    let ran = folder.run(&["play", "./ponds", "--seed", "3", "--random", "all"], "");
    ran.expect(4, "", "ponds/rules/ponds.lua:9");
    ran.expect(4, "", "broken on purpose");
    ran.expect(4, "", "tilewright render --record ");
    ran.expect(4, "note: about to score the feature ", "");
    // Nothing was written to the current folder.
    let kept = "home/stopped/ponds.json";
    let resume = ["play", "--resume", kept, "--packs", ".", "--random", "all"];
    let first = folder.read(kept);
    let ran = folder.run(&resume, "");
    ran.expect(4, "", "ponds/rules/ponds.lua:9");
    ran.expect(4, "", "home/stopped/ponds-2.json");
    assert_eq!(folder.read(kept), first, "the first game is still there");
    fs::rename(folder.0.join(kept), folder.0.join("played.json")).unwrap();
    let ran = folder.run(&["sim", "./ponds", "--games", "5"], "");
    ran.expect(4, "", "ponds/rules/ponds.lua:9");
    ran.expect(4, "", "a rule stopped game 0 (seed ");
    let again = ran.err.split('`').find(|text| text.starts_with("tilewright verify ")).unwrap().to_owned();
    let again = folder.run(&again.split(' ').skip(1).collect::<Vec<_>>(), "");
    again.expect(1, "game 0 of 2 seats: ", "");
    // Every command that plays games reports the game that failed, and saves it.
    for command in
        [&["bench", "./ponds", "--games", "5"] as &[&str], &["duel", "./ponds", "greedy", "random", "--games", "4"]]
    {
        let ran = folder.run(command, "");
        ran.expect(4, "", "a rule stopped game ");
        ran.expect(4, "", "ponds/rules/ponds.lua:9");
        ran.expect(4, "", "home/stopped/ponds-");
    }
    let ran = folder.run(&["compat", "./ponds", "--games", "40"], "");
    ran.expect(1, "game ", "");
    ran.expect(1, "3 games failed in the same way, so the others were not played.", "");
    assert_eq!(ran.out.matches("[fault]").count(), 1, "equal faults are reported once: {}", ran.out);
    let left = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let left: std::collections::BTreeSet<String> = left.collect();
    assert_eq!(left, ["home", "played.json", "ponds"].map(str::to_owned).into(), "the folder has no other files");
    let ran = folder.run(&["replay", "home/stopped/ponds-0.json", "--packs", "."], "");
    ran.expect(1, "[fault]", "");
    ran.expect(1, "noted    about to score the feature ", "");
    // The failing answer is not repeated; the game resumes before it.
    let ran = folder.run(&["play", "--resume", "home/stopped/ponds-0.json", "--packs", "."], "");
    ran.expect(0, "a script still stops this game", "");
    ran.expect(0, "The game is at the position after the last valid answer", "");
    ran.expect(0, "seat ", "");
    folder.write("ponds/rules/ponds.lua", &rule);
    let ran = folder.run(&["play", "--resume", "played.json", "--packs", ".", "--random", "all"], "");
    ran.expect(0, "The game is over.", "");
}

/// If all players win together, a duel compares teams, since no bot can be stronger than its own team.
#[test]
fn a_duel_of_those_who_win_together_compares_teams() {
    let folder = Folder::new("teams");
    let duel = ["duel", "brookvale", "random", "random", "--games", "10"];
    let ran = folder.run(&duel, "");
    ran.expect(0, "12 games of 2 seats, three teams on the same seeds, seed 1", "");
    ran.expect(0, "All players win or lose together, so teams are compared and not seats.", "");
    ran.expect(0, "points of all", "");
    assert!(!ran.out.contains("where equals win"), "{}", ran.out);
    let json = folder.run(&[&duel[..], &["--json"]].concat(), "");
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(
        (&json["games"], &json["seeds"], json["teams"].as_array().map(Vec::len)),
        (&12.into(), &4.into(), Some(3))
    );
    assert!(json["teams"][0]["results"]["stroll"].is_array() && json["won"]["chance"].is_number(), "{json}");
    let report = ["report", "brookvale", "--bots", "random", "--games", "30", "--seats", "2"];
    let ran = folder.run(&report, "");
    ran.expect(0, "All players win or lose together, so no seat is better than another.", "");
    ran.expect(0, " of the games end with “A stroll”.", "");
    for wrong in ["seats are not equal", "equal seats", "∞"] {
        assert!(!ran.out.contains(wrong), "{wrong}: {}", ran.out);
    }
    folder.run(&[&report[..], &["--ladder", "20"]].concat(), "").expect(2, "", "compares teams of two bots");
}

#[test]
fn a_duel_names_bots_as_they_were_typed() {
    let folder = Folder::with_pack("duel");
    let ran = folder.run(&["duel", "./ponds", "mcts:20", "random", "--games", "2", "--json"], "");
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&json["bots"][0], &json["bots"][1], &json["fair"]), (&"mcts:20".into(), &"random".into(), &0.5.into()));
    folder.run(&["duel", "./ponds", "greedy", "random", "--games", "20"], "").expect(0, "greedy is stronger.", "");
}

#[test]
fn nobody_reading_on_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .arg("api")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ran = Ran::new(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

/// Statements of a report about a game have the number of the game, and the command in the report writes that game.
#[test]
fn a_report_names_games_to_watch() {
    let folder = Folder::with_pack("watched");
    let report = ["report", "./ponds", "--games", "400", "--seed", "7"];
    let ran = folder.run(&report, "");
    ran.expect(0, "What stands out", "");
    ran.expect(0, "corrected for their number: about one in ten findings may be chance.", "");
    let command = ran.out.lines().find_map(|line| line.strip_prefix("To watch a game: tilewright ")).unwrap();
    let words: Vec<&str> = command.split(' ').collect();
    let game = words[words.iter().position(|word| *word == "--game").unwrap() + 1];
    assert!(ran.out.contains(&format!(" Game {game} shows it.")), "{command}");
    folder.run(&words, "").expect(0, &format!("Game {game} is in game.html."), "");
    assert!(folder.read("game.html").contains(&format!("Game {game}")), "{command}");
    let json = folder.run(&[&report[..], &["--json"]].concat(), "").json().remove(0);
    let sentences = json["sections"][0]["sentences"].as_array().unwrap();
    let named = sentences.iter().find(|said| said["game"]["number"].as_u64() == game.parse().ok()).unwrap();
    // `sim` writes the same seed into the row of this game.
    folder.run(&["sim", "./ponds", "--games", "400", "--seed", "7", "--bots", "greedy", "--out", "games.csv"], "");
    let rows = folder.read("games.csv");
    let seed = named["game"]["seed"].to_string();
    assert!(rows.lines().any(|row| row.starts_with(&format!("{game},{seed},"))), "{game} {seed}");
    folder.run(&["report", "./ponds", "--game", "3"], "").expect(2, "", "--html");
}
