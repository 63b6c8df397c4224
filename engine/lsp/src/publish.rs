//! Sends findings to the client.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tilewright_core::diag::Severity;
use tilewright_kit::packs::find::PACK_FILE;
use tilewright_language::names::FileName;
use tilewright_language::place::FilePlace;
use tilewright_language::problems::PackProblem;

use crate::features::place::PlaceFinder;
use crate::open_pack::OpenPack;
use crate::positions::LineStarts;
use crate::protocol::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, PublishDiagnosticsParams, Range,
};
use crate::uris::uri_of;

/// Name of the server in findings.
const SOURCE: &str = "tilewright";

/// Returns the findings of each file whose findings have to be shown or removed.
pub(crate) fn findings(pack: &mut OpenPack, places: &PlaceFinder<'_>) -> Vec<PublishDiagnosticsParams> {
    let problems: Vec<PackProblem> = pack.problems().sorted().into_iter().cloned().collect();
    pack.index();
    let mut by_file: BTreeMap<Arc<str>, Vec<Diagnostic>> = BTreeMap::new();
    // The lines of a file are found once.
    let mut lines: BTreeMap<Arc<str>, LineStarts> = BTreeMap::new();
    for problem in &problems {
        let own = problem.place.as_ref().filter(|place| pack.texts().text(&place.path).is_some());
        let (path, range) = match own {
            Some(place) => {
                let text = pack.texts().text(&place.path).map_or("", |text| &**text);
                let starts = lines.entry(place.path.clone()).or_insert_with(|| LineStarts::new(text));
                (place.path.clone(), starts.range(text, &place.range, places.unit))
            }
            // A finding without a place, or in another pack, is shown at the top of the pack.
            None => (PACK_FILE.into(), Range::default()),
        };
        let related = |(place, label): &(Option<FilePlace>, String)| {
            let place = place.as_ref()?;
            let location = places.location(pack, &FileName::of_place(&pack.id, &place.path), &place.range)?;
            Some(DiagnosticRelatedInformation { location, message: label.clone() })
        };
        let related: Vec<DiagnosticRelatedInformation> = problem.related.iter().filter_map(related).collect();
        let found = &problem.diagnostic;
        let mut message = found.message.clone();
        if own.is_none() && !problem.shown.is_empty() {
            message = format!("{}: {message}", problem.shown);
        }
        if let Some(hint) = &found.hint {
            message = format!("{message}\n{hint}");
        }
        by_file.entry(path).or_default().push(Diagnostic {
            range,
            severity: Some(match found.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(found.code.to_owned())),
            source: Some(SOURCE.to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            ..Diagnostic::default()
        });
    }
    let with_findings: BTreeSet<Arc<str>> = by_file.keys().cloned().collect();
    let emptied: Vec<Arc<str>> = pack.published.difference(&with_findings).cloned().collect();
    by_file.extend(emptied.into_iter().map(|path| (path, Vec::new())));
    pack.published = with_findings;
    let file = |(path, diagnostics): (Arc<str>, Vec<Diagnostic>)| {
        let uri = uri_of(&pack.folder.join(&*path))?;
        Some(PublishDiagnosticsParams { uri, diagnostics, version: None })
    };
    by_file.into_iter().filter_map(file).collect()
}

/// Returns messages that remove all findings of a pack.
pub(crate) fn no_findings(pack: &OpenPack) -> Vec<PublishDiagnosticsParams> {
    let uris = pack.published.iter().filter_map(|path| uri_of(&pack.folder.join(&**path)));
    uris.map(|uri| PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None }).collect()
}
