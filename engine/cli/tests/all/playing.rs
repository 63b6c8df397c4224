//! Tests games on the terminal: narration, saving and resuming.

use super::*;

#[test]
fn a_game_is_played_through_a_pipe() {
    let folder = Folder::with_pack("pipe");
    let ran = folder.run(&["play", "./ponds", "--seed", "3"], "help\nnonsense\n77,0,0\nwhy\nbag\n1 9\n");
    ran.expect(0, "Ponds 0.1.0, 2 seats, seed 3", "");
    ran.expect(0, "`nonsense` is neither an option nor a command", "");
    ran.expect(0, "no adjacent tile", "");
    ran.expect(0, "No points were awarded yet", "");
    ran.expect(0, "Tiles: 28 tiles", "");
    ran.expect(0, "There is no turn 9", "");
    ran.expect(0, "The input ended before the game", "");
    assert!(!ran.out.contains('\x1b'), "colours in a pipe");
    let coloured = folder.run(&["play", "./ponds", "--seed", "3", "--color", "always"], "quit\n");
    assert!(coloured.out.contains('\x1b') && coloured.out.contains("Good-bye"));
}

#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let folder = Folder::with_pack("long_line");
    let typed = format!("{}\nbag\nquit\n", "x".repeat(200_000));
    let ran = folder.run(&["play", "./ponds", "--seed", "3"], &typed);
    ran.expect(0, "that line is longer than 65536 bytes", "");
    ran.expect(0, "Tiles: 28 tiles", "");
    assert!(ran.out.len() < 50_000, "{}", ran.out.len());
}

#[test]
fn answers_are_taken_back_and_points_explained() {
    let folder = Folder::with_pack("undo");
    let before = folder.run(&["play", "./ponds", "--seed", "3"], "");
    let undone = folder.run(&["play", "./ponds", "--seed", "3"], "1 0\n1 1\n1 2\n1 3\nundo\nundo\nundo\n");
    let last_board = |ran: &Ran| ran.out.rsplit("seat 1: Place").next().map(str::to_owned).unwrap();
    let asked = |text: &str| text.lines().take(6).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(asked(&last_board(&undone)), asked(&last_board(&before)));
    let whole = folder.run(&["play", "./ponds", "--seed", "3", "--random", "all"], "");
    whole.expect(0, "The game is over.", "");
    // This player always takes the first option, until the game is over.
    let lazy: String = (0..200).map(|i| format!("1 {}\n1\n", i % 4)).collect();
    let ran = folder.run(&["play", "./ponds", "--seed", "3", "--random", "2"], &format!("{lazy}why all\nquit\n"));
    ran.expect(0, "over> why all", "");
    ran.expect(0, " = ", "");
    ran.expect(0, "scripts/paths.lua:", "");
}

#[test]
fn options_are_told_in_the_words_of_the_pack() {
    let folder = Folder::with_pack("words");
    let rule = folder.read("ponds/rules/ponds.lua");
    let offer = "\noffer(\"deploy\", function(options, seat)\n    options:add(\"dive:0,0\", \"dive\", cell(0, 0):tile():segments(\"pond\")[1])\nend)\n\
                 chosen(\"dive\", function(seat)\n    ask(seat, \"depth\", { \"deep\", \"3\" })\nend)\n";
    folder.write("ponds/rules/ponds.lua", &(rule + offer));
    let texts = folder.read("ponds/texts/en.ron");
    let more = "\"offer.dive\": \"Dive for pearls\", \"ask.depth.deep\": \"To the ground\",\n})";
    folder.write("ponds/texts/en.ron", &texts.trim_end().replace("})", more));
    let dutch = folder.read("ponds/texts/nl.ron");
    folder.write("ponds/texts/nl.ron", &dutch.trim_end().replace("})", more));
    // The question and the names of its options have no text yet.
    folder.run(&["check", "./ponds"], "").expect(
        0,
        "warning[S0145]: the question `depth` has no text in the language `nl`",
        "",
    );
    for language in ["en", "nl"] {
        let file = format!("ponds/texts/{language}.ron");
        let asked = "\"ask.depth\": \"How deep?\",\n})";
        folder.write(&file, &folder.read(&file).trim_end().replace("})", asked));
    }
    folder.run(&["check", "./ponds"], "").expect(0, "no problems found", "");
    let ran = folder.run(&["play", "./ponds", "--seed", "2"], "1 0\n1 1\n1 2\n1 3\ndive:0,0\n");
    ran.expect(0, "Dive for pearls: Pond of 1 tile, 1 open\n", "");
    ran.expect(0, "1  deep  To the ground\n    2  3\n", "");
}

