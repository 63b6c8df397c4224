//! The dialog that lists the games of hosted tables.

use std::path::PathBuf;

use egui::{Context, Label, RichText, ScrollArea, Ui};
use tilewright_editor_model::job::{Job, JobPoll};
use tilewright_table::{TableFindings, has_findings, read_findings};

use super::draw::{DialogOutcome, Draw};
use crate::context::EditorAction;
use crate::ui::theme::{Emphasis, GAP};
use crate::ui::{waker, widgets};
use crate::views::games::age_text;

/// Games of hosted tables, and the reasons why other tables cannot be read.
type ReadTables = (Vec<TableFindings>, Vec<String>);

/// List of the games of hosted tables, which is read in the background.
pub(in crate::app) struct HostedList {
    /// Typed path of another folder.
    pub(super) folder: String,
    job: Option<Job<ReadTables>>,
    games: Vec<TableFindings>,
    problems: Vec<String>,
    /// True if the only game is opened without a question.
    opens_only: bool,
}

impl HostedList {
    /// Starts to read the games in folders. `opens_only`: a single game is opened at once.
    pub(in crate::app) fn read(ctx: &Context, folders: Vec<PathBuf>, opens_only: bool) -> HostedList {
        let read = move |_: &_| {
            let (mut games, mut problems) = (Vec::new(), Vec::new());
            for folder in &folders {
                games.extend(read_findings(folder, &mut problems));
            }
            (games, problems.iter().map(ToString::to_string).collect())
        };
        let job = Some(Job::start_single(waker(ctx), read));
        HostedList { folder: String::new(), job, games: Vec::new(), problems: Vec::new(), opens_only }
    }

    /// Takes the result of the background thread. Returns the game to open at once.
    fn look(&mut self) -> Option<TableFindings> {
        match self.job.as_ref()?.look() {
            JobPoll::Nothing => None,
            JobPoll::Ended => {
                self.job = None;
                None
            }
            JobPoll::News((games, problems)) => {
                (self.games, self.problems, self.job) = (games, problems, None);
                if self.opens_only && self.games.len() == 1 { self.games.pop() } else { None }
            }
        }
    }
}

impl Draw<'_> {
    /// Draws the list of games of hosted tables, and the field for another folder.
    pub(super) fn hosted(&self, ui: &mut Ui, list: &mut HostedList) -> Option<DialogOutcome> {
        if let Some(only) = list.look() {
            return Some(DialogOutcome::OpenHosted(Box::new(only)));
        }
        ui.heading(self.t("hosted-title"));
        ui.label(RichText::new(self.t("hosted-about")).color(self.tokens.weak));
        let mut outcome = None;
        let height = (ui.ctx().content_rect().height() - 320.0).max(120.0);
        let area = ScrollArea::vertical().id_salt("hosted").max_height(height).min_scrolled_height(height);
        area.auto_shrink([false, true]).show(ui, |ui| {
            for problem in &list.problems {
                ui.label(RichText::new(problem).color(self.tokens.warning));
            }
            if list.games.is_empty() {
                ui.label(self.t(if list.job.is_some() { "games-reading" } else { "hosted-none" }));
            }
            for game in &list.games {
                outcome = outcome.take().or(self.hosted_game(ui, game));
                ui.separator();
            }
        });
        ui.add_space(GAP);
        let (field, browse) = widgets::form(ui, "hosted folder", |ui| {
            widgets::path_line(ui, &self.t("hosted-folder"), &mut list.folder, self.browse())
        });
        self.first(&field);
        let path = PathBuf::from(list.folder.trim());
        let can = !list.folder.trim().is_empty() && has_findings(&path);
        // The line is always present, so that the layout does not jump.
        let told = if can || list.folder.trim().is_empty() { String::new() } else { self.t("hosted-no-table") };
        ui.label(RichText::new(told).color(self.tokens.warning));
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.horizontal(|ui| {
            if self.main_button(ui, can, "open") || enter && can {
                outcome = Some(DialogOutcome::Stay(EditorAction::ListHosted(path)));
            }
            if ui.button(self.t("cancel")).clicked() {
                outcome = Some(DialogOutcome::Cancel);
            }
        });
        if browse { Some(DialogOutcome::Browse) } else { outcome }
    }

    /// Draws a game: its packs, the number of its moves and notes, and the button that opens it.
    fn hosted_game(&self, ui: &mut Ui, game: &TableFindings) -> Option<DialogOutcome> {
        let ids = game.record.packs.iter().filter_map(|pack| pack.split('#').next()).map(|pack| pack.replace('@', " "));
        let packs = ids.collect::<Vec<_>>().join(", ");
        let names: Vec<&str> = game.names.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
        let names = Some(names.join(", ")).filter(|names| !names.is_empty());
        let counts = [
            self.texts.count("games-answers", game.answers()),
            self.texts.count("hosted-notes", game.notes.len()),
            age_text(self.texts, game.when),
        ];
        let about = names.into_iter().chain(counts).collect::<Vec<_>>().join(" · ");
        let mut outcome = None;
        ui.horizontal(|ui| {
            let button = ui.button(self.t("open"));
            widgets::set_name(ui, &button, &self.texts.with_name("hosted-open-this", &format!("{packs}: {about}")));
            if button.clicked() {
                outcome = Some(DialogOutcome::OpenHosted(Box::new(game.clone())));
            }
            ui.vertical(|ui| {
                ui.add(Label::new(RichText::new(&packs).medium()).truncate());
                ui.add(Label::new(RichText::new(about).color(self.tokens.weak)).truncate());
            });
        });
        outcome
    }
}
