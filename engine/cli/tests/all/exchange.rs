//! Checks that the output for a seat or an onlooker does not depend on information that is hidden from this reader.
//! Each game is played twice. The second game has other hidden draws, other secret answers and another id, but looks
//! the same to the reader, so everything that the program writes for the reader must be equal, byte by byte. Both games
//! have the same seed, which shuffles the stacks with visible backs.
//!
//! A normal run compares six games of each set of packs; `TILEWRIGHT_EXCHANGES=1000 cargo test --locked -p
//! tilewright-cli exchange` compares more.

use std::collections::BTreeSet;
use std::fs;

use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Scope, Value};
use tilewright_core::session::record::{Move, Record};
use tilewright_core::session::replay::replay;
use tilewright_core::session::{Entry, Session};
use tilewright_core::state::Stage;
use tilewright_core::state::chance::{Decided, Generator};
use tilewright_core::state::effect::CounterKey;
use tilewright_core::state::event::Event;
use tilewright_core::state::view::VisibleDecision;
use tilewright_kit::games::save::{moves_along, record_of, write_file};
use tilewright_kit::games::transcript::transcript;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_lab::bots::{BotSpec, Bots, parse_bot};
use tilewright_page::{GamePage, LiveDrawings, LiveGame, LiveReader, LiveSource, Readers, drawings_in, game_page};

use super::timing::AnswerTimes;
use super::{Folder, content};

/// Number of compared games of each set of packs in a normal run.
const GAMES: usize = 6;
/// Maximum number of decisions in a game before it is compared.
const DECISIONS: u32 = 70;
/// Ids in the records of the two games, in the form that `sim` writes.
const IDS: [&str; 2] = ["seed 7", "seed 123456"];
/// Number of keys of a seat's counters that are checked.
const KEYS: i64 = 40;
/// Number of compared games for each game that the command itself also shows.
const SHELLS: usize = 5;
/// Maximum number of edited records that are tried for a game.
const TRIES: usize = 12;

/// Unfinished game, and the options of its past decisions.
struct UnfinishedGame {
    session: Session,
    /// Keys of all options, for each answer that was chosen.
    offered: Vec<Vec<String>>,
}

/// Plays a game with random answers up to a random decision before its end. Returns `None` if the packs do not allow
/// this number of seats.
fn play_randomly(loaded: &Loaded, seats: u8, random: &mut Generator) -> Option<UnfinishedGame> {
    let mut session = Session::new(loaded.machine().unwrap(), seats, u64::from(random.below(u32::MAX))).ok()?;
    session.start().unwrap();
    let mut offered = Vec::new();
    for _ in 0..=random.below(DECISIONS) {
        let Some(decision) = session.decision() else { break };
        let game = session.game();
        offered.push(decision.options.iter(game).map(|pick| decision.options.key(game, pick)).collect());
        let pick = decision.options.get(game, random.below(decision.options.count())).unwrap();
        session.answer(pick).unwrap();
    }
    if session.game().stage() == Stage::Over {
        session.undo();
        offered.pop();
    }
    Some(UnfinishedGame { session, offered })
}

