//! Compares the points at the table with the points of the same moves by changed rules.

use std::sync::Arc;

use tilewright_core::session::Session;
use tilewright_core::session::record::Record;
use tilewright_kit::games::replay::replay_by;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::load::Loaded;

/// A position by its old rules, and the changed rules that replay its moves.
pub struct Rescoring {
    before: Vec<i32>,
    record: Record,
    loaded: Arc<Loaded>,
}

impl Rescoring {
    /// Returns the question for the current position of a session and changed packs; `None` if moves alone do not lead
    /// to the position.
    pub(super) fn begin(session: &Session, loaded: &Arc<Loaded>) -> Option<Rescoring> {
        let before = session.game().scores().to_vec();
        let record = || Record { last: None, ..record_of(session, "a game at the table") };
        (!session.is_arranged()).then(|| Rescoring { before, record: record(), loaded: Arc::clone(loaded) })
    }

    /// Returns the points of the seats by the old rules.
    pub fn before(&self) -> &[i32] {
        &self.before
    }

    /// Replays the moves by the changed rules, and returns the points of the seats; `None` if a move is no longer
    /// possible.
    pub fn replay(&self) -> Option<Vec<i32>> {
        let session = replay_by(&self.loaded, &self.record).ok()?;
        Some(session.game().scores().to_vec())
    }
}
