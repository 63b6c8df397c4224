//! Finds the text of a file that a place names, and the text field that shows it.

use std::sync::Arc;

use egui::Id;

use crate::context::ViewCx;

/// Returns the text of a file of the open pack, of another pack or of the rule library.
pub(crate) fn text_of(cx: &ViewCx<'_>, path: &str) -> Option<Arc<str>> {
    match path.split_once(':') {
        None => cx.document.text(path).cloned(),
        Some(("", module)) => cx.surroundings.module(module.strip_suffix(".lua")?).cloned(),
        Some((pack, path)) => cx.surroundings.files(pack)?.get(path).cloned(),
    }
}

/// Returns the widget id of a file's text field.
pub(super) fn field_id(path: &str) -> Id {
    Id::unique(("code field", path))
}
