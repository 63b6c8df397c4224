//! Lists the findings about the open pack, with places that follow later edits.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use tilewright_core::diag::{Diagnostic, FileId, Fix, Severity, SourceMap, Span};

use crate::analysis::Analysis;
use crate::change::Splice;
use crate::pack_texts::PackTexts;
use crate::place::{FilePlace, line_number, on_boundaries};

/// Finding about the open pack, with its place in the current texts.
#[derive(Clone, Debug)]
pub struct PackProblem {
    /// Finding as the engine reported it.
    pub diagnostic: Diagnostic,
    /// Place in the newest texts; `None` if the finding has no place.
    pub place: Option<FilePlace>,
    /// Place as text for users, also in other packs: `path:line:column`.
    pub shown: String,
    /// Related places, each with a label.
    pub related: Vec<(Option<FilePlace>, String)>,
    /// True if this finding has stopped the game at the table.
    pub in_game: bool,
}

/// Finding from another source than the analysis: a failed test, or a fault of the game at the table.
#[derive(Clone, Debug)]
pub struct Extra {
    /// Finding as the test or the game reported it.
    pub diagnostic: Diagnostic,
    /// Place in [`Extra::text`], the text of the file when the finding was made.
    pub place: FilePlace,
    /// Text of the file when the finding was made.
    pub text: Arc<str>,
    /// True if this finding has stopped the game at the table.
    pub in_game: bool,
}

/// Stamp that changes whenever the extra findings change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProblemStamp {
    /// Number that changes with the results of the tests.
    pub tests: u64,
    /// Number of the position at which the game at the table stopped; `None` if it has not stopped.
    pub stopped_at: Option<u64>,
    /// Number that changes with the findings about own art.
    pub art: u64,
}

/// All findings about one revision of the pack.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    /// Findings sorted by file and place, with extra findings at the end.
    pub all: Vec<PackProblem>,
    /// Number of findings from the analysis, without extra findings.
    found: usize,
    extra: (ProblemStamp, Vec<Extra>),
    key: Option<(u64, u64, ProblemStamp)>,
}

impl Problems {
    /// Updates the list if the analysis or the pack has changed.
    pub fn renew(&mut self, pack: PackTexts<'_>, analysis: Option<&Analysis>) {
        let Some(analysis) = analysis else {
            *self = Problems { extra: std::mem::take(&mut self.extra), ..Problems::default() };
            return;
        };
        let key = (analysis.revision, pack.revision, self.extra.0);
        if self.key == Some(key) {
            return;
        }
        // While the user types, the findings stay and only their places move.
        let same = self.key.is_some_and(|(revision, ..)| revision == analysis.revision)
            && self.found == analysis.loaded.diagnostics.len();
        self.all.truncate(self.found);
        self.found = analysis.loaded.diagnostics.len();
        self.key = Some(key);
        let loaded = &analysis.loaded;
        let own = format!("{}/", pack.id);
        // Edits since the analysis, one splice for each file.
        let mut since: BTreeMap<Arc<str>, Option<Splice>> = BTreeMap::new();
        let mut place = |span: Span, wrong: Option<(&str, bool)>| -> Option<FilePlace> {
            let file = loaded.sources.get(span.file)?;
            let Some(path) = file.path.strip_prefix(&own) else {
                return elsewhere(&file.path, span.start as usize..span.end as usize);
            };
            let path: Arc<str> = path.into();
            let text = pack.text(&path)?;
            let splice = since.entry(path.clone()).or_insert_with(|| Splice::from_difference(&file.text, text));
            let mut range = span.start as usize..span.end as usize;
            if let Some((name, is_field)) = wrong {
                range = narrow_range(&file.text, range, name, is_field);
            }
            let range = match splice {
                Some(splice) => follow(range, splice),
                None => range,
            };
            Some(FilePlace { path, range: on_boundaries(text, range) })
        };
        if same {
            for (problem, diagnostic) in self.all.iter_mut().zip(&loaded.diagnostics) {
                problem.place = diagnostic.span.and_then(|span| place(span, wrong_name(diagnostic)));
                for (related, (span, _)) in problem.related.iter_mut().zip(&diagnostic.related) {
                    related.0 = place(*span, None);
                }
            }
            self.add_extra(pack);
            return;
        }
        let mut positions = Positions { sources: &loaded.sources, lines: BTreeMap::new() };
        self.all = loaded
            .diagnostics
            .iter()
            .map(|diagnostic| PackProblem {
                place: diagnostic.span.and_then(|span| place(span, wrong_name(diagnostic))),
                shown: diagnostic.span.map(|span| strip_own_folder(&positions.place(span), &own)).unwrap_or_default(),
                related: diagnostic.related.iter().map(|(span, label)| (place(*span, None), label.clone())).collect(),
                in_game: false,
                diagnostic: diagnostic.clone(),
            })
            .collect();
        self.add_extra(pack);
    }

