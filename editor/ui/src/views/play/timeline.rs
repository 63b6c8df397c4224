//! The timeline: a slider over all answers, the branches of the game, and a comparison with another branch.

use egui::{Button, ComboBox, RichText, ScrollArea, Slider, Ui, Vec2};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_editor_model::table::history::{Branch, BranchOrigin, BranchStep, HistoryError};
use tilewright_editor_model::table::{TableGame, words};
use tilewright_wording::log::Line;
use tilewright_wording::narration::Narration;

use crate::context::{EditorAction, Pane, ViewCx};
use crate::play::PlayState;
use crate::play::board::{BoardCursor, BoardScene, Camera, board};
use crate::play::command::PlayCommand;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;
use crate::views::play::notes;
use crate::views::play::seats::room_for;
use crate::views::play::told;

/// Returns the positions of a branch that the seat may see. If players share the screen, positions after other seats'
/// secret answers are hidden, since even the existence of a choice may be secret.
pub(super) fn positions(table: &TableGame, branch: &Branch, viewpoint: Option<Seat>) -> Vec<usize> {
    let hides = table.keeps_secrets();
    let told = |at: usize| {
        let step = at.checked_sub(1).and_then(|n| branch.steps().get(n));
        !hides || step.is_none_or(|step| step.is_seen_by(viewpoint))
    };
    (0..branch.marks().len()).filter(|at| told(*at)).collect()
}

/// Another game for comparison: its branch, number of answers, rules and position as a key, and the reason why it
/// stopped.
struct OtherBranch {
    key: (usize, usize, bool, u64),
    game: Result<(Session, Option<String>), HistoryError>,
}

/// State of the timeline view.
#[derive(Default)]
pub struct TimelineView {
    beside: Option<OtherBranch>,
    /// True if the answers of this branch are replayed with the rules of the other one.
    by_its_rules: bool,
    camera: Camera,
    cursor: BoardCursor,
    /// Seat whose secret answers may be shown.
    viewpoint: Option<Seat>,
    /// Position to which the list was last scrolled.
    shown: (usize, usize),
}

impl TimelineView {
    /// Draws the timeline, and another branch next to it; returns the requested changes.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) -> Vec<PlayCommand> {
        let Some(table) = &play.table else {
            ui.label(RichText::new(cx.t("play-no-game")).color(cx.tokens.weak));
            return Vec::new();
        };
        self.viewpoint = play.viewpoint;
        let (mut wanted, mut beside) = (None, play.beside);
        controls(ui, cx, table, self.viewpoint, &mut wanted);
        branches(ui, cx, table, &mut beside, &mut wanted);
        let compared = (beside != play.beside).then_some(PlayCommand::Compare(beside));
        let beside = beside.filter(|b| *b < table.history().branches().len() && *b != table.history().current());
        ui.separator();
        let notes = notes::show(ui, cx, table, play);
        let left = ui.available_size();
        ui.horizontal_top(|ui| {
            let width = if beside.is_some() { left.x * 0.45 } else { left.x };
            ui.allocate_ui_with_layout(Vec2::new(width, left.y), egui::Layout::top_down(egui::Align::Min), |ui| {
                self.list(ui, cx, table, &mut wanted);
            });
            if let Some(other) = beside {
                ui.vertical(|ui| self.compare(ui, cx, table, other));
            }
        });
        compared.into_iter().chain(wanted).chain(notes).collect()
    }

    /// Draws the answers of the branch; only visible rows are created.
    fn list(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, table: &TableGame, wanted: &mut Option<PlayCommand>) {
        let history = table.history();
        let (branch, now) = (history.branch(), history.now());
        let height = ui.text_style_height(&egui::TextStyle::Body) + 2.0 * ui.spacing().button_padding.y;
        let told = positions(table, branch, self.viewpoint);
        let now = told.partition_point(|at| *at <= now).saturating_sub(1);
        let mut area = ScrollArea::vertical().id_salt("answers").auto_shrink(false);
        if self.shown != (history.current(), now) {
            self.shown = (history.current(), now);
            let row = height + ui.spacing().item_spacing.y;
            area = area.vertical_scroll_offset((now as f32 * row - ui.available_height() / 2.0).max(0.0));
        }
        area.show_rows(ui, height, told.len(), |ui, seen| {
            for number in seen {
                let text = row(cx, table, branch, (number, told[number]), self.viewpoint);
                if ui.add(Button::selectable(number == now, text).truncate()).clicked() {
                    *wanted = Some(PlayCommand::Jump { branch: history.current(), answers: told[number] });
                }
            }
        });
    }

    fn compare(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame, other: usize) {
        let history = table.history();
        let compared = history.compare(history.current(), other);
        let named = branch_name(cx, history.branches(), other);
        ui.label(RichText::new(&named).medium());
        let differ = compared.same_positions.filter(|n| *n < compared.same_answers);
        ui.label(match differ {
            Some(at) => cx.texts.count("timeline-rules-part", at + 1),
            None => cx.texts.count("timeline-parts", compared.same_answers + 1),
        });
        ui.checkbox(&mut self.by_its_rules, cx.t("timeline-by-its-rules"));
        let end = history.branches()[other].steps().len();
        let here = table.game().fingerprint();
        let at = if self.by_its_rules { history.now() } else { history.now().min(end) };
        let key = (other, at, self.by_its_rules, if self.by_its_rules { here } else { 0 });
        if self.beside.as_ref().is_none_or(|b| b.key != key) {
            let game = match self.by_its_rules {
                true => history.by_rules_of(other),
                false => history.session_at(other, at).map(|session| (session, None)),
            };
            self.beside = Some(OtherBranch { key, game });
        }
        match self.beside.as_ref().map(|b| &b.game) {
            Some(Ok((session, stopped))) => {
                let game = session.game();
                let text = |scores: &[i32]| scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : ");
                ui.label(format!("{}: {}", cx.t("timeline-here"), text(table.game().scores())));
                ui.label(format!("{}: {}", cx.t("timeline-there"), text(game.scores())));
                if let Some(why) = stopped {
                    let why = if table.keeps_secrets() { &cx.t("play-secret") } else { why };
                    ui.label(RichText::new(cx.texts.with_name("timeline-stops", why)).color(cx.tokens.warning));
                } else if game.fingerprint() == here {
                    ui.label(RichText::new(cx.t("timeline-same")).color(cx.tokens.good));
                }
                let planes = told::plane_names(cx, game);
                let shown = BoardScene {
                    game,
                    summary: &named,
                    planes: &planes,
                    spots: &[],
                    ghost: None,
                    turns: &[],
                    wheel_turns: false,
                    highlights: &[],
                    takes_keys: false,
                    fresh: None,
                    leads: None,
                };
                ui.push_id("beside", |ui| {
                    board(ui, &shown, &mut self.camera, &mut self.cursor, cx.pictures, cx.tokens)
                });
            }
            Some(Err(why)) => {
                ui.label(RichText::new(why.to_string()).color(cx.tokens.error));
            }
            None => {}
        }
    }
}

