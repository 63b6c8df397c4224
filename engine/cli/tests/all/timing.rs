//! Measures whether the time of an answer at a table depends on information that is hidden from its seat. Each answer is
//! given several times in two games that look the same to the seat.
//!
//! No test depends on these times, because other programs change them. `TILEWRIGHT_TIMES=1` measures them during the
//! comparison of bytes: `TILEWRIGHT_TIMES=1 TILEWRIGHT_EXCHANGES=1000 cargo test --locked -p tilewright-cli exchange --
//! --nocapture`.

use std::time::{Duration, Instant};

use serde_json::json;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::load::Loaded;
use tilewright_table::{ConnectionId, HostedTable, NewTable, PackCache, Role, SeatPlan};

use super::Folder;

/// Number of times that an answer is given in each game.
const REPEATED: usize = 3;
/// Number of exchanges of labels that are compared with the measured difference.
const SHUFFLES: usize = 2000;

/// Logarithms of the times of an answer in two games.
type Times = [[f64; REPEATED]; 2];

/// Times of answers that have the same consequences for their seat in both games.
#[derive(Default)]
pub(crate) struct AnswerTimes {
    all: Vec<Times>,
}

impl AnswerTimes {
    /// Gives a random answer of a seat in both games, and notes the times.
    pub(crate) fn measure(
        &mut self,
        loaded: &Loaded,
        games: [&Session; 2],
        seat: Seat,
        folder: &Folder,
        random: &mut Generator,
    ) {
        let game = games[0].game();
        let Some(decision) = game.decision() else { return };
        let Some(pick) = decision.options.get(game, random.below(decision.options.count())) else { return };
        let key = decision.options.key(game, pick);
        let mut cache = PackCache::default();
        let mut times: [Vec<f64>; 2] = Default::default();
        let mut seen: [Vec<String>; 2] = Default::default();
        for repeated in 0..REPEATED {
            // Which game is first must not matter.
            let first = (repeated + self.all.len()) % 2;
            for which in [first, 1 - first] {
                let (time, messages) = give(loaded, games[which], seat, &key, folder, &mut cache);
                times[which].push(time.as_secs_f64().ln());
                seen[which] = messages;
            }
        }
        // An answer may reveal information, which then takes its own time.
        if seen[0] == seen[1] {
            self.all.push(times.map(|times| std::array::from_fn(|number| times[number])));
        }
    }

    /// Returns a sentence with the number of answers, their median time, and the share of shuffles whose difference
    /// between the games is at least as large as the measured one.
    pub(crate) fn describe(&self, random: &mut Generator) -> String {
        let mut all: Vec<f64> = self.all.iter().flatten().flatten().copied().collect();
        all.sort_by(f64::total_cmp);
        let Some(median) = all.get(all.len() / 2) else { return "no answer was timed".to_owned() };
        let measured: f64 = self.all.iter().map(difference).sum();
        let larger = (0..SHUFFLES).filter(|_| {
            let shuffled: f64 = self.all.iter().map(|times| difference(&shuffle(times, random))).sum();
            shuffled >= measured
        });
        let share = larger.count() as f64 / SHUFFLES as f64;
        format!("{} timed answers, median {:.3} ms, p = {share:.3}", all.len(), median.exp() * 1000.0)
    }
}

/// Returns the square of the difference between the medians of two games.
fn difference(times: &Times) -> f64 {
    let [one, two] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[REPEATED / 2]
    });
    (one - two) * (one - two)
}

fn shuffle(times: &Times, random: &mut Generator) -> Times {
    let mut all: Vec<f64> = times.iter().flatten().copied().collect();
    for at in (1..all.len()).rev() {
        all.swap(at, random.below(at as u32 + 1) as usize);
    }
    [0, REPEATED].map(|at| std::array::from_fn(|number| all[at + number]))
}

/// Gives an answer at a table that continues a game. Returns its time, and the messages to the seat.
fn give(
    loaded: &Loaded,
    session: &Session,
    seat: Seat,
    key: &str,
    folder: &Folder,
    cache: &mut PackCache,
) -> (Duration, Vec<String>) {
    let path = folder.0.join("table");
    drop(std::fs::remove_dir_all(&path));
    let seats = session.game().seat_count();
    let new = NewTable {
        language: "en".to_owned(),
        seats: vec![SeatPlan::default(); seats],
        links: (0..seats as u8).map(|seat| (Role::of_seat(seat), format!("token {seat}"))).collect(),
        ..NewTable::default()
    };
    let packs = cache.get(loaded, seats as u8).unwrap();
    let mut table = HostedTable::adopt(&path, packs, &new, &record_of(session, "")).unwrap();
    for own in 0..seats as u64 {
        table.connect(ConnectionId(own), &format!("token {own}"), Duration::ZERO).unwrap();
    }
    let answer = json!({"t": "answer", "s": seat.0, "n": table.number(Some(seat)), "key": key}).to_string();
    let begin = Instant::now();
    let out = table.receive(ConnectionId(seat.0.into()), &answer, Duration::ZERO, &mut String::new);
    let time = begin.elapsed();
    let own = out.into_iter().filter(|message| message.to == ConnectionId(seat.0.into()));
    (time, own.map(|message| message.text).collect())
}

#[test]
fn a_difference_between_games_is_found() {
    let mut random = Generator::new(3);
    let mut noise = || f64::from(random.below(1000)) / 1000.0;
    let same: Vec<Times> = (0..300).map(|_| [[noise(), noise(), noise()], [noise(), noise(), noise()]]).collect();
    let apart: Vec<Times> = same.iter().map(|[one, two]| [*one, two.map(|time| time + 0.3)]).collect();
    let share = |all: Vec<Times>| {
        let told = AnswerTimes { all }.describe(&mut Generator::new(4));
        told.rsplit("p = ").next().unwrap().parse::<f64>().unwrap()
    };
    assert!(share(apart) < 0.01 && share(same) > 0.05);
}
