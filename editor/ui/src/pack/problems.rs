//! The findings about the open pack, with places that follow what is typed.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use tilewright_core::diag::{Diagnostic, FileId, Fix, Severity, SourceMap, Span};

use crate::pack::analysis::Analysis;
use crate::pack::document::{Document, Splice};
use crate::pack::source_place::{Place, line_number};

/// A finding.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What was found.
    pub diagnostic: Diagnostic,
    /// Where it is in the newest texts.
    pub place: Option<Place>,
    /// Where, for people: path, line and column; in another pack too.
    pub shown: String,
    /// Other places that matter, with what they show.
    pub related: Vec<(Option<Place>, String)>,
    /// Whether it is what has stopped the game at the table.
    pub in_game: bool,
}

/// A finding that does not come from looking at the pack: a test failed, or the game at the table stopped.
#[derive(Clone, Debug)]
pub struct Extra {
    /// What was found.
    pub diagnostic: Diagnostic,
    /// Where, in the text as it was then.
    pub place: Place,
    /// That text.
    pub text: Arc<str>,
    /// Whether it is what has stopped the game at the table.
    pub in_game: bool,
}

/// What differs whenever what is told besides differs: a number of the tests, and one of the position at which the game at
/// the table stopped.
pub type Told = (u64, Option<u64>);

/// All findings about one state.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    /// By file and place; those that do not come from looking at the pack last.
    pub all: Vec<Problem>,
    /// How many come from looking at the pack.
    found: usize,
    extra: (Told, Vec<Extra>),
    key: Option<(u64, u64, Told)>,
}

impl Problems {
    /// Renews the list when the analysis or the document changed.
    pub fn renew(&mut self, document: &Document, analysis: Option<&Analysis>) {
        let Some(analysis) = analysis else {
            *self = Problems { extra: std::mem::take(&mut self.extra), ..Problems::default() };
            return;
        };
        let key = (analysis.revision, document.revision(), self.extra.0);
        if self.key == Some(key) {
            return;
        }
        // What was found stays while people type; only the places move.
        let same = self.key.is_some_and(|(revision, ..)| revision == analysis.revision)
            && self.found == analysis.loaded.diagnostics.len();
        self.all.truncate(self.found);
        self.found = analysis.loaded.diagnostics.len();
        self.key = Some(key);
        let loaded = &analysis.loaded;
        let own = format!("{}/", document.id());
        // What was typed since the analysis, file by file.
        let mut since: BTreeMap<Arc<str>, Option<Splice>> = BTreeMap::new();
        let mut place = |span: Span, wrong: Option<(&str, bool)>| -> Option<Place> {
            let file = loaded.sources.get(span.file)?;
            let Some(path) = file.path.strip_prefix(&own) else {
                return elsewhere(&file.path, span.start as usize..span.end as usize);
            };
            let path: Arc<str> = path.into();
            let text = document.text(&path)?;
            let splice = since.entry(path.clone()).or_insert_with(|| Splice::between(&file.text, text));
            let mut range = span.start as usize..span.end as usize;
            if let Some((name, is_field)) = wrong {
                range = narrowed(&file.text, range, name, is_field);
            }
            let range = match splice {
                Some(splice) => follow(range, splice),
                None => range,
            };
            Some(Place { path, range: on_boundaries(text, range) })
        };
        if same {
            for (problem, diagnostic) in self.all.iter_mut().zip(&loaded.diagnostics) {
                problem.place = diagnostic.span.and_then(|span| place(span, wrong_name(diagnostic)));
                for (related, (span, _)) in problem.related.iter_mut().zip(&diagnostic.related) {
                    related.0 = place(*span, None);
                }
            }
            self.add_extra(document);
            return;
        }
        let mut positions = Positions { sources: &loaded.sources, lines: BTreeMap::new() };
        self.all = loaded
            .diagnostics
            .iter()
            .map(|diagnostic| Problem {
                place: diagnostic.span.and_then(|span| place(span, wrong_name(diagnostic))),
                shown: diagnostic.span.map(|span| shown(&positions.place(span), &own)).unwrap_or_default(),
                related: diagnostic.related.iter().map(|(span, label)| (place(*span, None), label.clone())).collect(),
                in_game: false,
                diagnostic: diagnostic.clone(),
            })
            .collect();
        self.add_extra(document);
    }

