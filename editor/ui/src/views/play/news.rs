//! The banner above the board: the effect of a pack change on the game, or the reason why the game stopped, with the
//! possible next steps.

use egui::{RichText, Ui};
use tilewright_editor_model::table::TableGame;
use tilewright_editor_model::table::news::{ReloadOutcome, ReloadReport};
use tilewright_editor_model::table::saved::packs_not_open;
use tilewright_kit::games::opening::Other;
use tilewright_kit::records::renames::Followed;
use tilewright_language::problems::PackProblem;

use crate::context::{EditorAction, Pane, ViewCx};
use crate::play::PlayState;
use crate::play::begin::complaint;
use crate::play::command::PlayCommand;
use crate::play::rescored::SeatChange;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;
use crate::views::play::report;

/// Maximum width of the details about a change, in points.
const ABOUT: f32 = 360.0;

/// Minimum width of a banner that shows all its choices as buttons, in points.
const WIDE: f32 = 760.0;

/// Button that was clicked in the banner.
#[derive(Clone, Copy)]
enum BannerChoice {
    GoOn,
    KeepOld,
    ShowOld,
    Save,
    Release,
}

/// Draws the news of the game and the reason why it stopped, if there are any. Returns the command of a clicked button.
pub fn show(ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) -> Option<PlayCommand> {
    let Some(table) = &play.table else {
        if let Some(trouble) = &play.trouble {
            ui.label(RichText::new(trouble).color(cx.tokens.error));
        }
        return None;
    };
    let mut chosen = None;
    if let Some(trouble) = table.trouble().or(play.trouble.as_deref()) {
        banner(ui, cx, |ui, cx| {
            // An invalid pack leaves the current game alone; only a script fault stops it.
            if table.trouble().is_some() {
                ui.label(RichText::new(cx.t("news-trouble")).color(cx.tokens.error).medium());
            }
            match (table.fault(), cx.problems.all.iter().find(|problem| problem.in_game)) {
                (Some(fault), Some(PackProblem { place: Some(place), shown, .. })) => {
                    ui.horizontal_wrapped(|ui| {
                        if ui.link(shown).clicked() {
                            cx.ask(EditorAction::GoTo(place.clone()));
                        }
                        ui.label(RichText::new(format!("{} ({})", fault.message, fault.code)).color(cx.tokens.error));
                    });
                }
                _ => {
                    ui.label(RichText::new(trouble).color(cx.tokens.error));
                }
            }
            if ui.button(cx.t("news-save")).clicked() {
                chosen = Some(BannerChoice::Save);
            }
            if table.fault().is_some() && ui.button(cx.t("pane-trace")).on_hover_text(cx.t("trace-about")).clicked() {
                cx.ask(EditorAction::ShowLarge(Pane::Trace));
            }
            report::holds_everything(ui, cx, table);
        });
    }
    if let Some(news) = table.news() {
        match &news.outcome {
            ReloadOutcome::Opened { .. } => banner(ui, cx, |ui, cx| {
                tell(ui, cx, news, table, &mut chosen);
                report::holds_everything(ui, cx, table);
            }),
            _ => show_change(ui, cx, news, play, table, &mut chosen),
        }
    }
    if table.is_hosted() {
        let open = cx.rules(&table.setup().pack_set).map(|open| &*open.loaded);
        if open.is_some_and(|open| !packs_not_open(table.rules().0, Some(open)).is_empty()) {
            ui.label(RichText::new(cx.t("invite-rules")).color(cx.tokens.warning));
        }
    } else if table.is_held() {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(cx.t("news-held")).color(cx.tokens.weak));
            if ui.button(cx.t("news-release")).clicked() {
                chosen = Some(BannerChoice::Release);
            }
        });
    }
    match chosen? {
        BannerChoice::GoOn => Some(PlayCommand::ClearNews),
        BannerChoice::KeepOld => Some(PlayCommand::KeepOldRules),
        BannerChoice::ShowOld => Some(PlayCommand::CompareOldRules),
        BannerChoice::Save => {
            report::save_beside(cx, table);
            None
        }
        BannerChoice::Release => Some(PlayCommand::Release),
    }
}

fn banner(ui: &mut Ui, cx: &mut ViewCx<'_>, add: impl FnOnce(&mut Ui, &mut ViewCx<'_>)) {
    egui::Frame::new().fill(cx.tokens.ground).stroke(egui::Stroke::new(1.0, cx.tokens.accent)).inner_margin(8).show(
        ui,
        |ui| {
            ui.set_width(ui.available_width());
            add(ui, cx);
        },
    );
}

