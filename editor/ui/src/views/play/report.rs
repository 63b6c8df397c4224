//! Export of a game: saving and resuming, the final scores, a log in sentences, and files made from the game: a record,
//! a test of the pack, an example for the rulebook, and a capsule.

mod files;
mod points;

use std::path::PathBuf;

use egui::{RichText, ScrollArea, Ui};
use tilewright_editor_model::pack::document::FileChange;
use tilewright_editor_model::table::TableGame;
use tilewright_kit::games::transcript::transcript;
use tilewright_kit::suite::ExpectedParts;
use tilewright_wording::log::lines;

use self::files::{ReportError, capsule_of, draw_captioned, folder, free_file, free_path, write};
pub(super) use self::files::{holds_everything, keep_test, save_beside, save_picture};
pub(super) use self::points::chart;
use self::points::points;
use crate::context::{Content, EditorAction, EditorCommand, ViewCx};
use crate::play::PlayState;
use crate::ui::notices::NoticeWeight;
use crate::ui::widgets;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum ReportPage {
    #[default]
    Points,
    Log,
    Save,
    Test,
    Capsule,
}

/// State of the report view.
#[derive(Default)]
pub struct ReportView {
    page: ReportPage,
    path: String,
    test: String,
    caption: String,
    wanted: ExpectedParts,
    /// True if a test arranges the position instead of replaying all answers.
    as_board: bool,
    /// Position and reason for which the test cannot arrange the board.
    refused: Option<((u64, usize), String)>,
    notes: String,
    /// Lines of the log, with the fingerprint of the position and the version of the texts.
    log: Option<((u64, u64), Vec<String>)>,
}

