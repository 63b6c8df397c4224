//! The run of a game: what is in progress, from the agenda to the question that waits.

use std::sync::Arc;

use crate::catalog::id::{FigureId, SegmentId};
use crate::catalog::seat::Seat;
use crate::clone_by_field::clone_by_field;
use crate::state::agenda::{ListId, Part, TurnPart};
use crate::state::decision::Decision;
use crate::state::event::EventKind;
use crate::state::question::Carried;
use crate::state::trail::{Ahead, Trail};

/// Agenda, pending parts, waiting question and trail: how far a game has run, and what comes next.
#[derive(Debug)]
pub(crate) struct RunState {
    pub(crate) agenda: Vec<Part>,
    /// Lists of steps that rules have combined.
    pub(crate) lists: Vec<Arc<[u16]>>,
    /// Completed features of the parts on the agenda, by a segment of each.
    pub(crate) completed: Vec<SegmentId>,
    /// Parts requested by effects and rules. They move to the agenda when control returns to the machine.
    pub(crate) pending: Vec<Part>,
    pub(crate) decision: Option<Decision>,
    /// Table of an option that was chosen, until its function takes it.
    pub(crate) carried: Option<Arc<Carried>>,
    /// Running replacement: the kind it replaces and its number. Its own effects skip it and the replacements before
    /// it.
    pub(crate) replacing: Option<(EventKind, u16)>,
    /// Figure that was deployed last, for a rule that waited for its effect.
    pub(crate) last_put: Option<FigureId>,
    /// Trail that leads copies to the positions where scripts wait, if one is kept.
    pub(crate) trail: Option<Box<Trail>>,
    /// Answers still to give while the game follows the trail of another game.
    pub(crate) ahead: Option<Ahead>,
}

clone_by_field!(RunState: agenda, lists, completed, pending, decision, carried, replacing, last_put, trail, ahead);

impl RunState {
    /// Creates the state before the first step of the setup.
    pub(crate) fn new() -> RunState {
        RunState {
            agenda: vec![Part::Turn(TurnPart::new(Seat(0), ListId::SETUP, None))],
            lists: Vec::new(),
            completed: Vec::new(),
            pending: Vec::new(),
            decision: None,
            carried: None,
            replacing: None,
            last_put: None,
            trail: None,
            ahead: None,
        }
    }
}
