//! Tests seats that retire, winners that rules name, and results of games.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::happening::Happening;
use tilewright_core::state::{Game, Stage};
use tilewright_core::verify;
use tilewright_kit::games::transcript::transcript;
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_pack::World;
use tilewright_wording::ending::{WonBy, outcome};
use tilewright_wording::narration::{Narration, narrate};

use crate::pond::errors;

/// Game without tiles in which each seat chooses an action in its turn. `MORE` is replaced.
const RING: &str = r#"Pack(
    id: "ring", version: "1.0.0", format: 1, title: "Ring", authors: ["A"], licence: "MIT", seats: (1, 4),
    terrains: [(id: grass, ground: true)], edges: [(id: grass, ports: [grass])], bags: [tiles],
    tiles: [(id: "G", count: 1, edges: (n: grass, e: grass, s: grass, w: grass), parts: [])],
    counters: [(id: gold, scope: seat), (id: greeted, scope: seat)], books: [merit],
    flow: (
        setup: [script(name: "wake", each_seat: true)], turn: [script(name: "act"), script(name: "rest")],
        closing: [script(name: "greet", each_seat: true), script(name: "sweep")],
        parts: {"extra": [script(name: "bonus")]}, finish: [script(name: "judge")], tie_breaks: [gold],
    ),
    rules: [(use: "act")], MORE
)"#;

/// Actions of a seat: earn, retire, let others retire, schedule, end the game in several ways.
const ACT: &str = r#"--- Each seat says what it does.
step("wake", function() end)
step("act", function(seat)
    local what = ask(seat, "act", {
        "earn", "dig", "retire", "others", "extra", "over", "last_over", "team", "nobody", "lost", "graded", "both", "later", "doom",
    })
    if what == "earn" then award(seat, 10, "merit") end
    if what == "dig" then count("gold", 1, seat) end
    if what == "retire" then retire(seat, "tired") retire(seat) end
    if what == "others" then
        for _, other in seats() do
            if other ~= seat and in_game(other) then retire(other, "beaten") end
        end
    end
    if what == "extra" then
        for _, other in seats() do schedule(other, "extra", "after") end
        begin_with((seat + 3) % seat_count())
    end
    if what == "doom" then
        for _, other in seats() do
            schedule(other, "extra", "after")
            if other ~= seat then retire(other) end
        end
    end
    if what == "over" then end_game() end
    if what == "last_over" then end_game({ reason = "found" }) end
    if what == "team" then end_game({ winners = { 1, 3 }, reason = "found" }) end
    if what == "nobody" then end_game({ winners = {} }) end
    if what == "lost" then end_game({ result = "lost" }) end
    if what == "graded" then end_game({ result = "grand" }) end
    if what == "both" then end_game({ result = "lost", winners = { 0 } }) end_game() end
    if what == "later" then set_counter("gold", 7, seat) end_game() end
end)
step("rest", function(seat) award(seat, 1, "merit") end)
step("bonus", function(seat) award(seat, 100, "merit") end)
step("greet", function(seat) count("greeted", 1, seat) end)
step("sweep", function(seat) count("gold", 0, seat) end)
step("judge", function()
    for _, seat in seats() do
        if counter("gold", seat) == 7 then end_game({ winners = { seat } }) end
    end
end)
"#;

const RESULTS: &str =
    "results: [(id: lost, wins: nobody), (id: saved, wins: all, at_least: 30, of: sum), (id: grand, at_least: 200)],";

fn ring(more: &str) -> Loaded {
    let mut world = World::default();
    world.add_file("ring", "pack.ron", &RING.replace("MORE", more));
    // Without declared results their names are not valid.
    let act = if more.is_empty() {
        ACT.replace("result = \"lost\"", "reason = \"lost\"").replace("result = \"grand\"", "reason = \"grand\"")
    } else {
        ACT.to_owned()
    };
    world.add_file("ring", "rules/act.lua", &act);
    world.add_file("ring", "texts/en.ron", "Texts(\"en\", {\"result.lost\": \"The ring is broken\"})");
    let loaded = load_from(&world, &Request { lints: false, ..Request::new(["ring"]) });
    assert!(loaded.is_playable(), "{:?}", errors(&loaded));
    loaded
}

