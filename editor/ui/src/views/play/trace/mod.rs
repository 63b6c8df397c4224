//! The rules of the last move, line by line: a walk in both directions, with the values at each line.
//!
//! The move is recorded when the view is drawn and the position has not changed since the frame before.

mod source;
mod values;

use std::sync::Arc;

use egui::{Button, RichText, Ui, Vec2};
use tilewright_editor_model::table::TableGame;
use tilewright_editor_model::table::trace_walk::{BreakLines, TraceWalk, WalkStep};
use tilewright_kit::games::trace::{TraceError, TracedPart, TracingPacks};
use tilewright_script::WatchExpression;
use tilewright_wording::why::Rule;

use crate::context::ViewCx;
use crate::context::command::EditorCommand;
use crate::play::PlayState;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;
use crate::views::play::told;

/// Position at a table: its number, its changes, and the length of its log.
type TablePosition = (u64, (u64, usize));

/// Packs that record: the number of the table, its rules, and the watched expression.
type PacksKey = (u64, usize, String);

/// State of the view.
#[derive(Default)]
pub struct TraceView {
    packs: Option<(PacksKey, TracingPacks)>,
    walk: Option<(TablePosition, Result<TraceWalk, TraceError>)>,
    /// Position in the frame before.
    seen: Option<TablePosition>,
    /// Break lines while the view is drawn; else they are part of the play state.
    breaks: BreakLines,
    /// Text in the field for the watched expression.
    typed: String,
    /// Expression that is computed.
    watch: Option<WatchExpression>,
    /// Reason why the text is not computed.
    refused: Option<String>,
    /// Step that a command requested.
    step: Option<WalkStep>,
    /// Moment at which the walk continues when the same move is recorded again.
    resumes_at: Option<usize>,
    source: source::SourceList,
}

/// Returns the step of a command.
fn step_of(command: EditorCommand) -> Option<WalkStep> {
    Some(match command {
        EditorCommand::NextLine => WalkStep::Forth,
        EditorCommand::PreviousLine => WalkStep::Back,
        EditorCommand::NextBreak => WalkStep::NextBreak,
        EditorCommand::PreviousBreak => WalkStep::PreviousBreak,
        EditorCommand::NextEvent => WalkStep::NextEvent,
        _ => return None,
    })
}

impl TraceView {
    /// Takes the step of a command when the view is next drawn.
    pub fn command(&mut self, command: EditorCommand) {
        self.step = step_of(command);
    }

    /// Draws the view.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &mut PlayState) {
        std::mem::swap(&mut self.breaks, &mut play.marks.breaks);
        self.draw(ui, cx, play);
        std::mem::swap(&mut self.breaks, &mut play.marks.breaks);
        let moment = match &self.walk {
            Some((_, Ok(walk))) => walk.moment().zip(Some(walk.catalog())),
            _ => None,
        };
        play.marks.current = moment.and_then(|((moment, _), catalog)| {
            Some((Arc::clone(&catalog.modules.get(moment.module)?.path), moment.line))
        });
    }

    fn draw(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) {
        let Some(table) = &play.table else {
            ui.label(RichText::new(cx.t("play-no-game")).color(cx.tokens.weak));
            return;
        };
        if table.keeps_secrets() {
            // The values may be secrets of another player.
            ui.label(RichText::new(cx.t("play-secret")).color(cx.tokens.weak));
            return;
        }
        self.record(ui, table);
        let walk = match &mut self.walk {
            Some((_, Ok(walk))) => walk,
            Some((_, Err(error))) => {
                let text = match error {
                    TraceError::Jump(_) => cx.t("trace-gone"),
                    TraceError::Watch => cx.t("trace-watch-changes"),
                    other => other.to_string(),
                };
                ui.label(RichText::new(text).color(cx.tokens.error));
                self.watch_field(ui, cx);
                return;
            }
            None => return,
        };
        let mut step = self.step.take();
        ui.horizontal_wrapped(|ui| {
            controls(ui, cx, walk, &self.breaks, &mut step);
        });
        if let Some(target) = step.and_then(|step| walk.target(step, &self.breaks)) {
            walk.go_to(target);
        }
        if walk.moment().is_none() {
            ui.label(RichText::new(cx.t("trace-none")).color(cx.tokens.weak));
            return;
        }
        heading(ui, cx, walk);
        ui.separator();
        let whole = ui.available_size();
        ui.horizontal_top(|ui| {
            let down = egui::Layout::top_down(egui::Align::Min);
            ui.allocate_ui_with_layout(Vec2::new(whole.x * 0.55, whole.y), down, |ui| {
                if let Some((_, Ok(walk))) = &self.walk {
                    self.source.show(ui, cx, walk, &mut self.breaks);
                }
            });
            ui.separator();
            ui.vertical(|ui| {
                egui::ScrollArea::both().id_salt("values").auto_shrink(false).show(ui, |ui| {
                    self.watch_field(ui, cx);
                    if let Some((_, Ok(walk))) = &self.walk {
                        values::show(ui, cx, walk, self.watch.is_some());
                    }
                });
            });
        });
    }

    /// Records the move, if the position has changed and stayed the same for one frame.
    fn record(&mut self, ui: &Ui, table: &TableGame) {
        let now = (table.number(), table.position());
        let is_known = self.walk.as_ref().is_some_and(|(position, _)| *position == now);
        if is_known {
            return;
        }
        if self.walk.is_some() {
            self.resumes_at = None;
        }
        if self.seen.replace(now) != Some(now) {
            ui.ctx().request_repaint();
            return;
        }
        let (loaded, rules) = table.rules();
        let text = self.watch.as_ref().map_or("", WatchExpression::text).to_owned();
        let key = (table.number(), rules, text);
        if self.packs.as_ref().is_none_or(|(known, _)| *known != key) {
            let seats = table.game().seat_count() as u8;
            match TracingPacks::new(loaded, seats, self.watch.as_ref()) {
                Ok(packs) => self.packs = Some((key, packs)),
                Err(error) => {
                    self.walk = Some((now, Err(TraceError::Packs(error))));
                    return;
                }
            }
        }
        let Some((_, packs)) = &self.packs else { return };
        let walk = TraceWalk::record(table, packs).map(|mut walk| {
            if let Some(moment) = self.resumes_at.take() {
                walk.go_to(moment);
            }
            walk
        });
        self.walk = Some((now, walk));
    }

    /// Draws the field for the watched expression, with the reason why a text is refused.
    fn watch_field(&mut self, ui: &mut Ui, cx: &ViewCx<'_>) {
        ui.horizontal(|ui| {
            let label = ui.label(cx.t("trace-watch"));
            let field = egui::TextEdit::singleline(&mut self.typed).font(egui::TextStyle::Monospace);
            let width = ui.available_width().clamp(80.0, 260.0);
            let field = field.hint_text(cx.t("trace-watch-example")).desired_width(width);
            let field = ui.add(field).labelled_by(label.id);
            if field.lost_focus() {
                self.set_watch();
            }
        });
        if let Some(why) = &self.refused {
            ui.label(RichText::new(why).color(cx.tokens.error));
        }
    }

    /// Computes the typed expression from now on; an empty text ends that.
    fn set_watch(&mut self) {
        let text = self.typed.trim();
        let watch = if text.is_empty() { Ok(None) } else { WatchExpression::parse(text).map(Some) };
        match watch {
            Ok(watch) => {
                self.refused = None;
                if watch != self.watch {
                    self.watch = watch;
                    self.record_again();
                }
            }
            Err(error) => self.refused = Some(error.to_string()),
        }
    }

    /// Records the same move again, and stays at the moment.
    fn record_again(&mut self) {
        if let Some((_, Ok(walk))) = self.walk.take() {
            self.resumes_at = Some(walk.at());
        }
    }
}

