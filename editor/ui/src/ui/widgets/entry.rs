//! Form fields that keep typed text until it fits the document. Typed text is never lost: not while it is invalid, not
//! when the field loses the keyboard, and not when the document changes elsewhere.

use std::collections::HashMap;

use egui::{Id, Key, Response, TextEdit, Ui};

use crate::ui::widgets::set_name;

/// Moment at which typed text is returned to the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handing {
    /// After each key press, for a live preview.
    Live,
    /// When the user presses Enter, and when the field loses the focus.
    Done,
}

/// Appearance of a field.
#[derive(Clone, Copy, Debug)]
pub struct FieldShape<'a> {
    /// Name for screen readers and tests.
    pub name: &'a str,
    /// Width of the field, in points.
    pub width: f32,
    /// Text that an empty field shows.
    pub hint: &'a str,
    /// True if the field shows code in a monospaced font.
    pub code: bool,
}

#[derive(Clone, Debug, Default)]
struct FieldText {
    text: String,
    /// Value of the document in the last frame.
    seen: String,
    /// Text that was last returned to the caller, and the reason if it was refused.
    handed: Option<String>,
    refused: Option<String>,
}

/// Typed texts of all fields in a view.
#[derive(Clone, Debug, Default)]
pub struct FieldTexts(HashMap<Id, FieldText>);

impl FieldTexts {
    /// Draws a field for a value of the document; returns the new value once it is due.
    pub fn line(
        &mut self,
        ui: &mut Ui,
        id: Id,
        shape: FieldShape<'_>,
        value: &str,
        when: Handing,
    ) -> (Response, Option<String>) {
        let entry = self.0.entry(id).or_insert_with(|| FieldText {
            text: value.to_owned(),
            seen: value.to_owned(),
            ..FieldText::default()
        });
        if entry.seen != value {
            // The document changed. If the change was made elsewhere, it overrides the typed text.
            let own = entry.handed.as_deref() == Some(&*entry.text) && ui.memory(|m| m.has_focus(id));
            value.clone_into(&mut entry.seen);
            if !own {
                value.clone_into(&mut entry.text);
            }
            (entry.handed, entry.refused) = (None, None);
        }
        // A value with several lines keeps its line breaks and comments.
        let edit = match entry.text.contains('\n') {
            true => TextEdit::multiline(&mut entry.text).desired_rows(2),
            false => TextEdit::singleline(&mut entry.text),
        };
        let mut edit = edit
            .id(id)
            .desired_width(shape.width)
            .min_size(egui::Vec2::new(shape.width, 0.0))
            .hint_text(shape.hint.to_owned());
        if shape.code {
            edit = edit.font(egui::TextStyle::Monospace);
        }
        let field = ui.add(edit);
        set_name(ui, &field, shape.name);
        let escaped = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Escape));
        if escaped {
            entry.text.clone_from(&entry.seen);
            (entry.handed, entry.refused) = (None, None);
        }
        let due = match when {
            Handing::Live => field.changed() || !field.has_focus(),
            Handing::Done => !field.has_focus(),
        };
        let new = entry.text != entry.seen && entry.handed.as_deref() != Some(&*entry.text);
        let out = (due && new && !escaped).then(|| entry.text.clone());
        if let Some(text) = &out {
            entry.handed = Some(text.clone());
            entry.refused = None;
        }
        (field, out)
    }

    /// Records why the last returned text was refused; the typed text stays in the field.
    pub fn refuse(&mut self, id: Id, why: String) {
        if let Some(entry) = self.0.get_mut(&id) {
            entry.refused = Some(why);
        }
    }

    /// Clears a field after its text has been used.
    pub fn clear(&mut self, id: Id) {
        self.0.remove(&id);
    }

    /// Returns the reason why the text of a field was refused; `None` if it was not.
    pub fn refusal(&self, id: Id) -> Option<&str> {
        self.0.get(&id).and_then(|e| e.refused.as_deref())
    }
}