fn begin(loaded: &Loaded, seats: u8) -> Session {
    let mut session = Session::new(loaded.machine().unwrap(), seats, 1).unwrap();
    let watched = session.arrange(|game: &mut Game| -> Result<(), String> {
        game.watch_positions();
        Ok(())
    });
    watched.unwrap();
    session.start().unwrap();
    session
}

/// Gives the answers of a course such as `0 earn 1 retire`, and checks which seat is asked.
fn play(session: &mut Session, course: &str) {
    let words: Vec<&str> = course.split(' ').filter(|word| !word.is_empty()).collect();
    for said in words.chunks(2) {
        let decision = session.decision().unwrap_or_else(|| panic!("no seat is asked before {said:?}"));
        assert_eq!(decision.seat.0.to_string(), said[0], "{course}");
        let pick = decision.options.find(session.game(), said[1]).unwrap();
        session.answer(pick).unwrap();
        verify::ranking(session.game(), &session.game().ranking()).unwrap();
    }
    assert_eq!(session.game().watched().unwrap().1, None, "{course}");
}

fn play_course(more: &str, seats: u8, course: &str) -> Session {
    let mut session = begin(&ring(more), seats);
    play(&mut session, course);
    session
}

fn seats(all: &[Seat]) -> Vec<u8> {
    all.iter().map(|seat| seat.0).collect()
}

fn ranks(game: &Game) -> Vec<Vec<u8>> {
    game.ranking().iter().map(|rank| seats(rank)).collect()
}

#[test]
fn a_seat_that_has_retired_takes_no_further_turn_and_its_own_ends() {
    let session = play_course("", 4, "0 earn 1 retire 2 earn 3 earn 0 earn 2 earn");
    let game = session.game();
    // Seat 1 did not reach the step `rest`. Its turn still had its closing, but `greet` skips retired seats.
    assert_eq!(game.scores(), [22, 0, 22, 11]);
    let greeted = game.catalog().counters.find("greeted").unwrap();
    let key = |seat| tilewright_core::state::effect::CounterKey::Seat(Seat(seat));
    assert_eq!([0, 1, 2, 3].map(|seat| game.counter(greeted, key(seat))), [6, 1, 6, 6]);
    assert_eq!((seats(&game.retired_seats().iter().collect::<Vec<_>>()), game.in_game(Seat(1))), (vec![1], false));
    // Retired seats come last, however few points the others have.
    assert_eq!(ranks(game), [vec![0, 2], vec![3], vec![1]]);
}

#[test]
fn what_is_scheduled_for_a_retired_seat_comes_to_nothing() {
    let session = play_course("", 4, "0 earn 1 retire 2 extra");
    // The extra turn of seat 2 begins with seat 1, which is skipped, so seat 2 has another turn.
    assert_eq!(session.game().scores(), [111, 0, 101, 100]);
    assert_eq!(session.decision().unwrap().seat, Seat(2));
    // Retirement also cancels parts that were scheduled before it.
    let session = play_course("", 3, "0 doom 0 earn");
    assert_eq!(session.game().scores(), [112, 0, 0]);
    assert_eq!(ranks(session.game()), [vec![0], vec![1, 2]]);
    let session = play_course("", 2, "0 earn 1 others");
    assert_eq!((session.decision().unwrap().seat, ranks(session.game())), (Seat(1), vec![vec![1], vec![0]]));
}

