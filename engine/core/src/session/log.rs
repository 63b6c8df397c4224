//! Keeps the log of a session: chance results and answers in order, with running counts of the answers.

use std::ops::Deref;

use crate::session::entry::Entry;

/// A log that counts its answers as entries come and go, because callers request the counts before every choice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    entries: Vec<Entry>,
    answers: usize,
    chosen: usize,
}

impl Log {
    /// Creates an empty log with capacity for a game of ordinary length.
    pub(crate) fn roomy() -> Log {
        Log { entries: Vec::with_capacity(256), ..Log::default() }
    }

    /// Returns the number of answers.
    pub(crate) fn answers(&self) -> usize {
        self.answers
    }

    /// Returns the number of answers that were not the only option.
    pub(crate) fn chosen_count(&self) -> usize {
        self.chosen
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        let (answers, chosen) = counts(&entry);
        self.answers += answers;
        self.chosen += chosen;
        self.entries.push(entry);
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        for entry in self.entries.drain(length.min(self.entries.len())..) {
            let (answers, chosen) = counts(&entry);
            self.answers -= answers;
            self.chosen -= chosen;
        }
    }
}

/// Returns the contribution of an entry to the two counts: all answers and chosen answers.
fn counts(entry: &Entry) -> (usize, usize) {
    match entry {
        Entry::Answer(answer) => (1, usize::from(!answer.forced)),
        Entry::Chance(_) => (0, 0),
    }
}

impl Extend<Entry> for Log {
    fn extend<I: IntoIterator<Item = Entry>>(&mut self, entries: I) {
        entries.into_iter().for_each(|entry| self.push(entry));
    }
}

impl From<&[Entry]> for Log {
    fn from(entries: &[Entry]) -> Log {
        let mut log = Log::default();
        log.extend(entries.iter().cloned());
        log
    }
}

impl Deref for Log {
    type Target = [Entry];
    fn deref(&self) -> &[Entry] {
        &self.entries
    }
}