/// Returns the record of a game with other moves that the reader has not seen, or `None` if the reader has seen all
/// moves.
fn change_hidden_moves(played: &UnfinishedGame, reader: Option<Seat>, random: &mut Generator) -> Option<Record> {
    let (session, catalog) = (&played.session, played.session.game().catalog());
    let mut record = record_of(session, "seed 7");
    let mut hidden_draws = Vec::new();
    let mut hidden_answers = Vec::new();
    // The moves of a record leave out some answers of the log that were the only option.
    let (mut at, mut chosen) = (0, 0);
    for entry in session.log() {
        let moves = moves_along(catalog, std::slice::from_ref(entry));
        let is_written = moves.first().is_some_and(|first| record.moves.get(at) == Some(first));
        match entry {
            Entry::Chance(given) if is_written && !given.seen_by.includes(reader) => {
                if let Decided::Draw { bag, .. } = given.what {
                    hidden_draws.push((at, bag));
                }
            }
            Entry::Answer(answer) if is_written && !answer.forced && !answer.is_known_to(reader) => {
                hidden_answers.push((at, chosen));
            }
            _ => {}
        }
        chosen += usize::from(matches!(entry, Entry::Answer(answer) if !answer.forced));
        at += usize::from(is_written);
    }
    assert_eq!(at, record.moves.len(), "all moves of the record are in the log");
    let mut changes = 0;
    for _ in 0..=random.below(3) {
        let kinds = (hidden_draws.len() as u32, hidden_answers.len() as u32);
        if kinds.0 + kinds.1 == 0 {
            return None;
        }
        let number = random.below(kinds.0 + kinds.1);
        if number >= kinds.0 {
            let (at, chosen) = hidden_answers[(number - kinds.0) as usize];
            let keys = &played.offered[chosen];
            if let Move::Answer { pick, .. } = &mut record.moves[at] {
                let other = &keys[random.below(keys.len() as u32) as usize];
                changes += usize::from(other != pick);
                pick.clone_from(other);
            }
            continue;
        }
        let (at, bag) = hidden_draws[number as usize];
        // The draw is exchanged with another hidden draw from the same bag, or with a tile that is still in the bag.
        let others: Vec<usize> = hidden_draws.iter().filter(|draw| draw.1 == bag).map(|draw| draw.0).collect();
        let left: Vec<_> = session.game().bag(bag).kinds().collect();
        let choice = random.below((others.len() + left.len()) as u32) as usize;
        let kind_of = |record: &Record, at: usize| match &record.moves[at] {
            Move::Draw { kind, .. } => kind.clone(),
            _ => String::new(),
        };
        let own = kind_of(&record, at);
        let other = match others.get(choice) {
            Some(&there) => {
                let other = kind_of(&record, there);
                if let Move::Draw { kind, .. } = &mut record.moves[there] {
                    kind.clone_from(&own);
                }
                other
            }
            None => catalog.kinds.key(left[choice - others.len()]),
        };
        changes += usize::from(other != own);
        if let Move::Draw { kind, .. } = &mut record.moves[at] {
            *kind = other;
        }
    }
    (changes > 0).then_some(record)
}

/// Returns everything that the rules have shown to a reader: events, bags with the backs of their top tiles, the next
/// question, and the reader's own secret counters.
fn known_facts(session: &Session, reader: Option<Seat>) -> (Vec<Event>, String, Vec<Option<i32>>) {
    let view = session.game().view(reader);
    let mut seen: String =
        view.catalog().bags.ids().map(|bag| format!("{:?} {:?}", view.bag(bag), view.has_tagged_back(bag))).collect();
    // All seats see the tile in play, even if it comes from a hand.
    seen += &format!("{:?}", view.public().tile_in_play());
    // The next question may reveal a secret answer that was given before.
    seen += &match view.decision() {
        None => String::new(),
        Some(VisibleDecision::Hidden(seat)) => format!("{seat}"),
        Some(VisibleDecision::Partly(part)) => format!("{} {}", part.seat(), part.ask()),
        Some(VisibleDecision::Open(decision)) => {
            let keys: Vec<_> = (0..decision.options.count()).map(|number| view.option_key(number)).collect();
            format!("{} {} {keys:?}", decision.seat, decision.ask)
        }
    };
    let own = |seat: Seat| {
        let counters = view.catalog().counters.iter().filter(|(_, spec)| spec.secret && spec.scope == Scope::SeatKeyed);
        let all = counters.flat_map(move |(counter, _)| (0..KEYS).map(move |key| (counter, key)));
        all.map(|(counter, key)| view.counter(counter, CounterKey::SeatKey(seat, key))).collect()
    };
    (view.events().collect(), seen, reader.map(own).unwrap_or_default())
}

/// Returns a game and one that differs from it only in what is hidden from a reader, both replayed from records.
fn exchange_hidden(
    loaded: &Loaded,
    played: &UnfinishedGame,
    reader: Option<Seat>,
    random: &mut Generator,
) -> Option<[Session; 2]> {
    let replayed = |record: &Record| {
        let mut session = replay(loaded.machine().unwrap(), record).ok()?;
        session.put_single_options(false);
        Some(session)
    };
    for _ in 0..TRIES {
        let record = change_hidden_moves(played, reader, random)?;
        let Some(other) = replayed(&record) else { continue };
        let hides = other.game().fingerprint() != played.session.game().fingerprint();
        // Hidden information that has been revealed since is compared like public information.
        if hides && other.decision().is_some() && known_facts(&other, reader) == known_facts(&played.session, reader) {
            return Some([replayed(&record_of(&played.session, "seed 7"))?, other]);
        }
    }
    None
}