    /// Replaces the extra findings if their stamp has changed.
    pub fn extra(&mut self, number: ProblemStamp, all: impl FnOnce() -> Vec<Extra>) {
        if self.extra.0 != number {
            self.extra = (number, all());
        }
    }

    fn add_extra(&mut self, pack: PackTexts<'_>) {
        for extra in &self.extra.1 {
            let place = pack.text(&extra.place.path).map(|text| {
                let moved = Splice::from_difference(&extra.text, text);
                let range =
                    moved.map_or(extra.place.range.clone(), |splice| follow(extra.place.range.clone(), &splice));
                FilePlace { path: extra.place.path.clone(), range: on_boundaries(text, range) }
            });
            let line = line_number(&extra.text, extra.place.range.start);
            self.all.push(PackProblem {
                diagnostic: extra.diagnostic.clone(),
                shown: format!("{}:{line}", extra.place.path),
                place: place.or_else(|| Some(extra.place.clone())),
                related: Vec::new(),
                in_game: extra.in_game,
            });
        }
    }

    /// Returns all findings with the errors before the warnings; otherwise, their order is kept.
    pub fn sorted(&self) -> Vec<&PackProblem> {
        let (errors, warnings): (Vec<_>, Vec<_>) = self.all.iter().partition(|problem| problem.diagnostic.is_error());
        errors.into_iter().chain(warnings).collect()
    }

    /// Returns the number of errors and the number of warnings.
    pub fn counts(&self) -> (usize, usize) {
        let errors = self.all.iter().filter(|p| p.diagnostic.severity == Severity::Error).count();
        (errors, self.all.len() - errors)
    }

    /// Returns the findings within a part of a file, with their ranges.
    pub fn within(&self, path: &str, part: Range<usize>) -> impl Iterator<Item = (&PackProblem, Range<usize>)> {
        self.of_file(path).filter(move |(_, at)| part.start <= at.start && at.end <= part.end)
    }

    /// Returns the findings in a file, with their ranges.
    pub fn of_file(&self, path: &str) -> impl Iterator<Item = (&PackProblem, Range<usize>)> {
        self.all.iter().filter_map(move |p| {
            let place = p.place.as_ref().filter(|place| &*place.path == path)?;
            Some((p, place.range.clone()))
        })
    }
}

/// Converter from spans to lines and columns, which finds the lines of each file only once.
struct Positions<'a> {
    sources: &'a SourceMap,
    /// Offsets at which the lines of each file start.
    lines: BTreeMap<FileId, Vec<usize>>,
}

impl Positions<'_> {
    /// Returns `path:line:column` of a span, in the format of [`SourceMap::place`].
    fn place(&mut self, span: Span) -> String {
        let Some(file) = self.sources.get(span.file) else { return self.sources.place(span) };
        let lines = self
            .lines
            .entry(span.file)
            .or_insert_with(|| std::iter::once(0).chain(file.text.match_indices('\n').map(|(at, _)| at + 1)).collect());
        let at = on_boundaries(&file.text, span.start as usize..span.start as usize).start;
        let line = lines.partition_point(|start| *start <= at);
        let column = file.text[lines[line - 1]..at].chars().count() + 1;
        format!("{}:{line}:{column}", file.path)
    }
}

/// Code of a finding about an unknown parameter of a rule.
const UNKNOWN_PARAMETER: &str = "S0111";

