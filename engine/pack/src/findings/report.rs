//! Collects findings.

use std::cell::RefCell;
use std::collections::BTreeSet;

use tilewright_core::diag::{Diagnostic, nearest, one_of};
use tilewright_core::limits::FINDINGS;

use crate::findings::codes;
use crate::limits;

/// The findings of one run.
#[derive(Default)]
pub struct Report {
    found: RefCell<Vec<Diagnostic>>,
    /// Names of things that are declared, but wrongly, by their sort: that is reported there, not at every use.
    spoilt: RefCell<BTreeSet<(String, String)>>,
}

impl Report {
    /// Adds a finding. The same one twice counts once; after very many the rest is cut off.
    pub fn add(&self, diagnostic: Diagnostic) {
        let mut found = self.found.borrow_mut();
        if found.len() < FINDINGS {
            let repeated = found.last().is_some_and(|last| *last == diagnostic);
            if !repeated {
                found.push(diagnostic);
            }
        } else if found.len() == FINDINGS {
            found.push(codes::TOO_LARGE.anywhere("more was found than is shown; correct this first"));
        }
    }

    /// Notes a name that is declared wrongly.
    pub(crate) fn spoil(&self, what: &str, name: &str) {
        self.spoilt.borrow_mut().insert((what.to_owned(), name.to_owned()));
    }

    /// Whether a name is declared, but wrongly.
    pub(crate) fn is_spoilt(&self, what: &str, name: &str) -> bool {
        let local = name.rsplit(':').next().unwrap_or(name);
        self.spoilt.borrow().contains(&(what.to_owned(), local.to_owned()))
    }

    /// Whether anything found so far keeps the packs from being played.
    pub fn has_errors(&self) -> bool {
        self.found.borrow().iter().any(Diagnostic::is_error)
    }

    /// Adds "did you mean `x`?" to a finding about a name that is not among the known ones, with the change that
    /// this means.
    pub fn did_you_mean<'a>(&self, finding: &mut Diagnostic, name: &str, known: impl IntoIterator<Item = &'a str>) {
        // What will not be shown is not worth the search.
        let full = self.found.borrow().len() >= FINDINGS;
        if let Some(found) = if full { None } else { nearest(name, known.into_iter().take(limits::SUGGESTIONS)) } {
            *finding = finding.clone().did_you_mean(name, found);
        }
    }

    /// Adds "did you mean …?" to a finding, or what there is to choose from when that is short.
    pub fn suggest<'a>(&self, finding: &mut Diagnostic, name: &str, known: impl IntoIterator<Item = &'a str>) {
        let known: Vec<&str> = known.into_iter().take(limits::SUGGESTIONS).collect();
        self.did_you_mean(finding, name, known.iter().copied());
        let total: usize = known.iter().map(|k| k.len() + 4).sum();
        if finding.hint.is_none() && !known.is_empty() && total <= 110 {
            let all: Vec<String> = known.iter().map(|k| format!("`{k}`")).collect();
            finding.hint = Some(one_of(&all));
        }
    }

    /// All findings.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.found.into_inner()
    }
}
