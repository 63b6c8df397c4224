//! Parts that several views use.

pub mod code;
pub mod entry;
pub mod swatch;

use egui::{Button, Response, RichText, TextEdit, Ui};

use crate::ui::theme::{GAP, GROUP_GAP, Tokens};

/// A field that filters a long list.
pub fn filter(ui: &mut Ui, text: &mut String, name: &str) -> Response {
    let field = ui.add(TextEdit::singleline(text).hint_text(name.to_owned()).desired_width(180.0));
    named(ui, &field, name);
    field
}

/// Whether something lies over everything and has the pointer and the keys: a dialog, or the setup of a game.
pub fn is_covered(ctx: &egui::Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_some())
}

/// Gives a widget that shows no name of its own one for screen readers, and for tests.
pub fn named(ui: &Ui, response: &Response, name: &str) {
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
}

/// A field for one line of text with its name before it.
pub fn line(ui: &mut Ui, name: &str, text: &mut String) -> Response {
    ui.horizontal(|ui| {
        let label = ui.label(name);
        ui.text_edit_singleline(text).labelled_by(label.id)
    })
    .inner
}

/// A form: names and fields in two columns, so that all fields begin at one edge.
pub fn form<R>(ui: &mut Ui, name: &str, rows: impl FnOnce(&mut Ui) -> R) -> R {
    egui::Grid::new(name).num_columns(2).spacing([12.0, GROUP_GAP - GAP]).show(ui, rows).inner
}

/// A row of a form with a field for one line of text that is so many points wide.
pub fn form_line(ui: &mut Ui, name: &str, edit: TextEdit<'_>, width: f32) -> Response {
    let label = ui.label(name);
    // Within what is there: long names leave less.
    ui.add(edit.desired_width(width.min(ui.available_width()))).labelled_by(label.id)
}

/// Width of a field for a path, with the button beside it, and of that button, in points.
const PATH: f32 = 420.0;
const BROWSE: f32 = 92.0;

/// A row of a form with a field for a path, and beside it the button that asks the system for one: its text and whether it
/// can be pressed, where the system can be asked. The field, and whether the button was pressed.
pub fn path_line(ui: &mut Ui, name: &str, path: &mut String, browse: Option<(String, bool)>) -> (Response, bool) {
    let label = ui.label(name);
    let row = ui.horizontal(|ui| {
        let width = if browse.is_some() { PATH - BROWSE } else { PATH };
        let field = ui.add(TextEdit::singleline(path).desired_width(width)).labelled_by(label.id);
        let pressed = browse.is_some_and(|(text, enabled)| ui.add_enabled(enabled, Button::new(text)).clicked());
        (field, pressed)
    });
    ui.end_row();
    row.inner
}

/// The one button that is meant; whether it was pressed.
pub fn main_button(ui: &mut Ui, tokens: &Tokens, enabled: bool, text: String) -> bool {
    let button = Button::new(RichText::new(text).color(tokens.on_accent)).fill(tokens.accent);
    ui.add_enabled(enabled, button).clicked()
}