/// Returns a pack without points, in which a counter breaks ties; only seat 0 has any of it.
fn without_points(name: &str) -> Folder {
    let folder = Folder::with_pack(name);
    let pack = folder.read("ponds/pack.ron").replace("bags: [tiles],", "bags: [tiles], counters: [shells],");
    let pack = pack.replace("ends_with: [tiles],", "ends_with: [tiles], tie_breaks: [shells],");
    let pack =
        pack.replace("per_tile: 1)", "per_tile: 0, unfinished_per_tile: 0)").replace("per_tile: 2,", "per_tile: 0,");
    folder.write("ponds/pack.ron", &pack.replace("per_lily: 3)", "per_lily: 0)"));
    let rule = folder.read("ponds/rules/ponds.lua");
    let more =
        "\non(\"placed\", function()\n    if counter(\"shells\", 0) == 0 then count(\"shells\", 3, 0) end\nend)\n";
    folder.write("ponds/rules/ponds.lua", &(rule + more));
    let texts = folder.read("ponds/texts/en.ron");
    folder.write("ponds/texts/en.ron", &texts.trim_end().replace("})", "\"counter.shells\": \"Shells\",\n})"));
    folder
}

#[test]
fn equal_points_are_decided_by_what_breaks_ties() {
    let folder = without_points("ties");
    let ran = folder.run(&["play", "./ponds", "--seats", "3", "--seed", "3", "--random", "all"], "");
    ran.expect(0, "Seat 1 wins. Tied on points: Shells decides (Seat 1: 3, Seat 2: 0", "");
    assert_eq!(ran.out.matches("wins").count(), 1, "{}", ran.out);
    let json = folder.run(&["sim", "./ponds", "--games", "20", "--seats", "2", "--json"], "").out;
    assert!(json.contains("\"won\":20"), "{json}");
}

#[test]
fn what_a_question_is_about_is_shown_with_it() {
    let folder = Folder::with_pack("about");
    let pack = folder
        .read("ponds/pack.ron")
        .replace("draw(from: tiles), place", "draw(from: tiles), script(name: \"guess\"), place");
    let pack = pack.replace("bags: [tiles],", "bags: [tiles, (id: pile, stacked: true, back: lily), cards],");
    folder.write("ponds/pack.ron", &pack.replace("    board:", "    chips: [(id: \"Fog\", count: 2, bag: cards), (id: \"Sun\", count: 2, bag: pile, tags: [lily])],\n    board:"));
    let rule = folder.read("ponds/rules/ponds.lua");
    let more = "\nstep(\"guess\", function(seat)\n    draw(\"cards\", { seat = seat })\n    \
                ask(seat, \"guess\", { { key = \"card\", target = kind(\"Fog\") }, { key = \"pile:1\", target = \"pile\" } })\nend)\n";
    folder.write("ponds/rules/ponds.lua", &(rule + more));
    let texts = folder.read("ponds/texts/en.ron");
    let more = "\"bag.pile\": \"Pile\", \"bag.cards\": \"Cards\", \"tile.Fog\": \"A foggy morning\",\n\
                \"ask.guess\": \"What now?\", \"ask.guess.card\": \"Keep it\", \"ask.guess.pile\": \"From pile {1}\",\n})";
    folder.write("ponds/texts/en.ron", &texts.trim_end().replace("})", more));
    let ran = folder.run(&["play", "./ponds", "--seed", "3"], "bag\nquit\n");
    ran.expect(0, "draws A foggy morning from Cards", "");
    ran.expect(0, "1  card    Keep it: A foggy morning\n", "");
    ran.expect(0, "2  pile:1  From pile 1: 2 tiles, “Lily” on its back\n", "");
    ran.expect(0, "Pile: 2 tiles, “Lily” on its back\n", "");
    // The tile that waits to be placed is shown with the question.
    let asked = ran.out.split("seat 1: What now?").nth(1).unwrap();
    let kind = asked.lines().nth(1).unwrap().trim();
    assert!(folder.read("ponds/tiles.ron").contains(&format!("\"{kind}\"")), "{asked}");
}

