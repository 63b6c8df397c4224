//! Fields of forms that hold what was typed until it can stand in the document. What is typed is never lost: not when
//! it makes no sense yet, not when the field is left, not when the text changes elsewhere meanwhile.

use std::collections::HashMap;

use egui::{Id, Key, Response, TextEdit, Ui};

use crate::ui::widgets::named;

/// When typed text is handed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handing {
    /// With every key.
    Live,
    /// With Enter, and when the field is left.
    Done,
}

/// How a field looks.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    /// Its name, for screen readers and tests.
    pub name: &'a str,
    /// Its width in points.
    pub width: f32,
    /// Shown while it is empty.
    pub hint: &'a str,
    /// Whether it shows code.
    pub code: bool,
}

#[derive(Clone, Debug, Default)]
struct Entry {
    text: String,
    /// What the document said when it was last looked at.
    seen: String,
    /// What was handed over last, and why it was refused, if it was.
    handed: Option<String>,
    refused: Option<String>,
}

/// What was typed into the fields of a view.
#[derive(Clone, Debug, Default)]
pub struct Entries(HashMap<Id, Entry>);

impl Entries {
    /// Draws a field for a value of the document, and returns what is to be put into the document.
    pub fn line(
        &mut self,
        ui: &mut Ui,
        id: Id,
        shape: Shape<'_>,
        value: &str,
        when: Handing,
    ) -> (Response, Option<String>) {
        let entry = self.0.entry(id).or_insert_with(|| Entry {
            text: value.to_owned(),
            seen: value.to_owned(),
            ..Entry::default()
        });
        if entry.seen != value {
            // Changed by what was handed over, or elsewhere; in the second case what is elsewhere counts.
            let own = entry.handed.as_deref() == Some(&*entry.text) && ui.memory(|m| m.has_focus(id));
            value.clone_into(&mut entry.seen);
            if !own {
                value.clone_into(&mut entry.text);
            }
            (entry.handed, entry.refused) = (None, None);
        }
        // What has several lines keeps them, and the comments in them.
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
        named(ui, &field, shape.name);
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

    /// Says why what was handed over was not taken; the typed text stays in its field.
    pub fn refuse(&mut self, id: Id, why: String) {
        if let Some(entry) = self.0.get_mut(&id) {
            entry.refused = Some(why);
        }
    }

    /// Empties a field whose text has been used.
    pub fn clear(&mut self, id: Id) {
        self.0.remove(&id);
    }

    /// Why the text in a field was not taken.
    pub fn refused(&self, id: Id) -> Option<&str> {
        self.0.get(&id).and_then(|e| e.refused.as_deref())
    }
}
