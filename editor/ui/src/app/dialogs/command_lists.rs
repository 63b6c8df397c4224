//! The palette of all commands and the list of their keyboard shortcuts.

use egui::{Align, Button, Key, Label, Layout, RichText, ScrollArea, TextEdit, Ui, Vec2};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher};
use tilewright_editor_model::texts::UiTexts;

use super::draw::{DialogOutcome, Draw};
use crate::context::command::{EditorCommand, Menu};
use crate::ui::theme::{Emphasis, GAP, GROUP_GAP};
use crate::ui::widgets;

/// Preferred width of the shortcut list, and minimum width for two columns, both in points.
pub(super) const KEYS_WIDTH: f32 = 760.0;
const TWO: f32 = 560.0;
/// Space between the columns, and height of a row, in points.
const BETWEEN: f32 = 36.0;
const ROW: f32 = 21.0;

impl Draw<'_> {
    pub(super) fn palette(&self, ui: &mut Ui, text: &mut String, at: &mut usize) -> Option<DialogOutcome> {
        let (up, down, enter) = ui.input_mut(|i| {
            let none = egui::Modifiers::NONE;
            (i.consume_key(none, Key::ArrowUp), i.consume_key(none, Key::ArrowDown), i.consume_key(none, Key::Enter))
        });
        let name = self.t("palette-field");
        let field = ui.add(TextEdit::singleline(text).hint_text(&name).desired_width(f32::INFINITY));
        widgets::set_name(ui, &field, &name);
        self.first(&field);
        if field.changed() {
            *at = 0;
        }
        let found = search(self.texts, text);
        let count = found.len().max(1);
        *at = match (up, down) {
            (true, _) => (*at + count - 1) % count,
            (_, true) => (*at + 1) % count,
            _ => (*at).min(count - 1),
        };
        if enter {
            return found.get(*at).map(|&command| DialogOutcome::Command(command));
        }
        let mut outcome = None;
        // A fixed width and height keep the text field in place while the user types.
        let list = ScrollArea::vertical().max_height(340.0).min_scrolled_height(340.0).auto_shrink(false);
        list.show(ui, |ui| {
            if found.is_empty() {
                ui.label(RichText::new(self.t("filter-nothing")).color(self.tokens.weak));
            }
            for (index, command) in found.into_iter().enumerate() {
                let keys = command.shortcut().map(|k| ui.ctx().format_shortcut(&k)).unwrap_or_default();
                let entry = Button::selectable(index == *at, self.t(command.text())).shortcut_text(keys);
                let entry = ui.add(entry.min_size(Vec2::new(ui.available_width(), 0.0)));
                if index == *at && (up || down) {
                    entry.scroll_to_me(None);
                }
                if entry.clicked() {
                    outcome = Some(DialogOutcome::Command(command));
                }
            }
        });
        outcome
    }

    /// Draws the shortcuts of all commands, menu by menu, in one or two columns.
    pub(super) fn shortcuts(&self, ui: &mut Ui) -> Option<DialogOutcome> {
        ui.heading(self.t("command-shortcuts"));
        let height = (ui.ctx().content_rect().height() - 180.0).max(120.0);
        let all = ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, true]);
        all.show(ui, |ui| {
            let columns = if ui.available_width() >= TWO { 2 } else { 1 };
            ui.spacing_mut().item_spacing.x = BETWEEN;
            ui.columns(columns, |columns| {
                for menu in Menu::ALL {
                    // Each menu is added to the shorter column.
                    let shortest =
                        columns.iter_mut().min_by(|a, b| a.min_rect().height().total_cmp(&b.min_rect().height()));
                    if let Some(ui) = shortest {
                        self.keys_of(ui, menu);
                    }
                }
            });
        });
        ui.button(self.t("close")).clicked().then_some(DialogOutcome::Cancel)
    }

    fn keys_of(&self, ui: &mut Ui, menu: Menu) {
        // Tight rows let most windows show the whole list.
        ui.spacing_mut().item_spacing = Vec2::new(GAP, 0.0);
        ui.spacing_mut().interact_size.y = ROW;
        ui.label(RichText::new(self.t(menu.text())).medium().color(self.tokens.accent));
        let commands = EditorCommand::all().iter().filter(|command| command.menu() == menu);
        for (command, keys) in commands.filter_map(|command| Some((command, command.shortcut()?))) {
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(RichText::new(ui.ctx().format_shortcut(&keys)).color(self.tokens.weak));
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        ui.add(Label::new(self.t(command.text())).truncate());
                    });
                });
            });
        }
        ui.add_space(GROUP_GAP);
    }
}

/// Returns the commands whose names match `wanted`, best match first.
fn search(texts: &UiTexts, wanted: &str) -> Vec<EditorCommand> {
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(wanted, CaseMatching::Ignore, Normalization::Smart);
    let mut found: Vec<(u32, EditorCommand)> = EditorCommand::all()
        .iter()
        .copied()
        .filter(|c| *c != EditorCommand::Palette)
        .filter_map(|command| {
            let name = texts.get(command.text());
            let mut room = Vec::new();
            let score = pattern.score(nucleo_matcher::Utf32Str::new(&name, &mut room), &mut matcher)?;
            Some((score, command))
        })
        .collect();
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().map(|(_, command)| command).collect()
}
