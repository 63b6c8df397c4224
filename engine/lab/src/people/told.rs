//! Writes the sections of a report about games of players.

use serde_json::Value as Json;

use crate::people::{AskedQuestion, NotedAnswer, PeopleReport, PlayerNote};
use crate::report::told::{EntrySort, Insert, ReportSection, Statement, entry};
use crate::stats;

/// Confidence of the intervals.
const CONFIDENCE: f64 = 0.95;

/// Writes the sections about games of players: their answers, their notes, and their answers at the end.
pub fn people_sections(found: &PeopleReport) -> Vec<ReportSection> {
    let all = [
        ("report-players", of_answers(found)),
        ("report-player-notes", found.notes.iter().map(|(game, note)| of_note(game, note)).collect()),
        ("report-forms", found.forms.iter().flat_map(|(question, answers)| of_form(question, answers)).collect()),
    ];
    let section = |(title, sentences)| ReportSection { title, sentences, charts: Vec::new() };
    all.into_iter().map(section).filter(|section| !section.sentences.is_empty()).collect()
}

fn of_note(game: &str, note: &PlayerNote) -> Statement {
    let (game, text) = (("game", Insert::Text(game.to_owned())), ("text", Insert::Text(note.text.clone())));
    let number = ("number", Insert::Count(note.answers as u64 + 1));
    let who = (
        "who",
        Insert::Statement(Box::new(match note.seat {
            Some(seat) => Statement::of_seat(seat),
            None => Statement::new("report-player-notes-onlooker", []),
        })),
    );
    match &note.mood {
        Some(mood) => {
            Statement::new("report-player-notes-mood", [game, number, who, ("mood", Insert::Text(mood.clone())), text])
        }
        None => Statement::new("report-player-notes-plain", [game, number, who, text]),
    }
}

/// Writes the answers to a question at the end: the mean on a scale, the frequency of each choice, or all texts.
fn of_form(question: &str, answers: &[Json]) -> Vec<Statement> {
    let name = || ("question", Insert::Text(question.to_owned()));
    let count = ("count", Insert::Count(answers.len() as u64));
    let steps: Vec<f64> = answers.iter().filter_map(Json::as_f64).collect();
    if !steps.is_empty() {
        let mean = ("mean", Insert::Plain(steps.iter().sum::<f64>() / steps.len() as f64, 1));
        return vec![Statement::new("report-forms-scale", [name(), mean, count])];
    }
    let mut texts: Vec<(&str, u64)> = Vec::new();
    for text in answers.iter().filter_map(Json::as_str) {
        match texts.iter_mut().find(|(other, _)| *other == text) {
            Some((_, times)) => *times += 1,
            None => texts.push((text, 1)),
        }
    }
    let one = |(text, times): (&str, u64)| {
        let values = [name(), ("answer", Insert::Text(text.to_owned())), ("count", Insert::Count(times))];
        Statement::new("report-forms-answer", values)
    };
    texts.into_iter().map(one).collect()
}

fn of_answers(found: &PeopleReport) -> Vec<Statement> {
    let answers: u64 = found.questions.values().map(|question| question.answers).sum();
    let seconds: f64 = found.questions.values().flat_map(|question| &question.seconds).sum();
    let (games, answers) = (("games", Insert::Count(found.games)), ("answers", Insert::Count(answers)));
    let mut sentences = vec![match seconds > 0.0 {
        true => Statement::new("report-players-games", [games, answers, ("minutes", Insert::Plain(seconds / 60.0, 0))]),
        false => Statement::new("report-players-untimed", [games, answers]),
    }];
    if let Some((game, reason)) = found.unplayed.first() {
        let count = ("count", Insert::Count(found.unplayed.len() as u64));
        let [game, reason] =
            [("game", game), ("reason", reason)].map(|(name, text)| (name, Insert::Text(text.clone())));
        sentences.push(Statement::new("report-players-unplayed", [count, game, reason]));
    }
    let mut questions: Vec<(&String, &AskedQuestion)> = found.questions.iter().collect();
    questions.sort_by_key(|(_, question)| std::cmp::Reverse(question.answers));
    for (ask, question) in &questions {
        let ask = || ("ask", entry(EntrySort::Question, ask));
        if let Some([middle, long]) = question.middle_and_long() {
            let (count, middle) = (("count", Insert::Count(question.answers)), ("middle", Insert::Plain(middle, 1)));
            let long = ("long", Insert::Plain(long, 1));
            sentences.push(Statement::new("report-players-time", [ask(), count, middle, long]));
        }
        if question.undone > 0 {
            let count = ("count", Insert::Count(question.undone));
            sentences.push(Statement::new("report-players-undone", [ask(), count]));
        }
    }
    if found.whys > 0 {
        sentences.push(Statement::new("report-players-whys", [("count", Insert::Count(found.whys))]));
    }
    let bot = || ("bot", Insert::Text(found.bot.clone()));
    for (ask, question) in questions.iter().filter(|(_, question)| question.examined > 0) {
        let share = stats::share(question.agreed as f64, question.examined, CONFIDENCE);
        let points = Insert::Plain(question.lost / question.examined as f64, 1);
        let values = [
            ("ask", entry(EntrySort::Question, ask)),
            bot(),
            ("share", Insert::Percent(share)),
            ("count", Insert::Count(question.examined)),
            ("points", points),
        ];
        sentences.push(Statement::new("report-players-agree", values));
    }
    sentences.extend(found.differing.iter().map(|answer| {
        let [game, number, seat, ask, chosen] = place(answer);
        let (best, points) = (("best", Insert::Text(answer.best.clone())), ("points", Insert::Plain(answer.lost, 1)));
        Statement::new("report-players-differs", [game, number, seat, ask, chosen, bot(), best, points])
    }));
    sentences.extend(found.long.iter().map(|answer| {
        let [game, number, seat, ask, chosen] = place(answer);
        let seconds = ("seconds", Insert::Plain(answer.seconds, 0));
        Statement::new("report-players-long", [game, number, seat, ask, chosen, seconds])
    }));
    sentences
}

/// Returns the values that name an answer.
fn place(answer: &NotedAnswer) -> [(&'static str, Insert); 5] {
    [
        ("game", Insert::Text(answer.game.clone())),
        ("number", Insert::Count(answer.number as u64)),
        ("seat", Insert::Seat(answer.seat)),
        ("ask", entry(EntrySort::Question, &answer.ask)),
        ("chosen", Insert::Text(answer.chosen.clone())),
    ]
}

impl AskedQuestion {
    /// Returns the median of the times and the time that one of ten exceeds, in seconds; `None` without times.
    fn middle_and_long(&self) -> Option<[f64; 2]> {
        let at = |share: f64| self.seconds.get(((self.seconds.len() as f64 - 1.0).max(0.0) * share) as usize).copied();
        Some([at(0.5)?, at(0.9)?])
    }
}
