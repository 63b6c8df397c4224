//! Widgets that several views share.

pub mod code;
pub mod entry;
pub mod swatch;

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Button, Color32, FontId, Galley, Label, Response, RichText, TextEdit, TextStyle, Ui};

use crate::ui::icons::medium;
use crate::ui::theme::{GAP, GROUP_GAP, Tokens};

/// Draws a text field that filters a long list.
pub fn filter(ui: &mut Ui, text: &mut String, name: &str) -> Response {
    let field = ui.add(TextEdit::singleline(text).hint_text(name.to_owned()).desired_width(180.0));
    set_name(ui, &field, name);
    field
}

/// True if a modal layer, such as a dialog or the game setup, has the pointer and the keyboard.
pub fn is_covered(ctx: &egui::Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_some())
}

/// Sets the name of a widget without visible label, for screen readers and tests.
pub fn set_name(ui: &Ui, response: &Response, name: &str) {
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
}

/// Draws a text field for a single line with a label before it.
pub fn line(ui: &mut Ui, name: &str, text: &mut String) -> Response {
    ui.horizontal(|ui| {
        let label = ui.label(name);
        ui.text_edit_singleline(text).labelled_by(label.id)
    })
    .inner
}

/// Draws a form with labels and fields in two columns, so that all fields are left-aligned.
pub fn form<R>(ui: &mut Ui, name: &str, rows: impl FnOnce(&mut Ui) -> R) -> R {
    egui::Grid::new(name).num_columns(2).spacing([12.0, GROUP_GAP - GAP]).show(ui, rows).inner
}

/// Draws a row of a form with a single-line text field of at most `width` points.
pub fn form_line(ui: &mut Ui, name: &str, edit: TextEdit<'_>, width: f32) -> Response {
    let label = ui.label(name);
    // A long label leaves less space for the field.
    ui.add(edit.desired_width(width.min(ui.available_width()))).labelled_by(label.id)
}

/// Width of a path field with its browse button, and of that button, in points.
const PATH: f32 = 420.0;
const BROWSE: f32 = 92.0;

/// Draws a row of a form with a path field and, if `browse` has its label and enabled state, a button for the system's
/// file dialog. Returns the field, and true if the button was pressed.
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

/// Draws the main button of a dialog; returns true if it was pressed.
pub fn main_button(ui: &mut Ui, tokens: &Tokens, enabled: bool, text: String) -> bool {
    let button = Button::new(RichText::new(text).color(tokens.on_accent)).fill(tokens.accent);
    ui.add_enabled(enabled, button).clicked()
}

/// Returns the width of a text of medium weight in one line, in points.
pub fn text_width(ui: &Ui, text: &str) -> f32 {
    let size = TextStyle::Body.resolve(ui.style()).size;
    ui.painter().layout_no_wrap(text.to_owned(), FontId::new(size, medium()), Color32::PLACEHOLDER).size().x
}

/// Draws a small text in at most two lines and `width` points, as narrow as two lines allow; the tooltip has a text that
/// is longer.
pub fn two_lines(ui: &mut Ui, text: &str, colour: Color32, width: f32) -> Response {
    let galley = |ui: &Ui, width: f32| -> Arc<Galley> {
        let mut job = LayoutJob::simple(text.to_owned(), TextStyle::Small.resolve(ui.style()), colour, width);
        job.wrap.max_rows = 2;
        ui.painter().layout_job(job)
    };
    let whole = galley(ui, f32::INFINITY).size().x;
    // Half of the length rarely suffices, because lines break between words.
    let steps = [0.55, 0.65, 0.8].into_iter().map(|part| galley(ui, (whole * part).min(width)));
    let fits = steps.into_iter().find(|galley| !galley.elided).unwrap_or_else(|| galley(ui, width));
    let elided = fits.elided;
    let shown = ui.add(Label::new(fits));
    if elided { shown.on_hover_text(text) } else { shown }
}
