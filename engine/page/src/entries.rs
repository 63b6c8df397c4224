//! Writes the log of a game: the events between two stops that a viewpoint sees, as a list item.

use tilewright_art::spread::Spread;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_wording::log::lines_for;
use tilewright_wording::narration::Narration;
use tilewright_wording::why::PointsOccasion;

use crate::naming::Naming;
use crate::reasons::{self, RuleLines};
use crate::viewpoint::Viewpoint;

/// Summary of an answer, before its effects are known.
#[derive(Clone)]
pub(crate) struct Headline {
    html: String,
    /// Placement or deployment whose sentence replaces the question and the answer.
    says: EntryKind,
}

#[derive(Clone)]
enum EntryKind {
    Placed(Cell),
    Deployed(Seat),
    Else,
}

impl Headline {
    /// Returns the headline for the beginning of the game.
    pub(crate) fn of_beginning(naming: Naming<'_>) -> Headline {
        Headline { html: naming.own.get("begins").to_owned(), says: EntryKind::Else }
    }

    /// Returns the headline for an answer to the current decision. `pick` is `None` if the viewpoint may not know the
    /// answer.
    pub(crate) fn of_answer(game: &Game, decision: &Decision, pick: Option<Pick>, naming: Naming<'_>) -> Headline {
        let own = naming.own;
        let says = match pick.and_then(|pick| decision.options.of_step(pick)) {
            Some(Pick::Placement { cell, .. }) => EntryKind::Placed(cell),
            Some(Pick::Deploy { .. }) => EntryKind::Deployed(decision.seat),
            _ => EntryKind::Else,
        };
        let choice = pick.map_or_else(|| own.get("secret").to_owned(), |pick| naming.choice(game, decision, pick));
        let question = naming.question(decision.pack.as_deref(), &decision.ask);
        Headline { html: own.html("answers", &[&own.seat(decision.seat), &question, &choice]), says }
    }

    /// True if the sentence of a line replaces the question and the answer.
    fn says(&self, line: &Narration) -> bool {
        match (&self.says, line) {
            (EntryKind::Placed(cell), Narration::Placed { cell: placed, .. }) => cell == placed,
            (EntryKind::Deployed(seat), Narration::Deployed { seat: who, from: None, .. }) => seat == who,
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
    pub(crate) reasons: &'a [PointsOccasion],
    /// Arrangement of the planes of the board.
    pub(crate) spread: &'a Spread,
}

/// Returns an entry of the log. With the number of a position, its headline leads there, and the result is a list item
/// without the beginning of the tag, to which the caller adds the viewpoints; without a number, the result is the content
/// of a list item.
pub(crate) fn entry(
    session: &Session,
    viewpoint: Viewpoint,
    at: Option<usize>,
    happened: &Happened<'_>,
    naming: Naming<'_>,
    rules: &mut RuleLines,
) -> String {
    let game = session.game();
    let mut lines: Vec<(usize, String)> = Vec::new();
    let plain = |line: String| format!("<li>{line}</li>");
    let sentences = naming.sentences();
    let mut headline = None;
    for line in lines_for(game, viewpoint.view(game), naming.language, happened.after) {
        match line.told {
            // Points are listed with their reasons.
            Narration::Points { .. } => {}
            told if headline.is_none() && happened.headline.says(&told) => {
                headline = Some(sentences.event(&told.without_help()));
            }
            told => lines.push((line.event, plain(sentences.event(&told)))),
        }
    }
    let until = game.journal().map_or(0, |journal| journal.events.len());
    let here = |reason: &&PointsOccasion| (happened.after..until).contains(&reason.event) && reason.gives_anything();
    for reason in happened.reasons.iter().filter(here) {
        let cells: Vec<String> =
            reason.cells.iter().map(|&cell| happened.spread.shown_cell(cell).to_string()).collect();
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
    let headline = headline.as_ref().unwrap_or(&happened.headline.html);
    match at {
        Some(at) => format!("><a href=\"#step={at}\">{headline}</a>{lines}</li>\n"),
        None => format!("<span>{headline}</span>{lines}"),
    }
}
