//! Words the reasons why a tile does not fit somewhere.

use tilewright_core::catalog::lattice::{Cell, Lattice};

use super::SentenceValue::{CellName, Name, Text};
use super::Sentences;
use crate::narration::degrees;
use crate::why::Rule;
use crate::why_not::{Fit, PlacementObstacle};

/// Verdict on one turn of a tile on a cell, or on all turns.
pub struct TurnFit {
    /// Verdict in words, without a full stop.
    pub text: String,
    /// True if the tile fits at this turn.
    pub fits: bool,
    /// Rule that forbids the placement; `None` if it has another reason.
    pub rule: Option<Rule>,
}

impl Sentences<'_> {
    /// Words the fact that a tile does not fit on a cell, to be followed by a reason.
    pub fn misfit(&self, tile: &str, cell: Cell) -> String {
        self.say("misfit", [("tile", Name(tile)), ("cell", CellName(cell))])
    }

    /// Words the obstacles of a tile on a cell: one verdict for all turns, or one for each turn.
    pub fn turn_fits(&self, lattice: Lattice, cell: Cell, fit: &Fit) -> Vec<TurnFit> {
        let turns = match fit {
            Fit::Never(why) => {
                return vec![TurnFit { text: self.obstacle(cell, why), fits: false, rule: rule_of(why).cloned() }];
            }
            Fit::Turns(turns) => turns,
        };
        let verdict = |(turn, why): (_, &Vec<PlacementObstacle>)| {
            let turned = ("turned", Text(self.rotation(degrees(lattice, turn))));
            let obstacles: Vec<String> = why.iter().map(|why| self.obstacle(cell, why)).collect();
            let text = match why.is_empty() {
                true => self.say("turn-fits", [turned]),
                false => self.say("turn-refused", [turned, ("obstacles", Text(obstacles.join("; ")))]),
            };
            TurnFit { text, fits: why.is_empty(), rule: why.iter().find_map(rule_of).cloned() }
        };
        lattice.turns().zip(turns).map(verdict).collect()
    }

    /// Words one obstacle for a tile on a cell, with the line of a rule.
    pub fn obstacle(&self, cell: Cell, why: &PlacementObstacle) -> String {
        let in_brackets = |text: String, inner: Option<String>| match inner {
            Some(inner) => format!("{text} ({})", self.style.name(&inner)),
            None => text,
        };
        let at = |key: &str, place: Cell| in_brackets(self.say(key, []), (place != cell).then(|| place.to_string()));
        match why {
            PlacementObstacle::Taken(place) => at("obstacle-tile", *place),
            PlacementObstacle::Uneven(place) => at("obstacle-height", *place),
            PlacementObstacle::OffBoard(place) => at("obstacle-board", *place),
            PlacementObstacle::Turn => self.say("obstacle-turn", []),
            PlacementObstacle::Alone => self.say("obstacle-alone", []),
            PlacementObstacle::Plane => self.say("obstacle-plane", []),
            PlacementObstacle::Edge { side, own, met, across, rim } => {
                let values = [
                    ("side", Text((*side).to_owned())),
                    ("own", Name(&own.name)),
                    ("met", Name(&met.name)),
                    ("cell", CellName(*across)),
                ];
                self.say(if *rim { "obstacle-rim" } else { "obstacle-edge" }, values)
            }
            PlacementObstacle::Rule { rule, reason } => {
                let reason = reason.as_deref().map(|reason| self.style.name(reason.trim_end_matches('.')));
                let text = reason.unwrap_or_else(|| self.say("obstacle-rule", []));
                in_brackets(text, rule.as_ref().map(|rule| format!("{}:{}", rule.path, rule.line)))
            }
        }
    }
}

fn rule_of(why: &PlacementObstacle) -> Option<&Rule> {
    if let PlacementObstacle::Rule { rule, .. } = why { rule.as_ref() } else { None }
}
