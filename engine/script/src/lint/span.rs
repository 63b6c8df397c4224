//! Locates parts of a syntax tree in the text.

use full_moon::node::Node;
use tilewright_core::catalog::ModuleUse;
use tilewright_core::diag::{Diagnostic, Span};

/// Returns the positions of the first byte of a part of the tree and of the byte after its last one; `None` for an
/// empty part.
///
/// All tokens count, because the parser's own end of `list[i]` excludes the closing bracket.
pub(crate) fn span(node: &impl Node) -> Option<(usize, usize)> {
    let mut found: Option<(usize, usize)> = None;
    for token in node.tokens() {
        let (start, end) = (token.token().start_position().bytes(), token.token().end_position().bytes());
        found = Some(found.map_or((start, end), |(first, last)| (first.min(start), last.max(end))));
    }
    found
}

/// Returns [`span`], or `(0, 0)` for an empty part.
pub(super) fn bytes(node: &impl Node) -> (usize, usize) {
    span(node).unwrap_or_default()
}

/// Sets the place of a finding: in the module, or where the module is switched on.
pub(crate) fn place(mut diagnostic: Diagnostic, module: &ModuleUse, span: Option<Span>) -> Diagnostic {
    if let Some(span) = span {
        diagnostic = diagnostic.with_span(span);
        if let Some(used) = module.span {
            diagnostic = diagnostic.with_related(used, "switched on here");
        }
    } else if let Some(used) = module.span {
        diagnostic = diagnostic.with_span(used);
    }
    diagnostic
}