/// Draws the buttons of the walk, and the number of the line. Sets the step of a clicked button.
fn controls(ui: &mut Ui, cx: &ViewCx<'_>, walk: &TraceWalk, breaks: &BreakLines, step: &mut Option<WalkStep>) {
    let buttons = [
        ("|◀", WalkStep::First, "trace-first", None),
        ("◀●", WalkStep::PreviousBreak, "command-previous-break", Some(EditorCommand::PreviousBreak)),
        ("◀", WalkStep::Back, "command-previous-line", Some(EditorCommand::PreviousLine)),
        ("▶", WalkStep::Forth, "command-next-line", Some(EditorCommand::NextLine)),
        ("▶●", WalkStep::NextBreak, "command-next-break", Some(EditorCommand::NextBreak)),
        ("▶!", WalkStep::NextEvent, "command-next-event", Some(EditorCommand::NextEvent)),
        ("▶|", WalkStep::Last, "trace-last", None),
    ];
    for (sign, leads, key, command) in buttons {
        let name = cx.t(key);
        let keys = command.and_then(EditorCommand::shortcut).map(|keys| ui.ctx().format_shortcut(&keys));
        let tip = keys.map_or_else(|| name.clone(), |keys| format!("{name} ({keys})"));
        let button = ui.add_enabled(walk.target(leads, breaks).is_some(), Button::new(sign)).on_hover_text(tip);
        widgets::set_name(ui, &button, &name);
        if button.clicked() {
            *step = Some(leads);
        }
    }
    let count = walk.trace().moments.len();
    if count > 0 {
        let values = [("at", (walk.at() + 1).into()), ("n", count.into())];
        ui.label(cx.texts.with("trace-position", &values));
    }
    if walk.trace().missing > 0 {
        ui.label(RichText::new(cx.texts.count("trace-missing", walk.trace().missing)).color(cx.tokens.warning));
    }
}

/// Draws the move, the call and the function of the current line, and the failure of the call.
fn heading(ui: &mut Ui, cx: &mut ViewCx<'_>, walk: &TraceWalk) {
    let Some((moment, call)) = walk.moment() else { return };
    let part = match walk.part() {
        TracedPart::Beginning => cx.t("trace-beginning"),
        TracedPart::Answer(number) => cx.texts.count("trace-move", number + 1),
        TracedPart::Failed(_) => cx.t("trace-failed"),
    };
    let Some(module) = walk.catalog().modules.get(moment.module) else { return };
    let rule = Rule { pack: module.pack.clone(), path: module.path.clone(), line: moment.line };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(part).medium());
        ui.label(RichText::new(&call.hook).monospace());
        if !moment.function.is_empty() {
            ui.label(cx.texts.with_name("trace-function", &moment.function));
        }
        told::link(ui, cx, &rule);
    });
    let is_last = walk.trace().moments.get(walk.at() + 1).is_none_or(|next| next.call != moment.call);
    if let Some(failure) = call.failure.as_ref().filter(|_| is_last) {
        ui.label(RichText::new(cx.texts.with_name("trace-fails", failure)).color(cx.tokens.error));
    }
}
