//! Writes the log of a game: the events between two stops that a viewpoint sees, as a list item.

use tilewright_art::spread::Spread;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_wording::ending::{Winners, WonBy};
use tilewright_wording::log::lines_for;
use tilewright_wording::narration::{NumberBearer, Told};
use tilewright_wording::why::Reason;
use tilewright_wording::words::Thing;

use crate::html::foreign;
use crate::naming::Naming;
use crate::reasons::{self, RuleLines};
use crate::viewpoint::Viewpoint;

/// Summary of an answer, before its effects are known.
pub(crate) struct Headline {
    html: String,
    /// Placement or deployment that the headline already describes, so that the log does not repeat it.
    says: Says,
}

enum Says {
    Placed(Cell),
    Deployed(Seat),
    Else,
}

impl Headline {
    /// Returns the headline for the beginning of the game.
    pub(crate) fn of_beginning(naming: Naming<'_>) -> Headline {
        Headline { html: naming.own.get("begins").to_owned(), says: Says::Else }
    }

    /// Returns the headline for an answer to the current decision. `pick` is `None` if the viewpoint may not know the
    /// answer.
    pub(crate) fn of_answer(game: &Game, decision: &Decision, pick: Option<Pick>, naming: Naming<'_>) -> Headline {
        let own = naming.own;
        let seat = own.seat(decision.seat);
        match (pick.and_then(|pick| decision.options.of_step(pick)), game.view(None).public().tile_in_play()) {
            (Some(Pick::Placement { cell, turn }), Some(kind)) => {
                let (tile, turn) = (naming.tile(kind), naming.turn(turn));
                let html = own.html("places", &[&seat, &tile, &cell.to_string(), &turn]);
                Headline { html, says: Says::Placed(cell) }
            }
            (Some(Pick::Deploy { figure, segment }), _) => {
                let figure = naming.figure_on(figure, game.board().terrain(segment));
                let html = own.html("puts", &[&seat, &figure, &naming.segment(game, segment)]);
                Headline { html, says: Says::Deployed(decision.seat) }
            }
            _ => {
                let secret = || own.get("secret").to_owned();
                let choice = pick.map_or_else(secret, |pick| naming.choice(game, decision, pick));
                let html =
                    own.html("answers", &[&seat, &naming.question(decision.pack.as_deref(), &decision.ask), &choice]);
                Headline { html, says: Says::Else }
            }
        }
    }

    /// True if the headline already describes the event of a line.
    fn says(&self, line: &Told) -> bool {
        match (&self.says, line) {
            (Says::Placed(cell), Told::Placed { cell: placed, .. }) => cell == placed,
            (Says::Deployed(seat), Told::Deployed { seat: who, from: None, .. }) => seat == who,
            _ => false,
        }
    }
}

/// Changes between a stop and the previous stop.
pub(crate) struct Happened<'a> {
    /// Answer that led to this stop.
    pub(crate) headline: &'a Headline,
    /// Number of events up to the stop before.
    pub(crate) after: usize,
    /// Scores at the stop before.
    pub(crate) scores: &'a [i32],
    /// Reasons for all points of the whole game.
    pub(crate) reasons: &'a [Reason],
    /// Arrangement of the planes of the board.
    pub(crate) spread: &'a Spread,
}

