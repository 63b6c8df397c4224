//! Tests tampered records of real games: refused with game, move and reason code, without a panic or a hang.

use std::time::{Duration, Instant};

use tilewright_core::session::Session;
use tilewright_core::session::record::{Move, Record};
use tilewright_core::state::chance::Generator;
use tilewright_kit::games::replay::{ReplayError, Replayer, replay_all};
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::records::json::{read_records, write_record};

use crate::packs;

/// Returns the record of a random game with this many answers, without the seed that could replace missing chance.
pub(crate) fn record_random_game(pack: &str, seats: u8, answers: usize) -> Record {
    let loaded = load(&packs(), &Request::new([pack])).unwrap();
    let mut session = Session::new(loaded.machine().unwrap(), seats, 11).unwrap();
    let mut random = Generator::new(5);
    session.start().unwrap();
    for _ in 0..answers {
        let Some(decision) = session.decision() else { break };
        let pick = decision.options.get(session.game(), random.below(decision.options.count())).unwrap();
        session.answer(pick).unwrap();
    }
    Record { seed: None, ..record_of(&session, pack) }
}

/// Replays a record in the form of a file; returns the reason code and the number of the refused move.
fn outcome(replayer: &mut Replayer, record: &Record) -> Option<(&'static str, usize)> {
    let line = write_record(record);
    let read = read_records(&line).remove(0).unwrap();
    match replayer.replay(&read) {
        Ok(_) => None,
        Err(ReplayError::Differs(difference)) => Some((difference.code, difference.at)),
        Err(other) => Some((other.code(), usize::MAX)),
    }
}

/// Returns the index of the first answer to a question from move `from` on.
fn answer_after(record: &Record, ask: &str, from: usize) -> usize {
    let is = |m: &Move| matches!(m, Move::Answer { ask: a, .. } if a == ask);
    from + record.moves[from..].iter().position(is).unwrap()
}