    /// What is told besides what comes from looking at the pack.
    pub fn extra(&mut self, number: Told, all: impl FnOnce() -> Vec<Extra>) {
        if self.extra.0 != number {
            self.extra = (number, all());
        }
    }

    fn add_extra(&mut self, document: &Document) {
        for extra in &self.extra.1 {
            let place = document.text(&extra.place.path).map(|text| {
                let moved = Splice::between(&extra.text, text);
                let range =
                    moved.map_or(extra.place.range.clone(), |splice| follow(extra.place.range.clone(), &splice));
                Place { path: extra.place.path.clone(), range: on_boundaries(text, range) }
            });
            let line = line_number(&extra.text, extra.place.range.start);
            self.all.push(Problem {
                diagnostic: extra.diagnostic.clone(),
                shown: format!("{}:{line}", extra.place.path),
                place: place.or_else(|| Some(extra.place.clone())),
                related: Vec::new(),
                in_game: extra.in_game,
            });
        }
    }

    /// Numbers of errors and of warnings.
    pub fn counts(&self) -> (usize, usize) {
        let errors = self.all.iter().filter(|p| p.diagnostic.severity == Severity::Error).count();
        (errors, self.all.len() - errors)
    }

    /// Those in a part of a file.
    pub fn within(&self, path: &str, part: Range<usize>) -> impl Iterator<Item = (&Problem, Range<usize>)> {
        self.of_file(path).filter(move |(_, at)| part.start <= at.start && at.end <= part.end)
    }

    /// Those in a file.
    pub fn of_file(&self, path: &str) -> impl Iterator<Item = (&Problem, Range<usize>)> {
        self.all.iter().filter_map(move |p| {
            let place = p.place.as_ref().filter(|place| &*place.path == path)?;
            Some((p, place.range.clone()))
        })
    }
}

/// Places as people count, for many spans of the same files.
struct Positions<'a> {
    sources: &'a SourceMap,
    /// Where the lines of each file begin.
    lines: BTreeMap<FileId, Vec<usize>>,
}

impl Positions<'_> {
    /// `path:line:column` of a span, as [`SourceMap::place`] gives it.
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

/// The code of a finding about the name of a parameter that a rule is given.
const UNKNOWN_PARAMETER: &str = "S0111";

/// The name that a finding is about, where that is known, and whether it is the name of a field.
fn wrong_name(diagnostic: &Diagnostic) -> Option<(&str, bool)> {
    match &diagnostic.fix {
        Some(Fix::Rename { from, .. } | Fix::NewName { from, .. }) => {
            Some((from, diagnostic.code == UNKNOWN_PARAMETER))
        }
        _ => None,
    }
}

/// The name within the place of a finding; the whole place when it is not there as it is. Where a finding is about more
/// than the name, a field is told from a value by its colon.
fn narrowed(text: &str, range: Range<usize>, name: &str, is_field: bool) -> Range<usize> {
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

/// A place in a file of another pack or of the rule library; those do not change here.
pub fn elsewhere(path: &str, range: Range<usize>) -> Option<Place> {
    let (pack, rest) = path.split_once('/')?;
    let pack = if pack == "scripts" { "" } else { pack };
    Some(Place { path: format!("{pack}:{rest}").into(), range })
}

fn shown(place: &str, own: &str) -> String {
    place.strip_prefix(own).unwrap_or(place).to_owned()
}

/// Where a range is after a splice.
pub fn follow(range: Range<usize>, splice: &Splice) -> Range<usize> {
    let end = splice.at + splice.removed.len();
    let moved = |at: usize| {
        if at <= splice.at {
            at
        } else if at >= end {
            at - splice.removed.len() + splice.inserted.len()
        } else {
            // Inside of what went: as far into what came, but not beyond it.
            splice.at + (at - splice.at).min(splice.inserted.len())
        }
    };
    moved(range.start)..moved(range.end).max(moved(range.start))
}

/// A range within a text that begins and ends between characters.
pub fn on_boundaries(text: &str, range: Range<usize>) -> Range<usize> {
    let fit = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    fit(range.start)..fit(range.end).max(fit(range.start))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(&text[narrowed(text, all.clone(), "mark", false)], "mark");
        assert_eq!(narrowed(text, all.clone(), "mark", false).start, text.find("mark,").unwrap());
        assert_eq!(narrowed(text, all.clone(), "mark", true).start, text.find("mark:").unwrap());
        assert_eq!(narrowed(text, all.clone(), "absent", true), all);
    }
}