/// Returns a pack with a stall of four slots, which have prices, and with a tag on the slot with index 1.
fn stall(name: &str) -> Folder {
    let folder = Folder::with_pack(name);
    let pack = folder.read("ponds/pack.ron").replace(
        "bags: [tiles],",
        "bags: [tiles], counters: [(id: price, scope: keyed), (id: worth, scope: keyed)], \
         zones: [(id: stall, slots: 4, number: price, tags: {1: lily})],",
    );
    let pack = pack.replace("figures: [", "figures: [(id: label, supply: 2, look: (number: worth)), ");
    let pack = pack.replace("draw(from: tiles), place", "draw(from: tiles), script(name: \"sell\"), place");
    folder.write("ponds/pack.ron", &pack);
    let rule = folder.read("ponds/rules/ponds.lua");
    let more = "\nstep(\"sell\", function()\n    if counter(\"price\", 2) > 0 then return end\n    \
                set_counter(\"price\", 1, 2)\n    set_counter(\"worth\", 1, deploy(\"label\", 1, \"stall\", 3))\nend)\n";
    folder.write("ponds/rules/ponds.lua", &(rule + more));
    let texts = folder.read("ponds/texts/en.ron");
    let more = "\"counter.price\": \"Price\", \"counter.worth\": \"Worth\", \"zone.stall\": \"Stall\", \
                \"figure.label\": \"Label\",\n})";
    folder.write("ponds/texts/en.ron", &texts.trim_end().replace("})", more));
    folder
}

#[test]
fn numbers_of_places_and_of_figures_are_shown_beside_the_board() {
    let folder = stall("stall");
    let ran = folder.run(&["play", "./ponds", "--seed", "3"], "beside\nquit\n");
    ran.expect(0, "Price of Stall 2 +1.\n", "");
    ran.expect(0, "Worth of Label (Seat ", "");
    ran.expect(0, "Stall: Label 1 of seat ", "");
    ran.expect(0, " in 3   (1: Lily; 2: Price 1)\n", "");
    ran.expect(0, "Stall (4 spaces): 1: Lily; 2: Price 1\n", "");
    ran.expect(0, ": Stall 3 = 1\n", "");
    folder.run(&["play", "./ponds", "--seed", "3"], "save game.json\nquit\n").expect(0, "game.json", "");
    folder.run(&["replay", "game.json", "--packs", ".", "--html", "game.html"], "").expect(0, "game.html", "");
    let page = folder.read("game.html");
    assert!(page.contains("2: Price 1"), "the page shows the number of a place");
    assert!(page.contains("Label 1 ("), "the page shows the number of a figure");
}

#[test]
fn what_lies_before_everybody_is_told_with_the_seats() {
    let folder = Folder::new("before_everybody");
    // A counter of the game and the number of remaining tiles are shown without a command.
    let ran = folder.run(&["play", "glowmoor", "--seed", "5"], "1 0\nquit\n");
    let told = ran.out.lines().find(|line| line.contains("Brightness of the glow ")).unwrap();
    let left: Vec<&str> = told.split_whitespace().collect();
    assert_eq!(left[..5], ["Brightness", "of", "the", "glow", "1"], "{told}");
    assert!(left.last().unwrap().parse::<u32>().unwrap() > 10, "{told}");
    // Many stacks are listed by a separate command.
    let ran = folder.run(&["play", "entdecker", "--seed", "3"], "edge:S0\nhidden:2\nquit\n");
    ran.expect(0, "Tiles still to come on this voyage 2   `bag` shows the tiles left to draw\n", "");
    // If a tile fits at several turns, the prompt shows that its number and a turn are enough.
    let ran = folder.run(&["play", "glowmoor", "--seed", "3"], "1\nquit\n");
    ran.expect(0, "ways: type `1 0` or `1 1` or ", "");
}

#[test]
fn tiles_in_hand_are_drawn_once_and_for_their_seat_alone() {
    let folder = Folder::new("hand_drawn");
    // While the seat must choose one of the tiles, they are drawn with their option numbers.
    let ran = folder.run(&["play", "carcassonne", "--seed", "929", "--option", "hand_size=3"], "1\nquit\n");
    ran.expect(0, "  in the hand of seat 1: R, Q, U\n\nseat 1: Choose a tile", "");
    ran.expect(0, "  1 Q       2 R       3 U\n", "");
    // Then the remaining tiles are drawn, next to the one that is placed.
    let left =
        "  in the hand of seat 1: R, U\n  ccccccc   fffffff\n  ccccccc   rrrrrrr\n  fffffff   fffffff\n  R         U\n";
    ran.expect(0, &format!("{left}\nseat 1: Place the tile"), "");
    assert!(!ran.out.contains("in the hand of seat 2"), "{}", ran.out);
}

