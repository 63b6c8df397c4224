//! Examines games of players: how long they thought about each question, and where a bot would choose
//! differently.

mod told;

pub use told::people_sections;

use std::collections::BTreeMap;

use serde_json::Value as Json;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::record::{Move, Record};
use tilewright_core::session::replay::replay;
use tilewright_core::session::{Entry, Session};
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_core::state::question::Target;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;
use tilewright_wording::words::Words;

use crate::bot::Considered;
use crate::bots::{BotSpec, Bots};

/// Maximum number of answers in the lists of long thoughts and of great differences.
const LISTED: usize = 5;

/// Answer of a game at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AnswerTime {
    /// Time since the question in milliseconds; `None` if unknown.
    pub ms: Option<u64>,
    /// True if a bot has answered.
    pub is_bot: bool,
}

/// Game that players played.
#[derive(Clone, Debug, Default)]
pub struct PeopleGame {
    /// Record of the game.
    pub record: Record,
    /// Times of the recorded answers, in order; answers beyond the end are of players, with unknown times.
    pub times: Vec<AnswerTime>,
    /// Questions whose answers were taken back.
    pub undone: Vec<String>,
    /// Number of times that a player asked why a tile does not fit.
    pub whys: u64,
    /// Notes of players.
    pub notes: Vec<PlayerNote>,
    /// Answers to the questions at the end, by the ids of the questions, of each player who gave any.
    pub forms: Vec<BTreeMap<String, Json>>,
}

/// Note of a player about a moment of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerNote {
    /// Number of answers before the note.
    pub answers: usize,
    /// Seat of the player; `None` for an onlooker.
    pub seat: Option<Seat>,
    /// Mood, if the player chose one.
    pub mood: Option<String>,
    /// Text.
    pub text: String,
}

/// Question as players answered it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AskedQuestion {
    /// Answers of players with a choice.
    pub answers: u64,
    /// Times of thought in seconds, in ascending order.
    pub seconds: Vec<f64>,
    /// Answers that were taken back.
    pub undone: u64,
    /// Answers that the bot has examined.
    pub examined: u64,
    /// Examined answers that are as good as the best, in the bot's opinion.
    pub agreed: u64,
    /// Points that the examined answers lose to the best, in the bot's opinion.
    pub lost: f64,
}

/// Answer of a person.
#[derive(Clone, PartialEq, Debug)]
pub struct NotedAnswer {
    /// Id of the record.
    pub game: String,
    /// Number of the answer in the game, from 1.
    pub number: usize,
    /// Seat that answered.
    pub seat: Seat,
    /// Question.
    pub ask: String,
    /// Chosen option, in words.
    pub chosen: String,
    /// Option that the bot prefers, in words; empty if it has no opinion.
    pub best: String,
    /// Points that the answer loses to the best, in the bot's opinion.
    pub lost: f64,
    /// Time of thought in seconds; 0 if unknown.
    pub seconds: f64,
}

/// Result of examining games of players.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PeopleReport {
    /// Bot that judged the answers.
    pub bot: String,
    /// Number of games.
    pub games: u64,
    /// Games that the packs do not play, with the reason of the first.
    pub unplayed: Vec<(String, String)>,
    /// Questions by name.
    pub questions: BTreeMap<String, AskedQuestion>,
    /// Number of times that a player asked why a tile does not fit.
    pub whys: u64,
    /// Answers that lose most in the bot's opinion.
    pub differing: Vec<NotedAnswer>,
    /// Answers with the longest thought.
    pub long: Vec<NotedAnswer>,
    /// Notes, each with the id of its record.
    pub notes: Vec<(String, PlayerNote)>,
    /// Answers to the questions at the end, by the ids of the questions.
    pub forms: BTreeMap<String, Vec<Json>>,
}

