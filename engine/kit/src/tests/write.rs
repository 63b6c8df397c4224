//! A game that was played, as a test of its pack.

use tilewright_core::record::Move;
use tilewright_core::session::{Answer, Entry, Session};

use crate::save::record_of;

/// The game as a `Test(...)` in RON: what chance gave, what was chosen, and the scores it came to. Written after
/// another test, it stands in `Tests([...])` with four blanks before each line.
pub fn written(session: &Session, name: &str) -> String {
    let record = record_of(session, name);
    let packs: Vec<String> = record.packs.iter().filter_map(|p| Some(quoted(p.split('@').next()?))).collect();
    let options: Vec<String> = record.options.iter().map(|(key, value)| format!("{}: {value}", quoted(key))).collect();
    let mut steps: Vec<String> = record.moves.iter().filter_map(step).collect();
    steps.extend(last_only_options(session).iter().map(|answer| answered(answer.seat.0, &answer.ask, &answer.key)));
    let scores: Vec<String> = session.game().scores().iter().map(ToString::to_string).collect();
    let mut text = format!("Test(\n    name: {},\n", quoted(name));
    if packs.len() > 1 {
        text.push_str(&format!("    packs: [{}],\n", packs.join(", ")));
    }
    if !options.is_empty() {
        text.push_str(&format!("    options: {{{}}},\n", options.join(", ")));
    }
    if record.seats != 2 {
        text.push_str(&format!("    seats: {},\n", record.seats));
    }
    text.push_str(&format!("    seed: {},\n    steps: [\n", session.seed()));
    for step in steps {
        text.push_str(&format!("        {},\n", quoted(&step)));
    }
    text.push_str(&format!("    ],\n    expect: (scores: [{}]),\n)", scores.join(", ")));
    text
}

/// The only options that were taken after everything that a record tells. A test looks at the scores where its steps
/// end, so these have to be steps: the scoring of the end may come after them.
fn last_only_options(session: &Session) -> Vec<&Answer> {
    let only = |entry: &'_ Entry| matches!(entry, Entry::Answer(answer) if answer.forced);
    let log = session.log();
    let told = log.iter().rposition(|entry| !only(entry)).map_or(0, |at| at + 1);
    let answers = log.iter().skip(told).filter_map(|entry| match entry {
        Entry::Answer(answer) => Some(answer),
        Entry::Chance(_) => None,
    });
    answers.collect()
}

fn answered(seat: u8, ask: &str, pick: &str) -> String {
    format!("{seat}: {ask} {pick}")
}

/// A move in the words of a step; nothing where a test has none for it: what is dealt follows from the seed.
fn step(what: &Move) -> Option<String> {
    Some(match what {
        Move::Draw { kind, from: None } => format!("draw {kind}"),
        Move::Draw { kind, from: Some(bag) } => format!("draw {kind} from {bag}"),
        Move::Roll { face, die: None } => format!("roll {face}"),
        Move::Roll { face, die: Some(die) } => format!("roll {face} of {die}"),
        Move::Number { name, number } => format!("number {name} {number}"),
        Move::Shuffle { bag, order } => format!("shuffle {bag} {}", order.join(" ")),
        Move::Answer { seat, ask, pick } => answered(*seat, ask, pick),
        Move::Deal { .. } | Move::Expect(_) => return None,
    })
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