/// Returns the name that a finding is about, and true if that is the name of a field; `None` if the name is unknown.
fn wrong_name(diagnostic: &Diagnostic) -> Option<(&str, bool)> {
    match &diagnostic.fix {
        Some(Fix::Rename { from, .. } | Fix::NewName { from, .. }) => {
            Some((from, diagnostic.code == UNKNOWN_PARAMETER))
        }
        _ => None,
    }
}

/// Narrows the range of a finding to the name in it; returns the whole range if the name does not occur there. If the
/// range covers more than the name, a following colon distinguishes a field from a value.
fn narrow_range(text: &str, range: Range<usize>, name: &str, is_field: bool) -> Range<usize> {
    let Some(within) = text.get(range.clone()).filter(|_| !name.is_empty()) else { return range };
    let bound = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    let exact = within.trim_matches(['"', '\'']) == name;
    let found = within.match_indices(name).map(|(at, _)| at).find(|&at| {
        let (before, after) = (&within[..at], &within[at + name.len()..]);
        let fits = exact || after.trim_start().starts_with(':') == is_field;
        fits && bound(before.chars().next_back()) && bound(after.chars().next())
    });
    found.map_or(range.clone(), |at| range.start + at..range.start + at + name.len())
}

/// Returns a place in a file of another pack or of the rule library, whose texts do not change here.
pub fn elsewhere(path: &str, range: Range<usize>) -> Option<FilePlace> {
    let (pack, rest) = path.split_once('/')?;
    let pack = if pack == "scripts" { "" } else { pack };
    Some(FilePlace { path: format!("{pack}:{rest}").into(), range })
}

fn strip_own_folder(place: &str, own: &str) -> String {
    place.strip_prefix(own).unwrap_or(place).to_owned()
}

/// Returns the position of a range after a splice.
pub fn follow(range: Range<usize>, splice: &Splice) -> Range<usize> {
    let end = splice.at + splice.removed.len();
    let moved = |at: usize| {
        if at <= splice.at {
            at
        } else if at >= end {
            at - splice.removed.len() + splice.inserted.len()
        } else {
            // An offset inside the removed text moves to the same offset in the inserted text, or to its end.
            splice.at + (at - splice.at).min(splice.inserted.len())
        }
    };
    moved(range.start)..moved(range.end).max(moved(range.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_come_before_warnings() {
        let problem = |diagnostic| PackProblem {
            diagnostic,
            place: None,
            shown: String::new(),
            related: Vec::new(),
            in_game: false,
        };
        let all = [
            Diagnostic::warning("P1", "a"),
            Diagnostic::error("P2", "b"),
            Diagnostic::warning("P3", "c"),
            Diagnostic::error("P4", "d"),
        ];
        let problems = Problems { all: all.into_iter().map(problem).collect(), ..Problems::default() };
        let codes: Vec<&str> = problems.sorted().into_iter().map(|problem| problem.diagnostic.code).collect();
        assert_eq!(codes, ["P2", "P4", "P1", "P3"]);
    }

    #[test]
    fn places_are_those_of_the_sources() {
        let mut sources = SourceMap::default();
        let text = "é\n\nab";
        let file = sources.add("a/b", text);
        let mut positions = Positions { sources: &sources, lines: BTreeMap::new() };
        for at in 0..=text.len() + 1 {
            let span = Span::new(file, at, at);
            assert_eq!(positions.place(span), sources.place(span));
        }
        let nowhere = Span::new(FileId(9), 0, 0);
        assert_eq!(positions.place(nowhere), sources.place(nowhere));
    }

    #[test]
    fn a_name_is_found_within_what_a_finding_is_about() {
        let text = "(use: \"a\", mark: mark, on: marks)";
        let all = 0..text.len();
        assert_eq!(&text[narrow_range(text, all.clone(), "mark", false)], "mark");
        assert_eq!(narrow_range(text, all.clone(), "mark", false).start, text.find("mark,").unwrap());
        assert_eq!(narrow_range(text, all.clone(), "mark", true).start, text.find("mark:").unwrap());
        assert_eq!(narrow_range(text, all.clone(), "absent", true), all);
    }
}