/// Returns an entry of the log: its list item without the beginning of the tag, to which the caller adds the
/// viewpoints.
pub(crate) fn entry(
    session: &Session,
    viewpoint: Viewpoint,
    at: usize,
    happened: &Happened<'_>,
    naming: Naming<'_>,
    rules: &mut RuleLines,
) -> String {
    let game = session.game();
    let mut lines: Vec<(usize, String)> = Vec::new();
    let plain = |line: String| format!("<li>{line}</li>");
    let mut said = false;
    for line in lines_for(game, viewpoint.view(game), naming.language, happened.after) {
        if !said && happened.headline.says(&line.told) {
            said = true;
        } else if let Some(text) = sentence(&line.told, naming) {
            lines.push((line.event, plain(text)));
        }
    }
    let until = game.journal().map_or(0, |journal| journal.events.len());
    let here = |reason: &&Reason| (happened.after..until).contains(&reason.event) && reason.gives_anything();
    for reason in happened.reasons.iter().filter(here) {
        let cells: Vec<String> = reason.cells.iter().map(|&cell| happened.spread.shown(cell).to_string()).collect();
        let said = reasons::reason(reason, session, naming, rules);
        lines.push((reason.event, format!("<li data-lit=\"{}\">{said}</li>", cells.join(" "))));
    }
    lines.sort_by_key(|line| line.0);
    if happened.scores != game.scores() {
        let seats = (0..).map(Seat).zip(game.scores()).map(|(seat, n)| format!("{} {n}", naming.own.seat(seat)));
        let seats: Vec<String> = seats.collect();
        lines.push((until, plain(naming.own.html("now", &[&seats.join(", ")]))));
    }
    let lines: String = lines.into_iter().map(|(_, line)| line).collect();
    let lines = if lines.is_empty() { lines } else { format!("<ul>{lines}</ul>") };
    format!("><a href=\"#step={at}\">{}</a>{lines}</li>\n", happened.headline.html)
}

/// Returns a line as a sentence; `None` for points, which are listed with their reasons.
fn sentence(line: &Told, naming: Naming<'_>) -> Option<String> {
    let own = naming.own;
    let tile = |tile: &Option<Thing>| tile.as_ref().map_or(own.get("a-tile"), |tile| &tile.name).to_owned();
    Some(match line {
        Told::Placed { seat, tile, cell, help, .. } => {
            own.html("placed", &[&own.seat(*seat), &tile.name, &cell.to_string()]) + &after(help)
        }
        Told::TakenUp { seat, tile, cell, hand: None } => {
            own.html("takes-up", &[&own.seat(*seat), &tile.name, &cell.to_string()])
        }
        Told::TakenUp { seat, tile, cell, hand: Some(holder) } => {
            own.html("takes-in-hand", &[&own.seat(*seat), &tile.name, &cell.to_string(), &own.seat(*holder)])
        }
        Told::TileReplaced { seat, tile, cell } => {
            own.html("replaces", &[&own.seat(*seat), &cell.to_string(), &tile.name])
        }
        Told::PartAdded { seat, tile, terrain, cell } => {
            own.html("adds-part", &[&own.seat(*seat), &terrain.name, &tile.name, &cell.to_string()])
        }
        Told::TileMoved { seat, tile, from, cell, .. } if from == cell => {
            own.html("turns-tile", &[&own.seat(*seat), &tile.name, &cell.to_string()])
        }
        Told::TileMoved { seat, tile, from, cell, .. } => {
            own.html("moves", &[&own.seat(*seat), &tile.name, &from.to_string(), &cell.to_string()])
        }
        Told::Covered { seat, tile, cell } => own.html("covers", &[&own.seat(*seat), &tile.name, &cell.to_string()]),
        Told::Looked { seat, tile: None, cell } => own.html("looks-under", &[&own.seat(*seat), &cell.to_string()]),
        Told::Looked { seat, tile: Some(tile), cell } => {
            own.html("looks-at", &[&own.seat(*seat), &cell.to_string(), &tile.name])
        }
        Told::TurnedUp { seat, tile, cell } => own.html("turns-up", &[&own.seat(*seat), &tile.name, &cell.to_string()]),
        Told::TurnedDown { seat, tile, cell } => {
            own.html("turns-down", &[&own.seat(*seat), &tile.name, &cell.to_string()])
        }
        Told::Uncovered { tile, cell } => own.html("uncovered", &[&tile.name, &cell.to_string()]),
        Told::Deployed { seat, figure, place, from: None } => {
            own.html("puts", &[&own.seat(*seat), &figure.name, &place.name()])
        }
        Told::Deployed { seat, figure, place, from: Some(from) } => {
            own.html("moves", &[&own.seat(*seat), &figure.name, &from.name(), &place.name()])
        }
        Told::Drawn { seat, tile, bag, help } => {
            own.html("draws", &[&own.seat(*seat), &tile.name, &bag.name]) + &after(help)
        }
        Told::SetAside { tile } => own.html("set-aside", &[&tile.name]),
        Told::Rolled { seat, die, face } => own.html("rolls", &[&own.seat(*seat), face, &die.name]),
        Told::Points { .. } => return None,
        Told::Counted { seat: Some(seat), counter, amount, .. } => {
            own.html("counts-for", &[&own.seat(*seat), &counter.name, &format!("{amount:+}")])
        }
        Told::Counted { seat: None, on, counter, amount } => {
            let amount = format!("{amount:+}");
            match on {
                None => own.html("counts", &[&counter.name, &amount]),
                Some(NumberBearer::Figure { seat, figure }) => {
                    own.html("counts-on-figure", &[&counter.name, &figure.name, &own.seat(*seat), &amount])
                }
                Some(NumberBearer::Tile { tile, cell }) => {
                    own.html("counts-on", &[&counter.name, &format!("{} {cell}", tile.name), &amount])
                }
                Some(NumberBearer::Slot(slot)) => own.html("counts-on", &[&counter.name, &slot.name(), &amount]),
            }
        }
        Told::TokenMoved { token, place: Some(place) } => own.html("token-moves", &[&token.name, &place.name()]),
        Told::TokenMoved { token, place: None } => own.html("token-leaves", &[&token.name]),
        Told::PutBack { tile: which, bag } => own.html("put-back", &[&tile(which), &bag.name]),
        Told::TakenOut { tile: which, bag } => own.html("taken-out", &[&tile(which), &bag.name]),
        Told::SlotChanged { tile, place, came } => {
            own.html(if *came { "slot-filled" } else { "slot-emptied" }, &[&tile.name, &place.name()])
        }
        Told::Shuffled { bag } => own.html("shuffled", &[&bag.name]),
        Told::BoardChanged => own.get("board-changes").to_owned(),
        Told::Begins { seat } => own.html("seat-begins", &[&own.seat(*seat)]),
        Told::Retired { seat } => own.html("retires", &[&own.seat(*seat)]),
        Told::Ending => own.get("ending").to_owned(),
        Told::Over(outcome) => format!("{} {}", own.get("over"), outcome_html(outcome, naming)),
    })
}