/// Draws the slider, and the buttons for a single step and for the ends.
fn controls(
    ui: &mut Ui,
    cx: &mut ViewCx<'_>,
    table: &TableGame,
    viewpoint: Option<Seat>,
    wanted: &mut Option<PlayCommand>,
) {
    let history = table.history();
    let told = positions(table, history.branch(), viewpoint);
    let (current, end) = (history.current(), told.len() - 1);
    let now = told.partition_point(|at| *at <= history.now()).saturating_sub(1);
    ui.horizontal(|ui| {
        let button = |ui: &mut Ui, can: bool, sign: &str, key: &str| {
            let button = ui.add_enabled(can, Button::new(sign)).on_hover_text(cx.t(key));
            widgets::set_name(ui, &button, &cx.t(key));
            button.clicked()
        };
        if button(ui, now > 0, "|◀", "timeline-first") {
            *wanted = Some(PlayCommand::Jump { branch: current, answers: 0 });
        }
        if button(ui, now > 0, "◀", "timeline-back") {
            *wanted = Some(PlayCommand::Jump { branch: current, answers: told[now - 1] });
        }
        if button(ui, history.can_redo(), "▶", "timeline-forth") {
            *wanted = Some(
                told.get(now + 1).map_or(PlayCommand::Redo, |at| PlayCommand::Jump { branch: current, answers: *at }),
            );
        }
        if button(ui, now < end, "▶|", "timeline-last") {
            *wanted = Some(PlayCommand::Jump { branch: current, answers: told[end] });
        }
        if ui.button(cx.t("pane-trace")).on_hover_text(cx.t("trace-about")).clicked() {
            cx.ask(EditorAction::ShowLarge(Pane::Trace));
        }
        let mut at = now;
        ui.spacing_mut().slider_width = (ui.available_width() - 90.0).clamp(60.0, 420.0);
        let slider = ui.add_enabled(end > 0, Slider::new(&mut at, 0..=end.max(1)));
        widgets::set_name(ui, &slider, &cx.t("timeline-slider"));
        if at != now && at <= end {
            *wanted = Some(PlayCommand::Jump { branch: current, answers: told[at] });
        }
    });
}