/// Shows the effect of a pack change in a single line, so that the board keeps its size for authors who watch it while
/// they write rules. The points have more lines if they do not fit. The details are in a menu.
fn show_change(
    ui: &mut Ui,
    cx: &mut ViewCx<'_>,
    news: &ReloadReport,
    play: &PlayState,
    table: &TableGame,
    chosen: &mut Option<BannerChoice>,
) {
    let changes = play.changed_points();
    let points = changes.as_ref().map(|changes| format_points(cx, changes));
    // Points that differ are never cut off.
    let mut whole = points.clone().filter(|_| changes.is_some_and(|changes| !changes.is_empty()));
    let frame = egui::Frame::new().fill(cx.tokens.ground).stroke(egui::Stroke::new(1.0, cx.tokens.accent));
    frame.inner_margin(egui::Margin::symmetric(8, 3)).show(ui, |ui| {
        let height = ui.spacing().interact_size.y;
        let row = egui::Vec2::new(ui.available_width(), height);
        ui.allocate_ui_with_layout(row, egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let is_wide = ui.available_width() > WIDE;
            if is_wide {
                choice(ui, cx, "news-go-on", BannerChoice::GoOn, chosen);
            } else {
                let close = ui.button("×").on_hover_text(cx.t("news-go-on"));
                widgets::set_name(ui, &close, &cx.t("news-go-on"));
                if close.clicked() {
                    *chosen = Some(BannerChoice::GoOn);
                }
            }
            let more = ui.menu_button("…", |ui| {
                ui.set_max_width(ABOUT);
                details(ui, cx, news, table.keeps_secrets());
                ui.separator();
                if left_a_branch(news, table) && !is_wide {
                    choice(ui, cx, "news-keep-old", BannerChoice::KeepOld, chosen);
                }
                choice(ui, cx, "news-save", BannerChoice::Save, chosen);
                report::holds_everything(ui, cx, table);
            });
            widgets::set_name(ui, &more.response, &cx.t("news-about"));
            if left_a_branch(news, table) {
                if is_wide {
                    choice(ui, cx, "news-keep-old", BannerChoice::KeepOld, chosen);
                }
                let compare = ui.button(cx.t("news-compare")).on_hover_text(cx.t("news-show-old"));
                if compare.clicked() {
                    *chosen = Some(BannerChoice::ShowOld);
                }
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let heading = cx.t(heading(&news.outcome));
                let both = points.map_or_else(|| heading.clone(), |points| format!("{points} {heading}"));
                let fits = widgets::text_width(ui, &both) <= ui.available_width();
                if fits {
                    whole = None;
                }
                let said = if whole.is_some() { heading } else { both };
                ui.add(egui::Label::new(RichText::new(&said).medium()).truncate()).on_hover_ui(|ui| {
                    ui.label(said);
                    details(ui, cx, news, table.keeps_secrets());
                });
            });
        });
        if let Some(points) = whole {
            ui.add(egui::Label::new(RichText::new(points).medium()).wrap());
        }
    });
}

/// Describes how the moves score by the new rules.
fn format_points(cx: &ViewCx<'_>, changes: &[SeatChange]) -> String {
    if changes.is_empty() {
        return cx.t("news-points-same");
    }
    let of_seat = |change: &SeatChange| {
        let seat = cx.texts.seat(change.seat.index());
        let values = [("seat", seat.into()), ("after", change.after.into()), ("before", change.before.into())];
        cx.texts.with("news-points-seat", &values)
    };
    let all: Vec<String> = changes.iter().map(of_seat).collect();
    cx.texts.with_name("news-points", &all.join(", "))
}

fn choice(ui: &mut Ui, cx: &ViewCx<'_>, key: &str, choice: BannerChoice, chosen: &mut Option<BannerChoice>) {
    if ui.button(cx.t(key)).clicked() {
        *chosen = Some(choice);
    }
}

/// Returns true if the game before the change is available as a branch.
fn left_a_branch(news: &ReloadReport, table: &TableGame) -> bool {
    let moved = matches!(news.outcome, ReloadOutcome::Kept { .. } | ReloadOutcome::Replayed { .. });
    moved && table.history().branches().len() > 1
}

fn heading(outcome: &ReloadOutcome) -> &'static str {
    match outcome {
        ReloadOutcome::Kept { .. } => "news-kept",
        ReloadOutcome::Replayed { stopped: None, .. } => "news-replayed",
        ReloadOutcome::Replayed { .. } => "news-shortened",
        ReloadOutcome::Opened { stopped: Some(_), .. } => "news-file",
        ReloadOutcome::Opened { others, .. } if !others.is_empty() => "news-other-packs",
        ReloadOutcome::Opened { apart, .. } if !apart.is_empty() => "news-own-packs",
        ReloadOutcome::Opened { .. } => "news-renamed",
        ReloadOutcome::Refused { .. } => "news-refused",
    }
}