#[test]
fn what_bots_did_is_summed_up_before_a_person_is_asked() {
    let folder = Folder::with_pack("meanwhile");
    let ran = folder.run(&["play", "./ponds", "--seed", "3", "--bots", "person,random"], "1 2\n1\n1 2\n1\nquit\n");
    let told = ran.out.lines().filter(|line| line.starts_with("Since your last answer: ")).collect::<Vec<_>>();
    assert!(!told.is_empty(), "{}", ran.out);
    assert!(told.iter().all(|line| line.contains("seat 2 gave ") && !line.contains("seat 1")), "{told:?}");
    assert!(told.iter().all(|line| line.ends_with(" points")), "{told:?}");
}

#[test]
fn a_single_seat_is_said_so() {
    let folder = Folder::with_pack("one_seat");
    let pack = folder.read("ponds/pack.ron");
    folder.write("ponds/pack.ron", &pack.replacen("seats: (2,", "seats: (1,", 1));
    let ran = folder.run(&["sim", "./ponds", "--seats", "1", "--games", "1"], "");
    ran.expect(0, "1 game of 1 seat, ", "");
}

#[test]
fn what_is_in_the_way_of_a_tile_is_told() {
    let folder = Folder::with_pack("in_the_way");
    let ran = folder.run(&["play", "./ponds", "--seed", "2"], "0,0\n9,9\n0,-1\n0,-1,7\n1,0,2\nquit\n");
    for told in [
        "Bend does not fit at 0,0: a tile is already there.",
        "Bend does not fit at 9,9: no adjacent tile.",
        "Bend does not fit at 0,-1.",
        "There is no turn 7: turns go from 0 to 3.",
        "Bend does not fit at 1,0, turned 180°: W shows meadow, the tile at 0,0 shows stream. Turn 0 or 1 fits.",
    ] {
        ran.expect(0, &format!("{told}\n"), "");
    }
    // If a rule removes placements, the refusal shows the line of the rule.
    let rule = folder.read("ponds/rules/ponds.lua");
    let line = rule.lines().count() + 1;
    let offer = "offer(\"place\", function(options, seat)\n    for _, key in options:keys() do\n        \
                 if key:find(\"^1,0,\") then options:remove(key) end\n    end\nend)\n";
    folder.write("ponds/rules/ponds.lua", &(rule.clone() + offer));
    let ran = folder.run(&["play", "./ponds", "--seed", "2"], "1,0\n1,0,1\n0,0\n-1,0\nnonsense\nquit\n");
    let refused = format!("a rule excludes it (ponds/rules/ponds.lua:{line})");
    for told in [
        format!("Bend does not fit at 1,0: {refused}.\n"),
        format!("Bend does not fit at 1,0, turned 90°: {refused}. No other turn fits.\n"),
        "Bend does not fit at 0,0: a tile is already there.\n".to_owned(),
        "Bend fits at -1,0 with turn 2 or 3: type -1,0,TURN.\n".to_owned(),
        "`nonsense` is neither an option nor a command".to_owned(),
    ] {
        ran.expect(0, &told, "");
    }
    // A restriction on placements gives its reason for a refusal, and the question is still about placing.
    let restriction = "restrict(\"place\", function(kind, cell, turn)\n    if cell:x() == 1 then return false, \"dry\" end\n    \
                       if turn == 3 then return false, \"The wind is in the west\" end\nend)\n";
    folder.write("ponds/rules/ponds.lua", &(rule + restriction));
    for language in ["en", "nl"] {
        let file = format!("ponds/texts/{language}.ron");
        let dry = if language == "en" { "There is no water" } else { "Er is geen water" };
        let text = format!("\"refusal.dry\": \"{dry}\",\n}})");
        folder.write(&file, &folder.read(&file).trim_end().replace("})", &text));
    }
    folder.run(&["check", "./ponds"], "").expect(0, "no problems found", "");
    let ran = folder.run(&["play", "./ponds", "--seed", "2"], "1,0\n1,0,1\n-1,0,3\nquit\n");
    for told in [
        format!("Bend does not fit at 1,0: There is no water (ponds/rules/ponds.lua:{line}).\n"),
        format!(
            "Bend does not fit at 1,0, turned 90°: There is no water (ponds/rules/ponds.lua:{line}). No other turn fits.\n"
        ),
        format!(
            "Bend does not fit at -1,0, turned 270°: The wind is in the west (ponds/rules/ponds.lua:{line}). Turn 2 fits.\n"
        ),
    ] {
        ran.expect(0, &told, "");
    }
    assert!(ran.out.contains("seat 1: Place"), "{}", ran.out);
    let ran = folder.run(&["play", "./ponds", "--seed", "2", "--language", "nl"], "1,0\nquit\n");
    ran.expect(0, "Er is geen water (ponds/rules", "");
}