/// Returns the explanation of a tile as HTML, to follow a sentence about it; empty without an explanation.
fn after(help: &Option<String>) -> String {
    help.as_ref().map_or_else(String::new, |help| format!(" {}", foreign(help)))
}

/// Returns the result of the game, the winners, and the tiebreak that decided.
pub(crate) fn outcome_html(outcome: &Winners, naming: Naming<'_>) -> String {
    let own = naming.own;
    let winners: Vec<String> = outcome.winners.iter().map(|seat| own.seat(*seat)).collect();
    let won = match outcome.won_by() {
        WonBy::Unsaid => None,
        WonBy::Nobody => Some("nobody-wins"),
        WonBy::One => Some("wins"),
        WonBy::Several => Some("share-the-win"),
        WonBy::All => Some("all-win"),
    };
    let result = outcome.result.as_ref().map(|result| own.html("result-is", &[&result.name]));
    let won = won.map(|key| own.html(key, &[&own.list(&winners)]));
    let mut out = result.into_iter().chain(won).collect::<Vec<_>>().join(" ");
    for (name, has) in &outcome.decided_by {
        let has: Vec<String> = has.iter().map(|(seat, n)| format!("{} {n}", own.seat(*seat))).collect();
        out.push(' ');
        out.push_str(&own.html("decided-by", &[name, &has.join(", ")]));
    }
    out
}
