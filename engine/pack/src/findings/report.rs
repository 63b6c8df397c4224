//! Collects the findings of one reading.

use std::cell::RefCell;
use std::collections::BTreeSet;

use tilewright_core::diag::{Diagnostic, nearest, one_of};
use tilewright_core::limits::FINDINGS;

use crate::findings::codes;
use crate::limits;

/// Findings of one reading of packs.
#[derive(Default)]
pub struct Findings {
    found: RefCell<Vec<Diagnostic>>,
    /// Kinds and names of entries with mistakes in their declaration, which are reported there and not at every use.
    spoilt: RefCell<BTreeSet<(String, String)>>,
}

impl Findings {
    /// Adds a finding. Drops an immediate repetition, and findings beyond the limit.
    pub fn add(&self, diagnostic: Diagnostic) {
        let mut found = self.found.borrow_mut();
        if found.len() < FINDINGS {
            let repeated = found.last().is_some_and(|last| *last == diagnostic);
            if !repeated {
                found.push(diagnostic);
            }
        } else if found.len() == FINDINGS {
            found.push(codes::TOO_LARGE.finding_anywhere("there are more findings than are shown; fix these first"));
        }
    }

    /// Records a name whose declaration has a mistake.
    pub(crate) fn spoil(&self, what: &str, name: &str) {
        self.spoilt.borrow_mut().insert((what.to_owned(), name.to_owned()));
    }

    /// True if the declaration of a name has a mistake.
    pub(crate) fn is_spoilt(&self, what: &str, name: &str) -> bool {
        let local = name.rsplit(':').next().unwrap_or(name);
        self.spoilt.borrow().contains(&(what.to_owned(), local.to_owned()))
    }

    /// True if a finding so far keeps the packs from being played.
    pub fn has_errors(&self) -> bool {
        self.found.borrow().iter().any(Diagnostic::is_error)
    }

    /// Adds "did you mean `x`?" to a finding about an unknown name, with the fix, if a known name is similar.
    pub fn did_you_mean<'a>(&self, finding: &mut Diagnostic, name: &str, known: impl IntoIterator<Item = &'a str>) {
        // A finding beyond the limit is dropped, so the search would be wasted.
        let full = self.found.borrow().len() >= FINDINGS;
        if let Some(found) = if full { None } else { nearest(name, known.into_iter().take(limits::SUGGESTIONS)) } {
            *finding = finding.clone().did_you_mean(name, found);
        }
    }

    /// Adds "did you mean …?" to a finding, or a short list of the known names.
    pub fn suggest<'a>(&self, finding: &mut Diagnostic, name: &str, known: impl IntoIterator<Item = &'a str>) {
        let known: Vec<&str> = known.into_iter().take(limits::SUGGESTIONS).collect();
        self.did_you_mean(finding, name, known.iter().copied());
        let total: usize = known.iter().map(|k| k.len() + 4).sum();
        if finding.hint.is_none() && !known.is_empty() && total <= 110 {
            let all: Vec<String> = known.iter().map(|k| format!("`{k}`")).collect();
            finding.hint = Some(one_of(&all));
        }
    }

    /// Returns all findings in the order of their addition.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.found.into_inner()
    }
}