#[test]
fn what_happens_is_told_with_its_place_and_in_the_words_of_the_pack() {
    let folder = Folder::with_pack("happens");
    let pack = folder
        .read("ponds/pack.ron")
        .replace("draw(from: tiles), place", "script(name: \"wade\"), draw(from: tiles), place");
    // The name of a tile that goes into an open bag is narrated, since all seats can see the content of the bag.
    let open = "bags: [(id: tiles, open: true)], dice: [(id: luck, faces: [4])],";
    folder.write("ponds/pack.ron", &pack.replace("bags: [tiles],", open));
    let rule = folder.read("ponds/rules/ponds.lua");
    let more = "\nstep(\"wade\", function(seat)\n    local start = cell(0, 0):tile()\n    \
                local pond, stream = start:segments(\"pond\")[1], start:segments(\"stream\")[1]\n    \
                move(deploy(\"heron\", seat, pond), stream)\n    roll(\"luck\")\n    \
                to_hand(seat, draw(\"tiles\", { seat = seat, secret = true }))\n    \
                take_out(\"tiles\", \"Bend\")\n    put_back(\"tiles\", \"Bend\")\n    \
                ask(seat, \"wade\", { { key = \"left\", target = pond }, { key = \"east\", target = stream }, \
                { key = \"west\", target = stream }, { key = \"dive\", secret = true } })\nend)\n";
    folder.write("ponds/rules/ponds.lua", &(rule + more));
    let texts = folder.read("ponds/texts/nl.ron");
    folder.write(
        "ponds/texts/nl.ron",
        &texts.trim_end().replace("})", "\"die.luck\": \"Gelukssteen\", \"tile.Bend\": \"Bocht\",\n})"),
    );
    let ran = folder.run(&["play", "./ponds", "--seed", "3", "--language", "nl"], "quit\n");
    ran.expect(0, "Speler 1 zet Reiger op Vijver op 0,0.\n", "");
    ran.expect(0, "Speler 1 verplaatst Reiger van Vijver op 0,0 naar Beek op 0,0.\n", "");
    ran.expect(0, "Speler 1 gooit 4 met Gelukssteen.\n", "");
    ran.expect(0, "Bocht wordt uit Tegels genomen.\n", "");
    ran.expect(0, "Bocht gaat in Tegels.\n", "");
    // Secret draws and the hand are shown only to the seat that is asked.
    let drawn = ran.out.split("  Speler 1 trekt ").nth(1).unwrap().split(' ').next().unwrap();
    ran.expect(0, &format!("  in the hand of seat 1: {drawn}"), "");
    assert!(!ran.out.contains("\u{b7} Speler 1 trekt"), "{}", ran.out);
    // Options with a place on the board are marked there, and the place distinguishes equal options.
    assert!(["[1]", "[2]"].iter().all(|mark| ran.out.contains(mark)), "{}", ran.out);
    ran.expect(0, "2  east  Beek of 1 tile, 2 open (0,0:stream:E.W)\n", "");
    ran.expect(0, "1  left  Vijver of 1 tile, 1 open\n", "");
    // Secret options are marked as such, and not narrated afterwards.
    ran.expect(0, "4  dive  in secret\n", "");
    let ran = folder.run(&["play", "./ponds", "--seed", "3", "--language", "nl"], "dive\nquit\n");
    // The word appears only in the list of options and in the typed line.
    assert_eq!(ran.out.matches("dive").count(), 2, "{}", ran.out);
}

