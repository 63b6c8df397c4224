//! Finds the text of a file that a place names.

use std::sync::Arc;

use crate::context::Cx;

/// Returns the text of a file of the open pack, of another pack or of the rule library.
pub(crate) fn text_of(cx: &Cx<'_>, path: &str) -> Option<Arc<str>> {
    match path.split_once(':') {
        None => cx.document.text(path).cloned(),
        Some(("", module)) => cx.surroundings.module(module.strip_suffix(".lua")?).cloned(),
        Some((pack, path)) => cx.surroundings.files(pack)?.get(path).cloned(),
    }
}
