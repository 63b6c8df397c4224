//! Tests of the open pack, which run on their own thread, and measurement of the rules that they protect.

use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::pack::test_runs;
use tilewright_editor_model::table::{SeatChooser, Setup, TableGame};
use tilewright_language::names::FileName;

use super::Editor;
use crate::context::Pane;
use crate::ui::notices::NoticeWeight;
use crate::ui::waker;

impl Editor {
    /// Runs tests of the pack, with unsaved changes, on a separate thread and shows the results.
    pub(super) fn run_tests(&mut self, ctx: &egui::Context, only: Option<Vec<String>>) {
        let Some(document) = &self.workspace.document else { return };
        let finder = self.library.home.finder_beside(document.folder());
        self.workspace.tests.begin(waker(ctx), document, &finder, only);
        self.shell.rooms.bring(Pane::Tests);
    }

    /// Reports the results of the tests once they have finished.
    pub(super) fn look_at_tests(&mut self) {
        if !self.workspace.tests.look() {
            return;
        }
        if let Some(why) = self.workspace.tests.failure_reason() {
            self.shell.notices.tell(NoticeWeight::Failed, why.to_owned());
            return;
        }
        let (n, failed) = (self.workspace.tests.all().len(), self.workspace.tests.failed_runs().count());
        // A kept notice does not cover the list of tests, which shows the details.
        let weight = if failed == 0 { NoticeWeight::Done } else { NoticeWeight::Failed };
        let values = [("passed", (n - failed).into()), ("n", n.into())];
        self.shell.notices.keep(weight, self.shell.texts.with("notice-tests", &values));
    }

    /// Puts the final position of a test on the table.
    pub(super) fn show_test(&mut self, name: &str) {
        let Some(document) = &self.workspace.document else { return };
        let finder = self.library.home.finder_beside(document.folder());
        match test_runs::play(document, &finder, name) {
            Ok(Some(played)) => {
                let seats = vec![SeatChooser::Person; played.session.game().seat_count()];
                let packs: Vec<String> = played.loaded.packs.iter().map(|pack| pack.title.to_string()).collect();
                let setup = Setup { seats, seed: 0, pack_set: PackSet::default() };
                let mut table = TableGame::continue_session(&played.loaded, played.session, setup);
                // Tests may be played with packs and options other than the open ones.
                table.stay_apart(packs);
                table.show_secrets();
                self.put_on_table(table);
                self.shell.show_pane(Pane::Table);
            }
            Ok(None) => self.shell.notices.tell(NoticeWeight::Note, self.shell.texts.get("tests-no-game")),
            Err(error) => self.shell.notices.tell(NoticeWeight::Failed, error.to_string()),
        }
    }

    /// Saves the pack and starts to measure which lines of the rules the tests protect, or stops a running measurement.
    pub(super) fn protect(&mut self, ctx: &egui::Context) {
        if self.workspace.protection.progress().is_some() {
            self.workspace.protection.stop();
            return;
        }
        if !self.save() {
            return;
        }
        let Some(document) = &self.workspace.document else { return };
        let folder = document.folder().to_owned();
        let finder = self.library.home.finder_beside(&folder);
        self.workspace.protection.begin(finder, folder, self.library.home.known_changes(), waker(ctx));
    }

    /// Reports the protected lines once they are known.
    pub(super) fn look_at_protection(&mut self) {
        match self.workspace.protection.take_outcome() {
            None => {}
            Some(Err(reasons)) => {
                for reason in reasons.into_iter().take(5) {
                    self.shell.notices.tell(NoticeWeight::Failed, reason);
                }
                self.shell.notices.tell(NoticeWeight::Failed, self.shell.texts.get("notice-protect-fails"));
            }
            Some(Ok(outcome)) => {
                let values = [
                    ("noticed", outcome.noticed.into()),
                    ("n", outcome.changes.into()),
                    ("lines", outcome.missed.into()),
                ];
                let whole = outcome.noticed == outcome.changes && outcome.missed == 0;
                let weight = if whole { NoticeWeight::Done } else { NoticeWeight::Note };
                self.shell.notices.tell(weight, self.shell.texts.with("notice-protect", &values));
                let title = self.shell.texts.get("protect-title");
                let Some(document) = &self.workspace.document else { return };
                let mut rows = Vec::new();
                // The author's files are first; paths of the library begin with a colon.
                let (library, own): (Vec<_>, Vec<_>) =
                    self.workspace.protection.all().iter().partition(|(path, _)| path.starts_with(':'));
                for (path, marks) in own.into_iter().chain(library) {
                    let shown = FileName::of_place(document.id(), path).short_path(document.id());
                    for mark in marks {
                        let line = mark.line;
                        let said = mark.sentences(&self.shell.texts).into_iter();
                        rows.extend(said.map(|said| (path.clone(), line, format!("{shown}:{line}  {said}"))));
                    }
                }
                if !rows.is_empty() {
                    self.shell.rooms.bring(Pane::Code);
                    self.shell.views.code.list(title, rows);
                }
            }
        }
    }

    /// Waits until the protected lines are known, for tests of the editor.
    pub fn wait_for_protection(&mut self) {
        let start = std::time::Instant::now();
        while self.workspace.protection.progress().is_some() && start.elapsed() < std::time::Duration::from_secs(60) {
            self.look_at_protection();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }

    /// Waits until the games of a report, or the game to be shown, have been played, for tests of the editor.
    pub fn wait_for_balance(&mut self) {
        let start = std::time::Instant::now();
        while self.shell.views.balance.is_at_work() && start.elapsed() < std::time::Duration::from_secs(300) {
            self.shell.views.balance.look();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }

    /// Waits until the examples of the rules have been played, for tests of the editor.
    pub fn wait_for_examples(&mut self, ctx: &egui::Context) {
        let start = std::time::Instant::now();
        while !self.shell.how_to_play.has_examples(ctx) && start.elapsed() < std::time::Duration::from_secs(120) {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    /// Waits until the running tests have finished, for tests of the editor.
    pub fn wait_for_tests(&mut self) {
        let start = std::time::Instant::now();
        while self.workspace.tests.running().is_some() && start.elapsed() < std::time::Duration::from_secs(60) {
            self.look_at_tests();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}
