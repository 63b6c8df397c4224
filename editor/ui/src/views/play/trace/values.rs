//! The values at the current line: the watched expression, locals, counters and events.

use egui::{Grid, RichText, Ui};
use tilewright_editor_model::table::trace_walk::TraceWalk;

use crate::context::ViewCx;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;
use crate::views::play::inspector::events;
use crate::views::play::told;

/// Draws the values at the current line.
pub(super) fn show(ui: &mut Ui, cx: &ViewCx<'_>, walk: &TraceWalk, is_watching: bool) {
    let Some((moment, _)) = walk.moment() else { return };
    if is_watching {
        match &moment.watched {
            Some(Ok(value)) => {
                let shown = ui.label(RichText::new(&**value).monospace());
                widgets::set_name(ui, &shown, &cx.texts.with_name("trace-watched", value));
                shown
            }
            Some(Err(why)) => ui.label(RichText::new(&**why).color(cx.tokens.error)),
            None => ui.label(RichText::new(cx.t("trace-watch-unknown")).color(cx.tokens.weak)),
        };
        ui.separator();
    }
    ui.label(RichText::new(cx.t("trace-values")).medium());
    if moment.locals.is_empty() {
        ui.label(RichText::new(cx.t("trace-no-values")).color(cx.tokens.weak));
    }
    Grid::new("locals").num_columns(3).striped(true).show(ui, |ui| {
        for local in &moment.locals {
            ui.label(RichText::new(&*local.name).monospace().color(cx.tokens.name));
            let changed = walk.trace().has_changed(walk.at(), local);
            ui.label(if changed { RichText::new(cx.t("trace-changed")).color(cx.tokens.warning) } else { "".into() });
            let value = ui.label(RichText::new(&*local.value).monospace());
            let key = if changed { "trace-value-changed" } else { "trace-value" };
            let values = [("name", (&*local.name).into()), ("value", (&*local.value).into())];
            widgets::set_name(ui, &value, &cx.texts.with(key, &values));
            ui.end_row();
        }
    });
    if !moment.counters.is_empty() {
        ui.separator();
        ui.label(RichText::new(cx.t("inside-counters")).medium());
        let before = walk.at().checked_sub(1).and_then(|at| walk.trace().moments.get(at));
        Grid::new("counters").num_columns(3).striped(true).show(ui, |ui| {
            for counter in &*moment.counters {
                let name = counter.seat.map_or_else(
                    || counter.name.clone(),
                    |seat| format!("{} · {}", counter.name, told::seat(cx, seat)),
                );
                let changed = before.is_some_and(|before| !before.counters.contains(counter));
                ui.label(name);
                ui.label(if changed {
                    RichText::new(cx.t("trace-changed")).color(cx.tokens.warning)
                } else {
                    "".into()
                });
                let value = ui.label(counter.value.to_string());
                let key = if changed { "trace-value-changed" } else { "trace-value" };
                let values = [("name", counter.name.as_str().into()), ("value", counter.value.to_string().into())];
                widgets::set_name(ui, &value, &cx.texts.with(key, &values));
                ui.end_row();
            }
        });
    }
    let events = walk.events();
    if !events.is_empty() {
        ui.separator();
        ui.label(RichText::new(cx.t("trace-events")).medium());
        for event in events.iter().rev() {
            ui.label(events::line(cx, walk.session(), event));
        }
    }
}