/// Returns everything that is written for a reader, with the name of each output.
fn outputs_for_reader(
    session: &mut Session,
    id: &str,
    reader: Option<Seat>,
    bots: &mut Bots,
    specs: &[BotSpec],
) -> Vec<(String, String)> {
    let mut shown = vec![("transcript".to_owned(), transcript(session, reader))];
    let readers = reader.map_or(Readers::Onlookers, Readers::Seat);
    for language in ["en", "nl"] {
        let page = GamePage { id, language, readers, art: None };
        shown.push((format!("page in {language}"), game_page(session, &page).unwrap()));
    }
    shown.push(("messages of a table".to_owned(), table_messages(session, "en", reader)));
    let Some(seat) = reader else { return shown };
    let Some(decision) = session.decision().filter(|decision| decision.seat == seat).cloned() else { return shown };
    for spec in specs {
        let considered = bots.consider(spec, session).unwrap();
        shown.push((format!("hint of {spec}"), format!("{considered:?}")));
    }
    for key in ["", "nothing", "0,0", "99,99/9"] {
        let found = decision.options.find(session.game(), key);
        shown.push((format!("whether `{key}` is offered"), format!("{found:?}")));
    }
    shown
}

/// Returns everything that a table sends to a reader in the course of a game, one message in a line.
fn table_messages(session: &mut Session, language: &str, reader: Option<Seat>) -> String {
    let reader = reader.map_or(LiveReader::Onlooker, LiveReader::Seat);
    let line = session.timeline();
    let chosen = |(at, entry): (usize, &Entry)| match entry {
        Entry::Answer(answer) if !answer.forced => Some((at, answer.pick)),
        _ => None,
    };
    let answers: Vec<_> = session.log().iter().enumerate().filter_map(chosen).collect();
    let end = |number: usize| answers.get(number).map_or(line.log().len(), |(at, _)| *at);
    let (mut drawings, mut sent) = (LiveDrawings::default(), BTreeSet::new());
    session.jump_to(&line, end(0)).unwrap();
    let mut live = LiveGame::new(session, language, LiveSource { art: None, drawings: &mut drawings }).unwrap();
    let mut messages = vec![live.view(reader)];
    for (number, (_, pick)) in answers.iter().enumerate() {
        let given = live.describe_answer(session, *pick);
        session.jump_to(&line, end(number + 1)).unwrap();
        let changes = live.follow(session, given, LiveSource { art: None, drawings: &mut drawings });
        messages.extend(changes.into_iter().filter(|(to, _)| *to == reader).map(|(_, change)| change));
    }
    let catalog = session.game().catalog();
    let with_drawings = messages.iter().map(|message| {
        let lacking = drawings.lacking(&drawings_in(message), usize::MAX, &mut sent, catalog, language);
        format!("{message} {lacking}\n")
    });
    with_drawings.collect()
}

/// Returns the output of the command for a seat of a game: the answers to lines that a person may type, and the files.
fn command_outputs(folder: &Folder, session: &Session, id: &str, seat: Seat) -> Vec<(String, String)> {
    write_file(&folder.0.join("game.json"), &record_of(session, id)).unwrap();
    let seat = (seat.0 + 1).to_string();
    let lines = "board all\nbag\nbeside\nwhy\nwhy all\nlist\nhint greedy\nhelp\n/e\nnothing\n99,99\n0,0/9\nquit\n";
    let runs: [(&[&str], &str); 4] = [
        (&["play", "--resume", "game.json"], lines),
        (&["play", "--resume", "game.json", "--language", "nl"], lines),
        (&["replay", "game.json", "--seen-by", &seat], ""),
        (&["replay", "game.json", "--seen-by", &seat, "--html", "page.html"], ""),
    ];
    let mut all: Vec<(String, String)> = Vec::new();
    for (args, input) in runs {
        // The announcement of an unfinished game has its age, which depends on the clock.
        drop(fs::remove_dir_all(folder.0.join("home/games")));
        let ran = folder.run(args, input);
        assert_eq!(ran.code, 0, "{args:?} {}", ran.err);
        all.push((args.join(" "), format!("{}\n{}", ran.out, ran.err)));
    }
    all.push(("page.html".to_owned(), folder.read("page.html")));
    all
}

/// Returns sets of packs in which seats have hidden information.
fn sets() -> Vec<Request> {
    let with = |pack: &str, option: &str, value: Value| Request::new([pack]).with_option(option, value);
    vec![
        Request::new(["bellhollow"]),
        Request::new(["ribbonfair"]),
        Request::new(["entdecker"]),
        with("entdecker", "entdecker:top_scout", Value::Bool(true)),
        with("discovery", "discovery:double_tile", Value::Bool(true)),
        with("carcassonne", "carcassonne:hand_size", Value::Int(3)),
    ]
}