/// Examines games of players with the packs. `done` is called after each game.
///
/// # Errors
/// The packs cannot be played, or the bot cannot be created.
pub fn examine_people(
    loaded: &Loaded,
    games: &[PeopleGame],
    bot: &BotSpec,
    mut done: impl FnMut(),
) -> Result<PeopleReport, KitError> {
    let mut report = PeopleReport { bot: bot.to_string(), ..PeopleReport::default() };
    let mut bots: BTreeMap<u8, Bots> = BTreeMap::new();
    for game in games {
        // Notes and answers at the end count even if these packs do not play the game.
        report.notes.extend(game.notes.iter().map(|note| (game.record.id.clone(), note.clone())));
        for (question, answer) in game.forms.iter().flatten() {
            report.forms.entry(question.clone()).or_default().push(answer.clone());
        }
        let mut record = Record { last: None, ..game.record.clone() };
        record.moves.retain(|entry| !matches!(entry, Move::Expect(_)));
        let of_seats = loaded.for_seats(record.seats);
        match replay(of_seats.machine()?, &record) {
            Ok(session) => {
                let bots = bots.entry(record.seats).or_insert_with(|| Bots::new(&of_seats));
                report.add_game(game, session, |session| bots.consider(bot, session))?;
            }
            Err(difference) => report.unplayed.push((record.id.clone(), difference.to_string())),
        }
        done();
    }
    for question in report.questions.values_mut() {
        question.seconds.sort_by(f64::total_cmp);
    }
    Ok(report)
}

impl PeopleReport {
    fn add_game(
        &mut self,
        game: &PeopleGame,
        mut session: Session,
        mut consider: impl FnMut(&Session) -> Result<Option<Considered>, KitError>,
    ) -> Result<(), KitError> {
        let line = session.timeline();
        let given = session.log().iter().enumerate().filter_map(|(at, entry)| match entry {
            Entry::Answer(answer) if !answer.forced => Some((at, answer.pick)),
            _ => None,
        });
        let given: Vec<(usize, Pick)> = given.collect();
        for (number, (at, pick)) in given.into_iter().enumerate() {
            let time = game.times.get(number).copied().unwrap_or_default();
            if time.is_bot || session.jump_to(&line, at).is_err() {
                continue;
            }
            let opinion = consider(&session)?;
            if let Some(answer) = self.add_answer(&session, pick, time, opinion.as_ref()) {
                let answer = NotedAnswer { game: game.record.id.clone(), number: number + 1, ..answer };
                keep_greatest(&mut self.differing, answer.clone(), |answer| answer.lost);
                keep_greatest(&mut self.long, answer, |answer| answer.seconds);
            }
        }
        for ask in &game.undone {
            self.questions.entry(ask.clone()).or_default().undone += 1;
        }
        self.games += 1;
        self.whys += game.whys;
        Ok(())
    }

    /// Adds an answer; returns it if there was a choice.
    fn add_answer(
        &mut self,
        session: &Session,
        pick: Pick,
        time: AnswerTime,
        opinion: Option<&Considered>,
    ) -> Option<NotedAnswer> {
        let (game, decision) = (session.game(), session.decision()?);
        if decision.options.count() < 2 {
            return None;
        }
        let ask = decision.ask.to_string();
        let question = self.questions.entry(ask.clone()).or_default();
        question.answers += 1;
        let seconds = time.ms.map(|ms| ms as f64 / 1000.0);
        question.seconds.extend(seconds);
        let (mut lost, mut preferred) = (0.0, None);
        let chosen = decision.options.iter(game).position(|option| option == pick);
        if let Some(options) = opinion.map(|opinion| &opinion.options)
            && let Some(best) = options.first()
            && let Some(own) = options.iter().find(|weighed| Some(weighed.number as usize) == chosen)
        {
            lost = (best.lead - own.lead).max(0.0);
            preferred = decision.options.iter(game).nth(best.number as usize).filter(|_| lost > 0.0);
            question.examined += 1;
            question.agreed += u64::from(lost == 0.0);
            question.lost += lost;
        }
        Some(NotedAnswer {
            game: String::new(),
            number: 0,
            seat: decision.seat,
            ask,
            chosen: in_words(game, decision, pick),
            best: preferred.map(|pick| in_words(game, decision, pick)).unwrap_or_default(),
            lost,
            seconds: seconds.unwrap_or_default(),
        })
    }
}

/// Adds an answer to a list of the greatest numbers above 0, in descending order.
fn keep_greatest(list: &mut Vec<NotedAnswer>, answer: NotedAnswer, number: impl Fn(&NotedAnswer) -> f64) {
    if number(&answer) > 0.0 {
        let place = list.partition_point(|other| number(other) >= number(&answer));
        list.insert(place, answer);
        list.truncate(LISTED);
    }
}

fn in_words(game: &Game, decision: &Decision, pick: Pick) -> String {
    let words = Words::with_numbers(game.catalog(), "en");
    words.in_full(game, decision, pick, |target, said| match target {
        Target::Bag(_) => String::new(),
        _ if matches!(decision.options.of_step(pick), Some(Pick::Placement { .. })) => decision.options.key(game, pick),
        _ => words.target(game, target, said),
    })
}