#[test]
fn saved_games_go_on_and_replay() {
    let folder = Folder::with_pack("saved");
    let play = ["play", "./ponds", "--seed", "9", "--random", "1,2"];
    let whole = folder.run(&play, "");
    whole.expect(0, "wins", "");
    let ran = folder.run(&["play", "./ponds", "--seed", "8"], "1 0\n1 1\n1 2\n1 3\n1\nsave game.json\n");
    ran.expect(0, "Saved.", "");
    folder.run(&["play", "--resume", "game.json", "--packs", "."], "quit\n").expect(0, "seed 8", "");
    folder.run(&["replay", "game.json", "--packs", "."], "").expect(0, "1 ok, 0 failed", "");

    let good = folder.read("game.json");
    let mut record: Value = serde_json::from_str(&good).unwrap();
    record["id"] = "tampered".into();
    let moves = record["moves"].as_array_mut().unwrap();
    let at = moves.iter().position(|m| m["ask"] == "place").unwrap();
    moves[at]["pick"] = "9,9,0".into();
    folder.write("two.jsonl", &format!("{}\n{record}\n", good.trim()));
    let ran = folder.run(&["replay", "two.jsonl", "--packs", "."], "");
    ran.expect(1, "1 ok, 1 failed", "");
    ran.expect(1, &format!("FAILED tampered two.jsonl move {} [not_an_option]", at + 1), "");
    let json = folder.run(&["replay", "two.jsonl", "--packs", ".", "--json"], "").json();
    assert_eq!((json.len(), &json[1]["code"], &json[2]["failed"]), (3, &"not_an_option".into(), &1.into()));
    folder.run(&["play", "--resume", "absent.json"], "").expect(3, "", "absent.json");
}

#[test]
fn a_saved_game_becomes_a_test() {
    let folder = Folder::with_pack("captured");
    folder.run(&["sim", "./ponds", "--games", "2", "--records", "games.jsonl"], "").expect(0, "", "");
    let test = "ponds/tests/played.ron";
    let all = "scores,by_kind,supply,counters,figures,hands,bags,tokens,set_aside,why,seat,options,over,worth";
    let capture = ["capture", "games.jsonl", "--packs", ".", "--game", "2", "--expect", all, "--out", test];
    folder.run(&capture, "").expect(0, "Wrote ponds/tests/played.ron", "");
    assert!(folder.read(test).contains("over: true"));
    folder.run(&["test", "./ponds", "--filter", "played"], "").expect(0, "1 passed, 0 failed", "");
    folder.run(&capture, "").expect(3, "", "already exists");
    let short = ["capture", "games.jsonl", "--packs", ".", "--at", "3", "--name", "the first turn"];
    folder.run(&short, "").expect(0, "name: \"the first turn\"", "");
    folder.run(&["capture", "games.jsonl", "--packs", ".", "--game", "3"], "").expect(2, "", "holds 2 games, not 3");
    folder.run(&["capture", "games.jsonl", "--expect", "score"], "").expect(2, "", "scores");
}

#[test]
fn a_saved_game_is_printed_as_a_seat_has_seen_it() {
    let folder = Folder::new("seen");
    let options = ["--option", "hand_size=3", "--seats", "2", "--seed", "4"];
    let play: Vec<&str> = ["play", "carcassonne"].into_iter().chain(options).collect();
    folder.run(&play, "tile 1\nsave game.json\nquit\n").expect(0, "", "");
    let hidden = |seat: u8| {
        let word = if seat == 0 { "none".to_owned() } else { seat.to_string() };
        let ran = folder.run(&["replay", "game.json", "--seen-by", &word], "");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let game = ran.json().remove(0);
        // JSON counts seats from 0, and an onlooker is null.
        assert_eq!(
            (&game["for_seat"], game.get("seed")),
            (&seat.checked_sub(1).map_or(Value::Null, Value::from), None)
        );
        let moves = game["moves"].as_array().unwrap().clone();
        moves
            .iter()
            .filter(|m| m.get("draw").is_some_and(Value::is_null))
            .map(|m| m["seat"].clone())
            .collect::<Vec<_>>()
    };
    // Each seat has three tiles in hand, which the other seat does not see.
    assert_eq!(hidden(1), [1, 1, 1]);
    assert_eq!(hidden(2), [0, 0, 0]);
    // An onlooker sees neither hand, and neither does the page for an onlooker.
    assert_eq!(hidden(0), [0, 0, 0, 1, 1, 1]);
    let page = ["replay", "game.json", "--seen-by", "none", "--html", "page.html"];
    folder.run(&page, "").expect(0, "Wrote page.html", "");
    assert!(folder.read("page.html").contains("This page shows the game as seen by an onlooker."));
    let refused = |seat: &str, why: &str| {
        folder.run(&["replay", "game.json", "--seen-by", seat], "").expect(2, "", why);
    };
    refused("3", "there is no seat 3 in a game of 2 seats");
    refused("0", "seats count from 1");
    refused("one", "a seat is a number from 1, or `none` for an onlooker");
}