#[test]
fn the_game_ends_when_all_have_retired() {
    let session = play_course("", 3, "0 earn 1 retire 2 retire 0 retire");
    let game = session.game();
    assert_eq!((game.stage(), seats(&game.winners())), (Stage::Over, vec![0]));
    let events: Vec<Happening> = game.journal().unwrap().events.iter().map(|event| event.what).collect();
    let retired = events.iter().filter(|what| matches!(what, Happening::Retired { reason: Some(_), .. })).count();
    assert_eq!(retired, 3, "to retire again is nothing new");
    // Ties among retired seats are broken by the usual rules.
    let session = play_course("", 2, "0 earn 1 earn 0 dig 1 retire 0 retire");
    assert_eq!(ranks(session.game()), [vec![0], vec![1]]);
}

#[test]
fn a_rule_says_who_wins() {
    let won = |course: &str| {
        let session = play_course("", 4, course);
        assert_eq!(session.game().stage(), Stage::Over);
        seats(&session.game().winners())
    };
    assert_eq!(won("0 earn 1 over"), [0]);
    assert_eq!(won("0 earn 1 last_over"), [0]);
    assert_eq!(won("0 earn 1 team"), [1, 3]);
    assert_eq!(won("0 earn 1 nobody"), [0; 0]);
    assert_eq!(won("0 earn 1 both"), [0], "results are kept unless changed later");
    assert_eq!(won("0 earn 1 later"), [1], "also in the steps of `finish`");
    let session = play_course("", 4, "0 earn 1 team");
    assert_eq!(ranks(session.game()), [vec![1, 3], vec![0], vec![2]]);
    assert!(outcome(session.game(), "en").decided_by.is_empty());
    let ending = session.game().journal().unwrap().events.iter().find_map(|event| match event.what {
        Happening::Ending { reason } => reason,
        _ => None,
    });
    assert_eq!(session.symbol(ending.unwrap()), "found");
}

#[test]
fn a_game_comes_to_a_result() {
    let ended = |course: &str| {
        let session = play_course(RESULTS, 2, course);
        let game = session.game();
        let outcome = outcome(game, "en");
        let result = outcome.result.as_ref().map_or("", |result| &*result.name).to_owned();
        (result, seats(&outcome.winners), outcome.win_kind())
    };
    assert_eq!(ended("0 earn 1 over"), (String::new(), vec![0], WonBy::One));
    assert_eq!(ended("0 earn 1 lost"), ("The ring is broken".into(), vec![], WonBy::Nobody));
    assert_eq!(ended("0 earn 1 graded"), ("grand".into(), vec![0], WonBy::One));
    assert_eq!(ended("0 earn 1 both"), ("The ring is broken".into(), vec![0], WonBy::One));
    // The sum reaches a result by itself; of several results, the one with the highest requirement counts.
    assert_eq!(ended("0 earn 1 earn 0 earn 1 over"), ("saved".into(), vec![0, 1], WonBy::All));
    assert_eq!(ended("0 extra 1 extra 0 over"), ("grand".into(), vec![0], WonBy::One));
    let session = play_course(RESULTS, 1, "0 earn 0 earn 0 earn 0 over");
    assert_eq!(outcome(session.game(), "en").win_kind(), WonBy::Unsaid);
    assert!(transcript(&session, None).contains("\"result\":\"saved\""));
    let over = session.game().journal().unwrap().events.last().unwrap();
    assert!(matches!(narrate(session.game(), "en", over), Some(Narration::Over(_))));
}

#[test]
fn what_has_retired_and_what_was_named_is_taken_back_and_played_again() {
    let loaded = ring(RESULTS);
    let mut session = begin(&loaded, 3);
    play(&mut session, "0 earn 1 retire 2 lost");
    let ended = session.game().fingerprint();
    while session.undo() {}
    assert!(session.game().retired_seats().is_empty() && session.game().result().is_none());
    play(&mut session, "0 earn 1 retire 2 lost");
    assert_eq!(session.game().fingerprint(), ended);
    let mut other = begin(&loaded, 3);
    play(&mut other, "0 earn 1 retire 2 lost");
    assert_eq!(other.game().fingerprint(), ended);
}