impl ReportView {
    /// Draws the chosen page.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &mut PlayState) {
        ui.horizontal_wrapped(|ui| {
            for (page, key) in [
                (ReportPage::Points, "report-page-points"),
                (ReportPage::Log, "report-log"),
                (ReportPage::Save, "report-save"),
                (ReportPage::Test, "report-test"),
                (ReportPage::Capsule, "report-capsule"),
            ] {
                ui.selectable_value(&mut self.page, page, cx.t(key));
            }
        });
        ui.separator();
        if self.page == ReportPage::Save {
            ScrollArea::vertical().id_salt("save").auto_shrink(false).show(ui, |ui| self.save(ui, cx, play));
            return;
        }
        let Some(table) = &mut play.table else {
            ui.label(RichText::new(cx.t("play-no-game")).color(cx.tokens.weak));
            return;
        };
        match self.page {
            ReportPage::Points => points(ui, cx, table, play.viewpoint),
            ReportPage::Log => self.aloud(ui, cx, table),
            ReportPage::Save => {}
            ReportPage::Test => self.keep(ui, cx, table),
            ReportPage::Capsule => {
                let whole = ScrollArea::vertical().id_salt("capsule").auto_shrink(false);
                whole.show(ui, |ui| self.capsule(ui, cx, table));
            }
        }
    }

    /// Draws the log, with a line for each publicly visible event.
    fn aloud(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame) {
        let key = (table.game().fingerprint(), cx.texts.voice());
        if self.log.as_ref().is_none_or(|(k, _)| *k != key) {
            let told = lines(table.game(), cx.texts.code());
            let sentences = cx.texts.sentences();
            self.log = Some((key, told.iter().map(|line| sentences.line(line)).collect()));
        }
        let Some((_, lines)) = &self.log else { return };
        ui.horizontal_wrapped(|ui| {
            if ui.button(cx.t("report-copy")).clicked() {
                ui.ctx().copy_text(lines.join("\n"));
            }
            if ui.button(cx.t("report-log-save")).clicked() {
                let path = free_path(cx, "log", "txt");
                cx.ask(EditorAction::Write(path, (lines.join("\n") + "\n").into_bytes().into()));
            }
        });
        if lines.is_empty() {
            ui.label(RichText::new(cx.t("report-nothing")).color(cx.tokens.weak));
        }
        let height = ui.text_style_height(&egui::TextStyle::Body);
        ScrollArea::vertical().id_salt("log").auto_shrink(false).stick_to_bottom(true).show_rows(
            ui,
            height,
            lines.len(),
            |ui, seen| {
                for line in &lines[seen] {
                    ui.add(egui::Label::new(line).truncate());
                }
            },
        );
    }

    /// Draws the controls for saving the game to a file and for resuming a saved game.
    fn save(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) {
        if self.path.is_empty() {
            self.path = folder(cx).join(format!("{}-game.json", cx.document.id())).display().to_string();
        }
        ui.label(cx.t("report-save-about"));
        if cx.host.save_file.is_none() {
            widgets::line(ui, &cx.t("report-file"), &mut self.path);
        }
        let path = PathBuf::from(self.path.trim());
        ui.horizontal_wrapped(|ui| {
            let game = play.table.as_ref().filter(|t| !t.session().is_arranged());
            if ui.add_enabled(game.is_some(), egui::Button::new(cx.t("report-save-now"))).clicked()
                && let Some(table) = game
            {
                cx.ask(EditorAction::Write(
                    path.clone(),
                    Content::game(table.session(), table.rules().0, cx.document.id()),
                ));
            }
            if ui.add_enabled(cx.good.is_some(), egui::Button::new(cx.t("report-resume"))).clicked() {
                cx.ask(match cx.host.pick_file {
                    Some(_) => EditorAction::Command(EditorCommand::OpenGame),
                    None => EditorAction::OpenGame(path),
                });
            }
        });
        let Some(table) = &play.table else { return };
        holds_everything(ui, cx, table);
        if let Some(seat) = play.viewpoint.filter(|_| table.keeps_secrets()) {
            let text = cx.texts.about_seat("report-seen-save", seat.index());
            if ui.button(text).on_hover_text(cx.t("report-seen-about")).clicked() {
                let path = free_path(cx, "seen", "json");
                let line = transcript(table.session(), Some(seat)) + "\n";
                cx.ask(EditorAction::Write(path, line.into_bytes().into()));
            }
        }
        ui.label(RichText::new(cx.t("report-replay-about")).color(cx.tokens.weak));
    }

    /// Draws the controls that save the game as a test of the pack, optionally with a picture for the rulebook.
    fn keep(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, table: &mut TableGame) {
        if table.keeps_secrets() {
            // Players at this screen can read the files of the pack.
            ui.label(RichText::new(cx.t("play-secret")).color(cx.tokens.weak));
            return;
        }
        ScrollArea::vertical().id_salt("test").auto_shrink(false).show(ui, |ui| {
            ui.label(cx.t("report-test-about"));
            widgets::line(ui, &cx.t("report-test-name"), &mut self.test);
            ui.horizontal_wrapped(|ui| {
                let wanted = &mut self.wanted;
                for (on, key) in [
                    (&mut wanted.scores, "report-want-scores"),
                    (&mut wanted.by_kind, "report-want-sources"),
                    (&mut wanted.sheets, "report-want-sheets"),
                    (&mut wanted.supply, "report-want-supply"),
                    (&mut wanted.counters, "report-want-counters"),
                    (&mut wanted.figures, "report-want-figures"),
                    (&mut wanted.hands, "report-want-hands"),
                    (&mut wanted.bags, "report-want-bags"),
                    (&mut wanted.tokens, "report-want-tokens"),
                    (&mut wanted.set_aside, "report-want-set-aside"),
                    (&mut wanted.decision, "report-want-decision"),
                    (&mut wanted.options, "report-want-options"),
                    (&mut wanted.over, "report-want-over"),
                    (&mut wanted.worth, "report-want-worth"),
                ] {
                    ui.checkbox(on, cx.t(key));
                }
            });
            ui.horizontal_wrapped(|ui| {
                ui.radio_value(&mut self.as_board, false, cx.t("report-as-course"));
                ui.radio_value(&mut self.as_board, true, cx.t("report-as-board"))
                    .on_hover_text(cx.t("report-as-board-about"));
            });
            let name = self.test.trim().to_owned();
            if ui.add_enabled(!name.is_empty(), egui::Button::new(cx.t("report-test-make"))).clicked()
                && let Some(text) = self.text(cx, table, &name)
            {
                keep_test(cx, "report-test-make", text);
            }
            if let Some((_, why)) = self.refused.as_ref().filter(|(at, _)| *at == table.position()) {
                let told = cx.texts.with_name("report-no-board", why);
                ui.label(RichText::new(told).color(cx.tokens.warning));
                if ui.button(cx.t("report-take-course")).clicked() {
                    (self.as_board, self.refused) = (false, None);
                }
            }
            ui.separator();
            ui.label(cx.t("report-example-about"));
            widgets::line(ui, &cx.t("report-caption"), &mut self.caption);
            let caption = self.caption.trim().to_owned();
            if ui.add_enabled(!caption.is_empty(), egui::Button::new(cx.t("report-example-make"))).clicked()
                && let Some(text) = self.text(cx, table, &caption)
            {
                let test = free_file(cx, "tests/example", "ron");
                let picture = test.replacen("tests/", "examples/", 1).replace(".ron", ".svg");
                let text = format!("// {picture}\n{text}");
                let changes = vec![
                    FileChange::Write { path: test.as_str().into(), text: text.into() },
                    FileChange::Write { path: picture.as_str().into(), text: draw_captioned(table, &caption).into() },
                ];
                cx.change(cx.t("report-example-make"), changes);
                cx.ask(EditorAction::Notify(
                    NoticeWeight::Done,
                    cx.texts.with_name("try-test-saved", &format!("{test}, {picture}")),
                ));
            }
        });
    }

    /// Returns the text of the test. If the position cannot be arranged as a board, reports the reason and returns
    /// `None`.
    fn text(&mut self, cx: &mut ViewCx<'_>, table: &mut TableGame, name: &str) -> Option<String> {
        let text =
            if self.as_board { table.as_board_test(name, self.wanted) } else { Ok(table.as_test(name, self.wanted)) };
        match text {
            Ok(text) => {
                self.refused = None;
                Some(text + "\n")
            }
            Err(error) => {
                let why = error.to_string();
                cx.ask(EditorAction::Notify(NoticeWeight::Failed, cx.texts.with_name("report-no-board", &why)));
                self.refused = Some((table.position(), why));
                None
            }
        }
    }

    /// Draws the controls that save the game and its packs in a single file.
    fn capsule(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame) {
        ui.label(cx.t("report-capsule-about"));
        holds_everything(ui, cx, table);
        let label = ui.label(cx.t("report-notes"));
        let width = ui.available_width().min(520.0);
        ui.add(egui::TextEdit::multiline(&mut self.notes).desired_rows(4).desired_width(width)).labelled_by(label.id);
        if ui.button(cx.t("report-capsule-make")).clicked() {
            let path = free_path(cx, "capsule", "zip");
            let capsule = capsule_of(cx, table, &self.notes);
            write(cx, path, capsule.and_then(|capsule| capsule.write().map_err(ReportError::Capsule)));
        }
    }
}