fn check_tampered_records(pack: &str) {
    let finder = packs();
    let mut replayer = Replayer::new(&finder);
    let good = record_random_game(pack, 2, 10_000);
    assert_eq!(outcome(&mut replayer, &good), None);
    let place = answer_after(&good, "place", 20);
    let deploy = answer_after(&good, "deploy", 20);
    let draw = 20 + good.moves[20..].iter().position(|m| matches!(m, Move::Draw { .. })).unwrap();
    let end = good.moves.len();
    let mut check = |what: &str, change: &dyn Fn(&mut Record), code: &[&str], at: usize| {
        let mut record = good.clone();
        change(&mut record);
        let actual = outcome(&mut replayer, &record);
        let right = actual.is_some_and(|(c, a)| code.contains(&c) && (a == at || at == usize::MAX));
        assert!(right, "{pack}: {what}: {actual:?} instead of {code:?} at {at}");
    };
    check("scores", &|r| r.last.as_mut().unwrap().scores[0] += 1, &["scores_differ"], end + 1);
    check("too few scores", &|r| r.last.as_mut().unwrap().scores.truncate(1), &["scores_differ"], end + 1);
    check("absurd scores", &|r| r.last.as_mut().unwrap().scores[1] = i32::MAX, &["scores_differ"], end + 1);
    let by_kind = |r: &mut Record| {
        let kinds = r.last.as_mut().unwrap().by_kind.as_mut().unwrap();
        kinds.values_mut().next().unwrap()[0] += 1;
    };
    check("by kind", &by_kind, &["by_kind_differs"], end + 1);
    let unknown_kind = |r: &mut Record| {
        r.last.as_mut().unwrap().by_kind.as_mut().unwrap().insert("gold".into(), vec![1, 2, 3]);
    };
    check("unknown kind", &unknown_kind, &["by_kind_differs"], end + 1);
    for key in
        ["99999,99999,0", "-99999,0,0", "0,0,0", "0,1,9", "32767,32767,0", "0,1,-1", "", "pass", "💥", "1,2", ",,"]
    {
        check(key, &|r| set_pick(r, place, key), &["not_an_option"], place + 1);
    }
    for key in ["99,99:follower:road:N", "follower", "", "nobody:0", "0,0,0"] {
        check(key, &|r| set_pick(r, deploy, key), &["not_an_option"], deploy + 1);
    }
    let drawn = |kind: &str, from: Option<&str>| Move::Draw { kind: kind.into(), from: from.map(str::to_owned) };
    check("unknown tile", &|r| r.moves[draw] = drawn("no such tile", None), &["unknown_tile"], draw + 1);
    check("wrong bag", &|r| r.moves[draw] = drawn("bend", Some("letters")), &["wrong_bag", "unknown_tile"], draw + 1);
    let first = match &good.moves[draw] {
        Move::Draw { kind, .. } => kind.clone(),
        _ => unreachable!(),
    };
    check(
        "every tile the same",
        &|r| {
            for m in &mut r.moves {
                if matches!(m, Move::Draw { .. }) {
                    *m = drawn(&first, None);
                }
            }
        },
        &["impossible_chance", "not_an_option", "wrong_ask", "chance_missing", "unexpected_chance"],
        usize::MAX,
    );
    for seat in [1 - seat_of(&good, place), 7, 200, 255] {
        let change = |r: &mut Record| {
            if let Move::Answer { seat: s, .. } = &mut r.moves[place] {
                *s = seat;
            }
        };
        check("wrong seat", &change, &["wrong_seat"], place + 1);
    }
    for wrong in ["deploy", "", "Place", "nothing"] {
        let change = |r: &mut Record| {
            if let Move::Answer { ask, .. } = &mut r.moves[place] {
                wrong.clone_into(ask);
            }
        };
        check("wrong ask", &change, &["wrong_ask"], place + 1);
    }
    check("missing chance", &|r| drop(r.moves.remove(draw)), &["chance_missing"], draw + 1);
    check(
        "missing answer",
        &|r| drop(r.moves.remove(place)),
        &["wrong_ask", "wrong_seat", "unexpected_chance"],
        place + 1,
    );
    check(
        "an answer twice",
        &|r| r.moves.insert(place, r.moves[place].clone()),
        &["wrong_ask", "wrong_seat", "chance_missing", "not_an_option"],
        place + 2,
    );
    check("a draw twice", &|r| r.moves.insert(draw, r.moves[draw].clone()), &["unexpected_chance"], draw + 2);
    let more = [
        drawn(&first, None),
        Move::Answer { seat: 0, ask: "place".into(), pick: "0,1,0".into() },
        Move::Roll { face: "6".into(), die: None },
        Move::Number { name: "lot".into(), number: u32::MAX },
    ];
    for extra in &more {
        check("extra move", &|r| r.moves.push(extra.clone()), &["game_over"], end + 1);
    }
    let others = [
        Move::Roll { face: "6".into(), die: Some("d".into()) },
        Move::Number { name: "lot".into(), number: u32::MAX },
        Move::Shuffle { bag: "tiles".into(), order: vec!["?".into(); 1000] },
        Move::Deal { sizes: [("tiles".to_owned(), u32::MAX)].into() },
    ];
    for other in &others {
        check("other chance", &|r| r.moves[draw] = other.clone(), &["wrong_chance"], draw + 1);
    }
    for seats in [0, 9, 200, 255] {
        check("seats", &|r| r.seats = seats, &["wrong_seats"], 0);
    }
    check("cut off", &|r| r.moves.truncate(draw), &["not_over"], draw + 1);
    check("empty", &|r| r.moves.clear(), &["not_over"], 1);
    check("no pack", &|r| r.packs.clear(), &["unplayable", "other_content", "fault"], usize::MAX);
    check("unknown pack", &|r| r.packs[0] = "nothing@1".into(), &["unknown_pack"], usize::MAX);
    check(
        "other content",
        &|r| {
            r.packs[0].push('0');
            set_pick(r, place, "x")
        },
        &["other_content"],
        usize::MAX,
    );
}

fn set_pick(record: &mut Record, at: usize, key: &str) {
    if let Move::Answer { pick, .. } = &mut record.moves[at] {
        key.clone_into(pick);
    }
}

