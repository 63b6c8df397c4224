//! Answers requests about a whole file: its outline, layout, hints and lenses.

use tilewright_language::change::Splice;
use tilewright_language::hints::hints;
use tilewright_language::listed_tests::listed_tests;
use tilewright_language::symbols::{Symbol, SymbolKind, symbols};
use tilewright_language::texts::LanguageTexts;
use tilewright_language::tidy::tidy;

use super::ClientFacts;
use crate::documents::OpenFile;
use crate::open_pack::OpenPack;
use crate::positions::ColumnUnit;
use crate::protocol::{
    self, CodeLens, DocumentSymbol, InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip, Range, TextEdit,
};
use crate::test_runs::RUN_TEST;

/// Returns the outline of a file.
pub(crate) fn outline(open: &OpenFile, unit: ColumnUnit) -> Vec<DocumentSymbol> {
    symbols(&open.path, &open.text).iter().map(|symbol| shown(symbol, open, unit)).collect()
}

#[expect(deprecated, reason = "the type of the protocol still has its old field")]
fn shown(symbol: &Symbol, open: &OpenFile, unit: ColumnUnit) -> DocumentSymbol {
    let range = |range| open.lines.range(&open.text, range, unit);
    let children: Vec<DocumentSymbol> = symbol.children.iter().map(|child| shown(child, open, unit)).collect();
    DocumentSymbol {
        // Clients refuse symbols without a name.
        name: if symbol.name.is_empty() { "?".to_owned() } else { symbol.name.clone() },
        detail: None,
        kind: match symbol.kind {
            SymbolKind::Section => protocol::SymbolKind::NAMESPACE,
            SymbolKind::Declaration => protocol::SymbolKind::OBJECT,
            SymbolKind::Test => protocol::SymbolKind::METHOD,
            SymbolKind::Text => protocol::SymbolKind::STRING,
            SymbolKind::Function => protocol::SymbolKind::FUNCTION,
            SymbolKind::Hook => protocol::SymbolKind::EVENT,
        },
        tags: None,
        deprecated: None,
        range: range(&symbol.range),
        selection_range: range(&symbol.name_range),
        children: (!children.is_empty()).then_some(children),
    }
}

/// Returns the edit that tidies a data file; nothing for rules and for texts with mistakes.
pub(crate) fn formatting(open: &OpenFile, unit: ColumnUnit) -> Vec<TextEdit> {
    let tidied = tidy(&open.path, &open.text);
    let splice = tidied.and_then(|tidied| Splice::from_difference(&open.text, &tidied));
    let edit = splice.map(|splice| TextEdit {
        range: open.lines.range(&open.text, &(splice.at..splice.at + splice.removed.len()), unit),
        new_text: splice.inserted,
    });
    edit.into_iter().collect()
}

/// Returns the hints in a part of a file.
pub(crate) fn inlay_hints(open: &OpenFile, pack: &mut OpenPack, part: Range, unit: ColumnUnit) -> Vec<InlayHint> {
    let offset = |position| open.lines.offset(&open.text, position, unit);
    let part = offset(part.start)..offset(part.end);
    let file = pack.file(&open.path);
    let found = hints(pack.index(), &file, &open.text, &part).into_iter();
    let hint = |hint: tilewright_language::hints::ValueHint| InlayHint {
        position: open.lines.position(&open.text, hint.at, unit),
        label: InlayHintLabel::String(hint.label),
        kind: hint.is_name.then_some(InlayHintKind::PARAMETER),
        text_edits: None,
        tooltip: (!hint.details.is_empty()).then_some(InlayHintTooltip::String(hint.details)),
        padding_left: Some(!hint.is_name),
        padding_right: Some(hint.is_name),
        data: None,
    };
    found.map(hint).collect()
}

/// Returns a lens for each test of a file, after one for all tests of the pack.
pub(crate) fn lenses(open: &OpenFile, uri: &protocol::Uri, client: &ClientFacts, unit: ColumnUnit) -> Vec<CodeLens> {
    let tests = listed_tests(&open.path, &open.text);
    let lens = |title: &str, range: Range, arguments: Vec<serde_json::Value>| CodeLens {
        range,
        command: Some(protocol::Command {
            title: client.texts.get(title),
            command: RUN_TEST.to_owned(),
            arguments: Some(arguments),
        }),
        data: None,
    };
    let all = (!tests.is_empty()).then(|| lens("test-run-all", Range::default(), vec![uri.as_str().into()]));
    let each = tests.iter().map(|test| {
        let start = open.lines.range(&open.text, &(test.range.start..test.range.start), unit);
        lens("test-run", start, vec![uri.as_str().into(), test.name.as_str().into()])
    });
    all.into_iter().chain(each).collect()
}
