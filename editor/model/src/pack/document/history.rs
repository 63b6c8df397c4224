//! Stores steps of splices and whole files for undo and redo. Undo is exact because a step changes texts and adds
//! pictures, and nothing else.

use std::sync::Arc;

use tilewright_language::change::Splice;

use crate::pack::document::pictures::AddedPicture;

/// Effect of a step on one file.
#[derive(Clone, Debug)]
pub(super) enum Delta {
    /// Change within a file that exists before and after.
    Splice(Arc<str>, Splice),
    /// Text of the whole file before and after; `None` where the file does not exist.
    Whole(Arc<str>, Option<Arc<str>>, Option<Arc<str>>),
    /// Picture that is written.
    Add(AddedPicture),
    /// Picture that is removed again.
    TakeBack(AddedPicture),
}

impl Delta {
    pub(super) fn path(&self) -> &Arc<str> {
        match self {
            Delta::Splice(path, _) | Delta::Whole(path, ..) => path,
            Delta::Add(picture) | Delta::TakeBack(picture) => &picture.path,
        }
    }

    pub(super) fn invert(&self) -> Delta {
        match self {
            Delta::Splice(path, splice) => Delta::Splice(path.clone(), splice.invert()),
            Delta::Whole(path, before, after) => Delta::Whole(path.clone(), after.clone(), before.clone()),
            Delta::Add(picture) => Delta::TakeBack(picture.clone()),
            Delta::TakeBack(picture) => Delta::Add(picture.clone()),
        }
    }
}

/// Step that can be undone.
#[derive(Clone, Debug)]
pub(super) struct UndoStep {
    /// Label for menus, in the language of the interface.
    pub(super) label: String,
    pub(super) deltas: Vec<Delta>,
    /// Time of the last typed key in seconds, to which quick typing adds; `None` for other steps.
    pub(super) typed_at: Option<f64>,
}

/// Maximum number of seconds between two keys that are undone together.
const TYPING_PAUSE: f64 = 1.0;

/// Maximum number of steps that can be undone.
const MOST_STEPS: usize = 10_000;

/// Steps that were made, and steps that were undone.
#[derive(Debug, Default)]
pub(super) struct UndoHistory {
    done: Vec<UndoStep>,
    undone: Vec<UndoStep>,
}

impl UndoHistory {
    /// Adds a step, and drops the steps that were undone before it.
    pub(super) fn push(&mut self, step: UndoStep) {
        self.undone.clear();
        if let Some(last) = self.done.last_mut()
            && join_typing(last, &step)
        {
            return;
        }
        if self.done.len() == MOST_STEPS {
            self.done.remove(0);
        }
        self.done.push(step);
    }

    /// Ends a run of typing, so that the next key starts a new step.
    pub(super) fn pause(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.typed_at = None;
        }
    }

    pub(super) fn take_undo(&mut self) -> Option<UndoStep> {
        self.done.pop()
    }

    pub(super) fn take_redo(&mut self) -> Option<UndoStep> {
        self.undone.pop()
    }

    pub(super) fn undone(&mut self, step: UndoStep) {
        self.undone.push(step);
    }

    pub(super) fn redone(&mut self, step: UndoStep) {
        self.done.push(step);
    }

    pub(super) fn undo_label(&self) -> Option<&str> {
        self.done.last().map(|s| &*s.label)
    }

    pub(super) fn redo_label(&self) -> Option<&str> {
        self.undone.last().map(|s| &*s.label)
    }
}

/// Adds typed characters to the step before if they continue at its end; returns true if it did.
fn join_typing(last: &mut UndoStep, next: &UndoStep) -> bool {
    let (Some(then), Some(now)) = (last.typed_at, next.typed_at) else { return false };
    let ([Delta::Splice(path, before)], [Delta::Splice(same, after)]) = (&mut *last.deltas, &*next.deltas) else {
        return false;
    };
    if path != same || now - then > TYPING_PAUSE || after.inserted.contains('\n') {
        return false;
    }
    if after.removed.is_empty() && after.at == before.at + before.inserted.len() {
        before.inserted.push_str(&after.inserted);
    } else if after.inserted.is_empty() && before.inserted.is_empty() && after.at + after.removed.len() == before.at {
        before.at = after.at;
        before.removed.insert_str(0, &after.removed);
    } else {
        return false;
    }
    last.typed_at = Some(now);
    true
}