fn seat_of(record: &Record, at: usize) -> u8 {
    if let Move::Answer { seat, .. } = record.moves[at] { seat } else { 0 }
}

#[test]
fn tampered_records_are_refused_with_move_and_reason() {
    check_tampered_records("marsh");
    check_tampered_records("carcassonne");
}

#[test]
fn a_file_of_records_names_the_games_that_are_wrong() {
    let good = record_random_game("marsh", 2, 30);
    let name = |record: &Record, id: &str| write_record(&Record { id: id.to_owned(), ..record.clone() });
    let mut wrong = good.clone();
    let place = answer_after(&good, "place", 3);
    set_pick(&mut wrong, place, "99999,0,0");
    let line = name(&good, "seats");
    let lines = [
        name(&good, "first"),
        name(&wrong, "second"),
        line[..line.len() / 2].to_owned(),
        line.replace("\"seats\":2", "\"seats\":0"),
        line.replace("\"seats\":2", "\"seats\":200"),
        line.replace("\"seats\":2", "\"seats\":99999999999999999999"),
        line.replace("\"seats\":2", "\"seats\":-1"),
        name(&good, "last"),
    ];
    let file = std::env::temp_dir().join(format!("tilewright-{}-records.jsonl", std::process::id()));
    std::fs::write(&file, lines.join("\n")).unwrap();
    let actual: Vec<(String, String)> = replay_all(&packs(), &file)
        .unwrap()
        .map(|r| (r.id, r.result.map_or_else(|f| f.to_string(), |_| "ok".to_owned())))
        .collect();
    std::fs::remove_file(&file).unwrap();
    let starts = [
        ("first", "ok".to_owned()),
        ("second", format!("move {} [not_an_option] ", place + 1)),
        ("line 3", "line 3 [bad_json] ".to_owned()),
        ("seats", "move 0 [wrong_seats] ".to_owned()),
        ("seats", "move 0 [wrong_seats] ".to_owned()),
        ("line 6", "line 6 [bad_record] seats: ".to_owned()),
        ("line 7", "line 7 [bad_record] seats: ".to_owned()),
        ("last", "ok".to_owned()),
    ];
    for ((id, actual), (wanted, start)) in actual.iter().zip(&starts) {
        assert!(id == wanted && actual.starts_with(start), "{id}: {actual}, not {start}");
    }
    assert_eq!(actual.len(), starts.len());
}

/// Mutates a line: changes a byte or a digit, repeats a piece, or removes one.
fn mutate(line: &str, random: &mut Generator) -> String {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() as u32) as usize;
        let end = (at + random.below(40) as usize).min(bytes.len());
        match random.below(6) {
            0 => bytes[at] = random.below(256) as u8,
            1 => bytes[at] = b" !\",-:[]{}0n"[random.below(12) as usize],
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                // Most mutations that are still valid JSON change a number.
                let digits: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i].is_ascii_digit()).collect();
                let digit = digits[random.below(digits.len() as u32) as usize];
                bytes[digit] = b'0' + random.below(10) as u8;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn replaying_mutated_records_never_panics_or_hangs() {
    let finder = packs();
    let mut random = Generator::new(2026);
    let (mut refused, mut played) = (0, 0);
    for (pack, answers) in [("marsh", 25), ("carcassonne", 12), ("everything", 25)] {
        let record = record_random_game(pack, 2, answers);
        let lines = [write_record(&record), write_record(&Record { seed: Some(11), ..record })];
        let mut replayer = Replayer::new(&finder);
        for round in 0..300 {
            let line = mutate(&lines[round % 2], &mut random);
            let start = Instant::now();
            for read in read_records(&line) {
                match read.map(|record| replayer.replay(&record).is_ok()) {
                    Ok(true) => played += 1,
                    _ => refused += 1,
                }
            }
            assert!(start.elapsed() < Duration::from_secs(5), "{:?}: {line}", start.elapsed());
        }
    }
    assert!(refused > 500 && played > 10, "{refused} refused, {played} played");
}
