//! A game that was played, as a test of its pack.

use tilewright_core::record::Move;
use tilewright_core::session::Session;

use crate::save::recorded;

/// The game as a `Test(...)` in RON: what chance gave, what was chosen, and the scores it came to. Written after
/// another test, it stands in `Tests([...])` with four blanks before each line.
pub fn written(session: &Session, name: &str) -> String {
    // A test stops after its last step: without them a game that ends with only options would not come to its end.
    let record = recorded(session, name, true);
    let packs: Vec<String> = record.packs.iter().filter_map(|p| Some(quoted(p.split('@').next()?))).collect();
    let options: Vec<String> = record.options.iter().map(|(key, value)| format!("{}: {value}", quoted(key))).collect();
    let steps: Vec<String> = record.moves.iter().filter_map(step).collect();
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

/// A move in the words of a step; nothing where a test has none for it: what is dealt follows from the seed.
fn step(what: &Move) -> Option<String> {
    Some(match what {
        Move::Draw { kind, from: None } => format!("draw {kind}"),
        Move::Draw { kind, from: Some(bag) } => format!("draw {kind} from {bag}"),
        Move::Roll { face, die: None } => format!("roll {face}"),
        Move::Roll { face, die: Some(die) } => format!("roll {face} of {die}"),
        Move::Number { name, number } => format!("number {name} {number}"),
        Move::Shuffle { bag, order } => format!("shuffle {bag} {}", order.join(" ")),
        Move::Answer { seat, ask, pick } => format!("{seat}: {ask} {pick}"),
        Move::Deal { .. } | Move::Expect(_) => return None,
    })
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