/// Draws the choice of the branch, its name, and the branch to compare with.
fn branches(
    ui: &mut Ui,
    cx: &ViewCx<'_>,
    table: &TableGame,
    beside: &mut Option<usize>,
    wanted: &mut Option<PlayCommand>,
) {
    let history = table.history();
    let all = history.branches();
    if all.len() < 2 {
        ui.label(RichText::new(cx.t("timeline-one-branch")).color(cx.tokens.weak));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let current = history.current();
        let label = ui.label(cx.t("timeline-branch"));
        let list = ComboBox::from_id_salt("branch").selected_text(branch_name(cx, all, current)).show_ui(ui, |ui| {
            for (number, branch) in all.iter().enumerate() {
                if ui.selectable_label(number == current, branch_name(cx, all, number)).clicked() && number != current {
                    *wanted = Some(PlayCommand::Jump { branch: number, answers: branch.steps().len() });
                }
            }
        });
        list.response.labelled_by(label.id);
        // A field stays in the same line as its label.
        room_for(ui, 190.0);
        let label = ui.label(cx.t("timeline-name"));
        let mut name = all[current].name.clone();
        let field = ui.add(egui::TextEdit::singleline(&mut name).desired_width(110.0)).labelled_by(label.id);
        if field.changed() {
            *wanted = Some(PlayCommand::NameBranch(name));
        }
        room_for(ui, 190.0);
        let label = ui.label(cx.t("timeline-beside"));
        let other = beside.filter(|b| *b < all.len() && *b != current);
        let shown = other.map_or_else(|| cx.t("timeline-none"), |b| branch_name(cx, all, b));
        let list = ComboBox::from_id_salt("beside").selected_text(shown).show_ui(ui, |ui| {
            ui.selectable_value(beside, None, cx.t("timeline-none"));
            for number in (0..all.len()).filter(|n| *n != current) {
                ui.selectable_value(beside, Some(number), branch_name(cx, all, number));
            }
        });
        list.response.labelled_by(label.id);
    });
}

/// Returns the name of a branch, given by the user or derived from its origin.
fn branch_name(cx: &ViewCx<'_>, all: &[Branch], number: usize) -> String {
    let Some(branch) = all.get(number) else { return String::new() };
    if !branch.name.is_empty() {
        return branch.name.clone();
    }
    let key = match branch.origin {
        BranchOrigin::Start => return cx.t("timeline-origin-start"),
        BranchOrigin::Answer => "timeline-origin-answer",
        BranchOrigin::Rules => "timeline-origin-rules",
    };
    let at = branch.parent.map_or(0, |(_, at)| at);
    cx.texts.with(key, &[("n", (number + 1).into()), ("at", (at + 1).into())])
}

/// Describes the answer before a position, with its number in the list and the points paid.
fn row(
    cx: &ViewCx<'_>,
    table: &TableGame,
    branch: &Branch,
    (number, at): (usize, usize),
    viewpoint: Option<Seat>,
) -> String {
    let Some(answer) = at.checked_sub(1) else { return cx.t("timeline-start") };
    let Some(step) = branch.steps().get(answer) else { return cx.t("timeline-start") };
    let turn = branch.marks().get(answer).map_or(0, |mark| mark.turn);
    let points = |line: &&Line| !matches!(line.told, Narration::Points { .. });
    let mut what: Vec<String> = if step.is_seen_by(viewpoint) {
        let lines = branch.event_lines(answer, cx.texts.code()).iter().filter(points);
        lines.map(|line| cx.texts.sentences().line(line)).collect()
    } else {
        Vec::new()
    };
    if what.is_empty() {
        let is_known = step.is_known_to(viewpoint);
        let said = if is_known { words::answer_text(table.catalog(), cx.texts, step) } else { cx.t("timeline-secret") };
        what.push(describe_question(cx, table, step, said));
    }
    what.extend(describe_points(cx, branch, answer));
    cx.texts.with("timeline-row", &[("turn", turn.into()), ("n", number.into()), ("what", what.join(" ").into())])
}

/// Describes a question, its seat, and the answer if there is text for it.
fn describe_question(cx: &ViewCx<'_>, table: &TableGame, step: &BranchStep, answer: String) -> String {
    let question = words::question_text(table.catalog(), cx.texts.code(), step.pack.as_deref(), &step.ask);
    let key = if answer.is_empty() { "timeline-asked" } else { "timeline-answered" };
    let values = [("seat", told::seat(cx, step.seat).into()), ("question", question.into()), ("answer", answer.into())];
    cx.texts.with(key, &values)
}

/// Returns the points that seats received after an answer; `None` if the scores did not change.
fn describe_points(cx: &ViewCx<'_>, branch: &Branch, answer: usize) -> Option<String> {
    let [before, after] = branch.marks().get(answer..answer + 2)? else { return None };
    let changes = (0u8..).map(Seat).zip(before.scores.iter().zip(&after.scores));
    let changes = changes.filter(|(_, (before, after))| before != after);
    let paid: Vec<String> =
        changes.map(|(who, (before, after))| format!("{} {:+}", told::seat(cx, who), after - before)).collect();
    (!paid.is_empty()).then(|| format!("({})", paid.join(", ")))
}