/// Packs with another version or hash than in the record are reported, and the games are replayed anyway.
#[test]
fn records_of_another_content_are_played_and_that_is_said() {
    let folder = Folder::with_pack("other_content");
    folder.run(&["sim", "./ponds", "--games", "2", "--records", "games.jsonl"], "").expect(0, "", "");
    let replay = ["replay", "games.jsonl", "--packs", "."];
    let same = folder.run(&replay, "");
    same.expect(0, "2 ok, 0 failed", "");
    assert!(!same.out.contains("content"), "{}", same.out);
    let text = folder.read("games.jsonl");
    let hash = text.split('#').nth(1).unwrap().split('"').next().unwrap().to_owned();
    for (old, new, says) in [
        (&*hash, "00", "the record was made with different content of ponds 0.1.0"),
        ("@0.1.0", "@9.9.9", "the record was made with ponds 9.9.9, but the version here is 0.1.0"),
    ] {
        folder.write("games.jsonl", &text.replace(old, new));
        let ran = folder.run(&replay, "");
        ran.expect(0, &format!("note: {says}; it leads to the same"), "");
        ran.expect(0, "2 ok, 0 failed\n2 games were made with different content of the packs", "");
        let json = folder.run(&[&replay[..], &["--json"]].concat(), "").json();
        assert_eq!((&json[0]["ok"], &json[2]["other_content"]), (&Value::Bool(true), &Value::from(2)));
        assert!(json[1]["other_content"].as_str().unwrap().starts_with(says));
        let resumed = folder.run(&["play", "--resume", "games.jsonl", "--packs", "."], "");
        resumed.expect(0, &format!("note: {says}; it still leads to this position"), "");
        let render = ["render", "--record", "games.jsonl", "--packs", ".", "--out", "board.png"];
        folder.run(&render, "").expect(0, &format!("note: {says}; it leads to this board"), "");
        let json = folder.run(&[&render[..], &["--json"]].concat(), "").json();
        assert!(json[0]["other_content"].as_str().unwrap().starts_with(says));
    }
    folder.write("games.jsonl", &text);
    let same = folder.run(&["render", "--record", "games.jsonl", "--packs", ".", "--out", "board.png"], "");
    assert!(same.out.starts_with("Wrote "), "{}", same.out);
    // A path is not a valid name of a pack in a record.
    folder.write("games.jsonl", &text.replace("\"ponds@", "\"./ponds@"));
    folder.run(&replay, "").expect(1, "[bad_record] packs[0]: a record names packs by their ids", "");
    folder.run(&["play", "--resume", "games.jsonl"], "").expect(1, "", "a record names packs by their ids");
}

/// The game of a capsule resumes with its own packs, even if other versions or no packs are installed.
#[test]
fn the_game_of_a_capsule_is_gone_on_with_by_its_own_packs() {
    let folder = Folder::with_pack("own_packs");
    folder.run(&["sim", "./ponds", "--games", "1", "--records", "games.jsonl"], "").expect(0, "", "");
    let mut record = read_records(&folder.read("games.jsonl")).remove(0).unwrap();
    record.moves.truncate(record.moves.len() / 2);
    let packs = Finder::nowhere().with_folder(&folder.0).find("ponds").unwrap().read().unwrap();
    let mut capsule = Capsule { record, ..Capsule::default() };
    capsule.packs.packs.insert("ponds".into(), packs);
    std::fs::write(folder.0.join("game.zip"), capsule.write().unwrap()).unwrap();
    let told = "note: this game uses the packs that came with it";
    folder.run(&["play", "--resume", "game.zip"], "").expect(0, told, "");
    let pack = folder.read("ponds/pack.ron").replace("0.1.0", "9.9.9");
    folder.write("ponds/pack.ron", &pack);
    let ran = folder.run(&["play", "--resume", "game.zip", "--packs", "."], "");
    ran.expect(0, told, "");
    assert!(!ran.out.contains("made with"), "{}", ran.out);
}