#[test]
fn games_of_other_packs_have_no_secrets() {
    let with_secrets: Vec<String> = sets().into_iter().flat_map(|set| set.packs).collect();
    let mut open = 0;
    for found in content().list().unwrap().into_iter().filter(|found| !with_secrets.contains(&found.id.to_string())) {
        let loaded = load(&content(), &Request { lints: false, ..Request::new([found.id.clone()]) }).unwrap();
        let (fewest, _) = loaded.catalog().unwrap().seats;
        let UnfinishedGame { mut session, .. } = play_randomly(&loaded, fewest, &mut Generator::new(5)).unwrap();
        while let Some(decision) = session.decision() {
            assert!(!session.keeps_secrets(), "{} has secrets: compare it here", found.id);
            let pick = decision.options.get(session.game(), 0).unwrap();
            session.answer(pick).unwrap();
        }
        open += 1;
    }
    assert!(open > 8, "{open}");
}

#[test]
fn nothing_for_a_reader_depends_on_what_is_hidden_from_it() {
    let wanted = std::env::var("TILEWRIGHT_EXCHANGES").map_or(GAMES, |count| count.parse().unwrap());
    let specs = ["random", "greedy", "mcts:8"].map(|word| parse_bot(word).unwrap());
    for request in sets() {
        let loaded = load(&content(), &Request { lints: false, ..request }).unwrap();
        let title = loaded.catalog().unwrap().titles();
        let options = loaded.catalog().unwrap().chosen_options();
        let (mut bots, mut random) = (Bots::new(&loaded), Generator::new(39));
        let (fewest, most) = loaded.catalog().unwrap().seats;
        let folders = ["one", "two"].map(|name| Folder::new(&format!("exchange_{name}")));
        let (mut compared, mut games) = (0, 0);
        let mut times = std::env::var_os("TILEWRIGHT_TIMES").map(|_| AnswerTimes::default());
        while compared < wanted {
            games += 1;
            assert!(games < 100 + 30 * wanted, "{title} {options:?} hides too little: {compared} of {games}");
            let seats = fewest + random.below(u32::from(most - fewest + 1).min(3)) as u8;
            let Some(mut first) = play_randomly(&loaded, seats, &mut random) else { continue };
            let asked = first.session.decision().unwrap().seat;
            // Most readers are the seat that is asked, since it is shown the most.
            let reader = match random.below(6) {
                0 => None,
                1 => Some(Seat(random.below(u32::from(seats)) as u8)),
                _ => Some(asked),
            };
            let Some([mut one, mut two]) = exchange_hidden(&loaded, &first, reader, &mut random) else { continue };
            compared += 1;
            if let Some(times) = times.as_mut().filter(|_| reader == Some(asked)) {
                times.measure(&loaded, [&one, &two], asked, &folders[0], &mut random);
            }
            let mut both = [(&mut one, IDS[0]), (&mut two, IDS[1])]
                .map(|(session, id)| outputs_for_reader(session, id, reader, &mut bots, &specs));
            // A game that was saved and opened again must show the same as the original game.
            let live = outputs_for_reader(&mut first.session, IDS[0], reader, &mut bots, &specs);
            assert!(
                live == both[0],
                "{title} {options:?}, game {games}, for {reader:?}: differs once it is opened again"
            );
            if compared % SHELLS == 0
                && let Some(seat) = reader.filter(|&seat| seat == asked)
            {
                both[0].extend(command_outputs(&folders[0], &one, IDS[0], seat));
                both[1].extend(command_outputs(&folders[1], &two, IDS[1], seat));
            }
            let [ours, theirs] = both;
            assert_eq!(ours.len(), theirs.len(), "{title} {options:?}");
            for ((name, ours), (_, theirs)) in ours.iter().zip(&theirs) {
                assert!(
                    ours == theirs,
                    "{title} {options:?}, game {games}, for {reader:?}: {name} differs\n{}",
                    difference(ours, theirs)
                );
            }
        }
        println!("{title} {options:?}: {compared} of {games} games compared, no byte differs");
        if let Some(times) = times {
            println!("{title} {options:?}: {}", times.describe(&mut random));
        }
    }
}

/// Returns the surroundings of the first difference between two texts.
fn difference(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(200).min(text.len())..(at + 200).min(text.len())];
        String::from_utf8_lossy(bytes).into_owned()
    };
    format!("one:\n{}\nother:\n{}", around(one), around(other))
}
