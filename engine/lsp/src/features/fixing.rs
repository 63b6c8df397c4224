//! Offers the fixes of findings as code actions.

use tilewright_core::diag::Fix;
use tilewright_language::fixes;

use super::ClientFacts;
use super::workspace_edit::{EditMaker, touch};
use crate::documents::OpenFile;
use crate::open_pack::OpenPack;
use crate::positions::ColumnUnit;
use crate::protocol::{CodeAction, CodeActionKind, Diagnostic, Range};

/// Returns the fixes of the findings in a range of a file. `shown` are the findings that the client shows there.
pub(crate) fn fixes_in(
    open: &OpenFile,
    pack: &mut OpenPack,
    range: Range,
    shown: &[Diagnostic],
    client: &ClientFacts,
    unit: ColumnUnit,
) -> Vec<CodeAction> {
    let here: Vec<_> = pack.problems().of_file(&open.path).map(|(problem, place)| (problem.clone(), place)).collect();
    let maker = EditMaker { pack, client, unit };
    let fixed = here.into_iter().filter_map(|(problem, place)| {
        let place = open.lines.range(&open.text, &place, unit);
        if !touch(place, range) {
            return None;
        }
        let title = fixes::label(&problem, maker.pack.texts(), &client.texts)?;
        let edit = maker.edit(&fixes::changes(&problem, maker.pack.texts())?, None)?;
        let is_safe = matches!(problem.diagnostic.fix, Some(Fix::NewName { .. }));
        let own: Vec<Diagnostic> = shown.iter().filter(|finding| finding.range == place).cloned().collect();
        Some(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: (!own.is_empty()).then_some(own),
            edit: Some(edit),
            is_preferred: is_safe.then_some(true),
            ..CodeAction::default()
        })
    });
    fixed.collect()
}
