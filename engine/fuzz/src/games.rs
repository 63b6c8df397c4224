//! Plays games with arbitrary choices, and checks the invariants that hold for any pack.

use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::{Machine, Stop};
use tilewright_core::session::{Refusal, Session};
use tilewright_core::unseen::first_unseen;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::load::{Loaded, Request, library, load_from};

use crate::choices::ChoiceSource;

/// A small game that uses every part of the pack format.
const DEN: &str = include_str!("../../kit/tests/den.ron");

/// Summary of a played game.
#[derive(Clone, Default, Debug)]
pub struct GameSummary {
    /// Number of accepted answers.
    pub answers: u64,
    /// Number of answers that failed with a fault of a rule.
    pub refused: u64,
    /// Number of times that the position was checked.
    pub looks: u64,
    /// Position of the rule that fails for every answer tried, so that the game cannot continue.
    pub stuck: Option<String>,
}

/// Loads the small game with a rule module.
pub fn den(module: &str) -> Loaded {
    let mut world = library();
    world.add_file("den", "pack.ron", DEN);
    world.add_file("den", "rules/bad.lua", module);
    load_from(&world, &Request::new(["den"]))
}

/// Plays a game with `choices`, checks the position after every event, undoes all answers, and replays the record.
///
/// # Errors
/// An invariant is violated; the error describes it.
pub fn play(machine: Machine, seats: u8, most: u64, choices: &mut impl ChoiceSource) -> Result<GameSummary, String> {
    let seed = u64::from(choices.below(256));
    let mut session = Session::new(machine, seats, seed).map_err(|e| e.to_string())?;
    session.arrange(|game| {
        game.watch_positions();
        Ok::<(), String>(())
    })?;
    let mut played = GameSummary::default();
    let mut stop = match session.start() {
        Ok(stop) => stop,
        Err(fault) => return fits(&fault).map(|()| GameSummary { refused: 1, stuck: Some(fault.place), ..played }),
    };
    let first = session.game().fingerprint();
    loop {
        looks(&session)?;
        if stop != Stop::Decision || played.answers == most {
            break;
        }
        let Some(next) = answer(&mut session, choices, &mut played)? else { break };
        stop = next;
        played.answers += 1;
    }
    played.looks = session.game().watched().map_or(0, |(looks, _)| looks);
    let print = session.game().fingerprint();
    let record = record_of(&session, "game");
    if session.remembers().is_some() {
        return Ok(played);
    }
    while session.undo() {}
    if session.game().fingerprint() != first {
        return Err("a game that is taken back is another one".to_owned());
    }
    let replayed = tilewright_core::session::replay::replay(session.into_machine(), &record);
    // A refused answer may have been required for the game to continue.
    match replayed {
        Ok(replayed) if stop == Stop::Over && replayed.game().fingerprint() != print => {
            Err("the record leads to another position".to_owned())
        }
        Err(difference) if played.refused == 0 => Err(difference.to_string()),
        _ => Ok(played),
    }
}

/// Gives the first answer that no rule refuses, among up to 12 options. Returns `None` if there is none, so that the
/// game is stuck.
fn answer(
    session: &mut Session,
    choices: &mut impl ChoiceSource,
    played: &mut GameSummary,
) -> Result<Option<Stop>, String> {
    let Some(count) = session.decision().map(|decision| decision.options.count()) else { return Ok(None) };
    let first = choices.below(count);
    for number in 0..count.min(12) {
        let number = (first + number * (count / 12 + 1)) % count;
        let pick = session.decision().and_then(|decision| decision.options.get(session.game(), number));
        let Some(pick) = pick else { return Err("a counted option does not exist".to_owned()) };
        let before = session.game().fingerprint();
        match session.answer(pick) {
            Ok(stop) => {
                played.stuck = None;
                return Ok(Some(stop));
            }
            Err(Refusal::Fault(fault)) => {
                played.refused += 1;
                fits(&fault)?;
                if session.game().fingerprint() != before {
                    return Err(format!("a refused answer changed the game: {fault}"));
                }
                played.stuck = Some(fault.place);
            }
            Err(other) => return Err(format!("an option is refused: {other}")),
        }
    }
    Ok(None)
}

/// Checks the invariants after every event and in the current position.
fn looks(session: &Session) -> Result<(), String> {
    if let Some((_, Some(broken))) = session.game().watched() {
        return Err(format!("event {}: {}", broken.events, broken.what));
    }
    session.game().verify_position()
}

/// Checks that a fault has the pack and position of its rule, in characters that can be displayed.
fn fits(fault: &Fault) -> Result<(), String> {
    let named = fault.place.contains(':') && !fault.message.is_empty() && !fault.hook.is_empty();
    // Endless games, and endless turns of built-in steps, are not caused by a particular rule.
    if !named && fault.code != "S0413" && fault.hook != "flow" {
        return Err(format!("a fault without its place: {fault:?}"));
    }
    fits_text(&fault.to_string())
}

/// Checks that a text has no characters that would affect a terminal or window.
///
/// # Errors
/// The text has an invisible character.
pub fn fits_text(text: &str) -> Result<(), String> {
    match first_unseen(&text.replace('\n', " ")) {
        Some((at, c)) => Err(format!("a message has {c:?} at {at}: {text:?}")),
        None => Ok(()),
    }
}
