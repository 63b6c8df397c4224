//! The text of the current rule, with the current line and the break lines.

use egui::{Button, RichText, ScrollArea, Ui, Vec2};
use tilewright_editor_model::table::trace_walk::{BreakLines, TraceWalk};

use crate::context::ViewCx;
use crate::ui::widgets;

/// State of the list of lines.
#[derive(Default)]
pub(super) struct SourceList {
    /// Module and moment to which the list was last scrolled.
    shown: Option<(usize, usize)>,
}

impl SourceList {
    /// Draws the lines of the module; a click on a line adds or removes a break line.
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, walk: &TraceWalk, breaks: &mut BreakLines) {
        let Some((moment, _)) = walk.moment() else { return };
        let Some(module) = walk.catalog().modules.get(moment.module) else { return };
        let lines: Vec<&str> = module.source.lines().collect();
        let height = ui.text_style_height(&egui::TextStyle::Monospace) + 2.0 * ui.spacing().button_padding.y;
        let width = ui.available_width();
        let mut area = ScrollArea::both().id_salt(("source", moment.module)).auto_shrink(false);
        if self.shown != Some((moment.module, walk.at())) {
            self.shown = Some((moment.module, walk.at()));
            let row = height + ui.spacing().item_spacing.y;
            let middle = (moment.line as f32 - 1.0) * row - ui.available_height() / 2.0;
            area = area.vertical_scroll_offset(middle.max(0.0));
        }
        area.show_rows(ui, height, lines.len(), |ui, rows| {
            for (index, text) in lines.iter().enumerate().take(rows.end).skip(rows.start) {
                let line = index as u32 + 1;
                let (is_current, is_break) = (line == moment.line, breaks.contains(&module.path, line));
                let sign = if is_current { "▶" } else { " " };
                let stop = if is_break { "●" } else { " " };
                let shown = RichText::new(format!("{line:>4} {stop}{sign} {text}")).monospace();
                let button = Button::selectable(is_current, shown).wrap_mode(egui::TextWrapMode::Extend);
                let button = ui.add(button.min_size(Vec2::new(width, height)));
                let button =
                    button.on_hover_text(cx.t(if is_break { "trace-break-remove" } else { "trace-break-add" }));
                let key = match (is_current, is_break) {
                    (true, true) => "trace-line-both",
                    (true, false) => "trace-line-current",
                    (false, true) => "trace-line-break",
                    (false, false) => "trace-line",
                };
                let values = [("n", line.into()), ("text", text.trim().into())];
                widgets::set_name(ui, &button, &cx.texts.with(key, &values));
                if button.clicked() {
                    breaks.toggle(&module.path, line);
                }
            }
        });
    }
}