#[test]
fn games_that_were_left_are_listed_and_gone_on_with_from_anywhere() {
    let folder = Folder::with_pack("left");
    folder.run(&["play"], "").expect(2, "", "there is no unfinished game");
    folder.run(&["play", "--continue"], "").expect(2, "", "there is no unfinished game");
    // A game without answers is not saved.
    folder.run(&["play", "./ponds"], "quit\n").expect(0, "Good-bye", "");
    folder.run(&["play"], "").expect(2, "", "there is no unfinished game");
    let ran = folder.run(&["play", "./ponds", "--seed", "3", "--random", "2"], "1 0\n1 1\n1 2\n1 3\nquit\n");
    ran.expect(0, "`tilewright play --continue` continues from here.", "");
    let ran = folder.run(&["play"], "");
    ran.expect(0, "Unfinished games", "");
    ran.expect(0, "ponds, 2 seats, ", "");
    folder.run(&["play", "./ponds"], "quit\n").expect(0, "Unfinished game (ponds, 2 seats, ", "");
    // The game resumes in another folder, with the seats that choose at random.
    fs::create_dir(folder.0.join("elsewhere")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(["play", "--continue"]).current_dir(folder.0.join("elsewhere")).stdin(Stdio::null());
    command.env("TILEWRIGHT_HOME", folder.0.join("home"));
    let ran = Ran::new(command.output().unwrap());
    ran.expect(0, "Ponds 0.1.0, 2 seats, seed 3", "");
    ran.expect(0, "seat 1> ", "");
    let games = folder.0.join("home/games");
    assert_eq!(fs::read_dir(&games).unwrap().count(), 1, "the game has one file");
    // The search path in a file from someone else is ignored, since it could name any folder.
    let path = fs::read_dir(&games).unwrap().next().unwrap().unwrap().path();
    fs::rename(path, folder.0.join("elsewhere/game-1.jsonl")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(["play", "--resume", "game-1.jsonl"]).current_dir(folder.0.join("elsewhere")).stdin(Stdio::null());
    command.env("TILEWRIGHT_HOME", folder.0.join("home"));
    Ran::new(command.output().unwrap()).expect(2, "", "there is no pack `ponds`");
}

/// The limit of a shell on the size of files has the same effect as a disk that becomes full while writing.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_the_old_file_is_whole() {
    let folder = Folder::with_pack("full");
    folder.write("game.json", "old");
    folder.run(&["sim", "./ponds", "--games", "1", "--records", "games.jsonl"], "").expect(0, "", "");
    assert!(folder.read("games.jsonl").len() > 1024);
    let play = "trap '' XFSZ; ulimit -f 1; (echo save game.json; echo quit) | \
        \"$0\" play --resume games.jsonl --packs . 2>&1";
    let mut command = Command::new("bash");
    command.args(["-c", play, env!("CARGO_BIN_EXE_tilewright")]).current_dir(&folder.0);
    command.env("TILEWRIGHT_HOME", folder.0.join("home"));
    let said = String::from_utf8(command.output().unwrap().stdout).unwrap();
    assert!(said.contains("Not saved: game.json cannot be written: File too large"), "{said}");
    assert_eq!(folder.read("game.json"), "old");
    let names: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().contains("game.json.")), "a temporary file is left");
}

#[test]
fn what_is_drawn_in_secret_and_put_back_is_told_to_nobody() {
    let folder = Folder::with_pack("put_back");
    let pack = folder.read("ponds/pack.ron").replace("rules: [", "rules: [(use: \"peek\"),");
    folder.write("ponds/pack.ron", &pack);
    let rule = "on(\"placed\", function(ev)\n    local kind = draw(\"tiles\", { seat = 1, secret = true })\n    \
                if kind then put_back(\"tiles\", kind) end\nend)\n";
    folder.write("ponds/rules/peek.lua", rule);
    let ran = folder.run(&["play", "./ponds", "--random", "all", "--seed", "7"], "");
    ran.expect(0, "A tile goes into Tiles.\n", "");
    assert_eq!(ran.out.matches("goes into").count(), ran.out.matches("A tile goes into").count(), "{}", ran.out);
}

#[test]
fn a_game_has_the_sentences_of_all_interfaces() {
    let folder = Folder::with_pack("sentences");
    let typed = format!("9,9\n{}why all\nquit\n", fixture::ANSWERS);
    for (language, sentences) in fixture::SENTENCES {
        let args = ["play", "./ponds", "--seats", "2", "--seed", "3", "--language", language];
        let ran = folder.run(&args, &typed);
        for sentence in ["misfit", "events", "points", "end"].iter().flat_map(|name| fixture::section(sentences, name))
        {
            ran.expect(0, sentence, "");
        }
        for (number, points) in (1..).zip(fixture::play_game().game().scores()) {
            ran.expect(0, &format!("{number}  {points:>4}"), "");
        }
    }
    assert_eq!(fixture::SEED, 3);
}