/// Shows the differences in a game that was opened.
fn tell(ui: &mut Ui, cx: &ViewCx<'_>, news: &ReloadReport, table: &TableGame, chosen: &mut Option<BannerChoice>) {
    ui.label(RichText::new(cx.t(heading(&news.outcome))).medium());
    details(ui, cx, news, table.keeps_secrets());
    ui.horizontal_wrapped(|ui| {
        choice(ui, cx, "news-go-on", BannerChoice::GoOn, chosen);
        choice(ui, cx, "news-save", BannerChoice::Save, chosen);
    });
}

fn details(ui: &mut Ui, cx: &ViewCx<'_>, news: &ReloadReport, secret: bool) {
    if !news.changed.is_empty() {
        ui.label(cx.texts.with_name("news-changed", &news.changed.join(", ")));
    }
    match &news.outcome {
        ReloadOutcome::Kept { from } => {
            ui.label(cx.texts.count("news-from", *from));
        }
        ReloadOutcome::Replayed { because, answers, of, stopped } => {
            ui.label(cx.texts.with_name("news-because", because));
            show_repeated_answers(ui, cx, (*answers, *of), stopped.as_ref(), secret);
        }
        ReloadOutcome::Opened { apart, others, followed, answers, stopped } => {
            show_differences(ui, cx, apart, others, followed);
            if let Some(cut) = stopped {
                let values = [("answers", (*answers).into()), ("of", cut.of.into())];
                ui.label(cx.texts.with("news-answers", &values));
                stops(ui, cx, cut.answer, (&cut.expected, &cut.actual), secret);
            }
        }
        ReloadOutcome::Refused { why } => {
            ui.label(why);
        }
    }
}

fn show_repeated_answers(
    ui: &mut Ui,
    cx: &ViewCx<'_>,
    (answers, of): (usize, usize),
    stopped: Option<&(String, String)>,
    secret: bool,
) {
    let values = [("answers", answers.into()), ("of", of.into())];
    ui.label(cx.texts.with("news-answers", &values));
    if let Some((expected, actual)) = stopped {
        stops(ui, cx, answers + 1, (expected, actual), secret);
    }
}

/// Shows the first answer that is no longer possible, and the reason.
fn stops(ui: &mut Ui, cx: &ViewCx<'_>, answer: usize, (expected, actual): (&str, &str), secret: bool) {
    let text = if secret {
        // The expected text may reveal a secret choice.
        cx.texts.with_name("timeline-stops", &cx.t("play-secret"))
    } else {
        let values = [("n", answer.into()), ("expected", expected.into()), ("actual", actual.into())];
        cx.texts.with("news-stopped", &values)
    };
    ui.label(RichText::new(text).color(cx.tokens.warning));
}

/// Shows the pack differences since a game was saved.
fn show_differences(ui: &mut Ui, cx: &ViewCx<'_>, apart: &[String], others: &[Other], followed: &[Followed]) {
    if !apart.is_empty() {
        ui.label(cx.texts.with_name("news-played-with", &apart.join(", ")));
    }
    for Other { id, was, is } in others {
        let key = if was == is { "news-other-rules" } else { "news-other-version" };
        let values = [("name", id.as_str().into()), ("was", was.as_str().into()), ("is", is.as_str().into())];
        ui.label(cx.texts.with(key, &values));
    }
    for Followed { from, to, .. } in followed {
        ui.label(cx.texts.with("news-called", &[("from", from.as_str().into()), ("to", to.as_str().into())]));
    }
}

/// Shows errors of the chosen pack combination, at the table and for the next game.
pub(super) fn complaints(ui: &mut Ui, cx: &ViewCx<'_>, play: &PlayState) {
    let at_table = play.pack_set().and_then(|pack_set| complaint(cx, pack_set));
    let next = complaint(cx, &play.wanted.pack_set).filter(|why| at_table.as_ref() != Some(why));
    for (key, why) in [("setup-wrong-now", at_table), ("setup-wrong-next", next)] {
        if let Some(why) = why {
            ui.label(RichText::new(cx.texts.with_name(key, &why)).color(cx.tokens.error));
        }
    }
    if play.is_waiting() && play.table.is_none() {
        ui.label(RichText::new(cx.t("setup-loading")).color(cx.tokens.weak));
    }
}
